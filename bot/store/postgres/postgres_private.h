/* Shared by the files of the PostgreSQL back end.
 *
 * open.c opens the store, schema.c defines the database's tables, statement.c has the SQL,
 * connection.c keeps a connection, exchange.c sends and takes answers, turn.c makes the writes of a
 * turn and commits them, batch.c those of many tables at once, late_writes.c makes those that have
 * to read first, question.c asks, read.c and results.c read, leases.c knows the processes and what
 * they hold, record.c packs and drops records, rows.c reads and writes whole tables of the
 * database.
 */
#ifndef BELFRY_BOT_STORE_POSTGRES_POSTGRES_PRIVATE_H
#define BELFRY_BOT_STORE_POSTGRES_POSTGRES_PRIVATE_H

#include <libpq-fe.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "bot/store/content.h"
#include "bot/store/store_class.h"
#include "games/shared/text.h"

enum {
    PG_TURNS_MAX = 32, /* under way at once; each has a row of its own in `turns` */
    PG_ROWS_MAX = 4,   /* statements of one question */
    PG_WRITER_BYTES = 16,
    PG_IDS_AT_ONCE = 32,      /* numbers of tables that are fetched together */
    PG_GIVE_UP_MS = 10 * 1000 /* without a loop */
};

enum pg_statement {
    PG_TURN_MARK,
    PG_WRITER_ENTER,
    PG_WRITER_LEAVE,
    PG_IDS_TAKE,
    PG_ID_PASS,
    PG_TABLE_ADD,
    PG_TABLE_UPDATE,
    PG_TABLES_GUARD,
    PG_LEASE_GUARD,
    PG_EVENT_ADD,
    PG_LEASE_RELEASE,
    PG_LEASES_RELEASE,
    PG_PROCESS_LEAVE,
    PG_PROCESS_BEAT,
    PG_PROCESSES_TRIM,
    PG_EVENTS_TRIM,
    PG_LEASES_RENEW,
    PG_LEASE_TAKE,
    PG_RATION_TAKE,
    PG_RATION,
    PG_RATION_END,
    PG_RATION_RETURN,
    PG_LEASES,
    PG_PROCESSES,
    PG_EVENT,
    PG_TABLE_RETIRE,
    PG_SEATS_REMOVE,
    PG_SEAT_ADD,
    PG_PLACES_REMOVE,
    PG_PLACE_ADD,
    PG_LINES_ADD,
    PG_LINES_CUT,
    PG_VALUE_SET,
    PG_VALUE_REMOVE,
    PG_VALUE_FIRST,
    PG_VALUE_REPLACE,
    PG_VALUE_PUBLISH,
    PG_PUBLISHED_TRIM,
    PG_SCOPES_FORGET,
    PG_CHANGE_ADD,
    PG_CHANGES_TRIM,
    PG_CHANGES_FORGET,
    PG_RESULT_ADD,
    PG_RESULT_SEAT_ADD,
    PG_RESULTS_FORGET,
    PG_RATING_LOCK,
    PG_RATING_ADD,
    PG_RATING_SET,
    PG_RATINGS_FORGET,
    PG_VALUE_GET,
    PG_VALUES,
    PG_ALL_VALUES,
    PG_SCOPES,
    PG_ENDED,
    PG_ARCHIVED,
    PG_CHANGES,
    PG_CHANGES_BY,
    PG_RATING_GET,
    PG_TOP,
    PG_RATINGS_OF,
    PG_STATS,
    PG_PLAYER_FIND,
    PG_TABLES_OF,
    PG_CHANGED,
    PG_SITES_ON,
    PG_SITES_OF,
    PG_LIVE_AT,
    PG_PUBLISHED,
    PG_STANDBYS,
    PG_COUNTS,
    PG_LOOSE,
    PG_OLDEST,
    PG_PACK,
    PG_DROP,
    PG_HEADER_DROP,
    PG_READ_BEGIN,
    PG_READ_END,
    /* Read together: headers, seats, places and lines, each with the table's id first. */
    PG_LIVE,
    PG_LIVE_SEATS,
    PG_LIVE_PLACES,
    PG_LIVE_LINES,
    PG_TABLE,
    PG_TABLE_SEATS,
    PG_TABLE_PLACES,
    PG_TABLE_LINES,
    PG_SOME,
    PG_SOME_SEATS,
    PG_SOME_PLACES,
    PG_SOME_LINES,
    PG_STATEMENT_COUNT
};

