#include "adapters/irc/reconnect.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "adapters/net/backoff.h"
#include "games/shared/text.h"

int64_t irc_reconnect_delay(unsigned failures, enum irc_reconnect_reason reason, uint32_t random)
{
    int64_t middle;

    if (reason == IRC_RECONNECT_BANNED)
        return -1;
    if (reason == IRC_RECONNECT_ORDINARY)
        return backoff_pause(failures, IRC_RECONNECT_FIRST_MS, IRC_RECONNECT_MOST_MS, random);
    if (reason == IRC_RECONNECT_BARRED)
        middle = backoff_middle(failures, IRC_RECONNECT_BARRED_MS, IRC_RECONNECT_BARRED_MOST_MS);
    else
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

/* Finds the reason in "Closing Link: NICK[HOST] (REASON)", in round or square brackets; any other
 * text is the reason itself. */
static const char *find_reason(const char *text)
{
    size_t length = strlen(text), depth = 0;
    char last = length > 0 ? text[length - 1] : '\0';
    char opening = last == ')' ? '(' : '[';
    if (!strcasestr(text, "closing link") || (last != ')' && last != ']'))
        return text;
    while (length-- > 0) {
        depth += text[length] == last;
        if (text[length] == opening && --depth == 0)
            return text + length + 1;
    }
    return text;
}

/* The server's own words come first: "K-Lined: for a person's reason", "Killed (oper (reason))". */
static void copy_own_words(const char *reason, struct text *own)
{
    size_t length = 0;
    while (reason[length] != '\0' && reason[length] != '(' && reason[length] != '[' &&
           strncmp(reason + length, ": ", 2) != 0)
        length++;
    text_add_bytes(own, reason, length);
}

static bool is_temporary(const char *text)
{
    static const char *const words[] = {"temporar", "expire", " min", NULL};
    return contains_any(text, words);
}

enum irc_reconnect_reason irc_reconnect_read_ban(const char *text)
{
    return is_temporary(text) ? IRC_RECONNECT_BARRED : IRC_RECONNECT_BANNED;
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
    char buffer[512];
    struct text own = TEXT_IN(buffer);
    const char *reason = find_reason(text);
    bool person = strncasecmp(reason, "kill", 4) == 0 || strncasecmp(reason, "quit", 4) == 0;

    copy_own_words(reason, &own);
    if (person)
        return IRC_RECONNECT_ORDINARY;
    if (contains_any(reason, too_fast))
        return IRC_RECONNECT_THROTTLED;
    if (contains_any(buffer, banned))
        return irc_reconnect_read_ban(buffer);
    return contains_any(reason, too_many) ? IRC_RECONNECT_THROTTLED : IRC_RECONNECT_ORDINARY;
}
