/* A public beacon: anybody can read its rounds, each with a value that nobody knows before its
 * time. `start` chooses a round that lies in the future; from then on nothing can be changed at the
 * table, and the round's value goes into the shuffle (bot/record/shuffle.h).
 *
 * The interface to what asks the beacon while the session manager goes on. The answer comes through
 * session_beacon_answered().
 */
#ifndef BELFRY_BOT_TABLES_BEACON_H
#define BELFRY_BOT_TABLES_BEACON_H

#include <stdbool.h>
#include <stdint.h>

struct beacon {
    void *context;
    const char *chain;       /* its name for the chain of rounds */
    int64_t genesis, period; /* of round 1, seconds since 1970; seconds */
    bool required;           /* without the value the table waits; otherwise it goes on without */
    /* Asks for a round whose time has come. One answer follows, later. */
    void (*ask)(void *context, int64_t table, uint64_t round);
};

#endif
