#include "adapters/irc/reconnect.h"

#include <stddef.h>
#include <string.h>

#include "adapters/net/backoff.h"

int64_t irc_reconnect_delay(unsigned failures, enum irc_reconnect_reason reason, uint32_t random)
{
    int64_t middle;

    if (reason == IRC_RECONNECT_BANNED)
        return -1;
    if (reason == IRC_RECONNECT_ORDINARY)
        return backoff_pause(failures, IRC_RECONNECT_FIRST_MS, IRC_RECONNECT_MOST_MS, random);
    middle = backoff_middle(failures, IRC_RECONNECT_FIRST_MS, IRC_RECONNECT_MOST_MS);
    if (middle < IRC_RECONNECT_THROTTLED_MS)
        middle = IRC_RECONNECT_THROTTLED_MS;
    return middle + backoff_spread(random, middle * BACKOFF_JITTER_PERCENT / 100);
}

unsigned irc_reconnect_failures(unsigned failures, int64_t up_ms)
{
    return up_ms >= IRC_RECONNECT_STABLE_MS ? 0 : failures;
}

static bool contains_any(const char *text, const char *const *words)
{
    for (; *words; words++) {
        if (strcasestr(text, *words))
            return true;
    }
    return false;
}

enum irc_reconnect_reason irc_reconnect_read_error(const char *text)
{
    /* The words of ngircd, InspIRCd, hybrid, solanum and UnrealIRCd. InspIRCd also speaks of a
     * Z-line when somebody connected "too many times", but lifts it by itself, so that is looked
     * for first. Any other "too many" may be the reason given for a ban, so it is looked for last.
     */
    static const char *const too_fast[] = {"throttl", "too fast", "too many times", NULL};
    static const char *const banned[] = {"k-line",      "k:line", "k line", "g-line", "g:line",
                                         "g line",      "z-line", "z:line", "z line", "d-line",
                                         "d:line",      "d line", "x-line", "banned", "akill",
                                         "not welcome", NULL};
    static const char *const too_many[] = {"too many", "exceeded", "try again later", NULL};

    if (contains_any(text, too_fast))
        return IRC_RECONNECT_THROTTLED;
    if (contains_any(text, banned))
        return IRC_RECONNECT_BANNED;
    return contains_any(text, too_many) ? IRC_RECONNECT_THROTTLED : IRC_RECONNECT_ORDINARY;
}
