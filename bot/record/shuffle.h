/* Verifiable shuffles: the seed of a table is committed to before anyone sits down, players may add
 * words, and afterwards anyone can repeat the deal.
 *
 *     commitment = SHA-256 (FIPS 180-4) of the 32 bytes of the seed, published when the table opens
 *     key        = the seed, when nobody added a word; otherwise
 *                  HMAC-SHA-256 (RFC 2104) with the seed as key over the message that follows
 *     message    = for each seat with a word, in seat order, the seat's number from 1 in decimal,
 *                  a blank, the word in UTF-8, a line feed
 *
 * The key drives the generator of games/shared/rng.h and nothing else: the bot's own seats draw
 * from generators of their own.
 *
 * What it proves: the seed was fixed before the words were known, and the deals follow from seed
 * and words. So neither a player who adds a word nor the operator of the bot can choose a deal
 * after seeing the rest.
 *
 * What it does not prove: that the operator does not look at the seed, and so at the cards, during
 * the game; that they did not open tables until they liked a seed, if no player adds a word; that
 * they control none of the words. The word of a single player whom the operator does not control
 * takes the choice from the operator.
 */
#ifndef BELFRY_BOT_RECORD_SHUFFLE_H
#define BELFRY_BOT_RECORD_SHUFFLE_H

#include <stdbool.h>
#include <stdint.h>

#include "games/shared/rng.h"

enum {
    SHUFFLE_WORD_MAX = 33, /* bytes of a word, terminator included */
    SHUFFLE_COMMITMENT_TEXT = 65
};

/* Writes hex digits in lower case. */
void shuffle_commit(const uint8_t seed[RNG_KEY_BYTES], char commitment[SHUFFLE_COMMITMENT_TEXT]);
/* `words` has one entry per seat; NULL or "" for none. */
void shuffle_key(const uint8_t seed[RNG_KEY_BYTES], const char *const words[], unsigned seats,
                 uint8_t key[RNG_KEY_BYTES]);
/* 1 to 32 bytes of UTF-8 without blanks, controls or quotes. */
bool shuffle_is_word(const char *word);

#endif
