/* `recap`: what happened since somebody was last here, to them alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/duration.h"
#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

static struct table *table_in(struct fixture *fixture)
{
    return session_at(&fixture->host.sessions, "one", "#a");
}

/* Makes moves until the person at `seat` may act again, or `most` moves. */
static unsigned others_move(struct fixture *fixture, unsigned seat, unsigned most)
{
    unsigned moves = 0;
    struct table *table = table_in(fixture);
    while (moves < most && seat_on_turn(table) != seat && fixture_move(fixture, table))
        moves++;
    fixture_clear(fixture);
    return moves;
}

/* Goes on until that person has just moved, and somebody else is asked. */
static unsigned somebody_moves(struct fixture *fixture)
{
    struct table *table = table_in(fixture);
    unsigned seat = seat_on_turn(table);
    while (seat_on_turn(table) == seat)
        fixture_move(fixture, table);
    fixture_clear(fixture);
    return seat;
}

static unsigned lines_of(const char *text)
{
    unsigned lines = 0;
    for (; (text = strchr(text, '\n')) != NULL; text++)
        lines++;
    return lines;
}

static void what_others_did_comes_with_the_table_and_the_hand(void **state)
{
    struct fixture *fixture = *state;
    fixture_start_game(fixture, "one", "#a", "castellers", 3);
    unsigned seat = somebody_moves(fixture);
    struct table *table = table_in(fixture);
    unsigned other = seat_on_turn(table);
    fixture_type(fixture, people[other], "", line_of("play %s", legal_move(table, other, 0)));
    char told[512];
    struct text text = TEXT_IN(told);
    text_add(&text, fixture_public(fixture, "#a", people[other]));
    told[strcspn(told, ".")] = '\0';
    fixture_clear(fixture);
    fixture_type(fixture, people[seat], "#a", "recap");
    const char *recap = fixture_private(fixture, people[seat], "Since you were last here:\n");
    assert_non_null(strstr(recap, told));
    assert_non_null(fixture_last(fixture, OUTBOUND_HAND, "one", NULL, people[seat]));
    assert_int_equal(fixture_count_public(fixture, "#a", ""), 0);
    fixture_clear(fixture);
    fixture_type(fixture, people[seat], "#a", "recap");
    fixture_private(fixture, people[seat], "Nothing has happened since you were last here.");
}

static void a_large_table_is_shown_whole(void **state)
{
    struct fixture *fixture = *state;
    fixture_start_game(fixture, "one", "#a", "patrician", 3);
    unsigned seat = somebody_moves(fixture);
    others_move(fixture, seat, 1);
    fixture_type(fixture, people[seat], "#a", "style size=wide");
    fixture_clear(fixture);
    fixture_type(fixture, people[seat], "#a", "recap");
    const char *recap = fixture_private(fixture, people[seat], "Since you were last here:\n");
    assert_non_null(strstr(recap, "  floors left A "));
    assert_non_null(strstr(recap, "\n  last: "));
}

static void who_looks_during_a_visit_still_gets_all_of_it(void **state)
{
    struct fixture *fixture = *state;
    fixture_start_game(fixture, "one", "#a", "castellers", 3);
    unsigned seat = somebody_moves(fixture);
    assert_true(others_move(fixture, seat, 1) == 1);
    fixture_wait(fixture, 31 * MINUTE);
    fixture_clear(fixture);
    fixture_type(fixture, people[seat], "#a", "hand");
    fixture_private(fixture, people[seat], "The game has gone on since you were last here: recap");
    fixture_clear(fixture);
    fixture_type(fixture, people[seat], "#a", "hand");
    assert_int_equal(fixture_count_private(fixture, people[seat], "has gone on"), 0);
    fixture_type(fixture, people[seat], "#a", "recap");
    fixture_private(fixture, people[seat], "Since you were last here:\n");
}

