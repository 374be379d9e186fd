/* Reading tables from the store, for the files that do so: at the start (recover.c), once more
 * (restore.c), and when they are needed (holding.c). */
#ifndef BELFRY_BOT_TABLES_RECOVERY_H
#define BELFRY_BOT_TABLES_RECOVERY_H

#include "bot/tables/session_private.h"

struct recovery {
    struct sessions *sessions;
    struct table *table;            /* being read */
    struct table *replaced;         /* in memory, until the one that is read takes its place */
    struct stored_waiting *waiting; /* of the tables that are read */
    bool damaged;
    bool refuses;             /* what can't be read was live: its places are kept for it */
    bool brings_back;         /* an archived table is to be brought back */
    bool lives;               /* only what is live is taken */
    bool is_of_other_version; /* what can't be read was begun under other rules */
    /* What happened after the state that the table's places know; NULL: nobody asks. */
    struct game_events *events;
    struct table_known known;
};

/* Makes a table of everything that is read, in its places. It must not be known yet, but as
 * `replaced`. */
struct store_reader recovery_reader(struct recovery *recovery);
/* Reads one table and puts it in the place of `replaced`, which may be NULL. Returns false, having
 * changed nothing, when the inquiry waits or the store can't be read. */
bool recovery_read_again(struct recovery *recovery, struct store_inquiry *inquiry, int64_t id);

#endif
