#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/store/postgres/postgres.h"
#include "bot/store/postgres/postgres_private.h"

enum { VERSION_LEAST = 150000 };

bool postgres_is_address(const char *data)
{
    return strncmp(data, "postgresql://", strlen("postgresql://")) == 0 ||
           strncmp(data, "postgres://", strlen("postgres://")) == 0;
}

/* -- Closing ----------------------------------------------------------------------------------- */

static void drop_exchange(struct pg_exchange *exchange)
{
    if (exchange->kind == PG_OF_TURN) {
        pg_turn_free((struct pg_turn *)(void *)exchange);
    } else if (exchange->kind == PG_OF_QUESTION) {
        pg_question_free((struct pg_question *)(void *)exchange);
    } else {
        free(exchange->bytes);
        free(exchange);
    }
}

/* What is not answered yet is lost, as if the process had died. */
static void close_store(struct store *base)
{
    struct postgres *store = postgres_of(base);
    store->is_closing = true;
    pg_detach(base);
    pg_undo(base);
    pg_leave(store);
    pg_take_back_sent(store);
    while (store->waiting != NULL) {
        struct pg_exchange *exchange = store->waiting;
        DL_DELETE(store->waiting, exchange);
        drop_exchange(exchange);
    }
    PQfinish(store->connection);
    free(store->address);
    free(store);
}

/* -- Opening ----------------------------------------------------------------------------------- */

static const char *folder_of(const struct store *store)
{
    (void)store;
    return "";
}

static const uint8_t *generation_of(const struct store *store)
{
    return postgres_of(store)->generation;
}

static const struct store_class class = {.folder = folder_of,
                                         .generation = generation_of,
                                         .close = close_store,
                                         .attach = pg_attach,
                                         .detach = pg_detach,
                                         .forget = pg_forget,
                                         .table_add = pg_table_add,
                                         .table_update = pg_table_update,
                                         .line_add = pg_line_add,
                                         .table_guard = pg_table_guard,
                                         .lines_cut = pg_lines_cut,
                                         .value_set = pg_value_set,
                                         .scopes_forget = pg_scopes_forget,
                                         .change_add = pg_change_add,
                                         .result_add = pg_result_add,
                                         .person_forget = pg_person_forget,
                                         .commit = pg_commit,
                                         .undo = pg_undo,
                                         .is_dirty = pg_is_dirty,
                                         .read_live = pg_read_live,
                                         .read_table = pg_read_table,
                                         .read_ended = pg_read_ended,
                                         .read_archived = pg_read_archived,
                                         .read_value = pg_read_value,
                                         .read_values = pg_read_values,
                                         .read_all_values = pg_read_all_values,
                                         .read_scopes = pg_read_scopes,
                                         .read_changes = pg_read_changes,
                                         .read_changes_by = pg_read_changes_by,
                                         .read_top = pg_read_top,
                                         .read_ratings_of = pg_read_ratings_of,
                                         .read_stats = pg_read_stats,
                                         .find_player = pg_find_player,
                                         .read_tables_of = pg_read_tables_of,
                                         .read_changed = pg_read_changed,
                                         .read_sites_on = pg_read_sites_on,
                                         .read_sites_of = pg_read_sites_of,
                                         .read_live_at = pg_read_live_at,
                                         .read_some = pg_read_some,
                                         .read_published = pg_read_published,
                                         .value_publish = pg_value_publish,
                                         .lease_guard = pg_lease_guard,
                                         .event_add = pg_event_add,
                                         .lease_release = pg_lease_release,
                                         .process_leave = pg_process_leave,
                                         .lease_beat = pg_lease_beat,
                                         .lease_take = pg_lease_take,
                                         .value_replace = pg_value_replace,
                                         .ration_take = pg_ration_take,
                                         .ration_end = pg_ration_end,
                                         .ration_return = pg_ration_return,
                                         .read_leases = pg_read_leases,
                                         .read_standbys = pg_read_standbys,
                                         .count_tables = pg_count_tables,
                                         .read_loose = pg_read_loose,
                                         .read_oldest = pg_read_oldest,
                                         .record_pack = pg_record_pack,
                                         .record_drop = pg_record_drop,
                                         .read_event = pg_read_event,
                                         .table_retire = pg_table_retire,
                                         .rows_open = pg_rows_open,
                                         .rows_next = pg_rows_next,
                                         .rows_close = pg_rows_close,
                                         .filling_begin = pg_filling_begin,
                                         .filling_add = pg_filling_add,
                                         .filling_end = pg_filling_end,
                                         .filling_drop = pg_filling_drop};

static bool read_generation(PGconn *connection, uint8_t generation[STORE_GENERATION_BYTES],
                            struct text *error)
{
    PGresult *rows = PQexec(connection, "SELECT generation FROM belfry");
    bool read = PQresultStatus(rows) == PGRES_TUPLES_OK && PQntuples(rows) == 1 &&
                pg_copy_bytes(rows, 0, 0, generation, STORE_GENERATION_BYTES);
    if (!read)
        text_add(error, "does not hold what this program expects");
    PQclear(rows);
    return read;
}

/* Whether it is connected, and to what this program can use. */
static bool is_fit(PGconn *connection, struct text *error)
{
    const char *encoding = PQparameterStatus(connection, "server_encoding");
    if (PQstatus(connection) != CONNECTION_OK)
        pg_add_reason(error, NULL, connection);
    else if (PQserverVersion(connection) < VERSION_LEAST)
        text_add(error, "PostgreSQL 15 or newer is needed");
    else if (encoding == NULL || strcmp(encoding, "UTF8") != 0)
        text_add(error, "the database's encoding must be UTF8");
    else
        return true;
    return false;
}

/* Looks at the server and brings its schema up to date, on a connection of its own. */
static bool prepare(struct postgres *store, struct text *error)
{
    PGconn *connection = pg_connect_once(store->address);
    bool prepared = is_fit(connection, error) &&
                    pg_schema_migrate(connection, pg_migrations, pg_migration_count, error) &&
                    read_generation(connection, store->generation, error);
    PQfinish(connection);
    return prepared;
}

/* An address may hold a password, so it is not told. */
static const char subject[] = "the database: ";

bool postgres_try(const char *address, char *error, size_t error_size)
{
    struct text reason = text_in(error, error_size);
    PGconn *connection = pg_connect_once(address);
    text_add(&reason, subject);
    bool fit = is_fit(connection, &reason);
    PQfinish(connection);
    return fit;
}

static void choose_writer(struct postgres *store)
{
    uint8_t bytes[PG_WRITER_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(store->writer, sizeof store->writer, bytes, sizeof bytes);
}

struct store *postgres_open(const char *address, char *error, size_t error_size)
{
    struct text reason = text_in(error, error_size);
    struct postgres *store = memory_new(sizeof *store);
    store->base.class = &class;
    store->address = memory_copy(address);
    store->next_turn = 1;
    choose_writer(store);
    text_add(&reason, subject);
    if (!prepare(store, &reason) || !pg_connect(store, &reason)) {
        close_store(&store->base);
        return NULL;
    }
    text_clear(&reason);
    return &store->base;
}
