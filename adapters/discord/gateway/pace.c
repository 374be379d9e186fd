#include "adapters/discord/gateway/pace.h"

static unsigned most_of(enum gateway_pace_kind kind)
{
    return GATEWAY_PACE_COUNT - (kind == GATEWAY_PACE_ASKED ? GATEWAY_PACE_RESERVE_BEATS : 0);
}

int64_t gateway_pace_wait(const struct gateway_pace *pace, enum gateway_pace_kind kind, int64_t now)
{
    unsigned most = most_of(kind);
    int64_t free_at;

    if (pace->count < most)
        return 0;
    /* When the oldest one that counts leaves the window. */
    free_at = pace->sent[(pace->next + GATEWAY_PACE_COUNT - most) % GATEWAY_PACE_COUNT] +
              GATEWAY_PACE_WINDOW_MS;
    return free_at > now ? free_at - now : 0;
}

void gateway_pace_sent(struct gateway_pace *pace, int64_t now)
{
    pace->sent[pace->next] = now;
    pace->next = (pace->next + 1) % GATEWAY_PACE_COUNT;
    if (pace->count < GATEWAY_PACE_COUNT)
        pace->count++;
}
