/* People who look for a table and are not brought together, or not yet: there is no room, they do
 * not meet, or the process ends. */
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

/* -- Where there is no room -------------------------------------------------------------------- */

static void beside_another_table_one_plays_in_private(void **state)
{
    struct fixture *fixture = *state;
    fixture_start(fixture, "#a", "");
    fixture_type(fixture, "carol", "#a", "seek en-garde");
    fixture_type(fixture, "alice", "#a", "seek en-garde"); /* who sits there already */
    fixture_private(fixture, "carol", FOUND);
    fixture_private(fixture, "alice", FOUND);
    assert_int_equal(fixture_count_public(fixture, "#a", FOUND), 0);
}

/* Where people have no place of their own, they wait until there is room. */
static void without_room_nobody_is_seated(void **state)
{
    struct fixture *fixture = *state;
    fixture_type_on(fixture, "boards", "dora", "#a", "seek en-garde");
    fixture_start_game(fixture, "boards", "#a", "en-garde", 2);
    fixture_type_on(fixture, "boards", "emil", "#a", "seek en-garde");
    fixture_private(fixture, "emil", "no room to show you another");
    fixture_type_on(fixture, "boards", "alice", "#a", "abort");
    fixture_type_on(fixture, "boards", "bruno", "#a", "abort");
    fixture_type_on(fixture, "boards", "emil", "#a", "seek en-garde");
    assert_int_equal(seeking(fixture, "en-garde"), 0);
    assert_int_equal(live_at(fixture, "boards", "#a")->status, TABLE_PLAYING);
}

static void a_thread_is_made_where_tables_have_one(void **state)
{
    struct fixture *fixture = *state;
    fixture_type_as(fixture, "boards", "olga", RANK_ADMIN, "#a", "config set channel threads on");
    fixture_type_on(fixture, "boards", "alice", "#a", "seek en-garde");
    fixture_type_on(fixture, "boards", "bruno", "#a", "seek en-garde");
    assert_string_equal(fixture->threaded, "#a");
    fixture->host.listener.thread_opened(&fixture->host, "boards", "#a", fixture->threaded_table,
                                         false, "#a-1");
    fixture_end_turn(fixture);
    assert_null(live_at(fixture, "boards", "#a"));
    assert_non_null(live_at(fixture, "boards", "#a-1"));
}

static void who_cannot_be_reached_waits(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "", "seek en-garde");
    fixture_set_connected(fixture, false);
    fixture_type_on(fixture, "two", "bruno", "", "seek en-garde");
    assert_int_equal(seeking(fixture, "en-garde"), 2);
    fixture_set_connected(fixture, true);
    fixture_open_place(fixture, "one", "#a");
    fixture_end_turn(fixture);
    fixture_private(fixture, "alice", FOUND);
}

static void a_place_where_the_bot_is_not_waits(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#gone", "seek en-garde");
    fixture_type(fixture, "bruno", "#gone", "seek en-garde");
    assert_null(live_at(fixture, "one", "#gone"));
    assert_int_equal(seeking(fixture, "en-garde"), 2);
}

/* Nothing begins that the settings of the place forbid. */
static void a_table_with_sealed_words_waits_for_them(void **state)
{
    struct fixture *fixture = *state;
    fixture_command(fixture, "config set channel words sealed");
    fixture_type(fixture, "alice", "#a", "seek en-garde");
    fixture_type(fixture, "bruno", "#a", "seek en-garde");
    assert_int_equal(live_at(fixture, "one", "#a")->status, TABLE_LOBBY);
    fixture_public(fixture, "#a",
                   "Your table is found: En Garde, with alice, bruno. start begins.");
    fixture_clear(fixture);
    fixture_type(fixture, "bruno", "#a", "start");
    fixture_private(fixture, "bruno", "seal");
}

static void settings_of_a_place_hold(void **state)
{
    struct fixture *fixture = *state;
    fixture_command(fixture, "config set channel games goats");
    fixture_type(fixture, "alice", "#a", "seek en-garde");
    fixture_private(fixture, "alice", "That game is not played here");
    fixture_command(fixture, "config set channel open hosts");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "seek goats");
    fixture_private(fixture, "alice", "Tables are opened here by hosts");
}

/* -- Who does not meet ------------------------------------------------------------------------- */

/* Not even the number tells that somebody is there who has blocked them. */
static void who_blocked_somebody_never_meets_them(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "block account:bruno");
    fixture_type(fixture, "alice", "#a", "seek en-garde");
    fixture_clear(fixture);
    fixture_type(fixture, "bruno", "#a", "seek en-garde");
    fixture_private(fixture, "bruno", "Nobody else is waiting for that game yet");
    assert_null(live_at(fixture, "one", "#a"));
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "seek");
    fixture_private(fixture, "alice", "Nobody else is waiting.");
    fixture_type(fixture, "carol", "#a", "seek en-garde");
    assert_true(table_seat_of(live_at(fixture, "one", "#a"), "one", "account:alice") >= 0);
    assert_int_equal(seeking(fixture, "en-garde"), 1);
}

