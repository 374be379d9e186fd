/* The generator of every shuffle and draw. Its output is a contract: the same key gives the same
 * game on every machine, and anybody can check a shuffle with just ChaCha20.
 *
 * Operation number k of a generator (k counts from 0) uses its own stream of bytes:
 *
 *     ChaCha20 (RFC 8439: 32-byte key, 12-byte nonce, block counter from 0)
 *     key   = the table's key; without further words, the 256-bit seed, first hex digit first
 *     nonce = k as 8 bytes, least significant first, then 4 zero bytes
 *
 * The stream is read as 32-bit numbers, least significant byte first. A number below `bound` is
 * drawn without bias: numbers at or above the largest multiple of `bound` that fits into 2^32 are
 * skipped, and the first other number is taken modulo `bound`.
 *
 * rng_below is one operation. rng_shuffle is one operation too: for i = count - 1 down to 1, draw j
 * below i + 1 and swap items i and j (the Fisher-Yates shuffle, Knuth's Algorithm P).
 */
#ifndef BELFRY_GAMES_SHARED_RNG_H
#define BELFRY_GAMES_SHARED_RNG_H

#include <stddef.h>
#include <stdint.h>

enum { RNG_KEY_BYTES = 32 };

/* Plain data, part of a game's state. */
struct rng {
    uint8_t key[RNG_KEY_BYTES];
    uint64_t operations; /* done so far */
};

struct rng rng_from_key(const uint8_t key[RNG_KEY_BYTES]);

/* The key of game number `index` of a series: 32 bytes of BLAKE2b (libsodium's crypto_generichash)
 * keyed with `key` over "belfry game " and the index as 8 bytes, least significant first. */
struct rng rng_for_index(const uint8_t key[RNG_KEY_BYTES], uint64_t index);

/* A new generator whose key is 32 bytes drawn from this one: one operation. For playouts that must
 * differ from each other. */
struct rng rng_fork(struct rng *rng);

/* A number from 0 to bound - 1, bound > 0. */
uint32_t rng_below(struct rng *rng, uint32_t bound);

void rng_shuffle(struct rng *rng, uint8_t *items, size_t count);

/* Many cheap draws in a row, for random players. Each operation of the generator gives 64
 * numbers. */
struct rng_stream {
    struct rng rng;
    uint32_t numbers[64];
    unsigned used; /* of numbers */
};

struct rng_stream rng_stream_from(struct rng rng);
uint32_t rng_stream_below(struct rng_stream *stream, uint32_t bound);

#endif
