/* The words of a language, which the host passes to a game.
 *
 * games/ holds no sentences. A game says a message by its key with arguments, and turns the words
 * that people type in their own language into canonical ones. The host fills this from the message
 * catalog, once per language; a test may fill it with anything.
 */
#ifndef BELFRY_GAMES_WORDS_H
#define BELFRY_GAMES_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <strings.h>

#include "games/shared/text.h"

enum word_kind {
    WORD_NUMBER,
    WORD_TEXT,
    WORD_MESSAGE /* `text` is the key of another message, without arguments */
};

struct word_argument {
    enum word_kind kind;
    long long number;
    const char *text;
};

#define SAY_NUMBER(value)                                                                          \
    (struct word_argument)                                                                         \
    {                                                                                              \
        .kind = WORD_NUMBER, .number = (value)                                                     \
    }
#define SAY_TEXT(value)                                                                            \
    (struct word_argument)                                                                         \
    {                                                                                              \
        .kind = WORD_TEXT, .text = (value)                                                         \
    }
#define SAY_MESSAGE(key)                                                                           \
    (struct word_argument)                                                                         \
    {                                                                                              \
        .kind = WORD_MESSAGE, .text = (key)                                                        \
    }

struct words {
    const void *context;
    void (*say)(const struct words *words, struct text *out, const char *key,
                const struct word_argument *arguments, size_t count);
    /* The canonical move word for a complete word of the language, in any case; NULL: there is
     * none. */
    const char *(*canonical)(const struct words *words, const char *typed, size_t length);
    /* Whether the language's word for a canonical move word begins with what is typed. NULL: there
     * are only canonical words. */
    bool (*begins)(const struct words *words, const char *canonical, const char *typed,
                   size_t length);
};

/* Whether a move word, canonical or in the language, begins with what is typed. */
static inline bool words_begin(const struct words *words, const char *canonical, const char *typed,
                               size_t length)
{
    return strncasecmp(canonical, typed, length) == 0 ||
           (words->begins != NULL && words->begins(words, canonical, typed, length));
}

/* Adds the message `key` to `out`. */
#define words_say(words, out, key, ...)                                                            \
    (words)->say((words), (out), (key), (const struct word_argument[]){__VA_ARGS__},               \
                 sizeof((const struct word_argument[]){__VA_ARGS__}) /                             \
                     sizeof(struct word_argument))
#define words_say_plain(words, out, key) (words)->say((words), (out), (key), NULL, 0)

#endif
