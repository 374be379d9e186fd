#include "bot/core/counters.h"

const uint64_t histogram_bounds[HISTOGRAM_BOUNDS] = {
    100000,   250000,   500000,    1000000,   2500000,    5000000,   10000000,
    25000000, 50000000, 100000000, 250000000, 1000000000, 5000000000};

void histogram_observe(struct histogram *histogram, uint64_t nanoseconds)
{
    size_t bucket = 0;
    while (bucket < HISTOGRAM_BOUNDS && nanoseconds > histogram_bounds[bucket])
        bucket++;
    histogram->buckets[bucket]++;
    histogram->sum += nanoseconds;
}

void counters_move(struct counters *counters, const struct game *game, enum mover mover)
{
    for (size_t i = 0; i < COUNTED_GAMES_MAX && game_registry[i] != NULL; i++)
        if (game_registry[i] == game)
            counters->moves[i][mover]++;
}
