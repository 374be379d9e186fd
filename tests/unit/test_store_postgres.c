/* A PostgreSQL server on the loop: many turns under way, and connections that break. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <uv.h>

#include "bot/store/postgres/postgres_private.h"
#include "tests/unit/store_fixture.h"

enum { TABLES = 5, LINES = 200 };

struct writing {
    uv_loop_t loop;
    struct store *store;
    PGconn *other; /* a connection that breaks the store's */
    uv_timer_t breaker;
    struct writer {
        struct writing *writing;
        int64_t table;
        uint32_t told;
    } writers[TABLES];
    unsigned under_way, most_under_way, breaks, busy;
};

static void write_line(struct writer *writer);

static void take_commit(void *context, enum store_end end, const char *error)
{
    struct writer *writer = context;
    assert_string_equal(error, "");
    assert_int_equal(end, STORE_SAVED);
    writer->told++;
    writer->writing->under_way--;
    if (writer->told < LINES)
        write_line(writer);
    else if (--writer->writing->busy == 0)
        uv_stop(&writer->writing->loop);
}

static void write_line(struct writer *writer)
{
    struct writing *writing = writer->writing;
    add_line(writing->store, writer->table, writer->told + 1, "advance 3");
    store_commit(writing->store, take_commit, writer);
    if (++writing->under_way > writing->most_under_way)
        writing->most_under_way = writing->under_way;
}

static void break_connection(uv_timer_t *timer)
{
    struct writing *writing = timer->data;
    PGresult *result =
        PQexec(writing->other, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                               " WHERE pid <> pg_backend_pid() AND datname = current_database()");
    writing->breaks += (unsigned)PQntuples(result);
    PQclear(result);
}

static void ignore_close(uv_handle_t *handle)
{
    (void)handle;
}

static struct writing *begin_writing(const char *folder)
{
    struct writing *writing = calloc(1, sizeof *writing);
    struct stored_table table = example_table();
    writing->store = store_opened(folder);
    for (size_t i = 0; i < TABLES; i++)
        writing->writers[i] = (struct writer){writing, store_table_add(writing->store, &table), 0};
    must_commit(writing->store);
    uv_loop_init(&writing->loop);
    store_attach(writing->store, &writing->loop);
    writing->busy = TABLES;
    return writing;
}

static void write_all(struct writing *writing)
{
    for (size_t i = 0; i < TABLES; i++)
        write_line(&writing->writers[i]);
    uv_run(&writing->loop, UV_RUN_DEFAULT);
}

static void end_writing(struct writing *writing)
{
    store_detach(writing->store);
    uv_run(&writing->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&writing->loop), 0);
    for (size_t i = 0; i < TABLES; i++)
        assert_non_null(strstr(reading_of(writing->store, writing->writers[i].table),
                               "\n200 seat 0 advance 3\ndone"));
    store_close(writing->store);
    free(writing);
}

static void several_turns_are_under_way(void **state)
{
    struct writing *writing = begin_writing(*state);
    write_all(writing);
    assert_int_equal(writing->most_under_way, TABLES);
    end_writing(writing);
}

/* A line that was saved but not answered would not follow the last one if it were sent again. */
static void broken_connections_lose_and_double_nothing(void **state)
{
    char address[PATH_MAX_OF_TEST];
    struct writing *writing = begin_writing(*state);
    writing->other = PQconnectdb(address_of(address, *state));
    uv_timer_init(&writing->loop, &writing->breaker);
    writing->breaker.data = writing;
    uv_timer_start(&writing->breaker, break_connection, 5, 80);
    write_all(writing);
    assert_true(writing->breaks > 0);
    uv_close((uv_handle_t *)&writing->breaker, ignore_close);
    PQfinish(writing->other);
    end_writing(writing);
}

struct reading_later {
    struct writing *writing;
    unsigned tries;
    bool found, is_done;
    char value[16];
};

static void read_later(void *context, struct store_inquiry *inquiry)
{
    struct reading_later *later = context;
    later->tries++;
    later->found = store_read_value(inquiry, "irc", "colour", later->value, sizeof later->value);
}

static void stop_reading(void *context)
{
    struct reading_later *later = context;
    later->is_done = true;
    uv_stop(&later->writing->loop);
}

