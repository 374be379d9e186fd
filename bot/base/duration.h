/* Lengths of time in milliseconds, the host's unit. */
#ifndef BELFRY_BOT_BASE_DURATION_H
#define BELFRY_BOT_BASE_DURATION_H

#include <stdint.h>

#define SECOND INT64_C(1000)
#define MINUTE (60 * SECOND)
#define HOUR   (60 * MINUTE)
#define DAY    (24 * HOUR)

#endif
