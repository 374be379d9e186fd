/* block and unblock: with whom people do not want to sit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/duration.h"
#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

static struct table *table_in(struct fixture *fixture, const char *place)
{
    return session_at(&fixture->host.sessions, "one", place);
}

static void types(struct fixture *fixture, const char *who, const char *text)
{
    fixture_clear(fixture);
    fixture_type(fixture, who, "#a", text);
}

static void whispers(struct fixture *fixture, const char *who, const char *text)
{
    fixture_clear(fixture);
    fixture_type(fixture, who, "", text);
}

static void assert_seated(struct fixture *fixture, const char *who, bool seated)
{
    struct table *table = table_in(fixture, "#a");
    assert_int_equal(table_seat_of(table, "one", line_of("account:%s", who)) >= 0, seated);
}

/* Neither sits down where the other sits, and only one of them knows why. */
static void two_people_are_kept_apart(void **state)
{
    struct fixture *fixture = *state;
    whispers(fixture, "alice", "block account:bruno");
    fixture_private(fixture, "alice", "From now on you do not sit down at the same table as");
    assert_int_equal(fixture->said_count, 1);
    types(fixture, "alice", "new castellers");
    types(fixture, "bruno", "join");
    fixture_private(fixture, "bruno", "There is no seat for you at this table.");
    assert_int_equal(fixture->said_count, 1);
    assert_seated(fixture, "bruno", false);
    types(fixture, "alice", "abort");
    types(fixture, "bruno", "new castellers");
    types(fixture, "alice", "join");
    fixture_private(fixture, "alice", "Somebody whom you have blocked sits at this table.");
    assert_seated(fixture, "alice", false);
    whispers(fixture, "alice", "unblock account:bruno");
    fixture_private(fixture, "alice", "You may sit down with account:bruno again.");
    types(fixture, "alice", "join");
    assert_seated(fixture, "alice", true);
}

/* Where nobody could sit down, the answer is the same as for everybody. */
static void a_full_table_tells_nothing(void **state)
{
    struct fixture *fixture = *state;
    whispers(fixture, "alice", "block account:carol");
    types(fixture, "alice", "new en-garde");
    types(fixture, "bruno", "join");
    types(fixture, "dora", "join");
    const char *told = fixture_private(fixture, "dora", "");
    char expected[256];
    struct text text = TEXT_IN(expected);
    text_add(&text, told);
    types(fixture, "carol", "join");
    fixture_private(fixture, "carol", expected);
}

static void a_game_that_runs_goes_on(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start(fixture, "#a", "");
    types(fixture, "alice", "block bruno");
    fixture_private(fixture, "alice", "as bruno.");
    assert_true(fixture_move(fixture, table));
    assert_int_equal(table->lines, 1);
    types(fixture, "alice", "abort");
    types(fixture, "alice", "again");
    assert_seated(fixture, "alice", true);
    assert_seated(fixture, "bruno", false);
}

static void only_oneself_sees_the_list(void **state)
{
    struct fixture *fixture = *state;
    whispers(fixture, "alice", "block");
    fixture_private(fixture, "alice", "You have blocked nobody.");
    whispers(fixture, "alice", "block account:bruno");
    whispers(fixture, "alice", "block");
    fixture_private(fixture, "alice", "You have blocked: account:bruno.");
    whispers(fixture, "bruno", "block");
    fixture_private(fixture, "bruno", "You have blocked nobody.");
    whispers(fixture, "alice", "block account:alice");
    fixture_private(fixture, "alice", "That would be yourself.");
    whispers(fixture, "alice", "unblock carol");
    fixture_private(fixture, "alice", "You have not blocked “carol”.");
    fixture_command(fixture, "config log");
    assert_int_equal(fixture_count_private(fixture, "olga", "bruno"), 0);
}

static void blocks_survive_a_restart_but_not_forget_me(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    whispers(fixture, "alice", "block account:bruno");
    fixture = fixture_restart(fixture, HOUR);
    fixture_open_place(fixture, "one", "#a");
    types(fixture, "bruno", "new castellers");
    types(fixture, "alice", "join");
    assert_seated(fixture, "alice", false);
    whispers(fixture, "alice", "forget me");
    whispers(fixture, "alice", "forget me");
    types(fixture, "alice", "join");
    assert_seated(fixture, "alice", true);
    char value[STORE_WORD_MAX];
    assert_false(value_of(fixture->disk, "blocks one account:alice", "one account:bruno", value,
                          sizeof value));
    fixture_close(fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(two_people_are_kept_apart),
        WITH_HOST(a_full_table_tells_nothing),
        WITH_HOST(a_game_that_runs_goes_on),
        WITH_HOST(only_oneself_sees_the_list),
        IN_FOLDER(blocks_survive_a_restart_but_not_forget_me),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
