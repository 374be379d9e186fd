/* What both back ends do alike with the ratings that a result changes. Only bot/store includes
 * this. */
#ifndef BELFRY_BOT_STORE_RATED_H
#define BELFRY_BOT_STORE_RATED_H

#include "bot/store/store.h"

/* A result counts in its game and in all games together, and in both again over all servers. These
 * come first: there people take part with the ratings that they had on the server. */
enum { RATED_RANKINGS_MAX = 4 };

/* Writes the rankings that a result changes, and returns how many. */
size_t rated_rankings(const struct stored_result *result,
                      struct stored_ranking rankings[RATED_RANKINGS_MAX]);
/* Whether the ranking changes for the person of a seat. */
bool rated_changes(const struct stored_ranking *ranking, const struct stored_result_seat *seat);
/* Returns the ranking that has the rating with which somebody who is compared takes part. */
struct stored_ranking rated_source(const struct stored_ranking *ranking,
                                   const struct stored_result *result,
                                   const struct stored_result_seat *seat);
/* Returns the standing of the person of a seat, of whom nothing is known yet. */
struct stored_standing rated_begin(const struct stored_result_seat *seat);
/* Takes one of a person's ratings in the ranking's game on its server into account; `number` is
 * that of their games with it. */
void rated_take(struct stored_standing *standing, const struct stored_ranking *ranking,
                const char *season, const struct stored_rating *rating, int64_t number);
/* Counts the game. */
void rated_count(struct stored_standing *standing);

#endif
