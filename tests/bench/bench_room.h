/* A host over a store in a folder or on a server, without a network: what the benchmarks of whole
 * turns stand on. A benchmark whose preconditions fail ends with a line that says which.
 */
#ifndef BELFRY_TESTS_BENCH_ROOM_H
#define BELFRY_TESTS_BENCH_ROOM_H

#include <stdbool.h>

#include "bot/turn/host.h"

/* Its members point at each other: it stays where it was opened. */
struct bench_room {
    uv_loop_t loop;
    struct catalog *catalog;
    struct store *store;
    struct config config;
    struct host host;
};

/* Ends the program with status 1 and `what` on standard error if it is not `done`. */
void bench_must(bool done, const char *what);

/* Opens the store at `data`, a folder or an address. */
void bench_open(struct bench_room *room, const char *data);

/* Reads the live tables. A store on a server gives out numbers of tables only after this. */
void bench_recover(struct bench_room *room);

/* Returns once all that was changed is on disk and told. */
void bench_settle(struct bench_room *room);

/* Stops the host; what was changed is on disk then. */
void bench_close(struct bench_room *room);

#endif
