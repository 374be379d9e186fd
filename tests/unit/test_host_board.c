/* Boards, choices and presses: what the host sends to networks with buttons. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/host_fixture.h"

static void type(struct fixture *fixture, const char *name, const char *text)
{
    fixture_type_on(fixture, "boards", name, "#a", text);
}

static const struct said *board(const struct fixture *fixture)
{
    return fixture_last(fixture, OUTBOUND_PICTURE, "boards", "#a", NULL);
}

static struct table *start(struct fixture *fixture, const char *game, size_t count)
{
    return fixture_start_game(fixture, "boards", "#a", game, count);
}

static size_t count_boards(const struct fixture *fixture)
{
    size_t boards = 0;
    for (size_t i = 0; i < fixture->said_count; i++)
        boards += fixture->said[i].kind == OUTBOUND_PICTURE;
    return boards;
}

/* -- Boards ------------------------------------------------------------------------------------ */

static void a_board_stands_from_the_opening_to_the_end(void **state)
{
    struct fixture *fixture = *state;
    type(fixture, "alice", "new en-garde touches=1");
    assert_non_null(strstr(board(fixture)->text, "En Garde, for 2 players"));
    assert_non_null(strstr(board(fixture)->text, "\n1 alice\n2 –\n"));
    assert_non_null(strstr(board(fixture)->text, "touches=1"));
    assert_true(said_offers(board(fixture), "rules en-garde"));
    assert_false(said_offers(board(fixture), "start"));
    fixture_press(fixture, "bruno", "#a", board(fixture), "join");
    assert_non_null(strstr(board(fixture)->text, "\n2 bruno\n"));
    assert_false(said_offers(board(fixture), "join"));
    assert_int_equal(board(fixture)->call_count, 0);
    fixture_press(fixture, "alice", "#a", board(fixture), "start");
    assert_non_null(strstr(board(fixture)->text, "first to 1"));
    assert_true(said_offers(board(fixture), "hand"));
    assert_true(said_offers(board(fixture), "moves"));
    assert_int_equal(board(fixture)->call_count, 1);
    struct table *table = session_at(&fixture->host.sessions, "boards", "#a");
    session_abort(&fixture->host.sessions, table, 0);
    fixture_end_turn(fixture);
    assert_non_null(strstr(board(fixture)->text, "This table is closed."));
    assert_true(said_offers(board(fixture), "again"));
    fixture_press(fixture, "bruno", "#a", board(fixture), "again");
    assert_true(said_offers(board(fixture), "start"));
}

/* Presses choices of private answers until the move is made; returns the number of presses. */
static unsigned press_a_move(struct fixture *fixture, const char *name, const struct said *said)
{
    for (unsigned presses = 1; presses < 8; presses++) {
        const struct outbound_choice *moves[CHOICES_MAX];
        size_t count = 0;
        for (size_t i = 0; i < said->choices.count; i++)
            if (said->choices.list[i].main)
                moves[count++] = &said->choices.list[i];
        assert_true(count > 0);
        struct said copy = *said;
        const char *command = moves[(size_t)rand() % count]->command;
        bool made = strncmp(command, "play ", 5) == 0;
        char pressed[CHOICE_COMMAND_BYTES];
        struct text text = TEXT_IN(pressed);
        text_add(&text, command);
        fixture_clear(fixture);
        fixture_press(fixture, name, "#a", &copy, pressed);
        if (made)
            return presses;
        said = fixture_last(fixture, OUTBOUND_ANSWER, "boards", NULL, name);
        assert_non_null(said);
    }
    fail_msg("no move in so many steps");
    return 0;
}

/* Plays every game by presses only: the board comes once per move, the answers go to the person who
 * pressed. */
static void whole_games_are_played_by_pressing(void **state)
{
    struct fixture *fixture = *state;
    srand(11);
    for (const struct game *const *game = game_registry; *game != NULL; game++) {
        size_t players = (*game)->players_min > 2 ? (*game)->players_min : 2;
        struct table *table = start(fixture, (*game)->id, players);
        for (unsigned moves = 0; table->status == TABLE_PLAYING && moves < 300; moves++) {
            unsigned seat = seat_on_turn(table);
            uint32_t lines = table->lines;
            fixture_clear(fixture);
            fixture_press(fixture, people[seat], "#a",
                          &(struct said){.table = (uint64_t)table->id,
                                         .choices = {.count = 1, .list = {{.command = "hand"}}}},
                          "hand");
            const struct said *hand =
                fixture_last(fixture, OUTBOUND_HAND, "boards", NULL, people[seat]);
            assert_non_null(hand);
            assert_int_equal(hand->request, fixture->requests);
            press_a_move(fixture, people[seat], hand);
            assert_true(table->lines > lines);
            assert_int_equal(count_boards(fixture), 1);
            assert_int_equal(board(fixture)->line, table->lines);
            assert_int_equal(board(fixture)->request, fixture->requests);
        }
        if (table_is_live(table))
            session_abort(&fixture->host.sessions, table, 0);
        fixture_end_turn(fixture);
        fixture_clear(fixture);
    }
}

