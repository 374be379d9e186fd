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

/* The beginning of a group ends before the last word. */
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

static void print_group(struct written_move *first, struct written_move *end, struct text *out)
{
    text_add(out, first->text);
    for (struct written_move *move = first + 1; move < end; move++) {
        if (!move->told && same_group(first->text, move->text)) {
            move->told = true;
            text_add(out, ", ");
            text_add(out, move->text + group_length(move->text));
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

void game_moves_print(const struct game *game, const game_move *moves, size_t count,
                      enum alphabet alphabet, struct text *out)
{
    struct written_move written[GAME_LEGAL_MAX];
    const char *separator = "";
    write_moves(game, moves, count, written);
    qsort(written, count, sizeof written[0], in_natural_order);
    for (size_t i = 0; i < count; i++) {
        if (written[i].told)
            continue;
        text_add(out, separator);
        print_group(&written[i], &written[count], out);
        separator = alphabet == ALPHABET_ASCII ? " | " : " · ";
    }
}
