/* The time, for everything that people wait for. Networks use the loop's clock instead. */
#ifndef BELFRY_BOT_CORE_CLOCK_H
#define BELFRY_BOT_CORE_CLOCK_H

#include <stdint.h>

struct clock {
    const int64_t *simulated_now; /* for tests, in milliseconds since 1970; NULL: system time */
};

/* Returns milliseconds since 1970. */
int64_t clock_now(const struct clock *clock);
/* Returns milliseconds of a monotonic clock that goes on while the machine sleeps. */
int64_t clock_steady(void);

#endif
