#include <stdlib.h>
#include <string.h>

#include "bot/base/fault.h"
#include "bot/base/memory.h"
#include "bot/store/postgres/postgres_private.h"

/* -- The open turn ----------------------------------------------------------------------------- */

static struct pg_turn *open_turn(struct postgres *store)
{
    if (store->open == NULL) {
        store->open = memory_new(sizeof *store->open);
        store->open->exchange.kind = PG_OF_TURN;
    }
    return store->open;
}

void pg_turn_free(struct pg_turn *turn)
{
    pg_drop_late_writes(turn);
    free(turn->guards);
    pg_fences_free(turn);
    pg_lines_free(&turn->lines);
    free(turn->exchange.bytes);
    free(turn);
}

void pg_fail_for(struct pg_turn *turn, int64_t table, uint32_t n, const char *reason)
{
    struct text failure = TEXT_IN(turn->exchange.failure);
    turn->exchange.failed = true;
    if (table > 0)
        text_add_format(&failure, "table %lld", (long long)table);
    if (n > 0)
        text_add_format(&failure, ", line %u", (unsigned)n);
    text_separate(&failure, ": ");
    text_add(&failure, reason);
}

struct pg_turn *pg_begin(struct postgres *store)
{
    struct pg_turn *turn = open_turn(store);
    if (!turn->exchange.failed && store->reading)
        pg_fail_for(turn, 0, 0, "the store is written while it is read");
    return turn->exchange.failed ? NULL : turn;
}

/* Begins a write; NULL: nothing may be written, or this does not fit. */
static struct pg_turn *begin_with(struct store *base, int64_t table, uint32_t n, const char *misfit)
{
    struct pg_turn *turn = pg_begin(postgres_of(base));
    if (turn == NULL || misfit == NULL)
        return turn;
    pg_fail_for(turn, table, n, misfit);
    return NULL;
}

bool pg_is_dirty(const struct store *base)
{
    return postgres_of(base)->open != NULL;
}

void pg_undo(struct store *base)
{
    struct postgres *store = postgres_of(base);
    if (store->open != NULL)
        pg_turn_free(store->open);
    store->open = NULL;
}

/* -- Commit ------------------------------------------------------------------------------------ */

static bool has_ended(void *context)
{
    return ((const struct pg_turn *)context)->ended;
}

/* Tells the caller, once. */
static void tell(struct pg_turn *turn)
{
    char buffer[STORE_ERROR_MAX + 16];
    struct text error = TEXT_IN(buffer);
    enum store_end end = STORE_SAVED;
    if (turn->exchange.failed) {
        text_add_format(&error, "cannot save: %s", turn->exchange.failure);
        end = turn->exchange.was_overtaken ? STORE_OVERTAKEN : STORE_UNDONE;
    }
    turn->committed(turn->context, end, buffer);
}

/* A turn that others were ahead of reads again what its late writes need. What its caller has read
 * the caller has to read again. */
static bool is_worth_another_try(const struct pg_turn *turn)
{
    enum { TRIES_MAX = 8 };
    return turn->late != NULL && turn->exchange.must_read_again && turn->tries < TRIES_MAX;
}

void pg_turn_end(struct postgres *store, struct pg_turn *turn)
{
    if (turn->number > 0)
        store->slots &= ~(UINT32_C(1) << turn->slot);
    turn->number = 0;
    if (is_worth_another_try(turn)) {
        pg_exchange_clear(&turn->exchange);
        pg_make_late_writes(store, turn);
        return;
    }
    if (!turn->exchange.failed)
        fault_point("store.after-commit");
    turn->ended = true;
    if (turn->is_waited_for)
        return;
    if (!store->is_closing)
        tell(turn);
    pg_turn_free(turn);
}

/* Takes a turn out of those that wait for their answer: the caller gave up waiting. */
static void give_up(struct postgres *store, struct pg_turn *turn)
{
    pg_lose(store, "the database does not answer");
    pg_exchange_withdraw(store, &turn->exchange);
    if (!turn->exchange.failed)
        pg_fail_for(turn, 0, 0,
                    store->lost_reason[0] != '\0' ? store->lost_reason
                                                  : "the database does not answer");
}

/* Guards come first, leases before tables and these in order: so turns of two processes never wait
 * for each other in a circle, and one that is overtaken has done nothing yet. */
static void put_guards_first(const struct postgres *store, struct pg_turn *turn)
{
    struct pg_exchange guards = {.kind = PG_OF_TURN};
    if (turn->guard_count + turn->fence_count == 0)
        return;
    pg_call_fences(store, turn, &guards);
    pg_call_guards(turn, &guards);
    pg_exchange_begin_with(&turn->exchange, &guards);
    free(guards.bytes);
}

