/* Processes, what they hold, what all of them ration, and what people asked for that is applied
 * already. */
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/store/postgres/postgres_private.h"

/* -- Fences ------------------------------------------------------------------------------------ */

static bool has_fence(const struct pg_turn *turn, const char *lease, int64_t epoch)
{
    for (size_t i = 0; i < turn->fence_count; i++)
        if (turn->fences[i].epoch == epoch && strcmp(turn->fences[i].lease, lease) == 0)
            return true;
    return false;
}

void pg_lease_guard(struct store *base, const char *lease, int64_t epoch)
{
    struct pg_turn *turn = pg_begin(postgres_of(base));
    if (turn == NULL || has_fence(turn, lease, epoch))
        return;
    turn->fences = memory_resize(turn->fences, (turn->fence_count + 1) * sizeof *turn->fences);
    turn->fences[turn->fence_count++] = (struct pg_fence){memory_copy(lease), epoch};
}

static int compare_fences(const void *left, const void *right)
{
    const struct pg_fence *a = left, *b = right;
    return strcmp(a->lease, b->lease);
}

void pg_call_fences(const struct postgres *store, const struct pg_turn *turn,
                    struct pg_exchange *exchange)
{
    if (turn->fence_count > 0)
        qsort(turn->fences, turn->fence_count, sizeof *turn->fences, compare_fences);
    for (size_t i = 0; i < turn->fence_count; i++) {
        pg_call(exchange, PG_LEASE_GUARD, 0, 0);
        pg_give_string(exchange, turn->fences[i].lease);
        pg_give_string(exchange, store->writer);
        pg_give_number(exchange, turn->fences[i].epoch);
    }
}

void pg_fences_free(struct pg_turn *turn)
{
    for (size_t i = 0; i < turn->fence_count; i++)
        free(turn->fences[i].lease);
    free(turn->fences);
}

/* -- Writes ------------------------------------------------------------------------------------ */

void pg_event_add(struct store *base, const char *event)
{
    struct pg_turn *turn = pg_begin(postgres_of(base));
    if (turn == NULL)
        return;
    pg_call(&turn->exchange, PG_EVENT_ADD, 0, 0);
    pg_give_string(&turn->exchange, event);
}

void pg_lease_release(struct store *base, const char *lease)
{
    const struct postgres *store = postgres_of(base);
    struct pg_turn *turn = pg_begin(postgres_of(base));
    if (turn == NULL)
        return;
    pg_call(&turn->exchange, PG_LEASE_RELEASE, 0, 0);
    pg_give_string(&turn->exchange, lease);
    pg_give_string(&turn->exchange, store->writer);
}

void pg_process_leave(struct store *base)
{
    static const enum pg_statement statements[] = {PG_LEASES_RELEASE, PG_PROCESS_LEAVE};
    const struct postgres *store = postgres_of(base);
    struct pg_turn *turn = pg_begin(postgres_of(base));
    for (size_t i = 0; i < 2 && turn != NULL; i++) {
        pg_call(&turn->exchange, statements[i], 0, 0);
        pg_give_string(&turn->exchange, store->writer);
    }
}

/* -- Asking ------------------------------------------------------------------------------------ */

static bool take_lease(const struct postgres *store, const PGresult *rows, int row,
                       const struct store_lease_reader *reader)
{
    struct stored_lease lease = {.name = pg_text_of(rows, row, 0, STORE_WORD_MAX),
                                 .holder = pg_text_of(rows, row, 1, STORE_WORD_MAX),
                                 .epoch = pg_number_of(rows, row, 2),
                                 .lapsed = pg_number_of(rows, row, 3) != 0};
    if (lease.name == NULL || lease.holder == NULL)
        return true;
    lease.is_mine = strcmp(lease.holder, store->writer) == 0;
    return reader->lease(reader->context, &lease);
}

static bool take_process(const struct postgres *store, const PGresult *rows, int row,
                         const struct store_lease_reader *reader)
{
    struct stored_process process = {.id = pg_text_of(rows, row, 0, STORE_WORD_MAX),
                                     .name = pg_text_of(rows, row, 1, STORE_WORD_MAX),
                                     .seconds = pg_number_of(rows, row, 2),
                                     .lives = pg_number_of(rows, row, 3) != 0};
    if (process.id == NULL || process.name == NULL)
        return true;
    process.is_self = strcmp(process.id, store->writer) == 0;
    return reader->process(reader->context, &process);
}

static bool take_agreed(const PGresult *rows, int row, const struct store_lease_reader *reader)
{
    const char *key = pg_text_of(rows, row, 1, STORE_WORD_MAX);
    const char *value = pg_text_of(rows, row, 2, STORE_WORD_MAX);
    return key == NULL || value == NULL || reader->agreed(reader->context, key, value);
}

/* Passes on the rows of PG_LEASES, PG_PROCESSES and PG_VALUES. */
static void take_all(const struct postgres *store, const struct pg_question *answer,
                     const struct store_lease_reader *reader)
{
    bool more = reader->lease != NULL;
    for (int row = 0; more && row < PQntuples(answer->rows[0]); row++)
        more = take_lease(store, answer->rows[0], row, reader);
    more = reader->process != NULL;
    for (int row = 0; more && row < PQntuples(answer->rows[1]); row++)
        more = take_process(store, answer->rows[1], row, reader);
    more = reader->agreed != NULL;
    for (int row = 0; more && row < PQntuples(answer->rows[2]); row++)
        more = take_agreed(answer->rows[2], row, reader);
}

