/* What people hear while the server of a shared store does not answer: nothing is lost, and whoever
 * asks for something hears once, until the server is back, that it waits.
 *
 * What they ask for waits where everything waits: in a turn that is being saved, or for the table
 * of one. Where several processes share the networks, a process that can't reach the server does
 * not know after a while whether it still serves a place: what is typed there is kept, and worked
 * off if nobody else has served the place meanwhile. Until then nothing is said there.
 */
#ifndef BELFRY_BOT_TURN_OUTAGE_H
#define BELFRY_BOT_TURN_OUTAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "bot/adapter.h"

struct host;

struct outage {
    struct host *host;
    uv_timer_t timer;
    uint64_t heard;       /* of the feed, when the timer looked last */
    unsigned looks;       /* so often it was the same */
    struct asker *told;   /* who has heard of this outage */
    struct waiting *kept; /* in order */
    size_t kept_count;
};

/* The loop must run until the timer is released after outage_close(). */
void outage_open(struct outage *outage, struct host *host);
/* Begins to look, where the store is shared. */
void outage_start(struct outage *outage);
void outage_close(struct outage *outage);
void outage_clear(struct outage *outage);

/* Whether the server leaves this process without an answer for longer than it takes to save a turn.
 */
bool outage_is_likely(const struct outage *outage);

/* Somebody has typed this where the process may not speak at present. */
void outage_keep(struct outage *outage, const struct inbound *inbound);
/* Takes the first of what was kept that may be worked off now; NULL: none. The caller frees it with
 * inbound_free(). */
struct inbound *outage_take(struct outage *outage);

#endif
