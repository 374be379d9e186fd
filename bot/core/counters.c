#include "bot/core/counters.h"

#include <time.h>

#include "bot/base/duration.h"
#include "bot/core/clock.h"

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

void counters_note_backup(struct counters *counters, int64_t seconds_ago)
{
    counters->has_backup = true;
    counters->last_backup = clock_steady(NULL) - seconds_ago * SECOND;
}

int64_t counters_last_backup(const struct counters *counters)
{
    int64_t ago = (clock_steady(NULL) - counters->last_backup) / SECOND;
    return counters->has_backup ? (int64_t)time(NULL) - ago : 0;
}
