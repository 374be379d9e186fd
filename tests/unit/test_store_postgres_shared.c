/* A PostgreSQL server that several processes write to: numbers, ratings, and who is first. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <string.h>
#include <sys/time.h>
#include <uv.h>

#include "tests/unit/store_fixture.h"

static void numbers_of_tables_are_given_once(void **state)
{
    enum { MANY = 100, OF_ELSEWHERE = 5000 };
    struct store *one = store_opened(*state), *other = store_opened(*state);
    struct stored_table table = example_table();
    bool given[2 * MANY * 2] = {false};
    for (int i = 0; i < 2 * MANY; i++) {
        int64_t id = store_table_add(i % 2 == 0 ? one : other, &table);
        assert_in_range(id, 1, sizeof given - 1);
        assert_false(given[id]);
        given[id] = true;
    }
    must_commit(one);
    must_commit(other);
    store_close(other);
    /* One that has a number already: those that follow are greater. */
    table.id = OF_ELSEWHERE;
    assert_int_equal(store_table_add(one, &table), OF_ELSEWHERE);
    must_commit(one);
    store_close(one);
    one = store_opened(*state);
    table.id = 0;
    assert_int_equal(store_table_add(one, &table), OF_ELSEWHERE + 1);
    must_commit(one);
    store_close(one);
}

struct rating_writer {
    struct rating_writers *writers;
    struct store *store;
    const char *season; /* of its results from now on */
    int64_t first;
    unsigned told;
};

/* Few enough that nobody is beaten by the other more often than a turn is tried again. */
enum { RATED = 6 };

struct rating_writers {
    uv_loop_t loop;
    struct rating_writer each[2];
    unsigned busy;
};

static void rate_higher(const struct stored_result *result, struct stored_standing *standings)
{
    for (size_t i = 0; i < result->seat_count; i++) {
        standings[i].rating.now.mean = standings[i].latest.mean + result->contests[0].places[i];
        standings[i].rating.now.deviation = 1;
    }
}

static void write_result(struct rating_writer *writer);

static void take_result(void *context, enum store_end end, const char *error)
{
    struct rating_writer *writer = context;
    assert_string_equal(error, "");
    assert_int_equal(end, STORE_SAVED);
    if (++writer->told < RATED)
        write_result(writer);
    else if (--writer->writers->busy == 0)
        uv_stop(&writer->writers->loop);
}

static void write_result(struct rating_writer *writer)
{
    struct stored_result result = {
        .table = writer->first + writer->told,
        .ended = 1,
        .game = "goats",
        .server = "irc",
        .season = writer->season,
        .seat_count = 2,
        .seats = {{.network = "irc", .identity = "ann", .name = "Ann", .compared = true},
                  {.network = "irc", .identity = "bob", .name = "Bob", .compared = true}},
        .contest_count = 1,
        .contests = {{1, {0, 1}, {1, 2}}}};
    store_result_add(writer->store, &result, rate_higher);
    store_commit(writer->store, take_result, writer);
}

struct sum {
    int64_t games;
    double most;
};

static bool add_up(void *context, const struct stored_ranking *ranking,
                   const struct stored_rating *rating)
{
    struct sum *sum = context;
    (void)ranking;
    sum->games += rating->now.games;
    sum->most = rating->now.mean > sum->most ? rating->now.mean : sum->most;
    return true;
}

/* Two processes rate the same people at the same time: a turn that the other was ahead of reads
 * again what it builds on, and no game is lost or counted twice. */
static void rate_in_two_processes(void **state, const char *const seasons[2])
{
    static struct rating_writers writers;
    struct sum sum = {0, 0};
    struct stored_table table = example_table();
    uv_loop_init(&writers.loop);
    for (int i = 0; i < 2; i++) {
        struct rating_writer *writer = &writers.each[i];
        *writer = (struct rating_writer){
            .writers = &writers, .store = store_opened(*state), .season = seasons[i]};
        for (int n = 0; n < RATED; n++) {
            int64_t id = store_table_add(writer->store, &table);
            writer->first = n == 0 ? id : writer->first;
            assert_int_equal(id, writer->first + n);
        }
        must_commit(writer->store);
        store_attach(writer->store, &writers.loop);
    }
    writers.busy = 2;
    for (int i = 0; i < 2; i++)
        write_result(&writers.each[i]);
    uv_run(&writers.loop, UV_RUN_DEFAULT);
    for (int i = 0; i < 2; i++)
        store_detach(writers.each[i].store);
    uv_run(&writers.loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&writers.loop), 0);
    struct store_inquiry *inquiry = store_inquire(writers.each[0].store);
    assert_true(store_read_ratings_of(inquiry, "irc", "bob", &sum, add_up));
    store_inquiry_free(inquiry);
    assert_int_equal(sum.games, 2 * 2 * RATED); /* in goats, and in all games */
    assert_int_equal(sum.most, 2 * 2 * RATED);
    for (int i = 0; i < 2; i++)
        store_close(writers.each[i].store);
}

