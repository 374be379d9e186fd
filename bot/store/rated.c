#include "bot/store/rated.h"

#include <math.h>
#include <string.h>

static bool is_everywhere(const struct stored_ranking *ranking)
{
    return strcmp(ranking->server, STORE_EVERYWHERE) == 0;
}

bool rated_changes(const struct stored_ranking *ranking, const struct stored_result_seat *seat)
{
    return seat->compared && (seat->everywhere || !is_everywhere(ranking));
}

size_t rated_rankings(const struct stored_result *result,
                      struct stored_ranking rankings[RATED_RANKINGS_MAX])
{
    const struct stored_ranking all[RATED_RANKINGS_MAX] = {
        {STORE_EVERYWHERE, "", result->game},
        {STORE_EVERYWHERE, "", ""},
        {result->server, result->season, result->game},
        {result->server, result->season, ""},
    };
    size_t count = 0;
    for (size_t i = 0; i < RATED_RANKINGS_MAX; i++) {
        bool changes = false;
        for (size_t seat = 0; seat < result->seat_count; seat++)
            changes = changes || rated_changes(&all[i], &result->seats[seat]);
        if (changes)
            rankings[count++] = all[i];
    }
    return count;
}

struct stored_ranking rated_source(const struct stored_ranking *ranking,
                                   const struct stored_result *result,
                                   const struct stored_result_seat *seat)
{
    if (rated_changes(ranking, seat))
        return *ranking;
    return (struct stored_ranking){result->server, result->season, ranking->game};
}

struct stored_standing rated_begin(const struct stored_result_seat *seat)
{
    return (struct stored_standing){
        .rating = {.network = seat->network, .identity = seat->identity, .name = seat->name}};
}

void rated_take(struct stored_standing *standing, const struct stored_ranking *ranking,
                const char *season, const struct stored_rating *rating, int64_t number)
{
    bool is_own = strcmp(season, ranking->season) == 0;
    if (is_own) {
        standing->rating.now = rating->now;
        standing->rating.week = rating->week;
        standing->rating.before = rating->before;
    }
    if (number > standing->number) {
        standing->latest = rating->now;
        standing->is_turned = !is_own;
        standing->number = number;
    }
}

void rated_count(struct stored_standing *standing)
{
    standing->rating.now.games++;
    standing->number++;
}

static double most(const struct stored_belief *belief)
{
    return belief->mean - 3 * belief->deviation;
}

double stored_rating_bound(const struct stored_rating *rating)
{
    double now = most(&rating->now);
    return rating->before.games > 0 ? fmax(now, most(&rating->before)) : now;
}
