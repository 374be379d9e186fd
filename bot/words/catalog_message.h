/* One message of the catalog: a pattern of ICU MessageFormat, checked and said; for
 * bot/words/catalog.c.
 *
 * Patterns are read here, and ICU gives the plural rules: its own C interface takes each argument
 * either as a text or as a number, never both ways in one pattern, and prints # with grouping.
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

/* How a language counts. */
struct catalog_rules {
    UPluralRules *plural, *ordinal;
};

/* False when memory is gone; what was opened is to be closed all the same. */
bool catalog_rules_open(struct catalog_rules *rules, const char *language);
void catalog_rules_close(struct catalog_rules *rules);

/* Appends what a pattern says that was checked, with arguments that serve its usage; `words` says
 * the messages among them. Bytes of arguments that are no UTF-8 become U+FFFD. Whatever is beyond
 * CATALOG_PATTERN_MAX is left out, and `out` is truncated then. */
void catalog_message_say(const char *pattern, const struct catalog_rules *rules,
                         const struct words *words, const struct word_argument *arguments,
                         struct text *out);

#endif
