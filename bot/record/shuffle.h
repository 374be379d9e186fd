/* Shuffles that can be checked: the seed of a table is sealed before anybody sits, players may add
 * words, and afterwards everybody can deal again what was dealt.
 *
 *     commitment = SHA-256 (FIPS 180-4) of the 32 bytes of the seed, told when the table opens
 *     key        = the seed, when nobody added a word; otherwise
 *                  HMAC-SHA-256 (RFC 2104) with the seed as key over the message that follows
 *     message    = for each seat with a word, in seat order, the seat's number from 1 in decimal,
 *                  a blank, the word in UTF-8, a line feed
 *
 * The key drives the generator of games/shared/rng.h and nothing else: seats of the bot draw from
 * generators of their own.
 *
 * What it proves: the seed stood fast before the words were known, and the deals follow from seed
 * and words. So nobody who adds a word, and nobody who runs the bot, can choose a deal after having
 * seen all of that. What it does not prove: that whoever runs the bot does not look at the seed
 * (and so at the cards) during the game, that he did not open tables until he liked a seed while no
 * player added a word, or that he has no part in the words (a word of a player whom he does not
 * control is what takes the choice from him).
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

/* In hex digits, lower case. */
void shuffle_commit(const uint8_t seed[RNG_KEY_BYTES], char commitment[SHUFFLE_COMMITMENT_TEXT]);
/* One word a seat; NULL or "" for none. */
void shuffle_key(const uint8_t seed[RNG_KEY_BYTES], const char *const words[], unsigned seats,
                 uint8_t key[RNG_KEY_BYTES]);
/* 1 to 32 bytes of UTF-8 without blanks, controls or quotes. */
bool shuffle_is_word(const char *word);

#endif
