/* The list of saved and new games that `belfry play` offers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/program/game_menu.h"
#include "tests/unit/host_fixture.h"

static struct game_menu menu_of(struct fixture *fixture, const char *only)
{
    struct game_menu menu;
    struct store_inquiry *inquiry = store_inquire(fixture->store);
    assert_true(game_menu_read(&menu, inquiry, "one", "#a", only != NULL ? game_find(only) : NULL));
    store_inquiry_free(inquiry);
    return menu;
}

static unsigned games_known(void)
{
    unsigned count = 0;
    while (game_registry[count] != NULL)
        count++;
    return count;
}

/* Plays some moves and puts the table away; returns its number. */
static int64_t save_game(struct fixture *fixture, const char *game, unsigned moves)
{
    struct table *table = fixture_start_game(fixture, "one", "#a", game, 2);
    for (unsigned i = 0; i < moves; i++)
        fixture_move(fixture, table);
    int64_t id = table->id;
    session_archive(&fixture->host.sessions, table);
    fixture_end_turn(fixture);
    return id;
}

static void without_saved_games_all_are_new(void **state)
{
    const struct game_menu menu = menu_of(*state, NULL);
    assert_int_equal(menu.saved, 0);
    assert_int_equal(menu.count, games_known());
    for (unsigned i = 0; i < menu.count; i++) {
        assert_ptr_equal(menu.offers[i].game, game_registry[i]);
        assert_int_equal(menu.offers[i].table, 0);
    }
}

static void saved_games_come_first_with_what_was_played(void **state)
{
    struct fixture *fixture = *state;
    int64_t bout = save_game(fixture, "en-garde", 3);
    int64_t towers = save_game(fixture, "campanile", 0);
    const struct game_menu menu = menu_of(fixture, NULL);
    assert_int_equal(menu.saved, 2);
    assert_int_equal(menu.count, 2 + games_known());
    assert_int_equal(menu.offers[0].table, towers);
    assert_int_equal(menu.offers[0].moves, 0);
    assert_int_equal(menu.offers[1].table, bout);
    assert_int_equal(menu.offers[1].moves, 3);
}

static void a_game_that_is_named_is_offered_alone(void **state)
{
    struct fixture *fixture = *state;
    int64_t bout = save_game(fixture, "en-garde", 1);
    save_game(fixture, "campanile", 1);
    const struct game_menu menu = menu_of(fixture, "en-garde");
    assert_int_equal(menu.saved, 1);
    assert_int_equal(menu.count, 2);
    assert_int_equal(menu.offers[0].table, bout);
    assert_int_equal(menu.offers[1].table, 0);
    assert_ptr_equal(game_menu_find(&menu, game_find("en-garde")), &menu.offers[0]);
    assert_null(game_menu_find(&menu, game_find("campanile")));
}

static void the_last_opened_ones_are_listed(void **state)
{
    struct fixture *fixture = *state;
    int64_t last = 0;
    for (unsigned i = 0; i < GAME_MENU_SAVED_MAX + 2; i++)
        last = save_game(fixture, "en-garde", 0);
    const struct game_menu menu = menu_of(fixture, NULL);
    assert_int_equal(menu.saved, GAME_MENU_SAVED_MAX);
    assert_int_equal(menu.offers[0].table, last);
    assert_int_equal(menu.count, GAME_MENU_SAVED_MAX + games_known());
}

static void it_is_said_by_number(void **state)
{
    struct fixture *fixture = *state;
    char buffer[2048];
    struct text text = TEXT_IN(buffer);
    const struct words words = catalog_words(fixture->catalog, "en");
    save_game(fixture, "en-garde", 1);
    save_game(fixture, "en-garde", 0);
    const struct game_menu menu = menu_of(fixture, "en-garde");
    setenv("TZ", "UTC", 1);
    game_menu_say(&menu, &words, &text);
    assert_string_equal(
        text.bytes,
        "Saved games:\n"
        "  1  En Garde, no move yet, begun 2026-03-02\n"
        "  2  En Garde, one move, begun 2026-03-02\n"
        "New games:\n"
        "  3  En Garde\n"
        "Type a number or a name; daily is the deal of the day, help lists the commands.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(without_saved_games_all_are_new),
        WITH_HOST(saved_games_come_first_with_what_was_played),
        WITH_HOST(a_game_that_is_named_is_offered_alone),
        WITH_HOST(the_last_opened_ones_are_listed),
        WITH_HOST(it_is_said_by_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