/* Of several who wait, those are found who can sit with each other. */
static void a_block_does_not_stand_in_the_way_of_others(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "bruno", "#a", "block account:carol");
    fixture_type(fixture, "bruno", "#a", "block account:dora");
    fixture_type(fixture, "alice", "#a", "seek castellers 3");
    fixture_type(fixture, "bruno", "#a", "seek castellers 3");
    fixture_type(fixture, "carol", "#a", "seek castellers 3");
    fixture_type(fixture, "dora", "#a", "seek castellers 3");
    const struct table *table = live_at(fixture, "one", "#a");
    assert_non_null(table);
    assert_true(table_seat_of(table, "one", "account:bruno") < 0);
}

static void nobody_is_seated_where_they_are_barred(void **state)
{
    struct fixture *fixture = *state;
    allow(fixture, "one", "#a");
    allow(fixture, "one", "#b");
    fixture_type_as(fixture, "one", "olga", RANK_ADMIN, "#a", "ban account:bruno channel");
    fixture_type(fixture, "alice", "#a", "seek en-garde");
    fixture_type(fixture, "bruno", "#b", "seek en-garde");
    assert_null(live_at(fixture, "one", "#a"));
    assert_null(live_at(fixture, "one", "#b"));
    fixture_clear(fixture);
    fixture_type(fixture, "bruno", "#a", "seek en-garde");
    fixture_private(fixture, "bruno", "barred");
    fixture_type(fixture, "carol", "#b", "seek en-garde"); /* with alice, who waits longer */
    assert_non_null(live_at(fixture, "one", "#a"));
    fixture_type(fixture, "dora", "#b", "seek off");
    assert_int_equal(seeking(fixture, "en-garde"), 1);
}

static void roles_bar_people_on_their_server(void **state)
{
    struct fixture *fixture = *state;
    allow(fixture, "boards", "#a");
    allow(fixture, "boards", "#b");
    fixture_type_as(fixture, "boards", "olga", RANK_ADMIN, "#a", "ban role:4711 channel");
    fixture_type_on(fixture, "boards", "alice", "#a", "seek en-garde");
    fixture_receive(fixture, &(struct inbound){.network = "boards",
                                               .place = "#b",
                                               .person = {"account:bruno", "bruno", RANK_PLAYER},
                                               .addressed = true,
                                               .text = "seek en-garde",
                                               .roles = "4711\n4712"});
    assert_null(live_at(fixture, "boards", "#a"));
    assert_int_equal(seeking(fixture, "en-garde"), 2);
}

/* A ban that comes while somebody waits counts, too. */
static void a_ban_that_comes_later_holds(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "seek en-garde");
    fixture_command(fixture, "ban account:alice channel");
    fixture_type(fixture, "bruno", "#a", "seek en-garde");
    assert_null(live_at(fixture, "one", "#a"));
    fixture_command(fixture, "unban account:alice");
    fixture_wait(fixture, MINUTE);
    assert_non_null(live_at(fixture, "one", "#a"));
}

static void who_is_forgotten_no_longer_waits(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "seek en-garde");
    fixture_type(fixture, "alice", "", "forget me");
    fixture_type(fixture, "alice", "", "forget me");
    fixture_private(fixture, "alice", "I have forgotten you");
    assert_int_equal(seeking(fixture, "en-garde"), 0);
    fixture_type(fixture, "bruno", "#a", "seek en-garde");
    assert_null(live_at(fixture, "one", "#a"));
}

/* -- Whatever happens to the process ----------------------------------------------------------- */

static void waiting_survives_a_restart(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    fixture_type(fixture, "alice", "#a", "seek en-garde");
    fixture = fixture_restart(fixture, MINUTE);
    fixture_type(fixture, "alice", "#a", "seek");
    fixture_private(fixture, "alice", "En Garde (2 players, live, 59 min left)");
    fixture_type(fixture, "bruno", "#a", "seek en-garde");
    fixture_public(fixture, "#a", FOUND);
    fixture_close(fixture);
}

/* The process ends when both wait and nobody is seated yet. */
static void who_could_be_seated_is_seated_after_a_restart(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    fixture_type(fixture, "alice", "#a", "seek en-garde");
    fixture_set_connected(fixture, false);
    fixture_type(fixture, "bruno", "#a", "seek en-garde");
    assert_null(live_at(fixture, "one", "#a"));
    fixture = fixture_restart(fixture, 0);
    fixture_open_place(fixture, "one", "#a");
    fixture_end_turn(fixture);
    fixture_public(fixture, "#a", FOUND);
    fixture_close(fixture);
}

