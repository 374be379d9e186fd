/* Play at a table, privacy, people who come and go, restarts, and a full disk. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/memory.h"
#include "bot/store/sqlite/sqlite_private.h"
#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

static void three_ways_to_be_wrong_are_three_answers_in_private(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start(fixture, "#a", "");
    union game_state_block before;
    memcpy(before.bytes, table->state, table->game->state_size);
    fixture_clear(fixture);
    fixture_type(fixture, waiting(table), "#a", "p advance 1");
    fixture_private(fixture, waiting(table), "It is not your turn.");
    fixture_type(fixture, on_turn(table), "#a", "p jump 3");
    fixture_private(fixture, on_turn(table), "I do not understand “jump 3”. Expected: advance");
    fixture_type(fixture, on_turn(table), "#a", "p parry");
    fixture_private(fixture, on_turn(table), "There is no attack to answer. (rule 8) You can play");
    fixture_type(fixture, on_turn(table), "#a", "why");
    fixture_private(fixture, on_turn(table), "There is no attack to answer. (rule 8) ATTACK when");
    fixture_type(fixture, on_turn(table), "#a", "p");
    fixture_private(fixture, on_turn(table), "Expected: play MOVE");
    assert_int_equal(fixture_count_public(fixture, "#a", ""), 0);
    assert_memory_equal(before.bytes, table->state, table->game->state_size);
}

static void a_move_is_one_public_line_and_a_decision_two(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start(fixture, "#a", "touches=9");
    for (int moves = 0; moves < 3000; moves++) {
        fixture_clear(fixture);
        bool on = fixture_move(fixture, table);
        size_t lines = 0;
        for (size_t i = 0; i < fixture->said_count; i++) {
            const struct said *said = &fixture->said[i];
            if (said->identity[0] != '\0' || said->kind != OUTBOUND_EVENT)
                continue;
            lines++;
            for (const char *c = said->text; *c != '\0'; c++)
                lines += *c == '\n';
        }
        bool decided = fixture_count_public(fixture, "#a", "touch for") +
                           fixture_count_public(fixture, "#a", "nobody scores") >
                       0;
        assert_int_equal(lines, decided ? 2 : 1);
        if (!on)
            return;
    }
    fail_msg("the game does not end");
}

static void hands_go_to_their_owners_alone(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start(fixture, "#a", "");
    for (int i = 0; i < 300 && fixture_move(fixture, table); i++) {
        fixture_type(fixture, "alice", "#a", "hand");
        fixture_type(fixture, "bruno", "#a", "moves");
        fixture_type(fixture, "carol", "#a", "table");
    }
    for (size_t i = 0; i < fixture->said_count; i++) {
        const struct said *said = &fixture->said[i];
        bool private_text = strstr(said->text, "Your hand") || strstr(said->text, "You can play");
        if (private_text)
            assert_string_not_equal(said->identity, "");
        assert_string_not_equal(said->identity, "account:carol");
    }
}

/* As a person wants it, wherever they are spoken to; nobody else is. */
static void who_wants_notices_gets_them(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "style notice=on");
    fixture_start(fixture, "#a", "");
    const struct said *alice = fixture_last(fixture, OUTBOUND_HAND, "one", "", "alice");
    const struct said *bruno = fixture_last(fixture, OUTBOUND_HAND, "one", "", "bruno");
    assert_true(alice->quiet);
    assert_false(bruno->quiet);
    assert_false(fixture_last(fixture, OUTBOUND_EVENT, "one", "#a", NULL)->quiet);
    fixture_type(fixture, "alice", "#a", "hand");
    assert_true(fixture_last(fixture, OUTBOUND_HAND, "one", "#a", "alice")->quiet);
}

static void what_guests_ask_for_is_marked(void **state)
{
    struct fixture *fixture = *state;
    fixture_start(fixture, "#a", "");
    fixture_type(fixture, "carol", "#a", "rules");
    assert_true(fixture_last(fixture, OUTBOUND_HELP, "one", "#a", "carol")->guest);
    fixture_type(fixture, "carol", "#a", "table");
    assert_true(fixture_last(fixture, OUTBOUND_PICTURE, "one", "#a", NULL)->guest);
    fixture_type(fixture, "alice", "#a", "rules");
    assert_false(fixture_last(fixture, OUTBOUND_HELP, "one", "#a", "alice")->guest);
    fixture_type(fixture, "alice", "#a", "table");
    assert_false(fixture_last(fixture, OUTBOUND_PICTURE, "one", "#a", NULL)->guest);
    /* Nobody asked for this. */
    assert_false(fixture_last(fixture, OUTBOUND_HAND, "one", "", "bruno")->guest);
}

