#include "bot/tables/rating.h"

#include <math.h>

static const double beta = 25.0 / 6;
static const double kappa = 0.0001;

/* The paper's omega and delta: how much better than expected a player did, and how much the game
 * tells about them. */
struct lesson {
    double surprise, information;
};

/* Sums one term for each player q whose place is as good as that of i or better: i was still in the
 * race for that place. */
static struct lesson lesson_of(const double *strengths, const uint8_t *places, size_t count,
                               size_t i)
{
    struct lesson lesson = {0, 0};
    for (size_t q = 0; q < count; q++) {
        double rivals = 0;
        unsigned sharing = 0;
        if (places[q] > places[i])
            continue;
        for (size_t s = 0; s < count; s++) {
            rivals += places[s] >= places[q] ? strengths[s] : 0;
            sharing += places[s] == places[q];
        }
        double chance = strengths[i] / rivals;
        lesson.surprise += (q == i ? 1 - chance : -chance) / sharing;
        lesson.information += chance * (1 - chance) / sharing;
    }
    return lesson;
}

void rating_update(struct rating *ratings, const uint8_t *places, size_t count)
{
    double strengths[RATING_PLAYERS_MAX], sum = 0;
    struct lesson lessons[RATING_PLAYERS_MAX];
    for (size_t i = 0; i < count; i++)
        sum += ratings[i].deviation * ratings[i].deviation + beta * beta;
    double scale = sqrt(sum);
    for (size_t i = 0; i < count; i++)
        strengths[i] = exp(ratings[i].mean / scale);
    for (size_t i = 0; i < count; i++)
        lessons[i] = lesson_of(strengths, places, count, i);
    for (size_t i = 0; i < count; i++) {
        double variance = ratings[i].deviation * ratings[i].deviation;
        double share = ratings[i].deviation / scale;
        double known = lessons[i].information * share * share * share;
        ratings[i].mean += lessons[i].surprise * variance / scale;
        ratings[i].deviation *= sqrt(fmax(1 - known, kappa));
    }
}

double rating_shown(const struct rating *rating)
{
    return fmax(0, rating->mean - 3 * rating->deviation);
}
