/* What hosts do about people who harm. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

static struct table *table_in(struct fixture *fixture, const char *place)
{
    return session_at(&fixture->host.sessions, "one", place);
}

/* A host of network "one" types in #a. */
static void host_types(struct fixture *fixture, const char *text)
{
    fixture_clear(fixture);
    fixture_type_as(fixture, "one", "hugo", RANK_HOST, "#a", text);
}

static void types(struct fixture *fixture, const char *who, const char *text)
{
    fixture_clear(fixture);
    fixture_type(fixture, who, "#a", text);
}

static void open_lobby(struct fixture *fixture)
{
    fixture_type(fixture, "alice", "#a", "new castellers");
    fixture_type(fixture, "bruno", "#a", "join");
    fixture_type(fixture, "carol", "#a", "join");
}

/* -- kick -------------------------------------------------------------------------------------- */

static void a_host_removes_somebody_from_a_lobby(void **state)
{
    struct fixture *fixture = *state;
    open_lobby(fixture);
    struct table *table = table_in(fixture, "#a");
    host_types(fixture, "kick BRUNO insults everybody");
    fixture_public(fixture, "#a", "hugo has removed bruno from the table: insults everybody.");
    fixture_private(fixture, "bruno", "hugo has removed you from the table: insults everybody.");
    assert_int_equal(table->seat_count, 2);
    assert_int_equal(table_seat_of(table, "one", "account:bruno"), -1);
    host_types(fixture, "config log");
    fixture_private(fixture, "hugo", "hugo: kick – → bruno: insults everybody (this channel)");
}

static void a_host_removes_somebody_from_a_game(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start_game(fixture, "one", "#a", "castellers", 3);
    host_types(fixture, "kick carol");
    fixture_public(fixture, "#a", "hugo has removed carol from the table.");
    fixture_private(fixture, "carol", "hugo has removed you from the table.");
    fixture_public(fixture, "#a", "carol has lost the seat: Bot 3 plays on.");
    assert_null(table->seats[2].identity);
    types(fixture, "carol", "claim");
    fixture_private(fixture, "carol", "");
    assert_null(table->seats[2].identity);
}

/* The table stays with those who stay. */
static void the_opener_is_replaced(void **state)
{
    struct fixture *fixture = *state;
    open_lobby(fixture);
    struct table *table = table_in(fixture, "#a");
    host_types(fixture, "kick alice");
    assert_true(table_is_opener(table, "one", "account:bruno"));
    types(fixture, "alice", "abort");
    fixture_private(fixture, "alice", "You have no seat at this table.");
    assert_true(table_is_live(table));
}

static void the_last_person_takes_the_table_along(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "new castellers");
    host_types(fixture, "kick alice");
    fixture_public(fixture, "#a", "the table is closed");
    assert_false(table_is_live(table_in(fixture, "#a")));
}

static void mistakes_remove_nobody(void **state)
{
    struct fixture *fixture = *state;
    open_lobby(fixture);
    struct table *table = table_in(fixture, "#a");
    host_types(fixture, "kick");
    fixture_private(fixture, "hugo",
                    "Expected: kick NAME [reason]. At this table: alice, bruno, carol.");
    host_types(fixture, "kick brun o");
    fixture_private(fixture, "hugo", "Expected: kick NAME");
    types(fixture, "alice", "kick bruno");
    fixture_private(fixture, "alice", "kick is for channel operators, hosts and admins.");
    assert_int_equal(table->seat_count, 3);
    types(fixture, "bruno", "join turnip");
    host_types(fixture, "kick alice");
    fixture_private(fixture, "hugo", "A word is in the shuffle");
    assert_int_equal(table->seat_count, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(a_host_removes_somebody_from_a_lobby),
        WITH_HOST(a_host_removes_somebody_from_a_game),
        WITH_HOST(the_opener_is_replaced),
        WITH_HOST(the_last_person_takes_the_table_along),
        WITH_HOST(mistakes_remove_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
