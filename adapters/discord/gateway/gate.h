/* Which shard may identify when: the limits of Discord's session_start_limit. Pure.
 *
 * There are two limits. Each bucket of shards (number modulo max_concurrency) may send one Identify
 * every 5 s. All shards together may send a number of them a day, usually 1000; one more ends all
 * sessions, resets the token and mails the owner. So two counts must allow an Identify: Discord's,
 * asked for shortly before, and our own, which outlives the process as one line of text.
 *
 * A shard enters the gate before it connects. It holds its bucket until it has identified or given
 * up.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_GATEWAY_GATE_H
#define BELFRY_ADAPTERS_DISCORD_GATEWAY_GATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adapters/discord/gateway/gateway.h"

enum {
    GATEWAY_BUCKETS_MAX = 256,
    GATEWAY_BUDGET_BYTES = 64,
    /* Discord's usual number; used until Discord has told the real one. */
    GATEWAY_BUDGET_TOTAL = 1000,
    GATEWAY_BUDGET_DAY_MS = 24 * 60 * 60 * 1000
};

struct gateway_gate {
    int64_t gap, freshness;
    unsigned total, remaining, max_concurrency; /* as Discord told, less what was spent since */
    bool informed;
    int64_t informed_at, reset_at; /* monotonic */
    unsigned spent;                /* our own count of the day */
    int64_t day_end;               /* when that day ends, in ms since 1970 */
    struct gateway_bucket {
        bool held;
        unsigned holder;
        int64_t free_at;
    } buckets[GATEWAY_BUCKETS_MAX];
};

enum gateway_pass {
    GATEWAY_PASS_GO,
    GATEWAY_PASS_ASK,   /* GET /gateway/bot first */
    GATEWAY_PASS_QUEUE, /* another shard has the bucket: try again after `wait`, or when it leaves
                         */
    GATEWAY_PASS_SPENT  /* the day's budget is used up: try again after `wait` */
};

/* `now` is monotonic, `wall` the time of day, both in ms. */
void gateway_gate_init(struct gateway_gate *gate, const struct gateway_timers *timers);
void gateway_gate_inform(struct gateway_gate *gate, const struct gateway_info *info, int64_t now,
                         int64_t wall);
/* On GO the shard holds its bucket, and the budget has shrunk by one. */
enum gateway_pass gateway_gate_enter(struct gateway_gate *gate, unsigned shard, int64_t now,
                                     int64_t wall, int64_t *wait);
/* The Identify was sent. */
void gateway_gate_identified(struct gateway_gate *gate, unsigned shard, int64_t now);
/* The Identify was not sent; the budget grows by one again. True if the shard held its bucket. */
bool gateway_gate_leave(struct gateway_gate *gate, unsigned shard);

/* How many of the day's identifies are used, as far as is known, without one that is under way. */
unsigned gateway_gate_used(const struct gateway_gate *gate);

/* Our own count as a text to be remembered. A damaged text is ignored. */
void gateway_gate_print(const struct gateway_gate *gate, char text[GATEWAY_BUDGET_BYTES]);
void gateway_gate_read(struct gateway_gate *gate, const char *text, int64_t wall);

#endif
