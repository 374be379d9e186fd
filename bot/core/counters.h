/* What the bot counts while it runs: plain numbers that only grow, written by the loop's thread and
 * shown by bot/turn/metrics.h. Counting allocates nothing and costs a few additions per move. */
#ifndef BELFRY_BOT_CORE_COUNTERS_H
#define BELFRY_BOT_CORE_COUNTERS_H

#include <stddef.h>
#include <stdint.h>

#include "games/game.h"

enum { HISTOGRAM_BOUNDS = 13, COUNTED_GAMES_MAX = 64 };

/* Upper bounds of the buckets in nanoseconds, ascending; the last bucket has none. */
extern const uint64_t histogram_bounds[HISTOGRAM_BOUNDS];

/* A distribution of durations. */
struct histogram {
    uint64_t buckets[HISTOGRAM_BOUNDS + 1];
    uint64_t sum; /* nanoseconds */
};

enum mover { MOVER_PERSON, MOVER_BOT, MOVER_COUNT };

struct counters {
    uint64_t moves[COUNTED_GAMES_MAX][MOVER_COUNT]; /* in the order of game_registry */
    uint64_t received;                              /* lines and button presses of people */
    uint64_t said;                                  /* messages handed to networks */
    uint64_t commits, commits_failed;
    uint64_t backups, backups_failed;
    uint64_t records_packed, records_dropped; /* of tables that are over */
    uint64_t reloads_failed; /* configurations that were read again and had mistakes */
    int64_t config_read;     /* when the one in use was read, in seconds since 1970; 0: none */
    bool files_limited, calls_limited; /* the process's sandbox is in force */
    uint64_t clock_corrections;        /* how often the system's clock was set */
    bool has_backup;                   /* there is one that was checked … */
    int64_t last_backup;               /* … and this is when it was made, on clock_steady(NULL) */
    struct histogram commit;           /* duration of the store's commits */
    /* From the first input of a turn of the loop until the turn was on disk, and until all its
     * messages were handed to the networks. */
    struct histogram committed, handed_on;
    uint64_t turn_began; /* uv_hrtime() of that first input; 0: no input yet */
};

void histogram_observe(struct histogram *histogram, uint64_t nanoseconds);
void counters_move(struct counters *counters, const struct game *game, enum mover mover);

/* Notes that a backup was made this many seconds ago. */
void counters_note_backup(struct counters *counters, int64_t seconds_ago);
/* Returns when the last one was made, in seconds since 1970 as the clock is now: a clock that was
 * wrong at that time does not matter. 0: there is none. */
int64_t counters_last_backup(const struct counters *counters);

#endif
