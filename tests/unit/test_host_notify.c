/* People who want to be told when there is a table to join. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bot/core/settings.h"
#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

enum { MINUTE = 60 * 1000 };

#define OPENED "has opened a table"

static void who_asks_is_told_of_a_new_table(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "carol", "#a", "notify");
    fixture_private(fixture, "carol", "You are not told of tables here");
    fixture_clear(fixture);
    fixture_type(fixture, "carol", "#a", "notify on");
    fixture_private(fixture, "carol", "I tell you in private when a table is opened here");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#b", "new en-garde");
    assert_int_equal(fixture_count_private(fixture, "carol", ""), 0);
    fixture_type(fixture, "alice", "#a", "new castellers");
    fixture_private(fixture, "carol", "Castellers in #a: alice has opened a table. join there");
    fixture_clear(fixture);
    fixture_type(fixture, "bruno", "#a", "join");
    assert_int_equal(fixture_count_private(fixture, "carol", ""), 0);
}

static void who_waits_for_company_is_told_when_it_is_there(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "carol", "#a", "notify 2");
    fixture_private(fixture, "carol", "when 2 people sit at a table here");
    fixture_type(fixture, "dora", "#a", "notify 3");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "new castellers");
    fixture_type(fixture, "alice", "#a", "bots add");
    assert_int_equal(fixture_count_private(fixture, "carol", ""), 0);
    fixture_type(fixture, "bruno", "#a", "join");
    fixture_private(fixture, "carol", "Castellers in #a: 2 people sit at a table.");
    assert_int_equal(fixture_count_private(fixture, "dora", ""), 0);
}

/* The people of the last table sit down at once. */
static void a_table_may_open_with_company(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "new castellers");
    fixture_type(fixture, "bruno", "#a", "join");
    fixture_type(fixture, "alice", "#a", "start");
    fixture_type(fixture, "alice", "#a", "abort");
    fixture_type(fixture, "carol", "#a", "notify 2");
    fixture_type(fixture, "dora", "#a", "notify on");
    fixture_type(fixture, "bruno", "#a", "notify on");
    fixture_type(fixture, "emil", "#a", "notify 3");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "again");
    fixture_private(fixture, "carol", "2 people sit at a table.");
    fixture_private(fixture, "dora", "2 people sit at a table.");
    assert_int_equal(fixture_count_private(fixture, "bruno", "sit at a table"), 0);
    assert_int_equal(fixture_count_private(fixture, "emil", ""), 0);
}

static void who_plays_or_types_is_not_told(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "notify on");
    fixture_type(fixture, "bruno", "#a", "notify 2");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "new castellers");
    fixture_type(fixture, "bruno", "#a", "join");
    assert_int_equal(fixture_count_private(fixture, "alice", "a table"), 0);
    assert_int_equal(fixture_count_private(fixture, "bruno", "a table"), 0);
}

/* Somebody who was told when the table opened is not told again because it grows. */
static void company_is_told_to_those_alone_who_waited_for_it(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "carol", "#a", "notify on");
    fixture_type(fixture, "dora", "#a", "notify 2");
    fixture_type(fixture, "alice", "#a", "new castellers");
    fixture_private(fixture, "carol", OPENED);
    fixture_clear(fixture);
    fixture_wait(fixture, 11 * MINUTE); /* nobody is told of one table twice within ten */
    fixture_type(fixture, "bruno", "#a", "join");
    assert_int_equal(fixture_count_private(fixture, "carol", ""), 0);
    fixture_private(fixture, "dora", "2 people sit at a table.");
}

/* A table for two is full then. */
static void of_a_full_table_nobody_is_told(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "carol", "#a", "notify 2");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "new en-garde");
    fixture_type(fixture, "bruno", "#a", "join");
    assert_int_equal(fixture_count_private(fixture, "carol", ""), 0);
}

static void a_lobby_that_comes_and_goes_is_told_of_once(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "carol", "#a", "notify on");
    fixture_clear(fixture);
    for (int i = 0; i < 3; i++) {
        fixture_type(fixture, "alice", "#a", "new en-garde");
        fixture_type(fixture, "alice", "#a", "leave");
    }
    fixture_private(fixture, "carol", OPENED);
    fixture_clear(fixture);
    fixture_wait(fixture, 10 * MINUTE);
    fixture_type(fixture, "alice", "#a", "new en-garde");
    fixture_private(fixture, "carol", OPENED);
}

/* The clock shows noon in UTC. */
static void quiet_hours_are_kept(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "carol", "#a", "notify on");
    fixture_type(fixture, "carol", "#a", "style quiet-hours=11:00-13:00");
    fixture_type(fixture, "dora", "#a", "notify on");
    fixture_type(fixture, "dora", "#a", "style quiet-hours=13:00-11:00");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "new en-garde");
    assert_int_equal(fixture_count_private(fixture, "carol", ""), 0);
    fixture_private(fixture, "dora", OPENED);
}

static void it_can_be_taken_back(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "carol", "#a", "notify on");
    fixture_type(fixture, "carol", "#a", "notify off");
    fixture_type(fixture, "dora", "#a", "notify on");
    fixture_type(fixture, "dora", "#b", "notify on");
    fixture_type(fixture, "dora", "", "notify on");
    fixture_private(fixture, "dora", "in a channel");
    fixture_clear(fixture);
    fixture_type(fixture, "dora", "", "notify off");
    fixture_private(fixture, "dora", "I tell you of no tables any more");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "new en-garde");
    fixture_type(fixture, "alice", "#b", "new en-garde");
    assert_int_equal(fixture_count_private(fixture, "carol", ""), 0);
    assert_int_equal(fixture_count_private(fixture, "dora", ""), 0);
}

