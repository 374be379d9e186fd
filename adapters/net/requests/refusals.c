#include "adapters/net/requests/refusals.h"

#include <stdlib.h>
#include <string.h>

#include "adapters/net/requests/limits.h"
#include "bot/base/hash.h"

struct refusal {
    int64_t until;
    UT_hash_handle hh;
    const char *key; /* the part of `name` after the blank */
    char name[];     /* number of the route, or "token" for all routes with one; a blank; the key */
};

struct request_refusals {
    const struct request_service *service;
    int64_t believed;
    struct refusal *all;
};

struct request_refusals *request_refusals_new(const struct request_service *service,
                                              int64_t believed)
{
    struct request_refusals *refusals = memory_new(sizeof *refusals);
    refusals->service = service;
    refusals->believed = believed;
    return refusals;
}

static void drop(struct request_refusals *refusals, struct refusal *refusal)
{
    HASH_DELETE(hh, refusals->all, refusal); // NOLINT(clang-analyzer-*): see hash.h
    free(refusal);
}

static void drop_all(struct request_refusals *refusals)
{
    struct refusal *refusal, *next;
    HASH_ITER (hh, refusals->all, refusal, next)
        drop(refusals, refusal);
}

void request_refusals_free(struct request_refusals *refusals)
{
    drop_all(refusals);
    free(refusals);
}

static void write_name(const struct request_refusals *refusals, unsigned route, const char *key,
                       struct text *name)
{
    if (refusals->service->routes[route].carries_token)
        text_add(name, "token");
    else
        text_add_number(name, route);
    text_add_char(name, ' ');
    text_add(name, key);
}

static struct refusal *find(const struct request_refusals *refusals, unsigned route,
                            const char *key)
{
    char buffer[REQUEST_KEY_MAX + REQUEST_BUCKET_MAX];
    struct text name = TEXT_IN(buffer);
    struct refusal *refusal;
    write_name(refusals, route, key, &name);
    HASH_FIND(hh, refusals->all, name.bytes, name.length, refusal);
    return refusal;
}

static void make_room(struct request_refusals *refusals, int64_t now)
{
    struct refusal *refusal, *next;
    if (HASH_COUNT(refusals->all) < REQUEST_REFUSALS_MAX)
        return;
    HASH_ITER (hh, refusals->all, refusal, next)
        if (refusal->until <= now)
            drop(refusals, refusal);
    if (HASH_COUNT(refusals->all) >= REQUEST_REFUSALS_MAX)
        drop_all(refusals);
}

static struct refusal *add(struct request_refusals *refusals, unsigned route, const char *key)
{
    char buffer[REQUEST_KEY_MAX + REQUEST_BUCKET_MAX];
    struct text name = TEXT_IN(buffer);
    write_name(refusals, route, key, &name);
    struct refusal *refusal = memory_new(sizeof *refusal + name.length + 1);
    memcpy(refusal->name, name.bytes, name.length + 1);
    refusal->key = strchr(refusal->name, ' ') + 1;
    HASH_ADD(hh, refusals->all, name, (unsigned)name.length, refusal);
    return refusal;
}

bool request_refusals_learn(struct request_refusals *refusals, unsigned route, const char *key,
                            const struct request_facts *facts, int64_t now)
{
    bool dead = facts->meaning == REQUEST_MEANS_DEAD;
    if (!dead && facts->meaning != REQUEST_MEANS_FORBIDDEN)
        return false;
    struct refusal *refusal = find(refusals, route, key);
    bool new = refusal == NULL || refusal->until <= now;
    if (refusal == NULL) {
        make_room(refusals, now);
        refusal = add(refusals, route, key);
    }
    refusal->until = now + (dead ? refusals->service->token_lifetime : refusals->believed);
    return new;
}

bool request_refusals_has(const struct request_refusals *refusals, unsigned route, const char *key,
                          int64_t now)
{
    const struct refusal *refusal = refusals->all ? find(refusals, route, key) : NULL;
    return refusal != NULL && refusal->until > now;
}

void request_refusals_forget(struct request_refusals *refusals, const char *key)
{
    struct refusal *refusal, *next;
    HASH_ITER (hh, refusals->all, refusal, next) {
        bool token = refusal->name[0] == 't';
        if (!token && (key == NULL || strcmp(refusal->key, key) == 0))
            drop(refusals, refusal);
    }
}
