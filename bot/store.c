#include "bot/store.h"

#include <string.h>

#include "bot/fault.h"
#include "bot/store_sqlite.h"

/* -- Failures --------------------------------------------------------------------------------- */

/* Begins the one line that a failed commit reports; NULL when this turn has failed before. What is
 * written is named by its numbers alone; 0 for none. */
static bool fail(struct store *store, int64_t table, uint32_t n, struct text *failure)
{
    *failure = TEXT_IN(store->failure);
    store->failed = true;
    if (table > 0)
        text_add_format(failure, "table %lld", (long long)table);
    if (n > 0)
        text_add_format(failure, ", line %u", (unsigned)n);
    text_separate(failure, ": ");
    return false;
}

static bool fail_for(struct store *store, int64_t table, uint32_t n, const char *reason)
{
    struct text failure;
    fail(store, table, n, &failure);
    text_add(&failure, reason);
    return false;
}

static bool fail_in_database(struct store *store, int64_t table, uint32_t n)
{
    struct text failure;
    fail(store, table, n, &failure);
    store_add_reason(&failure, store->database);
    return false;
}

/* -- One statement ------------------------------------------------------------------------------
 */

struct binding {
    sqlite3_stmt *statement;
    int count;
    bool failed;
};

static struct binding binding_of(struct store *store, enum statement statement)
{
    return (struct binding){.statement = store->statements[statement]};
}

static void bind_number(struct binding *binding, int64_t number)
{
    int result = sqlite3_bind_int64(binding->statement, ++binding->count, number);
    binding->failed = binding->failed || result != SQLITE_OK;
}

/* NULL is allowed. The bytes must live until the statement has run. */
static void bind_string(struct binding *binding, const char *string)
{
    int result = sqlite3_bind_text(binding->statement, ++binding->count, string, -1, SQLITE_STATIC);
    binding->failed = binding->failed || result != SQLITE_OK;
}

static void bind_bytes(struct binding *binding, const uint8_t *bytes, int size)
{
    int result =
        sqlite3_bind_blob(binding->statement, ++binding->count, bytes, size, SQLITE_STATIC);
    binding->failed = binding->failed || result != SQLITE_OK;
}

static bool run(struct store *store, struct binding *binding, int64_t table, uint32_t n)
{
    bool done = !binding->failed && sqlite3_step(binding->statement) == SQLITE_DONE;
    if (!done)
        fail_in_database(store, table, n);
    sqlite3_reset(binding->statement);
    sqlite3_clear_bindings(binding->statement);
    return done;
}

/* -- The transaction of a turn ------------------------------------------------------------------
 */

static bool begin(struct store *store)
{
    if (store->failed)
        return false;
    if (store->reading)
        return fail_for(store, 0, 0, "the store is written while it is read");
    if (!sqlite3_get_autocommit(store->database))
        return true;
    struct binding binding = binding_of(store, STATEMENT_BEGIN);
    return run(store, &binding, 0, 0);
}

bool store_is_dirty(const struct store *store)
{
    return store->failed || !sqlite3_get_autocommit(store->database);
}

/* SQLite may have undone everything by itself already. */
static bool undo(struct store *store)
{
    if (sqlite3_get_autocommit(store->database))
        return true;
    sqlite3_stmt *statement = store->statements[STATEMENT_ROLLBACK];
    sqlite3_step(statement);
    sqlite3_reset(statement);
    return sqlite3_get_autocommit(store->database);
}

bool store_commit(struct store *store, char *error, size_t error_size)
{
    if (!store_is_dirty(store))
        return true;
    if (store->reading)
        fail_for(store, 0, 0, "the store is written while it is read");
    if (!store->failed) {
        fault_point("store.before-commit");
        struct binding binding = binding_of(store, STATEMENT_COMMIT);
        if (run(store, &binding, 0, 0)) {
            fault_point("store.after-commit");
            return true;
        }
    }
    struct text reason = text_in(error, error_size);
    text_add(&reason, "cannot save: ");
    text_add(&reason, store->failure);
    /* What could not even be undone must not slip into the next turn's commit. */
    store->failed = !undo(store);
    return false;
}

/* -- Tables ---------------------------------------------------------------------------------- */

static bool word_fits(const char *word)
{
    return word && strnlen(word, STORE_WORD_MAX) < STORE_WORD_MAX;
}

static bool record_fits(const char *record)
{
    return strnlen(record, STORE_RECORD_MAX) < STORE_RECORD_MAX;
}

