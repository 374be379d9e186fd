/* One message of the catalog: a pattern, compiled by ICU, and what it needs; for
 * bot/words/catalog.c.
 *
 * ICU's C interface takes the arguments as C varargs, whose types the pattern decides: a text for
 * {0}, a double for {0, plural, …}. It refuses a pattern that uses one argument both ways, and
 * prints # with grouping. So a pattern is rewritten before it is compiled: an argument becomes a
 * text slot, a number slot or both, texts come first, numbers after them, and # becomes the text
 * slot of its argument.
 */
#ifndef BELFRY_BOT_WORDS_CATALOG_MESSAGE_H
#define BELFRY_BOT_WORDS_CATALOG_MESSAGE_H

#include <stdbool.h>
#include <stdint.h>
#include <unicode/umsg.h>

#include "bot/words/catalog.h"

/* Which arguments a pattern uses: bit n is {n}. */
struct catalog_usage {
    uint16_t texts;   /* as text: {n}, # and select */
    uint16_t numbers; /* as number: plural and selectordinal */
    uint16_t selects; /* by select; they are in texts too */
};

struct catalog_message {
    UMessageFormat *format;
    struct catalog_usage usage;
};

/* False with one line in `error` if the pattern is wrong. */
bool catalog_message_compile(struct catalog_message *message, const char *pattern,
                             const char *language, char *error, size_t error_size);
void catalog_message_close(struct catalog_message *message);

/* The arguments of a message as they are said. */
struct catalog_values {
    UChar arena[CATALOG_PATTERN_MAX]; /* the texts */
    size_t used;
    bool truncated; /* a text did not fit */
    size_t count;
    const UChar *texts[CATALOG_ARGUMENT_MAX];
    double numbers[CATALOG_ARGUMENT_MAX];
};

/* Adds the next argument; bytes that are no UTF-8 become U+FFFD. */
void catalog_values_add(struct catalog_values *values, const char *text, double number);
/* False if ICU refuses; nothing is appended then. */
bool catalog_message_say(const struct catalog_message *message, const struct catalog_values *values,
                         struct text *out);

#endif
