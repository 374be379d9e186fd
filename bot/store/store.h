/* The store: what must survive the process. This is the interface to all back ends: SQLite in the
 * process (bot/store/sqlite) and a PostgreSQL server (bot/store/postgres). Nothing outside
 * bot/store speaks SQL.
 *
 * A table's transcript is its save: the header (game, options, players, seed, setup) and the lines
 * in order. All writes of one turn of the loop are one transaction: the first write begins it, and
 * store_commit() ends it. Nobody is told of anything before the commit has said that it is saved. A
 * failed write is remembered and makes the commit fail; until then further writes of the turn do
 * nothing, and then everything since the last commit is undone.
 *
 * Only one process at a time opens a SQLite file: it holds SQLite's exclusive lock until it closes
 * the file (the kernel releases the lock when the process dies), and a second process is refused at
 * once.
 *
 * What is read is checked: every header and line carries a checksum of its content, so that a byte
 * that has changed on disk is noticed. This protects against decay, not against people.
 *
 * Only the loop's thread calls the store. Nothing here logs or reports what a table holds (seeds,
 * setups, moves, names): errors name tables by id and lines by number.
 *
 * Strings belong to the caller. What an iteration passes to a callback lives until the callback
 * returns.
 */
#ifndef BELFRY_BOT_STORE_STORE_H
#define BELFRY_BOT_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "games/game.h"
#include "games/shared/text.h"

struct store;
struct uv_loop_s;

enum {
    STORE_ERROR_MAX = 512,
    STORE_SEED_BYTES = 32,
    STORE_CLAIM_BYTES = 32,
    STORE_GENERATION_BYTES = 16,
    STORE_PLACES_MAX = 8, /* per table */
    STORE_WORD_MAX = 256, /* bytes of a name, network, identity, key …, including the terminator */
    STORE_RECORD_MAX = 64 * 1024 /* bytes of a JSON text or a value, including the terminator */
};

/* An archived table is neither live nor over: it can be brought back. */
enum table_status { TABLE_LOBBY, TABLE_PLAYING, TABLE_FINISHED, TABLE_ABORTED, TABLE_ARCHIVED };

/* Who sits at a seat. A seat that the bot plays has an empty identity and a level. */
struct stored_seat {
    const char *network;
    const char *identity;
    const char *name;
    const char *level;    /* "" for people, else "random", … */
    const uint8_t *claim; /* hash of the claim code, STORE_CLAIM_BYTES; NULL for none */
};

struct stored_place {
    const char *network;
    const char *place;
};

/* Strings are not NULL unless it says so. */
struct stored_table {
    int64_t id; /* from 1; 0 in store_table_add(): the store chooses */
    enum table_status status;
    const char *owner;   /* the process that runs it; "" is nobody */
    const char *game;    /* the game's id */
    const char *options; /* JSON object of strings, with every option */
    const char *setup;   /* JSON object of the setup; "" in the lobby */
    const char *further; /* JSON object with the header's further keys, or NULL */
    uint8_t seed[STORE_SEED_BYTES];
    int64_t opened; /* seconds since 1970 */
    const char *opener_network, *opener_identity;
    size_t seat_count; /* at most GAME_SEATS_MAX */
    const struct stored_seat *seats;
    size_t place_count; /* at most STORE_PLACES_MAX */
    const struct stored_place *places;
    int64_t version; /* as read; see store_table_guard() */
    bool dropped;    /* as read: its setup and its lines were dropped, see store_record_drop() */
};

/* One line of a transcript after the header. Exactly one of `move` and `chance` is set. */
struct stored_line {
    int64_t table;
    uint32_t n;          /* from 1, without gaps */
    uint8_t seat;        /* from 0; GAME_SPECTATOR in a line of chance */
    const char *move;    /* canonical text, below GAME_MOVE_TEXT_MAX bytes; NULL in a chance line */
    const char *chance;  /* JSON object; NULL in a move's line */
    const char *further; /* JSON object with the line's further keys (a timeout, …), or NULL */
};

