/* How much may be sent on one connection: 120 payloads in 60 s, or Discord closes it with 4008.
 * Heartbeats count, too, so that some of it is kept for them. Pure.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_GATEWAY_PACE_H
#define BELFRY_ADAPTERS_DISCORD_GATEWAY_PACE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    GATEWAY_PACE_COUNT = 120,
    GATEWAY_PACE_WINDOW_MS = 60000,
    /* At the usual interval two beats fall into a window; Discord may ask for some more. */
    GATEWAY_PACE_RESERVE_BEATS = 5
};

enum gateway_pace_kind {
    GATEWAY_PACE_BEAT, /* by schedule, and what opens a session */
    GATEWAY_PACE_ASKED /* a beat that Discord asked for: leaves the reserve to the others */
};

/* All zero at the start of a connection. */
struct gateway_pace {
    int64_t sent[GATEWAY_PACE_COUNT]; /* a ring of times */
    unsigned count, next;
};

/* 0: may be sent now; else the ms until it may. */
int64_t gateway_pace_wait(const struct gateway_pace *pace, enum gateway_pace_kind kind,
                          int64_t now);
void gateway_pace_sent(struct gateway_pace *pace, int64_t now);

#endif