static const char *misfit_of(const struct stored_table *table)
{
    if (table->status < TABLE_LOBBY || table->status > TABLE_ABORTED)
        return "its status is none";
    if (!word_fits(table->owner) || !word_fits(table->game) || !word_fits(table->opener_network) ||
        !word_fits(table->opener_identity))
        return "a word of its header is missing or too long";
    if (!table->options || !table->setup || !record_fits(table->options) ||
        !record_fits(table->setup) || (table->further && !record_fits(table->further)))
        return "a record of its header is missing or too long";
    if (table->seat_count > GAME_SEATS_MAX || table->place_count > STORE_PLACES_MAX)
        return "it has too many seats or places";
    for (size_t i = 0; i < table->seat_count; i++) {
        const struct stored_seat *seat = &table->seats[i];
        if (!word_fits(seat->network) || !word_fits(seat->identity) || !word_fits(seat->name) ||
            !word_fits(seat->level))
            return "a word of a seat is missing or too long";
    }
    for (size_t i = 0; i < table->place_count; i++) {
        if (!word_fits(table->places[i].network) || !word_fits(table->places[i].place))
            return "a word of a place is missing or too long";
    }
    return NULL;
}

static bool write_header(struct store *store, const struct stored_table *table,
                         enum statement statement)
{
    struct binding binding = binding_of(store, statement);
    bind_number(&binding, table->id);
    bind_number(&binding, table->status);
    bind_string(&binding, table->owner);
    bind_string(&binding, table->game);
    bind_string(&binding, table->options);
    bind_string(&binding, table->setup);
    bind_string(&binding, table->further);
    bind_bytes(&binding, table->seed, sizeof table->seed);
    bind_number(&binding, table->opened);
    bind_string(&binding, table->opener_network);
    bind_string(&binding, table->opener_identity);
    bind_number(&binding, (int64_t)table->seat_count);
    bind_number(&binding, store_check_table(table));
    if (!run(store, &binding, table->id, 0))
        return false;
    if (sqlite3_changes(store->database) != 1)
        return fail_for(store, table->id, 0, "there is no such table");
    return true;
}

static bool write_seats(struct store *store, const struct stored_table *table)
{
    bool written = true;
    for (size_t i = 0; i < table->seat_count && written; i++) {
        const struct stored_seat *seat = &table->seats[i];
        struct binding binding = binding_of(store, STATEMENT_SEAT_ADD);
        bind_number(&binding, table->id);
        bind_number(&binding, (int64_t)i);
        bind_string(&binding, seat->network);
        bind_string(&binding, seat->identity);
        bind_string(&binding, seat->name);
        bind_string(&binding, seat->level);
        bind_bytes(&binding, seat->claim, STORE_CLAIM_BYTES);
        written = run(store, &binding, table->id, 0);
    }
    return written;
}

static bool write_places(struct store *store, const struct stored_table *table)
{
    bool written = true;
    for (size_t i = 0; i < table->place_count && written; i++) {
        struct binding binding = binding_of(store, STATEMENT_PLACE_ADD);
        bind_number(&binding, table->id);
        bind_number(&binding, (int64_t)i);
        bind_string(&binding, table->places[i].network);
        bind_string(&binding, table->places[i].place);
        written = run(store, &binding, table->id, 0);
    }
    return written;
}

static bool choose_id(struct store *store, int64_t *id)
{
    sqlite3_stmt *statement = store->statements[STATEMENT_NEXT_ID];
    bool found = sqlite3_step(statement) == SQLITE_ROW;
    if (found)
        *id = sqlite3_column_int64(statement, 0);
    else
        fail_in_database(store, 0, 0);
    sqlite3_reset(statement);
    return found;
}

int64_t store_table_add(struct store *store, const struct stored_table *table)
{
    struct stored_table added = *table;
    if (!begin(store) || !choose_id(store, &added.id))
        return 0;
    const char *misfit = misfit_of(table);
    if (misfit)
        fail_for(store, added.id, 0, misfit);
    else if (write_header(store, &added, STATEMENT_TABLE_ADD) && write_seats(store, &added) &&
             write_places(store, &added))
        return added.id;
    return 0;
}

static bool remove_of(struct store *store, int64_t table, enum statement statement)
{
    struct binding binding = binding_of(store, statement);
    bind_number(&binding, table);
    return run(store, &binding, table, 0);
}

