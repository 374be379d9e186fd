/* Packing and dropping the records of tables that are over. */
#include "bot/store/sqlite/sqlite_private.h"

/* -- Reading ----------------------------------------------------------------------------------- */

static bool take_loose(sqlite3_stmt *rows, void *context)
{
    struct stored_loose *loose = context;
    int result = sqlite3_step(rows);
    if (result == SQLITE_ROW) {
        int64_t status = sqlite3_column_int64(rows, 1);
        *loose =
            (struct stored_loose){.table = sqlite3_column_int64(rows, 0),
                                  .is_over = status == TABLE_FINISHED || status == TABLE_ABORTED,
                                  .ended = sqlite3_column_int64(rows, 2)};
    }
    return result == SQLITE_ROW || result == SQLITE_DONE;
}

bool sqlite_read_loose(struct store_inquiry *inquiry, int64_t after, struct stored_loose *loose)
{
    struct sqlite_binding binding = sqlite_binding_of(sqlite_of(inquiry->store), STATEMENT_LOOSE);
    sqlite_bind_number(&binding, after);
    return sqlite_read_rows(inquiry, &binding, loose, take_loose);
}

static bool take_oldest(sqlite3_stmt *rows, void *context)
{
    struct stored_packed *oldest = context;
    int result = sqlite3_step(rows);
    if (result == SQLITE_ROW)
        *oldest = (struct stored_packed){.table = sqlite3_column_int64(rows, 0),
                                         .ended = sqlite3_column_int64(rows, 1),
                                         .lines = (uint32_t)sqlite3_column_int64(rows, 2)};
    return result == SQLITE_ROW || result == SQLITE_DONE;
}

bool sqlite_read_oldest(struct store_inquiry *inquiry, int64_t before, struct stored_packed *oldest)
{
    struct sqlite_binding binding = sqlite_binding_of(sqlite_of(inquiry->store), STATEMENT_OLDEST);
    sqlite_bind_number(&binding, before);
    return sqlite_read_rows(inquiry, &binding, oldest, take_oldest);
}

/* -- Writing ----------------------------------------------------------------------------------- */

static bool write_packed(struct sqlite *store, const struct packed_lines *packed,
                         enum statement statement)
{
    struct sqlite_binding binding = sqlite_binding_of(store, statement);
    sqlite_bind_number(&binding, packed->table);
    sqlite_bind_number(&binding, packed->ended);
    sqlite_bind_number(&binding, packed->count);
    sqlite_bind_bytes(&binding, packed->bytes, (int)packed->length);
    sqlite_bind_number(&binding, packed->checksum);
    return sqlite_write(store, &binding, packed->table, 0);
}

void sqlite_record_pack(struct store *base, const struct packed_lines *packed)
{
    if (sqlite_begin(sqlite_of(base)) && write_packed(sqlite_of(base), packed, STATEMENT_PACK))
        sqlite_lines_cut(base, packed->table, 0);
}

void sqlite_record_drop(struct store *base, const struct packed_lines *packed,
                        const int32_t *before, const int32_t *checksum)
{
    struct sqlite *store = sqlite_of(base);
    (void)before; /* nobody else writes */
    if (!sqlite_begin(store) || !write_packed(store, packed, STATEMENT_DROP) || checksum == NULL)
        return;
    struct sqlite_binding binding = sqlite_binding_of(store, STATEMENT_HEADER_DROP);
    sqlite_bind_number(&binding, packed->table);
    sqlite_bind_number(&binding, *checksum);
    sqlite_write(store, &binding, packed->table, 0);
}

/* The next games need a little room again. */
bool sqlite_give_back(struct store *base)
{
    enum { INCREMENTAL = 2, PAGES_KEPT = 256, PAGES_A_STEP = 16 };
    struct sqlite *store = sqlite_of(base);
    int64_t mode = 0, pages = 0;
    if (!sqlite_ask_number(store->database, "PRAGMA auto_vacuum", &mode) || mode != INCREMENTAL ||
        !sqlite_ask_number(store->database, "PRAGMA freelist_count", &pages) ||
        pages <= PAGES_KEPT || !sqlite_begin(store))
        return false;
    if (!sqlite_run(store->database, "PRAGMA incremental_vacuum(16)"))
        return sqlite_fail_in_database(store, 0, 0);
    return pages - PAGES_A_STEP > PAGES_KEPT;
}
