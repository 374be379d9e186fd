/* STS, strict transport security: a server that said so over TLS is reached by TLS only, at the
 * same port, for as long as it said, also after a restart of the bot. Pure.
 */
#ifndef BELFRY_ADAPTERS_IRC_PROTOCOL_STS_H
#define BELFRY_ADAPTERS_IRC_PROTOCOL_STS_H

#include <stdbool.h>
#include <stdint.h>

#include "games/shared/text.h"

enum { IRC_STS_KEY_MAX = 264, IRC_STS_TEXT_MAX = 64 };

/* What a server asked for. Times are in ms; `until` is a time of day, since 1970. */
struct irc_sts {
    uint16_t port; /* 0: nothing was asked for */
    int64_t lasting, until;
};

/* The key of a host's policy in the store; the same for all ways to write the host. */
void irc_sts_key(const char *host, struct text *key);
/* Write and read a policy as it is stored. False: that is none. */
void irc_sts_print(const struct irc_sts *policy, struct text *text);
bool irc_sts_parse(const char *text, struct irc_sts *policy);

/* The port to use, or 0 when there is no policy or its time is over. */
uint16_t irc_sts_port(const struct irc_sts *policy, int64_t wall);
/* Whether a policy heard just now changes the one that is kept so much that it must be stored:
 * other words, or less than half of its time is left. */
bool irc_sts_is_news(const struct irc_sts *kept, const struct irc_sts *heard);

#endif
