/* SASL SCRAM-SHA-256 (RFC 5802, RFC 7677) without channel binding: a login in which neither side
 * sends the password and each proves to the other that it knows it. Pure: texts in, texts out,
 * before and after base64; the caller brings the nonce.
 */
#ifndef BELFRY_ADAPTERS_IRC_PROTOCOL_SCRAM_H
#define BELFRY_ADAPTERS_IRC_PROTOCOL_SCRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "games/shared/text.h"

enum {
    IRC_SCRAM_NONCE_BYTES = 18,
    IRC_SCRAM_PROOF_BYTES = 32,
    /* Rounds of hashing that a server may ask for. RFC 7677 wants at least 4,096; more than the
     * most would hold up everything else that the bot does. */
    IRC_SCRAM_ROUNDS_LEAST = 4096,
    IRC_SCRAM_ROUNDS_MOST = 1000000,
    IRC_SCRAM_TEXT_MAX = 1024 /* of one message before base64, terminator included */
};

enum irc_scram_stage {
    IRC_SCRAM_IDLE,
    IRC_SCRAM_GREETED,  /* our first message is written */
    IRC_SCRAM_ANSWERED, /* we have proven ourselves; the server has not */
    IRC_SCRAM_PROVEN    /* the server knows the password as well */
};

struct irc_scram {
    enum irc_scram_stage stage;
    char nonce[64];                          /* ours */
    char bare[256];                          /* our first message without its header */
    uint8_t expected[IRC_SCRAM_PROOF_BYTES]; /* the server's proof */
};

/* Whether account and password are ones that every server prepares alike: printable ASCII. */
bool irc_scram_suits(const char *account, const char *password);

/* Writes our first message. `nonce` is of printable ASCII without a comma, and never used again. */
bool irc_scram_begin(struct irc_scram *scram, const char *account, const char *nonce,
                     struct text *reply);

/* Takes the server's next message and writes our answer, which may be empty. Returns NULL, or why
 * the server can't be trusted; then the login is over. */
const char *irc_scram_answer(struct irc_scram *scram, const char *password, const char *message,
                             struct text *reply);

/* Whether a message of the server says that the login failed ("e=invalid-proof"). */
bool irc_scram_refused(const char *message);

#endif
