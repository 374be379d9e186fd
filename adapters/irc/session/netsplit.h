/* Netsplits: how to tell them by a QUIT, and whom they took. Pure. */
#ifndef BELFRY_ADAPTERS_IRC_SESSION_NETSPLIT_H
#define BELFRY_ADAPTERS_IRC_SESSION_NETSPLIT_H

#include <stdbool.h>
#include <stdint.h>

#include "bot/adapter.h"

enum { IRC_MISSING_MAX = 256 };

/* Whether the reason of a QUIT is that of a split: two server names with one blank between them,
 * "*.net *.split" included. */
bool irc_netsplit_reason(const char *reason);

/* The identities of people that a split took. When there are too many, the oldest is forgotten. */
struct irc_missing {
    struct {
        char identity[IDENTITY_MAX];
        int64_t until;
    } people[IRC_MISSING_MAX];
    int next;
};
void irc_missing_add(struct irc_missing *missing, const char *identity, int64_t until);
/* Whether somebody is missing at `now`. They count as missing until their time is over, because
 * they rejoin one channel after the other. */
bool irc_missing_has(const struct irc_missing *missing, const char *identity, int64_t now);

#endif
