/* Times of the day at which the bot shall not disturb, in somebody's time zone. */
#ifndef BELFRY_BOT_CONFIGURATION_QUIET_HOURS_H
#define BELFRY_BOT_CONFIGURATION_QUIET_HOURS_H

#include <stdbool.h>
#include <stdint.h>

/* "22:00-07:00"; they may span midnight. "" means never. */
bool quiet_hours_are_valid(const char *hours);
/* A name of the tz database ("Europe/Rome", "UTC") or an offset from UTC ("+02:00", "-5"). */
bool time_zone_is_valid(const char *zone);
/* When the quiet hours around `now` end, both in seconds since 1970; 0: it is not quiet. */
int64_t quiet_hours_end(const char *hours, const char *zone, int64_t now);

#endif