extern const char *const pg_statements[PG_STATEMENT_COUNT];

/* -- Exchanges (exchange.c) -------------------------------------------------------------------- */

enum pg_kind { PG_OF_SETUP, PG_OF_LEAVING, PG_OF_IDS, PG_OF_TURN, PG_OF_QUESTION };

/* What is sent between two syncs; the server does all of it or nothing. */
struct pg_exchange {
    enum pg_kind kind;
    /* The statements with their values, one after the other. */
    char *bytes;
    size_t length, room, last; /* `last`: where the last statement begins */
    unsigned answered;         /* statements */
    bool is_urgent;            /* goes before the others that wait */
    int64_t sent_at;           /* see store_inquiry_sent() */
    bool failed;
    char failure[STORE_ERROR_MAX];
    /* Another process was first: with what the caller built on, or with what late writes read. */
    bool was_overtaken, must_read_again;
    struct pg_exchange *next, *prev;
};

/* The version that a turn needs a table to have. */
struct pg_guard {
    int64_t table, version;
};

/* A lease that a turn needs to be held. */
struct pg_fence {
    char *lease;
    int64_t epoch;
};

/* The values of a column, as the server reads an array. */
struct pg_array {
    char *text;
    size_t length, room;
};

enum pg_line_column {
    PG_LINE_TABLE,
    PG_LINE_BEFORE, /* the line that must be in the store before; 0: the table must */
    PG_LINE_N,
    PG_LINE_SEAT,
    PG_LINE_MOVE,
    PG_LINE_CHANCE,
    PG_LINE_FURTHER,
    PG_LINE_CHECKSUM,
    PG_LINE_COLUMNS
};

/* Lines that are not among a turn's statements yet. */
struct pg_lines {
    size_t count;
    struct pg_array columns[PG_LINE_COLUMNS];
    struct pg_run *runs;
    size_t run_count, run_room;
};

/* The writes of one turn. */
struct pg_turn {
    struct pg_exchange exchange; /* the first member */
    int64_t number;              /* 0: not sent yet */
    unsigned slot;
    store_committed *committed;
    void *context;
    struct pg_guard *guards;
    size_t guard_count, guard_room;
    struct pg_lines lines;
    struct pg_fence *fences;
    size_t fence_count;
    struct pg_late_write *late; /* what has to read first */
    size_t before_late;         /* length of the exchange without them */
    unsigned tries;
    bool ended, is_waited_for; /* by pg_commit(), without a loop */
};

/* A read of an inquiry. */
struct pg_question {
    struct pg_exchange exchange;     /* the first member */
    struct store_inquiry *inquiry;   /* NULL: nobody wants the answer any more */
    bool is_answered, is_waited_for; /* by pg_ask(), without a loop */
    bool is_block;                   /* several statements, which see the same moment */
    PGresult *rows[PG_ROWS_MAX];
    unsigned row_count;
    struct pg_question *next_kept; /* of the inquiry */
};

enum pg_state { PG_LOST, PG_CONNECTING, PG_SETTING_UP, PG_READY };

struct postgres {
    struct store base;
    char *address;
    PGconn *connection; /* NULL when it is lost */
    enum pg_state state;
    short awaited; /* while connecting: POLLIN or POLLOUT */
    char lost_reason[STORE_ERROR_MAX];
    char last_words[STORE_ERROR_MAX]; /* of the server; "": it said nothing before it went */
    unsigned failed_tries;            /* since the last connection */
    uint8_t generation[STORE_GENERATION_BYTES];
    char writer[2 * PG_WRITER_BYTES + 1];
    char epoch[24]; /* of this connection */
    int64_t next_turn;
    uint32_t slots;          /* bit i: taken */
    int64_t next_id, end_id; /* numbers of tables that are ours */
    int64_t further_id;      /* the next such numbers; 0: none yet */
    bool asked_for_ids;
    bool is_closing, has_left;
    bool reading;                /* inside a callback of a read */
    struct pg_turn *open;        /* what is written now */
    struct pg_exchange *waiting; /* not sent; the oldest first */
    struct pg_exchange *sent;    /* not answered; the oldest first */
    struct uv_loop_s *loop;      /* NULL: every call waits */
    uv_poll_t *poll;
    int watched; /* what `poll` waits for: UV_READABLE, UV_WRITABLE */
    uv_timer_t *timer;
};

