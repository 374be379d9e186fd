/* What people mean: games by their ids, beginnings and titles, and misspelt words. */
#include <ctype.h>
#include <string.h>

#include "bot/commands/command.h"
#include "bot/configuration/config_value.h"
#include "bot/core/style.h"

/* -- Games ------------------------------------------------------------------------------------- */

enum { TITLE_WORDS_MAX = 6, TITLE_BYTES = 64 };

/* Writes a title as one of its spellings: hyphens are blanks, and marks are left out. */
static void spell(const char *title, size_t length, struct text *out)
{
    for (size_t i = 0; i < length; i++)
        if (title[i] == '-')
            text_add_char(out, ' ');
        else if (strchr("!?.,;", title[i]) == NULL)
            text_add_char(out, title[i]);
}

static bool is_spelt(const char *title, const struct text *typed)
{
    char buffer[TITLE_BYTES];
    struct text spelt = TEXT_IN(buffer);
    spell(title, strlen(title), &spelt);
    return catalog_same_word(spelt.bytes, spelt.length, typed->bytes, typed->length);
}

static bool is_titled(struct catalog *catalog, const struct game *game, const struct text *typed)
{
    char key_buffer[64];
    struct text key = TEXT_IN(key_buffer);
    text_add_format(&key, "%s.name", game->id);
    bool titled = is_spelt(game->id, typed);
    for (size_t i = 0; !titled && catalog_languages[i] != NULL; i++) {
        char title_buffer[TITLE_BYTES];
        struct text title = TEXT_IN(title_buffer);
        catalog_say(catalog, catalog_languages[i], key_buffer, NULL, 0, &title);
        titled = is_spelt(title.bytes, typed);
    }
    return titled;
}

static const struct game *find_titled(struct catalog *catalog, const char *typed, size_t length)
{
    char buffer[TITLE_BYTES];
    struct text spelt = TEXT_IN(buffer);
    spell(typed, length, &spelt);
    for (const struct game *const *game = game_registry; !spelt.truncated && *game != NULL; game++)
        if (is_titled(catalog, *game, &spelt))
            return *game;
    return NULL;
}

/* -- Misspelt words ---------------------------------------------------------------------------- */

/* A short word is another word when two of its letters differ; below three letters nothing is
 * guessed. */
static struct nearest begin_guess(const char *typed, size_t length, char lower[NEAREST_WORD_BYTES])
{
    struct text text = text_in(lower, NEAREST_WORD_BYTES);
    for (size_t i = 0; i < length; i++)
        text_add_char(&text, (char)tolower((unsigned char)typed[i]));
    struct nearest nearest = nearest_to(lower, length);
    if (nearest.distance > 0)
        nearest.distance = length < 3 ? 0 : length < 6 ? 2 : 3;
    return nearest;
}

bool command_guess(const struct call *call, const char *typed, size_t length, struct text *guess)
{
    char lower[NEAREST_WORD_BYTES];
    struct words words = call_words(call);
    struct nearest nearest = begin_guess(typed, length, lower);
    for (size_t i = 0; i < command_count; i++) {
        char key[COMMAND_KEY_BYTES], buffer[NEAREST_WORD_BYTES];
        struct text title = TEXT_IN(buffer);
        if (call->rank < command_table[i].rank)
            continue;
        words_say_plain(&words, &title, command_title(&command_table[i], key).text);
        nearest_consider(&nearest, title.bytes, "");
        nearest_consider(&nearest, command_table[i].name, "");
    }
    if (nearest.word[0] == '\0')
        return false;
    const struct setting_scope asker = call_asker(call);
    text_add_format(guess, "%s%s", style_prefix(call->commands->styles, &asker), nearest.word);
    return true;
}

static unsigned count_words(const char *spelt)
{
    unsigned count = 1;
    for (; *spelt != '\0'; spelt++)
        count += *spelt == ' ';
    return count;
}

/* Considers titles of more than so many words. */
static void consider_titles(struct catalog *catalog, const struct game *game, unsigned words,
                            struct nearest *nearest)
{
    char key_buffer[64];
    struct text key = TEXT_IN(key_buffer);
    text_add_format(&key, "%s.name", game->id);
    for (size_t i = 0; catalog_languages[i] != NULL; i++) {
        char title_buffer[TITLE_BYTES], buffer[TITLE_BYTES];
        struct text title = TEXT_IN(title_buffer), spelt = TEXT_IN(buffer);
        catalog_say(catalog, catalog_languages[i], key_buffer, NULL, 0, &title);
        spell(title.bytes, title.length, &spelt);
        for (size_t k = 0; k < spelt.length; k++)
            buffer[k] = (char)tolower((unsigned char)buffer[k]);
        if (count_words(spelt.bytes) > words)
            nearest_consider(nearest, spelt.bytes, "");
    }
}

