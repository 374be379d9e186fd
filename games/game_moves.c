#include "games/game.h"

#include <stdlib.h>
#include <string.h>

struct written_move {
    char text[GAME_MOVE_TEXT_MAX];
    bool told;
};

static int in_natural_order(const void *one, const void *other)
{
    return strverscmp(((const struct written_move *)one)->text,
                      ((const struct written_move *)other)->text);
}

/* The length of the part that a group shares: everything before the last word. */
static size_t group_length(const char *move)
{
    const char *blank = strrchr(move, ' ');
    return blank != NULL ? (size_t)(blank - move) + 1 : strlen(move);
}

static bool same_group(const char *one, const char *other)
{
    size_t length = group_length(one);
    return group_length(other) == length && strncmp(one, other, length) == 0;
}

/* Says a canonical word in the language of `words`, and anything else as it is. */
static void say_word(const char *word, size_t length, const struct words *words, struct text *out)
{
    const char *canonical = words->canonical(words, word, length);
    if (canonical == NULL || strlen(canonical) != length || memcmp(canonical, word, length) != 0) {
        text_add_bytes(out, word, length);
        return;
    }
    char buffer[GAME_MOVE_TEXT_MAX + 8];
    struct text key = TEXT_IN(buffer);
    text_add_format(&key, "move.%s", canonical);
    words_say_plain(words, out, key.bytes);
}

void game_printed_say(const char *printed, const struct words *words, struct text *out)
{
    while (*printed != '\0') {
        size_t between = strspn(printed, " ,"), length = strcspn(printed + between, " ,");
        text_add_bytes(out, printed, between);
        if (length > 0)
            say_word(printed + between, length, words, out);
        printed += between + length;
    }
}

void game_move_say(const struct game *game, game_move move, const struct words *words,
                   struct text *out)
{
    char buffer[GAME_MOVE_TEXT_MAX];
    struct text printed = TEXT_IN(buffer);
    game->text->print(move, &printed);
    game_printed_say(printed.bytes, words, out);
}

static void say_group(struct written_move *first, struct written_move *end,
                      const struct words *words, struct text *out)
{
    game_printed_say(first->text, words, out);
    for (struct written_move *move = first + 1; move < end; move++) {
        if (!move->told && same_group(first->text, move->text)) {
            move->told = true;
            text_add(out, ", ");
            game_printed_say(move->text + group_length(move->text), words, out);
        }
    }
}

static void write_moves(const struct game *game, const game_move *moves, size_t count,
                        struct written_move *written)
{
    for (size_t i = 0; i < count; i++) {
        struct text move = TEXT_IN(written[i].text);
        game->text->print(moves[i], &move);
        written[i].told = false;
    }
}

void game_moves_say(const struct game *game, const game_move *moves, size_t count,
                    const struct words *words, enum alphabet alphabet, struct text *out)
{
    struct written_move written[GAME_LEGAL_MAX];
    const char *separator = "";
    write_moves(game, moves, count, written);
    qsort(written, count, sizeof written[0], in_natural_order);
    for (size_t i = 0; i < count; i++) {
        if (written[i].told)
            continue;
        text_add(out, separator);
        say_group(&written[i], &written[count], words, out);
        separator = alphabet == ALPHABET_ASCII ? " | " : " · ";
    }
}

void game_choice_say(const struct game *game, const game_move *moves, size_t count,
                     const struct words *words, struct text *out)
{
    char said_buffer[GAME_MOVE_SAID_MAX], list_buffer[GAME_CHOICE_BYTES];
    struct text said = TEXT_IN(said_buffer), list = TEXT_IN(list_buffer);
    for (size_t i = 0; i < count; i++) {
        text_clear(&said);
        game_move_say(game, moves[i], words, &said);
        if (i + 1 == count)
            break;
        text_separate(&list, ", ");
        text_add(&list, said.bytes);
    }
    if (list.length > 0)
        words_say(words, out, "choice.or", SAY_TEXT(list.bytes), SAY_TEXT(said.bytes));
    else
        text_add(out, said.bytes);
}
