/* Servers that lose each other: how a quit tells it, and who is missed since. Pure. */
#ifndef BELFRY_ADAPTERS_IRC_SESSION_NETSPLIT_H
#define BELFRY_ADAPTERS_IRC_SESSION_NETSPLIT_H

#include <stdbool.h>
#include <stdint.h>

#include "bot/adapter.h"

enum { IRC_MISSING_MAX = 256 };

/* Whether the reason of a quit is that of a split: two names of servers with one blank between,
 * which includes "*.net *.split". */
bool irc_netsplit_reason(const char *reason);

/* The identities that a split took. When there are too many the oldest is forgotten. */
struct irc_missing {
    struct {
        char identity[IDENTITY_MAX];
        int64_t until;
    } people[IRC_MISSING_MAX];
    int next;
};
void irc_missing_add(struct irc_missing *missing, const char *identity, int64_t until);
/* Whether somebody was missed at `now`. He stays so until his time is over, since he comes back
 * to one channel after the other. */
bool irc_missing_has(const struct irc_missing *missing, const char *identity, int64_t now);

#endif
