/* The coach's thread: judges positions for people who ask, behind everything else.
 *
 * It works on one look at a time, on one worker thread. A task with fewer looks left goes first, so
 * a hint never waits for a long review. While the bot's own seats take all places for searches
 * (thinkers.h), the thread sleeps: no move of a table waits for the coach. What a verdict says does
 * not depend on any of this, since iterations are counted.
 */
#ifndef BELFRY_BOT_TURN_COACHING_H
#define BELFRY_BOT_TURN_COACHING_H

#include <stdatomic.h>
#include <uv.h>

#include "bot/commands/coach.h"
#include "bot/turn/thinkers.h"

enum {
    COACHING_TASKS_MAX = 32,
    COACHING_FIRST_NEWS = 2000, /* ms after the question */
    COACHING_NEWS = 10000       /* ms between two pieces of news */
};

struct coaching_task;

struct coaching {
    uv_loop_t *loop;
    const struct thinkers *thinkers;
    struct coach coach; /* as commands know it; its context is this structure */
    struct coaching_task *list;
    unsigned tasks;
    uv_timer_t timer; /* of the next news */
    bool closed;
    /* What the thread works at. While it is `working`, the look, the verdict and the player are its
     * own. */
    bool working;
    struct coaching_task *current; /* NULL: nobody wants it any more */
    atomic_bool over;              /* the thread should stop */
    struct coach_look look;
    struct coach_verdict verdict;
    struct player *player;
    uv_work_t work;
};

void coaching_open(struct coaching *coaching, uv_loop_t *loop, const struct thinkers *thinkers);
/* Stops judging; tasks stay until they are dropped. The loop must still run until it is empty. Safe
 * to call twice. */
void coaching_close(struct coaching *coaching);

#endif
