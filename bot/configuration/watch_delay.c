#include "bot/configuration/watch_delay.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bot/base/duration.h"
#include "bot/configuration/config_value.h"

static bool read_moves(const char *text, int64_t *moves)
{
    char *rest;
    long number = strtol(text, &rest, 10);
    rest += strspn(rest, " ");
    *moves = number;
    return rest != text && number >= 1 && number <= WATCH_MOVES_MAX &&
           (*rest == '\0' || strcasecmp(rest, "moves") == 0);
}

static bool read_time(const char *text, int64_t *milliseconds)
{
    static const struct config_key key = {.name = "watch-delay",
                                          .type = CONFIG_DURATION,
                                          .size = sizeof(int64_t),
                                          .least = MINUTE,
                                          .most = DAY};
    char complaint_buffer[256];
    struct text complaint = TEXT_IN(complaint_buffer);
    return config_value_set(&key, "", text, strlen(text), milliseconds, &complaint);
}

bool watch_delay_read(const char *text, struct watch_delay *delay)
{
    *delay = (struct watch_delay){.unit = WATCH_ROUND};
    if (strcasecmp(text, "round") == 0)
        return true;
    delay->unit = WATCH_DEAL;
    if (strcasecmp(text, "deal") == 0)
        return true;
    delay->unit = WATCH_MOVES;
    if (read_moves(text, &delay->amount))
        return true;
    delay->unit = WATCH_TIME;
    return read_time(text, &delay->amount);
}

bool watch_delay_is_valid(const char *text)
{
    struct watch_delay delay;
    return watch_delay_read(text, &delay);
}

void watch_delay_print(const struct watch_delay *delay, char text[WATCH_DELAY_BYTES])
{
    struct text out = text_in(text, WATCH_DELAY_BYTES);
    switch (delay->unit) {
    case WATCH_MOVES:
        text_add_number(&out, delay->amount);
        break;
    case WATCH_TIME:
        config_add_duration(&out, delay->amount);
        break;
    default:
        text_add(&out, delay->unit == WATCH_DEAL ? "deal" : "round");
    }
}