static void a_read_is_answered_later(void **state)
{
    struct writing *writing = begin_writing(*state);
    struct reading_later later = {.writing = writing};
    struct writer *writer = &writing->writers[0];
    writing->busy = TABLES + 1;
    store_value_set(writing->store, "irc", "colour", "red");
    write_line(writer);
    store_ask(writing->store, read_later, stop_reading, &later);
    assert_false(later.is_done);
    uv_run(&writing->loop, UV_RUN_DEFAULT);
    assert_true(later.is_done && later.found);
    assert_int_equal(later.tries, 2);
    assert_string_equal(later.value, "red");
    uv_run(&writing->loop, UV_RUN_NOWAIT);
    /* Closed while a turn is under way. */
    store_close(writing->store);
    uv_run(&writing->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&writing->loop), 0);
    free(writing);
}

/* In a process that has just started. */
static void a_table_is_added_on_the_loop(void **state)
{
    struct writing writing = {.busy = 1};
    struct stored_table table = example_table();
    writing.store = store_opened(*state);
    uv_loop_init(&writing.loop);
    store_attach(writing.store, &writing.loop);
    struct reading_later later = {.writing = &writing};
    store_ask(writing.store, read_later, stop_reading, &later);
    uv_run(&writing.loop, UV_RUN_DEFAULT);
    writing.writers[0] = (struct writer){&writing, store_table_add(writing.store, &table), 0};
    assert_int_equal(writing.writers[0].table, 1);
    write_line(&writing.writers[0]);
    uv_run(&writing.loop, UV_RUN_DEFAULT);
    assert_int_equal(writing.writers[0].told, LINES);
    store_close(writing.store);
    uv_run(&writing.loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&writing.loop), 0);
}

/* -- Lines of many tables ---------------------------------------------------------------------- */

/* Every byte of a text comes back as it was written. */
static void lines_of_many_tables_are_one_statement(void **state)
{
    enum { SECOND = 2 };
    static const char odd[] = "a \"b\" \\ {c,d} NULL \xc3\xa9";
    struct store *store = store_with_lines(*state, 1);
    struct stored_table table = example_table();
    assert_int_equal(store_table_add(store, &table), SECOND);
    add_line(store, 1, 2, odd);
    add_line(store, SECOND, 1, "NULL");
    add_line(store, 1, 3, "advance 1");
    add_line(store, SECOND, 2, odd);
    store_lines_cut(store, 1, 2);
    add_line(store, 1, 3, "advance 2");
    must_commit(store);
    const char *read = reading(store);
    assert_non_null(strstr(read, odd));
    assert_non_null(strstr(read, "3 seat 0 advance 2\ndone 1"));
    assert_non_null(strstr(read, "1 seat 0 NULL\n"));
    assert_null(strstr(read, "advance 1\n"));
    add_line(store, SECOND, 3, "advance 1");
    add_line(store, 1, 3, "advance 1");
    assert_commit_fails(store, "it does not follow the last one");
    add_line(store, 1, 5, "advance 1");
    assert_commit_fails(store, "table 1, line 5: it does not follow the last one");
    add_line(store, SECOND + 1, 1, "advance 1");
    assert_commit_fails(store, "table 3, line 1: it does not follow the last one");
    store_close(store);
}

static void a_torn_line_is_replaced_only_at_the_end(void **state)
{
    store_close(store_with_lines(*state, 3));
    tamper(*state, "UPDATE lines SET move = '' WHERE n >= 2");
    struct store *store = store_opened(*state);
    add_line(store, 1, 2, "retreat 1");
    assert_commit_fails(store, "table 1, line 2: it does not follow the last one");
    add_line(store, 1, 3, "retreat 1");
    must_commit(store);
    store_close(store);
}

/* -- Refusals ---------------------------------------------------------------------------------- */

/* Reads inside a read. */
static bool read_another(void *context, const struct stored_table *table)
{
    struct store_inquiry *inquiry = context;
    const struct store_reader none = {.context = NULL};
    assert_false(store_read_table(inquiry, table->id, &none));
    assert_string_equal(store_inquiry_error(inquiry), "cannot read: the store is being read");
    return false;
}

