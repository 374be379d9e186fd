/* Ratings of players: a skill is a belief, with a mean and a deviation, that becomes more certain
 * with every game and less certain without.
 *
 * A game. The Plackett-Luce model of R. C. Weng and C.-J. Lin, "A Bayesian Approximation Method for
 * Online Ranking", Journal of Machine Learning Research 12 (2011), Algorithm 4, for any number of
 * teams of any number of players, with shared places. The constants are those of its published
 * implementations (OpenSkill): mean 25, deviation 25/3, beta 25/6, kappa 0.0001. With the mean m
 * and the variance v of a team, the sums of those of its members, and c^2 the sum of v + beta^2
 * over the teams:
 *
 *     chance(i, q) = exp(m_i / c) / the sum of exp(m_s / c) over the teams s not placed before q
 *     surprise_i   = the sum over the teams q not placed behind i, with n_q teams sharing the place
 *                    of q, of ((q is i) - chance(i, q)) / n_q
 *     known_i      = the same sum of chance(i, q) (1 - chance(i, q)) / n_q
 *
 *     mean'        = mean + deviation^2 surprise / c
 *     deviation'^2 = deviation^2 max(1 - deviation^2 known sqrt(v) / c^3, kappa)
 *
 * Teams of different sizes. A game that lets few play against many makes up for it by its rules (in
 * Njet! a single player scores twice), so the members of a smaller team count for more of them:
 * each enters with the weight w, the size of the largest team divided by that of their own, as in
 * partial play (R. Herbrich, T. Minka and T. Graepel, "TrueSkill: A Bayesian Skill Rating System",
 * NIPS 2006). m sums w mean, v sums w^2 deviation^2, and the two changes above get a factor of w
 * and w^2. Between teams of one size w is 1, and the model is the published one.
 *
 * Time. Step 1 of M. E. Glickman, "Parameter estimation in large dynamic paired comparison
 * experiments", Applied Statistics 48 (1999), known as Glicko:
 *
 *     deviation'^2 = min(deviation^2 + c^2 t, (25/3)^2)
 *
 * t counts rating periods of a week since the last game, with fractions, so that it does not matter
 * how often it is worked out. c is chosen as Glickman does: from a third of a newcomer's deviation
 * it takes RATING_PERIODS to be as uncertain as about a newcomer. So the belief about somebody is
 * stored as of their last game, and is read as of any later moment.
 *
 * Seasons. A new season halves the distance between the variance and that of a newcomer:
 *
 *     deviation'^2 = (deviation^2 + (25/3)^2) / 2
 *
 * Only the certainty is taken back, not the mean: who was better is still the best guess, but
 * everybody's number falls, the more the surer it was, and has to be earned again. A pull of the
 * means would claim that everybody has become more alike, and would move people who play against
 * each other without a game. It happens once when somebody begins to play in another season; the
 * time that lies between counts as always.
 *
 * Pure functions. */
#ifndef BELFRY_BOT_TABLES_RATING_H
#define BELFRY_BOT_TABLES_RATING_H

#include <stddef.h>
#include <stdint.h>

#define RATING_MEAN      25.0
#define RATING_DEVIATION (25.0 / 3)

enum { RATING_PLAYERS_MAX = 6, RATING_PERIOD_S = 7 * 24 * 3600, RATING_PERIODS = 104 };

struct rating {
    double mean, deviation;
};

/* Updates the ratings of one game's players, at most RATING_PLAYERS_MAX of them. A smaller place is
 * better; equal places are shared. Players with the same number in `teams` are a team and have the
 * same place; NULL: everybody plays alone. */
void rating_update(struct rating *ratings, const uint8_t *teams, const uint8_t *places,
                   size_t count);
/* Makes the belief as uncertain as it is so long after the last game. */
void rating_age(struct rating *rating, int64_t seconds);
void rating_begin_season(struct rating *rating);
/* Returns what ranking lists sort by: a skill that the player most likely has at least. */
double rating_order(const struct rating *rating);
/* Returns the number that people read: rating_order(), never below 0. */
double rating_shown(const struct rating *rating);

#endif
