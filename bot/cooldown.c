#include "bot/cooldown.h"

#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#include "bot/memory.h"

struct cooldown {
    char *key;
    uint32_t version;
    int64_t given;
    UT_hash_handle hh;
};

static struct cooldown *find(const struct cooldowns *cooldowns, const char *key)
{
    struct cooldown *found;
    HASH_FIND_STR(cooldowns->answers, key, found);
    return found;
}

static void forget(struct cooldowns *cooldowns, struct cooldown *cooldown)
{
    HASH_DEL(cooldowns->answers, cooldown);
    free(cooldown->key);
    free(cooldown);
}

void cooldown_begin(struct cooldowns *cooldowns, const char *key, uint32_t version, int64_t now)
{
    struct cooldown *given = find(cooldowns, key);
    if (given != NULL)
        forget(cooldowns, given);
    else if (HASH_COUNT(cooldowns->answers) == COOLDOWNS_MAX)
        forget(cooldowns, cooldowns->answers);
    given = memory_new(sizeof *given);
    given->key = memory_copy(key);
    given->version = version;
    given->given = now;
    HASH_ADD_KEYPTR(hh, cooldowns->answers, given->key, strlen(given->key), given);
}

bool cooldown_holds(const struct cooldowns *cooldowns, const char *key, uint32_t version,
                    int64_t span, int64_t now)
{
    const struct cooldown *given = find(cooldowns, key);
    return given != NULL && given->version == version && now - given->given < span;
}

void cooldowns_clear(struct cooldowns *cooldowns)
{
    while (cooldowns->answers != NULL)
        forget(cooldowns, cooldowns->answers);
}
