/* Shared by the files of the SQLite back end. Private to bot/store/sqlite and its tests.
 *
 * open.c opens and checks the file, schema.c defines its tables, store.c makes the writes of a turn
 * and commits them, write.c runs one write, read.c reads, results.c keeps results and ratings,
 * forget.c removes a person, record.c packs and drops records, rows.c reads and writes whole tables
 * of the file, copy.c makes copies, statement.c keeps the prepared statements, wal.c reads the
 * write-ahead log, and rescue.c keeps what stands in a damaged one.
 */
#ifndef BELFRY_BOT_STORE_SQLITE_SQLITE_PRIVATE_H
#define BELFRY_BOT_STORE_SQLITE_SQLITE_PRIVATE_H

#include <limits.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "bot/store/content.h"
#include "bot/store/store_class.h"
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
    STATEMENT_RETIRE,
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
    STATEMENT_COUNTS,
    STATEMENT_LOOSE,
    STATEMENT_OLDEST,
    STATEMENT_PACK,
    STATEMENT_DROP,
    STATEMENT_HEADER_DROP,
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

struct sqlite {
    struct store base;
    char folder[PATH_MAX]; /* "" in memory */
    uint8_t generation[STORE_GENERATION_BYTES];
    sqlite3 *database;
    sqlite3_stmt *statements[STATEMENT_COUNT];
    bool judged;  /* the file is ours and sound, so closing may write to it */
    bool failed;  /* a write of this turn failed; `failure` says why */
    bool reading; /* inside a callback of sqlite_read_… */
    char failure[STORE_ERROR_MAX];
    time_t checkpointed;    /* on the monotonic clock */
    struct seating seating; /* of the table being read */
};

static inline struct sqlite *sqlite_of(const struct store *store)
{
    return (struct sqlite *)(void *)store; /* its first member */
}

/* The class's functions, by file; see store_class.h. */

/* store.c */
int64_t sqlite_table_add(struct store *base, const struct stored_table *table);
void sqlite_table_update(struct store *base, const struct stored_table *table);
void sqlite_line_add(struct store *base, const struct stored_line *line);
void sqlite_lines_cut(struct store *base, int64_t table, uint32_t n);
void sqlite_value_set(struct store *base, const char *scope, const char *key, const char *value);
void sqlite_scopes_forget(struct store *base, const char *beginning, const char *key);
void sqlite_change_add(struct store *base, const struct stored_change *change);
void sqlite_table_retire(struct store *base, int64_t table, const char *owner,
                         const int32_t *checksum);
void sqlite_commit(struct store *base, store_committed *committed, void *context);
void sqlite_undo(struct store *base);
bool sqlite_is_dirty(const struct store *base);

/* record.c */
bool sqlite_read_loose(struct store_inquiry *inquiry, int64_t after, struct stored_loose *loose);
bool sqlite_read_oldest(struct store_inquiry *inquiry, int64_t before,
                        struct stored_packed *oldest);
void sqlite_record_pack(struct store *base, const struct packed_lines *packed);
void sqlite_record_drop(struct store *base, const struct packed_lines *packed,
                        const int32_t *before, const int32_t *checksum);
bool sqlite_give_back(struct store *base);

/* read.c */
bool sqlite_read_live(struct store_inquiry *inquiry, const struct store_reader *reader);
bool sqlite_read_table(struct store_inquiry *inquiry, int64_t id,
                       const struct store_reader *reader);
bool sqlite_read_ended(struct store_inquiry *inquiry, const char *network, const char *place,
                       void *context, store_take_ended *table);
bool sqlite_read_archived(struct store_inquiry *inquiry, const char *network, const char *place,
                          const char *identity, void *context, store_take_ended *table);
bool sqlite_read_value(struct store_inquiry *inquiry, const char *scope, const char *key,
                       char *value, size_t value_size);
bool sqlite_read_values(struct store_inquiry *inquiry, const char *scope, void *context,
                        store_take_value *value);
bool sqlite_read_all_values(struct store_inquiry *inquiry, const char *beginning, void *context,
                            store_take_scoped_value *value);
bool sqlite_read_scopes(struct store_inquiry *inquiry, const char *beginning, const char *key,
                        void *context, store_take_value *value);
bool sqlite_read_changes(struct store_inquiry *inquiry, const char *const *scopes,
                         size_t scope_count, void *context, store_take_change *change);
bool sqlite_read_changes_by(struct store_inquiry *inquiry, const char *network,
                            const char *identity, void *context, store_take_change *change);

/* results.c */
void sqlite_result_add(struct store *base, const struct stored_result *result, store_rate *rate);
bool sqlite_read_top(struct store_inquiry *inquiry, const char *server, const char *season,
                     const char *game, void *context, store_take_rating *rating);
bool sqlite_read_ratings_of(struct store_inquiry *inquiry, const char *network,
                            const char *identity, void *context, store_take_own_rating *rating);
bool sqlite_read_stats(struct store_inquiry *inquiry, const char *server, const char *season,
                       const char *network, const char *identity, void *context,
                       store_take_stats *stats);
