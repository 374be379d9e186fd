#include "bot/store/store.h"

#include <string.h>

#include "bot/base/fault.h"
#include "bot/store/sqlite/sqlite_private.h"

/* -- The transaction of a turn ----------------------------------------------------------------- */

bool store_is_dirty(const struct store *store)
{
    return store->failed || !sqlite3_get_autocommit(store->database);
}

/* SQLite may have undone everything by itself already. What can't even be undone must not slip into
 * the next turn's commit. */
static bool undo(struct store *store)
{
    if (sqlite3_get_autocommit(store->database))
        return true;
    sqlite3_stmt *statement = store->statements[STATEMENT_ROLLBACK];
    sqlite3_step(statement);
    sqlite3_reset(statement);
    return sqlite3_get_autocommit(store->database);
}

/* False: nothing of the turn is left, and `failure` says why. */
static bool commit(struct store *store)
{
    if (!store_is_dirty(store))
        return true;
    if (store->reading)
        store_fail_for(store, 0, 0, "the store is written while it is read");
    if (!store->failed) {
        fault_point("store.before-commit");
        struct store_binding binding = store_binding_of(store, STATEMENT_COMMIT);
        if (store_write(store, &binding, 0, 0)) {
            fault_point("store.after-commit");
            return true;
        }
    }
    store_undo(store);
    return false;
}

void store_undo(struct store *store)
{
    store->failed = !undo(store);
}

void store_commit(struct store *store, store_committed *committed, void *context)
{
    char buffer[STORE_ERROR_MAX + 16];
    struct text error = TEXT_IN(buffer);
    bool saved = commit(store);
    if (!saved)
        text_add_format(&error, "cannot save: %s", store->failure);
    committed(context, saved, error.bytes);
}

/* -- Tables ---------------------------------------------------------------------------------- */

bool store_word_fits(const char *word)
{
    return word && strnlen(word, STORE_WORD_MAX) < STORE_WORD_MAX;
}

bool store_record_fits(const char *record)
{
    return strnlen(record, STORE_RECORD_MAX) < STORE_RECORD_MAX;
}

static const char *misfit_of(const struct stored_table *table)
{
    if (table->status < TABLE_LOBBY || table->status > TABLE_ARCHIVED)
        return "its status is none";
    if (!store_word_fits(table->owner) || !store_word_fits(table->game) ||
        !store_word_fits(table->opener_network) || !store_word_fits(table->opener_identity))
        return "a word of its header is missing or too long";
    if (!table->options || !table->setup || !store_record_fits(table->options) ||
        !store_record_fits(table->setup) || (table->further && !store_record_fits(table->further)))
        return "a record of its header is missing or too long";
    if (table->seat_count > GAME_SEATS_MAX || table->place_count > STORE_PLACES_MAX)
        return "it has too many seats or places";
    for (size_t i = 0; i < table->seat_count; i++) {
        const struct stored_seat *seat = &table->seats[i];
        if (!store_word_fits(seat->network) || !store_word_fits(seat->identity) ||
            !store_word_fits(seat->name) || !store_word_fits(seat->level))
            return "a word of a seat is missing or too long";
    }
    for (size_t i = 0; i < table->place_count; i++) {
        if (!store_word_fits(table->places[i].network) || !store_word_fits(table->places[i].place))
            return "a word of a place is missing or too long";
    }
    return NULL;
}

static bool write_header(struct store *store, const struct stored_table *table,
                         enum statement statement)
{
    struct store_binding binding = store_binding_of(store, statement);
    store_bind_number(&binding, table->id);
    store_bind_number(&binding, table->status);
    store_bind_string(&binding, table->owner);
    store_bind_string(&binding, table->game);
    store_bind_string(&binding, table->options);
    store_bind_string(&binding, table->setup);
    store_bind_string(&binding, table->further);
    store_bind_bytes(&binding, table->seed, sizeof table->seed);
    store_bind_number(&binding, table->opened);
    store_bind_string(&binding, table->opener_network);
    store_bind_string(&binding, table->opener_identity);
    store_bind_number(&binding, (int64_t)table->seat_count);
    store_bind_number(&binding, store_check_table(table));
    if (!store_write(store, &binding, table->id, 0))
        return false;
    if (sqlite3_changes(store->database) != 1)
        return store_fail_for(store, table->id, 0, "there is no such table");
    return true;
}

static bool write_seats(struct store *store, const struct stored_table *table)
{
    bool written = true;
    for (size_t i = 0; i < table->seat_count && written; i++) {
        const struct stored_seat *seat = &table->seats[i];
        struct store_binding binding = store_binding_of(store, STATEMENT_SEAT_ADD);
        store_bind_number(&binding, table->id);
        store_bind_number(&binding, (int64_t)i);
        store_bind_string(&binding, seat->network);
        store_bind_string(&binding, seat->identity);
        store_bind_string(&binding, seat->name);
        store_bind_string(&binding, seat->level);
        store_bind_bytes(&binding, seat->claim, STORE_CLAIM_BYTES);
        written = store_write(store, &binding, table->id, 0);
    }
    return written;
}

