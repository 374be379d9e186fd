/* What hosts do about people who harm. */
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

/* -- ban, bans, unban -------------------------------------------------------------------------- */

static void assert_seated(struct fixture *fixture, const char *who, bool seated)
{
    struct table *table = table_in(fixture, "#a");
    assert_int_equal(table_seat_of(table, "one", line_of("account:%s", who)) >= 0, seated);
}

static void who_is_barred_leaves_and_sits_down_nowhere(void **state)
{
    struct fixture *fixture = *state;
    open_lobby(fixture);
    host_types(fixture, "ban bruno for 3d insults everybody");
    fixture_private(fixture, "hugo", "Barred: bruno (account:bruno; this channel, for 3 days).");
    fixture_private(fixture, "bruno", "hugo has barred you from tables (#a, for 3 days): insults");
    fixture_public(fixture, "#a", "hugo has removed bruno from the table: insults everybody.");
    assert_seated(fixture, "bruno", false);
    types(fixture, "bruno", "join");
    fixture_private(fixture, "bruno",
                    "You are barred from tables here for 3 days: insults everybody.");
    types(fixture, "bruno", "status");
    assert_seated(fixture, "bruno", false);
    fixture_clear(fixture);
    fixture_type(fixture, "bruno", "#b", "new en-garde");
    assert_int_equal(fixture_count_private(fixture, "bruno", "barred"), 0);
    host_types(fixture, "config log");
    fixture_private(fixture, "hugo", "hugo: ban – → bruno 3d: insults everybody (this channel)");
}

static void a_ban_ends_with_its_time(void **state)
{
    struct fixture *fixture = *state;
    host_types(fixture, "ban account:bruno 2h");
    types(fixture, "bruno", "new en-garde");
    fixture_private(fixture, "bruno", "You are barred from tables here for 2 h.");
    fixture_wait(fixture, 2 * HOUR);
    types(fixture, "bruno", "new en-garde");
    assert_seated(fixture, "bruno", true);
    host_types(fixture, "bans");
    fixture_private(fixture, "hugo", "Nobody is barred here.");
}

static void bans_are_listed_and_lifted(void **state)
{
    struct fixture *fixture = *state;
    fixture_command(fixture, "ban account:bruno server cheats");
    host_types(fixture, "bans");
    fixture_private(fixture, "hugo", "account:bruno (account:bruno), this server, by olga: cheats");
    host_types(fixture, "unban account:bruno");
    fixture_private(fixture, "hugo", "was barred by somebody who decides about more than this");
    host_types(fixture, "unban nobody");
    fixture_private(fixture, "hugo", "Nobody like that is barred here: “nobody”.");
    fixture_clear(fixture);
    fixture_type(fixture, "bruno", "#z", "new en-garde");
    fixture_private(fixture, "bruno", "You are barred from tables here: cheats.");
    fixture_clear(fixture);
    fixture_command(fixture, "unban account:bruno");
    fixture_private(fixture, "olga",
                    "No longer barred: account:bruno (account:bruno; this server).");
    fixture_private(fixture, "bruno", "olga lets you sit down again (this server).");
    types(fixture, "bruno", "new en-garde");
    assert_seated(fixture, "bruno", true);
}