/* Asks with the last statements added. */
static bool ask_for_leases(struct pg_question *question, const struct store_lease_reader *reader)
{
    struct store_inquiry *inquiry = question->inquiry;
    pg_call(&question->exchange, PG_LEASES, 0, 0);
    pg_call(&question->exchange, PG_PROCESSES, 0, 0);
    pg_call(&question->exchange, PG_VALUES, 0, 0);
    pg_give_string(&question->exchange, STORE_AGREED);
    if (!pg_begin_reading(inquiry)) {
        pg_question_free(question);
        return false;
    }
    const struct pg_question *answer = pg_ask(question);
    if (answer != NULL)
        take_all(postgres_of(inquiry->store), answer, reader);
    pg_end_reading(inquiry);
    return answer != NULL;
}

bool pg_lease_beat(struct store_inquiry *inquiry, const char *name, unsigned milliseconds,
                   const struct store_lease_reader *reader)
{
    const struct postgres *store = postgres_of(inquiry->store);
    struct pg_question *question = pg_question_new(inquiry);
    question->exchange.is_urgent = true;
    pg_call(&question->exchange, PG_PROCESS_BEAT, 0, 0);
    pg_give_string(&question->exchange, store->writer);
    pg_give_string(&question->exchange, name);
    pg_give_number(&question->exchange, milliseconds);
    pg_call(&question->exchange, PG_LEASES_RENEW, 0, 0);
    pg_give_string(&question->exchange, store->writer);
    pg_give_number(&question->exchange, milliseconds);
    pg_call(&question->exchange, PG_PROCESSES_TRIM, 0, 0);
    pg_call(&question->exchange, PG_EVENTS_TRIM, 0, 0);
    pg_give_number(&question->exchange, STORE_EVENTS_KEPT_S);
    return ask_for_leases(question, reader);
}

bool pg_read_leases(struct store_inquiry *inquiry, const struct store_lease_reader *reader)
{
    return ask_for_leases(pg_question_new(inquiry), reader);
}

bool pg_lease_take(struct store_inquiry *inquiry, const char *lease, unsigned milliseconds)
{
    const struct postgres *store = postgres_of(inquiry->store);
    struct pg_question *question = pg_question_new(inquiry);
    pg_call(&question->exchange, PG_LEASE_TAKE, 0, 0);
    pg_give_string(&question->exchange, lease);
    pg_give_string(&question->exchange, store->writer);
    pg_give_number(&question->exchange, milliseconds);
    return pg_ask(question) != NULL;
}

/* -- Rations ----------------------------------------------------------------------------------- */

bool pg_ration_take(struct store_inquiry *inquiry, const struct ration *ration,
                    struct ration_use *use)
{
    struct pg_question *question = pg_question_new(inquiry);
    pg_call(&question->exchange, PG_RATION_TAKE, 0, 0);
    pg_give_string(&question->exchange, ration->name);
    pg_give_number(&question->exchange, ration->most);
    pg_give_number(&question->exchange, ration->used);
    pg_give_number(&question->exchange, ration->period_ms);
    pg_call(&question->exchange, PG_RATION, 0, 0);
    pg_give_string(&question->exchange, ration->name);
    const struct pg_question *answer = pg_ask(question);
    if (answer == NULL)
        return false;
    use->granted = PQntuples(answer->rows[0]) == 1;
    if (PQntuples(answer->rows[1]) == 1) {
        use->epoch = pg_number_of(answer->rows[1], 0, 0);
        use->left_ms = pg_number_of(answer->rows[1], 0, 1);
    }
    return true;
}

static struct pg_exchange *begin_ration(struct store *base, enum pg_statement statement,
                                        const char *name, int64_t epoch)
{
    struct pg_turn *turn = pg_begin(postgres_of(base));
    if (turn == NULL)
        return NULL;
    pg_call(&turn->exchange, statement, 0, 0);
    pg_give_string(&turn->exchange, name);
    pg_give_number(&turn->exchange, epoch);
    return &turn->exchange;
}

void pg_ration_end(struct store *base, const char *name, int64_t epoch, int64_t milliseconds)
{
    struct pg_exchange *exchange = begin_ration(base, PG_RATION_END, name, epoch);
    if (exchange != NULL)
        pg_give_number(exchange, milliseconds);
}

void pg_ration_return(struct store *base, const char *name, int64_t epoch)
{
    begin_ration(base, PG_RATION_RETURN, name, epoch);
}

/* -- Events ------------------------------------------------------------------------------------ */

bool pg_read_event(struct store_inquiry *inquiry, const char *event, bool *applied)
{
    struct pg_question *question = pg_question_new(inquiry);
    pg_call(&question->exchange, PG_EVENT, 0, 0);
    pg_give_string(&question->exchange, event);
    const struct pg_question *answer = pg_ask(question);
    *applied = answer != NULL && PQntuples(answer->rows[0]) > 0;
    return answer != NULL;
}
