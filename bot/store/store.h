/* The store: what must survive the process. SQLite is behind it; nothing outside bot/store
 * speaks SQL.
 *
 * A table's transcript is its save: the header (game, options, players, seed, setup) and the lines
 * in their order. All writes of one turn of the loop are one transaction: the first write begins
 * it, store_commit ends it; nobody is told of anything before that has returned true. A write that
 * fails is remembered and makes the commit fail; then everything since the last commit is undone.
 * Until then further writes of that turn do nothing.
 *
 * A table has an owner, the process that runs it ("" is nobody). One process opens a SQLite file at
 * a time: it holds SQLite's exclusive lock from opening to closing (the kernel drops it when the
 * process dies), and a second one is refused at once. A back end shared by several processes leases
 * each live table to one of them.
 *
 * What is read is judged: every header and line carries a checksum of its content, so that a byte
 * which changed on the disk is noticed. It guards against decay, not against people.
 *
 * Only the loop's thread calls the store. Nothing here logs or reports what a table holds (seeds,
 * setups, moves, names): errors name tables by id and lines by number.
 *
 * Strings belong to the caller; what an iteration hands out lives until its callback returns.
 */
#ifndef BELFRY_BOT_STORE_STORE_H
#define BELFRY_BOT_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "games/game.h"

struct store;

enum {
    STORE_ERROR_MAX = 512,
    STORE_SEED_BYTES = 32,
    STORE_CLAIM_BYTES = 32,
    STORE_PLACES_MAX = 8, /* of one table */
    STORE_WORD_MAX = 256, /* bytes of a name, network, identity, key …, terminator included */
    STORE_RECORD_MAX = 64 * 1024 /* bytes of a JSON text or a value, terminator included */
};

/* An archived table is neither live nor over: it waits to be brought back. */
enum table_status { TABLE_LOBBY, TABLE_PLAYING, TABLE_FINISHED, TABLE_ABORTED, TABLE_ARCHIVED };

/* Who sits where. A seat played by the bot has an empty identity and a level. */
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

/* No string is NULL but where it is said. */
struct stored_table {
    int64_t id; /* from 1 */
    enum table_status status;
    const char *owner;
    const char *game;    /* id */
    const char *options; /* JSON object of strings, every option */
    const char *setup;   /* JSON object of the setup; "" in the lobby */
    const char *further; /* JSON object of the header's further keys; NULL for none */
    uint8_t seed[STORE_SEED_BYTES];
    int64_t opened; /* seconds since 1970 */
    const char *opener_network, *opener_identity;
    size_t seat_count; /* at most GAME_SEATS_MAX */
    const struct stored_seat *seats;
    size_t place_count; /* at most STORE_PLACES_MAX */
    const struct stored_place *places;
};

/* One line of a transcript after the header. Either `move` or `chance` is there. */
struct stored_line {
    int64_t table;
    uint32_t n;          /* from 1 without a gap */
    uint8_t seat;        /* from 0; GAME_SPECTATOR for a chance line */
    const char *move;    /* canonical text of less than GAME_MOVE_TEXT_MAX bytes; NULL: chance */
    const char *chance;  /* JSON object; NULL: a move */
    const char *further; /* JSON object of the line's further keys (a timeout, …); NULL for none */
};

/* Opens or creates `folder`/belfry.sqlite3 (":memory:" for none) with mode 0600, the folder with
 * 0700, and brings an older schema up to date. NULL with one line in `error`: cannot be opened or
 * written, is damaged, belongs to another program, is newer than this program, is in use by another
 * process, the disk is full. A file that is refused is left as it was. */
struct store *store_open(const char *folder, char *error, size_t error_size);
/* The folder that it was opened in; "" for one in memory. */
const char *store_folder(const struct store *store);
/* Undoes what is not committed. NULL is allowed. */
void store_close(struct store *store);

/* Writes. They take part in the running transaction; strings are copied. What breaks a limit above,
 * a table that does not exist and a line that does not follow the last one are failures. */
int64_t store_table_add(struct store *store, const struct stored_table *table); /* id; 0: failed */
/* Replaces everything of the table but its lines. */
void store_table_update(struct store *store, const struct stored_table *table);
void store_line_add(struct store *store, const struct stored_line *line);
/* Removes the lines after line `n` (0: all): moves that were taken back. */
void store_lines_cut(struct store *store, int64_t table, uint32_t n);
/* A network's or place's setting or a person's; NULL deletes. For what outlives tables: channels
 * that the bot was invited to, preferences. */