void store_table_update(struct store *store, const struct stored_table *table)
{
    if (!begin(store))
        return;
    const char *misfit = misfit_of(table);
    if (misfit) {
        fail_for(store, table->id, 0, misfit);
        return;
    }
    if (write_header(store, table, STATEMENT_TABLE_UPDATE) &&
        remove_of(store, table->id, STATEMENT_SEATS_REMOVE) &&
        remove_of(store, table->id, STATEMENT_PLACES_REMOVE) && write_seats(store, table))
        write_places(store, table);
}

/* -- Lines and values ----------------------------------------------------------------------------
 */

static const char *misfit_of_line(const struct stored_line *line)
{
    if (line->n == 0 || !line->move == !line->chance)
        return "it is neither a move nor an outcome";
    if (line->move &&
        (!*line->move || strnlen(line->move, GAME_MOVE_TEXT_MAX) >= GAME_MOVE_TEXT_MAX ||
         line->seat >= GAME_SEATS_MAX))
        return "its move or its seat is none";
    if (line->chance &&
        (!*line->chance || !record_fits(line->chance) || line->seat != GAME_SPECTATOR))
        return "its outcome is none";
    if (line->further && !record_fits(line->further))
        return "a record of it is too long";
    return NULL;
}

void store_line_add(struct store *store, const struct stored_line *line)
{
    if (!begin(store))
        return;
    const char *misfit = misfit_of_line(line);
    if (misfit) {
        fail_for(store, line->table, line->n, misfit);
        return;
    }
    struct binding binding = binding_of(store, STATEMENT_LINE_ADD);
    bind_number(&binding, line->table);
    bind_number(&binding, line->n);
    bind_number(&binding, line->seat);
    bind_string(&binding, line->move);
    bind_string(&binding, line->chance);
    bind_string(&binding, line->further);
    bind_number(&binding, store_check_line(line));
    if (!run(store, &binding, line->table, line->n))
        return;
    if (sqlite3_changes(store->database) != 1)
        fail_for(store, line->table, line->n, "it does not follow the last one");
    else
        fault_point("store.line-added");
}

void store_lines_cut(struct store *store, int64_t table, uint32_t n)
{
    if (!begin(store))
        return;
    struct binding binding = binding_of(store, STATEMENT_LINES_CUT);
    bind_number(&binding, table);
    bind_number(&binding, n);
    run(store, &binding, table, 0);
}

void store_value_set(struct store *store, const char *scope, const char *key, const char *value)
{
    if (!begin(store))
        return;
    if (!word_fits(scope) || !word_fits(key) || (value && !record_fits(value))) {
        fail_for(store, 0, 0, "a setting's name or value is missing or too long");
        return;
    }
    struct binding binding =
        binding_of(store, value ? STATEMENT_VALUE_SET : STATEMENT_VALUE_REMOVE);
    bind_string(&binding, scope);
    bind_string(&binding, key);
    if (value)
        bind_string(&binding, value);
    run(store, &binding, 0, 0);
}

/* -- The record of changes ---------------------------------------------------------------------
 */

static bool change_fits(const struct stored_change *change)
{
    return word_fits(change->scope) && word_fits(change->setting) && word_fits(change->network) &&
           word_fits(change->identity) && word_fits(change->name) &&
           (!change->before || record_fits(change->before)) &&
           (!change->after || record_fits(change->after));
}

void store_change_add(struct store *store, const struct stored_change *change)
{
    if (!begin(store))
        return;
    if (!change_fits(change)) {
        fail_for(store, 0, 0, "a field of a change is missing or too long");
        return;
    }
    struct binding binding = binding_of(store, STATEMENT_CHANGE_ADD);
    bind_number(&binding, change->at);
    bind_string(&binding, change->scope);
    bind_string(&binding, change->setting);
    bind_string(&binding, change->before);
    bind_string(&binding, change->after);
    bind_string(&binding, change->network);
    bind_string(&binding, change->identity);
    bind_string(&binding, change->name);
    if (!run(store, &binding, 0, 0))
        return;
    struct binding trim = binding_of(store, STATEMENT_CHANGES_TRIM);
    bind_string(&trim, change->scope);
    bind_number(&trim, STORE_CHANGES_MAX);
    run(store, &trim, 0, 0);
}

void store_change_forget(struct store *store, const char *network, const char *identity)
{
    if (!begin(store))
        return;
    struct binding binding = binding_of(store, STATEMENT_CHANGES_FORGET);
    bind_string(&binding, network);
    bind_string(&binding, identity);
    run(store, &binding, 0, 0);
}
