#include "bot/tables/time_left.h"
#include "bot/base/duration.h"

static const struct unit {
    const char *message;
    int64_t seconds;
    int64_t shown_with; /* the unit is left out when the whole is so many seconds or more */
} units[] = {{"time.days", 24 * 60 * 60, INT64_MAX},
             {"time.hours", 60 * 60, INT64_MAX},
             {"time.minutes", 60, 24 * 60 * 60},
             {"time.seconds", 1, 10 * 60}};

void time_left_say(const struct words *words, int64_t milliseconds, struct text *out)
{
    enum { UNITS = sizeof units / sizeof units[0] };
    int64_t whole = milliseconds > 0 ? (milliseconds + SECOND - 1) / SECOND : 0, left = whole;
    bool said = false;
    for (unsigned i = 0; i < UNITS; i++) {
        int64_t count = left / units[i].seconds;
        left %= units[i].seconds;
        bool counts = (count > 0 && whole < units[i].shown_with) || (i + 1 == UNITS && !said);
        if (!counts)
            continue;
        if (said)
            text_add_char(out, ' ');
        words_say(words, out, units[i].message, SAY_NUMBER(count));
        said = true;
    }
}
