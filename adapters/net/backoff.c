#include "adapters/net/backoff.h"

int64_t backoff_spread(uint32_t random, int64_t most)
{
    return (int64_t)random * most / UINT32_MAX;
}

int64_t backoff_middle(unsigned failures, int64_t least, int64_t most)
{
    int64_t pause = least;

    for (unsigned i = 1; i < failures && pause < most; i++)
        pause *= 2;
    return pause < most ? pause : most;
}

int64_t backoff_pause(unsigned failures, int64_t least, int64_t most, uint32_t random)
{
    int64_t middle = backoff_middle(failures, least, most);
    int64_t jitter = middle * BACKOFF_JITTER_PERCENT / 100;

    return middle - jitter + backoff_spread(random, 2 * jitter);
}
