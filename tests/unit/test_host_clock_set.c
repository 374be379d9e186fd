/* Somebody sets the system's clock, or it is wrong at the start: people have as much time as
 * without that, and nothing says otherwise. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "bot/base/duration.h"
#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

/* How far clocks are set: less than a turn, more than the time after which tables are archived,
 * and to 1970, the
 * beginning of time, and as far ahead. */
#define TO_1970 (5 * SECOND - FIXTURE_NOON)
static const int64_t sets[] = {2 * HOUR, -2 * HOUR, 400 * DAY, -400 * DAY, TO_1970, -TO_1970};

enum { SETS = sizeof sets / sizeof sets[0] };

static struct table *start(struct fixture *fixture, const char *absent)
{
    fixture_command(fixture, "config set channel turn-time 80min");
    fixture_command(fixture, "config set channel reminders 30min");
    fixture_command(fixture, line_of("config set channel absent %s", absent));
    struct table *table = fixture_start(fixture, "#a", "");
    fixture_clear(fixture);
    return table;
}

static void assert_left(struct fixture *fixture, const char *left)
{
    fixture_type(fixture, "carol", "#a", "status");
    fixture_public(fixture, "#a", line_of("has %s left.", left));
    fixture_clear(fixture);
}

/* -- While the bot runs ------------------------------------------------------------------------ */

static void everybody_has_as_much_time_as_before(void **state)
{
    (void)state;
    for (size_t i = 0; i < SETS; i++) {
        struct fixture *fixture = fixture_open("");
        const struct table *table = start(fixture, "default-move");
        fixture_wait(fixture, 10 * MINUTE);
        fixture_set_clock(fixture, sets[i]);
        assert_left(fixture, "1 h 10 min");
        fixture_wait(fixture, 20 * MINUTE - 1);
        assert_int_equal(fixture->said_count, 0);
        fixture_wait(fixture, 1);
        fixture_private(fixture, on_turn(table), "It is your turn");
        fixture_wait(fixture, 50 * MINUTE - 1);
        assert_int_equal(table->lines, 0);
        assert_left(fixture, "1 s");
        fixture_wait(fixture, 1);
        assert_int_equal(table->lines, 1);
        fixture_close(fixture);
    }
}

static void a_stopped_clock_goes_on_with_the_time_that_was_left(void **state)
{
    (void)state;
    for (size_t i = 0; i < SETS; i++) {
        struct fixture *fixture = fixture_open("");
        start(fixture, "wait");
        fixture_wait(fixture, 10 * MINUTE);
        for (int person = 0; person < 2; person++)
            fixture_type(fixture, people[person], "#a", "pause");
        fixture_set_clock(fixture, sets[i]);
        fixture_wait(fixture, 3 * HOUR);
        assert_left(fixture, "1 h 10 min");
        for (int person = 0; person < 2; person++)
            fixture_type(fixture, people[person], "#a", "pause");
        assert_left(fixture, "1 h 10 min");
        fixture_close(fixture);
    }
}

static void tables_are_archived_when_they_would_have_been(void **state)
{
    (void)state;
    for (size_t i = 0; i < SETS; i++) {
        struct fixture *fixture = fixture_open("");
        fixture_command(fixture, "config set channel archive 10d");
        fixture_type(fixture, "alice", "#a", "new castellers");
        fixture_wait(fixture, DAY);
        fixture_set_clock(fixture, sets[i]);
        fixture_wait(fixture, 9 * DAY - 1);
        assert_int_equal(session_at(&fixture->host.sessions, "one", "#a")->status, TABLE_LOBBY);
        fixture_wait(fixture, 1);
        fixture_public(fixture, "#a", "it is put away");
        fixture_close(fixture);
    }
}

/* Quiet hours are times of the day: they follow the clock. */
static void quiet_hours_are_those_of_the_new_time(void **state)
{
    struct fixture *fixture = *state;
    fixture_command(fixture, "config set channel quiet-hours 22:00-07:00");
    const struct table *table = start(fixture, "default-move");
    fixture_set_clock(fixture, 11 * HOUR);
    fixture_wait(fixture, 8 * HOUR + 9 * MINUTE);
    assert_int_equal(table->lines, 0);
    fixture_wait(fixture, MINUTE);
    assert_int_equal(table->lines, 1);
}