/* Returns how long a title can be at the beginning of what was typed: options follow it. */
static size_t title_room(const char *typed)
{
    const char *at = typed + strcspn(typed, "=");
    if (*at == '\0')
        return strlen(typed);
    while (at > typed && at[-1] != ' ' && at[-1] != '\t')
        at--;
    while (at > typed && (at[-1] == ' ' || at[-1] == '\t'))
        at--;
    return (size_t)(at - typed);
}

/* Guesses a game from the titles, and then from the first word of what was typed. */
static bool guess_game(struct catalog *catalog, const char *typed, struct text *guess)
{
    char lower[NEAREST_WORD_BYTES];
    struct nearest nearest = begin_guess(typed, title_room(typed), lower);
    for (const struct game *const *game = game_registry; *game != NULL; game++)
        consider_titles(catalog, *game, 0, &nearest);
    if (nearest.word[0] == '\0')
        nearest = begin_guess(typed, strcspn(typed, " \t"), lower);
    for (const struct game *const *game = game_registry; *game != NULL; game++)
        nearest_consider(&nearest, (*game)->id, "");
    text_add(guess, nearest.word);
    return guess->length > 0;
}

/* Whether what was typed goes on, after the words that name a game, as a longer title does, but
 * misspelt: "en gard". */
static bool goes_on_misspelt(struct catalog *catalog, const char *typed, size_t length,
                             unsigned words)
{
    char lower[NEAREST_WORD_BYTES];
    struct nearest nearest = begin_guess(typed, length, lower);
    for (const struct game *const *game = game_registry; *game != NULL; game++)
        consider_titles(catalog, *game, words, &nearest);
    return nearest.word[0] != '\0';
}

/* The first words of what was typed. */
struct typed {
    const char *begin, *after[TITLE_WORDS_MAX];
    size_t lengths[TITLE_WORDS_MAX]; /* up to the end of each */
    unsigned count;
};

static struct typed read_words(const char *text)
{
    struct typed typed = {.begin = text + strspn(text, " \t")};
    const char *at = typed.begin, *word;
    for (size_t length;
         typed.count < TITLE_WORDS_MAX && (length = command_next_word(&at, &word)) > 0;
         typed.count++) {
        typed.lengths[typed.count] = (size_t)(word - typed.begin) + length;
        typed.after[typed.count] = at;
    }
    return typed;
}

/* By a title of as many words as possible, or by the beginning of an id; `*words` is how many. */
static const struct game *find_game(struct catalog *catalog, const struct typed *typed,
                                    unsigned *words)
{
    char id_buffer[TITLE_BYTES];
    struct text id = TEXT_IN(id_buffer);
    for (*words = typed->count; *words > 0; --*words) {
        const struct game *game = find_titled(catalog, typed->begin, typed->lengths[*words - 1]);
        if (game != NULL)
            return game;
    }
    if (typed->count == 0)
        return NULL;
    *words = 1;
    text_add_bytes(&id, typed->begin, typed->lengths[0]);
    return game_find(id.bytes);
}

const struct game *command_read_game(const struct call *call, const char **rest)
{
    const struct typed typed = read_words(*rest);
    size_t room = title_room(typed.begin);
    unsigned words;
    const struct game *game = find_game(call->commands->catalog, &typed, &words);
    for (unsigned longer = words; game != NULL && longer < typed.count; longer++)
        if (typed.lengths[longer] <= room &&
            goes_on_misspelt(call->commands->catalog, typed.begin, typed.lengths[longer], words))
            return NULL;
    if (game != NULL)
        *rest = typed.after[words - 1];
    return game;
}

void command_refuse_game(struct call *call, const char *typed)
{
    char ids_buffer[256], guess_buffer[NEAREST_WORD_BYTES], shown_buffer[256], title_buffer[256];
    struct text ids = TEXT_IN(ids_buffer), guess = TEXT_IN(guess_buffer);
    struct text shown = TEXT_IN(shown_buffer), title = TEXT_IN(title_buffer);
    bool guessed = guess_game(call->commands->catalog, typed, &guess);
    text_add_bytes(&title, typed, guessed ? title_room(typed) : strcspn(typed, " \t"));
    display_fit(title.bytes, 40, false, &shown);
    if (guessed) {
        answer(call, "refusal.guess-game", SAY_TEXT(shown.bytes), SAY_TEXT(guess.bytes));
        return;
    }
    for (const struct game *const *known = game_registry; *known != NULL; known++) {
        text_separate(&ids, ", ");
        text_add(&ids, (*known)->id);
    }
    answer(call, typed[0] != '\0' ? "refusal.no-such-game" : "refusal.which-game",
           SAY_TEXT(shown.bytes), SAY_TEXT(ids.bytes));
}
