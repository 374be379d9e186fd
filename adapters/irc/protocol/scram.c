#include "adapters/irc/protocol/scram.h"

#include <openssl/evp.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)IRC_SCRAM_PROOF_BYTES == (int)crypto_hash_sha256_BYTES, "SHA-256");
_Static_assert((int)IRC_SCRAM_PROOF_BYTES == (int)crypto_auth_hmacsha256_BYTES, "SHA-256");

/* "n,,": no channel binding, no other identity; then its base64. */
static const char header[] = "n,,", encoded_header[] = "biws";

enum { SALT_BYTES = 256, ENCODED_PROOF = sodium_base64_ENCODED_LEN(IRC_SCRAM_PROOF_BYTES, 1) };

static bool is_printable_ascii(const char *string)
{
    for (; *string; string++)
        if (*string < ' ' || *string > '~')
            return false;
    return true;
}

bool irc_scram_suits(const char *account, const char *password)
{
    return *account && *password && is_printable_ascii(account) && is_printable_ascii(password);
}

static void add_list(struct text *text, const char *const *pieces)
{
    for (; *pieces; pieces++)
        text_add(text, *pieces);
}

static void add_account(struct text *text, const char *account)
{
    for (; *account; account++) {
        if (*account == '=')
            text_add(text, "=3D");
        else if (*account == ',')
            text_add(text, "=2C");
        else
            text_add_char(text, *account);
    }
}

bool irc_scram_begin(struct irc_scram *scram, const char *account, const char *nonce,
                     struct text *reply)
{
    *scram = (struct irc_scram){.stage = IRC_SCRAM_GREETED};
    struct text own = TEXT_IN(scram->nonce), bare = TEXT_IN(scram->bare);
    text_add(&own, nonce);
    text_add(&bare, "n=");
    add_account(&bare, account);
    add_list(&bare, (const char *[]){",r=", nonce, NULL});
    add_list(reply, (const char *[]){header, scram->bare, NULL});
    return !own.truncated && !bare.truncated && !reply->truncated;
}

/* What the server's first message says. */
struct challenge {
    char nonce[256];
    uint8_t salt[SALT_BYTES];
    size_t salt_length;
    int rounds;
};

/* Copies the value of the next attribute, "x=value", and moves `*rest` past it and its comma. */
static bool take(const char **rest, char name, char *value, size_t size)
{
    if ((*rest)[0] != name || (*rest)[1] != '=')
        return false;
    size_t length = strcspn(*rest + 2, ",");
    if (length >= size)
        return false;
    memcpy(value, *rest + 2, length);
    value[length] = '\0';
    *rest += 2 + length;
    *rest += **rest == ',';
    return true;
}

static bool decode(const char *encoded, uint8_t *bytes, size_t size, size_t *length)
{
    return sodium_base642bin(bytes, size, encoded, strlen(encoded), NULL, length, NULL,
                             sodium_base64_VARIANT_ORIGINAL) == 0;
}

/* 0 when that is no number of rounds that we accept. */
static int read_rounds(const char *digits)
{
    size_t length = strlen(digits);
    if (length == 0 || length > 9 || strspn(digits, "0123456789") != length)
        return 0;
    int rounds = (int)strtol(digits, NULL, 10);
    return rounds >= IRC_SCRAM_ROUNDS_LEAST && rounds <= IRC_SCRAM_ROUNDS_MOST ? rounds : 0;
}

static const char *read_challenge(const struct irc_scram *scram, const char *message,
                                  struct challenge *challenge)
{
    char salt[sodium_base64_ENCODED_LEN(SALT_BYTES, 1)], rounds[16];
    size_t own = strlen(scram->nonce);
    if (!take(&message, 'r', challenge->nonce, sizeof challenge->nonce) ||
        !take(&message, 's', salt, sizeof salt) || !take(&message, 'i', rounds, sizeof rounds))
        return "its challenge can't be read";
    if (strncmp(challenge->nonce, scram->nonce, own) != 0 || challenge->nonce[own] == '\0')
        return "its nonce does not continue ours";
    if (!decode(salt, challenge->salt, sizeof challenge->salt, &challenge->salt_length) ||
        challenge->salt_length == 0)
        return "its salt can't be read";
    challenge->rounds = read_rounds(rounds);
    return challenge->rounds == 0 ? "it asks for an absurd number of rounds" : NULL;
}

