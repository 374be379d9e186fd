/* A duration as people say it. */
#ifndef BELFRY_BOT_TABLES_TIME_LEFT_H
#define BELFRY_BOT_TABLES_TIME_LEFT_H

#include <stdint.h>

#include "games/shared/text.h"
#include "games/words.h"

/* Appends "2 days 3 h", "1 h 5 min", "40 s": the two largest units that are not 0, rounded up. */
void time_left_say(const struct words *words, int64_t milliseconds, struct text *out);

#endif