/* Returns how many lines have been saved after the person on turn has typed `MOVE` + `rest`. */
static unsigned lines_after(struct fixture *fixture, struct table *table, const char *rest)
{
    char typed[256];
    struct text text = TEXT_IN(typed);
    text_add_format(&text, "play %s%s", legal_move(table, seat_on_turn(table), 0), rest);
    const char *name = on_turn(table);
    fixture_clear(fixture);
    fixture_type(fixture, name, "#a", typed);
    return table->lines;
}

static void a_line_of_moves_is_played_as_a_whole_or_not_at_all(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start(fixture, "#a", "");
    const char *name = on_turn(table);
    assert_int_equal(lines_after(fixture, table, ", pass , advance 1"), 0);
    fixture_private(fixture, name, "Nothing of the line was played, because of “advance 1”: ");
    assert_int_equal(lines_after(fixture, table, "; jump 3"), 0);
    fixture_private(fixture, name, "because of “jump 3”: ");
    assert_string_equal(on_turn(table), name);
    assert_int_equal(lines_after(fixture, table, "; pass,"), 1);
    assert_null(fixture_last(fixture, OUTBOUND_ANSWER, "one", "#a", name));
}

static void a_line_out_of_turn_and_a_line_of_spare_passes_are_refused(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start(fixture, "#a", "");
    fixture_type(fixture, waiting(table), "#a", "p advance 1, pass");
    fixture_private(fixture, waiting(table), "It is not your turn.");
    fixture_type(fixture, on_turn(table), "#a", "p pass, pass");
    fixture_private(fixture, on_turn(table), "because of “pass”: ");
    fixture_type(fixture, on_turn(table), "#a", "p gibberish, advance 1");
    fixture_private(fixture, on_turn(table), "because of “gibberish”: ");
    assert_int_equal(table->lines, 0);
}

static void commands_can_share_a_line(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start(fixture, "#a", "");
    fixture_clear(fixture);
    fixture_type(fixture, on_turn(table), "#a", "hand, moves");
    fixture_private(fixture, on_turn(table), "Your hand: ");
    fixture_private(fixture, on_turn(table), "You can play: ");
    fixture_clear(fixture);
    fixture_type(fixture, on_turn(table), "", "#a moves ; hand");
    fixture_private(fixture, on_turn(table), "You can play: ");
}

/* The person on turn need not write `play`, so what is no command may be a move. */
static void a_misspelt_command_on_turn_is_no_move(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start(fixture, "#a", "");
    fixture_type(fixture, on_turn(table), "", "hnad");
    fixture_private(fixture, on_turn(table), "Did you mean hand?");
}

static void games_are_called_by_their_titles(void **state)
{
    static const char *const titles[] = {
        "En Garde",      "en-garde", "campanile intermezzo", "Njet", "The Pillars of the Earth",
        "ziegen-kriegen"};
    struct fixture *fixture = *state;
    for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++) {
        char place[16], typed[64];
        struct text key = TEXT_IN(place), text = TEXT_IN(typed);
        text_add_format(&key, "#t%zu", i);
        text_add_format(&text, "new %s", titles[i]);
        fixture_type(fixture, "alice", place, typed);
        assert_non_null(session_at(&fixture->host.sessions, "one", place));
    }
    assert_string_equal(session_at(&fixture->host.sessions, "one", "#t2")->game->id,
                        "campanile-intermezzo");
}

static void seats_are_called_by_their_names(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start_game(fixture, "one", "#a", "njet", 3);
    const char *name = on_turn(table);
    fixture_clear(fixture);
    fixture_type(fixture, name, "#a", "play njet START Bruno");
    fixture_public(fixture, "#a", line_of("%s rules out start bruno", name));
}