static inline struct postgres *postgres_of(const struct store *store)
{
    return (struct postgres *)(void *)store; /* its first member */
}

/* Adds a statement; `table` and `n` are what a failure names, 0 for none. Its values follow in
 * order. */
void pg_call(struct pg_exchange *exchange, enum pg_statement statement, int64_t table, uint32_t n);
void pg_give_number(struct pg_exchange *exchange, int64_t number);
/* batch.c: gives an array. */
void pg_give_numbers(struct pg_exchange *exchange, const int64_t *numbers, size_t count);
void pg_give_real(struct pg_exchange *exchange, double number);
void pg_give_string(struct pg_exchange *exchange, const char *string); /* may be NULL */
void pg_give_bytes(struct pg_exchange *exchange, const uint8_t *bytes,
                   size_t size); /* may be NULL */
/* Puts the statements of `first` before its own. */
void pg_exchange_begin_with(struct pg_exchange *exchange, const struct pg_exchange *first);
/* Forgets the answers, for another try. */
void pg_exchange_clear(struct pg_exchange *exchange);
/* Sends it as soon as there is a connection and room. */
void pg_exchange_send(struct postgres *store, struct pg_exchange *exchange);
/* Sends all that may be sent. */
void pg_send_waiting(struct postgres *store);
/* Takes the answers that have come. */
void pg_take_answers(struct postgres *store);
/* Drops it from what waits. */
void pg_exchange_withdraw(struct postgres *store, struct pg_exchange *exchange);
/* What was sent without an answer has to be sent again. */
void pg_take_back_sent(struct postgres *store);
/* Sends what a new connection needs before anything else. */
void pg_send_setup(struct postgres *store);
/* For what each kind does: the answer to a statement; and the end, good or failed. */
void pg_turn_end(struct postgres *store, struct pg_turn *turn);
void pg_question_take(struct pg_question *question, PGresult *result);
void pg_question_end(struct postgres *store, struct pg_question *question);
/* Those of an answer whose rest is lost. */
void pg_question_drop_rows(struct pg_question *question);
void pg_question_free(struct pg_question *question);

/* -- The connection (connection.c) ------------------------------------------------------------- */

/* Connects and waits. False with the reason in `error`. */
bool pg_connect(struct postgres *store, struct text *error);
/* Connects for what is done before anything else, and waits. PQfinish() it. */
PGconn *pg_connect_once(const char *address);
/* Removes what the database keeps of this process, if it answers. Waits. */
void pg_leave(struct postgres *store);
/* The first exchange of a connection has ended. */
void pg_become_ready(struct postgres *store);
/* What the server says before it ends the connection is why it is lost; nothing else matters. The
 * context is the store. */
void pg_hear_notice(void *context, const PGresult *notice);
/* Gives the connection up; another one is tried soon. */
void pg_lose(struct postgres *store, const char *reason);
/* Waits until `done` says so; false: the server did not answer in time. Only without a loop. */
bool pg_wait(struct postgres *store, bool (*done)(void *context), void *context);
/* Watches for what the connection waits for now. */
void pg_watch(struct postgres *store);
void pg_attach(struct store *base, struct uv_loop_s *loop);
void pg_detach(struct store *base);

/* -- Schema (schema.c) ------------------------------------------------------------------------- */

extern const char *const pg_migrations[];
extern const size_t pg_migration_count;
/* Runs the missing steps in one transaction. Waits. */
bool pg_schema_migrate(PGconn *connection, const char *const *steps, size_t count,
                       struct text *error);
/* Adds the server's reason in one line. */
void pg_add_reason(struct text *out, const PGresult *result, PGconn *connection);

/* -- Writes (turn.c, late_writes.c); see store_class.h ----------------------------------------- */

int64_t pg_table_add(struct store *base, const struct stored_table *table);
void pg_table_update(struct store *base, const struct stored_table *table);
void pg_table_retire(struct store *base, int64_t table, const char *owner, const int32_t *checksum);
void pg_line_add(struct store *base, const struct stored_line *line);
void pg_table_guard(struct store *base, int64_t table, int64_t version);
void pg_lines_cut(struct store *base, int64_t table, uint32_t n);
void pg_value_set(struct store *base, const char *scope, const char *key, const char *value);
void pg_value_replace(struct store *base, const char *scope, const char *key, const char *before,
                      const char *value);
