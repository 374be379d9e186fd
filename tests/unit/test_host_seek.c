/* People who look for a table are brought together across networks, and in private. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/duration.h"
#include "bot/core/settings.h"
#include "tests/unit/seek_kit.h"
#include "tests/unit/store_fixture.h"

/* -- Being brought together -------------------------------------------------------------------- */

static void people_of_one_channel_find_each_other(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "seek en-garde");
    fixture_private(fixture, "alice",
                    "You are looking for a table: En Garde (2 players, live, 1 h "
                    "left). Nobody else is waiting for that game yet");
    assert_null(live_at(fixture, "one", "#a"));
    fixture_clear(fixture);
    fixture_type(fixture, "bruno", "#a", "seek en-garde");
    fixture_private(fixture, "bruno", "One other person is waiting for that game");
    fixture_public(fixture, "#a", "Your table is found: En Garde, with alice, bruno.");
    const struct table *table = live_at(fixture, "one", "#a");
    assert_non_null(table);
    assert_int_equal(table->status, TABLE_PLAYING);
    assert_int_equal(table->seat_count, 2);
    assert_int_equal(seeking(fixture, "en-garde"), 0);
    assert_non_null(fixture_last(fixture, OUTBOUND_HAND, "one", "", "alice"));
    assert_non_null(fixture_last(fixture, OUTBOUND_HAND, "one", "", "bruno"));
}

static void places_that_allow_it_share_a_table(void **state)
{
    struct fixture *fixture = *state;
    allow(fixture, "one", "#a");
    allow(fixture, "two", "#b");
    fixture_type(fixture, "alice", "#a", "seek en-garde");
    fixture_type_on(fixture, "two", "bruno", "#b", "seek en-garde");
    fixture_public(fixture, "#a", FOUND);
    fixture_public(fixture, "#b", FOUND);
    assert_non_null(live_at(fixture, "one", "#a"));
    assert_ptr_equal(live_at(fixture, "one", "#a"), live_at(fixture, "two", "#b"));
}

static void options_are_those_of_the_place_of_the_first(void **state)
{
    struct fixture *fixture = *state;
    fixture_command(fixture, "config set channel game-options en-garde touches=3");
    allow(fixture, "one", "#a");
    allow(fixture, "two", "#b");
    fixture_type(fixture, "alice", "#a", "seek en-garde");
    fixture_type_on(fixture, "two", "bruno", "#b", "seek en-garde");
    fixture_type(fixture, "alice", "#a", "options");
    fixture_public(fixture, "#a", "touches=3");
}

static void a_place_that_does_not_allow_it_keeps_to_itself(void **state)
{
    struct fixture *fixture = *state;
    allow(fixture, "two", "#b");
    fixture_type(fixture, "alice", "#a", "seek en-garde");
    fixture_private(fixture, "alice", "all of them from this channel");
    fixture_type_on(fixture, "two", "bruno", "#b", "seek en-garde");
    fixture_private(fixture, "bruno",
                    "Nobody else is waiting for that game yet; the game begins "
                    "by itself as soon as enough people fit. ");
    fixture_type(fixture, "carol", "", "seek en-garde");
    assert_null(live_at(fixture, "one", "#a"));
    assert_non_null(live_at(fixture, "two", "#b"));
    assert_int_equal(seeking(fixture, "en-garde"), 1);
    fixture_command(fixture, "config set channel seek on"); /* alice is met from now on */
    fixture_type(fixture, "dora", "", "seek en-garde");
    assert_non_null(live_at(fixture, "one", "#a"));
}

static void who_asks_in_private_plays_in_private(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "", "seek en-garde");
    fixture_type_on(fixture, "two", "bruno", "", "seek en-garde");
    fixture_private(fixture, "alice", FOUND);
    fixture_private(fixture, "bruno", FOUND);
    assert_non_null(fixture_last(fixture, OUTBOUND_HAND, "one", "", "alice"));
    for (size_t i = 0; i < fixture->said_count; i++)
        assert_string_not_equal(fixture->said[i].identity, "");
    unsigned mover = make_move(fixture, "");
    fixture_private(fixture, mover == 0 ? "bruno" : "alice", "advances");
}

static void one_may_play_in_a_channel_and_another_in_private(void **state)
{
    struct fixture *fixture = *state;
    allow(fixture, "one", "#a");
    fixture_type(fixture, "alice", "#a", "seek en-garde");
    fixture_type_on(fixture, "two", "bruno", "", "seek en-garde");
    fixture_public(fixture, "#a", FOUND);
    fixture_private(fixture, "bruno", FOUND);
    make_move(fixture, "");
    fixture_public(fixture, "#a", "advances");
    fixture_private(fixture, "bruno", "advances");
}

