/* What the files of the store share. Private to bot/store*.c and its tests.
 *
 * store_open.c opens and judges the file, store_schema.c knows its tables, store.c writes,
 * store_read.c reads, store_statement.c keeps the prepared statements, store_check.c makes the
 * checksums.
 */
#ifndef BELFRY_BOT_STORE_SQLITE_H
#define BELFRY_BOT_STORE_SQLITE_H

#include <limits.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/store.h"
#include "games/text.h"

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
    STATEMENT_ENDED,
    STATEMENT_CHANGE_ADD,
    STATEMENT_CHANGES_TRIM,
    STATEMENT_CHANGES_FORGET,
    STATEMENT_CHANGES,
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
