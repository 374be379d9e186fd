/* Who plays whom in a league's next round.
 *
 *     Swiss         Round 1: the first half of the seeds against the second, in order. Later: in
 * the order of the standings, everybody gets the highest of those below whom they have not met,
 * such that the others can be paired in the same way. If that is impossible, as few as possible
 * meet again. With an odd number the last in the standings who has had no bye gets one. round robin
 * The Berger tables: by number n of n, the last, stays, and the others go round in a circle. With
 * an odd number there is no n, and whoever would play it has a bye. knockout      Seeds 1 and 2 can
 * meet in the final only, 1 to 4 from the semifinals on, and so on. Where seeds are missing the
 * best have byes in round 1. duplicate     The Mitchell movement: with t tables, numbers 1 … t
 * begin at seat 1 of tables 1 … t, the next t at seat 2, and so on; the bot is every number that is
 *                   missing. In each round the line from seat k goes k - 1 tables on, and everybody
 *                   one seat.
 *
 * In a duel against somebody who left, nobody plays: the other one wins; if both left, nobody, or
 * in a knockout the better seed.
 */
#ifndef BELFRY_BOT_LEAGUE_PAIRING_H
#define BELFRY_BOT_LEAGUE_PAIRING_H

#include "bot/league/league.h"

/* Adds the next round's matches and makes it the round that is played. Byes and duels against
 * people who left are done at once. Returns false when no round is left, or nobody could play. */
bool league_pair(struct league *league);

#endif
