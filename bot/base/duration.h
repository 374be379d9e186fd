/* Times and lengths of time in milliseconds, the host's unit. */
#ifndef BELFRY_BOT_BASE_DURATION_H
#define BELFRY_BOT_BASE_DURATION_H

#include <stdint.h>

#define SECOND INT64_C(1000)
#define MINUTE (60 * SECOND)
#define HOUR   (60 * MINUTE)
#define DAY    (24 * HOUR)

static inline int64_t earlier_of(int64_t one, int64_t other)
{
    return one < other ? one : other;
}

static inline int64_t later_of(int64_t one, int64_t other)
{
    return one > other ? one : other;
}

#endif