/* Whoever is removed is not told of the game any longer. */
static void who_is_removed_hears_no_more(void **state)
{
    struct fixture *fixture = *state;
    allow(fixture, "one", "#a");
    fixture_type(fixture, "alice", "#a", "seek castellers 3");
    fixture_type(fixture, "carol", "#a", "seek castellers 3");
    fixture_type_on(fixture, "two", "bruno", "", "seek castellers 3");
    fixture_private(fixture, "bruno", FOUND);
    fixture_clear(fixture);
    fixture_command(fixture, "kick bruno");
    fixture_private(fixture, "bruno", "olga has removed you from the table");
    assert_int_equal(live_at(fixture, "one", "#a")->places->next == NULL, true);
}

/* The hand of one is nobody else's business, whose private conversation shows the table too. */
static void hands_go_to_their_owners_alone(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "", "seek en-garde");
    fixture_type(fixture, "bruno", "", "seek en-garde");
    assert_int_equal(fixture_count_private(fixture, "alice", "Your hand"), 1);
    assert_int_equal(fixture_count_private(fixture, "bruno", "Your hand"), 1);
}

static void a_console_is_a_private_place(void **state)
{
    struct fixture *fixture = *state;
    fixture_set_terminal(fixture, true);
    fixture_type(fixture, "alice", "#a", "seek en-garde");
    fixture_type_on(fixture, "two", "bruno", "", "seek en-garde");
    assert_non_null(live_at(fixture, "one", "#a"));
    fixture_private(fixture, "bruno", FOUND);
    fixture_set_terminal(fixture, false);
}

/* -- What they want ---------------------------------------------------------------------------- */

static void as_many_play_as_all_of_them_want(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "seek castellers 3");
    fixture_type(fixture, "bruno", "#a", "seek castellers 2-3");
    assert_null(live_at(fixture, "one", "#a"));
    fixture_type(fixture, "carol", "#a", "seek castellers 2");
    assert_int_equal(live_at(fixture, "one", "#a")->seat_count, 2); /* bruno and carol */
    assert_true(table_seat_of(live_at(fixture, "one", "#a"), "one", "account:alice") < 0);
    assert_int_equal(seeking(fixture, "castellers"), 1);
    fixture_type(fixture, "dora", "#b", "seek castellers 3-4");
    fixture_type(fixture, "emil", "#b", "seek castellers 3–4");
    fixture_type(fixture, "fay", "#b", "seek castellers 3");
    assert_int_equal(live_at(fixture, "one", "#b")->seat_count, 3);
}

static void the_pace_is_agreed(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "seek en-garde");
    fixture_type(fixture, "bruno", "#a", "seek en-garde slow");
    fixture_private(fixture, "bruno", "(2 players, slow, 7 days left). One other person");
    fixture_type(fixture, "carol", "#a", "seek en-garde 90s 2");
    fixture_private(fixture, "carol", "(2 players, 90s, 1 h left). 2 others are waiting");
    assert_null(live_at(fixture, "one", "#a"));
    fixture_type(fixture, "dora", "#a", "seek en-garde 2 90s");
    const struct table *table = live_at(fixture, "one", "#a");
    const struct setting_scope scope = table_setting_scope(table);
    assert_int_equal(setting_number(&fixture->host.settings, SETTING_TURN_TIME, &scope), 90 * 1000);
    fixture_type(fixture, "emil", "#b", "seek en-garde slow");
    fixture_type(fixture, "fay", "#b", "seek en-garde slow");
    const struct setting_scope slow = table_setting_scope(live_at(fixture, "one", "#b"));
    assert_int_equal(setting_number(&fixture->host.settings, SETTING_TURN_TIME, &slow),
                     24 * 60 * MINUTE);
}

static void what_is_typed_wrong_is_answered(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "seek en-garde 3");
    fixture_private(fixture, "alice", "En Garde is for 2 players; expected how many");
    fixture_type(fixture, "bruno", "#a", "seek en-garde fast");
    fixture_private(fixture, "bruno", "Expected: a number of players, or a pace");
    fixture_type(fixture, "carol", "#a", "seek castellers 4-3");
    fixture_private(fixture, "carol", "Castellers is for");
    fixture_type(fixture, "dora", "#a", "seek chess");
    fixture_private(fixture, "dora", "chess");
    fixture_type(fixture, "emil", "#a", "seek off chess");
    fixture_private(fixture, "emil", "chess");
    assert_int_equal(seeking(fixture, "en-garde") + seeking(fixture, "castellers"), 0);
}

/* Who sits at a live table is not called to another one, but a slow game goes on beside it. */
static void a_live_table_ends_what_else_is_sought(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "seek castellers");
    fixture_type(fixture, "alice", "#a", "seek goats slow");
    fixture_type(fixture, "alice", "#a", "seek en-garde");
    fixture_type(fixture, "bruno", "#a", "seek en-garde");
    assert_non_null(live_at(fixture, "one", "#a"));
    assert_int_equal(seeking(fixture, "castellers"), 0);
    assert_int_equal(seeking(fixture, "goats"), 1);
}

static void who_asks_again_waits_once(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "seek en-garde");
    fixture_type(fixture, "alice", "#b", "seek en-garde");
    assert_int_equal(seeking(fixture, "en-garde"), 1);
    fixture_type(fixture, "bruno", "#b", "seek en-garde");
    assert_non_null(live_at(fixture, "one", "#b"));
}