/* Opens the database of a server if `data` is its address ("postgresql://…"), and brings its schema
 * up to date; waits for the server. Otherwise `data` is a directory: see below.
 *
 * Opens or creates `data`/belfry.sqlite3 (":memory:" for none) with mode 0600, the directory with
 * 0700, and brings an older schema up to date. Returns NULL, with one line in `error`, when the
 * file can't be opened or written, is damaged, belongs to another program, is newer than this
 * program or is in use by another process, or when the disk is full. A file that is refused is left
 * as it was. */
struct store *store_open(const char *data, char *error, size_t error_size);
/* Whether `data` is the address of a server. */
bool store_is_address(const char *data);
/* Connects to the database at such an address, looks whether it is fit, and leaves again without
 * changing anything. Returns false, with one line in `error`, when it can't be used. */
bool store_try_server(const char *address, char *error, size_t error_size);
/* Returns the directory that it was opened in; "" for one in memory or on a server. */
const char *store_folder(const struct store *store);
/* Returns STORE_GENERATION_BYTES random bytes that the store keeps. They are others in another
 * store, and others again after a copy of the store was put back, as far as the back end can notice
 * that. */
const uint8_t *store_generation(const struct store *store);
/* Gives the store the loop from which it may answer later, and takes it away before the loop is
 * closed. */
void store_attach(struct store *store, struct uv_loop_s *loop);
void store_detach(struct store *store);
/* Closes the store and undoes what is not committed; `store` may be NULL. */
void store_close(struct store *store);

/* Writes. They are part of the running transaction; strings are copied. A value over one of the
 * limits above, a table that does not exist and a line that does not follow the last one are
 * failures. */

/* Adds a table and returns its id, which the store chooses unless `table` has one; 0: failed. */
int64_t store_table_add(struct store *store, const struct stored_table *table);
/* Replaces everything of the table except its lines. */
void store_table_update(struct store *store, const struct stored_table *table);
void store_line_add(struct store *store, const struct stored_line *line);
/* Makes the whole turn depend on the table as it was read: the turn is saved only if the table's
 * version is still this one, and raises it by one. Otherwise another process has changed the table
 * first, and the commit is overtaken. A new table's version is 0. Does nothing in a store that only
 * one process uses. */
void store_table_guard(struct store *store, int64_t table, int64_t version);
/* Whether several processes may use the store at once. */
bool store_is_shared(const struct store *store);
/* Makes the whole turn depend on a lease (see below): unless this process still holds it in this
 * epoch, the commit is overtaken. Only where store_is_shared(). */
void store_lease_guard(struct store *store, const char *lease, int64_t epoch);
/* Notes that what somebody asked for is applied by this turn. If it was applied before, the commit
 * is overtaken. `event` is how the network names it, with the network's name. It is forgotten after
 * STORE_EVENTS_KEPT_S. Only where store_is_shared(). */
enum { STORE_EVENTS_KEPT_S = 3600 };
void store_event_add(struct store *store, const char *event);
/* Removes the lines after line `n` (0: all), for moves that were taken back. */
void store_lines_cut(struct store *store, int64_t table, uint32_t n);
/* Sets a value of a network, place or person, for what outlives tables: channels that the bot was
 * invited to, preferences. NULL deletes it. */
void store_value_set(struct store *store, const char *scope, const char *key, const char *value);

/* Lets the other processes hear that this value was set or removed (store_read_published), for what
 * they hold in memory. Does nothing in a store that only one process uses. */
void store_value_publish(struct store *store, const char *scope, const char *key);

/* Sets a value that all processes agree on: only if it is `before` (NULL: there is none). Otherwise
 * the commit is overtaken. Only where store_is_shared(). */
void store_value_replace(struct store *store, const char *scope, const char *key,
                         const char *before, const char *value);

