#include "bot/record/seed.h"

#include <sodium.h>
#include <string.h>

bool seed_parse(const char *written, uint8_t seed[RNG_KEY_BYTES])
{
    char padded[2 * RNG_KEY_BYTES];
    size_t digits = strlen(written), length = 0;
    if (digits < 1 || digits > sizeof padded)
        return false;
    memset(padded, '0', sizeof padded);
    memcpy(padded + sizeof padded - digits, written, digits);
    return sodium_hex2bin(seed, RNG_KEY_BYTES, padded, sizeof padded, NULL, &length, NULL) == 0 &&
           length == RNG_KEY_BYTES;
}

void seed_print(const uint8_t seed[RNG_KEY_BYTES], char written[SEED_TEXT_MAX])
{
    sodium_bin2hex(written, SEED_TEXT_MAX, seed, RNG_KEY_BYTES);
}

void seed_draw(uint8_t seed[RNG_KEY_BYTES])
{
    randombytes_buf(seed, RNG_KEY_BYTES);
}