/* `start` is a command and a word of moves. */
static void a_command_of_the_lobby_may_be_a_move_in_the_game(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start_game(fixture, "one", "#a", "njet", 3);
    const char *name = on_turn(table);
    fixture_clear(fixture);
    fixture_type(fixture, name, "#a", "start");
    fixture_private(fixture, name, "The game has begun already.");
    fixture_type(fixture, name, "#a", "start 2");
    fixture_public(fixture, "#a", line_of("%s rules out start", name));
}

/* At an English table, a person who reads Italian plays. */
static void moves_are_written_and_read_in_ones_own_language(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start(fixture, "#a", "");
    const char *name = on_turn(table);
    fixture_type(fixture, name, "#a", "lang it");
    fixture_clear(fixture);
    fixture_type(fixture, name, "#a", "moves");
    char *moves = memory_copy(strstr(fixture_private(fixture, name, "avanza "), "avanza "));
    assert_null(strstr(moves, "advance"));
    moves[strcspn(moves, ",\n")] = '\0';
    fixture_type(fixture, name, "#a", line_of("play %s, passo, avanza 1", moves));
    assert_int_equal(table->lines, 0);
    fixture_private(fixture, name, "per via di «avanza 1»");
    fixture_type(fixture, name, "#a", line_of("play %s, passo", moves));
    assert_int_equal(table->lines, 1);
    free(moves);
}

static void in_private_the_table_is_found_or_named(void **state)
{
    struct fixture *fixture = *state;
    fixture_start(fixture, "#a", "");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "", "hand");
    fixture_private(fixture, "alice", "Your hand: ");
    fixture_start(fixture, "#b", "");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "", "hand");
    fixture_private(fixture, "alice", "You sit at several tables: name the channel first");
    fixture_type(fixture, "alice", "", "#b hand");
    fixture_private(fixture, "alice", "#b · Your hand: ");
}

static void a_bare_move_is_enough_in_private(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start(fixture, "#a", "");
    fixture_clear(fixture);
    fixture_type(fixture, on_turn(table), "", "flee");
    assert_int_equal(table->lines, 0);
    fixture_type(fixture, on_turn(table), "", legal_move(table, seat_on_turn(table), 0));
    assert_int_equal(table->lines, 1);
    fixture_public(fixture, "#a", "to play.");
}

static void the_table_is_shown_as_it_is_asked_for(void **state)
{
    struct fixture *fixture = *state;
    fixture_start(fixture, "#a", "");
    fixture_clear(fixture);
    fixture_type(fixture, "carol", "#a", "table sentences");
    fixture_public(fixture, "#a", "alice stands on space 1, bruno on space 23: 22 spaces apart.");
    fixture_clear(fixture);
    fixture_type(fixture, "carol", "#a", "table line ascii");
    fixture_public(fixture, "#a", "En Garde 0 to 0, 22 apart");
    fixture_type(fixture, "carol", "", "table");
    fixture_private(fixture, "carol", "You sit at no table.");
    fixture_type(fixture, "alice", "", "table na");
    const char *narrow = fixture_private(fixture, "alice", "first to ");
    for (const char *line = narrow; line != NULL; line = strchr(line + 1, '\n'))
        assert_true(strcspn(line + 1, "\n") <= 3 * 36);
    fixture_type(fixture, "carol", "#a", "table sideways");
    fixture_private(fixture, "carol", "Expected: table, and perhaps large, wide");
}

/* Types random legal moves until the game is over; returns the number of lines typed. */
static unsigned play_out(struct fixture *fixture, struct table *table)
{
    unsigned typed = 1;
    for (; fixture_move(fixture, table); typed++)
        fixture_clear(fixture);
    return typed;
}

/* Goats: 24 cards and 4 hills; nobody decides about the last card of a hand. */
static void forced_cards_are_played_if_the_table_says_so(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "new goats forced=perhaps");
    fixture_private(fixture, "alice", "“perhaps” is no value of forced. Expected: ask, auto.");
    fixture_type(fixture, "alice", "#a", "new en-garde forced=auto");
    fixture_private(fixture, "alice", "There is no option forced here.");
    for (int automatic = 0; automatic < 2; automatic++) {
        const char *place = automatic ? "#a" : "#b";
        const char *game = automatic ? "goats forced=auto" : "goats";
        struct table *table = fixture_start_game(fixture, "one", place, game, 3);
        fixture_public(fixture, place, automatic ? "forced=auto" : "forced=ask");
        assert_int_equal(play_out(fixture, table), automatic ? 25 : 28);
        assert_int_equal(table->lines, 28);
    }
}

