/* The message catalog: every text that players read, in every language.
 *
 * Messages are patterns of ICU MessageFormat with numbered arguments, in JSON files
 * (config/locale/README.md says how to write them): LANGUAGE.json for the host and
 * LANGUAGE/GAME.json for each game. The build checks the patterns and makes the files a table of
 * constants. A message that a language lacks is said in English. A message that English lacks is
 * said as its key, with one error in the log.
 *
 * Patterns may use {0}, {0, plural, …}, {0, selectordinal, …} and {0, select, …}. A number said by
 * {0} or by # is printed as digits without grouping. Arguments are never read as patterns.
 *
 * For one thread: mistakes are remembered so that each is logged once.
 */
#ifndef BELFRY_BOT_WORDS_CATALOG_H
#define BELFRY_BOT_WORDS_CATALOG_H

#include <stdbool.h>
#include <stddef.h>

#include "games/shared/text.h"
#include "games/words.h"

enum {
    CATALOG_ARGUMENT_MAX = 10, /* {0} to {9} */
    CATALOG_PATTERN_MAX = 4096 /* bytes of a pattern, and UTF-16 units of a message as said */
};

/* "en", "fr", "it", NULL. */
extern const char *const catalog_languages[];
/* The language of a code such as "fr", "FR" or "fr-CH", as it stands in catalog_languages; NULL if
 * the catalog doesn't speak it. */
const char *catalog_language_find(const char *code);

enum { CATALOG_LANGUAGE_COUNT = 3 };

/* A message in every language, in the order of catalog_languages; NULL: a language lacks it. */
struct catalog_text {
    const char *key;
    const char *patterns[CATALOG_LANGUAGE_COUNT];
};

/* In byte order of the keys. */
struct catalog_texts {
    const struct catalog_text *list;
    size_t count;
};

/* What the files say; the build makes it (catalog_compile.c). */
extern const struct catalog_texts catalog_built_in;

struct catalog;

/* The catalog of the built-in texts. NULL with one line in `error` if it can't. */
struct catalog *catalog_open(char *error, size_t error_size);
/* The same of other texts, which must live as long. */
struct catalog *catalog_open_texts(struct catalog_texts texts, char *error, size_t error_size);
void catalog_free(struct catalog *catalog);

/* Appends message `key` to `out`. An argument that the message doesn't use is ignored; one that it
 * lacks or can't use is an error in the log, once, and the key is said instead. */
void catalog_say(struct catalog *catalog, const char *language, const char *key,
                 const struct word_argument *arguments, size_t count, struct text *out);

/* The words of a language as games take them, valid as long as the catalog. English for a language
 * that the catalog doesn't speak.
 *
 * Move words are the messages "move.WORD", where WORD is canonical English: the message is the word
 * in the language. Case and accents make no difference. English words are found in every language.
 */
struct words catalog_words(struct catalog *catalog, const char *language);

/* Whether two words are one but for case and accents; words of 32 bytes or more never are. */
bool catalog_same_word(const char *one, size_t one_length, const char *other, size_t other_length);

/* The canonical word of a message that is a move word; NULL: it is none. */
const char *catalog_move_of_key(const char *key);

#endif
