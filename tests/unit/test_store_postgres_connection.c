/* A PostgreSQL server that is away for a while, or for too long, and reads that fail. A server is
 * away when its socket is: whoever connects is refused at once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uv.h>

#include "bot/store/postgres/postgres_private.h"
#include "games/shared/text.h"
#include "tests/unit/store_fixture.h"

enum { AWAY_MS = 300 };

/* -- The server's socket ----------------------------------------------------------------------- */

static void rename_socket(const char *from, const char *to)
{
    char old[PATH_MAX_OF_TEST], new[PATH_MAX_OF_TEST];
    const char *folder = getenv("BELFRY_TEST_POSTGRES");
    assert_int_equal(rename(path_of(old, folder, from), path_of(new, folder, to)), 0);
}

static void bring_server_back(void)
{
    rename_socket("/away", "/.s.PGSQL.5432");
}

/* Ends the connections of the directory's database. */
static void cut_connections(PGconn *connection)
{
    PQclear(PQexec(connection, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                               " WHERE pid <> pg_backend_pid() AND datname = current_database()"));
    PQfinish(connection);
}

/* Cuts the connections, too. */
static void take_server_away(const char *folder)
{
    char address[PATH_MAX_OF_TEST];
    PGconn *connection = PQconnectdb(address_of(address, folder));
    rename_socket("/.s.PGSQL.5432", "/away");
    cut_connections(connection);
}

/* Another process brings it back, for a test that waits. Returns its id. */
static pid_t bring_server_back_later(void)
{
    pid_t process = fork();
    if (process == 0) {
        usleep(AWAY_MS * 1000);
        bring_server_back();
        _exit(0);
    }
    assert_true(process > 0);
    return process;
}

static void end_process(pid_t process)
{
    int status = -1;
    assert_int_equal(waitpid(process, &status, 0), process);
    assert_int_equal(status, 0);
}

/* -- On the loop ------------------------------------------------------------------------------- */

struct looped {
    uv_loop_t loop;
    struct store *store;
    uv_timer_t back;
    unsigned under_way, saved, most_tries;
    char error[STORE_ERROR_MAX];
};

static void take_saved(void *context, enum store_end end, const char *error)
{
    struct looped *looped = context;
    struct text text = TEXT_IN(looped->error);
    text_add(&text, error);
    looped->saved += end == STORE_SAVED;
    looped->under_way--;
}

static void commit(struct looped *looped)
{
    looped->under_way++;
    store_commit(looped->store, take_saved, looped);
}

static void run_until_told(struct looped *looped)
{
    while (looped->under_way > 0)
        uv_run(&looped->loop, UV_RUN_ONCE);
}

/* Commits a value, after which the first numbers of tables have come, too. */
static void commit_value(struct looped *looped, const char *value)
{
    store_value_set(looped->store, "irc", "colour", value);
    commit(looped);
    run_until_told(looped);
    assert_string_equal(looped->error, "");
}

static struct looped *begin_loop_with(struct store *store)
{
    struct looped *looped = calloc(1, sizeof *looped);
    looped->store = store;
    uv_loop_init(&looped->loop);
    store_attach(looped->store, &looped->loop);
    commit_value(looped, "red");
    return looped;
}

static struct looped *begin_loop(const char *folder)
{
    return begin_loop_with(store_opened(folder));
}

static void end_loop(struct looped *looped)
{
    store_close(looped->store);
    uv_run(&looped->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&looped->loop), 0);
    free(looped);
}

static void bring_back(uv_timer_t *timer)
{
    struct looped *looped = timer->data;
    looped->most_tries = postgres_of(looped->store)->failed_tries;
    bring_server_back();
    uv_close((uv_handle_t *)timer, NULL);
}

/* The pauses between the tries grow: 20 ms, 40, 80, 160 … */
static void a_turn_waits_while_the_server_is_away(void **state)
{
    struct looped *looped = begin_loop(*state);
    struct stored_table table = example_table();
    assert_int_equal(store_table_add(looped->store, &table), 1);
    commit(looped);
    run_until_told(looped);
    take_server_away(*state);
    uv_timer_init(&looped->loop, &looped->back);
    looped->back.data = looped;
    uv_timer_start(&looped->back, bring_back, AWAY_MS, 0);
    add_line(looped->store, 1, 1, "advance 3");
    commit(looped);
    uint64_t began = uv_hrtime();
    run_until_told(looped);
    assert_in_range((uv_hrtime() - began) / 1000000, AWAY_MS, PG_GIVE_UP_MS);
    assert_string_equal(looped->error, "");
    assert_int_equal(looped->saved, 3);
    assert_in_range(looped->most_tries, 3, 5);
    assert_int_equal(postgres_of(looped->store)->failed_tries, 0);
    end_loop(looped);
    struct store *store = store_opened(*state);
    assert_int_equal(last_line_of(store), 1);
    store_close(store);
}