/* How far a ban reaches follows from who gives it. */
static void people_bar_as_far_as_they_decide(void **state)
{
    static const struct {
        enum person_rank rank;
        const char *typed, *answer;
    } cases[] = {
        {RANK_PLAYER, "ban account:bruno", "ban is for channel operators, hosts and admins."},
        {RANK_HOST, "ban account:bruno", "(account:bruno; this channel)"},
        {RANK_HOST, "ban account:bruno server", "(this server) only by admins"},
        {RANK_HOST, "ban account:bruno table", "table"},
        {RANK_ADMIN, "ban account:bruno", "(account:bruno; this server)"},
        {RANK_ADMIN, "ban account:bruno channel", "(account:bruno; this channel)"},
        {RANK_ADMIN, "ban account:bruno network", "only by owners of the bot"},
        {RANK_ADMIN, "ban account:hugo", "That would bar you too."},
        {RANK_HOST, "ban", "Expected: ban WHO"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fixture *fixture = fixture_open("");
        fixture_type_as(fixture, "one", "hugo", cases[i].rank, "#a", cases[i].typed);
        fixture_private(fixture, "hugo", cases[i].answer);
        fixture_close(fixture);
    }
}

static void a_table_can_be_barred_alone(void **state)
{
    struct fixture *fixture = *state;
    open_lobby(fixture);
    host_types(fixture, "ban carol table");
    types(fixture, "carol", "join");
    fixture_private(fixture, "carol", "You are barred from tables here.");
    types(fixture, "alice", "abort");
    types(fixture, "carol", "new castellers");
    assert_seated(fixture, "carol", true);
}

static void roles_are_barred_where_a_network_has_them(void **state)
{
    struct fixture *fixture = *state;
    struct inbound inbound = {.network = "one",
                              .person = {"account:dora", "dora", RANK_PLAYER},
                              .place = "#a",
                              .text = "new en-garde",
                              .roles = "4711\n4712"};
    host_types(fixture, "ban role:4712");
    fixture_receive(fixture, &inbound);
    fixture_private(fixture, "dora", "You are barred from tables here.");
    inbound.roles = "4711";
    fixture_receive(fixture, &inbound);
    assert_seated(fixture, "dora", true);
    /* Somebody who has got the role in the meantime loses the seat with the next word. */
    inbound.roles = "4712";
    inbound.text = "options";
    fixture_receive(fixture, &inbound);
    assert_false(table_is_live(table_in(fixture, "#a")));
}

static void admins_are_not_barred(void **state)
{
    struct fixture *fixture = *state;
    host_types(fixture, "ban account:olga");
    fixture_command(fixture, "new en-garde");
    assert_seated(fixture, "olga", true);
}

static void again_leaves_out_who_is_barred(void **state)
{
    struct fixture *fixture = *state;
    open_lobby(fixture);
    types(fixture, "alice", "abort");
    host_types(fixture, "ban account:bruno");
    types(fixture, "alice", "again");
    assert_seated(fixture, "bruno", false);
    assert_seated(fixture, "carol", true);
}

static void bans_survive_a_restart(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    host_types(fixture, "ban account:bruno 1d spam");
    fixture = fixture_restart(fixture, HOUR);
    fixture_open_place(fixture, "one", "#a");
    types(fixture, "bruno", "new en-garde");
    fixture_private(fixture, "bruno", "You are barred from tables here for 23 h: spam.");
    host_types(fixture, "unban account:bruno");
    fixture = fixture_restart(fixture, HOUR);
    fixture_open_place(fixture, "one", "#a");
    types(fixture, "bruno", "new en-garde");
    assert_seated(fixture, "bruno", true);
    fixture_close(fixture);
}

/* The ban stays; who gave it is forgotten. */
static void who_bars_can_be_forgotten(void **state)
{
    struct fixture *fixture = *state;
    host_types(fixture, "ban account:bruno spam");
    host_types(fixture, "forget me");
    host_types(fixture, "forget me");
    fixture_command(fixture, "bans");
    fixture_private(fixture, "olga", "account:bruno (account:bruno), this channel: spam");
}

static void a_disk_that_fails_bars_nobody(void **state)
{
    struct fixture *fixture = *state;
    types(fixture, "alice", "new castellers");
    store_line_add(fixture->host.store, &(struct stored_line){.table = 1, .n = 7, .move = "x"});
    host_types(fixture, "ban account:bruno");
    fixture_private(fixture, "hugo", "could not be saved");
    types(fixture, "bruno", "join");
    assert_seated(fixture, "bruno", true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(who_is_barred_leaves_and_sits_down_nowhere),
        WITH_HOST(a_ban_ends_with_its_time),
        WITH_HOST(bans_are_listed_and_lifted),
        cmocka_unit_test(people_bar_as_far_as_they_decide),
        WITH_HOST(a_table_can_be_barred_alone),
        WITH_HOST(roles_are_barred_where_a_network_has_them),
        WITH_HOST(admins_are_not_barred),
        WITH_HOST(again_leaves_out_who_is_barred),
        IN_FOLDER(bans_survive_a_restart),
        WITH_HOST(who_bars_can_be_forgotten),
        WITH_HOST(a_disk_that_fails_bars_nobody),
        WITH_HOST(a_host_removes_somebody_from_a_lobby),
        WITH_HOST(a_host_removes_somebody_from_a_game),
        WITH_HOST(the_opener_is_replaced),
        WITH_HOST(the_last_person_takes_the_table_along),
        WITH_HOST(mistakes_remove_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