static bool write_places(struct store *store, const struct stored_table *table)
{
    bool written = true;
    for (size_t i = 0; i < table->place_count && written; i++) {
        struct store_binding binding = store_binding_of(store, STATEMENT_PLACE_ADD);
        store_bind_number(&binding, table->id);
        store_bind_number(&binding, (int64_t)i);
        store_bind_string(&binding, table->places[i].network);
        store_bind_string(&binding, table->places[i].place);
        written = store_write(store, &binding, table->id, 0);
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
        store_fail_in_database(store, 0, 0);
    sqlite3_reset(statement);
    return found;
}

int64_t store_table_add(struct store *store, const struct stored_table *table)
{
    struct stored_table added = *table;
    if (!store_begin(store) || !choose_id(store, &added.id))
        return 0;
    const char *misfit = misfit_of(table);
    if (misfit)
        store_fail_for(store, added.id, 0, misfit);
    else if (write_header(store, &added, STATEMENT_TABLE_ADD) && write_seats(store, &added) &&
             write_places(store, &added))
        return added.id;
    return 0;
}

static bool remove_of(struct store *store, int64_t table, enum statement statement)
{
    struct store_binding binding = store_binding_of(store, statement);
    store_bind_number(&binding, table);
    return store_write(store, &binding, table, 0);
}

void store_table_update(struct store *store, const struct stored_table *table)
{
    if (!store_begin(store))
        return;
    const char *misfit = misfit_of(table);
    if (misfit) {
        store_fail_for(store, table->id, 0, misfit);
        return;
    }
    if (write_header(store, table, STATEMENT_TABLE_UPDATE) &&
        remove_of(store, table->id, STATEMENT_SEATS_REMOVE) &&
        remove_of(store, table->id, STATEMENT_PLACES_REMOVE) && write_seats(store, table))
        write_places(store, table);
}

/* -- Lines and values -------------------------------------------------------------------------- */

static const char *misfit_of_line(const struct stored_line *line)
{
    if (line->n == 0 || !line->move == !line->chance)
        return "it is neither a move nor an outcome";
    if (line->move &&
        (!*line->move || strnlen(line->move, GAME_MOVE_TEXT_MAX) >= GAME_MOVE_TEXT_MAX ||
         line->seat >= GAME_SEATS_MAX))
        return "its move or its seat is none";
    if (line->chance &&
        (!*line->chance || !store_record_fits(line->chance) || line->seat != GAME_SPECTATOR))
        return "its outcome is none";
    if (line->further && !store_record_fits(line->further))
        return "a record of it is too long";
    return NULL;
}

void store_line_add(struct store *store, const struct stored_line *line)
{
    if (!store_begin(store))
        return;
    const char *misfit = misfit_of_line(line);
    if (misfit) {
        store_fail_for(store, line->table, line->n, misfit);
        return;
    }
    struct store_binding binding = store_binding_of(store, STATEMENT_LINE_ADD);
    store_bind_number(&binding, line->table);
    store_bind_number(&binding, line->n);
    store_bind_number(&binding, line->seat);
    store_bind_string(&binding, line->move);
    store_bind_string(&binding, line->chance);
    store_bind_string(&binding, line->further);
    store_bind_number(&binding, store_check_line(line));
    if (!store_write(store, &binding, line->table, line->n))
        return;
    if (sqlite3_changes(store->database) != 1)
        store_fail_for(store, line->table, line->n, "it does not follow the last one");
    else
        fault_point("store.line-added");
}

void store_lines_cut(struct store *store, int64_t table, uint32_t n)
{
    if (!store_begin(store))
        return;
    struct store_binding binding = store_binding_of(store, STATEMENT_LINES_CUT);
    store_bind_number(&binding, table);
    store_bind_number(&binding, n);
    store_write(store, &binding, table, 0);
}

void store_value_set(struct store *store, const char *scope, const char *key, const char *value)
{
    if (!store_begin(store))
        return;
    if (!store_word_fits(scope) || !store_word_fits(key) || (value && !store_record_fits(value))) {
        store_fail_for(store, 0, 0, "a setting's name or value is missing or too long");
        return;
    }
    struct store_binding binding =
        store_binding_of(store, value ? STATEMENT_VALUE_SET : STATEMENT_VALUE_REMOVE);
    store_bind_string(&binding, scope);
    store_bind_string(&binding, key);
    if (value)
        store_bind_string(&binding, value);
    store_write(store, &binding, 0, 0);
}

void store_scopes_forget(struct store *store, const char *beginning, const char *key)
{
    if (!store_begin(store))
        return;
    struct store_binding binding = store_binding_of(store, STATEMENT_SCOPES_FORGET);
    store_bind_string(&binding, beginning);
    store_bind_string(&binding, key);
    store_write(store, &binding, 0, 0);
}

/* -- The record of changes --------------------------------------------------------------------- */

static bool change_fits(const struct stored_change *change)
{
    return store_word_fits(change->scope) && store_word_fits(change->setting) &&
           store_word_fits(change->network) && store_word_fits(change->identity) &&
           store_word_fits(change->name) &&
           (!change->before || store_record_fits(change->before)) &&
           (!change->after || store_record_fits(change->after));
}

void store_change_add(struct store *store, const struct stored_change *change)
{
    if (!store_begin(store))
        return;
    if (!change_fits(change)) {
        store_fail_for(store, 0, 0, "a field of a change is missing or too long");
        return;
    }
    struct store_binding binding = store_binding_of(store, STATEMENT_CHANGE_ADD);
    store_bind_number(&binding, change->at);
    store_bind_string(&binding, change->scope);
    store_bind_string(&binding, change->setting);
    store_bind_string(&binding, change->before);
    store_bind_string(&binding, change->after);
    store_bind_string(&binding, change->network);
    store_bind_string(&binding, change->identity);
    store_bind_string(&binding, change->name);
    if (!store_write(store, &binding, 0, 0))
        return;
    struct store_binding trim = store_binding_of(store, STATEMENT_CHANGES_TRIM);
    store_bind_string(&trim, change->scope);
    store_bind_number(&trim, STORE_CHANGES_MAX);
    store_write(store, &trim, 0, 0);
}
