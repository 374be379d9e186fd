#include "games/shared/rng.h"

#include <sodium.h>
#include <stdbool.h>
#include <string.h>

enum { NUMBERS_AT_ONCE = 64 };

/* The numbers of one operation, generated in portions. */
struct portion {
    uint8_t nonce[crypto_stream_chacha20_ietf_NONCEBYTES];
    uint32_t block; /* ChaCha20 block at which the next portion starts */
    uint32_t numbers[NUMBERS_AT_ONCE];
    unsigned used;
    unsigned made;
};

static uint32_t from_little_endian(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static void make_numbers(const uint8_t *key, const uint8_t *nonce, uint32_t block,
                         uint32_t *numbers, unsigned count)
{
    uint8_t bytes[NUMBERS_AT_ONCE * 4];
    memset(bytes, 0, count * 4);
    crypto_stream_chacha20_ietf_xor_ic(bytes, bytes, count * 4, nonce, block, key);
    for (unsigned i = 0; i < count; i++)
        numbers[i] = from_little_endian(bytes + (size_t)4 * i);
}

static void write_nonce(uint8_t nonce[crypto_stream_chacha20_ietf_NONCEBYTES], uint64_t operation)
{
    memset(nonce, 0, crypto_stream_chacha20_ietf_NONCEBYTES);
    for (int i = 0; i < 8; i++)
        nonce[i] = (uint8_t)(operation >> (8 * i));
}

static struct portion begin_operation(struct rng *rng)
{
    struct portion portion;
    write_nonce(portion.nonce, rng->operations++);
    portion.block = 0;
    portion.used = portion.made = 0;
    return portion;
}

static uint32_t next_number(const struct rng *rng, struct portion *portion, unsigned wanted)
{
    if (portion->used == portion->made) {
        unsigned blocks = (wanted + 15) / 16;
        if (blocks > NUMBERS_AT_ONCE / 16)
            blocks = NUMBERS_AT_ONCE / 16;
        portion->made = blocks * 16;
        portion->used = 0;
        make_numbers(rng->key, portion->nonce, portion->block, portion->numbers, portion->made);
        portion->block += blocks;
    }
    return portion->numbers[portion->used++];
}

/* Whether all the numbers whose quotient by `bound` is the same are below 2^32; the others would
 * make small remainders more likely. Told from the remainder, so that a draw divides once. */
static bool is_fair(uint32_t number, uint32_t remainder, uint32_t bound)
{
    return number - remainder <= UINT32_MAX - (bound - 1);
}

struct rng rng_from_key(const uint8_t key[RNG_KEY_BYTES])
{
    struct rng rng = {.operations = 0};
    memcpy(rng.key, key, RNG_KEY_BYTES);
    return rng;
}

struct rng rng_for_index(const uint8_t key[RNG_KEY_BYTES], uint64_t index)
{
    uint8_t message[20] = "belfry game ";
    for (int i = 0; i < 8; i++)
        message[12 + i] = (uint8_t)(index >> (8 * i));
    struct rng rng = {.operations = 0};
    crypto_generichash(rng.key, sizeof rng.key, message, sizeof message, key, RNG_KEY_BYTES);
    return rng;
}

struct rng rng_fork(struct rng *rng)
{
    struct rng fork = {.operations = 0};
    uint8_t nonce[crypto_stream_chacha20_ietf_NONCEBYTES];
    write_nonce(nonce, rng->operations++);
    crypto_stream_chacha20_ietf(fork.key, sizeof fork.key, nonce, rng->key);
    return fork;
}

static uint32_t draw(const struct rng *rng, struct portion *portion, uint32_t bound,
                     unsigned wanted)
{
    uint32_t number, remainder;
    do {
        number = next_number(rng, portion, wanted);
        remainder = number % bound;
    } while (!is_fair(number, remainder, bound));
    return remainder;
}

uint32_t rng_below(struct rng *rng, uint32_t bound)
{
    struct portion portion = begin_operation(rng);
    return draw(rng, &portion, bound, 1);
}

void rng_shuffle(struct rng *rng, uint8_t *items, size_t count)
{
    struct portion portion = begin_operation(rng);
    for (size_t i = count; i > 1; i--) {
        uint32_t j = draw(rng, &portion, (uint32_t)i, (unsigned)i);
        uint8_t item = items[i - 1];
        items[i - 1] = items[j];
        items[j] = item;
    }
}

struct rng_stream rng_stream_from(struct rng rng)
{
    return (struct rng_stream){.rng = rng, .used = NUMBERS_AT_ONCE};
}

uint32_t rng_stream_below(struct rng_stream *stream, uint32_t bound)
{
    uint32_t number, remainder;
    do {
        if (stream->used == NUMBERS_AT_ONCE) {
            uint8_t nonce[crypto_stream_chacha20_ietf_NONCEBYTES];
            write_nonce(nonce, stream->rng.operations++);
            make_numbers(stream->rng.key, nonce, 0, stream->numbers, NUMBERS_AT_ONCE);
            stream->used = 0;
        }
        number = stream->numbers[stream->used++];
        remainder = number % bound;
    } while (!is_fair(number, remainder, bound));
    return remainder;
}
