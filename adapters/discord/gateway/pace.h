/* How much may be sent on one connection: 120 payloads in 60 s; after more Discord closes it with
 * 4008. Heartbeats count too, so a part is reserved for them. Pure.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_GATEWAY_PACE_H
#define BELFRY_ADAPTERS_DISCORD_GATEWAY_PACE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    GATEWAY_PACE_COUNT = 120,
    GATEWAY_PACE_WINDOW_MS = 60000,
    /* At the usual interval a window holds two beats; Discord may ask for more. */
    GATEWAY_PACE_RESERVE_BEATS = 5
};

enum gateway_pace_kind {
    GATEWAY_PACE_BEAT, /* a scheduled beat, and what opens a session */
    GATEWAY_PACE_ASKED /* a beat that Discord asked for: may not use the reserve */
};

/* All zero at the start of a connection. */
struct gateway_pace {
    int64_t sent[GATEWAY_PACE_COUNT]; /* a ring of times */
    unsigned count, next;
};

/* Returns 0 if it may be sent now, else the ms until then. */
int64_t gateway_pace_wait(const struct gateway_pace *pace, enum gateway_pace_kind kind,
                          int64_t now);
void gateway_pace_sent(struct gateway_pace *pace, int64_t now);

#endif