void pg_value_publish(struct store *base, const char *scope, const char *key);
void pg_scopes_forget(struct store *base, const char *beginning, const char *key);
void pg_change_add(struct store *base, const struct stored_change *change);
void pg_result_add(struct store *base, const struct stored_result *result, store_rate *rate);
void pg_person_forget(struct store *base, const char *network, const char *identity,
                      const char *name);
void pg_commit(struct store *base, store_committed *committed, void *context);
void pg_undo(struct store *base);
bool pg_is_dirty(const struct store *base);

/* record.c */
bool pg_read_loose(struct store_inquiry *inquiry, int64_t after, struct stored_loose *loose);
bool pg_read_oldest(struct store_inquiry *inquiry, int64_t before, struct stored_packed *oldest);
void pg_record_pack(struct store *base, const struct packed_lines *packed);
void pg_record_drop(struct store *base, const struct packed_lines *packed, const int32_t *before,
                    const int32_t *checksum);

/* Asks for numbers of tables, if there are few left. */
void pg_ask_for_ids(struct postgres *store);
/* Makes the commit of the open turn fail. */
void pg_fail_for(struct pg_turn *turn, int64_t table, uint32_t n, const char *reason);
/* The open turn; NULL: nothing may be written. */
struct pg_turn *pg_begin(struct postgres *store);
/* Adds the statements for a header that exists. */
void pg_write_table(struct pg_turn *turn, const struct stored_table *table);
/* Reads what the late writes need, makes them, and sends the turn. */
void pg_make_late_writes(struct postgres *store, struct pg_turn *turn);
void pg_drop_late_writes(struct pg_turn *turn);
void pg_turn_free(struct pg_turn *turn);

/* -- Many tables at once (batch.c) ------------------------------------------------------------- */

/* Calls the statement for the turn's guards, if it has any; they are sorted by their tables. */
void pg_call_guards(struct pg_turn *turn, struct pg_exchange *exchange);
/* False: it does not follow the last one that was put for its table. */
bool pg_lines_put(struct pg_lines *lines, const struct stored_line *line);
/* Calls the statement for the lines that were put, and forgets them. */
void pg_call_lines(struct pg_lines *lines, struct pg_exchange *exchange);
void pg_lines_free(struct pg_lines *lines);

/* -- Reads (question.c, read.c, results.c) ----------------------------------------------------- */

struct pg_question *pg_question_new(struct store_inquiry *inquiry);
/* Returns the question of this inquiry with its answer; NULL: it waits or it failed, and the
 * inquiry has the reason. */
const struct pg_question *pg_ask(struct pg_question *question);
void pg_forget(struct store_inquiry *inquiry);
/* While a callback runs nothing else is read or written. False: it runs already, and the inquiry
 * has the reason. */
bool pg_begin_reading(struct store_inquiry *inquiry);
void pg_end_reading(struct store_inquiry *inquiry);
/* A column as text of less than `size` bytes, else NULL. */
const char *pg_text_of(const PGresult *rows, int row, int column, size_t size);
/* Does the same where SQL NULL is allowed too, as NULL; false: it is neither. */
bool pg_optional_text_of(const PGresult *rows, int row, int column, size_t size, const char **text);
int64_t pg_number_of(const PGresult *rows, int row, int column);
double pg_real_of(const PGresult *rows, int row, int column);
/* Returns the bytes of a column, which the caller frees, and their length; NULL: SQL NULL. */
uint8_t *pg_bytes_of(const PGresult *rows, int row, int column, size_t *length);
/* False: there are not exactly `size` bytes. */
bool pg_copy_bytes(const PGresult *rows, int row, int column, uint8_t *bytes, size_t size);

bool pg_read_live(struct store_inquiry *inquiry, const struct store_reader *reader);
bool pg_read_table(struct store_inquiry *inquiry, int64_t id, const struct store_reader *reader);
bool pg_read_ended(struct store_inquiry *inquiry, const char *network, const char *place,
                   void *context, store_take_ended *table);
bool pg_read_archived(struct store_inquiry *inquiry, const char *network, const char *place,
                      const char *identity, void *context, store_take_ended *table);
bool pg_read_value(struct store_inquiry *inquiry, const char *scope, const char *key, char *value,
                   size_t value_size);
bool pg_read_values(struct store_inquiry *inquiry, const char *scope, void *context,
                    store_take_value *value);