/* Deletes the values with that key in every scope that begins with `beginning`. */
void store_scopes_forget(struct store *store, const char *beginning, const char *key);

/* One setting that a person changed. */
struct stored_change {
    int64_t at;           /* seconds since 1970 */
    const char *scope;    /* the scope of the setting's value */
    const char *setting;  /* the key of its value */
    const char *before;   /* NULL: it was not set there */
    const char *after;    /* NULL: it is no longer set there */
    const char *network;  /* the network, … */
    const char *identity; /* … identity … */
    const char *name;     /* … and name of the person who changed it */
};
/* Adds a change to the record of changes, which keeps the last STORE_CHANGES_MAX of each scope. */
enum { STORE_CHANGES_MAX = 500 };
void store_change_add(struct store *store, const struct stored_change *change);

enum store_end {
    STORE_UNDONE, /* nothing of it is saved, and `error` says why in one line */
    STORE_SAVED,  /* all of it is on disk (fsync done) */
    /* Nothing of it is saved, because another process was first; `error` names the table if the
     * turn changed no other. The caller reads what it built on, and judges again what it was asked.
     */
    STORE_OVERTAKEN
};
/* How a commit ended, with everything that it covers. (When the disk failed while syncing and the
 * process dies before the next commit, a restart may still find what was undone; nobody had been
 * told.) */
typedef void store_committed(void *context, enum store_end end, const char *error);
/* Commits everything written since the last call, as one transaction. Calls `committed` once:
 * before this function returns, as the embedded store does, or later from the loop. What is written
 * from now on belongs to the next commit. Several commits may be in flight; they may end in any
 * order, and one may fail while others succeed, so the caller makes sure that none depends on
 * another. Only values of store_value_set() are in order by themselves: the last one committed
 * stays. */
void store_commit(struct store *store, store_committed *committed, void *context);
/* Drops everything written since the last commit. */
void store_undo(struct store *store);
/* Whether there is something to commit or a failure to report. */
bool store_is_dirty(const struct store *store);

/* -- Reading ------------------------------------------------------------------------------------
 *
 * Reads belong to an inquiry. The embedded store answers at once. A store on a network answers
 * later: then a read returns false, calls nothing, and store_inquiry_waits() is true. The caller
 * gives up, having changed nothing. When all answers of the inquiry have come, the caller does
 * everything again with the same inquiry, and the same reads succeed: store_ask() sees to that.
 * What is uncommitted may be read or not.
 *
 * Except for the case above, a read returns false when the store can't be read; then the inquiry
 * has the reason. The callbacks of a read may call no function of the store: a write from inside is
 * a failure, and a read is refused.
 */

struct store_inquiry;

/* Work that reads. It gives up when the inquiry waits. */
typedef void store_work(void *context, struct store_inquiry *inquiry);
/* Calls `work` with an inquiry: at once, and again whenever what it waits for has come, until it no
 * longer waits. After that, or when the store is closed first, calls `done` once, which may free
 * `context` and be NULL. */
void store_ask(struct store *store, store_work *work, void (*done)(void *context), void *context);

/* Begins an inquiry for a caller that looks by itself whether it still waits. The caller frees it,
 * at the latest before the store is closed; answers that come later are dropped. */
struct store_inquiry *store_inquire(struct store *store);
/* `inquiry` may be NULL. */
void store_inquiry_free(struct store_inquiry *inquiry);
/* Whether a read has to be repeated when its answer has come. */
bool store_inquiry_waits(const struct store_inquiry *inquiry);
/* Returns in one line why the last read failed; "": it did not. The log says it too, except for a
 * table that can't be read. */
const char *store_inquiry_error(const struct store_inquiry *inquiry);

/* Returns how many values the inquiry's reads left out because they are damaged; the log names
 * them. They stay in the store until they are set again. */
unsigned store_inquiry_damaged_values(const struct store_inquiry *inquiry);