static void ratings_of_two_processes_add_up(void **state)
{
    rate_in_two_processes(state, (const char *const[]){"2026", "2026"});
}

/* A table of the last season ends after the first one of the next: each rating builds on the one
 * before, whatever their seasons. */
static void ratings_add_up_while_a_season_turns(void **state)
{
    rate_in_two_processes(state, (const char *const[]){"2026", "2027"});
}

static void take_end(void *context, enum store_end end, const char *error)
{
    enum store_end *taken = context;
    *taken = end;
    assert_string_equal(error,
                        end == STORE_OVERTAKEN ? "cannot save: somebody else was first" : "");
}

static enum store_end end_of_commit(struct store *store)
{
    enum store_end end = STORE_UNDONE;
    store_commit(store, take_end, &end);
    return end;
}

static bool note_version(void *context, const struct stored_table *table)
{
    int64_t *version = context;
    *version = table->version;
    return false;
}

static int64_t version_of(struct store *store, int64_t table)
{
    int64_t version = -1;
    read_one(store, table, &(struct store_reader){.context = &version, .table = note_version});
    return version;
}

/* Each table's version is compared and raised; if one of them is another, nothing is saved. */
static void a_turn_that_is_overtaken_saves_nothing(void **state)
{
    struct store *one = store_with_lines(*state, 1), *other = store_opened(*state);
    struct stored_table table = example_table();
    int64_t second = store_table_add(one, &table);
    must_commit(one);
    store_table_guard(one, 1, 0);
    add_line(one, 1, 2, "advance 3");
    assert_int_equal(end_of_commit(one), STORE_SAVED);
    add_line(other, second, 1, "advance 3");
    store_table_guard(other, second, 0);
    store_table_guard(other, 1, 0);
    assert_int_equal(end_of_commit(other), STORE_OVERTAKEN);
    assert_int_equal(version_of(one, 1), 1);
    assert_int_equal(version_of(one, second), 0);
    assert_null(strstr(reading_of(one, second), "advance"));
    add_line(other, second, 1, "advance 3");
    store_table_guard(other, second, 0);
    store_table_guard(other, 1, 1);
    assert_int_equal(end_of_commit(other), STORE_SAVED);
    assert_int_equal(version_of(one, 1), 2);
    assert_int_equal(version_of(one, second), 1);
    store_close(other);
    store_close(one);
}

static bool count_version(void *context, const struct stored_version *changed)
{
    unsigned *count = context;
    assert_int_equal(changed->table, 1);
    (*count)++;
    return true;
}

static unsigned changed_in(struct store *store, unsigned seconds)
{
    struct store_inquiry *inquiry = store_inquire(store);
    unsigned count = 0;
    assert_true(store_read_changed(inquiry, seconds, &count, count_version));
    store_inquiry_free(inquiry);
    return count;
}

static uint64_t milliseconds_now(void)
{
    struct timeval now;
    gettimeofday(&now, NULL);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_usec / 1000;
}

/* The time of a change is kept to the second, and still nothing is missed: not even what was
 * changed late in one. On a busy machine the question may come too late to be asked. */
static void what_was_changed_is_found_for_as_long_as_asked(void **state)
{
    struct store *store = store_with_lines(*state, 1);
    unsigned found, version = 0;
    uint64_t began;
    do {
        while (milliseconds_now() % 1000 < 700)
            uv_sleep(1);
        began = milliseconds_now();
        store_table_guard(store, 1, version);
        add_line(store, 1, 2 + version++, "advance 3");
        assert_int_equal(end_of_commit(store), STORE_SAVED);
        while (milliseconds_now() / 1000 == began / 1000 || milliseconds_now() % 1000 < 100)
            uv_sleep(1);
        found = changed_in(store, 1);
    } while (milliseconds_now() - began >= 1000);
    assert_int_equal(found, 1);
    uv_sleep(2500);
    assert_int_equal(changed_in(store, 1), 0);
    assert_int_equal(changed_in(store, 30), 1);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(numbers_of_tables_are_given_once),
        IN_FOLDER(ratings_of_two_processes_add_up),
        IN_FOLDER(ratings_add_up_while_a_season_turns),
        IN_FOLDER(a_turn_that_is_overtaken_saves_nothing),
        IN_FOLDER(what_was_changed_is_found_for_as_long_as_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
