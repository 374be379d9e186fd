#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <utlist.h>

#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/store/postgres/postgres_private.h"

enum { VALUES_MAX = 17, NAME_MAX_BYTES = 8 };

/* Before the values of each statement. A value is a byte, 0 for SQL NULL, and a string. */
struct head {
    enum pg_statement statement;
    int count;
    int64_t table;
    uint32_t n;
};

static struct pg_turn *turn_of(struct pg_exchange *exchange)
{
    return (struct pg_turn *)(void *)exchange; /* its first member */
}

static struct pg_question *question_of(struct pg_exchange *exchange)
{
    return (struct pg_question *)(void *)exchange; /* its first member */
}

/* -- Statements -------------------------------------------------------------------------------- */

static char *add_room(struct pg_exchange *exchange, size_t size)
{
    enum { ROOM_LEAST = 512 };
    if (exchange->length + size > exchange->room) {
        size_t room = 2 * exchange->room + size;
        exchange->room = room > ROOM_LEAST ? room : ROOM_LEAST;
        exchange->bytes = memory_resize(exchange->bytes, exchange->room);
    }
    char *place = exchange->bytes + exchange->length;
    exchange->length += size;
    return place;
}

void pg_call(struct pg_exchange *exchange, enum pg_statement statement, int64_t table, uint32_t n)
{
    struct head head = {.statement = statement, .table = table, .n = n};
    exchange->last = exchange->length;
    memcpy(add_room(exchange, sizeof head), &head, sizeof head);
}

static void count_value(struct pg_exchange *exchange)
{
    struct head head;
    memcpy(&head, exchange->bytes + exchange->last, sizeof head);
    head.count++;
    memcpy(exchange->bytes + exchange->last, &head, sizeof head);
}

void pg_give_string(struct pg_exchange *exchange, const char *string)
{
    size_t size = string != NULL ? strlen(string) + 1 : 0;
    char *place = add_room(exchange, 1 + size);
    place[0] = string != NULL;
    if (string != NULL)
        memcpy(place + 1, string, size);
    count_value(exchange);
}

void pg_give_number(struct pg_exchange *exchange, int64_t number)
{
    char digits[24];
    struct text text = TEXT_IN(digits);
    text_add_number(&text, number);
    pg_give_string(exchange, digits);
}

void pg_give_real(struct pg_exchange *exchange, double number)
{
    char digits[40];
    struct text text = TEXT_IN(digits);
    text_add_format(&text, "%.17g", number);
    pg_give_string(exchange, digits);
}

void pg_give_bytes(struct pg_exchange *exchange, const uint8_t *bytes, size_t size)
{
    static const char hex[] = "0123456789abcdef";
    if (bytes == NULL) {
        pg_give_string(exchange, NULL);
        return;
    }
    char *digits = memory_new(2 * size + sizeof "\\x"), *digit = digits;
    *digit++ = '\\';
    *digit++ = 'x';
    for (size_t i = 0; i < size; i++) {
        *digit++ = hex[bytes[i] >> 4];
        *digit++ = hex[bytes[i] & 15];
    }
    pg_give_string(exchange, digits);
    free(digits);
}

void pg_exchange_begin_with(struct pg_exchange *exchange, const struct pg_exchange *first)
{
    size_t length = exchange->length;
    add_room(exchange, first->length);
    memmove(exchange->bytes + first->length, exchange->bytes, length);
    memcpy(exchange->bytes, first->bytes, first->length);
    exchange->last += first->length;
}

/* Reads the statement at `place`, and returns the place after it. */
static const char *read_statement(const char *place, struct head *head,
                                  const char *values[VALUES_MAX])
{
    memcpy(head, place, sizeof *head);
    place += sizeof *head;
    for (int i = 0; i < head->count; i++) {
        bool is_null = *place++ == 0;
        values[i] = is_null ? NULL : place;
        place += is_null ? 0 : strlen(place) + 1;
    }
    return place;
}

void pg_exchange_clear(struct pg_exchange *exchange)
{
    exchange->answered = 0;
    exchange->failed = false;
    exchange->failure[0] = '\0';
    exchange->was_overtaken = exchange->must_read_again = false;
    if (exchange->kind == PG_OF_QUESTION)
        pg_question_drop_rows(question_of(exchange));
}

