#include "bot/core/cooldown.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/hash.h"
#include "bot/base/memory.h"

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

/* Returns the entry of the key, or the oldest one when there is no room, or a new one. It is
 * removed from the hash. */
static struct cooldown *take(struct cooldowns *cooldowns, const char *key)
{
    struct cooldown *taken = find(cooldowns, key);
    if (taken == NULL && HASH_COUNT(cooldowns->answers) == COOLDOWNS_MAX)
        taken = cooldowns->answers;
    if (taken == NULL)
        return memory_new(sizeof *taken);
    HASH_DEL(cooldowns->answers, taken);
    free(taken->key);
    return taken;
}

void cooldown_begin(struct cooldowns *cooldowns, const char *key, uint32_t version, int64_t now)
{
    struct cooldown *given = take(cooldowns, key);
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
    struct cooldown *cooldown = cooldowns->answers;
    HASH_CLEAR(hh, cooldowns->answers);
    while (cooldown != NULL) {
        struct cooldown *next = cooldown->hh.next;
        free(cooldown->key);
        free(cooldown);
        cooldown = next;
    }
}