void pg_commit(struct store *base, store_committed *committed, void *context)
{
    struct postgres *store = postgres_of(base);
    if (store->reading)
        pg_begin(store);
    struct pg_turn *turn = store->open;
    store->open = NULL;
    if (turn == NULL) {
        committed(context, STORE_SAVED, "");
        return;
    }
    turn->committed = committed;
    turn->context = context;
    bool failed = turn->exchange.failed;
    if (!failed) {
        fault_point("store.before-commit");
        pg_call_lines(&turn->lines, &turn->exchange);
        put_guards_first(store, turn);
        turn->before_late = turn->exchange.length;
        bool waits = turn->is_waited_for = store->loop == NULL;
        if (turn->late != NULL)
            pg_make_late_writes(store, turn);
        else
            pg_exchange_send(store, &turn->exchange);
        if (!waits)
            return;
        if (!pg_wait(store, has_ended, turn))
            give_up(store, turn);
    }
    tell(turn);
    pg_turn_free(turn);
}

/* -- Tables ------------------------------------------------------------------------------------ */

static void give_header(struct pg_exchange *exchange, const struct stored_table *table)
{
    pg_give_number(exchange, table->id);
    pg_give_number(exchange, table->status);
    pg_give_string(exchange, table->owner);
    pg_give_string(exchange, table->game);
    pg_give_string(exchange, table->options);
    pg_give_string(exchange, table->setup);
    pg_give_string(exchange, table->further);
    pg_give_bytes(exchange, table->seed, sizeof table->seed);
    pg_give_number(exchange, table->opened);
    pg_give_string(exchange, table->opener_network);
    pg_give_string(exchange, table->opener_identity);
    pg_give_number(exchange, (int64_t)table->seat_count);
    pg_give_number(exchange, store_check_table(table));
}

static void write_seating(struct pg_exchange *exchange, const struct stored_table *table)
{
    for (size_t i = 0; i < table->seat_count; i++) {
        const struct stored_seat *seat = &table->seats[i];
        pg_call(exchange, PG_SEAT_ADD, table->id, 0);
        pg_give_number(exchange, table->id);
        pg_give_number(exchange, (int64_t)i);
        pg_give_string(exchange, seat->network);
        pg_give_string(exchange, seat->identity);
        pg_give_string(exchange, seat->name);
        pg_give_string(exchange, seat->level);
        pg_give_bytes(exchange, seat->claim, STORE_CLAIM_BYTES);
    }
    for (size_t i = 0; i < table->place_count; i++) {
        pg_call(exchange, PG_PLACE_ADD, table->id, 0);
        pg_give_number(exchange, table->id);
        pg_give_number(exchange, (int64_t)i);
        pg_give_string(exchange, table->places[i].network);
        pg_give_string(exchange, table->places[i].place);
    }
}

void pg_ask_for_ids(struct postgres *store)
{
    if (store->asked_for_ids || store->further_id > 0 ||
        store->end_id - store->next_id > PG_IDS_AT_ONCE / 2)
        return;
    struct pg_exchange *exchange = memory_new(sizeof *exchange);
    exchange->kind = PG_OF_IDS;
    pg_call(exchange, PG_IDS_TAKE, 0, 0);
    pg_give_number(exchange, PG_IDS_AT_ONCE);
    store->asked_for_ids = true;
    pg_exchange_send(store, exchange);
}

static bool has_ids(void *context)
{
    struct postgres *store = context;
    if (store->next_id == store->end_id && store->further_id > 0) {
        store->next_id = store->further_id;
        store->end_id = store->further_id + PG_IDS_AT_ONCE;
        store->further_id = 0;
    }
    return store->next_id < store->end_id;
}

/* Returns 0 when there is none: so many tables were opened while the database did not answer. */
static int64_t choose_id(struct postgres *store)
{
    bool any = has_ids(store);
    pg_ask_for_ids(store);
    if (!any && store->loop == NULL)
        any = pg_wait(store, has_ids, store);
    return any ? store->next_id++ : 0;
}

int64_t pg_table_add(struct store *base, const struct stored_table *table)
{
    struct postgres *store = postgres_of(base);
    struct stored_table added = *table;
    if (added.id == 0)
        added.id = choose_id(store);
    struct pg_turn *turn =
        begin_with(base, added.id, 0,
                   added.id == 0 ? "the database does not answer" : store_misfit_of_table(table));
    if (turn == NULL)
        return 0;
    if (table->id != 0) {
        pg_call(&turn->exchange, PG_ID_PASS, added.id, 0);
        pg_give_number(&turn->exchange, added.id);
    }
    pg_call(&turn->exchange, PG_TABLE_ADD, added.id, 0);
    give_header(&turn->exchange, &added);
    write_seating(&turn->exchange, &added);
    return added.id;
}

static void call_for_table(struct pg_exchange *exchange, enum pg_statement statement, int64_t table)
{
    pg_call(exchange, statement, table, 0);
    pg_give_number(exchange, table);
}

void pg_write_table(struct pg_turn *turn, const struct stored_table *table)
{
    pg_call(&turn->exchange, PG_TABLE_UPDATE, table->id, 0);
    give_header(&turn->exchange, table);
    call_for_table(&turn->exchange, PG_SEATS_REMOVE, table->id);
    call_for_table(&turn->exchange, PG_PLACES_REMOVE, table->id);
    write_seating(&turn->exchange, table);
}

