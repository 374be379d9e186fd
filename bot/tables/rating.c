#include "bot/tables/rating.h"

#include <math.h>

static const double beta = 25.0 / 6;
static const double kappa = 0.0001;

static double square(double number)
{
    return number * number;
}

/* -- Games ------------------------------------------------------------------------------------- */

struct team {
    uint8_t number, place;
    unsigned size;
    double weight; /* of each member */
    double mean, variance, strength;
};

struct contest {
    struct team teams[RATING_PLAYERS_MAX];
    size_t count;
    uint8_t team_of[RATING_PLAYERS_MAX]; /* index in `teams` by player */
    double scale;
};

/* How much better than expected a team did, and how much the game tells about it. */
struct lesson {
    double surprise, known;
};

static struct contest sort_into_teams(const uint8_t *teams, const uint8_t *places, size_t count)
{
    struct contest contest = {.count = 0};
    for (size_t i = 0; i < count; i++) {
        uint8_t number = teams != NULL ? teams[i] : (uint8_t)i;
        size_t team = 0;
        while (team < contest.count && contest.teams[team].number != number)
            team++;
        if (team == contest.count)
            contest.teams[contest.count++] = (struct team){.number = number, .place = places[i]};
        contest.teams[team].size++;
        contest.team_of[i] = (uint8_t)team;
    }
    return contest;
}

static void weigh(struct contest *contest)
{
    unsigned largest = 0;
    for (size_t i = 0; i < contest->count; i++)
        largest = contest->teams[i].size > largest ? contest->teams[i].size : largest;
    for (size_t i = 0; i < contest->count; i++)
        contest->teams[i].weight = (double)largest / contest->teams[i].size;
}

static void add_up(struct contest *contest, const struct rating *ratings, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        struct team *team = &contest->teams[contest->team_of[i]];
        team->mean += team->weight * ratings[i].mean;
        team->variance += square(team->weight * ratings[i].deviation);
    }
    for (size_t i = 0; i < contest->count; i++)
        sum += contest->teams[i].variance + square(beta);
    contest->scale = sqrt(sum);
    for (size_t i = 0; i < contest->count; i++)
        contest->teams[i].strength = exp(contest->teams[i].mean / contest->scale);
}

/* Sums one term for each team q whose place is as good as that of i or better: i was still in the
 * race for that place. */
static struct lesson lesson_of(const struct contest *contest, size_t i)
{
    const struct team *teams = contest->teams;
    struct lesson lesson = {0, 0};
    for (size_t q = 0; q < contest->count; q++) {
        double rivals = 0;
        unsigned sharing = 0;
        if (teams[q].place > teams[i].place)
            continue;
        for (size_t s = 0; s < contest->count; s++) {
            rivals += teams[s].place >= teams[q].place ? teams[s].strength : 0;
            sharing += teams[s].place == teams[q].place;
        }
        double chance = teams[i].strength / rivals;
        lesson.surprise += (q == i ? 1 - chance : -chance) / sharing;
        lesson.known += chance * (1 - chance) / sharing;
    }
    return lesson;
}

void rating_update(struct rating *ratings, const uint8_t *teams, const uint8_t *places,
                   size_t count)
{
    struct contest contest = sort_into_teams(teams, places, count);
    weigh(&contest);
    add_up(&contest, ratings, count);
    for (size_t i = 0; i < count; i++) {
        const struct team *team = &contest.teams[contest.team_of[i]];
        struct lesson lesson = lesson_of(&contest, contest.team_of[i]);
        double variance = square(ratings[i].deviation);
        double share = square(team->weight) * variance / square(contest.scale);
        double known = lesson.known * share * sqrt(team->variance) / contest.scale;
        ratings[i].mean += team->weight * variance * lesson.surprise / contest.scale;
        ratings[i].deviation *= sqrt(fmax(1 - known, kappa));
    }
}

/* -- Time -------------------------------------------------------------------------------------- */

void rating_age(struct rating *rating, int64_t seconds)
{
    double whole = square(RATING_DEVIATION), third = square(RATING_DEVIATION / 3);
    double periods = (double)(seconds > 0 ? seconds : 0) / RATING_PERIOD_S;
    double grown = square(rating->deviation) + (whole - third) / RATING_PERIODS * periods;
    rating->deviation = fmax(rating->deviation, sqrt(fmin(grown, whole)));
}

void rating_begin_season(struct rating *rating)
{
    rating->deviation = sqrt((square(rating->deviation) + square(RATING_DEVIATION)) / 2);
}

/* -- Showing ----------------------------------------------------------------------------------- */

double rating_order(const struct rating *rating)
{
    return rating->mean - 3 * rating->deviation;
}

double rating_shown(const struct rating *rating)
{
    return fmax(0, rating_order(rating));
}
