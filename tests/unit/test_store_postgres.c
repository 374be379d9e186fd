/* A PostgreSQL server on the loop: many turns under way, and connections that break. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <libpq-fe.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

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

static void take_commit(void *context, bool saved, const char *error)
{
    struct writer *writer = context;
    assert_string_equal(error, "");
    assert_true(saved);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_table_is_added_on_the_loop),
        IN_FOLDER(several_turns_are_under_way),
        IN_FOLDER(broken_connections_lose_and_double_nothing),
        IN_FOLDER(a_read_is_answered_later),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
