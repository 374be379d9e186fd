/* Seasons of ratings and the weeks that a ranking's trend begins with: parts of the calendar, in
 * UTC wherever the bot runs, so everybody who knows the time knows the season, and nothing has to
 * happen when one ends.
 *
 *     "2026-09"   September 2026
 *     "2026-Q3"   its third quarter, July to September
 *     "2026"      the year
 *     ""          always: there are no seasons
 *
 * A week begins on Monday at 0:00. Times are seconds since 1970. */
#ifndef BELFRY_BOT_TABLES_SEASON_H
#define BELFRY_BOT_TABLES_SEASON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/configuration/setting_table.h"
#include "games/shared/text.h"

enum { SEASON_BYTES = 16 };

/* Writes the season that a time is in. */
void season_at(enum setting_season length, int64_t time, char season[SEASON_BYTES]);
/* Writes the season before. */
void season_before(enum setting_season length, int64_t time, char season[SEASON_BYTES]);
/* Reads a season as people type it: "2026-Q3", "2026-q3", "2026-09", "2026-9", "2026". Where
 * quarters are counted, "2026-3" is one. False: it is none. */
bool season_read(enum setting_season length, const char *typed, size_t size,
                 char season[SEASON_BYTES]);
/* Returns when a season ends; for "" that never happens: INT64_MAX. */
int64_t season_end(const char *season);

/* Returns the number of the week that a time is in, and when it began. */
int64_t season_week(int64_t time);
int64_t season_week_begin(int64_t week);

#endif