void pg_table_update(struct store *base, const struct stored_table *table)
{
    struct pg_turn *turn = begin_with(base, table->id, 0, store_misfit_of_table(table));
    if (turn != NULL)
        pg_write_table(turn, table);
}

void pg_table_retire(struct store *base, int64_t table, const char *owner, const int32_t *checksum)
{
    struct pg_turn *turn = pg_begin(postgres_of(base));
    if (turn == NULL)
        return;
    call_for_table(&turn->exchange, PG_TABLE_RETIRE, table);
    pg_give_string(&turn->exchange, owner);
    if (checksum != NULL)
        pg_give_number(&turn->exchange, *checksum);
    else
        pg_give_string(&turn->exchange, NULL);
}

void pg_table_guard(struct store *base, int64_t table, int64_t version)
{
    struct pg_turn *turn = pg_begin(postgres_of(base));
    if (turn == NULL)
        return;
    if (turn->guard_count == turn->guard_room) {
        turn->guard_room = 2 * turn->guard_room + 4;
        turn->guards = memory_resize(turn->guards, turn->guard_room * sizeof *turn->guards);
    }
    turn->guards[turn->guard_count++] = (struct pg_guard){table, version};
}

/* -- Lines and values -------------------------------------------------------------------------- */

void pg_line_add(struct store *base, const struct stored_line *line)
{
    struct pg_turn *turn = begin_with(base, line->table, line->n, store_misfit_of_line(line));
    if (turn == NULL)
        return;
    if (!pg_lines_put(&turn->lines, line)) {
        pg_fail_for(turn, line->table, line->n, "it does not follow the last one");
        return;
    }
    fault_point("store.line-added");
}

void pg_lines_cut(struct store *base, int64_t table, uint32_t n)
{
    struct pg_turn *turn = pg_begin(postgres_of(base));
    if (turn == NULL)
        return;
    pg_call_lines(&turn->lines, &turn->exchange);
    call_for_table(&turn->exchange, PG_LINES_CUT, table);
    pg_give_number(&turn->exchange, n);
}

void pg_value_set(struct store *base, const char *scope, const char *key, const char *value)
{
    struct pg_turn *turn = begin_with(base, 0, 0, store_misfit_of_value(scope, key, value));
    if (turn == NULL)
        return;
    pg_call(&turn->exchange, value != NULL ? PG_VALUE_SET : PG_VALUE_REMOVE, 0, 0);
    pg_give_string(&turn->exchange, scope);
    pg_give_string(&turn->exchange, key);
    if (value != NULL) {
        pg_give_string(&turn->exchange, value);
        pg_give_number(&turn->exchange, store_check_value(scope, key, value));
    }
}

void pg_value_replace(struct store *base, const char *scope, const char *key, const char *before,
                      const char *value)
{
    struct pg_turn *turn = begin_with(base, 0, 0, store_misfit_of_value(scope, key, value));
    if (turn == NULL)
        return;
    pg_call(&turn->exchange, before != NULL ? PG_VALUE_REPLACE : PG_VALUE_FIRST, 0, 0);
    pg_give_string(&turn->exchange, scope);
    pg_give_string(&turn->exchange, key);
    pg_give_string(&turn->exchange, value);
    pg_give_number(&turn->exchange, store_check_value(scope, key, value));
    if (before != NULL)
        pg_give_string(&turn->exchange, before);
}

void pg_value_publish(struct store *base, const char *scope, const char *key)
{
    struct pg_turn *turn = pg_begin(postgres_of(base));
    if (turn == NULL)
        return;
    pg_call(&turn->exchange, PG_VALUE_PUBLISH, 0, 0);
    pg_give_string(&turn->exchange, scope);
    pg_give_string(&turn->exchange, key);
    pg_call(&turn->exchange, PG_PUBLISHED_TRIM, 0, 0);
    pg_give_number(&turn->exchange, STORE_PUBLISHED_KEPT_S);
}

void pg_scopes_forget(struct store *base, const char *beginning, const char *key)
{
    struct pg_turn *turn = pg_begin(postgres_of(base));
    if (turn == NULL)
        return;
    pg_call(&turn->exchange, PG_SCOPES_FORGET, 0, 0);
    pg_give_string(&turn->exchange, beginning);
    pg_give_string(&turn->exchange, key);
}

void pg_change_add(struct store *base, const struct stored_change *change)
{
    struct pg_turn *turn = begin_with(base, 0, 0, store_misfit_of_change(change));
    if (turn == NULL)
        return;
    pg_call(&turn->exchange, PG_CHANGE_ADD, 0, 0);
    pg_give_number(&turn->exchange, change->at);
    pg_give_string(&turn->exchange, change->scope);
    pg_give_string(&turn->exchange, change->setting);
    pg_give_string(&turn->exchange, change->before);
    pg_give_string(&turn->exchange, change->after);
    pg_give_string(&turn->exchange, change->network);
    pg_give_string(&turn->exchange, change->identity);
    pg_give_string(&turn->exchange, change->name);
    pg_call(&turn->exchange, PG_CHANGES_TRIM, 0, 0);
    pg_give_string(&turn->exchange, change->scope);
    pg_give_number(&turn->exchange, STORE_CHANGES_MAX);
}
