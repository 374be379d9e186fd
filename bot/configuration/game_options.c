#include "bot/configuration/game_options.h"

#include <string.h>
#include <strings.h>

#define SEPARATORS " ,"

enum { WORD_BYTES = 64 };

/* Reads the next word of `*rest`, "" at the end. False when it is too long to be known. */
static bool next_word(const char **rest, const char *separators, char word[WORD_BYTES])
{
    *rest += strspn(*rest, separators);
    size_t length = strcspn(*rest, separators);
    struct text text = text_in(word, WORD_BYTES);
    text_add_bytes(&text, *rest, length);
    *rest += length;
    return !text.truncated;
}

/* Finds a game by its whole id: a prefix may fit a second game one day. */
static const struct game *game_named(const char *id)
{
    const struct game *game = game_find(id);
    return game != NULL && strcasecmp(game->id, id) == 0 ? game : NULL;
}

bool game_list_is_valid(const char *list)
{
    char word[WORD_BYTES];
    bool any = false;
    if (strcasecmp(list, "all") == 0)
        return true;
    while (next_word(&list, SEPARATORS, word) && word[0] != '\0') {
        if (game_named(word) == NULL)
            return false;
        any = true;
    }
    return any && *list == '\0';
}

bool game_list_holds(const char *list, const struct game *game)
{
    char word[WORD_BYTES];
    if (strcasecmp(list, "all") == 0)
        return true;
    while (next_word(&list, SEPARATORS, word) && word[0] != '\0')
        if (strcasecmp(word, game->id) == 0)
            return true;
    return false;
}

/* Applies one "OPTION=VALUE"; false when the game has no such option or value. */
static bool choose(const struct game *game, char word[WORD_BYTES],
                   uint8_t options[GAME_OPTIONS_MAX])
{
    char *value = strchr(word, '=');
    if (value == NULL)
        return false;
    *value++ = '\0';
    int option = game_option_find(game, word);
    int chosen = option >= 0 ? game_option_value(&game->options[option], value) : -1;
    if (chosen < 0)
        return false;
    options[option] = (uint8_t)chosen;
    return true;
}

/* Reads one game's part of the text, and applies it if the game is `wanted`. */
static bool read_part(const char **rest, const struct game *wanted,
                      uint8_t options[GAME_OPTIONS_MAX])
{
    char word[WORD_BYTES];
    uint8_t unused[GAME_OPTIONS_MAX];
    if (!next_word(rest, SEPARATORS, word))
        return false;
    const struct game *game = game_named(word);
    if (game == NULL)
        return false;
    uint8_t *chosen = game == wanted ? options : unused;
    for (;;) {
        *rest += strspn(*rest, SEPARATORS);
        if (**rest == ';' || **rest == '\0')
            return true;
        if (!next_word(rest, SEPARATORS ";", word) || !choose(game, word, chosen))
            return false;
    }
}

static bool read_parts(const char *text, const struct game *wanted,
                       uint8_t options[GAME_OPTIONS_MAX])
{
    for (;;) {
        text += strspn(text, SEPARATORS ";");
        if (*text == '\0')
            return true;
        if (!read_part(&text, wanted, options))
            return false;
    }
}

bool game_options_are_valid(const char *text)
{
    return read_parts(text, NULL, NULL);
}

void game_options_choose(const char *text, const struct game *game,
                         uint8_t options[GAME_OPTIONS_MAX])
{
    read_parts(text, game, options);
}