static void free_exchange(struct pg_exchange *exchange)
{
    free(exchange->bytes);
    free(exchange);
}

/* -- Sending ----------------------------------------------------------------------------------- */

static bool send_one(struct postgres *store, enum pg_statement statement, int count,
                     const char *const *values)
{
    char name[NAME_MAX_BYTES];
    struct text text = TEXT_IN(name);
    text_add_number(&text, statement);
    return PQsendQueryPrepared(store->connection, name, count, values, NULL, NULL, 0) == 1;
}

static bool send_mark(struct postgres *store, const struct pg_turn *turn)
{
    char slot[24], number[24];
    struct text slot_text = TEXT_IN(slot), number_text = TEXT_IN(number);
    text_add_number(&slot_text, turn->slot);
    text_add_number(&number_text, turn->number);
    const char *const values[] = {store->writer, slot, number, store->epoch};
    return send_one(store, PG_TURN_MARK, 4, values);
}

static bool send_prepares(struct postgres *store)
{
    bool sent = true;
    for (int i = 0; i < PG_STATEMENT_COUNT && sent; i++) {
        char name[NAME_MAX_BYTES];
        struct text text = TEXT_IN(name);
        text_add_number(&text, i);
        sent = PQsendPrepare(store->connection, name, pg_statements[i], 0, NULL) == 1;
    }
    return sent;
}

static bool send_whole(struct postgres *store, struct pg_exchange *exchange)
{
    const char *place = exchange->bytes, *end = place + exchange->length;
    bool sent = exchange->kind != PG_OF_SETUP || send_prepares(store);
    if (exchange->kind == PG_OF_TURN)
        sent = send_mark(store, turn_of(exchange));
    while (place < end && sent) {
        struct head head;
        const char *values[VALUES_MAX];
        place = read_statement(place, &head, values);
        sent = send_one(store, head.statement, head.count, values);
    }
    return sent && PQpipelineSync(store->connection) == 1;
}

