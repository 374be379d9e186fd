#include "bot/core/clock.h"

#include <stddef.h>
#include <time.h>

static int64_t milliseconds(clockid_t id)
{
    enum { MILLISECONDS = 1000, NANOSECONDS = 1000 * 1000 };
    struct timespec now;
    clock_gettime(id, &now);
    return now.tv_sec * MILLISECONDS + now.tv_nsec / NANOSECONDS;
}

int64_t clock_now(const struct clock *clock)
{
    return clock->simulated_now != NULL ? *clock->simulated_now : milliseconds(CLOCK_REALTIME);
}

int64_t clock_steady(void)
{
    return milliseconds(CLOCK_BOOTTIME);
}