/* Reads every live table (lobby or playing) in the order of their ids: calls `table` once, then
 * `line` for each of its lines in order, then `done`. When a record is damaged in the middle,
 * `damaged` is called instead of the rest, with line number (0: the header, and no other callback
 * came) and reason; the data stays as it is. `table` and `line` return false to skip the rest of
 * the table: then there are no more calls for it. A torn last line is left out, with a log entry;
 * the next line added replaces it.
 */
struct store_reader {
    void *context;
    bool (*table)(void *context, const struct stored_table *table);
    bool (*line)(void *context, const struct stored_line *line);
    void (*done)(void *context, int64_t table); /* may be NULL, and so may `damaged` */
    void (*damaged)(void *context, int64_t table, uint32_t line, const char *reason);
    /* Called after damaged() for a header, once for each place of the table that can still be read.
     * May be NULL. */
    void (*damaged_at)(void *context, int64_t table, const struct stored_place *place);
};
bool store_read_live(struct store_inquiry *inquiry, const struct store_reader *reader);
/* Does the same for one table in any status; also fails when there is none. */
bool store_read_table(struct store_inquiry *inquiry, int64_t id, const struct store_reader *reader);

/* A table that is over or archived, for lists. */
struct stored_ended {
    int64_t id;
    const char *game;
    enum table_status status;
    int64_t opened;
};
typedef bool store_take_ended(void *context, const struct stored_ended *table);
/* Reads the tables that ended in a place, last opened first; `table` returns false to stop. */
bool store_read_ended(struct store_inquiry *inquiry, const char *network, const char *place,
                      void *context, store_take_ended *table);

/* Does the same for the archived tables of a place ("" for none) and of a person ("" for nobody).
 */
bool store_read_archived(struct store_inquiry *inquiry, const char *network, const char *place,
                         const char *identity, void *context, store_take_ended *table);

/* A table that was changed. */
struct stored_version {
    int64_t table, version; /* see store_table_guard() */
    enum table_status status;
};
typedef bool store_take_version(void *context, const struct stored_version *changed);
/* Reads the tables that were changed, by any process, in the last so many seconds by the server's
 * clock, and perhaps some of one second more; those that live last and in the order of their ids.
 * `changed` returns false to stop. Only where store_is_shared(). */
bool store_read_changed(struct store_inquiry *inquiry, unsigned seconds, void *context,
                        store_take_version *changed);

/* Live tables, for a process that holds only those which concern it; only where store_is_shared().
 *
 * A site says that a table is shown in a place, or with a place of "" that somebody of the network
 * sits there. */
struct stored_site {
    int64_t table;
    const char *network, *place;
};
typedef bool store_take_site(void *context, const struct stored_site *site);
/* Read the sites on a network, and all sites of so many tables, in the order of the tables; `site`
 * returns false to stop. */
bool store_read_sites_on(struct store_inquiry *inquiry, const char *network, void *context,
                         store_take_site *site);
bool store_read_sites_of(struct store_inquiry *inquiry, const int64_t *tables, size_t count,
                         void *context, store_take_site *site);
typedef bool store_take_table(void *context, int64_t table);
/* Reads the numbers of the live tables of a place ("" for none) and of a person, who sits there or
 * opened them ("" for nobody). */
bool store_read_live_at(struct store_inquiry *inquiry, const char *network, const char *place,
                        const char *identity, void *context, store_take_table *table);
/* Does the same as store_read_live() for so many tables in any status, in the order of their ids;
 * those that do not exist are left out. */
bool store_read_some(struct store_inquiry *inquiry, const int64_t *tables, size_t count,
                     const struct store_reader *reader);

/* Copies the value into `value`. When there is none or it does not fit, returns false and `value`
 * is "". */
bool store_read_value(struct store_inquiry *inquiry, const char *scope, const char *key,
                      char *value, size_t value_size);
typedef bool store_take_value(void *context, const char *name, const char *value);
/* Reads every value of the scope in byte order of the keys; `value` returns false to stop. Its
 * `name` is the key. */
