/* Verifiable shuffles: the seed of a table is committed to before anyone sits down, players may add
 * words, and afterwards anyone can repeat the deal.
 *
 * A seat gives its word once. From the first word on seats and options are closed until the start,
 * so that nothing but further words can still change the deal; all words can only be taken back
 * together, if everybody agrees.
 *
 *     commitment = SHA-256 (FIPS 180-4) of the 32 bytes of the seed, published when the table opens
 *     key        = the seed, when the message is empty; otherwise
 *                  HMAC-SHA-256 (RFC 2104) with the seed as key over the message that follows
 *     message    = for each seat with a word, in seat order, the seat's number from 1 in decimal,
 *                  a blank, the word in UTF-8, a line feed; then, if there is a round of a public
 *                  beacon, "beacon ", its number in decimal, a blank, its value as 64 hex digits
 *                  in lower case, a line feed
 *
 * The key drives the generator of games/shared/rng.h and nothing else: the bot's own seats draw
 * from generators of their own.
 *
 * At a table with words=sealed each person first gives the SHA-256 of the bytes of their word, and
 * shows the word only when all have given theirs. If a word is not shown in time, nothing is dealt.
 *
 * Whoever runs the bot, or reads its store, knows the seed of an open table. Nobody else does. What
 * the check afterwards proves:
 *
 * - Always: the seed was fixed when the table opened, and every deal follows from seed and words. A
 *   player who does not know the seed could choose nothing.
 * - Without words: nobody chose the deal after the table opened. Whoever runs the bot could choose
 *   the seed before, or open tables until they liked one.
 * - With words: nobody chose the deal before the last word. Whoever knows the seed could try words
 *   until they liked the deal, if theirs was the last: they speak last to be able to, and a single
 *   word of an honest player helps only if it comes later.
 * - With sealed words: nobody chose the deal, unless every word was theirs: all words were fixed
 *   before one was known. This holds for words that can't be guessed from their SHA-256; take 16
 *   random bytes in hex. The last to show a word can look at the deal first and then not show it:
 *   they are named, and the bot counts such tables.
 * - With a beacon: nobody knew the deal when `start` was typed, and nothing could change any more:
 *   the round lay in the future. Compare its value with what the beacon published; neither the bot
 *   nor this check verifies the beacon's signature.
 *
 * It never proves that whoever runs the bot does not look at the cards during the game.
 */
#ifndef BELFRY_BOT_RECORD_SHUFFLE_H
#define BELFRY_BOT_RECORD_SHUFFLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "games/shared/rng.h"

enum {
    SHUFFLE_WORD_MAX = 33, /* bytes of a word, terminator included */
    SHUFFLE_COMMITMENT_TEXT = 65,
    SHUFFLE_SEAL_TEXT = 65
};

/* A round of a public beacon, such as drand. */
struct shuffle_beacon {
    uint64_t round;                      /* 0: none */
    char value[SHUFFLE_COMMITMENT_TEXT]; /* "": not known yet */
    char chain[SHUFFLE_COMMITMENT_TEXT]; /* the beacon's name for its chain; "": it has none */
};

/* Writes hex digits in lower case. */
void shuffle_commit(const uint8_t seed[RNG_KEY_BYTES], char commitment[SHUFFLE_COMMITMENT_TEXT]);
/* `words` has one entry per seat; NULL or "" for none. `beacon` may be NULL; without a value it
 * does not count. */
void shuffle_key(const uint8_t seed[RNG_KEY_BYTES], const char *const words[], unsigned seats,
                 const struct shuffle_beacon *beacon, uint8_t key[RNG_KEY_BYTES]);
/* 1 to 32 bytes of UTF-8 without blanks, controls or quotes. */
bool shuffle_is_word(const char *word);
/* Reads a SHA-256, 64 hex digits in either case; writes them in lower case. */
bool shuffle_read_seal(const char *written, size_t length, char seal[SHUFFLE_SEAL_TEXT]);
bool shuffle_is_seal_of(const char *seal, const char *word);

#endif