static void hmac(const uint8_t key[IRC_SCRAM_PROOF_BYTES], const char *message,
                 uint8_t result[IRC_SCRAM_PROOF_BYTES])
{
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, key, IRC_SCRAM_PROOF_BYTES);
    crypto_auth_hmacsha256_update(&state, (const unsigned char *)message, strlen(message));
    crypto_auth_hmacsha256_final(&state, result);
    sodium_memzero(&state, sizeof state);
}

/* Writes our proof, and notes which one the server must give. `signed_text` is what both sign. */
static bool prove(struct irc_scram *scram, const char *password, const struct challenge *challenge,
                  const char *signed_text, uint8_t proof[IRC_SCRAM_PROOF_BYTES])
{
    uint8_t salted[IRC_SCRAM_PROOF_BYTES], key[IRC_SCRAM_PROOF_BYTES];
    uint8_t stored[IRC_SCRAM_PROOF_BYTES], signature[IRC_SCRAM_PROOF_BYTES];
    bool salting = PKCS5_PBKDF2_HMAC(password, (int)strlen(password), challenge->salt,
                                     (int)challenge->salt_length, challenge->rounds, EVP_sha256(),
                                     sizeof salted, salted) == 1;
    if (salting) {
        hmac(salted, "Client Key", key);
        crypto_hash_sha256(stored, key, sizeof key);
        hmac(stored, signed_text, signature);
        for (size_t i = 0; i < sizeof key; i++)
            proof[i] = key[i] ^ signature[i];
        hmac(salted, "Server Key", key);
        hmac(key, signed_text, scram->expected);
    }
    sodium_memzero(salted, sizeof salted);
    sodium_memzero(key, sizeof key);
    sodium_memzero(stored, sizeof stored);
    return salting;
}

static const char *answer_challenge(struct irc_scram *scram, const char *password,
                                    const char *message, struct text *reply)
{
    struct challenge challenge;
    char buffer[2 * IRC_SCRAM_TEXT_MAX], encoded[ENCODED_PROOF];
    struct text signed_text = TEXT_IN(buffer);
    uint8_t proof[IRC_SCRAM_PROOF_BYTES];
    const char *complaint = read_challenge(scram, message, &challenge);
    if (complaint)
        return complaint;
    add_list(reply, (const char *[]){"c=", encoded_header, ",r=", challenge.nonce, NULL});
    add_list(&signed_text, (const char *[]){scram->bare, ",", message, ",", reply->bytes, NULL});
    if (signed_text.truncated || reply->truncated)
        return "its challenge is too long";
    if (!prove(scram, password, &challenge, buffer, proof))
        return "its challenge can't be computed";
    sodium_bin2base64(encoded, sizeof encoded, proof, sizeof proof, sodium_base64_VARIANT_ORIGINAL);
    add_list(reply, (const char *[]){",p=", encoded, NULL});
    scram->stage = IRC_SCRAM_ANSWERED;
    return NULL;
}

static const char *check_proof(struct irc_scram *scram, const char *message)
{
    char encoded[ENCODED_PROOF];
    uint8_t proof[IRC_SCRAM_PROOF_BYTES];
    size_t length;
    if (!take(&message, 'v', encoded, sizeof encoded) ||
        !decode(encoded, proof, sizeof proof, &length) || length != sizeof proof)
        return "its proof can't be read";
    if (sodium_memcmp(proof, scram->expected, sizeof proof) != 0)
        return "its proof is wrong";
    scram->stage = IRC_SCRAM_PROVEN;
    return NULL;
}

const char *irc_scram_answer(struct irc_scram *scram, const char *password, const char *message,
                             struct text *reply)
{
    const char *complaint = "it says more than belongs to the login";
    if (scram->stage == IRC_SCRAM_GREETED)
        complaint = answer_challenge(scram, password, message, reply);
    else if (scram->stage == IRC_SCRAM_ANSWERED)
        complaint = check_proof(scram, message);
    if (complaint)
        scram->stage = IRC_SCRAM_IDLE;
    return complaint;
}

bool irc_scram_refused(const char *message)
{
    return strncmp(message, "e=", 2) == 0;
}
