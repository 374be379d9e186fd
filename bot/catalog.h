/* The message catalog: every text that players read, in every language.
 *
 * Messages are patterns of ICU MessageFormat with numbered arguments, in JSON files
 * (config/locale/README.md says how to write them): LANGUAGE.json for the host and
 * LANGUAGE/GAME.json for each game. The files are part of the executable. A message that a language
 * lacks is said in English; one that English lacks is said as its key, with one error in the log.
 *
 * Patterns may use {0}, {0, plural, …}, {0, selectordinal, …} and {0, select, …}. A number said by
 * {0} or by # is digits without grouping, and arguments are never read as patterns, whatever they
 * hold.
 *
 * For one thread: messages are compiled when they are first said.
 */
#ifndef BELFRY_BOT_CATALOG_H
#define BELFRY_BOT_CATALOG_H

#include <stdbool.h>
#include <stddef.h>

#include "games/text.h"
#include "games/words.h"

enum {
    CATALOG_ARGUMENT_MAX = 10, /* {0} to {9} */
    CATALOG_PATTERN_MAX = 4096 /* bytes; what a message says with its arguments is at most as many
                                  UTF-16 units (8 KiB) */
};

/* "en", "fr", "it", NULL. */
extern const char *const catalog_languages[];
/* The language of a code such as "fr", "FR" or "fr-CH", as it stands in catalog_languages; NULL if
 * the catalog doesn't speak it. */
const char *catalog_language_find(const char *code);

struct catalog;

/* One JSON file. A language may have several; no key stands in two of them. */
struct catalog_source {
    const char *language; /* one of catalog_languages; the first source is English */
    const char *json;
    size_t length;
};

/* The embedded files. NULL with one line in `error` if it can't. */
struct catalog *catalog_open(char *error, size_t error_size);
struct catalog *catalog_open_sources(const struct catalog_source *sources, size_t count,
                                     char *error, size_t error_size);
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

/* Told of each mistake of check; key and complaint live as long as the call. */
typedef void catalog_complain(void *context, const char *language, const char *key,
                              const char *complaint);

/* Compiles every pattern of every language and compares keys and arguments with English. The number
 * of mistakes. */
size_t catalog_check(struct catalog *catalog, catalog_complain *complain, void *context);
/* Complains of each English message that `language` lacks. The number of them. */
size_t catalog_check_complete(struct catalog *catalog, const char *language,
                              catalog_complain *complain, void *context);

#endif