void store_value_set(struct store *store, const char *scope, const char *key, const char *value);

/* Deletes what has that key in every scope that begins with `beginning`. */
void store_scopes_forget(struct store *store, const char *beginning, const char *key);

/* One setting that somebody changed. */
struct stored_change {
    int64_t at;           /* seconds since 1970 */
    const char *scope;    /* where: the scope of the setting's value */
    const char *setting;  /* the key of its value */
    const char *before;   /* NULL: it was not set there */
    const char *after;    /* NULL: it is not set there any more */
    const char *network;  /* whose … */
    const char *identity; /* … this person … */
    const char *name;     /* … with this name did it */
};
/* Adds to the record of changes, which keeps the last STORE_CHANGES_MAX of each scope. */
enum { STORE_CHANGES_MAX = 500 };
void store_change_add(struct store *store, const struct stored_change *change);

/* True: everything since the last commit is on disk (fsync done), or there was nothing. False: it
 * is undone, and `error` says why in one line; the store is usable again. (When the disk failed
 * while syncing and the process dies before the next commit, a restart may still find what was
 * undone; nobody had been told.) */
bool store_commit(struct store *store, char *error, size_t error_size);
/* There is something to commit, or a failure to report. */
bool store_is_dirty(const struct store *store);

/* Reads every live table (lobby or playing) in the order of their ids: `table` once, then `line`
 * for each of its lines in order, then `done`. When the table's record is damaged in the middle
 * `damaged` comes instead of the rest of it, with line number (0: the header, and nothing else
 * came) and reason; the data stays as it is. `table` returns false to skip the rest, `line` too:
 * then nothing more comes for that table. A last line that is torn is left out with a log entry;
 * the next line added takes its place.
 *
 * What is not yet committed is read too. The callbacks may call store_value_get, and no other
 * function of the store: a write from inside is a failure, a reading is refused. */
struct store_reader {
    void *context;
    bool (*table)(void *context, const struct stored_table *table);
    bool (*line)(void *context, const struct stored_line *line);
    void (*done)(void *context, int64_t table); /* NULL: not wanted; the next one too */
    void (*damaged)(void *context, int64_t table, uint32_t line, const char *reason);
};
/* False with one line in `error` when the disk fails. */
bool store_read_live(struct store *store, const struct store_reader *reader, char *error,
                     size_t error_size);
/* The same for one table in any status; false also when there is none. */
bool store_read_table(struct store *store, int64_t id, const struct store_reader *reader,
                      char *error, size_t error_size);

/* A table that is over or archived, for lists of them. */
struct stored_ended {
    int64_t id;
    const char *game;
    enum table_status status;
    int64_t opened;
};
/* The tables that ended in a place, the last opened first; `table` returns false to stop. */
bool store_read_ended(struct store *store, const char *network, const char *place, void *context,
                      bool (*table)(void *context, const struct stored_ended *table), char *error,
                      size_t error_size);

/* The same for the archived tables of a place ("" for none) and of a person ("" for nobody). */
bool store_read_archived(struct store *store, const char *network, const char *place,
                         const char *identity, void *context,
                         bool (*table)(void *context, const struct stored_ended *table),
                         char *error, size_t error_size);

/* Copies the value into `value`; false when there is none or it does not fit (then `value` is "").
 */
bool store_value_get(struct store *store, const char *scope, const char *key, char *value,
                     size_t value_size);
/* Every value of the scope in byte order of the keys; `value` returns false to stop. */
bool store_read_values(struct store *store, const char *scope, void *context,
                       bool (*value)(void *context, const char *key, const char *value),
                       char *error, size_t error_size);
/* Every value of every scope that begins with `beginning`. */
bool store_read_all_values(struct store *store, const char *beginning, void *context,
                           bool (*value)(void *context, const char *scope, const char *key,
                                         const char *value),
                           char *error, size_t error_size);
/* What has that key in every scope that begins with `beginning`, in byte order of the scopes. */
bool store_read_scopes(struct store *store, const char *beginning, const char *key, void *context,
                       bool (*value)(void *context, const char *scope, const char *value),
                       char *error, size_t error_size);
/* The record of changes of up to STORE_CHANGE_SCOPES scopes together, the last one first; `change`
 * returns false to stop. */