/* A clock that is a little wrong is set all the time. */
static void less_than_a_second_is_nothing(void **state)
{
    struct fixture *fixture = *state;
    start(fixture, "wait");
    fixture_set_clock(fixture, 999);
    fixture_set_clock(fixture, -2 * 999);
    assert_int_equal(fixture->host.counters.clock_corrections, 0);
    fixture_set_clock(fixture, 2 * 999);
    fixture_set_clock(fixture, 1);
    assert_int_equal(fixture->host.counters.clock_corrections, 1);
    fixture_set_clock(fixture, 0);
    assert_int_equal(fixture->host.counters.clock_corrections, 1);
    assert_left(fixture, "1 h 20 min");
}

/* What is stored is right by the new clock. */
static void the_new_times_are_stored(void **state)
{
    const char *folder = *state;
    for (size_t i = 0; i < SETS; i++) {
        struct fixture *fixture = fixture_open(folder);
        start(fixture, "wait");
        fixture_set_clock(fixture, sets[i]);
        fixture = fixture_restart(fixture, 10 * MINUTE);
        fixture_open_place(fixture, "one", "#a");
        assert_int_equal(fixture_count_public(fixture, "#a", "while I was away"), 0);
        fixture_clear(fixture);
        assert_left(fixture, "1 h 10 min");
        fixture_type(fixture, "alice", "#a", "abort");
        fixture_close(fixture);
    }
}

/* -- While it is away -------------------------------------------------------------------------- */

static void nobody_waits_for_a_time_that_is_gone(void **state)
{
    static const int64_t backs[] = {-HOUR, -400 * DAY, TO_1970};
    const char *folder = *state;
    for (size_t i = 0; i < sizeof backs / sizeof backs[0]; i++) {
        struct fixture *fixture = fixture_open(folder);
        start(fixture, "wait");
        fixture_wait(fixture, 30 * MINUTE);
        fixture_type(fixture, "bruno", "#a", "status");
        fixture = fixture_restart(fixture, backs[i]);
        fixture_open_place(fixture, "one", "#a");
        fixture_clear(fixture);
        assert_left(fixture, "50 min");
        fixture_set_clock(fixture, -backs[i]); /* and it is put right again */
        assert_left(fixture, "50 min");
        fixture_type(fixture, "alice", "#a", "abort");
        fixture_close(fixture);
    }
}

static void a_stopped_clock_is_still_stopped(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    start(fixture, "wait");
    fixture_wait(fixture, 10 * MINUTE);
    for (int person = 0; person < 2; person++)
        fixture_type(fixture, people[person], "#a", "pause");
    fixture = fixture_restart(fixture, -400 * DAY);
    fixture->spoiled = true; /* what is stored lies in the future */
    fixture_open_place(fixture, "one", "#a");
    fixture_clear(fixture);
    fixture_wait(fixture, DAY);
    assert_left(fixture, "1 h 10 min");
    fixture_close(fixture);
}

/* A clock that was years ahead at the start is soon put right. */
static void a_wrong_start_archives_nothing(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    fixture_type(fixture, "alice", "#a", "new castellers");
    fixture = fixture_restart(fixture, 400 * DAY);
    fixture_wait(fixture, 50 * MINUTE);
    fixture_set_clock(fixture, -400 * DAY);
    fixture_wait(fixture, 9 * MINUTE);
    assert_int_equal(session_at(&fixture->host.sessions, "one", "#a")->status, TABLE_LOBBY);
    fixture_close(fixture);
}

/* -- The system's clocks ----------------------------------------------------------------------- */

static void the_clock_shows_the_time_of_the_system(void **state)
{
    struct clock clock = {.ahead = 0};
    (void)state;
    clock_follow(&clock);
    assert_in_range(clock_now(&clock) / SECOND, time(NULL) - 1, time(NULL) + 1);
    assert_int_equal(clock_follow(&clock), 0);
    clock.ahead += 2 * HOUR; /* it was followed when the system's clock was that far ahead */
    int64_t by = clock_follow(&clock);
    assert_true(llabs(by + 2 * HOUR) < SECOND);
    assert_in_range(clock_now(&clock) / SECOND, time(NULL) - 1, time(NULL) + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_has_as_much_time_as_before),
        cmocka_unit_test(a_stopped_clock_goes_on_with_the_time_that_was_left),
        cmocka_unit_test(tables_are_archived_when_they_would_have_been),
        WITH_HOST(quiet_hours_are_those_of_the_new_time),
        WITH_HOST(less_than_a_second_is_nothing),
        IN_FOLDER(the_new_times_are_stored),
        IN_FOLDER(nobody_waits_for_a_time_that_is_gone),
        IN_FOLDER(a_stopped_clock_is_still_stopped),
        IN_FOLDER(a_wrong_start_archives_nothing),
        cmocka_unit_test(the_clock_shows_the_time_of_the_system),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
