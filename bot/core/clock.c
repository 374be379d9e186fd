#include "bot/core/clock.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>

#include "bot/base/duration.h"
#include "bot/base/fault.h"

static int64_t milliseconds(clockid_t id)
{
    enum { NANOSECONDS = 1000 * 1000 };
    struct timespec now;
    clock_gettime(id, &now);
    return now.tv_sec * SECOND + now.tv_nsec / NANOSECONDS;
}

int64_t clock_steady(const struct clock *clock)
{
    bool simulated = clock != NULL && clock->simulated_now != NULL;
    return simulated ? *clock->simulated_now : milliseconds(CLOCK_BOOTTIME);
}

int64_t clock_now(const struct clock *clock)
{
    return clock_steady(clock) + clock->ahead;
}

/* Returns how far the calendar is ahead now. The machine may fall asleep between two readings; then
 * they say nothing about each other, and the next call will see. */
static int64_t ahead_now(const struct clock *clock)
{
    if (clock->simulated_now != NULL)
        return clock->simulated_ahead;
    int64_t before = clock_steady(clock);
    int64_t calendar = milliseconds(CLOCK_REALTIME) + fault_seconds_ahead() * (int64_t)SECOND;
    return clock_steady(clock) - before < SECOND ? calendar - before : clock->ahead;
}

int64_t clock_follow(struct clock *clock)
{
    int64_t by = ahead_now(clock) - clock->ahead;
    if (llabs(by) < SECOND)
        return 0;
    clock->ahead += by;
    return by;
}