static void other_words_change_nothing(void **state)
{
    static const char *const words[] = {"maybe", "0", "6", "22", "-2", "on off"};
    struct fixture *fixture = *state;
    fixture_type(fixture, "carol", "#a", "notify 4");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        fixture_clear(fixture);
        fixture_type(fixture, "carol", "#a", line_of("notify %s", words[i]));
        fixture_private(fixture, "carol", "Expected: notify on");
    }
    fixture_clear(fixture);
    fixture_type(fixture, "carol", "#a", "notify");
    fixture_private(fixture, "carol", "when 4 people sit");
}

static void a_place_remembers_so_many_people_and_no_more(void **state)
{
    struct fixture *fixture = *state;
    char name[16];
    for (int i = 0; i <= SESSION_NOTIFY_MAX; i++) {
        struct text text = TEXT_IN(name);
        text_add_format(&text, "p%d", i);
        fixture_clear(fixture);
        fixture_type(fixture, name, "#a", "notify on");
    }
    fixture_private(fixture, name, "I already tell 32 people of tables here");
    fixture_clear(fixture);
    fixture_type(fixture, "p0", "#a", "notify 3"); /* this person is one of them */
    fixture_private(fixture, "p0", "when 3 people sit");
    fixture_type(fixture, "alice", "#a", "new castellers");
    for (int i = 1; i < SESSION_NOTIFY_MAX; i++) {
        struct text text = TEXT_IN(name);
        text_add_format(&text, "p%d", i);
        fixture_private(fixture, name, OPENED);
    }
}

static void it_belongs_to_a_persons_data(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "carol", "#a", "notify 2");
    fixture_type(fixture, "carol", "#b", "notify on");
    fixture_clear(fixture);
    fixture_type(fixture, "carol", "#a", "export me");
    fixture_private(fixture, "carol", "\"notify\": {\"#a\": 2, \"#b\": 1}");
    fixture_type(fixture, "dora", "#a", "notify on");
    fixture_type(fixture, "carol", "#a", "forget me");
    fixture_type(fixture, "carol", "#a", "forget me");
    fixture_clear(fixture);
    fixture_type(fixture, "carol", "#b", "notify");
    fixture_private(fixture, "carol", "You are not told");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "new castellers");
    assert_int_equal(fixture_count_private(fixture, "carol", ""), 0);
    fixture_private(fixture, "dora", OPENED);
}

static void all_tables_belong_to_a_persons_data(void **state)
{
    struct fixture *fixture = *state;
    const struct table *first = fixture_start(fixture, "#a", "");
    const struct table *second = fixture_start(fixture, "#b", "");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "export me");
    fixture_private(
        fixture, "alice",
        line_of("\"tables\": [%lld, %lld]", (long long)second->id, (long long)first->id));
}

/* A table that has moved to a thread still belongs to the channel. */
static void a_thread_counts_as_its_channel(void **state)
{
    struct fixture *fixture = *state;
    fixture_type_on(fixture, "boards", "carol", "#a-1", "notify 2");
    fixture_type_on(fixture, "boards", "dora", "#a", "notify on");
    fixture_clear(fixture);
    fixture_type_on(fixture, "boards", "alice", "#a-1", "new castellers");
    assert_non_null(fixture_last(fixture, OUTBOUND_ANSWER, "boards", NULL, "dora"));
    assert_null(fixture_last(fixture, OUTBOUND_ANSWER, "boards", NULL, "carol"));
    fixture_type_on(fixture, "boards", "bruno", "#a-1", "join");
    const struct said *told = fixture_last(fixture, OUTBOUND_ANSWER, "boards", NULL, "carol");
    assert_non_null(told);
    assert_string_equal(told->text, "Castellers in #A-1: 2 people sit at a table. join there takes "
                                    "a seat, notify off there ends these messages.");
}

static void everybody_reads_their_own_language(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "carol", "#a", "notify on");
    fixture_type(fixture, "dora", "#a", "notify on");
    fixture_type(fixture, "emil", "#a", "notify on");
    fixture_type(fixture, "emil", "#a", "lang fr");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "new castellers");
    const char *carols = fixture_private(fixture, "carol", "Castellers");
    assert_string_equal(carols, fixture_private(fixture, "dora", "Castellers"));
    fixture_private(fixture, "emil", "#a");
}

static void it_survives_a_restart(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    fixture_type(fixture, "carol", "#a", "notify on");
    fixture = fixture_restart(fixture, 0);
    fixture_type(fixture, "alice", "#a", "new en-garde");
    fixture_private(fixture, "carol", OPENED);
    fixture_close(fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(who_asks_is_told_of_a_new_table),
        WITH_HOST(who_waits_for_company_is_told_when_it_is_there),
        WITH_HOST(a_table_may_open_with_company),
        WITH_HOST(company_is_told_to_those_alone_who_waited_for_it),
        WITH_HOST(who_plays_or_types_is_not_told),
        WITH_HOST(of_a_full_table_nobody_is_told),
        WITH_HOST(a_lobby_that_comes_and_goes_is_told_of_once),
        WITH_HOST(quiet_hours_are_kept),
        WITH_HOST(it_can_be_taken_back),
        WITH_HOST(other_words_change_nothing),
        WITH_HOST(a_place_remembers_so_many_people_and_no_more),
        WITH_HOST(it_belongs_to_a_persons_data),
        WITH_HOST(all_tables_belong_to_a_persons_data),
        WITH_HOST(a_thread_counts_as_its_channel),
        WITH_HOST(everybody_reads_their_own_language),
        IN_FOLDER(it_survives_a_restart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
