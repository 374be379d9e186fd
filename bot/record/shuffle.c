#include "bot/record/shuffle.h"

#include <inttypes.h>
#include <sodium.h>
#include <string.h>

#include "games/shared/text.h"

enum { LINE_BYTES = SHUFFLE_WORD_MAX + 16 };

_Static_assert(crypto_auth_hmacsha256_BYTES == RNG_KEY_BYTES, "a key is one HMAC");
_Static_assert(crypto_auth_hmacsha256_KEYBYTES == RNG_KEY_BYTES, "the seed is the HMAC's key");

void shuffle_commit(const uint8_t seed[RNG_KEY_BYTES], char commitment[SHUFFLE_COMMITMENT_TEXT])
{
    uint8_t hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(hash, seed, RNG_KEY_BYTES);
    sodium_bin2hex(commitment, SHUFFLE_COMMITMENT_TEXT, hash, sizeof hash);
}

void shuffle_key(const uint8_t seed[RNG_KEY_BYTES], const char *const words[], unsigned seats,
                 const struct shuffle_beacon *beacon, uint8_t key[RNG_KEY_BYTES])
{
    crypto_auth_hmacsha256_state state;
    bool any = false;
    crypto_auth_hmacsha256_init(&state, seed, RNG_KEY_BYTES);
    for (unsigned seat = 0; seat < seats; seat++) {
        char buffer[LINE_BYTES];
        struct text line = TEXT_IN(buffer);
        if (words[seat] == NULL || words[seat][0] == '\0')
            continue;
        text_add_format(&line, "%u %s\n", seat + 1, words[seat]);
        crypto_auth_hmacsha256_update(&state, (const uint8_t *)line.bytes, line.length);
        any = true;
    }
    if (beacon != NULL && beacon->value[0] != '\0') {
        char buffer[LINE_BYTES + SHUFFLE_COMMITMENT_TEXT];
        struct text line = TEXT_IN(buffer);
        text_add_format(&line, "beacon %" PRIu64 " %s\n", beacon->round, beacon->value);
        crypto_auth_hmacsha256_update(&state, (const uint8_t *)line.bytes, line.length);
        any = true;
    }
    crypto_auth_hmacsha256_final(&state, key);
    if (!any)
        memcpy(key, seed, RNG_KEY_BYTES);
}

bool shuffle_read_seal(const char *written, size_t length, char seal[SHUFFLE_SEAL_TEXT])
{
    uint8_t hash[crypto_hash_sha256_BYTES];
    size_t bytes = 0;
    if (length != SHUFFLE_SEAL_TEXT - 1 ||
        sodium_hex2bin(hash, sizeof hash, written, length, NULL, &bytes, NULL) != 0 ||
        bytes != sizeof hash)
        return false;
    sodium_bin2hex(seal, SHUFFLE_SEAL_TEXT, hash, sizeof hash);
    return true;
}

bool shuffle_is_seal_of(const char *seal, const char *word)
{
    uint8_t hash[crypto_hash_sha256_BYTES];
    char own[SHUFFLE_SEAL_TEXT];
    crypto_hash_sha256(hash, (const uint8_t *)word, strlen(word));
    sodium_bin2hex(own, sizeof own, hash, sizeof hash);
    return strcmp(own, seal) == 0;
}

bool shuffle_is_word(const char *word)
{
    char buffer[4 * SHUFFLE_WORD_MAX];
    struct text harmless = TEXT_IN(buffer);
    size_t length = strlen(word);
    if (length == 0 || length >= SHUFFLE_WORD_MAX || strpbrk(word, " \t\"\\") != NULL)
        return false;
    text_add_printable(&harmless, word, length);
    return text_is(&harmless, word);
}