bool store_read_values(struct store_inquiry *inquiry, const char *scope, void *context,
                       store_take_value *value);
typedef bool store_take_scoped_value(void *context, const char *scope, const char *key,
                                     const char *value);
/* Reads every value of every scope that begins with `beginning`. */
bool store_read_all_values(struct store_inquiry *inquiry, const char *beginning, void *context,
                           store_take_scoped_value *value);
/* Reads the values that were published by any process in the last so many seconds by the server's
 * clock, as they are now; NULL: it was removed. They are kept for STORE_PUBLISHED_KEPT_S. Only
 * where store_is_shared(). */
enum { STORE_PUBLISHED_KEPT_S = 24 * 3600 };
bool store_read_published(struct store_inquiry *inquiry, unsigned seconds, void *context,
                          store_take_scoped_value *value);
/* Reads the values with that key in every scope that begins with `beginning`, in byte order of the
 * scopes. The `name` is the scope. */
bool store_read_scopes(struct store_inquiry *inquiry, const char *beginning, const char *key,
                       void *context, store_take_value *value);
typedef bool store_take_change(void *context, const struct stored_change *change);
/* Reads the record of changes of up to STORE_CHANGE_SCOPES scopes together, latest first; `change`
 * returns false to stop. */
enum { STORE_CHANGE_SCOPES = 3 };
bool store_read_changes(struct store_inquiry *inquiry, const char *const *scopes,
                        size_t scope_count, void *context, store_take_change *change);

/* Reads what a person changed, latest first. */
bool store_read_changes_by(struct store_inquiry *inquiry, const char *network, const char *identity,
                           void *context, store_take_change *change);

/* -- Results ------------------------------------------------------------------------------------
 *
 * The results of finished games by person, and ratings by server and game. The caller names the
 * server; a game of "" stands for all games together.
 */

struct stored_result_seat {
    const char *network;
    const char *identity; /* "": the bot played it */
    const char *name;
    int32_t score;
    double share;    /* of the win */
    bool compared;   /* with the others who are compared: their ratings change */
    bool everywhere; /* they want to stand in the ranking over all servers too */
};

struct stored_result {
    int64_t table;
    int64_t ended; /* seconds since 1970 */
    const char *game;
    const char *server;
    const char *season; /* of the server, when the game ended (bot/tables/season.h) */
    size_t seat_count;
    struct stored_result_seat seats[GAME_SEATS_MAX];
    /* What the compared are rated by. */
    size_t contest_count;
    struct game_contest contests[GAME_CONTESTS_MAX];
};

/* What is known of a person's skill (bot/tables/rating.h). */
struct stored_belief {
    int64_t games; /* 0: nothing */
    double mean, deviation;
    int64_t last; /* when the last of the games ended, in seconds since 1970 */
};

/* A person's rating in one season. */
struct stored_rating {
    const char *network;
    const char *identity;
    const char *name;
    struct stored_belief now;
    int64_t week;                /* of the last game, counted as in bot/tables/season.h */
    struct stored_belief before; /* when that week began */
};

/* A person who played one game. */
struct stored_standing {
    struct stored_rating rating; /* in the season of the game */
    struct stored_belief latest; /* of the last season in which they played */
    bool is_turned;              /* that was another season */
    int64_t number;              /* of their games in all seasons */
};

/* The name of the ranking over all servers, which has no seasons. */
#define STORE_EVERYWHERE "*"

/* A person's games of one kind. */
struct stored_stats {
    const char *game;
    int64_t games;
    double wins; /* sum of the shares of wins */
    double mean_score;
    int64_t best_score;
    int64_t last; /* seconds since 1970 */
    /* What is known of them in this game on the server in the season; games 0: nothing, or no
     * server was named. */
    struct stored_belief rating;
};