bool pg_read_all_values(struct store_inquiry *inquiry, const char *beginning, void *context,
                        store_take_scoped_value *value);
bool pg_read_scopes(struct store_inquiry *inquiry, const char *beginning, const char *key,
                    void *context, store_take_value *value);
bool pg_read_changes(struct store_inquiry *inquiry, const char *const *scopes, size_t scope_count,
                     void *context, store_take_change *change);
bool pg_read_changes_by(struct store_inquiry *inquiry, const char *network, const char *identity,
                        void *context, store_take_change *change);
/* Reads the columns of a rating; false: one has an unexpected value, which the log says. */
bool pg_take_rating(const PGresult *rows, int row, struct stored_rating *rating,
                    struct stored_ranking *ranking);
bool pg_read_top(struct store_inquiry *inquiry, const char *server, const char *season,
                 const char *game, void *context, store_take_rating *rating);
bool pg_read_ratings_of(struct store_inquiry *inquiry, const char *network, const char *identity,
                        void *context, store_take_own_rating *rating);
bool pg_read_stats(struct store_inquiry *inquiry, const char *server, const char *season,
                   const char *network, const char *identity, void *context,
                   store_take_stats *stats);
bool pg_find_player(struct store_inquiry *inquiry, const char *server, const char *name,
                    char network[STORE_WORD_MAX], char identity[STORE_WORD_MAX]);
bool pg_read_tables_of(struct store_inquiry *inquiry, const char *network, const char *identity,
                       void *context, store_take_table *table);
bool pg_read_changed(struct store_inquiry *inquiry, unsigned seconds, void *context,
                     store_take_version *changed);
bool pg_read_sites_on(struct store_inquiry *inquiry, const char *network, void *context,
                      store_take_site *site);
bool pg_read_sites_of(struct store_inquiry *inquiry, const int64_t *tables, size_t count,
                      void *context, store_take_site *site);
bool pg_read_live_at(struct store_inquiry *inquiry, const char *network, const char *place,
                     const char *identity, void *context, store_take_table *table);
bool pg_read_some(struct store_inquiry *inquiry, const int64_t *tables, size_t count,
                  const struct store_reader *reader);
bool pg_read_standbys(struct store_inquiry *inquiry, void *context, store_take_standby *standby);
bool pg_count_tables(struct store_inquiry *inquiry, void *context, store_take_count *count);
bool pg_read_published(struct store_inquiry *inquiry, unsigned seconds, void *context,
                       store_take_scoped_value *value);

/* -- Leases (leases.c); see store_class.h ------------------------------------------------------ */

void pg_lease_guard(struct store *base, const char *lease, int64_t epoch);
/* Calls the statements for the turn's fences. */
void pg_call_fences(const struct postgres *store, const struct pg_turn *turn,
                    struct pg_exchange *exchange);
void pg_fences_free(struct pg_turn *turn);
void pg_event_add(struct store *base, const char *event);
void pg_lease_release(struct store *base, const char *lease);
void pg_process_leave(struct store *base);
bool pg_lease_beat(struct store_inquiry *inquiry, const char *name, unsigned milliseconds,
                   const struct store_lease_reader *reader);
bool pg_lease_take(struct store_inquiry *inquiry, const char *lease, unsigned milliseconds);
bool pg_ration_take(struct store_inquiry *inquiry, const struct ration *ration,
                    struct ration_use *use);
void pg_ration_end(struct store *base, const char *name, int64_t epoch, int64_t milliseconds);
void pg_ration_return(struct store *base, const char *name, int64_t epoch);
bool pg_read_leases(struct store_inquiry *inquiry, const struct store_lease_reader *reader);
bool pg_read_event(struct store_inquiry *inquiry, const char *event, bool *applied);

/* -- Rows (rows.c) ----------------------------------------------------------------------------- */

struct rows *pg_rows_open(struct store *base, enum rows_kind kind, int64_t table,
                          struct text *error);
enum rows_step pg_rows_next(struct rows *base, struct field fields[ROWS_COLUMNS_MAX],
                            struct text *error);
void pg_rows_close(struct rows *base);
struct filling *pg_filling_begin(struct store *base, struct text *error);
bool pg_filling_add(struct filling *base, enum rows_kind kind, const struct field *fields,
                    struct text *error);
bool pg_filling_end(struct filling *base, struct text *error);
void pg_filling_drop(struct filling *base);

#endif