/* Another visit begins where the last one ended. */
static void what_was_seen_in_an_earlier_visit_is_not_told(void **state)
{
    struct fixture *fixture = *state;
    fixture_start_game(fixture, "one", "#a", "castellers", 3);
    unsigned seat = somebody_moves(fixture);
    others_move(fixture, seat, 1);
    fixture_type(fixture, people[seat], "#a", "status");
    fixture_wait(fixture, 31 * MINUTE);
    fixture_clear(fixture);
    fixture_type(fixture, people[seat], "#a", "recap");
    fixture_private(fixture, people[seat], "Nothing has happened since you were last here.");
}

static void it_survives_a_restart(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    fixture_start_game(fixture, "one", "#a", "castellers", 3);
    unsigned seat = somebody_moves(fixture);
    others_move(fixture, seat, 1);
    fixture_type(fixture, people[seat], "#a", "hand"); /* seen, and not told yet */
    fixture = fixture_restart(fixture, MINUTE);
    fixture_open_place(fixture, "one", "#a");
    fixture_public(fixture, "#a", "recap tells what you missed");
    fixture_clear(fixture);
    fixture_type(fixture, people[seat], "#a", "recap");
    fixture_private(fixture, people[seat], "Since you were last here:\n");
    fixture = fixture_restart(fixture, MINUTE);
    fixture_open_place(fixture, "one", "#a");
    fixture_clear(fixture);
    fixture_type(fixture, people[seat], "#a", "recap");
    fixture_private(fixture, people[seat], "Nothing has happened since you were last here.");
    fixture_close(fixture);
}

/* Somebody who never did anything hears the newest lines, and how many are left out. */
static void a_long_one_is_cut_at_its_older_end(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start_game(fixture, "one", "#a", "castellers", 3);
    unsigned seat = somebody_moves(fixture);
    table->seats[seat].visit = (struct visit){.heard = 0};
    for (unsigned moves = 0; moves < 40; moves++)
        fixture_move(fixture, table);
    table->seats[seat].visit = (struct visit){.heard = 0};
    fixture_clear(fixture);
    fixture_type(fixture, people[seat], "", "recap");
    const char *recap = fixture_private(fixture, people[seat], "oldest");
    assert_in_range(lines_of(recap), 4, 40);
    assert_true(strlen(recap) < 2400);
}

static void a_button_offers_it_on_the_board(void **state)
{
    struct fixture *fixture = *state;
    fixture_start_game(fixture, "boards", "#a", "castellers", 2);
    assert_true(
        said_offers(fixture_last(fixture, OUTBOUND_PICTURE, "boards", "#a", NULL), "recap"));
}

/* Whoever acts at once knows what they act on. */
static void who_plays_at_once_is_offered_nothing(void **state)
{
    struct fixture *fixture = *state;
    fixture_start_game(fixture, "one", "#a", "castellers", 2);
    unsigned seat = somebody_moves(fixture);
    others_move(fixture, seat, 9);
    fixture_wait(fixture, 31 * MINUTE);
    fixture_clear(fixture);
    fixture_type(fixture, people[seat], "#a",
                 line_of("play %s", legal_move(table_in(fixture), seat, 0)));
    assert_int_equal(fixture_count_private(fixture, people[seat], "has gone on"), 0);
}

static void spectators_have_none(void **state)
{
    struct fixture *fixture = *state;
    fixture_start_game(fixture, "one", "#a", "castellers", 2);
    fixture_type(fixture, "zoe", "#a", "recap");
    fixture_private(fixture, "zoe", "You have no seat at this table.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(what_others_did_comes_with_the_table_and_the_hand),
        WITH_HOST(a_large_table_is_shown_whole),
        WITH_HOST(who_looks_during_a_visit_still_gets_all_of_it),
        WITH_HOST(what_was_seen_in_an_earlier_visit_is_not_told),
        IN_FOLDER(it_survives_a_restart),
        WITH_HOST(a_long_one_is_cut_at_its_older_end),
        WITH_HOST(a_button_offers_it_on_the_board),
        WITH_HOST(who_plays_at_once_is_offered_nothing),
        WITH_HOST(spectators_have_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