static void what_cannot_be_read_is_refused(void **state)
{
    static const char *const scopes[STORE_CHANGE_SCOPES + 1] = {"a", "b"};
    struct store *store = store_with_lines(*state, 2);
    struct store_inquiry *inquiry = store_inquire(store);
    const struct store_reader reader = {.context = inquiry, .table = read_another};
    assert_true(store_read_live(inquiry, &reader));
    store_inquiry_free(inquiry);
    inquiry = store_inquire(store);
    assert_false(store_read_table(inquiry, 77, &reader));
    assert_string_equal(store_inquiry_error(inquiry), "cannot read: there is no such table");
    assert_false(store_read_changes(inquiry, scopes, STORE_CHANGE_SCOPES + 1, NULL, NULL));
    assert_string_equal(store_inquiry_error(inquiry), "cannot read: too many scopes are asked for");
    store_inquiry_free(inquiry);
    store_close(store);
}

static void a_database_that_is_not_there_is_told(void **state)
{
    char error[STORE_ERROR_MAX] = "", address[PATH_MAX_OF_TEST];
    (void)state;
    assert_null(store_open(address_of(address, "/nowhere"), error, sizeof error));
    assert_non_null(strstr(error, "database \"nowhere\" does not exist"));
    assert_null(strchr(error, '\n'));
}

/* Nothing that libpq refuses at once is waited for. */
static void an_address_that_is_none_is_told_at_once(void **state)
{
    char error[STORE_ERROR_MAX] = "";
    time_t began = time(NULL);
    (void)state;
    assert_null(store_open("postgresql:///x?nonsense=1", error, sizeof error));
    assert_non_null(strstr(error, "invalid URI query parameter: \"nonsense\""));
    assert_null(strchr(error, '\n'));
    assert_true(time(NULL) - began < PG_GIVE_UP_MS / 1000 / 2);
}

/* -- Schemas ----------------------------------------------------------------------------------- */

static int64_t number_on(PGconn *connection, const char *sql)
{
    PGresult *result = PQexec(connection, sql);
    assert_int_equal(PQntuples(result), 1);
    int64_t number = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
    PQclear(result);
    return number;
}

static void assert_migrated(PGconn *connection, const char *const *steps, size_t count,
                            const char *expected)
{
    char buffer[256];
    struct text error = TEXT_IN(buffer);
    bool done = pg_schema_migrate(connection, steps, count, &error);
    assert_string_equal(buffer, expected);
    assert_int_equal(done, expected[0] == '\0');
}

/* Ratings from before there were seasons are those of the season without an end. */
static void ratings_of_the_schema_before_are_kept(void **state)
{
    enum { BEFORE = 7 };
    static const char rated[] =
        "INSERT INTO tables VALUES (1, 2, '', 'goats', '{}', '', NULL, '', 5, '', '', 0, 0);"
        "INSERT INTO results VALUES (1, 1700000009, 'goats', 'irc');"
        "INSERT INTO result_seats VALUES (1, 0, 'irc', 'ann', 'Ann', 3, 1);"
        "INSERT INTO ratings VALUES ('irc', 'goats', 'irc', 'ann', 'Ann', 7, 27.1, 1.25),"
        " ('irc', '', 'irc', 'ann', 'Ann', 9, 26.3, 1.125), ('irc', 'njet', 'irc', 'ann', 'Ann', 2,"
        " 24.1, 7.5)";
    char address[PATH_MAX_OF_TEST], buffer[512];
    struct text told = TEXT_IN(buffer);
    PGconn *connection = PQconnectdb(address_of(address, *state));
    assert_migrated(connection, pg_migrations, BEFORE, "");
    PGresult *result = PQexec(connection, rated);
    assert_int_equal(PQresultStatus(result), PGRES_COMMAND_OK);
    PQclear(result);
    PQfinish(connection);
    struct store *store = store_opened(*state);
    struct store_inquiry *inquiry = store_inquire(store);
    assert_true(store_read_ratings_of(inquiry, "irc", "ann", &told, tell_stored_rating));
    store_inquiry_free(inquiry);
    store_close(store);
    assert_string_equal(buffer, "irc ''  Ann 9 26.300000000000001 1.125 1700000009\n"
                                "irc '' goats Ann 7 27.100000000000001 1.25 1700000009\n"
                                "irc '' njet Ann 2 24.100000000000001 7.5 0\n");
}

