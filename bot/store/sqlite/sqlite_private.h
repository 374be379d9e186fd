/* What the files of the store share. Private to bot/store/sqlite and its tests.
 *
 * store_open.c opens and judges the file, store_schema.c knows its tables, store.c writes,
 * store_read.c reads, store_statement.c keeps the prepared statements, store_check.c makes the
 * checksums.
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
    /* What is read together: headers, seats, places and lines, each with the table's id in front.
     */
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

/* Room for the words of a table's seats and places, whose rows are gone when the table is handed
 * out. */
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
    struct seating seating; /* of the table that is being read */
};

/* -- Statements (store_statement.c) -------------------------------------------------------- */

bool store_statements_prepare(struct store *store, struct text *error);
void store_statements_finish(struct store *store);
/* Runs SQL that returns no rows. */
bool store_run(sqlite3 *database, const char *sql);
/* The number that a statement of one row and one column returns. */
bool store_ask_number(sqlite3 *database, const char *sql, int64_t *number);
/* Adds SQLite's reason for its last failure, as one line. */
void store_add_reason(struct text *out, sqlite3 *database);
/* Adds `string` with each run of controls as one blank. */
void store_add_line(struct text *out, const char *string);

/* -- Writing (store_write.c) ------------------------------------------------------------------ */

/* A statement that gets its values one after the other. */
struct store_binding {
    sqlite3_stmt *statement;
    int count;
    bool failed;
};

struct store_binding store_binding_of(struct store *store, enum statement statement);
void store_bind_number(struct store_binding *binding, int64_t number);
void store_bind_real(struct store_binding *binding, double number);
/* NULL is allowed. The bytes must live until the statement has run. */
void store_bind_string(struct store_binding *binding, const char *string);
void store_bind_bytes(struct store_binding *binding, const uint8_t *bytes, int size);
/* Runs it; a failure is remembered for the commit, named by table and line (0 for none). */
bool store_write(struct store *store, struct store_binding *binding, int64_t table, uint32_t n);
/* Begins the turn's transaction, if it has none. False when nothing may be written. */
bool store_begin(struct store *store);
/* Makes the commit fail; always false. */
bool store_fail_for(struct store *store, int64_t table, uint32_t n, const char *reason);
/* The same with the reason of the database. */
bool store_fail_in_database(struct store *store, int64_t table, uint32_t n);
/* Within STORE_WORD_MAX, and STORE_RECORD_MAX. */
bool store_word_fits(const char *word);
bool store_record_fits(const char *record);

/* -- Reading (store_read.c) -------------------------------------------------------------------- */

/* Hands out rows of a statement that was bound; `hand_out` returns false when the database fails.
 */
bool store_read_rows(struct store *store, struct store_binding *binding, void *context,
                     bool (*hand_out)(sqlite3_stmt *rows, void *context), char *error,
                     size_t error_size);
/* A text of a row of less than `size` bytes; NULL when it is none. */
const char *store_text_of(sqlite3_stmt *row, int column, size_t size);

/* -- Schema (store_schema.c) ---------------------------------------------------------------- */

/* The SQL that leads from version i to i + 1. */
extern const char *const store_migrations[];
extern const size_t store_migration_count;

/* False with the reason in `error` when the version is above `count`. */
bool store_schema_is_known(int64_t version, size_t count, struct text *error);
/* Makes the missing steps, each in a transaction of its own with its version number. An empty
 * database also gets our application id in the first. False with the reason in `error`. */
bool store_schema_migrate(sqlite3 *database, const char *const *steps, size_t count,
                          struct text *error);

/* -- Checksums (store_check.c) ---------------------------------------------------------------- */

/* Of the header with its seats and places, within the limits of store.h. */
int32_t store_check_table(const struct stored_table *table);
int32_t store_check_line(const struct stored_line *line);

#endif
