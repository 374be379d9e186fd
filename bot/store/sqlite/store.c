#include "bot/store/store.h"

#include <string.h>
#include <time.h>

#include "bot/base/fault.h"
#include "bot/store/sqlite/sqlite_private.h"

/* -- The transaction of a turn ----------------------------------------------------------------- */

bool sqlite_is_dirty(const struct store *base)
{
    struct sqlite *store = sqlite_of(base);
    return store->failed || !sqlite3_get_autocommit(store->database);
}

/* SQLite may have undone everything by itself already. What can't even be undone must not slip into
 * the next turn's commit. */
static bool undo(struct sqlite *store)
{
    if (sqlite3_get_autocommit(store->database))
        return true;
    sqlite3_stmt *statement = store->statements[STATEMENT_ROLLBACK];
    sqlite3_step(statement);
    sqlite3_reset(statement);
    return sqlite3_get_autocommit(store->database);
}

/* Moves the log into the file when that was long ago. A failure is no loss: the log stays. */
static void checkpoint_now_and_then(struct sqlite *store)
{
    enum { SECONDS_APART = 60 };
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_sec - store->checkpointed < SECONDS_APART)
        return;
    store->checkpointed = now.tv_sec;
    sqlite3_wal_checkpoint_v2(store->database, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
}

/* False: nothing of the turn is left, and `failure` says why. */
static bool commit(struct sqlite *store)
{
    if (!sqlite_is_dirty(&store->base))
        return true;
    if (store->reading)
        sqlite_fail_for(store, 0, 0, "the store is written while it is read");
    if (!store->failed) {
        fault_point("store.before-commit");
        struct sqlite_binding binding = sqlite_binding_of(store, STATEMENT_COMMIT);
        if (sqlite_write(store, &binding, 0, 0)) {
            fault_point("store.after-commit");
            checkpoint_now_and_then(store);
            return true;
        }
    }
    sqlite_undo(&store->base);
    return false;
}

void sqlite_undo(struct store *base)
{
    struct sqlite *store = sqlite_of(base);
    store->failed = !undo(store);
}

void sqlite_commit(struct store *base, store_committed *committed, void *context)
{
    struct sqlite *store = sqlite_of(base);
    char buffer[STORE_ERROR_MAX + 16];
    struct text error = TEXT_IN(buffer);
    bool saved = commit(store);
    if (!saved)
        text_add_format(&error, "cannot save: %s", store->failure);
    committed(context, saved ? STORE_SAVED : STORE_UNDONE, error.bytes);
}

/* -- Tables ---------------------------------------------------------------------------------- */

/* Whether there is no misfit. A misfit makes the turn fail. */
static bool fits(struct sqlite *store, int64_t table, uint32_t n, const char *misfit)
{
    return !misfit || sqlite_fail_for(store, table, n, misfit);
}

static bool write_header(struct sqlite *store, const struct stored_table *table,
                         enum statement statement)
{
    struct sqlite_binding binding = sqlite_binding_of(store, statement);
    sqlite_bind_number(&binding, table->id);
    sqlite_bind_number(&binding, table->status);
    sqlite_bind_string(&binding, table->owner);
    sqlite_bind_string(&binding, table->game);
    sqlite_bind_string(&binding, table->options);
    sqlite_bind_string(&binding, table->setup);
    sqlite_bind_string(&binding, table->further);
    sqlite_bind_bytes(&binding, table->seed, sizeof table->seed);
    sqlite_bind_number(&binding, table->opened);
    sqlite_bind_string(&binding, table->opener_network);
    sqlite_bind_string(&binding, table->opener_identity);
    sqlite_bind_number(&binding, (int64_t)table->seat_count);
    sqlite_bind_number(&binding, store_check_table(table));
    if (!sqlite_write(store, &binding, table->id, 0))
        return false;
    if (sqlite3_changes(store->database) != 1)
        return sqlite_fail_for(store, table->id, 0, "there is no such table");
    return true;
}

static bool write_seats(struct sqlite *store, const struct stored_table *table)
{
    bool written = true;
    for (size_t i = 0; i < table->seat_count && written; i++) {
        const struct stored_seat *seat = &table->seats[i];
        struct sqlite_binding binding = sqlite_binding_of(store, STATEMENT_SEAT_ADD);
        sqlite_bind_number(&binding, table->id);
        sqlite_bind_number(&binding, (int64_t)i);
        sqlite_bind_string(&binding, seat->network);
        sqlite_bind_string(&binding, seat->identity);
        sqlite_bind_string(&binding, seat->name);
        sqlite_bind_string(&binding, seat->level);
        sqlite_bind_bytes(&binding, seat->claim, STORE_CLAIM_BYTES);
        written = sqlite_write(store, &binding, table->id, 0);
    }
    return written;
}

static bool write_places(struct sqlite *store, const struct stored_table *table)
{
    bool written = true;
    for (size_t i = 0; i < table->place_count && written; i++) {
        struct sqlite_binding binding = sqlite_binding_of(store, STATEMENT_PLACE_ADD);
        sqlite_bind_number(&binding, table->id);
        sqlite_bind_number(&binding, (int64_t)i);
        sqlite_bind_string(&binding, table->places[i].network);
        sqlite_bind_string(&binding, table->places[i].place);
        written = sqlite_write(store, &binding, table->id, 0);
    }
    return written;
}

static bool choose_id(struct sqlite *store, int64_t *id)
{
    sqlite3_stmt *statement = store->statements[STATEMENT_NEXT_ID];
    bool found = sqlite3_step(statement) == SQLITE_ROW;
    if (found)
        *id = sqlite3_column_int64(statement, 0);
    else
        sqlite_fail_in_database(store, 0, 0);
    sqlite3_reset(statement);
    return found;
}

