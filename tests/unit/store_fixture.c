#include "tests/unit/store_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <ftw.h>
#include <libpq-fe.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot/store/sqlite/sqlite_private.h"
#include "games/shared/text.h"

char *folder_made(void)
{
    char *folder = strdup("/tmp/belfry-store-XXXXXX");
    assert_non_null(mkdtemp(folder));
    return folder;
}

static int remove_entry(const char *path, const struct stat *facts, int kind, struct FTW *position)
{
    (void)facts;
    (void)kind;
    (void)position;
    return remove(path);
}

void folder_removed(char *folder)
{
    assert_int_equal(nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS), 0);
    free(folder);
}

/* -- A server ---------------------------------------------------------------------------------- */

bool on_server(void)
{
    return getenv("BELFRY_TEST_POSTGRES") != NULL;
}

const char *address_of(char address[PATH_MAX_OF_TEST], const char *folder)
{
    const char *name = strrchr(folder, '/') + 1;
    struct text text = text_in(address, PATH_MAX_OF_TEST);
    text_add_format(&text, "postgresql://belfry@/%s?host=%s", name, getenv("BELFRY_TEST_POSTGRES"));
    return address;
}

static void run_on_server(const char *address, const char *sql)
{
    PGconn *connection = PQconnectdb(address);
    PGresult *result = PQexec(connection, sql);
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQerrorMessage(connection));
    PQclear(result);
    PQfinish(connection);
}

static void make_database(const char *folder)
{
    char address[PATH_MAX_OF_TEST], sql[PATH_MAX_OF_TEST];
    struct text text = TEXT_IN(sql);
    text_add_format(&text, "CREATE DATABASE \"%s\" TEMPLATE template0", strrchr(folder, '/') + 1);
    run_on_server(address_of(address, "/postgres"), sql);
}

int in_folder(void **state)
{
    *state = folder_made();
    if (on_server())
        make_database(*state);
    return 0;
}

int out_of_folder(void **state)
{
    folder_removed(*state);
    return 0;
}

const char *path_of(char path[PATH_MAX_OF_TEST], const char *folder, const char *name)
{
    struct text text = text_in(path, PATH_MAX_OF_TEST);
    text_add(&text, folder);
    text_add(&text, name);
    assert_false(text.truncated);
    return path;
}

void tamper(const char *folder, const char *sql)
{
    char address[PATH_MAX_OF_TEST];
    if (on_server())
        run_on_server(address_of(address, folder), sql);
    else
        tamper_file(folder, sql);
}

