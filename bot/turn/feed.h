/* Follows what other processes do in a shared store: asks it a few times a second which tables were
 * changed, and lets the sessions read those; and which settings and links, and takes them over.
 * Ratings and wishes to be notified are read from the store whenever they are needed. Where the
 * store is not shared it does nothing.
 *
 * It only keeps what people see fresh. A change that it has not seen yet does no harm: whoever
 * builds on an older state is overtaken (store_table_guard()).
 */
#ifndef BELFRY_BOT_TURN_FEED_H
#define BELFRY_BOT_TURN_FEED_H

#include <stdbool.h>
#include <uv.h>

#include "bot/core/settings.h"
#include "bot/tables/session.h"

struct feed {
    struct sessions *sessions;
    struct settings *settings;
    uv_timer_t timer;
    unsigned polls;
    unsigned back;       /* the poll looks back over so many seconds */
    bool asks;           /* the store has not answered yet */
    uint64_t asked;      /* uv_hrtime() when it did */
    uint64_t heard;      /* `asked` of the last poll that was answered */
    bool settings_moved; /* by this poll */
    size_t behind;       /* so many tables were not as the last poll said, and are being read */
    struct stored_version *changed;
    size_t count, room;
    struct feed_stranger *strangers; /* by table: those that do not concern this process */
    int64_t *strange;                /* array: tables of this poll that nobody knows */
    bool *concerning;                /* parallel to it */
    size_t strange_count;
    uint64_t since;   /* uv_hrtime(): what was changed from then on is judged anew; 0: nothing is */
    bool looks_since; /* the poll does so */
};

/* A table that is not held, and how it was when that was found out. */
struct feed_stranger {
    int64_t table, version;
    unsigned poll; /* when it was seen last */
    UT_hash_handle hh;
};

/* The loop must run until the timer is released after feed_close(). */
void feed_open(struct feed *feed, uv_loop_t *loop, struct sessions *sessions,
               struct settings *settings);
/* Begins to ask. */
void feed_start(struct feed *feed);
/* Reads everything that was committed before this call, and then calls `done`; false: the store
 * could not be read, or is closed. */
void feed_catch_up(struct feed *feed, void (*done)(void *context, bool caught_up), void *context);
/* A network is served now: tables changed since the moment, by uv_hrtime(), may concern it. */
void feed_look_again(struct feed *feed, uint64_t since);
void feed_close(struct feed *feed);
/* Call it when the store is not going to answer any more. */
void feed_clear(struct feed *feed);

#endif