static void whoever_presses_a_move_gets_their_hand_for_an_answer(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start(fixture, "goats", 3);
    const char *name = on_turn(table);
    fixture_press(fixture, name, "#a", board(fixture), "hand");
    const struct said hand = *fixture_last(fixture, OUTBOUND_HAND, "boards", NULL, name);
    fixture_clear(fixture);
    press_a_move(fixture, name, &hand);
    for (size_t i = 0; i < fixture->said_count; i++) {
        const struct said *said = &fixture->said[i];
        bool answered = said->identity[0] == '\0' || said->kind == OUTBOUND_HAND;
        assert_true(answered);
        assert_int_equal(said->request, fixture->requests);
        if (said->kind == OUTBOUND_HAND)
            assert_non_null(strstr(said->identity, name));
    }
    assert_int_equal(fixture_count_private(fixture, name, "Your cards"), 1);
}

static void people_are_called_once_a_turn(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start(fixture, "castellers", 2);
    srand(3);
    unsigned before = seat_on_turn(table);
    assert_int_equal(board(fixture)->call_count, 1);
    for (unsigned moves = 0; table->status == TABLE_PLAYING && moves < 60; moves++) {
        fixture_clear(fixture);
        type(fixture, people[before], "moves");
        press_a_move(fixture, people[before],
                     fixture_last(fixture, OUTBOUND_ANSWER, "boards", NULL, people[before]));
        if (table->status != TABLE_PLAYING)
            break;
        unsigned now = seat_on_turn(table);
        assert_int_equal(board(fixture)->call_count, now != before);
        if (now != before)
            assert_non_null(strstr(board(fixture)->calls[0], people[now]));
        before = now;
    }
}

/* The board of Castellers offers moves; that of En Garde reveals nothing about a hand. */
static void only_open_moves_stand_on_the_board(void **state)
{
    struct fixture *fixture = *state;
    start(fixture, "castellers", 2);
    assert_true(said_offers(board(fixture), "play recruit"));
    struct table *table = session_at(&fixture->host.sessions, "boards", "#a");
    session_abort(&fixture->host.sessions, table, 0);
    fixture_clear(fixture);
    start(fixture, "en-garde", 2);
    for (size_t i = 0; i < board(fixture)->choices.count; i++)
        assert_null(strstr(board(fixture)->choices.list[i].command, "play"));
    assert_int_equal(board(fixture)->choices.count, 4);
}

static void networks_without_boards_get_no_choices(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start(fixture, "#b", "");
    fixture_type(fixture, "alice", "#b", "moves");
    fixture_type(fixture, "alice", "#b", "hand");
    for (int i = 0; i < 20; i++)
        fixture_move(fixture, table);
    for (size_t i = 0; i < fixture->said_count; i++)
        assert_int_equal(fixture->said[i].choices.count, 0);
}

/* -- Presses ----------------------------------------------------------------------------------- */

static void a_late_press_is_told_what_happened_since(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start(fixture, "en-garde", 2);
    unsigned seat = seat_on_turn(table);
    const char *name = people[seat], *other = people[1 - seat];
    type(fixture, name, "moves");
    const struct said old = *fixture_last(fixture, OUTBOUND_ANSWER, "boards", NULL, name);
    fixture_clear(fixture);
    fixture_press(fixture, name, "#a", &old, old.choices.list[0].command);
    assert_int_equal(table->lines, 1);
    fixture_clear(fixture);
    fixture_press(fixture, name, "#a", &old, old.choices.list[0].command);
    assert_int_equal(table->lines, 1);
    fixture_private(fixture, name, "That was move 1; it is move 2 now. Since then: ");
    assert_int_equal(fixture->said_count, 1);
    assert_int_equal(fixture->said[0].request, fixture->requests);
    assert_int_equal(fixture->said[0].choices.count, 0);
    type(fixture, other, "moves");
    press_a_move(fixture, other, fixture_last(fixture, OUTBOUND_ANSWER, "boards", NULL, other));
    fixture_clear(fixture);
    fixture_press(fixture, name, "#a", &old, old.choices.list[0].command);
    assert_int_equal(table->lines, 2);
    const char *told = fixture_private(fixture, name, "That was move 1; it is move 3 now.");
    assert_non_null(strstr(told, other));
    assert_true(fixture->said[0].choices.count > 0);
}

static void presses_of_strangers_and_on_ended_tables_are_answered(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start(fixture, "en-garde", 2);
    const struct said old = *board(fixture);
    fixture_clear(fixture);
    fixture_press(fixture, "mallory", "#a", &old, "hand");
    fixture_private(fixture, "mallory", "You have no seat at this table.");
    session_abort(&fixture->host.sessions, table, 0);
    fixture_end_turn(fixture);
    fixture_clear(fixture);
    fixture_press(fixture, "alice", "#a", &old, "hand");
    fixture_private(fixture, "alice", "That table is over.");
    type(fixture, "alice", "again");
    fixture_clear(fixture);
    fixture_press(fixture, "alice", "#a", &old, "moves");
    fixture_private(fixture, "alice", "That table is over.");
    fixture_press(fixture, "alice", "#a", &old, "rules en-garde");
    assert_int_equal(fixture->said_count, 2);
}