static void a_refused_move_is_answered_with_what_is_possible(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start(fixture, "#a", "");
    fixture_clear(fixture);
    fixture_type(fixture, on_turn(table), "#a", "p parry");
    fixture_private(fixture, on_turn(table),
                    "There is no attack to answer. (rule 8) You can play: advance ");
}

/* -- People ------------------------------------------------------------------------------------ */

static void a_new_name_keeps_the_seat(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start(fixture, "#a", "");
    struct adapter_listener *listener = &fixture->host.listener;
    const struct person now = {"account:alice", "alice_away", RANK_PLAYER};
    listener->renamed(&fixture->host, "one", "account:alice", &now);
    assert_string_equal(table->seats[0].name, "alice_away");
    const struct person login = {"account:al", "alice_away", RANK_PLAYER};
    listener->renamed(&fixture->host, "one", "account:alice", &login);
    fixture_end_turn(fixture);
    assert_int_equal(table_seat_of(table, "one", "account:al"), 0);
    assert_int_equal(table_seat_of(table, "one", "account:alice"), -1);
    assert_int_equal(table_seat_of(table, "two", "account:al"), -1);
    fixture_type(fixture, "al", "#a", "abort");
    fixture_public(fixture, "#a", "The table is closed");
}

static void whoever_leaves_keeps_the_seat_and_gets_their_hand_again(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start(fixture, "#a", "");
    struct adapter_listener *listener = &fixture->host.listener;
    const struct person alice = {"account:alice", "alice", RANK_PLAYER};
    fixture_clear(fixture);
    listener->left(&fixture->host, "one", "#elsewhere", "account:alice", LEFT_PLACE);
    fixture_end_turn(fixture);
    assert_int_equal(fixture->said_count, 0);
    listener->left(&fixture->host, "one", "", "account:alice", LEFT_NETWORK);
    listener->left(&fixture->host, "one", "#a", "account:alice", LEFT_PLACE);
    fixture_end_turn(fixture);
    fixture_public(fixture, "#a", "alice is away; the seat stays reserved.");
    fixture_clear(fixture);
    listener->joined(&fixture->host, "one", "#a", &alice, false);
    fixture_end_turn(fixture);
    fixture_public(fixture, "#a", "alice is back at the table.");
    fixture_private(fixture, "alice", "Your hand: ");
    assert_int_equal(table->seat_count, 2);
}

static void a_split_is_silent(void **state)
{
    struct fixture *fixture = *state;
    fixture_start(fixture, "#a", "");
    struct adapter_listener *listener = &fixture->host.listener;
    const struct person alice = {"account:alice", "alice", RANK_PLAYER};
    fixture_clear(fixture);
    listener->left(&fixture->host, "one", "", "account:alice", LEFT_IN_SPLIT);
    listener->joined(&fixture->host, "one", "#a", &alice, true);
    fixture_end_turn(fixture);
    assert_int_equal(fixture_count_public(fixture, "#a", ""), 0);
}

static void in_the_lobby_a_quit_frees_the_seat(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "new en-garde");
    fixture_type(fixture, "bruno", "#a", "join");
    struct adapter_listener *listener = &fixture->host.listener;
    listener->left(&fixture->host, "one", "", "account:bruno", LEFT_NETWORK);
    fixture_end_turn(fixture);
    fixture_public(fixture, "#a", "bruno gets up (1 of 2).");
    assert_int_equal(session_at(&fixture->host.sessions, "one", "#a")->seat_count, 1);
}

static void a_claim_code_gives_the_seat_back(void **state)
{
    struct fixture *fixture = *state;
    fixture_type_unknown(fixture, "al!u@h", "#a", "new en-garde");
    const char *told = fixture_private(fixture, "al!u@h", "claim ");
    char code[16];
    struct text text = TEXT_IN(code);
    text_add_bytes(&text, strstr(told, "claim ") + 6, 8);
    assert_int_equal(fixture_count_public(fixture, "#a", code), 0);
    fixture_type(fixture, "bruno", "#a", "join");
    fixture_type_unknown(fixture, "al!u@h", "#a", "start");
    fixture_clear(fixture);
    fixture_type_unknown(fixture, "al_!u@far", "#a", "claim 22222222");
    fixture_private(fixture, "al_!u@far", "No seat at this table has that code.");
    fixture_type_unknown(fixture, "al_!u@far", "", line_of("claim #a %s", code));
    fixture_public(fixture, "#a", "al_ takes the seat of al.");
    fixture_private(fixture, "al_!u@far", "Your hand: ");
    const struct table *table = session_at(&fixture->host.sessions, "one", "#a");
    assert_int_equal(table_seat_of(table, "one", "mask:al_!u@far"), 0);
    fixture_clear(fixture);
    fixture_type_unknown(fixture, "thief!t@t", "", line_of("claim #a %s", code));
    fixture_private(fixture, "thief!t@t", "No seat at this table has that code.");
}

