/* Searches for seats that the bot plays, on worker threads, so that nothing waits for them.
 *
 * The loop asks with a copy of the seat's view and gets the answer as an event. What it asked may
 * have become pointless by then (the table moved on, ended, was undone, is gone): the answer names
 * its table by id and carries the view that it was found for, and the loop compares. A thread
 * touches nothing but its own question (bot/players/player.h); the seed of what it draws comes from
 * the system, never from the table.
 *
 * At most THINKERS_AT_ONCE questions are thought over at the same time, the others wait in the
 * order in which they were asked; who waits makes the others shorter, and time spent waiting
 * counts, so that each level answers within its budget. No answer comes before THINKERS_PAUSE: how
 * long a search took, or that there was no choice, is nobody's business.
 */
#ifndef BELFRY_BOT_TURN_THINKERS_H
#define BELFRY_BOT_TURN_THINKERS_H

#include <stdatomic.h>
#include <uv.h>

#include "bot/tables/thinker.h"

enum {
    THINKERS_AT_ONCE = 2, /* libuv has four threads, and names must be looked up meanwhile */
    THINKERS_PAUSE = 400  /* milliseconds */
};

typedef void thinkers_answered(void *context, const struct thought *thought);

struct thinking;

struct thinkers {
    uv_loop_t *loop;
    thinkers_answered *answered;
    void *context;
    /* Milliseconds that only rise; asked by every thread. The system's, but for tests. */
    uint64_t (*clock)(void);
    uint64_t pause;        /* milliseconds; THINKERS_PAUSE, but for tests */
    struct thinking *list; /* everything asked and not answered, in that order */
    unsigned at_work;
    uint64_t started, answers; /* so far */
    atomic_uint waiting;       /* of them; read by every thread */
};

void thinkers_open(struct thinkers *thinkers, uv_loop_t *loop, thinkers_answered *answered,
                   void *context);
/* Nothing is answered any more; the loop has still to run dry. Safe to call twice. */
void thinkers_close(struct thinkers *thinkers);

/* As the session manager knows them. */
struct thinker thinkers_as_thinker(struct thinkers *thinkers);

/* Replaces what was asked about the same table. */
void thinkers_ask(struct thinkers *thinkers, const struct thought *thought);
/* What is being thought over for a table, NULL: nothing. */
const struct thought *thinkers_find(const struct thinkers *thinkers, int64_t table);
void thinkers_cancel(struct thinkers *thinkers, int64_t table);

#endif
