/* How far behind the table people watch it: the setting `watch-delay`. */
#ifndef BELFRY_BOT_CONFIGURATION_WATCH_DELAY_H
#define BELFRY_BOT_CONFIGURATION_WATCH_DELAY_H

#include <stdbool.h>
#include <stdint.h>

enum watch_unit {
    WATCH_ROUND, /* as many turns as the table has seats */
    WATCH_DEAL,  /* until new cards are dealt or the game is over */
    WATCH_MOVES,
    WATCH_TIME,
    WATCH_UNITS
};

struct watch_delay {
    enum watch_unit unit;
    int64_t amount; /* moves or milliseconds; 0 of the others */
};

enum { WATCH_MOVES_MAX = 1000, WATCH_DELAY_BYTES = 24 };

/* Reads "round", "deal", a number of moves as in "12" or "12 moves", or a time as in "30min"; false
 * when it is none of these. */
bool watch_delay_read(const char *text, struct watch_delay *delay);
bool watch_delay_is_valid(const char *text);
/* Writes it in the form in which it is read. */
void watch_delay_print(const struct watch_delay *delay, char text[WATCH_DELAY_BYTES]);

#endif
