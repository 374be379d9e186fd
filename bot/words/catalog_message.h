/* One message of the catalog: a pattern of ICU MessageFormat, checked and said; for
 * bot/words/catalog.c.
 *
 * The patterns are parsed here; only the plural rules come from ICU. Its own C interface takes an
 * argument as a text or as a number, never both ways in one pattern, and groups the digits of #.
 */
#ifndef BELFRY_BOT_WORDS_CATALOG_MESSAGE_H
#define BELFRY_BOT_WORDS_CATALOG_MESSAGE_H

#include <stdbool.h>
#include <stdint.h>
#include <unicode/upluralrules.h>

#include "bot/words/catalog.h"

/* Which arguments a pattern uses: bit n is {n}. */
struct catalog_usage {
    uint16_t texts;   /* as text: {n}, # and select */
    uint16_t numbers; /* as number: plural and selectordinal */
    uint16_t selects; /* by select; they are in texts too */
};

/* False with one line in `error` if the pattern is wrong. */
bool catalog_message_check(const char *pattern, struct catalog_usage *usage, char *error,
                           size_t error_size);

/* The plural rules of a language. */
struct catalog_rules {
    UPluralRules *plural, *ordinal;
};

/* False when memory runs out; catalog_rules_close is needed all the same. */
bool catalog_rules_open(struct catalog_rules *rules, const char *language);
void catalog_rules_close(struct catalog_rules *rules);

/* What a message is said with: the rules of its language, the words that say the messages among its
 * arguments, and what stands before the names of commands. */
struct catalog_saying {
    const struct catalog_rules *rules;
    const struct words *words;
    const struct word_argument *arguments;
    const char *prefix;
};

/* Appends a message. The pattern must have been checked, and the arguments must be those of its
 * usage. Bytes of arguments that are not UTF-8 become U+FFFD.
 * A message is cut at CATALOG_PATTERN_MAX, and `out` is marked as truncated. */
void catalog_message_say(const char *pattern, const struct catalog_saying *saying,
                         struct text *out);

#endif
