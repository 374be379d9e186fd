#include "bot/store/sqlite/sqlite_private.h"

/* -- Failures ---------------------------------------------------------------------------------- */

/* Begins the one line that a failed commit reports; NULL when this turn has already failed. It
 * names what was written only by its numbers; 0 for none. */
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

bool store_fail_for(struct store *store, int64_t table, uint32_t n, const char *reason)
{
    struct text failure;
    fail(store, table, n, &failure);
    text_add(&failure, reason);
    return false;
}

bool store_fail_in_database(struct store *store, int64_t table, uint32_t n)
{
    struct text failure;
    fail(store, table, n, &failure);
    store_add_reason(&failure, store->database);
    return false;
}

/* -- One statement ----------------------------------------------------------------------------- */

struct store_binding store_binding_of(struct store *store, enum statement statement)
{
    return (struct store_binding){.statement = store->statements[statement]};
}

void store_bind_number(struct store_binding *binding, int64_t number)
{
    int result = sqlite3_bind_int64(binding->statement, ++binding->count, number);
    binding->failed = binding->failed || result != SQLITE_OK;
}

void store_bind_real(struct store_binding *binding, double number)
{
    int result = sqlite3_bind_double(binding->statement, ++binding->count, number);
    binding->failed = binding->failed || result != SQLITE_OK;
}

void store_bind_string(struct store_binding *binding, const char *string)
{
    int result = sqlite3_bind_text(binding->statement, ++binding->count, string, -1, SQLITE_STATIC);
    binding->failed = binding->failed || result != SQLITE_OK;
}

void store_bind_bytes(struct store_binding *binding, const uint8_t *bytes, int size)
{
    int result =
        sqlite3_bind_blob(binding->statement, ++binding->count, bytes, size, SQLITE_STATIC);
    binding->failed = binding->failed || result != SQLITE_OK;
}

bool store_write(struct store *store, struct store_binding *binding, int64_t table, uint32_t n)
{
    bool done = !binding->failed && sqlite3_step(binding->statement) == SQLITE_DONE;
    if (!done)
        store_fail_in_database(store, table, n);
    sqlite3_reset(binding->statement);
    sqlite3_clear_bindings(binding->statement);
    return done;
}

/* -- The transaction of a turn ----------------------------------------------------------------- */

bool store_begin(struct store *store)
{
    if (store->failed)
        return false;
    if (store->reading)
        return store_fail_for(store, 0, 0, "the store is written while it is read");
    if (!sqlite3_get_autocommit(store->database))
        return true;
    struct store_binding binding = store_binding_of(store, STATEMENT_BEGIN);
    return store_write(store, &binding, 0, 0);
}
