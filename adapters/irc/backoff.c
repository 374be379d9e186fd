#include "adapters/irc/backoff.h"

#include <stddef.h>
#include <string.h>

/* `random` spread evenly over 0 to `most`, both included. */
static int64_t spread(uint32_t random, int64_t most)
{
    return (int64_t)random * most / UINT32_MAX;
}

int64_t backoff_delay(unsigned failures, enum backoff_reason reason, uint32_t random)
{
    int64_t delay = BACKOFF_FIRST_MS;
    int64_t jitter;

    if (reason == BACKOFF_BANNED)
        return -1;
    for (unsigned i = 1; i < failures && delay < BACKOFF_MOST_MS; i++)
        delay *= 2;
    if (delay > BACKOFF_MOST_MS)
        delay = BACKOFF_MOST_MS;
    if (reason == BACKOFF_THROTTLED && delay < BACKOFF_THROTTLED_MS)
        delay = BACKOFF_THROTTLED_MS;
    jitter = delay * BACKOFF_JITTER_PERCENT / 100;
    if (reason == BACKOFF_THROTTLED)
        return delay + spread(random, jitter);
    return delay - jitter + spread(random, 2 * jitter);
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