/* All steps are one transaction. */
static void a_failed_migration_leaves_the_version_before(void **state)
{
    static const char tables[] = "SELECT count(*) FROM pg_tables WHERE tablename IN ('a', 'b')";
    static const char *const first[] = {"CREATE TABLE a (x int)"};
    static const char *const bad[] = {"fails when run again", "CREATE TABLE b (x int)",
                                      "CREATE TABLE a (x int)"};
    static const char *const good[] = {"fails when run again", "CREATE TABLE b (x int)"};
    char address[PATH_MAX_OF_TEST];
    PGconn *connection = PQconnectdb(address_of(address, *state));
    assert_migrated(connection, first, 1, "");
    assert_int_equal(number_on(connection, "SELECT version FROM belfry"), 1);
    assert_migrated(connection, bad, 3,
                    "cannot be brought to schema 3: relation \"a\" already exists");
    assert_int_equal(number_on(connection, "SELECT version FROM belfry"), 1);
    assert_int_equal(number_on(connection, tables), 1);
    assert_migrated(connection, good, 2, "");
    assert_migrated(connection, good, 2, "");
    assert_int_equal(number_on(connection, "SELECT version FROM belfry"), 2);
    assert_int_equal(number_on(connection, tables), 2);
    assert_int_equal(number_on(connection, "SELECT next_table FROM belfry"), 1);
    assert_migrated(connection, good, 1,
                    "was written by a newer version of this program (schema 2, known up to 1)");
    assert_int_equal(number_on(connection, "SELECT version FROM belfry"), 2);
    PQfinish(connection);
}

static void a_newer_version_is_refused(void **state)
{
    char address[PATH_MAX_OF_TEST], error[STORE_ERROR_MAX] = "";
    store_close(store_opened(*state));
    tamper(*state, "UPDATE belfry SET version = 1000");
    assert_null(store_open(address_of(address, *state), error, sizeof error));
    assert_non_null(strstr(error, "was written by a newer version of this program (schema 1000,"));
    assert_null(strchr(error, '\n'));
    tamper(*state, "UPDATE belfry SET version = -1");
    assert_null(store_open(address_of(address, *state), error, sizeof error));
    assert_non_null(strstr(error, "was written by a newer version"));
}

/* -- Damage ------------------------------------------------------------------------------------ */

struct damages {
    char bytes[8192];
    struct text text;
};

static bool tell_table(void *context, const struct stored_table *table)
{
    struct damages *damages = context;
    text_add_format(&damages->text, "table %lld\n", (long long)table->id);
    return true;
}

static bool tell_line(void *context, const struct stored_line *line)
{
    struct damages *damages = context;
    text_add_format(&damages->text, "line %u\n", (unsigned)line->n);
    return true;
}

static void tell_done(void *context, int64_t table)
{
    struct damages *damages = context;
    text_add_format(&damages->text, "done %lld\n", (long long)table);
}

static void tell_damaged(void *context, int64_t table, uint32_t line, const char *reason)
{
    struct damages *damages = context;
    text_add_format(&damages->text, "table %lld line %u: %s\n", (long long)table, (unsigned)line,
                    reason);
}

static void tell_damaged_at(void *context, int64_t table, const struct stored_place *place)
{
    struct damages *damages = context;
    text_add_format(&damages->text, "table %lld at %s %s\n", (long long)table, place->network,
                    place->place);
}

static const char *damages_of(const char *folder)
{
    static struct damages damages;
    struct store *store = store_opened(folder);
    struct store_inquiry *inquiry = store_inquire(store);
    damages.text = TEXT_IN(damages.bytes);
    const struct store_reader reader = {.context = &damages,
                                        .table = tell_table,
                                        .line = tell_line,
                                        .done = tell_done,
                                        .damaged = tell_damaged,
                                        .damaged_at = tell_damaged_at};
    assert_true(store_read_live(inquiry, &reader));
    store_inquiry_free(inquiry);
    store_close(store);
    return damages.bytes;
}

