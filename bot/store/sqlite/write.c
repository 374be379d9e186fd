#include "bot/store/sqlite/sqlite_private.h"

/* -- Failures ---------------------------------------------------------------------------------- */

/* Begins the one line that a failed commit reports; NULL when this turn has already failed. It
 * names what was written only by its numbers; 0 for none. */
static bool fail(struct sqlite *store, int64_t table, uint32_t n, struct text *failure)
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

bool sqlite_fail_for(struct sqlite *store, int64_t table, uint32_t n, const char *reason)
{
    struct text failure;
    fail(store, table, n, &failure);
    text_add(&failure, reason);
    return false;
}

bool sqlite_fail_in_database(struct sqlite *store, int64_t table, uint32_t n)
{
    struct text failure;
    fail(store, table, n, &failure);
    sqlite_add_reason(&failure, store->database);
    return false;
}

/* -- One statement ----------------------------------------------------------------------------- */

struct sqlite_binding sqlite_binding_of(struct sqlite *store, enum statement statement)
{
    return (struct sqlite_binding){.statement = store->statements[statement]};
}

void sqlite_bind_number(struct sqlite_binding *binding, int64_t number)
{
    int result = sqlite3_bind_int64(binding->statement, ++binding->count, number);
    binding->failed = binding->failed || result != SQLITE_OK;
}

void sqlite_bind_real(struct sqlite_binding *binding, double number)
{
    int result = sqlite3_bind_double(binding->statement, ++binding->count, number);
    binding->failed = binding->failed || result != SQLITE_OK;
}

void sqlite_bind_string(struct sqlite_binding *binding, const char *string)
{
    int result = sqlite3_bind_text(binding->statement, ++binding->count, string, -1, SQLITE_STATIC);
    binding->failed = binding->failed || result != SQLITE_OK;
}

void sqlite_bind_bytes(struct sqlite_binding *binding, const uint8_t *bytes, int size)
{
    int result =
        sqlite3_bind_blob(binding->statement, ++binding->count, bytes, size, SQLITE_STATIC);
    binding->failed = binding->failed || result != SQLITE_OK;
}

bool sqlite_write(struct sqlite *store, struct sqlite_binding *binding, int64_t table, uint32_t n)
{
    bool done = !binding->failed && sqlite3_step(binding->statement) == SQLITE_DONE;
    if (!done)
        sqlite_fail_in_database(store, table, n);
    sqlite3_reset(binding->statement);
    sqlite3_clear_bindings(binding->statement);
    return done;
}

/* -- The transaction of a turn ----------------------------------------------------------------- */

bool sqlite_begin(struct sqlite *store)
{
    if (store->failed)
        return false;
    if (store->reading)
        return sqlite_fail_for(store, 0, 0, "the store is written while it is read");
    if (!sqlite3_get_autocommit(store->database))
        return true;
    struct sqlite_binding binding = sqlite_binding_of(store, STATEMENT_BEGIN);
    return sqlite_write(store, &binding, 0, 0);
}