/* Changes what is known of the people who played one game, those who are compared. `standings` are
 * by seat; only their ratings may be changed, and not the number of games, which the store counts.
 * It has no other effect, and may be called several times for one game. */
typedef void store_rate(const struct stored_result *result, struct stored_standing *standings);
/* Adds the result. `rate` changes the ratings of those who are compared, in this game and in all
 * games together, and again over all servers for those who want that: there the others take part
 * with their ratings on the server, which do not change. NULL when nobody is compared. The ratings
 * of earlier seasons stay as they were. */
void store_result_add(struct store *store, const struct stored_result *result, store_rate *rate);
typedef bool store_take_rating(void *context, const struct stored_rating *rating);
/* Reads the ratings of a season by what they can be at most, now and when the week of the last game
 * began, the highest first: the greater of mean - 3 deviations now and before. `rating` returns
 * false to stop. Ends after STORE_TOP_MAX. */
enum { STORE_TOP_MAX = 1000 };
bool store_read_top(struct store_inquiry *inquiry, const char *server, const char *season,
                    const char *game, void *context, store_take_rating *rating);
/* Returns what the ratings are ordered by. */
double stored_rating_bound(const struct stored_rating *rating);
/* Of which season, server and game a rating is; a game of "" is all together. */
struct stored_ranking {
    const char *server, *season, *game;
};
typedef bool store_take_own_rating(void *context, const struct stored_ranking *ranking,
                                   const struct stored_rating *rating);
/* Reads a person's ratings in every ranking. */
bool store_read_ratings_of(struct store_inquiry *inquiry, const char *network, const char *identity,
                           void *context, store_take_own_rating *rating);
typedef bool store_take_stats(void *context, const struct stored_stats *stats);
/* Reads a person's games by game, on one server or, with "", on all, and what is known of them
 * there in the season. */
bool store_read_stats(struct store_inquiry *inquiry, const char *server, const char *season,
                      const char *network, const char *identity, void *context,
                      store_take_stats *stats);
/* Finds the person who last had this name, in upper or lower case, in a finished game of the
 * server; false: nobody. */
bool store_find_player(struct store_inquiry *inquiry, const char *server, const char *name,
                       char network[STORE_WORD_MAX], char identity[STORE_WORD_MAX]);
/* Reads every table that a person opened or where they sit or sat, latest first; `table` returns
 * false to stop. */
bool store_read_tables_of(struct store_inquiry *inquiry, const char *network, const char *identity,
                          void *context, store_take_table *table);
/* Removes a person from everything that is over. Results and tables stay without them: `name`
 * replaces their name. Their ratings are deleted, and changes they made lose their author. Live
 * tables are not touched. When one of their tables can't be read, the commit fails. */
void store_person_forget(struct store *store, const char *network, const char *identity,
                         const char *name);

/* -- Leases -------------------------------------------------------------------------------------
 *
 * Several processes use a shared store, and each of their connections to the world outside belongs
 * to one of them at a time: whoever holds its lease. A lease has a name, a holder, an epoch that
 * rises with each new holder, and an end. All ends are times of the server's clock, so the clocks
 * of the processes' machines do not matter. Only where store_is_shared().
 *
 * A process may act as the holder for so long after a beat that was answered *went out*, by a clock
 * of its own that also runs while it sleeps: the server counts from a later moment. While the
 * server does not answer, a beat waits; when it is back, that one goes out first, so that the
 * process knows what it holds before it hears which turns are saved. What it writes as the holder
 * it fences with store_lease_guard().
 */

/* A process as the store knows it. */
struct stored_process {
    const char *id;   /* random; others after each start */
    const char *name; /* for people: machine and number */
    int64_t seconds;  /* since its first beat, by the server's clock */
    bool lives;       /* its last beat is not too long ago */
    bool is_self;
};

struct stored_lease {
    const char *name;
    const char *holder; /* a process's id; "": it was released */
    int64_t epoch;
    bool lapsed;  /* its end has come */
    bool is_mine; /* this process is the holder, even if it has lapsed */
};