/* Every seat without an account has a code of its own, and only that code gives it back. */
static void the_code_of_a_later_seat_gives_that_seat_back(void **state)
{
    struct fixture *fixture = *state;
    char code[16];
    struct text text = TEXT_IN(code);
    fixture_type_unknown(fixture, "al!u@h", "#a", "new goats");
    fixture_type(fixture, "carol", "#a", "join");
    fixture_type_unknown(fixture, "bo!u@h", "#a", "join");
    text_add_bytes(&text, strstr(fixture_private(fixture, "bo!u@h", "claim "), "claim ") + 6, 8);
    fixture_clear(fixture);
    fixture_type_unknown(fixture, "bo_!u@far", "#a", line_of("claim %s", code));
    fixture_public(fixture, "#a", "bo_ takes the seat of bo.");
    const struct table *table = session_at(&fixture->host.sessions, "one", "#a");
    assert_int_equal(table_seat_of(table, "one", "mask:al!u@h"), 0);
    assert_int_equal(table_seat_of(table, "one", "account:carol"), 1);
    assert_int_equal(table_seat_of(table, "one", "mask:bo_!u@far"), 2);
}

/* In private a code alone is for the only table where the person sits; a channel named before it
 * counts, even when it has no table. */
static void in_private_a_code_alone_is_for_the_only_table(void **state)
{
    struct fixture *fixture = *state;
    char code[16];
    struct text text = TEXT_IN(code);
    fixture_type_unknown(fixture, "al!u@h", "#a", "new goats");
    text_add_bytes(&text, strstr(fixture_private(fixture, "al!u@h", "claim "), "claim ") + 6, 8);
    fixture_type(fixture, "bruno", "#a", "join");
    fixture_clear(fixture);
    fixture_type(fixture, "bruno", "", line_of("claim #q %s", code));
    fixture_private(fixture, "bruno", "Expected: claim CODE");
    fixture_clear(fixture);
    fixture_type(fixture, "bruno", "", "claim 22222222");
    fixture_private(fixture, "bruno", "You sit at this table already.");
    fixture_clear(fixture);
    fixture_type(fixture, "carol", "", line_of("claim %s", code));
    fixture_private(fixture, "carol", "Expected: claim CODE");
    const struct table *table = session_at(&fixture->host.sessions, "one", "#a");
    assert_int_equal(table_seat_of(table, "one", "mask:al!u@h"), 0);
}

static void an_undelivered_hand_is_told_once_until_they_write(void **state)
{
    struct fixture *fixture = *state;
    fixture_start(fixture, "#a", "");
    struct adapter_listener *listener = &fixture->host.listener;
    fixture_clear(fixture);
    for (int i = 0; i < 3; i++)
        listener->undelivered(&fixture->host, "one", "account:bruno", "irc.undelivered.accept");
    fixture_end_turn(fixture);
    fixture_public(fixture, "#a", "bruno: your cards do not reach you. Type /accept belfry");
    fixture_type(fixture, "bruno", "", "hand");
    listener->undelivered(&fixture->host, "one", "account:bruno", "irc.undelivered.message");
    fixture_end_turn(fixture);
    fixture_public(fixture, "#a", "Write to me: /msg belfry hand");
}