/* Nobody hears of a table that is not on disk, and nobody stops waiting. */
static void a_table_that_cannot_be_saved_is_found_later(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "seek en-garde");
    fixture_type_in_turn(fixture, "bruno", "#a", "seek en-garde");
    store_line_add(fixture->store,
                   &(struct stored_line){.table = 4711, .n = 9, .seat = 0, .move = "advance 1"});
    fixture_end_turn(fixture);
    fixture_private(fixture, "bruno", "could not be saved");
    assert_int_equal(fixture_count_public(fixture, "#a", FOUND), 0);
    assert_int_equal(seeking(fixture, "en-garde"), 1);
    fixture_type(fixture, "bruno", "#a", "seek en-garde");
    fixture_public(fixture, "#a", FOUND);
}

static void asks_at_home(struct fixture *fixture, const char *identity, const char *name,
                         const char *home)
{
    fixture_receive(fixture, &(struct inbound){.network = "boards",
                                               .place = "",
                                               .home = home,
                                               .person = {identity, name, RANK_PLAYER},
                                               .addressed = true,
                                               .text = "seek en-garde"});
}

/* Where private conversations are places of their own, the bot does not come back to them by
 * itself, but the people are told. */
static void a_private_conversation_waits_over_a_restart(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    asks_at_home(fixture, "account:alice", "alice", "home of alice");
    fixture = fixture_restart(fixture, MINUTE);
    fixture_open_place(fixture, "boards", "#a");
    fixture_type(fixture, "bruno", "", "seek en-garde");
    fixture_private(fixture, "bruno", FOUND);
    fixture_private(fixture, "alice", FOUND);
    fixture_private(fixture, "alice", "Your cards");
    assert_non_null(live_at(fixture, "boards", "home of alice"));
    fixture_close(fixture);
}

/* In private, too, everybody is told where the game stands, without writing first. */
static void a_private_table_survives_a_restart(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    fixture_type(fixture, "alice", "", "seek en-garde");
    fixture_type(fixture, "bruno", "", "seek en-garde");
    fixture = fixture_restart(fixture, MINUTE);
    fixture_open_place(fixture, "one", "#a");
    for (size_t i = 0; i < 2; i++) {
        const struct person seen = {i == 0 ? "account:alice" : "account:bruno", people[i],
                                    RANK_PLAYER};
        fixture->host.listener.joined(&fixture->host, "one", "#a", &seen, true);
    }
    fixture_end_turn(fixture);
    assert_true(fixture_count_private(fixture, "alice", "En Garde") > 0);
    assert_true(fixture_count_private(fixture, "bruno", "En Garde") > 0);
    unsigned mover = make_move(fixture, "");
    fixture_private(fixture, mover == 0 ? "bruno" : "alice", "advances");
    fixture_close(fixture);
}

/* Where nobody comes into sight, whoever was not told before the process died is told, once. */
static void who_was_not_told_is_told_after_a_restart(void **state)
{
    static const char back[] = "I am back. Your table is found: En Garde, with alice, bruno.";
    struct fixture *fixture = fixture_open(*state);
    asks_at_home(fixture, "account:alice", "alice", "home of alice");
    fixture_type(fixture, "bruno", "", "seek en-garde");
    fixture_private(fixture, "alice", FOUND);
    fixture = fixture_restart(fixture, SECOND);
    fixture_open_place(fixture, "boards", "#a");
    assert_int_equal(fixture_count_private(fixture, "alice", back), 0);
    /* As if it had died before it told her. */
    store_value_set(fixture->store, "untold found", "1 0", "1");
    fixture_end_turn(fixture);
    for (int restart = 0; restart < 2; restart++) {
        fixture = fixture_restart(fixture, SECOND);
        fixture_open_place(fixture, "boards", "#a");
        fixture_open_place(fixture, "one", "#a");
        fixture_open_place(fixture, "boards", "#b");
        assert_int_equal(fixture_count_private(fixture, "alice", back), restart == 0);
        assert_int_equal(fixture_count_private(fixture, "bruno", back), 0);
    }
    fixture_close(fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(beside_another_table_one_plays_in_private),
        WITH_HOST(without_room_nobody_is_seated),
        WITH_HOST(a_thread_is_made_where_tables_have_one),
        WITH_HOST(who_cannot_be_reached_waits),
        WITH_HOST(a_place_where_the_bot_is_not_waits),
        WITH_HOST(a_table_with_sealed_words_waits_for_them),
        WITH_HOST(settings_of_a_place_hold),
        WITH_HOST(who_blocked_somebody_never_meets_them),
        WITH_HOST(a_block_does_not_stand_in_the_way_of_others),
        WITH_HOST(nobody_is_seated_where_they_are_barred),
        WITH_HOST(roles_bar_people_on_their_server),
        WITH_HOST(a_ban_that_comes_later_holds),
        WITH_HOST(who_is_forgotten_no_longer_waits),
        IN_FOLDER(waiting_survives_a_restart),
        IN_FOLDER(who_could_be_seated_is_seated_after_a_restart),
        WITH_HOST(a_table_that_cannot_be_saved_is_found_later),
        IN_FOLDER(a_private_conversation_waits_over_a_restart),
        IN_FOLDER(a_private_table_survives_a_restart),
        IN_FOLDER(who_was_not_told_is_told_after_a_restart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
