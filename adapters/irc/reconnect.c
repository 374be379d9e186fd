#include "adapters/irc/reconnect.h"

#include <stddef.h>
#include <string.h>

#include "adapters/net/backoff.h"

int64_t backoff_delay(unsigned failures, enum backoff_reason reason, uint32_t random)
{
    int64_t middle;

    if (reason == BACKOFF_BANNED)
        return -1;
    if (reason == BACKOFF_ORDINARY)
        return backoff_pause(failures, BACKOFF_FIRST_MS, BACKOFF_MOST_MS, random);
    middle = backoff_middle(failures, BACKOFF_FIRST_MS, BACKOFF_MOST_MS);
    if (middle < BACKOFF_THROTTLED_MS)
        middle = BACKOFF_THROTTLED_MS;
    return middle + backoff_spread(random, middle * BACKOFF_JITTER_PERCENT / 100);
}

unsigned backoff_failures(unsigned failures, int64_t up_ms)
{
    return up_ms >= BACKOFF_STABLE_MS ? 0 : failures;
}

static bool contains_any(const char *text, const char *const *words)
{
    for (; *words; words++) {
        if (strcasestr(text, *words))
            return true;
    }
    return false;
}

enum backoff_reason backoff_read_error(const char *text)
{
    /* As ngircd, InspIRCd, hybrid, solanum and UnrealIRCd word them. InspIRCd calls it a Z-line,
     * too, when somebody connected "too many times", but that one passes by itself; "too many" of
     * other kinds may be the reason that is given for a ban. */
    static const char *const too_fast[] = {"throttl", "too fast", "too many times", NULL};
    static const char *const banned[] = {"k-line",      "k:line", "k line", "g-line", "g:line",
                                         "g line",      "z-line", "z:line", "z line", "d-line",
                                         "d:line",      "d line", "x-line", "banned", "akill",
                                         "not welcome", NULL};
    static const char *const too_many[] = {"too many", "exceeded", "try again later", NULL};

    if (contains_any(text, too_fast))
        return BACKOFF_THROTTLED;
    if (contains_any(text, banned))
        return BACKOFF_BANNED;
    return contains_any(text, too_many) ? BACKOFF_THROTTLED : BACKOFF_ORDINARY;
}
