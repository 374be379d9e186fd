/* What time it is, for everything that people wait for. Networks go by the loop's clock. */
#ifndef BELFRY_BOT_CORE_CLOCK_H
#define BELFRY_BOT_CORE_CLOCK_H

#include <stdint.h>

struct clock {
    const int64_t *simulated_now; /* of tests, in milliseconds since 1970; NULL: the system's */
};

/* Milliseconds since 1970. */
int64_t clock_now(const struct clock *clock);
/* Milliseconds of a clock that nobody sets. */
int64_t clock_steady(void);

#endif
