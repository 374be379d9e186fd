/* Which long answers were given recently, so that the same people do not get the same lines again
 * at once. Pure: time is a parameter, in milliseconds of any clock that nobody sets. */
#ifndef BELFRY_BOT_CORE_COOLDOWN_H
#define BELFRY_BOT_CORE_COOLDOWN_H

#include <stdbool.h>
#include <stdint.h>

/* With more answers than this, the oldest is forgotten and may be given again. */
enum { COOLDOWNS_MAX = 1024 };

struct cooldowns {
    struct cooldown *answers; /* owned; oldest first */
};

/* Notes that the answer `key` was given `now`; `version` changes when the answer would differ. */
void cooldown_begin(struct cooldowns *cooldowns, const char *key, uint32_t version, int64_t now);
/* Whether that answer in this version was given less than `span` ago. */
bool cooldown_holds(const struct cooldowns *cooldowns, const char *key, uint32_t version,
                    int64_t span, int64_t now);
void cooldowns_clear(struct cooldowns *cooldowns);

#endif
