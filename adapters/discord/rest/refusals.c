#include "adapters/discord/rest/refusals.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/hash.h"

enum {
    UNKNOWN_WEBHOOK = 10015,
    MISSING_ACCESS = 50001,
    MISSING_PERMISSIONS = 50013,
    INVALID_WEBHOOK_TOKEN = 50027,
    WEBHOOK_ROUTE = -1, /* a dead webhook is dead for every route */
    /* An interaction's token is of no use longer than this. */
    WEBHOOK_MS = 15 * 60 * 1000
};

struct refusal {
    int64_t code, until;
    UT_hash_handle hh;
    const char *major; /* in the key */
    char key[];        /* number of the route, a blank, the major parameters */
};

struct rest_refusals {
    int64_t believed;
    struct refusal *all;
};

struct rest_refusals *rest_refusals_new(int64_t believed)
{
    struct rest_refusals *refusals = memory_new(sizeof *refusals);
    refusals->believed = believed;
    return refusals;
}

static void drop(struct rest_refusals *refusals, struct refusal *refusal)
{
    HASH_DELETE(hh, refusals->all, refusal); // NOLINT(clang-analyzer-*): see hash.h
    free(refusal);
}

static void drop_all(struct rest_refusals *refusals)
{
    struct refusal *refusal, *next;
    HASH_ITER(hh, refusals->all, refusal, next)
    drop(refusals, refusal);
}

void rest_refusals_free(struct rest_refusals *refusals)
{
    drop_all(refusals);
    free(refusals);
}

static int scope_of(enum rest_route route)
{
    return rest_routes[route].interaction ? WEBHOOK_ROUTE : (int)route;
}

static struct refusal *find(const struct rest_refusals *refusals, enum rest_route route,
                            const char *major)
{
    char buffer[REST_PATH_MAX];
    struct text key = TEXT_IN(buffer);
    struct refusal *refusal;
    text_add_format(&key, "%d %s", scope_of(route), major);
    HASH_FIND(hh, refusals->all, key.bytes, key.length, refusal);
    return refusal;
}

static void make_room(struct rest_refusals *refusals, int64_t now)
{
    struct refusal *refusal, *next;
    if (HASH_COUNT(refusals->all) < REST_REFUSALS_MAX)
        return;
    HASH_ITER(hh, refusals->all, refusal, next)
    if (refusal->until <= now)
        drop(refusals, refusal);
    if (HASH_COUNT(refusals->all) >= REST_REFUSALS_MAX)
        drop_all(refusals);
}

static struct refusal *add(struct rest_refusals *refusals, enum rest_route route, const char *major)
{
    char buffer[REST_PATH_MAX];
    struct text key = TEXT_IN(buffer);
    text_add_format(&key, "%d %s", scope_of(route), major);
    struct refusal *refusal = memory_new(sizeof *refusal + key.length + 1);
    memcpy(refusal->key, key.bytes, key.length + 1);
    refusal->major = strchr(refusal->key, ' ') + 1;
    HASH_ADD(hh, refusals->all, key, (unsigned)key.length, refusal);
    return refusal;
}

static bool is_lasting(enum rest_route route, const struct rest_facts *facts)
{
    if (rest_routes[route].interaction)
        return (facts->status == 404 && facts->code == UNKNOWN_WEBHOOK) ||
               (facts->status == 401 && facts->code == INVALID_WEBHOOK_TOKEN);
    return rest_routes[route].majors > 0 && facts->status == 403 &&
           (facts->code == MISSING_ACCESS || facts->code == MISSING_PERMISSIONS);
}

bool rest_refusals_learn(struct rest_refusals *refusals, enum rest_route route, const char *major,
                         const struct rest_facts *facts, int64_t now)
{
    if (!is_lasting(route, facts))
        return false;
    struct refusal *refusal = find(refusals, route, major);
    bool new = refusal == NULL || refusal->until <= now;
    if (refusal == NULL) {
        make_room(refusals, now);
        refusal = add(refusals, route, major);
    }
    refusal->code = facts->code;
    refusal->until = now + (rest_routes[route].interaction ? WEBHOOK_MS : refusals->believed);
    return new;
}

int64_t rest_refusals_code(const struct rest_refusals *refusals, enum rest_route route,
                           const char *major, int64_t now)
{
    const struct refusal *refusal = refusals->all ? find(refusals, route, major) : NULL;
    return refusal && refusal->until > now ? refusal->code : 0;
}

void rest_refusals_forget(struct rest_refusals *refusals, const char *major)
{
    struct refusal *refusal, *next;
    HASH_ITER(hh, refusals->all, refusal, next)
    {
        bool webhook = refusal->key[0] == '-';
        if (!webhook && (major == NULL || strcmp(refusal->major, major) == 0))
            drop(refusals, refusal);
    }
}