void tamper_file(const char *folder, const char *sql)
{
    char path[PATH_MAX_OF_TEST];
    sqlite3 *database;
    assert_int_equal(sqlite3_open(path_of(path, folder, "/" STORE_FILE), &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
}

struct store *store_opened(const char *folder)
{
    char error[STORE_ERROR_MAX] = "", address[PATH_MAX_OF_TEST];
    const char *data = on_server() ? address_of(address, folder) : folder;
    struct store *store = store_open(data, error, sizeof error);
    assert_string_equal(error, "");
    assert_non_null(store);
    return store;
}

struct stored_table example_table(void)
{
    static const struct stored_seat seats[] = {
        {.network = "irc", .identity = "ann", .name = "Ann", .level = ""},
        {.network = "", .identity = "", .name = "bot", .level = "easy"},
    };
    static const struct stored_place places[] = {{"irc", "#belfry"}, {"discord", "42"}};
    struct stored_table table = {.status = TABLE_PLAYING,
                                 .owner = "",
                                 .game = "en-garde",
                                 .options = "{\"rules\":\"full\"}",
                                 .setup = "{\"first\":1}",
                                 .opened = 1700000000,
                                 .opener_network = "irc",
                                 .opener_identity = "ann",
                                 .seat_count = 2,
                                 .seats = seats,
                                 .place_count = 2,
                                 .places = places};
    for (size_t i = 0; i < STORE_SEED_BYTES; i++)
        table.seed[i] = (uint8_t)(i + 1);
    return table;
}

bool tell_stored_rating(void *context, const struct stored_ranking *ranking,
                        const struct stored_rating *rating)
{
    const struct stored_belief *now = &rating->now;
    text_add_format(context, "%s '%s' %s %s %lld %.17g %.17g %lld\n", ranking->server,
                    ranking->season, ranking->game, rating->name, (long long)now->games, now->mean,
                    now->deviation, (long long)now->last);
    return true;
}

void add_line(struct store *store, int64_t table, uint32_t n, const char *move)
{
    store_line_add(store, &(struct stored_line){.table = table, .n = n, .move = move});
}

struct store *store_with_lines(const char *folder, uint32_t count)
{
    struct store *store = store_opened(folder);
    struct stored_table table = example_table();
    assert_int_equal(store_table_add(store, &table), 1);
    for (uint32_t n = 1; n <= count; n++)
        add_line(store, 1, n, "advance 3");
    must_commit(store);
    return store;
}

static void take_error(void *context, enum store_end end, const char *error)
{
    struct text taken = text_in(context, STORE_ERROR_MAX);
    text_add(&taken, end == STORE_SAVED ? "" : error);
}

bool commit_now(struct store *store, char error[STORE_ERROR_MAX])
{
    store_commit(store, take_error, error);
    return error[0] == '\0';
}

void must_commit(struct store *store)
{
    char error[STORE_ERROR_MAX] = "";
    bool committed = commit_now(store, error);
    assert_string_equal(error, "");
    assert_true(committed);
}

void assert_commit_fails(struct store *store, const char *part)
{
    char error[STORE_ERROR_MAX] = "";
    assert_false(commit_now(store, error));
    if (!strstr(error, part) || strchr(error, '\n'))
        fail_msg("\"%s\" is not one line with \"%s\"", error, part);
}

/* -- Readings ---------------------------------------------------------------------------------- */

static char told[64 * 1024];

static bool tell_table(void *context, const struct stored_table *table)
{
    static const char *const statuses[] = {"lobby", "playing", "finished", "aborted", "archived"};
    struct text *out = context;
    text_add_format(out, "table %lld %s owner=%s game=%s options=%s setup=%s further=%s",
                    (long long)table->id, statuses[table->status], table->owner, table->game,
                    table->options, table->setup, table->further ? table->further : "none");
    text_add_format(out, " seed=%02x%02x..%02x%02x opened=%lld by=%s/%s\n", table->seed[0],
                    table->seed[1], table->seed[30], table->seed[31], (long long)table->opened,
                    table->opener_network, table->opener_identity);
    for (size_t i = 0; i < table->seat_count; i++) {
        const struct stored_seat *seat = &table->seats[i];
        text_add_format(out, "seat %s %s %s %s ", seat->network, seat->identity, seat->name,
                        *seat->level ? seat->level : "\"\"");
        if (seat->claim)
            text_add_format(out, "claim %02x%02x\n", seat->claim[0],
                            seat->claim[STORE_CLAIM_BYTES - 1]);
        else
            text_add(out, "no claim\n");
    }
    for (size_t i = 0; i < table->place_count; i++)
        text_add_format(out, "place %s %s\n", table->places[i].network, table->places[i].place);
    return true;
}

static bool tell_line(void *context, const struct stored_line *line)
{
    struct text *out = context;
    text_add_format(out, "%u seat %u %s", (unsigned)line->n, line->seat,
                    line->move ? line->move : line->chance);
    if (line->further)
        text_add_format(out, " %s", line->further);
    text_add(out, "\n");
    return true;
}

static void tell_end(void *context, int64_t table)
{
    text_add_format(context, "done %lld\n", (long long)table);
}

static void tell_damage(void *context, int64_t table, uint32_t line, const char *reason)
{
    text_add_format(context, "damaged %lld line %u: %s\n", (long long)table, (unsigned)line,
                    reason);
}

bool value_of(struct store *store, const char *scope, const char *key, char *value, size_t size)
{
    struct store_inquiry *inquiry = store_inquire(store);
    bool found = store_read_value(inquiry, scope, key, value, size);
    store_inquiry_free(inquiry);
    return found;
}

void read_one(struct store *store, int64_t table, const struct store_reader *reader)
{
    struct store_inquiry *inquiry = store_inquire(store);
    assert_true(store_read_table(inquiry, table, reader));
    store_inquiry_free(inquiry);
}

char *reading(struct store *store)
{
    return reading_of(store, 0);
}

char *reading_of(struct store *store, int64_t table)
{
    struct store_inquiry *inquiry = store_inquire(store);
    struct text out = TEXT_IN(told);
    struct store_reader reader = {.context = &out,
                                  .table = tell_table,
                                  .line = tell_line,
                                  .done = tell_end,
                                  .damaged = tell_damage};
    bool read =
        table ? store_read_table(inquiry, table, &reader) : store_read_live(inquiry, &reader);
    if (!read)
        text_add(&out, store_inquiry_error(inquiry));
    store_inquiry_free(inquiry);
    assert_false(out.truncated);
    return told;
}

char *reading_after_reopening(const char *folder)
{
    struct store *store = store_opened(folder);
    reading(store);
    store_close(store);
    return told;
}

void assert_reading(const char *folder, const char *expected)
{
    assert_string_equal(reading_after_reopening(folder), expected);
}

static bool want_table(void *context, const struct stored_table *table)
{
    (void)context;
    return table->id == 1;
}

static bool count_line(void *context, const struct stored_line *line)
{
    uint32_t *last = context;
    *last = line->n;
    return true;
}

static void ignore_end(void *context, int64_t table)
{
    (void)context;
    (void)table;
}

static void fail_at_damage(void *context, int64_t table, uint32_t line, const char *reason)
{
    (void)context;
    fail_msg("table %lld, line %u: %s", (long long)table, (unsigned)line, reason);
}

uint32_t last_line_of(struct store *store)
{
    struct store_inquiry *inquiry = store_inquire(store);
    uint32_t last = 0;
    struct store_reader reader = {.context = &last,
                                  .table = want_table,
                                  .line = count_line,
                                  .done = ignore_end,
                                  .damaged = fail_at_damage};
    assert_true(store_read_live(inquiry, &reader));
    store_inquiry_free(inquiry);
    return last;
}