/* The scope of values that the processes have agreed on with store_value_replace(). */
#define STORE_AGREED "agreed"

/* What takes the rows; each function may be NULL, and returns false to stop. */
struct store_lease_reader {
    void *context;
    bool (*lease)(void *context, const struct stored_lease *lease);
    bool (*process)(void *context, const struct stored_process *process);
    store_take_value *agreed;
};

/* A read and a write at once: this process lives, under this name, and everything it holds, and
 * itself, goes on for so many milliseconds from now. Then reads all leases in the order of their
 * names, all processes, the oldest first, and what is agreed on: none of it is older than that
 * moment. */
bool store_lease_beat(struct store_inquiry *inquiry, const char *name, unsigned milliseconds,
                      const struct store_lease_reader *reader);
/* When the question of this inquiry that was answered last went out to the server, in milliseconds
 * of CLOCK_BOOTTIME. Only where store_is_shared(). */
int64_t store_inquiry_sent(const struct store_inquiry *inquiry);
/* A read and a write at once: takes the lease for so many milliseconds if it is new, was released
 * or has lapsed; the next beat tells whether that worked. */
bool store_lease_take(struct store_inquiry *inquiry, const char *lease, unsigned milliseconds);
/* Reads the same as a beat and changes nothing. */
bool store_read_leases(struct store_inquiry *inquiry, const struct store_lease_reader *reader);
/* A write: gives the lease back, with what this turn saves, unless somebody else holds it. */
void store_lease_release(struct store *store, const char *lease);
/* A write: this process ends, and gives back everything it holds. */
void store_process_leave(struct store *store);
/* Whether this was applied by any process; see store_event_add(). */
bool store_read_event(struct store_inquiry *inquiry, const char *event, bool *applied);

/* -- Rations -------------------------------------------------------------------------------------
 *
 * What all processes together may do only so often: so many uses in a period. All times are the
 * server's. Only where store_is_shared().
 */

struct ration {
    const char *name;
    unsigned most; /* uses in a period */
    unsigned used; /* so many uses of the period are known from elsewhere; fewer than `most` */
    /* How long a period lasts that begins now; with `used`, when the current one ends. */
    int64_t period_ms;
};

struct ration_use {
    bool granted;
    int64_t epoch;   /* of the period; each has a higher one */
    int64_t left_ms; /* until the period ends */
};

/* A read and a write at once: takes one use, if there is one left or the period has ended. A use
 * whose answer was lost counts too. */
bool store_ration_take(struct store_inquiry *inquiry, const struct ration *ration,
                       struct ration_use *use);
/* A write: the period ends so many milliseconds from now, if it is still the one with that epoch.
 */
void store_ration_end(struct store *store, const char *name, int64_t epoch, int64_t milliseconds);
/* A write: gives a use back, if the period is still the one with that epoch. */
void store_ration_return(struct store *store, const char *name, int64_t epoch);

/* -- Tables that are over ------------------------------------------------------------------------
 *
 * The lines of a table that is over are packed: compressed in one piece, which takes a fraction of
 * the room. Reading hands them out as before. Later the whole record may be dropped: then only the
 * header without its setup and its further keys, the seats, the places and the result are left.
 *
 * Each of these does a small part of the work. Where several processes share the store, it does no
 * harm when two of them do the same.
 */

/* A table with lines that are not packed. */
struct stored_loose {
    int64_t table; /* 0: there is none */
    bool is_over;
    int64_t ended; /* seconds since 1970; 0: it has no result */
};
/* Reads the first such table after `after`; false too where the store packs nothing. */
bool store_read_loose(struct store_inquiry *inquiry, int64_t after, struct stored_loose *loose);
/* Leaves out of a line's further keys what is not worth its room once the table is over; NULL:
 * nothing is left. `slim` has STORE_SLIM_MAX bytes; what does not fit stays as it is. */
