#include "adapters/discord/rest/limits.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/hash.h"

enum {
    SECOND = 1000,
    MINUTE = 60 * SECOND,
    /* Ten minutes and the one that has begun. */
    MINUTES = 11,
    SWEEP_LEAST = 256,
    /* After a 429 that says nothing else. */
    WAIT_UNSAID = SECOND,
    KEY_MAX = REST_PATH_MAX
};

struct rest_bucket {
    enum rest_route route; /* of the request that is under way */
    bool under_way;
    int64_t reset; /* exhausted before it */
    UT_hash_handle hh;
    const char *major; /* in the key */
    char key[];        /* id or number of the route, a blank, the major parameters */
};

struct minute {
    int64_t number;
    int64_t count;
};

struct rest_limits {
    int64_t per_second, invalid_most, block;
    char ids[REST_ROUTES][REST_BUCKET_MAX]; /* "": not known yet */
    struct rest_bucket *buckets;
    unsigned sweep_at;
    int64_t sent[REST_PER_SECOND_MAX]; /* ring of the last `per_second` times */
    size_t oldest;
    int64_t paused_until, blocked_until;
    struct minute invalid[MINUTES];
};

struct rest_limits *rest_limits_new(int64_t per_second, int64_t invalid_most, int64_t blocked)
{
    struct rest_limits *limits = memory_new(sizeof *limits);
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

static void drop(struct rest_limits *limits, struct rest_bucket *bucket)
{
    HASH_DELETE(hh, limits->buckets, bucket); // NOLINT(clang-analyzer-*): see hash.h
    free(bucket);
}

void rest_limits_free(struct rest_limits *limits)
{
    struct rest_bucket *bucket, *next;
    HASH_ITER(hh, limits->buckets, bucket, next)
    drop(limits, bucket);
    free(limits);
}

/* --- buckets --- */

static void write_key(const struct rest_limits *limits, enum rest_route route, const char *major,
                      struct text *key)
{
    if (*limits->ids[route])
        text_add(key, limits->ids[route]);
    else
        text_add_format(key, "#%d", (int)route);
    text_add_char(key, ' ');
    text_add(key, major);
}

static struct rest_bucket *find(const struct rest_limits *limits, const struct text *key)
{
    struct rest_bucket *bucket;
    HASH_FIND(hh, limits->buckets, key->bytes, key->length, bucket);
    return bucket;
}

/* Exhausted ones whose time has passed and that nobody asked for again. */
static void sweep(struct rest_limits *limits, int64_t now)
{
    struct rest_bucket *bucket, *next;
    if (HASH_COUNT(limits->buckets) < limits->sweep_at)
        return;
    HASH_ITER(hh, limits->buckets, bucket, next)
    if (!bucket->under_way && bucket->reset <= now)
        drop(limits, bucket);
    unsigned kept = HASH_COUNT(limits->buckets); // NOLINT(clang-analyzer-*): see hash.h
    limits->sweep_at = kept < SWEEP_LEAST / 2 ? SWEEP_LEAST : 2 * kept;
}

static struct rest_bucket *find_or_add(struct rest_limits *limits, enum rest_route route,
                                       const char *major, int64_t now)
{
    char buffer[KEY_MAX];
    struct text key = TEXT_IN(buffer);
    write_key(limits, route, major, &key);
    struct rest_bucket *bucket = find(limits, &key);
    if (bucket)
        return bucket;
    sweep(limits, now);
    bucket = memory_new(sizeof *bucket + key.length + 1);
    memcpy(bucket->key, key.bytes, key.length + 1);
    bucket->major = strchr(bucket->key, ' ') + 1;
    bucket->reset = INT64_MIN;
    HASH_ADD(hh, limits->buckets, key, (unsigned)key.length, bucket);
    return bucket;
}

int64_t rest_limits_ready(const struct rest_limits *limits, enum rest_route route,
                          const char *major, int64_t now)
{
    char buffer[KEY_MAX];
    struct text key = TEXT_IN(buffer);
    write_key(limits, route, major, &key);
    const struct rest_bucket *bucket = find(limits, &key);
    if (bucket == NULL)
        return now;
    return bucket->under_way ? REST_NOT_YET : bucket->reset;
}

struct rest_bucket *rest_limits_begin(struct rest_limits *limits, enum rest_route route,
                                      const char *major, int64_t now)
{
    struct rest_bucket *bucket = find_or_add(limits, route, major, now);
    bucket->under_way = true;
    bucket->route = route;
    if (!rest_routes[route].interaction) {
        limits->sent[limits->oldest] = now;
        limits->oldest = (limits->oldest + 1) % (size_t)limits->per_second;
    }
    return bucket;
}

/* --- all of a kind --- */

static int64_t later(int64_t one, int64_t other)
{
    return one > other ? one : other;
}

int64_t rest_limits_invalid(const struct rest_limits *limits, int64_t now)
{
    int64_t sum = 0;
    for (int i = 0; i < MINUTES; i++)
        if (limits->invalid[i].number > now / MINUTE - MINUTES)
            sum += limits->invalid[i].count;
    return sum;
}

static void count_invalid(struct rest_limits *limits, int64_t now)
{
    int64_t number = now / MINUTE;
    struct minute *minute = &limits->invalid[(uint64_t)number % MINUTES];
    if (minute->number != number)
        *minute = (struct minute){.number = number};
    minute->count++;
}

/* When the oldest minute that counts has passed. */
static int64_t invalid_until(const struct rest_limits *limits, int64_t now)
{
    int64_t oldest = now / MINUTE;
    for (int i = 0; i < MINUTES; i++) {
        int64_t number = limits->invalid[i].number;
        if (number > now / MINUTE - MINUTES && number < oldest)
            oldest = number;
    }
    return (oldest + MINUTES) * MINUTE;
}

int64_t rest_limits_gate(const struct rest_limits *limits, bool interaction, int64_t now)
{
    int64_t when = later(now, limits->blocked_until);
    if (rest_limits_invalid(limits, now) >= limits->invalid_most)
        when = later(when, invalid_until(limits, now));
    if (interaction)
        return when;
    when = later(when, limits->paused_until);
    return later(when, limits->sent[limits->oldest] + SECOND);
}

void rest_limits_pause(struct rest_limits *limits, int64_t until)
{
    limits->paused_until = later(limits->paused_until, until);
}

/* --- answers --- */

/* The bucket that the answer names; what was under way in the other is no more. */
static struct rest_bucket *rename_bucket(struct rest_limits *limits, struct rest_bucket *bucket,
                                         const char *id, int64_t now)
{
    char *known = limits->ids[bucket->route];
    memcpy(known, id, strlen(id) + 1);
    size_t length = strlen(id);
    if (strncmp(bucket->key, id, length) == 0 && bucket->key[length] == ' ')
        return bucket;
    bucket->under_way = true; /* or it might be swept out to make room for the other */
    struct rest_bucket *named = find_or_add(limits, bucket->route, bucket->major, now);
    named->reset = later(named->reset, bucket->reset);
    drop(limits, bucket);
    return named;
}

static int64_t wait_of(const struct rest_facts *facts)
{
    if (facts->retry_after >= 0)
        return facts->retry_after;
    return facts->reset_after >= 0 ? facts->reset_after : WAIT_UNSAID;
}

static void learn(struct rest_limits *limits, struct rest_bucket *bucket,
                  const struct rest_facts *facts, int64_t now)
{
    bool limited = facts->status == 429;
    if (facts->status == 401 || facts->status == 403 ||
        (limited && facts->scope != REST_SCOPE_SHARED))
        count_invalid(limits, now);
    if (rest_facts_blocked(facts))
        limits->blocked_until = later(limits->blocked_until, now + limits->block);
    else if (limited && facts->scope == REST_SCOPE_GLOBAL &&
             !rest_routes[bucket->route].interaction)
        rest_limits_pause(limits, now + wait_of(facts));
    else if (limited)
        bucket->reset = later(bucket->reset, now + wait_of(facts));
    if (facts->remaining == 0 && facts->reset_after > 0)
        bucket->reset = later(bucket->reset, now + facts->reset_after);
}

void rest_limits_end(struct rest_limits *limits, struct rest_bucket *bucket,
                     const struct rest_facts *facts, int64_t now)
{
    bucket->under_way = false;
    if (facts && *facts->bucket)
        bucket = rename_bucket(limits, bucket, facts->bucket, now);
    if (facts)
        learn(limits, bucket, facts, now);
    if (!bucket->under_way && bucket->reset <= now)
        drop(limits, bucket);
}

size_t rest_limits_buckets(const struct rest_limits *limits)
{
    return HASH_COUNT(limits->buckets);
}
