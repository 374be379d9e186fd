/* Quiet hours: times of day, in a person's time zone, at which the bot must not disturb them. */
#ifndef BELFRY_BOT_CONFIGURATION_QUIET_HOURS_H
#define BELFRY_BOT_CONFIGURATION_QUIET_HOURS_H

#include <stdbool.h>
#include <stdint.h>

/* "22:00-07:00", possibly across midnight; "" for never. */
bool quiet_hours_are_valid(const char *hours);
/* A name of the tz database ("Europe/Rome", "UTC") or an offset from UTC ("+02:00", "-5"). */
bool time_zone_is_valid(const char *zone);
/* The end of the quiet hours around `now`, both in seconds since 1970; 0: `now` is not quiet. */
int64_t quiet_hours_end(const char *hours, const char *zone, int64_t now);

#endif
