/* How well somebody plays, as a belief that gets surer with every game: a mean and a deviation.
 *
 * The Plackett-Luce model of R. C. Weng and C.-J. Lin, "A Bayesian Approximation Method for Online
 * Ranking", Journal of Machine Learning Research 12 (2011), Algorithm 4, for games of any number of
 * players with shared places; the figures are those of its published implementations (OpenSkill):
 * mean 25, deviation 25/3, beta 25/6, kappa 0.0001. Pure.
 *
 * A game says only who wins, so those who don't share the place behind the winners.
 */
#ifndef BELFRY_BOT_TABLES_RATING_H
#define BELFRY_BOT_TABLES_RATING_H

#include <stddef.h>

#define RATING_MEAN      25.0
#define RATING_DEVIATION (25.0 / 3)

enum { RATING_PLAYERS_MAX = 6 };

struct rating {
    double mean, deviation;
};

/* What a game says of its players, at most RATING_PLAYERS_MAX of them; a smaller place is better,
 * equal ones are shared. */
void rating_update(struct rating *ratings, const unsigned *places, size_t count);
/* What ranking lists sort by: the skill that somebody has very likely at least; not below 0. */
double rating_shown(const struct rating *rating);

#endif
