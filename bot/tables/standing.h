/* From what the store keeps of people's games (store.h) to ratings (rating.h): what is known of
 * somebody at a moment, and how a game changes it.
 *
 * A rating is stored as of its last game, with that of the moment when the week of that game began.
 * From the two follow the rating at any moment from the beginning of this week on, the number at
 * that beginning included, which is what a trend compares with. Nothing is ever done for people who
 * do not play. */
#ifndef BELFRY_BOT_TABLES_STANDING_H
#define BELFRY_BOT_TABLES_STANDING_H

#include "bot/store/store.h"
#include "bot/tables/rating.h"

/* Returns what is known at a time, in seconds since 1970; of somebody without games what is known
 * of a newcomer. */
struct rating standing_at(const struct stored_belief *belief, int64_t time);
/* Returns what was known when the week began; games 0: they had not played in that season. */
const struct stored_belief *standing_before(const struct stored_rating *rating, int64_t week);

/* A store_rate(): rates those who are compared by the contests of the result. In a team the others
 * count as newcomers, whatever they are; alone they are left out. */
void standing_rate(const struct stored_result *result, struct stored_standing *standings);

#endif