static void the_server_says_why_it_ends_a_connection(void **state)
{
    char address[PATH_MAX_OF_TEST];
    struct looped *looped = begin_loop(*state);
    const struct postgres *store = postgres_of(looped->store);
    cut_connections(PQconnectdb(address_of(address, *state)));
    while (store->failed_tries == 0)
        uv_run(&looped->loop, UV_RUN_ONCE);
    assert_string_equal(store->lost_reason, "terminating connection due to administrator command");
    commit_value(looped, "blue");
    assert_string_equal(store->last_words, "");
    end_loop(looped);
}

/* Nobody listens at the first of two hosts. */
static void the_next_host_is_tried_where_one_refuses(void **state)
{
    char written[2 * PATH_MAX_OF_TEST], address[PATH_MAX_OF_TEST], error[STORE_ERROR_MAX] = "";
    struct text text = TEXT_IN(written);
    const char *name = strrchr(*state, '/') + 1;
    text_add_format(&text, "postgresql://belfry@/%s?host=127.0.0.1,%s&port=1,5432", name,
                    getenv("BELFRY_TEST_POSTGRES"));
    struct store *store = store_open(written, error, sizeof error);
    assert_string_equal(error, "");
    struct looped *looped = begin_loop_with(store);
    cut_connections(PQconnectdb(address_of(address, *state)));
    uint64_t began = uv_hrtime();
    commit_value(looped, "blue");
    assert_in_range((uv_hrtime() - began) / 1000000, 0, 5000);
    end_loop(looped);
}

/* Each turn under way has a row of its own in the database; the others wait for one. The connection
 * breaks while there are both. */
static void more_turns_than_may_be_under_way_are_all_saved(void **state)
{
    enum { MANY = 2 * PG_TURNS_MAX + 3 };
    struct looped *looped = begin_loop(*state);
    char value[STORE_WORD_MAX];
    for (int i = 0; i < MANY; i++) {
        char number[16];
        snprintf(number, sizeof number, "%d", i);
        store_value_set(looped->store, "irc", number, number);
        commit(looped);
    }
    assert_int_equal(postgres_of(looped->store)->slots, UINT32_MAX);
    take_server_away(*state);
    bring_server_back();
    run_until_told(looped);
    assert_string_equal(looped->error, "");
    assert_int_equal(looped->saved, 1 + MANY);
    assert_int_equal(postgres_of(looped->store)->slots, 0);
    end_loop(looped);
    struct store *store = store_opened(*state);
    assert_true(value_of(store, "irc", "66", value, sizeof value));
    assert_string_equal(value, "66");
    store_close(store);
}

static void tables_are_opened_until_the_numbers_at_hand_are_used(void **state)
{
    struct looped *looped = begin_loop(*state);
    struct stored_table table = example_table();
    int64_t last = 0, count = 0;
    for (int64_t id; (id = store_table_add(looped->store, &table)) != 0; count++) {
        assert_int_equal(id, last + 1);
        last = id;
    }
    assert_int_equal(count, PG_IDS_AT_ONCE);
    commit(looped);
    assert_string_equal(looped->error, "cannot save: the database does not answer");
    assert_int_equal(looped->saved, 1);
    commit_value(looped, "blue"); /* further numbers have come */
    assert_int_equal(store_table_add(looped->store, &table), last + 1);
    commit(looped);
    run_until_told(looped);
    assert_int_equal(looped->saved, 3);
    end_loop(looped);
}

/* -- Reads that fail --------------------------------------------------------------------------- */

struct two_reads {
    struct looped *looped;
    unsigned tries;
    bool found, top;
    char value_error[STORE_ERROR_MAX], top_error[STORE_ERROR_MAX];
};

static bool ignore_rating(void *context, const struct stored_rating *rating)
{
    (void)context;
    (void)rating;
    return true;
}

static void keep_error(char kept[STORE_ERROR_MAX], const struct store_inquiry *inquiry)
{
    struct text text = text_in(kept, STORE_ERROR_MAX);
    text_add(&text, store_inquiry_error(inquiry));
}

static void read_two(void *context, struct store_inquiry *inquiry)
{
    struct two_reads *reads = context;
    char value[STORE_WORD_MAX];
    reads->tries++;
    reads->found = store_read_value(inquiry, "irc", "colour", value, sizeof value);
    keep_error(reads->value_error, inquiry);
    reads->top = store_read_top(inquiry, "irc", "", "goats", NULL, ignore_rating);
    keep_error(reads->top_error, inquiry);
}

static void stop_two(void *context)
{
    struct two_reads *reads = context;
    uv_stop(&reads->looped->loop);
}

static struct two_reads two_reads_of(struct looped *looped)
{
    struct two_reads reads = {.looped = looped};
    store_ask(looped->store, read_two, stop_two, &reads);
    uv_run(&looped->loop, UV_RUN_DEFAULT);
    return reads;
}