/* What is done to a table, whose number follows, and what is told of it. */
struct damage_case {
    const char *sql, *reason; /* NULL: it is read to its end */
    uint32_t line;            /* 0: the header */
};

/* Makes a table with three lines for each case, and one more at the end. */
static void make_tables(const char *folder, const struct damage_case *cases, size_t count)
{
    struct store *store = store_opened(folder);
    struct stored_table table = example_table();
    uint8_t claim[STORE_CLAIM_BYTES] = {7};
    struct stored_seat seats[2] = {table.seats[0], table.seats[1]};
    seats[1].claim = claim;
    table.seats = seats;
    for (size_t i = 0; i <= count; i++) {
        int64_t id = store_table_add(store, &table);
        assert_int_equal(id, i + 1);
        for (uint32_t n = 1; n <= 3; n++)
            add_line(store, id, n, "advance 3");
        must_commit(store);
    }
    store_close(store);
    for (size_t i = 0; i < count; i++) {
        char sql[512];
        snprintf(sql, sizeof sql, "%s%zu", cases[i].sql, i + 1);
        tamper(folder, sql);
    }
}

static void add_expected(struct text *out, const struct damage_case *damage, size_t id)
{
    if (damage->line > 0)
        text_add_format(out, "table %zu\n", id);
    for (uint32_t line = 1; line < damage->line; line++)
        text_add_format(out, "line %u\n", (unsigned)line);
    if (damage->reason == NULL)
        text_add_format(out, "done %zu\n", id);
    else
        text_add_format(out, "table %zu line %u: %s\n", id, (unsigned)damage->line, damage->reason);
    if (damage->line == 0)
        text_add_format(out, "table %zu at irc #belfry\ntable %zu at discord 42\n", id, id);
}

/* Whatever is damaged is told with its table, line and places, and the other tables are read. */
static void each_damage_is_told_alone(void **state)
{
    static const struct damage_case cases[] = {
        {"UPDATE tables SET status = -1 WHERE id = ", "its status is none", 0},
        {"UPDATE tables SET seat_count = 99 WHERE id = ", "the number of seats is none", 0},
        {"UPDATE tables SET seat_count = -1 WHERE id = ", "the number of seats is none", 0},
        {"UPDATE tables SET opened = opened + 1 WHERE id = ", "the header's checksum differs", 0},
        {"UPDATE tables SET opened = -1 WHERE id = ", "a field of the header is none", 0},
        {"UPDATE tables SET game = repeat('x', 255) WHERE id = ", "the header's checksum differs",
         0},
        {"UPDATE tables SET game = repeat('x', 256) WHERE id = ", "a field of the header is none",
         0},
        {"UPDATE tables SET game = repeat('x', 9999) WHERE id = ", "a field of the header is none",
         0},
        {"UPDATE tables SET further = repeat('x', 2000000) WHERE id = ",
         "a field of the header is none", 0},
        {"UPDATE tables SET options = '{}' WHERE id = ", "the header's checksum differs", 0},
        {"UPDATE tables SET setup = '{}' WHERE id = ", "the header's checksum differs", 0},
        {"UPDATE tables SET owner = 'eve' WHERE id = ", "the header's checksum differs", 0},
        {"UPDATE tables SET opener_identity = 'eve' WHERE id = ", "the header's checksum differs",
         0},
        {"UPDATE tables SET seed = substr(seed, 1, 31) WHERE id = ", "the seed is none", 0},
        {"UPDATE tables SET seed = decode(repeat('00', 32), 'hex') WHERE id = ",
         "the header's checksum differs", 0},
        {"DELETE FROM seats WHERE seat = 0 AND table_id = ",
         "its seats are not those that were written", 0},
        {"DELETE FROM seats WHERE seat = 1 AND table_id = ",
         "its seats are not those that were written", 0},
        {"UPDATE seats SET claim = decode('01', 'hex') WHERE table_id = ",
         "its seats are not those that were written", 0},
        {"UPDATE seats SET claim = NULL WHERE table_id = ", "the header's checksum differs", 0},
        {"UPDATE seats SET name = repeat('x', 9999) WHERE seat = 1 AND table_id = ",
         "its seats are not those that were written", 0},
        {"UPDATE seats SET identity = 'eve' WHERE seat = 0 AND table_id = ",
         "the header's checksum differs", 0},
        {"DELETE FROM lines WHERE n = 2 AND table_id = ", "it is missing", 2},
        {"UPDATE lines SET move = 'advance 4' WHERE n = 2 AND table_id = ", "its checksum differs",
         2},
        {"UPDATE lines SET move = '' WHERE n = 2 AND table_id = ", "it is empty", 2},
        {"UPDATE lines SET move = '' WHERE n = 3 AND table_id = ", NULL, 3},
        {"UPDATE lines SET seat = -1 WHERE n = 2 AND table_id = ", "its seat is none", 2},
        {"UPDATE lines SET seat = 255 WHERE n = 2 AND table_id = ", "its seat is none", 2},
        {"UPDATE lines SET chance = '{}' WHERE n = 2 AND table_id = ",
         "it is neither a move nor an outcome", 2},
        {"UPDATE lines SET further = repeat('x', 2000000) WHERE n = 2 AND table_id = ",
         "it is neither a move nor an outcome", 2},
        {"UPDATE lines SET move = NULL, chance = '{}' WHERE n = 2 AND table_id = ",
         "its seat is none", 2},
    };
    enum { CASES = sizeof cases / sizeof cases[0] };
    static char buffer[8192];
    struct text expected = TEXT_IN(buffer);
    make_tables(*state, cases, CASES);
    for (size_t i = 0; i < CASES; i++)
        add_expected(&expected, &cases[i], i + 1);
    text_add_format(&expected, "table %d\nline 1\nline 2\nline 3\ndone %d\n", CASES + 1, CASES + 1);
    assert_string_equal(damages_of(*state), buffer);
    assert_string_equal(damages_of(*state), buffer); /* the data is kept */
}

