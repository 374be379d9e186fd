/* Reading what people type: words, numbers and the like, one after the other.
 *
 * All games read through this, so that everywhere the same holds: any case, a beginning of a word
 * is enough if only one of the words possible now begins so, a complete word is never taken as the
 * beginning of a longer one, and the listener's own language works too.
 */
#ifndef BELFRY_GAMES_SHARED_NOTATION_H
#define BELFRY_GAMES_SHARED_NOTATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "games/words.h"

struct notation {
    const char *rest; /* not yet read; blanks in front are passed over */
    const struct words *words;
    const char *blanks; /* the characters between two pieces */
};

/* Blanks and tabs are between pieces. */
struct notation notation_of(const char *typed, const struct words *words);
/* Colons are, too: `2:b4` reads as `2 b4`. */
struct notation notation_with_colons(const char *typed, const struct words *words);
/* Nothing is left but blanks. */
bool notation_at_end(struct notation *notation);

enum notation_result { NOTATION_READ, NOTATION_NOTHING, NOTATION_UNKNOWN, NOTATION_AMBIGUOUS };

/* Reads one word out of `vocabulary` of which those with their bit in `possible` count (at most
 * 64). Nothing is consumed unless the result is NOTATION_READ. */
enum notation_result notation_word(struct notation *notation, const char *const *vocabulary,
                                   size_t count, uint64_t possible, unsigned *index);
/* Every word of a vocabulary of `count` words. */
#define NOTATION_ALL(count) ((UINT64_C(1) << (count)) - 1)
/* Reads a word that is possible `now`, else any word that has its bit in `known`, so that the rules
 * can say why it is not possible. */
bool notation_word_or_known(struct notation *notation, const char *const *vocabulary, size_t count,
                            uint64_t now, uint64_t known, unsigned *index);
/* A plain decimal number between least and most; nothing consumed on false. */
bool notation_number(struct notation *notation, unsigned least, unsigned most, unsigned *number);
/* Consumes `character` (either case) if it comes next. */
bool notation_character(struct notation *notation, char character);
/* The next blank-separated piece without consuming it; its length in bytes, 0 at the end. */
size_t notation_peek(struct notation *notation, const char **piece);
/* Consumes the next blank-separated piece. */
void notation_skip(struct notation *notation);

#endif
