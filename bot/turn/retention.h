/* Keeps the store small, a little at a time: packs the records of tables that are over, drops those
 * that are older than the configuration says, and gives free room back to the disk.
 *
 * Every hour it goes through what there is, one table a step and at most ten steps a second. Each
 * step is part of the turn in which it falls. Of several processes on one store the oldest does it;
 * where two think that they are the oldest, the store makes it come out the same (bot/store).
 *
 * Nothing is dropped in the first hour: a clock that was wrong when the machine started is set by
 * then.
 */
#ifndef BELFRY_BOT_TURN_RETENTION_H
#define BELFRY_BOT_TURN_RETENTION_H

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

struct host;

enum { RETENTION_STEP_MS = 100, RETENTION_FIRST_MS = 60 * 1000, RETENTION_EVERY_MS = 3600 * 1000 };

enum retention_stage { RETENTION_PACKING, RETENTION_DROPPING, RETENTION_GIVING_BACK };

struct retention {
    struct host *host;
    uv_timer_t timer;
    enum retention_stage stage;
    int64_t after;            /* packing: the table that was looked at last */
    unsigned rounds;          /* that are done */
    unsigned packed, dropped; /* in this round */
    bool asks;                /* the store has not answered yet */
    bool goes_on;             /* with the next step, and not in an hour */
    bool closing;
};

void retention_open(struct retention *retention, struct host *host);
/* The loop must still run until it is empty. A structure of zeroes was never opened and may be
 * closed. */
void retention_close(struct retention *retention);
/* Does the next step; false: the round is done, or the store has yet to answer. For the timer and
 * for tests. */
bool retention_step(struct retention *retention);

#endif