/* Both are under way together, and each can be asked again. */
static void a_read_that_fails_leaves_the_other_alone(void **state)
{
    struct looped *looped = begin_loop(*state);
    tamper(*state, "ALTER TABLE settings RENAME TO hidden");
    struct two_reads reads = two_reads_of(looped);
    assert_int_equal(reads.tries, 2);
    assert_false(reads.found);
    assert_string_equal(reads.value_error, "cannot read: relation \"settings\" does not exist");
    assert_true(reads.top);
    assert_string_equal(reads.top_error, "");
    tamper(*state, "ALTER TABLE hidden RENAME TO settings");
    reads = two_reads_of(looped);
    assert_true(reads.found && reads.top);
    end_loop(looped);
}

/* -- Without a loop ---------------------------------------------------------------------------- */

static void whoever_waits_gets_an_answer_when_the_server_is_back(void **state)
{
    char value[STORE_WORD_MAX];
    struct store *store = store_with_lines(*state, 1);
    store_value_set(store, "irc", "colour", "red");
    must_commit(store);
    take_server_away(*state);
    pid_t process = bring_server_back_later();
    add_line(store, 1, 2, "advance 3");
    must_commit(store);
    end_process(process);
    take_server_away(*state);
    process = bring_server_back_later();
    assert_true(value_of(store, "irc", "colour", value, sizeof value));
    end_process(process);
    assert_int_equal(last_line_of(store), 2);
    store_close(store);
}

struct late_read {
    struct store *store;
    bool found;
    char error[STORE_ERROR_MAX];
};

static void read_late(void *context)
{
    struct late_read *late = context;
    char value[STORE_WORD_MAX];
    struct store_inquiry *inquiry = store_inquire(late->store);
    late->found = store_read_value(inquiry, "irc", "colour", value, sizeof value);
    keep_error(late->error, inquiry);
    store_inquiry_free(inquiry);
}

/* Two stores wait at the same time, since it takes long. What was given up is not done later. */
static void waiting_has_an_end(void **state)
{
    static const char reason[] = "cannot read: connection to server on socket";
    char error[STORE_ERROR_MAX] = "";
    struct store *store = store_with_lines(*state, 1);
    struct late_read late = {.store = store_opened(*state)};
    uv_thread_t thread;
    take_server_away(*state);
    assert_int_equal(uv_thread_create(&thread, read_late, &late), 0);
    add_line(store, 1, 2, "advance 3");
    uint64_t began = uv_hrtime();
    assert_false(commit_now(store, error));
    assert_in_range((uv_hrtime() - began) / 1000000, PG_GIVE_UP_MS, 2 * PG_GIVE_UP_MS);
    uv_thread_join(&thread);
    bring_server_back();
    assert_memory_equal(error, "cannot save: ", strlen("cannot save: "));
    assert_false(late.found);
    assert_memory_equal(late.error, reason, strlen(reason));
    assert_int_equal(last_line_of(store), 1);
    add_line(store, 1, 2, "advance 3");
    must_commit(store);
    read_late(&late);
    assert_string_equal(late.error, "");
    store_close(late.store);
    store_close(store);
}

static void assert_shown(PGconn *connection, const char *setting, const char *value)
{
    char sql[96];
    struct text text = TEXT_IN(sql);
    text_add_format(&text, "SHOW %s", setting);
    PGresult *result = PQexec(connection, sql);
    assert_string_equal(PQgetvalue(result, 0, 0), value);
    PQclear(result);
}

static void assert_option(const PQconninfoOption *options, const char *keyword, const char *value)
{
    while (options->keyword != NULL && strcmp(options->keyword, keyword) != 0)
        options++;
    assert_string_equal(options->val, value);
}

/* A process that stands still holds no row for long, and a server that is gone without a word is
 * given up. */
static void every_session_has_time_outs(void **state)
{
    char address[PATH_MAX_OF_TEST];
    PGconn *connection = pg_connect_once(address_of(address, *state));
    assert_shown(connection, "idle_in_transaction_session_timeout", "3s");
    assert_shown(connection, "statement_timeout", "8s");
    PQconninfoOption *options = PQconninfo(connection);
    assert_option(options, "target_session_attrs", "read-write");
    assert_option(options, "connect_timeout", "3");
    assert_option(options, "keepalives_idle", "5");
    assert_option(options, "tcp_user_timeout", "4000");
    PQconninfoFree(options);
    PQfinish(connection);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(every_session_has_time_outs),
        IN_FOLDER(a_turn_waits_while_the_server_is_away),
        IN_FOLDER(the_server_says_why_it_ends_a_connection),
        IN_FOLDER(the_next_host_is_tried_where_one_refuses),
        IN_FOLDER(more_turns_than_may_be_under_way_are_all_saved),
        IN_FOLDER(tables_are_opened_until_the_numbers_at_hand_are_used),
        IN_FOLDER(a_read_that_fails_leaves_the_other_alone),
        IN_FOLDER(whoever_waits_gets_an_answer_when_the_server_is_back),
        IN_FOLDER(waiting_has_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
