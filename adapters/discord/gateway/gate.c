#include "adapters/discord/gateway/gate.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Without a gap between logins, whoever may not log in yet would ask in every turn of the loop. */
#define RETRY_MIN_MS 100

void gateway_gate_init(struct gateway_gate *gate, const struct gateway_timers *timers)
{
    *gate = (struct gateway_gate){.gap = timers->identify_gap,
                                  .freshness = timers->info_freshness,
                                  .total = GATEWAY_BUDGET_TOTAL,
                                  .max_concurrency = 1};
}

static struct gateway_bucket *bucket_of(struct gateway_gate *gate, unsigned shard)
{
    return &gate->buckets[shard % gate->max_concurrency];
}

/* How long to wait for something whose end is not known. */
static int64_t retry_after(const struct gateway_gate *gate)
{
    return gate->gap > RETRY_MIN_MS ? gate->gap : RETRY_MIN_MS;
}

static int64_t within_a_day(int64_t ms)
{
    if (ms < 0)
        return 0;
    return ms < GATEWAY_BUDGET_DAY_MS ? ms : GATEWAY_BUDGET_DAY_MS;
}

static void begin_day(struct gateway_gate *gate, int64_t wall)
{
    if (wall >= gate->day_end) {
        gate->spent = 0;
        gate->day_end = wall + GATEWAY_BUDGET_DAY_MS;
    }
}

/* The number of buckets may change only while none is held: a shard would hold the wrong one. */
static bool any_held(const struct gateway_gate *gate)
{
    for (unsigned i = 0; i < gate->max_concurrency; i++) {
        if (gate->buckets[i].held)
            return true;
    }
    return false;
}

void gateway_gate_inform(struct gateway_gate *gate, const struct gateway_info *info, int64_t now,
                         int64_t wall)
{
    unsigned most = info->max_concurrency;

    if (most < 1)
        most = 1;
    else if (most > GATEWAY_BUCKETS_MAX)
        most = GATEWAY_BUCKETS_MAX;
    if (!any_held(gate))
        gate->max_concurrency = most;
    gate->informed = true;
    gate->informed_at = now;
    gate->reset_at = now + within_a_day(info->reset_after);
    /* When nothing is left, the limits are asked for again at that time, not at once. */
    if (gate->reset_at < now + retry_after(gate))
        gate->reset_at = now + retry_after(gate);
    gate->total = info->total;
    gate->remaining = info->remaining;
    begin_day(gate, wall);
    if (info->remaining < info->total) {
        unsigned used = info->total - info->remaining;

        gate->day_end = wall + within_a_day(info->reset_after);
        if (gate->spent < used)
            gate->spent = used;
    }
}

enum gateway_pass gateway_gate_enter(struct gateway_gate *gate, unsigned shard, int64_t now,
                                     int64_t wall, int64_t *wait)
{
    struct gateway_bucket *bucket = bucket_of(gate, shard);

    if (!gate->informed || now - gate->informed_at > gate->freshness)
        return GATEWAY_PASS_ASK;
    begin_day(gate, wall);
    if (gate->remaining == 0 || gate->spent >= gate->total) {
        *wait = gate->remaining == 0 ? gate->reset_at - now : gate->day_end - wall;
        /* After the pause the limits are asked for again. */
        return *wait > 0 ? GATEWAY_PASS_SPENT : GATEWAY_PASS_ASK;
    }
    if (bucket->held) {
        *wait = retry_after(gate);
        return GATEWAY_PASS_QUEUE;
    }
    if (bucket->free_at > now) {
        *wait = bucket->free_at - now;
        return GATEWAY_PASS_QUEUE;
    }
    bucket->held = true;
    bucket->holder = shard;
    gate->remaining--;
    gate->spent++;
    return GATEWAY_PASS_GO;
}

void gateway_gate_identified(struct gateway_gate *gate, unsigned shard, int64_t now)
{
    struct gateway_bucket *bucket = bucket_of(gate, shard);

    bucket->held = false;
    bucket->free_at = now + gate->gap;
}

bool gateway_gate_leave(struct gateway_gate *gate, unsigned shard)
{
    struct gateway_bucket *bucket = bucket_of(gate, shard);

    if (!bucket->held || bucket->holder != shard)
        return false;
    bucket->held = false;
    gate->remaining++;
    if (gate->spent > 0)
        gate->spent--;
    return true;
}

unsigned gateway_gate_used(const struct gateway_gate *gate)
{
    unsigned told = gate->total > gate->remaining ? gate->total - gate->remaining : 0;
    unsigned used = told > gate->spent ? told : gate->spent;

    return used > 0 && any_held(gate) ? used - 1 : used;
}

void gateway_gate_print(const struct gateway_gate *gate, char text[GATEWAY_BUDGET_BYTES])
{
    snprintf(text, GATEWAY_BUDGET_BYTES, "%u %" PRId64, gate->spent, gate->day_end);
}

void gateway_gate_read(struct gateway_gate *gate, const char *text, int64_t wall)
{
    char *end = NULL;
    unsigned long spent = strtoul(text, &end, 10);
    long long day_end = end == text || *end != ' ' ? 0 : strtoll(end + 1, NULL, 10);

    /* A clock that was once wrong must not keep the bot out for longer than a day. */
    if (day_end <= wall || day_end - wall > GATEWAY_BUDGET_DAY_MS)
        return;
    gate->spent = spent < GATEWAY_BUDGET_TOTAL ? (unsigned)spent : GATEWAY_BUDGET_TOTAL;
    gate->day_end = day_end;
}
