#include "adapters/net/requests/limits.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/duration.h"
#include "bot/base/hash.h"

enum {
    MINUTES = 11, /* ten, and the current one */
    SWEEP_LEAST = 256,
    WAIT_UNSAID = SECOND, /* the wait after a 429 without a time */
    STATUS_TOO_MANY = 429
};

struct request_bucket {
    unsigned route; /* of the request that is under way */
    bool under_way;
    int64_t reset; /* exhausted before it */
    UT_hash_handle hh;
    const char *key; /* the part of `name` after the blank */
    char name[];     /* id or number of the route, a blank, the key */
};

struct minute {
    int64_t number;
    int64_t count;
};

struct request_limits {
    const struct request_service *service;
    int64_t per_second, invalid_most, block;
    char (*ids)[REQUEST_BUCKET_MAX]; /* by route; "": unknown */
    struct request_bucket *buckets;
    unsigned sweep_at;
    int64_t sent[REQUEST_PER_SECOND_MAX]; /* ring buffer of the last `per_second` times */
    size_t oldest;
    int64_t paused_until, blocked_until;
    unsigned blocked_row; /* blocked answers since the last other one */
    struct minute invalid[MINUTES];
};

struct request_limits *request_limits_new(const struct request_service *service, int64_t per_second,
                                          int64_t invalid_most, int64_t blocked)
{
    struct request_limits *limits = memory_new(sizeof *limits);
    limits->service = service;
    limits->ids = memory_new(service->route_count * sizeof *limits->ids);
    limits->per_second = per_second;
    limits->invalid_most = invalid_most;
    limits->block = blocked;
    limits->sweep_at = SWEEP_LEAST;
    limits->paused_until = limits->blocked_until = INT64_MIN;
    for (int64_t i = 0; i < per_second; i++)
        limits->sent[i] = INT64_MIN / 2;
    for (int i = 0; i < MINUTES; i++)
        limits->invalid[i].number = INT64_MIN / 2;
    return limits;
}

static void drop(struct request_limits *limits, struct request_bucket *bucket)
{
    HASH_DELETE(hh, limits->buckets, bucket); // NOLINT(clang-analyzer-*): see hash.h
    free(bucket);
}

void request_limits_free(struct request_limits *limits)
{
    struct request_bucket *bucket, *next;
    HASH_ITER (hh, limits->buckets, bucket, next)
        drop(limits, bucket);
    free(limits->ids);
    free(limits);
}

/* -- Buckets -- */

static void write_name(const struct request_limits *limits, unsigned route, const char *key,
                       struct text *name)
{
    if (*limits->ids[route])
        text_add(name, limits->ids[route]);
    else
        text_add_format(name, "#%u", route);
    text_add_char(name, ' ');
    text_add(name, key);
}

static struct request_bucket *find(const struct request_limits *limits, const struct text *name)
{
    struct request_bucket *bucket;
    HASH_FIND(hh, limits->buckets, name->bytes, name->length, bucket);
    return bucket;
}

/* Drops exhausted buckets whose time has passed and that were not used again. */
static void sweep(struct request_limits *limits, int64_t now)
{
    struct request_bucket *bucket, *next;
    if (HASH_COUNT(limits->buckets) < limits->sweep_at)
        return;
    HASH_ITER (hh, limits->buckets, bucket, next)
        if (!bucket->under_way && bucket->reset <= now)
            drop(limits, bucket);
    unsigned kept = HASH_COUNT(limits->buckets); // NOLINT(clang-analyzer-*): see hash.h
    limits->sweep_at = kept < SWEEP_LEAST / 2 ? SWEEP_LEAST : 2 * kept;
}

static struct request_bucket *find_or_add(struct request_limits *limits, unsigned route,
                                          const char *key, int64_t now)
{
    char buffer[REQUEST_KEY_MAX + REQUEST_BUCKET_MAX];
    struct text name = TEXT_IN(buffer);
    write_name(limits, route, key, &name);
    struct request_bucket *bucket = find(limits, &name);
    if (bucket)
        return bucket;
    sweep(limits, now);
    bucket = memory_new(sizeof *bucket + name.length + 1);
    memcpy(bucket->name, name.bytes, name.length + 1);
    bucket->key = strchr(bucket->name, ' ') + 1;
    bucket->reset = INT64_MIN;
    HASH_ADD(hh, limits->buckets, name, (unsigned)name.length, bucket);
    return bucket;
}

int64_t request_limits_ready(const struct request_limits *limits, unsigned route, const char *key,
                             int64_t now)
{
    char buffer[REQUEST_KEY_MAX + REQUEST_BUCKET_MAX];
    struct text name = TEXT_IN(buffer);
    write_name(limits, route, key, &name);
    const struct request_bucket *bucket = find(limits, &name);
    if (bucket == NULL)
        return now;
    return bucket->under_way ? REQUEST_NOT_YET : bucket->reset;
}

/* Grows with each blocked answer in a row, from a few seconds on. */
static int64_t block_pause(const struct request_limits *limits)
{
    enum { DOUBLINGS = 6 };
    unsigned doubled = limits->blocked_row <= DOUBLINGS ? limits->blocked_row - 1 : DOUBLINGS;
    return limits->block >> (DOUBLINGS - doubled);
}