/* A turn takes a slot when it is first sent, and keeps it until it ends. */
static bool take_slot(struct postgres *store, struct pg_turn *turn)
{
    if (turn->number > 0)
        return true;
    for (unsigned i = 0; i < PG_TURNS_MAX; i++) {
        if ((store->slots >> i & 1) != 0)
            continue;
        store->slots |= UINT32_C(1) << i;
        turn->slot = i;
        turn->number = store->next_turn++;
        return true;
    }
    return false;
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_BOOTTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void send_next(struct postgres *store, struct pg_exchange *exchange)
{
    DL_DELETE(store->waiting, exchange);
    pg_exchange_clear(exchange);
    exchange->sent_at = now_ms();
    DL_APPEND(store->sent, exchange);
    if (!send_whole(store, exchange))
        pg_lose(store, PQerrorMessage(store->connection));
}

/* Before the connection is ready only its setup may be sent. Everything that is not urgent stays in
 * order. */
void pg_send_waiting(struct postgres *store)
{
    while (store->connection != NULL && store->state == PG_READY && store->waiting != NULL &&
           (store->waiting->kind != PG_OF_TURN || take_slot(store, turn_of(store->waiting))))
        send_next(store, store->waiting);
    pg_watch(store);
}

void pg_exchange_send(struct postgres *store, struct pg_exchange *exchange)
{
    if (exchange->is_urgent)
        DL_PREPEND(store->waiting, exchange);
    else
        DL_APPEND(store->waiting, exchange);
    pg_send_waiting(store);
}

void pg_send_setup(struct postgres *store)
{
    struct pg_exchange *setup = memory_new(sizeof *setup);
    setup->kind = PG_OF_SETUP;
    pg_call(setup, PG_WRITER_ENTER, 0, 0);
    pg_give_string(setup, store->writer);
    pg_give_number(setup, PG_TURNS_MAX);
    DL_PREPEND(store->waiting, setup);
    send_next(store, setup);
}

static bool has_left(void *context)
{
    const struct postgres *store = context;
    return store->has_left || store->state != PG_READY;
}

/* After everything that is under way. */
void pg_leave(struct postgres *store)
{
    if (store->state != PG_READY || store->waiting != NULL)
        return;
    struct pg_exchange *leaving = memory_new(sizeof *leaving);
    leaving->kind = PG_OF_LEAVING;
    pg_call(leaving, PG_WRITER_LEAVE, 0, 0);
    pg_give_string(leaving, store->writer);
    pg_exchange_send(store, leaving);
    pg_wait(store, has_left, store);
}

void pg_exchange_withdraw(struct postgres *store, struct pg_exchange *exchange)
{
    struct pg_exchange *waiting;
    DL_SEARCH_SCALAR(store->waiting, waiting, bytes, exchange->bytes);
    if (waiting == exchange)
        DL_DELETE(store->waiting, exchange);
}

static void put_urgent_first(struct postgres *store)
{
    struct pg_exchange *exchange, *next;
    DL_FOREACH_SAFE (store->waiting, exchange, next) {
        if (!exchange->is_urgent)
            continue;
        DL_DELETE(store->waiting, exchange);
        DL_PREPEND(store->waiting, exchange);
    }
}

void pg_take_back_sent(struct postgres *store)
{
    struct pg_exchange *first = store->sent;
    if (first != NULL && first->kind == PG_OF_SETUP) {
        DL_DELETE(store->sent, first);
        free_exchange(first);
    }
    DL_CONCAT(store->sent, store->waiting);
    store->waiting = store->sent;
    store->sent = NULL;
    put_urgent_first(store);
}

/* -- Answers ----------------------------------------------------------------------------------- */

/* The failure of a statement, in one line; it names what was written only by its numbers. */
static const char *reason_of(enum pg_statement statement)
{
    if (statement == PG_LINES_ADD)
        return "it does not follow the last one";
    if (statement == PG_TABLE_UPDATE)
        return "there is no such table";
    if (statement == PG_LEASE_GUARD)
        return "another process holds the connection now";
    if (statement == PG_EVENT_ADD)
        return "it is applied already";
    return statement == PG_TURN_MARK ? "another connection took over" : "somebody else was first";
}

/* Finds the statement with this number, counted as they are answered. */
static struct head find_statement(const struct pg_exchange *exchange, unsigned number)
{
    struct head head = {.statement = PG_TURN_MARK};
    const char *values[VALUES_MAX];
    const char *place = exchange->bytes, *end = place + exchange->length;
    unsigned i = exchange->kind == PG_OF_TURN ? 1 : 0;
    if (number < i)
        return head;
    for (; place < end; i++) {
        place = read_statement(place, &head, values);
        if (i == number)
            return head;
    }
    return (struct head){.statement = PG_STATEMENT_COUNT};
}

/* Whether the statement needs what the turn's caller has read. */
static bool is_guard(enum pg_statement statement)
{
    return statement == PG_TABLES_GUARD || statement == PG_LEASE_GUARD ||
           statement == PG_EVENT_ADD || statement == PG_VALUE_FIRST ||
           statement == PG_VALUE_REPLACE;
}

/* Whether a statement that changed nothing means that another process was first. */
static bool is_race(enum pg_statement statement)
{
    return is_guard(statement) || statement == PG_RATING_ADD || statement == PG_RATING_SET;
}

/* Notes that another process was first, if that is why. */
static void note_race(struct pg_exchange *exchange, enum pg_statement statement,
                      bool changed_nothing, const char *state)
{
    static const char rolled_back[] = "40"; /* the class of deadlocks and the like */
    static const char not_unique[] = "23505";
    bool was_first = changed_nothing || strcmp(state, not_unique) == 0;
    exchange->was_overtaken =
        (was_first && is_race(statement)) || strncmp(state, rolled_back, strlen(rolled_back)) == 0;
    exchange->must_read_again = exchange->was_overtaken && !is_guard(statement);
}

static void note_failure(struct postgres *store, struct pg_exchange *exchange,
                         const PGresult *result)
{
    static const char nothing_changed[] = "22012"; /* division by zero, see statement.c */
    const char *field = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const char *state = field != NULL ? field : "";
    struct head head = find_statement(exchange, exchange->answered);
    struct text failure = TEXT_IN(exchange->failure);
    if (exchange->failed)
        return;
    exchange->failed = true;
    if (head.table > 0)
        text_add_format(&failure, "table %lld", (long long)head.table);
    if (head.n > 0)
        text_add_format(&failure, ", line %u", (unsigned)head.n);
    text_separate(&failure, ": ");
    bool changed_nothing = strcmp(state, nothing_changed) == 0;
    note_race(exchange, head.statement, changed_nothing, state);
    if (changed_nothing)
        text_add(&failure, reason_of(head.statement));
    else
        pg_add_reason(&failure, result, store->connection);
}

static bool is_answer(const PGresult *result)
{
    ExecStatusType status = PQresultStatus(result);
    return status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK;
}

/* The last statement of a setup tells which turns were saved. */
static void take_setup(struct postgres *store, const PGresult *rows)
{
    struct text epoch = TEXT_IN(store->epoch);
    struct pg_exchange *exchange, *next;
    if (PQresultStatus(rows) != PGRES_TUPLES_OK)
        return;
    for (int row = 0; row < PQntuples(rows); row++) {
        unsigned slot = (unsigned)pg_number_of(rows, row, 0);
        int64_t turn = pg_number_of(rows, row, 1);
        text_clear(&epoch);
        text_add_number(&epoch, pg_number_of(rows, row, 2));
        DL_FOREACH_SAFE (store->waiting, exchange, next) {
            if (exchange->kind != PG_OF_TURN || turn_of(exchange)->number != turn ||
                turn_of(exchange)->slot != slot || turn == 0)
                continue;
            log_info("store.answer_found", "turn", LOG_NUMBER(turn));
            DL_DELETE(store->waiting, exchange);
            pg_exchange_clear(exchange);
            pg_turn_end(store, turn_of(exchange));
        }
    }
}

static void take_ids(struct postgres *store, const PGresult *rows)
{
    if (PQresultStatus(rows) == PGRES_TUPLES_OK && PQntuples(rows) == 1)
        store->further_id = pg_number_of(rows, 0, 0);
}

static void take_answer(struct postgres *store, struct pg_exchange *exchange, PGresult *result)
{
    if (!is_answer(result) && PQresultStatus(result) != PGRES_PIPELINE_ABORTED)
        note_failure(store, exchange, result);
    exchange->answered++;
    if (exchange->kind == PG_OF_QUESTION && is_answer(result)) {
        pg_question_take(question_of(exchange), result);
        return;
    }
    if (exchange->kind == PG_OF_SETUP)
        take_setup(store, result);
    else if (exchange->kind == PG_OF_IDS)
        take_ids(store, result);
    PQclear(result);
}

static void end_setup(struct postgres *store, struct pg_exchange *setup)
{
    char reason[STORE_ERROR_MAX];
    memcpy(reason, setup->failure, sizeof reason);
    bool failed = setup->failed;
    free_exchange(setup);
    if (failed)
        pg_lose(store, reason);
    else
        pg_become_ready(store);
}

static void end_exchange(struct postgres *store, struct pg_exchange *exchange)
{
    DL_DELETE(store->sent, exchange);
    switch (exchange->kind) {
    case PG_OF_SETUP:
        end_setup(store, exchange);
        break;
    case PG_OF_LEAVING:
        store->has_left = true;
        free_exchange(exchange);
        break;
    case PG_OF_IDS:
        store->asked_for_ids = false;
        free_exchange(exchange);
        break;
    case PG_OF_TURN:
        pg_turn_end(store, turn_of(exchange));
        break;
    case PG_OF_QUESTION:
        pg_question_end(store, question_of(exchange));
        break;
    }
}

/* Whether the library itself failed, because it has no memory for example: what the server did is
 * not known then, as with a lost connection. */
static bool is_of_library(const PGresult *result)
{
    return PQresultStatus(result) == PGRES_FATAL_ERROR &&
           PQresultErrorField(result, PG_DIAG_SQLSTATE) == NULL;
}

/* A statement's results end with NULL; a sync is one result without. */
void pg_take_answers(struct postgres *store)
{
    while (store->connection != NULL && store->sent != NULL && PQisBusy(store->connection) == 0) {
        PGresult *result = PQgetResult(store->connection);
        if (result == NULL)
            continue;
        if (PQresultStatus(result) == PGRES_PIPELINE_SYNC) {
            PQclear(result);
            end_exchange(store, store->sent);
        } else if (PQstatus(store->connection) != CONNECTION_OK || is_of_library(result)) {
            pg_hear_notice(store, result);
            PQclear(result);
            pg_lose(store, PQerrorMessage(store->connection));
        } else {
            take_answer(store, store->sent, result);
        }
    }
}