int64_t sqlite_table_add(struct store *base, const struct stored_table *table)
{
    struct sqlite *store = sqlite_of(base);
    struct stored_table added = *table;
    if (!sqlite_begin(store) || (added.id == 0 && !choose_id(store, &added.id)))
        return 0;
    bool written = fits(store, added.id, 0, store_misfit_of_table(table)) &&
                   write_header(store, &added, STATEMENT_TABLE_ADD) && write_seats(store, &added) &&
                   write_places(store, &added);
    return written ? added.id : 0;
}

static bool remove_of(struct sqlite *store, int64_t table, enum statement statement)
{
    struct sqlite_binding binding = sqlite_binding_of(store, statement);
    sqlite_bind_number(&binding, table);
    return sqlite_write(store, &binding, table, 0);
}

void sqlite_table_update(struct store *base, const struct stored_table *table)
{
    struct sqlite *store = sqlite_of(base);
    if (sqlite_begin(store) && fits(store, table->id, 0, store_misfit_of_table(table)) &&
        write_header(store, table, STATEMENT_TABLE_UPDATE) &&
        remove_of(store, table->id, STATEMENT_SEATS_REMOVE) &&
        remove_of(store, table->id, STATEMENT_PLACES_REMOVE) && write_seats(store, table))
        write_places(store, table);
}

void sqlite_table_retire(struct store *base, int64_t table, const char *owner,
                         const int32_t *checksum)
{
    struct sqlite *store = sqlite_of(base);
    if (!sqlite_begin(store))
        return;
    struct sqlite_binding binding = sqlite_binding_of(store, STATEMENT_RETIRE);
    sqlite_bind_number(&binding, table);
    sqlite_bind_string(&binding, owner);
    if (checksum != NULL)
        sqlite_bind_number(&binding, *checksum);
    else
        sqlite_bind_string(&binding, NULL);
    sqlite_write(store, &binding, table, 0);
}

/* -- Lines and values -------------------------------------------------------------------------- */

void sqlite_line_add(struct store *base, const struct stored_line *line)
{
    struct sqlite *store = sqlite_of(base);
    if (!sqlite_begin(store) || !fits(store, line->table, line->n, store_misfit_of_line(line)))
        return;
    struct sqlite_binding binding = sqlite_binding_of(store, STATEMENT_LINE_ADD);
    sqlite_bind_number(&binding, line->table);
    sqlite_bind_number(&binding, line->n);
    sqlite_bind_number(&binding, line->seat);
    sqlite_bind_string(&binding, line->move);
    sqlite_bind_string(&binding, line->chance);
    sqlite_bind_string(&binding, line->further);
    sqlite_bind_number(&binding, store_check_line(line));
    if (!sqlite_write(store, &binding, line->table, line->n))
        return;
    if (sqlite3_changes(store->database) != 1)
        sqlite_fail_for(store, line->table, line->n, "it does not follow the last one");
    else
        fault_point("store.line-added");
}

void sqlite_lines_cut(struct store *base, int64_t table, uint32_t n)
{
    struct sqlite *store = sqlite_of(base);
    if (!sqlite_begin(store))
        return;
    struct sqlite_binding binding = sqlite_binding_of(store, STATEMENT_LINES_CUT);
    sqlite_bind_number(&binding, table);
    sqlite_bind_number(&binding, n);
    sqlite_write(store, &binding, table, 0);
}

void sqlite_value_set(struct store *base, const char *scope, const char *key, const char *value)
{
    struct sqlite *store = sqlite_of(base);
    if (!sqlite_begin(store) || !fits(store, 0, 0, store_misfit_of_value(scope, key, value)))
        return;
    struct sqlite_binding binding =
        sqlite_binding_of(store, value ? STATEMENT_VALUE_SET : STATEMENT_VALUE_REMOVE);
    sqlite_bind_string(&binding, scope);
    sqlite_bind_string(&binding, key);
    if (value) {
        sqlite_bind_string(&binding, value);
        sqlite_bind_number(&binding, store_check_value(scope, key, value));
    }
    sqlite_write(store, &binding, 0, 0);
}

void sqlite_scopes_forget(struct store *base, const char *beginning, const char *key)
{
    struct sqlite *store = sqlite_of(base);
    if (!sqlite_begin(store))
        return;
    struct sqlite_binding binding = sqlite_binding_of(store, STATEMENT_SCOPES_FORGET);
    sqlite_bind_string(&binding, beginning);
    sqlite_bind_string(&binding, key);
    sqlite_write(store, &binding, 0, 0);
}

/* -- The record of changes --------------------------------------------------------------------- */

void sqlite_change_add(struct store *base, const struct stored_change *change)
{
    struct sqlite *store = sqlite_of(base);
    if (!sqlite_begin(store) || !fits(store, 0, 0, store_misfit_of_change(change)))
        return;
    struct sqlite_binding binding = sqlite_binding_of(store, STATEMENT_CHANGE_ADD);
    sqlite_bind_number(&binding, change->at);
    sqlite_bind_string(&binding, change->scope);
    sqlite_bind_string(&binding, change->setting);
    sqlite_bind_string(&binding, change->before);
    sqlite_bind_string(&binding, change->after);
    sqlite_bind_string(&binding, change->network);
    sqlite_bind_string(&binding, change->identity);
    sqlite_bind_string(&binding, change->name);
    if (!sqlite_write(store, &binding, 0, 0))
        return;
    struct sqlite_binding trim = sqlite_binding_of(store, STATEMENT_CHANGES_TRIM);
    sqlite_bind_string(&trim, change->scope);
    sqlite_bind_number(&trim, STORE_CHANGES_MAX);
    sqlite_write(store, &trim, 0, 0);
}