bool sqlite_find_player(struct store_inquiry *inquiry, const char *server, const char *name,
                        char network[STORE_WORD_MAX], char identity[STORE_WORD_MAX]);
bool sqlite_count_tables(struct store_inquiry *inquiry, void *context, store_take_count *count);
bool sqlite_read_tables_of(struct store_inquiry *inquiry, const char *network, const char *identity,
                           void *context, store_take_table *table);

/* forget.c */
void sqlite_person_forget(struct store *base, const char *network, const char *identity,
                          const char *name);

/* rows.c */
struct rows *sqlite_rows_open(struct store *base, enum rows_kind kind, int64_t table,
                              struct text *error);
enum rows_step sqlite_rows_next(struct rows *base, struct field fields[ROWS_COLUMNS_MAX],
                                struct text *error);
void sqlite_rows_close(struct rows *base);
struct filling *sqlite_filling_begin(struct store *base, struct text *error);
bool sqlite_filling_add(struct filling *base, enum rows_kind kind, const struct field *fields,
                        struct text *error);
bool sqlite_filling_end(struct filling *base, struct text *error);
void sqlite_filling_drop(struct filling *base);

/* copy.c */
struct store_copy *sqlite_copy_begin(struct store *base, const char *file, char *error,
                                     size_t error_size);

/* -- Statements (statement.c) ------------------------------------------------------------------ */

bool sqlite_statements_prepare(struct sqlite *store, struct text *error);
void sqlite_statements_finish(struct sqlite *store);
/* Runs SQL that returns no rows. */
bool sqlite_run(sqlite3 *database, const char *sql);
/* Reads the number that a statement with one row and one column returns. */
bool sqlite_ask_number(sqlite3 *database, const char *sql, int64_t *number);
/* Adds SQLite's reason for its last failure, in one line. */
void sqlite_add_reason(struct text *out, sqlite3 *database);
/* Adds `string` with each run of control characters replaced by one blank. */
void sqlite_add_line(struct text *out, const char *string);

/* -- Writing (write.c) ------------------------------------------------------------------------- */

/* A statement whose values are bound one after the other. */
struct sqlite_binding {
    sqlite3_stmt *statement;
    int count;
    bool failed;
};

struct sqlite_binding sqlite_binding_of(struct sqlite *store, enum statement statement);
void sqlite_bind_number(struct sqlite_binding *binding, int64_t number);
void sqlite_bind_real(struct sqlite_binding *binding, double number);
/* `string` may be NULL. The bytes must live until the statement has run. */
void sqlite_bind_string(struct sqlite_binding *binding, const char *string);
void sqlite_bind_bytes(struct sqlite_binding *binding, const uint8_t *bytes, int size);
/* Runs it. A failure is remembered for the commit, with its table and line (0 for none). */
bool sqlite_write(struct sqlite *store, struct sqlite_binding *binding, int64_t table, uint32_t n);
/* Begins the turn's transaction if there is none. Returns false when nothing may be written. */
bool sqlite_begin(struct sqlite *store);
/* Makes the commit fail; always returns false. */
bool sqlite_fail_for(struct sqlite *store, int64_t table, uint32_t n, const char *reason);
/* Does the same with the database's reason. */
bool sqlite_fail_in_database(struct sqlite *store, int64_t table, uint32_t n);

/* -- Reading (read.c) -------------------------------------------------------------------------- */

/* Calls `hand_out` with a bound statement to read its rows; `hand_out` returns false when the
 * database fails. Returns false, and the inquiry has the reason, in that case and when the store is
 * already being read. */
bool sqlite_read_rows(struct store_inquiry *inquiry, struct sqlite_binding *binding, void *context,
                      bool (*hand_out)(sqlite3_stmt *rows, void *context));
/* Does the same for rows whose first column is a table's id (results.c). */
bool sqlite_read_table_ids(struct store_inquiry *inquiry, struct sqlite_binding *binding,
                           void *context, store_take_table *table);
/* Refuses a read, for a reason; always returns false. */
bool sqlite_refuse_read(struct store_inquiry *inquiry, const char *reason);
/* Returns a row's text if it is one of less than `size` bytes, else NULL. */
const char *sqlite_text_of(sqlite3_stmt *row, int column, size_t size);

/* -- Schema (schema.c) ------------------------------------------------------------------------- */

/* SQL statements; the one at index i leads from version i to i + 1. */
extern const char *const sqlite_migrations[];
extern const size_t sqlite_migration_count;

/* Returns false, with the reason in `error`, when the version is above `count`. */
bool sqlite_schema_is_known(int64_t version, size_t count, struct text *error);
/* Runs the missing steps, each in its own transaction that also sets the version number. In an
 * empty database the first one also sets our application id. Returns false, with the reason in
 * `error`, on failure. */
bool sqlite_schema_migrate(sqlite3 *database, const char *const *steps, size_t count,
                           struct text *error);

/* -- The write-ahead log (rescue.c) ------------------------------------------------------------ */

/* Whether nothing is damaged in the log beside the file (wal.h). If something is, `error` says
 * which tables are affected and where a copy was kept. */
bool sqlite_log_is_sound(const char *path, struct text *error);

#endif