struct request_bucket *request_limits_begin(struct request_limits *limits, unsigned route,
                                            const char *key, int64_t now)
{
    struct request_bucket *bucket = find_or_add(limits, route, key, now);
    bucket->under_way = true;
    bucket->route = route;
    if (!limits->service->routes[route].carries_token) {
        limits->sent[limits->oldest] = now;
        limits->oldest = (limits->oldest + 1) % (size_t)limits->per_second;
        if (limits->blocked_row > 0) /* the others wait for what this one finds */
            limits->blocked_until = now + block_pause(limits);
    }
    return bucket;
}

/* -- All requests -- */

static int64_t count_invalid(const struct request_limits *limits, int64_t now)
{
    int64_t sum = 0;
    for (int i = 0; i < MINUTES; i++)
        if (limits->invalid[i].number > now / MINUTE - MINUTES)
            sum += limits->invalid[i].count;
    return sum;
}

static void note_invalid(struct request_limits *limits, int64_t now)
{
    int64_t number = now / MINUTE;
    struct minute *minute = &limits->invalid[(uint64_t)number % MINUTES];
    if (minute->number != number)
        *minute = (struct minute){.number = number};
    minute->count++;
}

/* Returns when the oldest counted minute leaves the window. */
static int64_t invalid_until(const struct request_limits *limits, int64_t now)
{
    int64_t oldest = now / MINUTE;
    for (int i = 0; i < MINUTES; i++) {
        int64_t number = limits->invalid[i].number;
        if (number > now / MINUTE - MINUTES && number < oldest)
            oldest = number;
    }
    return (oldest + MINUTES) * MINUTE;
}

static int64_t invalid_gate(const struct request_limits *limits, int64_t now)
{
    bool too_many = count_invalid(limits, now) >= limits->invalid_most;
    return too_many ? later_of(now, invalid_until(limits, now)) : now;
}

int64_t request_limits_silence(const struct request_limits *limits, int64_t now)
{
    return later_of(invalid_gate(limits, now), limits->blocked_until);
}

int64_t request_limits_gate(const struct request_limits *limits, bool carries_token, int64_t now)
{
    if (carries_token)
        return invalid_gate(limits, now);
    int64_t when = later_of(request_limits_silence(limits, now), limits->paused_until);
    return later_of(when, limits->sent[limits->oldest] + SECOND);
}

void request_limits_pause(struct request_limits *limits, int64_t until)
{
    limits->paused_until = later_of(limits->paused_until, until);
}

/* -- Answers -- */

/* Returns the bucket that the answer names, and ends the request in the one where it was under way.
 */
static struct request_bucket *rename_bucket(struct request_limits *limits,
                                            struct request_bucket *bucket, const char *id,
                                            int64_t now)
{
    char *known = limits->ids[bucket->route];
    memcpy(known, id, strlen(id) + 1);
    size_t length = strlen(id);
    if (strncmp(bucket->name, id, length) == 0 && bucket->name[length] == ' ')
        return bucket;
    bucket->under_way = true; /* otherwise making room for the other could drop this one */
    struct request_bucket *named = find_or_add(limits, bucket->route, bucket->key, now);
    named->reset = later_of(named->reset, bucket->reset);
    drop(limits, bucket);
    return named;
}

static int64_t wait_of(const struct request_facts *facts)
{
    if (facts->retry_after >= 0)
        return facts->retry_after;
    return facts->reset_after >= 0 ? facts->reset_after : WAIT_UNSAID;
}

static void learn_block(struct request_limits *limits, struct request_bucket *bucket, bool blocked,
                        int64_t now)
{
    if (!blocked && limits->blocked_row > 0) {
        limits->blocked_row = 0;
        limits->blocked_until = now;
    } else if (blocked) {
        limits->blocked_row++;
        limits->blocked_until = later_of(limits->blocked_until, now + block_pause(limits));
        bucket->reset = later_of(bucket->reset, now + WAIT_UNSAID);
    }
}

static void learn(struct request_limits *limits, struct request_bucket *bucket,
                  const struct request_facts *facts, int64_t now)
{
    bool limited = facts->status == STATUS_TOO_MANY;
    bool global = facts->scope == REQUEST_SCOPE_GLOBAL &&
                  !limits->service->routes[bucket->route].carries_token;
    if (facts->invalid)
        note_invalid(limits, now);
    learn_block(limits, bucket, facts->meaning == REQUEST_MEANS_BLOCKED, now);
    if (facts->meaning == REQUEST_MEANS_BLOCKED)
        return;
    if (limited && global)
        request_limits_pause(limits, now + wait_of(facts));
    else if (limited)
        bucket->reset = later_of(bucket->reset, now + wait_of(facts));
    if (facts->remaining == 0 && facts->reset_after > 0)
        bucket->reset = later_of(bucket->reset, now + facts->reset_after);
}

void request_limits_end(struct request_limits *limits, struct request_bucket *bucket,
                        const struct request_facts *facts, int64_t now)
{
    bucket->under_way = false;
    if (facts && *facts->bucket)
        bucket = rename_bucket(limits, bucket, facts->bucket, now);
    if (facts)
        learn(limits, bucket, facts, now);
    if (!bucket->under_way && bucket->reset <= now)
        drop(limits, bucket);
}
