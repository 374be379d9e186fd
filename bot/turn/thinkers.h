/* Searches for seats that the bot plays, on worker threads, so that nothing waits for them.
 *
 * The loop asks with a copy of the seat's view and gets the answer as an event. The question may be
 * outdated by then, because the table moved on, ended, was undone or is gone. So the answer names
 * its table by id and carries the view it was found for, and the loop compares. A thread touches
 * nothing but its own question (bot/players/player.h); the seed of its random draws comes from the
 * system, never from the table.
 *
 * At most THINKERS_AT_ONCE searches run at the same time; other questions wait in the order in
 * which they were asked. Waiting questions shorten the running searches, and time spent waiting
 * counts, so that each level answers within its budget. No answer comes before THINKERS_PAUSE, so
 * that nobody can tell how long a search took or that there was no choice.
 */
#ifndef BELFRY_BOT_TURN_THINKERS_H
#define BELFRY_BOT_TURN_THINKERS_H

#include <stdatomic.h>
#include <uv.h>

#include "bot/tables/thinker.h"

enum {
    THINKERS_AT_ONCE = 2, /* libuv has four threads; the others are left for name look-ups */
    THINKERS_PAUSE = 400  /* milliseconds */
};

typedef void thinkers_answered(void *context, const struct thought *thought);

struct thinking;

struct thinkers {
    uv_loop_t *loop;
    thinkers_answered *answered;
    void *context;
    /* Returns monotonic milliseconds; called by every thread. The system's clock, except in tests.
     */
    uint64_t (*clock)(void);
    uint64_t pause;        /* milliseconds; THINKERS_PAUSE, except in tests */
    struct thinking *list; /* questions without an answer, in the order in which they were asked */
    unsigned at_work;
    uint64_t started, answers; /* totals since the start */
    atomic_uint waiting;       /* questions that wait; read by every thread */
};

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

#endif