/* Discards in Njet! are made simultaneously: another person's line does not spoil the choice. */
static void choices_of_seats_that_act_at_once_stay_good(void **state)
{
    struct fixture *fixture = *state;
    srand(5);
    struct table *table = start(fixture, "njet", 3);
    while (__builtin_popcount(table_people_asked(table)) < 2) {
        unsigned seat = seat_on_turn(table);
        fixture_clear(fixture);
        type(fixture, people[seat], "moves");
        press_a_move(fixture, people[seat],
                     fixture_last(fixture, OUTBOUND_ANSWER, "boards", NULL, people[seat]));
        assert_true(table->lines < 40);
    }
    seat_set asked = table_people_asked(table);
    unsigned first = (unsigned)__builtin_ctz(asked);
    unsigned second = (unsigned)__builtin_ctz(asked & (asked - 1));
    fixture_clear(fixture);
    type(fixture, people[second], "hand");
    const struct said old = *fixture_last(fixture, OUTBOUND_HAND, "boards", NULL, people[second]);
    type(fixture, people[first], "hand");
    const struct said hand = *fixture_last(fixture, OUTBOUND_HAND, "boards", NULL, people[first]);
    uint32_t lines = table->lines;
    fixture_clear(fixture);
    press_a_move(fixture, people[first], &hand);
    assert_int_equal(table->lines, lines + 1);
    press_a_move(fixture, people[second], &old);
    assert_int_equal(table->lines, lines + 2);
}

/* A reminder changes nothing that the store keeps about a table without time limits. */
static void a_reminded_table_is_shown_once(void **state)
{
    struct fixture *fixture = *state;
    type(fixture, "alice", "new en-garde");
    type(fixture, "bruno", "join");
    type(fixture, "alice", "start");
    fixture_wait(fixture, INT64_C(13) * 60 * 60 * 1000);
    assert_int_equal(fixture_count_private(fixture, "alice", "It is your turn") +
                         fixture_count_private(fixture, "bruno", "It is your turn"),
                     1);
    fixture_clear(fixture);
    for (int i = 0; i < 10; i++)
        fixture_end_turn(fixture);
    assert_int_equal(fixture->said_count, 0);
}

/* A button leads to a table only where the table is shown, except for its own people. */
static void a_press_elsewhere_is_not_about_that_table(void **state)
{
    struct fixture *fixture = *state;
    type(fixture, "alice", "new en-garde");
    const struct table *table = session_at(&fixture->host.sessions, "boards", "#a");
    struct said offered = *board(fixture);
    fixture_press(fixture, "mallory", "#b", &offered, "join");
    fixture_private(fixture, "mallory", "That table is over.");
    fixture_press(fixture, "mallory", "#b", &offered, "bots add");
    assert_int_equal(table->seat_count, 1);
    fixture_press(fixture, "alice", "#b", &offered, "bots add");
    assert_int_equal(table->seat_count, 2);
}

/* Whoever types what begins no move is offered all of them. */
static void moves_that_begin_otherwise_are_offered_all_the_same(void **state)
{
    struct fixture *fixture = *state;
    const char *name = on_turn(start(fixture, "en-garde", 2));
    type(fixture, name, "moves");
    size_t all = fixture_last(fixture, OUTBOUND_ANSWER, "boards", NULL, name)->choices.count;
    assert_true(all > 1);
    fixture_clear(fixture);
    type(fixture, name, "moves zzz");
    const struct said *said = fixture_last(fixture, OUTBOUND_ANSWER, "boards", NULL, name);
    assert_non_null(strstr(said->text, "No move of yours begins with “zzz”."));
    assert_int_equal(said->choices.count, all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(a_board_stands_from_the_opening_to_the_end),
        WITH_HOST(whole_games_are_played_by_pressing),
        WITH_HOST(whoever_presses_a_move_gets_their_hand_for_an_answer),
        WITH_HOST(people_are_called_once_a_turn),
        WITH_HOST(only_open_moves_stand_on_the_board),
        WITH_HOST(networks_without_boards_get_no_choices),
        WITH_HOST(a_late_press_is_told_what_happened_since),
        WITH_HOST(presses_of_strangers_and_on_ended_tables_are_answered),
        WITH_HOST(choices_of_seats_that_act_at_once_stay_good),
        WITH_HOST(a_reminded_table_is_shown_once),
        WITH_HOST(a_press_elsewhere_is_not_about_that_table),
        WITH_HOST(moves_that_begin_otherwise_are_offered_all_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
