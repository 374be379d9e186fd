/* Shared by the files of the store. Private to bot/store/sqlite and its tests.
 *
 * open.c opens and checks the file, schema.c defines its tables, store.c makes the writes of a turn
 * and commits them, write.c runs one write, read.c reads, results.c keeps results and ratings,
 * forget.c removes a person, copy.c makes copies, statement.c keeps the prepared statements, and
 * check.c makes the checksums.
 */
#ifndef BELFRY_BOT_STORE_SQLITE_SQLITE_PRIVATE_H
#define BELFRY_BOT_STORE_SQLITE_SQLITE_PRIVATE_H

#include <limits.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/store/store.h"
#include "games/shared/text.h"

#define STORE_FILE "belfry.sqlite3"

/* "BLFY" in ASCII: marks the file as ours in SQLite's header, see `PRAGMA application_id`. */
enum { STORE_APPLICATION_ID = 0x424C4659 };

enum statement {
    STATEMENT_BEGIN,
    STATEMENT_COMMIT,
    STATEMENT_ROLLBACK,
    STATEMENT_NEXT_ID,
    STATEMENT_TABLE_ADD,
    STATEMENT_TABLE_UPDATE,
    STATEMENT_SEATS_REMOVE,
    STATEMENT_SEAT_ADD,
    STATEMENT_PLACES_REMOVE,
    STATEMENT_PLACE_ADD,
    STATEMENT_LINE_ADD,
    STATEMENT_LINES_CUT,
    STATEMENT_VALUE_SET,
    STATEMENT_VALUE_REMOVE,
    STATEMENT_VALUE_GET,
    STATEMENT_VALUES,
    STATEMENT_ALL_VALUES,
    STATEMENT_SCOPES,
    STATEMENT_SCOPES_FORGET,
    STATEMENT_ENDED,
    STATEMENT_ARCHIVED,
    STATEMENT_CHANGE_ADD,
    STATEMENT_CHANGES_TRIM,
    STATEMENT_CHANGES_FORGET,
    STATEMENT_CHANGES,
    STATEMENT_RESULT_ADD,
    STATEMENT_RESULT_SEAT_ADD,
    STATEMENT_RESULTS_FORGET,
    STATEMENT_STATS,
    STATEMENT_PLAYER_FIND,
    STATEMENT_RATING_SET,
    STATEMENT_RATING_GET,
    STATEMENT_RATINGS_FORGET,
    STATEMENT_TOP,
    STATEMENT_TABLES_OF,
    STATEMENT_RATINGS_OF,
    STATEMENT_CHANGES_BY,
    /* Read in parallel: headers, seats, places and lines, each with the table's id first. */
    STATEMENT_LIVE,
    STATEMENT_LIVE_SEATS,
    STATEMENT_LIVE_PLACES,
    STATEMENT_LIVE_LINES,
    STATEMENT_TABLE,
    STATEMENT_TABLE_SEATS,
    STATEMENT_TABLE_PLACES,
    STATEMENT_TABLE_LINES,
    STATEMENT_COUNT
};

/* Room for a table's seats and places while it is passed to a callback; their rows are gone by
 * then. */
struct seating {
    struct stored_seat seats[GAME_SEATS_MAX];
    struct stored_place places[STORE_PLACES_MAX];
    uint8_t claims[GAME_SEATS_MAX][STORE_CLAIM_BYTES];
    char seat_words[GAME_SEATS_MAX][4][STORE_WORD_MAX];
    char place_words[STORE_PLACES_MAX][2][STORE_WORD_MAX];
};

struct store {
    char folder[PATH_MAX]; /* "" in memory */
    sqlite3 *database;
    sqlite3_stmt *statements[STATEMENT_COUNT];
    bool judged;  /* the file is ours and sound, so closing may write to it */
    bool failed;  /* a write of this turn failed; `failure` says why */
    bool reading; /* inside a callback of store_read_… */
    char failure[STORE_ERROR_MAX];
    struct seating seating; /* of the table being read */
};

/* -- Statements (statement.c) ------------------------------------------------------------------ */

bool store_statements_prepare(struct store *store, struct text *error);
void store_statements_finish(struct store *store);
/* Runs SQL that returns no rows. */
bool store_run(sqlite3 *database, const char *sql);
/* Reads the number that a statement with one row and one column returns. */
bool store_ask_number(sqlite3 *database, const char *sql, int64_t *number);
/* Adds SQLite's reason for its last failure, in one line. */
void store_add_reason(struct text *out, sqlite3 *database);
/* Adds `string` with each run of control characters replaced by one blank. */
void store_add_line(struct text *out, const char *string);

/* -- Writing (write.c) ------------------------------------------------------------------------- */

/* A statement whose values are bound one after the other. */
struct store_binding {
    sqlite3_stmt *statement;
    int count;
    bool failed;
};

struct store_binding store_binding_of(struct store *store, enum statement statement);
void store_bind_number(struct store_binding *binding, int64_t number);
void store_bind_real(struct store_binding *binding, double number);
/* `string` may be NULL. The bytes must live until the statement has run. */
void store_bind_string(struct store_binding *binding, const char *string);
void store_bind_bytes(struct store_binding *binding, const uint8_t *bytes, int size);
/* Runs it. A failure is remembered for the commit, with its table and line (0 for none). */
bool store_write(struct store *store, struct store_binding *binding, int64_t table, uint32_t n);
/* Begins the turn's transaction if there is none. Returns false when nothing may be written. */
bool store_begin(struct store *store);
/* Makes the commit fail; always returns false. */
bool store_fail_for(struct store *store, int64_t table, uint32_t n, const char *reason);
/* Does the same with the database's reason. */
bool store_fail_in_database(struct store *store, int64_t table, uint32_t n);
/* Whether it fits STORE_WORD_MAX, and STORE_RECORD_MAX. */
bool store_word_fits(const char *word);
bool store_record_fits(const char *record);

/* -- Reading (read.c) -------------------------------------------------------------------------- */

/* Calls `hand_out` with a bound statement to read its rows; `hand_out` returns false when the
 * database fails. Returns false, with one line in `error`, in that case and when the store is
 * already being read. */
bool store_read_rows(struct store *store, struct store_binding *binding, void *context,
                     bool (*hand_out)(sqlite3_stmt *rows, void *context), char *error,
                     size_t error_size);
/* Returns a row's text if it is one of less than `size` bytes, else NULL. */
const char *store_text_of(sqlite3_stmt *row, int column, size_t size);

/* -- Schema (schema.c) ------------------------------------------------------------------------- */

/* SQL statements; the one at index i leads from version i to i + 1. */
extern const char *const store_migrations[];
extern const size_t store_migration_count;

/* Returns false, with the reason in `error`, when the version is above `count`. */
bool store_schema_is_known(int64_t version, size_t count, struct text *error);
/* Runs the missing steps, each in its own transaction that also sets the version number. In an
 * empty database the first one also sets our application id. Returns false, with the reason in
 * `error`, on failure. */
bool store_schema_migrate(sqlite3 *database, const char *const *steps, size_t count,
                          struct text *error);

/* -- Checksums (check.c) ----------------------------------------------------------------------- */

/* Returns the checksum of the header with its seats and places, which are within the limits of
 * store.h. */
int32_t store_check_table(const struct stored_table *table);
int32_t store_check_line(const struct stored_line *line);

#endif
