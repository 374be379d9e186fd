/* Parsing what people type: words, numbers and the like, one after the other.
 *
 * All games parse with this, so the same rules hold everywhere. Case does not matter. A beginning
 * of a word is enough if only one possible word begins that way. A complete word is never taken as
 * the beginning of a longer one. Words of the listener's own language work too.
 */
#ifndef BELFRY_GAMES_SHARED_NOTATION_H
#define BELFRY_GAMES_SHARED_NOTATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "games/words.h"

struct notation {
    const char *rest; /* not yet read; leading blanks are skipped */
    const struct words *words;
    const char *blanks; /* the characters that separate pieces */
};

/* Blanks and tabs separate the pieces. */
struct notation notation_of(const char *typed, const struct words *words);
/* Colons separate pieces too: `2:b4` reads as `2 b4`. */
struct notation notation_with_colons(const char *typed, const struct words *words);
/* Whether only blanks are left. */
bool notation_at_end(struct notation *notation);

enum notation_result { NOTATION_READ, NOTATION_NOTHING, NOTATION_UNKNOWN, NOTATION_AMBIGUOUS };

/* Reads a word of `vocabulary` (at most 64 words). Only words whose bit is set in `possible` count.
 * Consumes nothing unless the result is NOTATION_READ. */
enum notation_result notation_word(struct notation *notation, const char *const *vocabulary,
                                   size_t count, uint64_t possible, unsigned *index);
/* The bits of all words of a vocabulary of `count` words. */
#define NOTATION_ALL(count) ((UINT64_C(1) << (count)) - 1)
/* Reads a word that is possible `now`, else any `known` word, so that the rules can say why it is
 * not possible. */
bool notation_word_or_known(struct notation *notation, const char *const *vocabulary, size_t count,
                            uint64_t now, uint64_t known, unsigned *index);
/* Reads the text of a message, which may be several words (`Lady Aliena`), in any case and with or
 * without accents. Consumes nothing on false. */
bool notation_message(struct notation *notation, const char *key);
/* Reads a decimal number from `least` to `most`. Consumes nothing on false. */
bool notation_number(struct notation *notation, unsigned least, unsigned most, unsigned *number);
/* Consumes `character`, in either case, if it comes next. */
bool notation_character(struct notation *notation, char character);
/* Finds the next piece without consuming it; returns its length in bytes, 0 at the end. */
size_t notation_peek(struct notation *notation, const char **piece);
/* Consumes the next piece. */
void notation_skip(struct notation *notation);

#endif
