/* The IRCv3 capabilities that the bot wants, and what SASL sends. Pure. */
#ifndef BELFRY_ADAPTERS_IRC_PROTOCOL_CAPABILITY_H
#define BELFRY_ADAPTERS_IRC_PROTOCOL_CAPABILITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "games/shared/text.h"

enum irc_capability {
    IRC_CAP_SASL,
    IRC_CAP_MESSAGE_TAGS,
    IRC_CAP_ACCOUNT_TAG,
    IRC_CAP_SERVER_TIME,
    IRC_CAP_BATCH,
    IRC_CAP_ACCOUNT_NOTIFY,
    IRC_CAP_EXTENDED_JOIN,
    IRC_CAP_AWAY_NOTIFY,
    IRC_CAP_CHGHOST,
    IRC_CAP_SETNAME,
    IRC_CAP_MULTI_PREFIX,
    IRC_CAP_USERHOST_IN_NAMES,
    IRC_CAP_CAP_NOTIFY,
    IRC_CAP_INVITE_NOTIFY,
    IRC_CAPABILITIES
};

struct irc_capabilities {
    uint32_t offered, requested, enabled; /* bits by enum irc_capability */
    char mechanisms[256]; /* of SASL, "PLAIN,EXTERNAL"; "" when the server names none */
    uint16_t tls_port;    /* that STS asks for on an unencrypted connection, or 0 */
    bool sts_lasts;       /* STS says how long it holds; heeded over TLS only */
    int64_t sts_lasting;  /* in ms; 0: not any more */
};

bool irc_capability_on(const struct irc_capabilities *capabilities, enum irc_capability which);
/* Take a list: of CAP LS or NEW, of CAP DEL, of CAP ACK ("-name" turns one off). They ignore
 * unknown names. */
void irc_capabilities_offer(struct irc_capabilities *capabilities, const char *list);
void irc_capabilities_withdraw(struct irc_capabilities *capabilities, const char *list);
void irc_capabilities_acknowledge(struct irc_capabilities *capabilities, const char *list);
/* Writes the names of capabilities that are offered and not requested yet, separated by blanks, and
 * marks them as requested. False when there are none. All of them fit one line. */
bool irc_capabilities_request(struct irc_capabilities *capabilities, struct text *list);
/* Whether a mechanism may be tried: the server lists it, or lists none. */
bool irc_capabilities_mechanism(const struct irc_capabilities *capabilities, const char *mechanism);

enum { IRC_SASL_CHUNK = 400, IRC_SASL_MAX = 1152 };
/* The base64 of "\0account\0password". False when it does not fit. */
bool irc_sasl_plain(const char *account, const char *password, char *encoded, size_t size);

#endif