static void what_was_asked_for_and_not_delivered_is_answered_each_time(void **state)
{
    struct fixture *fixture = *state;
    fixture_start(fixture, "#a", "");
    struct adapter_listener *listener = &fixture->host.listener;
    for (int i = 0; i < 2; i++) {
        fixture_clear(fixture);
        listener->unanswered(&fixture->host, "one", "#a", "bruno", "irc.unanswered.accept");
        fixture_end_turn(fixture);
        fixture_public(fixture, "#a",
                       "bruno: my answer does not reach you. Type /accept belfry or write to me: "
                       "/msg belfry help");
    }
    listener->unanswered(&fixture->host, "one", "#b", "carla", "irc.unanswered.message");
    fixture_end_turn(fixture);
    fixture_public(fixture, "#b", "carla: my answer does not reach you. Write to me");
}

static void who_was_gone_is_told_what_they_missed(void **state)
{
    struct fixture *fixture = *state;
    const struct person bruno = {"account:bruno", "bruno", RANK_PLAYER};
    fixture_start(fixture, "#a", "");
    fixture_clear(fixture);
    fixture->host.listener.missed(&fixture->host, "one", &bruno);
    fixture_end_turn(fixture);
    fixture_private(fixture, "bruno", "Ask again, for example: hand");
}

static void a_closed_place_rests_and_wakes_with_one_line(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start(fixture, "#a", "");
    struct adapter_listener *listener = &fixture->host.listener;
    fixture_move(fixture, table);
    listener->place_closed(&fixture->host, "one", "#a");
    fixture_clear(fixture);
    fixture_type(fixture, on_turn(table), "", "advance 1");
    fixture_private(fixture, on_turn(table), "The table rests until I am back in its channel.");
    assert_int_equal(table->lines, 1);
    fixture_clear(fixture);
    listener->place_opened(&fixture->host, "one", "#a");
    listener->place_opened(&fixture->host, "one", "#a");
    fixture_end_turn(fixture);
    fixture_public(fixture, "#a", "I am back. En Garde, line 1, last move: ");
    assert_int_equal(fixture->said_count, 1);
}

/* -- Disk -------------------------------------------------------------------------------------- */

static void everything_comes_back_after_a_restart(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    struct table *table = fixture_start(fixture, "#a", "touches=2 rules=standard");
    fixture_type(fixture, "carol", "#b", "new en-garde");
    srand(7);
    for (int moves = 0; moves < 400; moves++) {
        union game_state_block before;
        memcpy(before.bytes, table->state, table->game->state_size);
        uint32_t lines = table->lines;
        fixture = fixture_restart(fixture, 0);
        table = session_at(&fixture->host.sessions, "one", "#a");
        assert_non_null(table);
        assert_int_equal(table->lines, lines);
        assert_memory_equal(before.bytes, table->state, table->game->state_size);
        fixture_open_place(fixture, "one", "#a");
        fixture_public(fixture, "#a", "I am back. En Garde, line ");
        assert_int_equal(fixture->said_count, 1);
        if (!fixture_move(fixture, table))
            break;
    }
    fixture_public(fixture, "#a", "wins the bout!");
    assert_int_equal(session_at(&fixture->host.sessions, "one", "#b")->status, TABLE_LOBBY);
    fixture_close(fixture);
}

static void the_last_table_is_repeated_after_a_restart(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    fixture_start(fixture, "#a", "touches=1");
    fixture_type(fixture, "alice", "#a", "abort");
    fixture_start(fixture, "#a", "touches=2 rules=standard");
    fixture_type(fixture, "alice", "#a", "abort");
    fixture_start(fixture, "#b", "touches=3");
    fixture = fixture_restart(fixture, 0);
    fixture_type(fixture, "bruno", "#a", "again");
    fixture_public(fixture, "#a", "bruno, alice");
    fixture_public(fixture, "#a", "rules=standard, touches=2");
    fixture_type(fixture, "bruno", "#a", "start");
    assert_int_equal(session_at(&fixture->host.sessions, "one", "#a")->status, TABLE_PLAYING);
    fixture_type(fixture, "bruno", "#b", "again");
    fixture_private(fixture, "bruno", "There is a table here already");
    fixture_type(fixture, "bruno", "#c", "again");
    fixture_private(fixture, "bruno", "There was no table here yet");
    fixture_close(fixture);
}

/* While the place is closed nothing can be announced there, as after a crash between commit and
 * announcement. */