enum { STORE_CHANGE_SCOPES = 3 };
bool store_read_changes(struct store *store, const char *const *scopes, size_t scope_count,
                        void *context,
                        bool (*change)(void *context, const struct stored_change *change),
                        char *error, size_t error_size);

/* What a person changed, the last one first. */
bool store_read_changes_by(struct store *store, const char *network, const char *identity,
                           void *context,
                           bool (*change)(void *context, const struct stored_change *change),
                           char *error, size_t error_size);

/* -- Results (store_results.c) ------------------------------------------------------------------
 *
 * What finished games brought, by person, and how well people play, by server and game. A server is
 * named by whoever calls; a game of "" stands for all games together.
 */

struct stored_result_seat {
    const char *network;
    const char *identity; /* "": the bot played it */
    const char *name;
    int32_t score;
    double share; /* of the win */
};

struct stored_result {
    int64_t table;
    int64_t ended; /* seconds since 1970 */
    const char *game;
    const char *server;
    size_t seat_count;
    struct stored_result_seat seats[GAME_SEATS_MAX];
};

struct stored_rating {
    const char *network;
    const char *identity;
    const char *name;
    int64_t games;
    double mean, deviation; /* bot/tables/rating.h */
};

/* A person's games of one kind. */
struct stored_stats {
    const char *game;
    int64_t games;
    double wins; /* shares of wins, added up */
    double mean_score;
    int64_t best_score;
    int64_t last; /* seconds since 1970 */
};

void store_result_add(struct store *store, const struct stored_result *result);
void store_rating_set(struct store *store, const char *server, const char *game,
                      const struct stored_rating *rating);
/* Copies games, mean and deviation alone into `rating`; false when there is none. */
bool store_rating_get(struct store *store, const char *server, const char *game,
                      const char *network, const char *identity, struct stored_rating *rating);
/* The best first, by mean - 3 deviations; `rating` returns false to stop. */
bool store_read_top(struct store *store, const char *server, const char *game, void *context,
                    bool (*rating)(void *context, const struct stored_rating *rating), char *error,
                    size_t error_size);
/* A person's ratings on every server; `game` is "" for all games together. */
bool store_read_ratings_of(struct store *store, const char *network, const char *identity,
                           void *context,
                           bool (*rating)(void *context, const char *server, const char *game,
                                          const struct stored_rating *rating),
                           char *error, size_t error_size);
/* A person's games by game, on one server or, with "", on all. */
bool store_read_stats(struct store *store, const char *server, const char *network,
                      const char *identity, void *context,
                      bool (*stats)(void *context, const struct stored_stats *stats), char *error,
                      size_t error_size);
/* Who was last called so in a finished game of the server, in any case; false: nobody. */
bool store_find_player(struct store *store, const char *server, const char *name,
                       char network[STORE_WORD_MAX], char identity[STORE_WORD_MAX]);
/* Every table that a person opened or at which he sits or sat, the last first; `table` returns
 * false to stop. */
bool store_read_tables_of(struct store *store, const char *network, const char *identity,
                          void *context, bool (*table)(void *context, int64_t table), char *error,
                          size_t error_size);
/* Takes a person out of everything that is over: results and tables stay, without him; `name`
 * stands for him. His ratings are deleted, and what he changed is nobody's. Live tables are not
 * touched. False with one line in `error` when something could not be read; nothing is changed
 * then. */
bool store_person_forget(struct store *store, const char *network, const char *identity,
                         const char *name, char *error, size_t error_size);

/* -- Copies (store_copy.c) ------------------------------------------------------------------------
 *
 * A copy of everything while the store is in use. What is committed meanwhile is in it.
 */

struct store_copy;

enum store_copying { STORE_COPYING, STORE_COPIED, STORE_COPY_FAILED };

/* Begins a copy in `file`, which is replaced. NULL with one line in `error`. */
struct store_copy *store_copy_begin(struct store *store, const char *file, char *error,
                                    size_t error_size);
/* Copies a part, in less than a millisecond or so. After STORE_COPY_FAILED it is to be dropped. */
enum store_copying store_copy_step(struct store_copy *copy, char *error, size_t error_size);
/* Checks what was copied, brings it to the disk and gives it its name: whatever happens, a file of
 * that name is whole. Frees the copy. May take long; any thread may call it. False with one line in
 * `error`. */
bool store_copy_finish(struct store_copy *copy, const char *file, char *error, size_t error_size);
/* Gives a copy up, before the store is closed. NULL is allowed. */
void store_copy_drop(struct store_copy *copy);

#endif