enum { STORE_SLIM_MAX = 256 };
typedef const char *store_slim(const char *further, struct text *slim);
/* Of each so many lines one keeps all its further keys, and so does the last. */
enum { STORE_SLIM_LINES = 64 };
/* A read and a write: packs the lines of such a table that is over, if all of them are sound;
 * `now`: in seconds since 1970. Returns false when it can't be read; `packed` tells whether
 * anything was written. */
bool store_record_pack(struct store_inquiry *inquiry, const struct stored_loose *loose, int64_t now,
                       store_slim *slim, bool *packed);
/* A packed table. */
struct stored_packed {
    int64_t table; /* 0: there is none */
    int64_t ended; /* when it ended or was packed, in seconds since 1970 */
    uint32_t lines;
};
/* Reads which packed table that ended before `before` ended first. */
bool store_read_oldest(struct store_inquiry *inquiry, int64_t before, struct stored_packed *oldest);
/* A read and a write: drops the record of such a table. A damaged header stays as it is; then only
 * the lines are dropped. */
bool store_record_drop(struct store_inquiry *inquiry, const struct stored_packed *packed);
/* A write: gives a little of the file's free room back to the disk, if there is much; true: there
 * is more to do. */
bool store_give_back(struct store *store);

/* -- How the store is ---------------------------------------------------------------------------
 *
 * For `belfry store status`.
 */

typedef bool store_take_count(void *context, enum table_status status, int64_t count);
/* Counts the tables by their status, where there are any. */
bool store_count_tables(struct store_inquiry *inquiry, void *context, store_take_count *count);
/* A copy of the database that follows it, as the server knows it. */
struct stored_standby {
    const char *name;
    const char *state; /* "streaming", … */
    const char *sync;  /* "sync": commits wait for it; "async", … */
    int64_t behind_ms;
};
typedef bool store_take_standby(void *context, const struct stored_standby *standby);
/* Reads what follows the server; `standby` returns false to stop. Only where store_is_shared(). */
bool store_read_standbys(struct store_inquiry *inquiry, void *context, store_take_standby *standby);

/* -- Copies -------------------------------------------------------------------------------------
 *
 * A copy of everything while the store is in use. It includes what is committed meanwhile.
 */

struct store_copy;

enum store_copying { STORE_COPYING, STORE_COPIED, STORE_COPY_FAILED };

/* Begins a copy in `file`, which is replaced. Returns NULL, with one line in `error`, on failure
 * and when this store makes no copies. */
struct store_copy *store_copy_begin(struct store *store, const char *file, char *error,
                                    size_t error_size);
/* Copies a part, in about a millisecond or less. After STORE_COPY_FAILED call store_copy_drop(). */
enum store_copying store_copy_step(struct store_copy *copy, char *error, size_t error_size);
/* Checks the copy, flushes it to disk and gives it its name: whatever happens, a file of that name
 * is complete. Frees the copy. May take long; any thread may call it. Returns false, with one line
 * in `error`, on failure. */
bool store_copy_finish(struct store_copy *copy, const char *file, char *error, size_t error_size);
/* Abandons a copy; call it before the store is closed. `copy` may be NULL. */
void store_copy_drop(struct store_copy *copy);

/* -- Tools --------------------------------------------------------------------------------------
 *
 * For the person who runs the bot (`belfry store`), while no bot uses the store.
 */

/* A read and a write: takes a table out of play, whatever state its record is in. Nothing else of
 * it changes. Returns false when there is no such table or it can't be read. */
bool store_table_retire(struct store_inquiry *inquiry, int64_t table);
/* Writes the rows of a table as they stand, damaged ones too. */
bool store_dump_table(struct store_inquiry *inquiry, int64_t table, FILE *out);
/* Reads the ids of all tables that were not retired, in order; `table` returns false to stop. */
bool store_read_ids(struct store_inquiry *inquiry, void *context, store_take_table *table);

#endif