static bool count_value(void *context, const char *key, const char *value)
{
    unsigned *count = context;
    (void)key;
    (void)value;
    ++*count;
    return true;
}

static void a_damaged_value_is_left_out_and_counted(void **state)
{
    char value[STORE_WORD_MAX];
    unsigned count = 0;
    struct store *store = store_opened(*state);
    store_value_set(store, "person one anna", "lang", "fr");
    store_value_set(store, "person one anna", "style", "short");
    store_value_set(store, "person one bea", "lang", "it");
    must_commit(store);
    tamper(*state, "UPDATE settings SET value = 'en' WHERE scope = 'person one anna' AND"
                   " name = 'lang'");
    assert_false(value_of(store, "person one anna", "lang", value, sizeof value));
    assert_true(value_of(store, "person one bea", "lang", value, sizeof value));
    struct store_inquiry *inquiry = store_inquire(store);
    assert_true(store_read_values(inquiry, "person one anna", &count, count_value));
    assert_int_equal(count, 1);
    assert_int_equal(store_inquiry_damaged_values(inquiry), 1);
    assert_true(store_read_scopes(inquiry, "person one ", "lang", &count, count_value));
    assert_int_equal(count, 2);
    assert_int_equal(store_inquiry_damaged_values(inquiry), 2);
    store_inquiry_free(inquiry);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_table_is_added_on_the_loop),
        IN_FOLDER(several_turns_are_under_way),
        IN_FOLDER(broken_connections_lose_and_double_nothing),
        IN_FOLDER(a_read_is_answered_later),
        IN_FOLDER(lines_of_many_tables_are_one_statement),
        IN_FOLDER(a_torn_line_is_replaced_only_at_the_end),
        IN_FOLDER(what_cannot_be_read_is_refused),
        cmocka_unit_test(a_database_that_is_not_there_is_told),
        cmocka_unit_test(an_address_that_is_none_is_told_at_once),
        IN_FOLDER(ratings_of_the_schema_before_are_kept),
        IN_FOLDER(a_failed_migration_leaves_the_version_before),
        IN_FOLDER(a_newer_version_is_refused),
        IN_FOLDER(each_damage_is_told_alone),
        IN_FOLDER(a_damaged_value_is_left_out_and_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
