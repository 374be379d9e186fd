/* Who watches a table with all hands open, and how far behind.
 *
 * Plain bookkeeping without network, store or texts, like table.h. A line of the record is shown to
 * a watcher when it is old enough by every delay that holds: the setting when the game began, the
 * setting now, and what the watcher chose. So nothing that changes meanwhile makes a delay shorter.
 *
 * Whoever has watched a table never sits down there: their identity stays as a hash, keyed with the
 * table's seed, until the table is over.
 */
#ifndef BELFRY_BOT_TABLES_WATCH_H
#define BELFRY_BOT_TABLES_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "bot/adapter.h"
#include "bot/configuration/watch_delay.h"

struct table;

enum {
    WATCHERS_MAX = 12, /* at once */
    WATCHED_MAX = 60,  /* at one table in all */
    WATCH_MARKS_MAX = 24,
    WATCH_HASH_TEXT = 33
};

struct watcher {
    char *network, *identity, *name;
    struct watch_delay own;
    bool has_own;
    bool in_thread; /* they read the watchers' thread, and get nothing in private */
    bool let_in;    /* this process has let them in */
    bool is_read;   /* `shown` is what the store has, or later */
    int64_t shown;  /* the last line that they were shown; -1: none */
    /* Times of clock_now(). */
    int64_t told; /* when that was; 0: never, as far as this process knows */
    int64_t next; /* when there may be more to show; INT64_MAX: after a change of the table */
};

/* So many lines were there at that time, in milliseconds since 1970. */
struct watch_mark {
    uint32_t lines;
    int64_t at;
};

/* A private thread of the table's channel, for those who want to watch there. */
struct watch_thread {
    enum { WATCH_NO_THREAD, WATCH_THREAD_WANTED, WATCH_THREAD_ASKED, WATCH_THREAD_OPEN } state;
    /* Where it is or was; "": there never was one. Whoever may read such threads there, or may for
     * all that is known, never takes a seat at this table. */
    char network[NETWORK_NAME_MAX];
    /* What it is shown, as a watcher whose identity is the thread's place; when it is open. */
    struct watcher reader;
};

struct watch {
    struct watch_delay at_start; /* the setting when the game began */
    struct watcher watchers[WATCHERS_MAX];
    unsigned count;
    char watched[WATCHED_MAX][WATCH_HASH_TEXT];
    unsigned watched_count;
    struct watch_mark marks[WATCH_MARKS_MAX]; /* rising; kept while somebody watches */
    unsigned mark_count;
    uint32_t changes; /* of who watches and who may not */
    struct watch_thread thread;
};

/* Returns the table's own, and creates it if there is none. */
struct watch *watch_of(struct table *table);
/* NULL is allowed. */
void watch_free(struct watch *watch);
/* Finds the watcher with this identity on the network; NULL: none. */
struct watcher *watch_find(const struct table *table, const char *network, const char *identity);
struct watcher *watch_add(struct table *table, const char *network, const char *identity,
                          const char *name);
void watch_remove(struct table *table, const struct watcher *watcher);
/* The thread is shown the table from now on, or no longer; `place` is its key. */
void watch_open_thread(struct watch *watch, const char *place);
void watch_close_thread(struct watch *watch);
/* Returns what is shown the table with this index: watchers, then the thread if it is open; NULL:
 * there are no more. NULL is allowed. */
struct watcher *watch_each(struct watch *watch, unsigned index);
bool watch_is_thread(const struct watch *watch, const struct watcher *watcher);
/* Whether somebody at the table wants nobody to watch. */
bool watch_is_forbidden(const struct table *table);
/* Whether somebody watches in the thread, made or not. */
bool watch_has_readers(const struct watch *watch);
/* Whether somebody with this identity, on any network, has watched the table. */
bool watch_has_watched(const struct table *table, const char *identity);
/* Notes it; returns false when there are too many. */
bool watch_note_watched(struct table *table, const char *identity);
/* Notes how many lines there are now. */
void watch_mark_time(struct table *table, int64_t now);
/* Lines were taken back: the next ones are new, although their numbers are not. */
void watch_rewind(struct table *table);
/* Returns how many lines are at least as old as `delay` milliseconds; -1: not even the deal. */
int64_t watch_lines_aged(const struct watch *watch, int64_t delay, int64_t now);
/* Returns when that number rises next; INT64_MAX: when there are more lines. */
int64_t watch_next_aged(const struct watch *watch, int64_t delay, int64_t now);

#endif
