#include "bot/tables/season.h"

#include <ctype.h>
#include <time.h>

enum { DAY_S = 24 * 3600, WEEK_DAYS = 7, YEAR_MIN = 1970, YEAR_MAX = 9999 };

/* -- Seasons ----------------------------------------------------------------------------------- */

/* The year and the part of it, from 1. */
struct part {
    int year, number;
};

static const int parts_of_year[] = {
    [SEASON_NONE] = 1, [SEASON_MONTH] = 12, [SEASON_QUARTER] = 4, [SEASON_YEAR] = 1};

static struct part part_at(enum setting_season length, int64_t time)
{
    time_t seconds = (time_t)time;
    struct tm date = {0};
    gmtime_r(&seconds, &date);
    return (struct part){date.tm_year + 1900, date.tm_mon * parts_of_year[length] / 12 + 1};
}

static void write_part(enum setting_season length, struct part part, char season[SEASON_BYTES])
{
    struct text text = text_in(season, SEASON_BYTES);
    if (length == SEASON_YEAR)
        text_add_format(&text, "%04d", part.year);
    else if (length == SEASON_QUARTER)
        text_add_format(&text, "%04d-Q%d", part.year, part.number);
    else if (length == SEASON_MONTH)
        text_add_format(&text, "%04d-%02d", part.year, part.number);
}

void season_at(enum setting_season length, int64_t time, char season[SEASON_BYTES])
{
    write_part(length, part_at(length, time), season);
}

void season_before(enum setting_season length, int64_t time, char season[SEASON_BYTES])
{
    struct part part = part_at(length, time);
    if (--part.number == 0)
        part = (struct part){part.year - 1, parts_of_year[length]};
    write_part(length, part, season);
}

/* Takes up to `digits` digits; -1: there are none. */
static int read_number(const char **rest, const char *end, int digits)
{
    int number = -1;
    for (; *rest < end && digits > 0 && isdigit((unsigned char)**rest); (*rest)++, digits--)
        number = (number < 0 ? 0 : 10 * number) + (**rest - '0');
    return number;
}

bool season_read(enum setting_season length, const char *typed, size_t size,
                 char season[SEASON_BYTES])
{
    const char *rest = typed, *end = typed + size;
    struct part part = {.year = read_number(&rest, end, 4), .number = 1};
    enum setting_season read = SEASON_YEAR;
    if (part.year < YEAR_MIN)
        return false;
    if (rest < end) {
        bool is_dash = *rest++ == '-';
        bool is_quarter = rest < end && (*rest == 'q' || *rest == 'Q');
        rest += is_quarter;
        const char *digits = rest;
        part.number = read_number(&rest, end, 2);
        is_quarter = is_quarter || (length == SEASON_QUARTER && rest - digits == 1 &&
                                    part.number <= parts_of_year[SEASON_QUARTER]);
        read = is_quarter ? SEASON_QUARTER : SEASON_MONTH;
        if (!is_dash)
            return false;
    }
    if (rest != end || part.number < 1 || part.number > parts_of_year[read])
        return false;
    write_part(read, part, season);
    return true;
}

int64_t season_end(const char *season)
{
    const char *rest = season, *end = season;
    while (*end != '\0')
        end++;
    struct part part = {.year = read_number(&rest, end, 4), .number = 1};
    int parts = parts_of_year[SEASON_YEAR];
    if (part.year < YEAR_MIN || part.year > YEAR_MAX)
        return INT64_MAX;
    if (*rest == '-') {
        bool is_quarter = *++rest == 'Q';
        rest += is_quarter;
        part.number = read_number(&rest, end, 2);
        parts = parts_of_year[is_quarter ? SEASON_QUARTER : SEASON_MONTH];
    }
    struct tm date = {
        .tm_year = part.year - 1900, .tm_mon = part.number * 12 / parts, .tm_mday = 1};
    return timegm(&date);
}

/* -- Weeks ------------------------------------------------------------------------------------- */

/* Day 0, 1970-01-01, was a Thursday. */
enum { MONDAY_BEFORE = 3 };

int64_t season_week(int64_t time)
{
    return (time / DAY_S + MONDAY_BEFORE) / WEEK_DAYS;
}

int64_t season_week_begin(int64_t week)
{
    return (week * WEEK_DAYS - MONDAY_BEFORE) * DAY_S;
}
