/* Searches for seats that the bot plays, on worker threads, so that nothing waits for them.
 *
 * The loop asks with a copy of the seat's view and gets the answer as an event. The question may be
 * outdated by then, because the table moved on, ended, was undone or is gone. So the answer names
 * its table by id and carries the view it was found for, and the loop compares. A thread touches
 * nothing but its own question (bot/players/player.h); the seed of its random draws comes from the
 * system, never from the table.
 *
 * The time until the answer tells nothing about the seat's view. Its moment is drawn when the
 * question is asked, from the level alone, and the answer comes at that moment: a search that ended
 * long before waits for it, and a search that has not ended by then, on a busy host, is given up.
 * A fixed question (bot/tables/thinker.h) is the exception: its search is never cut short, and the
 * answer waits for it.
 * At most THINKERS_AT_ONCE questions are searched at the same time. Of those that wait, the one
 * whose moment comes first is next. All share the time: how long a question keeps its place follows
 * from the moments and from how many wait, not from when its search ends; a search without a choice
 * keeps it as long as any other. A search that time alone limits uses its share to the end, so it
 * is the shares that keep many tables of `hard` seats fair.
 */
#ifndef BELFRY_BOT_TURN_THINKERS_H
#define BELFRY_BOT_TURN_THINKERS_H

#include <stdatomic.h>
#include <uv.h>

#include "bot/tables/thinker.h"

/* libuv has four threads; one is the coach's (coaching.h), and one is left for name look-ups. */
enum { THINKERS_AT_ONCE = 2 };

typedef void thinkers_answered(void *context, const struct thought *thought);

struct thinking;

struct thinkers {
    uv_loop_t *loop;
    thinkers_answered *answered;
    void *context;
    /* Draws how many milliseconds after the question the answer comes; thinkers_moment(), except in
     * tests. */
    uint64_t (*moment)(enum player_level level);
    struct thinking *list; /* questions without an answer, the next one to answer first */
    unsigned waiting;
    atomic_uint at_work;       /* the loop writes it; the coach's thread reads it too */
    uint64_t started, answers; /* totals since the start */
};

/* The search has seven eighths of it: with the whole of the level's budget hard answers within 3 s.
 * At least three quarters of that. */
uint64_t thinkers_moment(enum player_level level);

void thinkers_open(struct thinkers *thinkers, uv_loop_t *loop, thinkers_answered *answered,
                   void *context);
/* Stops answering; the loop must still run until it is empty. Safe to call twice. */
void thinkers_close(struct thinkers *thinkers);

/* Returns the interface that the session manager knows. */
struct thinker thinkers_as_thinker(struct thinkers *thinkers);

/* Asks; replaces an earlier question about the same table. */
void thinkers_ask(struct thinkers *thinkers, const struct thought *thought);
/* Returns the open question about a table, or NULL. */
const struct thought *thinkers_find(const struct thinkers *thinkers, int64_t table);
void thinkers_cancel(struct thinkers *thinkers, int64_t table);
/* Whether no place for a search is free; on any thread. */
bool thinkers_are_full(const struct thinkers *thinkers);

#endif