static void an_untold_end_is_told_once_when_the_bot_is_back(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    struct table *table = fixture_start(fixture, "#a", "");
    fixture_type(fixture, "carol", "#b", "new en-garde");
    fixture->host.listener.place_closed(&fixture->host, "one", "#a");
    fixture->host.listener.place_closed(&fixture->host, "one", "#b");
    session_abort(&fixture->host.sessions, table, 0);
    session_abort(&fixture->host.sessions, session_at(&fixture->host.sessions, "one", "#b"), 0);
    fixture_end_turn(fixture);
    for (int restart = 0; restart < 3; restart++) {
        fixture = fixture_restart(fixture, 0);
        fixture_open_place(fixture, "one", "#a");
        assert_int_equal(fixture->said_count, restart == 0);
        assert_int_equal(fixture_count_public(fixture, "#a", "I am back. En Garde was closed"),
                         restart == 0);
    }
    fixture_open_place(fixture, "one", "#b");
    fixture_public(fixture, "#b", "I am back. En Garde was closed before its end.");
    fixture_close(fixture);
}

static void every_untold_end_is_told_after_one_restart(void **state)
{
    static const char *const places[] = {"#a", "#b", "#c"};
    struct fixture *fixture = fixture_open(*state);
    for (size_t i = 0; i < 3; i++) {
        struct table *table = fixture_start(fixture, places[i], "");
        fixture->host.listener.place_closed(&fixture->host, "one", places[i]);
        session_abort(&fixture->host.sessions, table, 0);
    }
    fixture_end_turn(fixture);
    fixture = fixture_restart(fixture, 0);
    for (size_t i = 0; i < 3; i++) {
        fixture_open_place(fixture, "one", places[i]);
        fixture_public(fixture, places[i], "I am back. En Garde was closed before its end.");
    }
    fixture_close(fixture);
}

static void an_end_and_a_new_table_fit_into_one_turn(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start(fixture, "#a", "");
    fixture_clear(fixture);
    session_abort(&fixture->host.sessions, table, 0);
    fixture_type_in_turn(fixture, "alice", "#a", "again");
    fixture_end_turn(fixture);
    fixture_public(fixture, "#a", "The table is closed");
    fixture_public(fixture, "#a", "A table of En Garde is open");
}

static bool count_value(void *context, const char *key, const char *value)
{
    size_t *count = context;
    (void)key;
    (void)value;
    ++*count;
    return true;
}

/* Only what reads a table's record waits for the turn that writes it. */
static void commands_of_one_turn_follow_each_other(void **state)
{
    struct fixture *fixture = *state;
    fixture_type_in_turn(fixture, "alice", "#a", "new en-garde");
    fixture_type_in_turn(fixture, "bruno", "#a", "join");
    fixture_type_in_turn(fixture, "alice", "#a", "start");
    const struct table *table = session_at(&fixture->host.sessions, "one", "#a");
    assert_int_equal(table->status, TABLE_PLAYING);
    fixture_end_turn(fixture);
    assert_int_equal(table->status, TABLE_PLAYING);
}

/* What a table waited for is deleted with it, even if another table takes its place at once. */
static void nothing_is_left_of_a_table_that_made_room(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start(fixture, "#a", "");
    size_t count = 0;
    session_abort(&fixture->host.sessions, table, 0);
    fixture_type_in_turn(fixture, "alice", "#a", "again");
    fixture_end_turn(fixture);
    fixture_type(fixture, "alice", "#a", "abort");
    struct store_inquiry *inquiry = store_inquire(fixture->disk);
    assert_true(store_read_values(inquiry, "waiting", &count, count_value));
    store_inquiry_free(inquiry);
    assert_int_equal(count, 0);
}

static void damage_costs_the_damaged_table_alone(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    fixture_type(fixture, "alice", "#a", "new en-garde");
    fixture_type(fixture, "alice", "#b", "new en-garde");
    fixture_close(fixture);
    tamper(*state, "UPDATE tables SET checksum = checksum + 1 WHERE id = 2");
    fixture = fixture_open(*state);
    assert_non_null(session_at(&fixture->host.sessions, "one", "#a"));
    assert_null(session_at(&fixture->host.sessions, "one", "#b"));
    fixture_close(fixture);
}

static void invitations_are_remembered_until_taken_back(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    assert_string_equal(fixture->joined, "");
    fixture->host.listener.place_invited(&fixture->host, "one", "#guests", true);
    fixture_end_turn(fixture);
    fixture = fixture_restart(fixture, 0);
    assert_string_equal(fixture->joined, "#guests");
    fixture->host.listener.place_invited(&fixture->host, "one", "#guests", false);
    fixture_end_turn(fixture);
    fixture = fixture_restart(fixture, 0);
    assert_string_equal(fixture->joined, "");
    fixture_close(fixture);
}

