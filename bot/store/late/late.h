/* A store for tests: it stands before another one and answers late, in random order between tables,
 * and sometimes with a failure. Where programs have points of faults (bot/base/fault.h), `belfry
 * run` uses it if the environment has its plan in BELFRY_STORE_LATE.
 *
 * Writes wait in memory until their commit is answered; then they go to the store behind as one
 * transaction. A read is answered from the store behind, some time after it was asked.
 */
#ifndef BELFRY_BOT_STORE_LATE_LATE_H
#define BELFRY_BOT_STORE_LATE_LATE_H

#include "bot/store/store.h"

struct late_plan {
    uint64_t seed;
    unsigned failing_commits; /* of 1000 */
    unsigned failing_reads;   /* of 1000 */
};

/* Reads "SEED[:COMMITS[:READS]]"; fields that are missing are 0. */
struct late_plan late_plan_read(const char *text);
/* From now on the store follows another plan. */
void late_follow(struct store *store, const struct late_plan *plan);
/* Takes ownership of `behind`. */
struct store *late_open(struct store *behind, const struct late_plan *plan);
/* Answers one commit or read at random; false: nothing waits. A store that was given a loop
 * (store_attach) also answers by itself. */
bool late_answer(struct store *store);
/* Returns the store behind. */
struct store *late_behind(struct store *store);

#endif
