/* Who is ahead in a league.
 *
 * Points are counted in halves: a won duel gives 2, a drawn one 1, a bye 2. Level people are
 * ordered by
 *
 *     Swiss, round robin   the sum of their opponents' points (Buchholz); then the points of the
 *                          matches among those who are still level (direct encounter)
 *     knockout             nothing: those who went out in one round share a place. Points are the
 *                          rounds that they survived
 *     duplicate            nothing
 *
 * A deal of a duplicate league is compared seat by seat. A seat's lead at a table is its number of
 * points times the seats of the table, less the points of all. With matchpoints each other table
 * gives 2 if the lead there is smaller, 1 if it is the same. The net score is the lead times the
 * number of tables, less the leads of that seat at all tables: shown divided by both numbers, it
 * tells how many points the seat won more than the mean. A deal counts when all have played it.
 */
#ifndef BELFRY_BOT_LEAGUE_SCORES_H
#define BELFRY_BOT_LEAGUE_SCORES_H

#include "bot/league/league.h"

struct league_standing {
    uint8_t entrant;
    uint8_t place;    /* from 1; level people share it */
    int32_t points;   /* in halves; of a duplicate league matchpoints, or the net score */
    int32_t buchholz; /* in halves */
    int32_t direct;   /* in halves */
    uint8_t played, won, drawn, lost;
};

/* Writes the standings, best first, level people in the order of their seeds; returns how many. */
unsigned league_standings(const struct league *league,
                          struct league_standing standings[LEAGUE_ENTRANTS_MAX]);

/* Returns the points of a seat for its match, as far as they count already. */
int32_t league_points(const struct league *league, const struct league_match *match, unsigned seat);
/* Returns what net scores are divided by to be shown. */
int32_t league_net_unit(const struct league *league);

#endif
