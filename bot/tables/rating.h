/* Ratings of players: a skill is a belief, with a mean and a deviation, that becomes more certain
 * with every game.
 *
 * This is the Plackett-Luce model of R. C. Weng and C.-J. Lin, "A Bayesian Approximation Method for
 * Online Ranking", Journal of Machine Learning Research 12 (2011), Algorithm 4, for games of any
 * number of players with shared places. The constants are those of its published implementations
 * (OpenSkill): mean 25, deviation 25/3, beta 25/6, kappa 0.0001. Pure functions.
 *
 * A game only tells who wins, so all the others share the place behind the winners.
 */
#ifndef BELFRY_BOT_TABLES_RATING_H
#define BELFRY_BOT_TABLES_RATING_H

#include <stddef.h>
#include <stdint.h>

#define RATING_MEAN      25.0
#define RATING_DEVIATION (25.0 / 3)

enum { RATING_PLAYERS_MAX = 6 };

struct rating {
    double mean, deviation;
};

/* Updates the ratings of one game's players, at most RATING_PLAYERS_MAX of them. A smaller place is
 * better; equal places are shared. */
void rating_update(struct rating *ratings, const uint8_t *places, size_t count);
/* Returns the number that ranking lists sort by: a skill that the player most likely has at least,
 * never below 0. */
double rating_shown(const struct rating *rating);

#endif
