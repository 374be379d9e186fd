#include "bot/configuration/quiet_hours.h"

#include <stdlib.h>
#include <string.h>
#include <unicode/ucal.h>
#include <unicode/ustring.h>

#include "games/shared/text.h"

enum { ZONE_UNITS = 64 };

/* Minutes of the day; `from` is included, `to` is not. */
struct span {
    int from, to;
};

static bool read_two_digits(const char **rest, int most, int *number)
{
    const char *digits = *rest;
    if (strspn(digits, "0123456789") < 2)
        return false;
    *number = (digits[0] - '0') * 10 + (digits[1] - '0');
    *rest += 2;
    return *number <= most;
}

static bool read_time(const char **rest, int *minute)
{
    int hours, minutes;
    if (!read_two_digits(rest, 23, &hours) || *(*rest)++ != ':' ||
        !read_two_digits(rest, 59, &minutes))
        return false;
    *minute = hours * 60 + minutes;
    return true;
}

static bool read_span(const char *hours, struct span *span)
{
    return read_time(&hours, &span->from) && *hours++ == '-' && read_time(&hours, &span->to) &&
           *hours == '\0' && span->from != span->to;
}

bool quiet_hours_are_valid(const char *hours)
{
    struct span span;
    return hours[0] == '\0' || read_span(hours, &span);
}

/* Makes ICU's name of a zone: an offset is "GMT+02:00". False when it is too long for any zone. */
static bool zone_id(const char *zone, UChar id[ZONE_UNITS])
{
    char buffer[ZONE_UNITS];
    struct text name = TEXT_IN(buffer);
    if (zone[0] == '+' || zone[0] == '-')
        text_add(&name, "GMT");
    text_add(&name, zone);
    u_uastrncpy(id, buffer, ZONE_UNITS);
    return !name.truncated;
}

bool time_zone_is_valid(const char *zone)
{
    UChar id[ZONE_UNITS], canonical[ZONE_UNITS];
    UErrorCode status = U_ZERO_ERROR;
    UBool is_system;
    if (zone[0] == '\0' || !zone_id(zone, id))
        return false;
    ucal_getCanonicalTimeZoneID(id, -1, canonical, ZONE_UNITS, &is_system, &status);
    return U_SUCCESS(status);
}

static bool is_inside(const struct span *span, int minute)
{
    if (span->from < span->to)
        return minute >= span->from && minute < span->to;
    return minute >= span->from || minute < span->to;
}

/* The next moment after `now` at which the clock shows `minute`. */
static int64_t next_time(UCalendar *calendar, int minute, int64_t now, UErrorCode *status)
{
    ucal_set(calendar, UCAL_HOUR_OF_DAY, minute / 60);
    ucal_set(calendar, UCAL_MINUTE, minute % 60);
    ucal_set(calendar, UCAL_SECOND, 0);
    ucal_set(calendar, UCAL_MILLISECOND, 0);
    if (ucal_getMillis(calendar, status) <= (double)now * 1000)
        ucal_add(calendar, UCAL_DATE, 1, status);
    return (int64_t)(ucal_getMillis(calendar, status) / 1000);
}

int64_t quiet_hours_end(const char *hours, const char *zone, int64_t now)
{
    struct span span;
    UChar id[ZONE_UNITS];
    UErrorCode status = U_ZERO_ERROR;
    if (!read_span(hours, &span) || !zone_id(zone, id))
        return 0;
    UCalendar *calendar = ucal_open(id, -1, "en", UCAL_GREGORIAN, &status);
    if (U_FAILURE(status))
        return 0;
    ucal_setMillis(calendar, (double)now * 1000, &status);
    int minute = ucal_get(calendar, UCAL_HOUR_OF_DAY, &status) * 60 +
                 ucal_get(calendar, UCAL_MINUTE, &status);
    int64_t end = is_inside(&span, minute) ? next_time(calendar, span.to, now, &status) : 0;
    ucal_close(calendar);
    return U_SUCCESS(status) ? end : 0;
}