/* A write that the store refuses makes the whole turn fail, like a full disk (test_store_disk). */
static void a_turn_that_is_not_saved_changes_nothing_and_says_so(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start(fixture, "#a", "");
    fixture_move(fixture, table);
    int64_t id = table->id;
    uint32_t lines = table->lines;
    union game_state_block before;
    memcpy(before.bytes, table->state, table->game->state_size);
    store_line_add(fixture->store,
                   &(struct stored_line){.table = 4711, .n = 9, .seat = 0, .move = "advance 1"});
    fixture_clear(fixture);
    const char *name = on_turn(table);
    fixture_move(fixture, table);
    fixture_private(fixture, name, "That could not be saved, so nothing was changed.");
    assert_int_equal(fixture->said_count, 1);
    table = session_at(&fixture->host.sessions, "one", "#a");
    assert_int_equal(table->id, id);
    assert_int_equal(table->lines, lines);
    assert_memory_equal(before.bytes, table->state, table->game->state_size);
    fixture_clear(fixture);
    fixture_move(fixture, table);
    assert_int_equal(table->lines, lines + 1);
    assert_true(fixture_count_public(fixture, "#a", "") >= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(three_ways_to_be_wrong_are_three_answers_in_private),
        WITH_HOST(a_move_is_one_public_line_and_a_decision_two),
        WITH_HOST(hands_go_to_their_owners_alone),
        WITH_HOST(who_wants_notices_gets_them),
        WITH_HOST(what_guests_ask_for_is_marked),
        WITH_HOST(a_line_of_moves_is_played_as_a_whole_or_not_at_all),
        WITH_HOST(a_line_out_of_turn_and_a_line_of_spare_passes_are_refused),
        WITH_HOST(commands_can_share_a_line),
        WITH_HOST(a_misspelt_command_on_turn_is_no_move),
        WITH_HOST(seats_are_called_by_their_names),
        WITH_HOST(a_command_of_the_lobby_may_be_a_move_in_the_game),
        WITH_HOST(games_are_called_by_their_titles),
        WITH_HOST(moves_are_written_and_read_in_ones_own_language),
        WITH_HOST(in_private_the_table_is_found_or_named),
        WITH_HOST(a_bare_move_is_enough_in_private),
        WITH_HOST(the_table_is_shown_as_it_is_asked_for),
        WITH_HOST(forced_cards_are_played_if_the_table_says_so),
        WITH_HOST(a_refused_move_is_answered_with_what_is_possible),
        WITH_HOST(a_new_name_keeps_the_seat),
        WITH_HOST(whoever_leaves_keeps_the_seat_and_gets_their_hand_again),
        WITH_HOST(a_split_is_silent),
        WITH_HOST(in_the_lobby_a_quit_frees_the_seat),
        WITH_HOST(a_claim_code_gives_the_seat_back),
        WITH_HOST(in_private_a_code_alone_is_for_the_only_table),
        WITH_HOST(the_code_of_a_later_seat_gives_that_seat_back),
        WITH_HOST(an_undelivered_hand_is_told_once_until_they_write),
        WITH_HOST(what_was_asked_for_and_not_delivered_is_answered_each_time),
        WITH_HOST(who_was_gone_is_told_what_they_missed),
        WITH_HOST(a_closed_place_rests_and_wakes_with_one_line),
        IN_FOLDER(everything_comes_back_after_a_restart),
        IN_FOLDER(the_last_table_is_repeated_after_a_restart),
        IN_FOLDER(an_untold_end_is_told_once_when_the_bot_is_back),
        IN_FOLDER(every_untold_end_is_told_after_one_restart),
        WITH_HOST(an_end_and_a_new_table_fit_into_one_turn),
        WITH_HOST(nothing_is_left_of_a_table_that_made_room),
        IN_FOLDER(damage_costs_the_damaged_table_alone),
        IN_FOLDER(invitations_are_remembered_until_taken_back),
        WITH_HOST(commands_of_one_turn_follow_each_other),
        WITH_HOST(a_turn_that_is_not_saved_changes_nothing_and_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