/* -- Waiting ----------------------------------------------------------------------------------- */

static void others_are_numbers(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "seek");
    fixture_private(fixture, "alice",
                    "You are not looking for a table; seek GAME finds one. "
                    "Nobody else is waiting.");
    fixture_type(fixture, "bruno", "#a", "seek castellers 4");
    fixture_type(fixture, "carol", "#a", "seek castellers 4 slow");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "seek");
    fixture_private(fixture, "alice", "Others who wait: Castellers 2.");
    assert_int_equal(fixture_count_private(fixture, "alice", "bruno"), 0);
    fixture_clear(fixture);
    fixture_type(fixture, "bruno", "#a", "seek");
    fixture_private(fixture, "bruno",
                    "You are looking for: Castellers (4 players, live, 1 h left)."
                    " seek off ends it. Others who wait: Castellers 1.");
    fixture_clear(fixture);
    fixture_type(fixture, "dora", "#b", "seek"); /* they wait in a place of their own */
    fixture_private(fixture, "dora", "Nobody else is waiting.");
}

static void what_is_sought_can_be_withdrawn(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "seek en-garde");
    fixture_type(fixture, "alice", "#a", "seek castellers");
    fixture_type(fixture, "alice", "#a", "seek goats");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "", "seek off goats");
    fixture_private(fixture, "alice", "You no longer look for that table.");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#b", "seek off");
    fixture_private(fixture, "alice", "You no longer look for those tables.");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#b", "seek off");
    fixture_private(fixture, "alice", "You were not looking for that.");
    fixture_type(fixture, "bruno", "#a", "seek en-garde");
    assert_null(live_at(fixture, "one", "#a"));
}

static void who_waits_in_vain_is_told_once(void **state)
{
    struct fixture *fixture = *state;
    fixture_command(fixture, "config set channel seek-time 20min");
    fixture_type(fixture, "alice", "#a", "seek en-garde");
    fixture_private(fixture, "alice", "20 min left");
    fixture_clear(fixture);
    fixture_wait(fixture, 20 * MINUTE - 1);
    assert_int_equal(fixture_count_private(fixture, "alice", ""), 0);
    fixture_wait(fixture, 1);
    fixture_private(fixture, "alice",
                    "Not enough people came for En Garde, so I no longer look. "
                    "seek en-garde looks again.");
    fixture_wait(fixture, 60 * MINUTE);
    assert_int_equal(fixture_count_private(fixture, "alice", ""), 1);
    fixture_type(fixture, "bruno", "#a", "seek en-garde");
    assert_null(live_at(fixture, "one", "#a"));
}

static void a_new_name_keeps_waiting(void **state)
{
    struct fixture *fixture = *state;
    const struct person now = {"account:ann", "ann", RANK_PLAYER};
    fixture_type(fixture, "alice", "", "seek en-garde");
    fixture->host.listener.renamed(&fixture->host, "one", "account:alice", &now);
    fixture_end_turn(fixture);
    fixture_type(fixture, "bruno", "", "seek en-garde");
    fixture_private(fixture, "ann", "En Garde, with ann, bruno.");
    assert_int_equal(fixture_count_private(fixture, "alice", FOUND), 0);
}

static void who_quits_the_network_no_longer_waits_in_private(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "", "seek en-garde");
    fixture_type(fixture, "alice", "", "seek castellers slow");
    fixture->host.listener.left(&fixture->host, "one", "", "account:alice", LEFT_NETWORK);
    fixture_end_turn(fixture);
    assert_int_equal(seeking(fixture, "en-garde"), 0);
    assert_int_equal(seeking(fixture, "castellers"), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(people_of_one_channel_find_each_other),
        WITH_HOST(places_that_allow_it_share_a_table),
        WITH_HOST(options_are_those_of_the_place_of_the_first),
        WITH_HOST(a_place_that_does_not_allow_it_keeps_to_itself),
        WITH_HOST(who_asks_in_private_plays_in_private),
        WITH_HOST(one_may_play_in_a_channel_and_another_in_private),
        WITH_HOST(who_is_removed_hears_no_more),
        WITH_HOST(hands_go_to_their_owners_alone),
        WITH_HOST(a_console_is_a_private_place),
        WITH_HOST(as_many_play_as_all_of_them_want),
        WITH_HOST(the_pace_is_agreed),
        WITH_HOST(what_is_typed_wrong_is_answered),
        WITH_HOST(a_live_table_ends_what_else_is_sought),
        WITH_HOST(who_asks_again_waits_once),
        WITH_HOST(others_are_numbers),
        WITH_HOST(what_is_sought_can_be_withdrawn),
        WITH_HOST(who_waits_in_vain_is_told_once),
        WITH_HOST(a_new_name_keeps_waiting),
        WITH_HOST(who_quits_the_network_no_longer_waits_in_private),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
