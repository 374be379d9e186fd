/* Turns that can't be saved: everything in memory is as it was before. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/host_fixture.h"

/* A write that the store refuses makes the whole turn fail, like a full disk. */
static void spoil_turn(struct fixture *fixture)
{
    store_line_add(fixture->store,
                   &(struct stored_line){.table = 4711, .n = 9, .seat = 0, .move = "advance 1"});
}

static struct table *table_in(struct fixture *fixture, const char *place)
{
    return session_at(&fixture->host.sessions, "one", place);
}

static void a_table_that_ended_and_made_room_is_back(void **state)
{
    struct fixture *fixture = *state;
    int64_t id = fixture_start(fixture, "#a", "")->id;
    spoil_turn(fixture);
    fixture_type_in_turn(fixture, "alice", "#a", "abort");
    fixture_type_in_turn(fixture, "alice", "#a", "again");
    assert_true(table_in(fixture, "#a")->id != id);
    fixture_end_turn(fixture);
    assert_non_null(table_in(fixture, "#a"));
    assert_int_equal(table_in(fixture, "#a")->id, id);
    assert_int_equal(table_in(fixture, "#a")->status, TABLE_PLAYING);
}

static void admin(struct fixture *fixture, const char *network, const char *place, const char *text)
{
    fixture_type_as(fixture, network, "root", RANK_ADMIN, place, text);
}

static bool are_linked(struct fixture *fixture)
{
    const struct sessions *sessions = &fixture->host.sessions;
    const struct table_place *one = session_place(sessions, "one", "#a");
    const struct table_place *other = session_place(sessions, "two", "#b");
    assert_int_equal(session_is_linked(one, other), session_is_linked(other, one));
    return session_is_linked(one, other);
}

static void links_are_as_they_were(void **state)
{
    struct fixture *fixture = *state;
    const char *offer = fixture_offer_link(fixture, "one", "root", "#a");
    spoil_turn(fixture);
    admin(fixture, "two", "#b", offer);
    assert_false(are_linked(fixture));
    admin(fixture, "two", "#b", fixture_offer_link(fixture, "one", "root", "#a"));
    assert_true(are_linked(fixture));
    spoil_turn(fixture);
    admin(fixture, "two", "#b", "unlink one/#a");
    assert_true(are_linked(fixture));
}

static void an_ended_table_has_nobody_at_it(void **state)
{
    struct fixture *fixture = *state;
    size_t count;
    fixture_type_on(fixture, "boards", "alice", "#a", "new en-garde threads=on");
    int64_t id = session_at(&fixture->host.sessions, "boards", "#a")->id;
    fixture_type_on(fixture, "boards", "alice", "#a", "abort");
    spoil_turn(fixture);
    session_thread_opened(&fixture->host.sessions, "boards", "#a", (uint64_t)id, "#a-1");
    fixture_end_turn(fixture);
    assert_int_equal(session_by_id(&fixture->host.sessions, id)->status, TABLE_ABORTED);
    session_tables_of(&fixture->host.sessions, "boards", "account:alice", &count);
    assert_int_equal(count, 0);
}

static void who_was_to_be_told_of_a_table_is_told_of_the_next(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "carol", "#a", "notify on");
    spoil_turn(fixture);
    fixture_type(fixture, "alice", "#a", "new en-garde");
    assert_null(table_in(fixture, "#a"));
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "new en-garde");
    fixture_private(fixture, "carol", "En Garde");
}

/* The person was away before, and still is when the turn has failed: they get their hand when they
 * come. */
static void who_is_away_stays_away(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start(fixture, "#a", "");
    const struct person bruno = {"account:bruno", "bruno", RANK_PLAYER};
    session_left(&fixture->host.sessions, "one", "#a", "account:bruno", LEFT_PLACE);
    fixture_end_turn(fixture);
    spoil_turn(fixture);
    fixture_move(fixture, table);
    table = table_in(fixture, "#a");
    assert_true(session_is_missing(table, 1));
    fixture_clear(fixture);
    session_joined(&fixture->host.sessions, "one", "#a", &bruno, false);
    fixture_end_turn(fixture);
    assert_int_equal(fixture_count_private(fixture, "bruno", "Your hand"), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(a_table_that_ended_and_made_room_is_back),
        WITH_HOST(links_are_as_they_were),
        WITH_HOST(who_was_to_be_told_of_a_table_is_told_of_the_next),
        WITH_HOST(an_ended_table_has_nobody_at_it),
        WITH_HOST(who_is_away_stays_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
