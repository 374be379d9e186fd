/* Who may identify when: the limits of Discord's session_start_limit. Pure.
 *
 * Two of them. In each bucket of shards (number modulo max_concurrency) one Identify every 5 s. And
 * a number a day, 1000 as a rule, over all shards: going over it kills all sessions, resets the
 * token and mails the owner. So two counts must allow it: Discord's, asked for shortly before, and
 * our own, which outlives the process as one line of text.
 *
 * A shard enters before it connects and holds its bucket until it has identified or given up.
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
    /* Discord's usual figure; counts until it has told its own. */
    GATEWAY_BUDGET_TOTAL = 1000,
    GATEWAY_BUDGET_DAY_MS = 24 * 60 * 60 * 1000
};

struct gateway_gate {
    int64_t gap, freshness;
    unsigned total, remaining, max_concurrency; /* as Discord told; less what was spent since */
    bool informed;
    int64_t informed_at, reset_at; /* monotonic */
    unsigned spent;                /* our own count in the day that ends at ... */
    int64_t day_end;               /* ... time of day, ms since 1970 */
    struct gateway_bucket {
        bool held;
        unsigned holder;
        int64_t free_at;
    } buckets[GATEWAY_BUCKETS_MAX];
};

enum gateway_pass {
    GATEWAY_PASS_GO,
    GATEWAY_PASS_ASK,   /* GET /gateway/bot first */
    GATEWAY_PASS_QUEUE, /* others of the bucket come first: `wait`, or when one leaves */
    GATEWAY_PASS_SPENT  /* the budget of the day: `wait` */
};

/* `now` is monotonic, `wall` the time of day, both in ms. */
void gateway_gate_init(struct gateway_gate *gate, const struct gateway_timers *timers);
void gateway_gate_inform(struct gateway_gate *gate, const struct gateway_info *info, int64_t now,
                         int64_t wall);
/* On GO the shard holds its bucket and one of the budget is spent. */
enum gateway_pass gateway_gate_enter(struct gateway_gate *gate, unsigned shard, int64_t now,
                                     int64_t wall, int64_t *wait);
/* It was sent. */
void gateway_gate_identified(struct gateway_gate *gate, unsigned shard, int64_t now);
/* It was not sent; the shard gets its part of the budget back. True when it held its bucket. */
bool gateway_gate_leave(struct gateway_gate *gate, unsigned shard);

/* Our own count as text, to be remembered; a damaged text counts as none. */
void gateway_gate_print(const struct gateway_gate *gate, char text[GATEWAY_BUDGET_BYTES]);
void gateway_gate_read(struct gateway_gate *gate, const char *text, int64_t wall);

#endif
