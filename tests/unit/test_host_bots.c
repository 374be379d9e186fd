/* Seats that the bot plays with a search: their moves arrive as events, and count only while they
 * are still asked for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

/* Seats alice and a bot of the level at En Garde for one touch in `place`; either may begin. */
static struct table *start(struct fixture *fixture, const char *place, const char *bots)
{
    fixture_type(fixture, "alice", place, "new en-garde touches=1");
    fixture_type(fixture, "alice", place, bots);
    fixture_type(fixture, "alice", place, "start");
    return session_at(&fixture->host.sessions, "one", place);
}

static bool bot_is_to_act(const struct table *table)
{
    return table->status == TABLE_PLAYING &&
           (table->game->rules->actors(table->state) & SEAT_BIT(1)) != 0;
}

/* Plays until the bot has to decide: its search has begun, and its move has not arrived. */
static struct table *start_until_the_bot_thinks(struct fixture *fixture, const char *place)
{
    struct table *table = start(fixture, place, "bots add hard");
    for (int i = 0; i < 100 && !bot_is_to_act(table); i++)
        fixture_move(fixture, table);
    assert_true(bot_is_to_act(table));
    assert_non_null(thinkers_find(&fixture->host.thinkers, table->id));
    return table;
}

static void a_game_is_played_to_its_end(void **state)
{
    static const char *const words[] = {"bots add", "bots add normal", "bots add hard",
                                        "bots add smart"};
    struct fixture *fixture = *state;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        char place[] = "#a";
        place[1] = (char)('a' + i);
        struct table *table = start(fixture, place, words[i]);
        assert_int_equal(table->seats[1].level, i < 2 ? PLAYER_NORMAL : PLAYER_HARD);
        for (int turn = 0; turn < 500 && table->status == TABLE_PLAYING; turn++) {
            fixture_think(fixture);
            fixture_move(fixture, table);
        }
        assert_int_equal(table->status, TABLE_FINISHED);
        fixture_clear(fixture);
    }
}

/* While it thinks the loop is free, and nothing of it is visible. */
static void nobody_waits_for_a_search(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start_until_the_bot_thinks(fixture, "#a");
    uint32_t lines = table->lines;
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "hand");
    assert_int_equal(fixture->said_count, 1);
    fixture_start(fixture, "#b", "");
    assert_int_equal(table->lines, lines);
    fixture_think(fixture);
    assert_true(table->lines > lines);
    assert_false(bot_is_to_act(table));
}

/* The prompt says it, until the move is there. */
static void at_a_terminal_the_prompt_says_who_thinks(void **state)
{
    struct fixture *fixture = *state;
    fixture_set_terminal(fixture, true);
    start_until_the_bot_thinks(fixture, "#a");
    fixture_end_turn(fixture);
    assert_string_equal(fixture_last(fixture, OUTBOUND_PROMPT, "one", "#a", NULL)->text,
                        "Bot 1 thinks…");
    fixture_think(fixture);
    fixture_end_turn(fixture);
    assert_null(strstr(fixture_last(fixture, OUTBOUND_PROMPT, "one", "#a", NULL)->text, "thinks"));
}

static void what_is_over_is_not_thought_about(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start_until_the_bot_thinks(fixture, "#a");
    uint32_t lines = table->lines;
    fixture_type(fixture, "alice", "#a", "abort");
    assert_null(thinkers_find(&fixture->host.thinkers, table->id));
    fixture_think(fixture);
    assert_int_equal(table->lines, lines);
    assert_int_equal(table->status, TABLE_ABORTED);
    start_until_the_bot_thinks(fixture, "#a"); /* and the host closes meanwhile */
}

/* An answer to another position makes no move, however the position came about. */
static void an_answer_that_comes_too_late_is_dropped(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start_until_the_bot_thinks(fixture, "#a");
    struct thought late = *thinkers_find(&fixture->host.thinkers, table->id);
    game_move moves[GAME_LEGAL_MAX];
    table->game->rules->legal(table->state, 1, moves);
    late.move = moves[0];
    late.found = true;
    uint32_t lines = table->lines;
    late.moment--;
    session_thought(&fixture->host.sessions, &late);
    late.moment++;
    late.view.bytes[table->game->view_size - 1] ^= 1;
    session_thought(&fixture->host.sessions, &late);
    late.view.bytes[table->game->view_size - 1] ^= 1;
    late.seat = 0;
    session_thought(&fixture->host.sessions, &late);
    late.seat = 1;
    late.table += 100;
    session_thought(&fixture->host.sessions, &late);
    assert_int_equal(table->lines, lines);
    late.table -= 100;
    session_thought(&fixture->host.sessions, &late);
    assert_true(table->lines > lines);
    lines = table->lines;
    session_thought(&fixture->host.sessions, &late);
    assert_int_equal(table->lines, lines);
}

/* An illegal move is replaced by the default move. */
static void a_failed_search_falls_back_to_the_default_move(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start_until_the_bot_thinks(fixture, "#a");
    struct thought failed = *thinkers_find(&fixture->host.thinkers, table->id);
    game_move expected = game_default_move(table->game, table->state, 1);
    failed.move = UINT32_MAX;
    failed.found = true;
    session_thought(&fixture->host.sessions, &failed);
    assert_int_equal(table->recent[0].seat, 1);
    assert_int_equal(table->recent[0].move, expected);
}

/* On a busy host the moment of the answer may come before the search has found anything. */
static void without_a_found_move_the_seat_plays_at_once(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start_until_the_bot_thinks(fixture, "#a");
    struct thought late = *thinkers_find(&fixture->host.thinkers, table->id);
    uint32_t lines = table->lines;
    late.move = UINT32_MAX;
    session_thought(&fixture->host.sessions, &late);
    assert_true(table->lines > lines);
    assert_int_equal(table->recent[0].seat, 1);
}

static void somebody_stands_in_until_the_person_is_back(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start(fixture, "#a", "");
    for (int level = PLAYER_RANDOM; level < PLAYER_LEVELS; level++) {
        uint32_t lines = table->lines;
        unsigned seat = seat_on_turn(table);
        session_stand_in(&fixture->host.sessions, table, seat, (enum player_level)level);
        fixture_think(fixture);
        fixture_end_turn(fixture);
        assert_true(table->lines > lines);
        assert_int_equal(table->recent[0].seat, seat);
        assert_true(table->seats[seat].stood_in);
        lines = table->lines;
        fixture_type(fixture, people[seat], "#a", "status");
        assert_false(table->seats[seat].stood_in);
        fixture_think(fixture);
        assert_int_equal(table->lines, lines);
    }
    /* A person who comes back in time moves on their own. */
    uint32_t lines = table->lines;
    unsigned seat = seat_on_turn(table);
    session_stand_in(&fixture->host.sessions, table, seat, PLAYER_HARD);
    session_play_bots(&fixture->host.sessions);
    assert_non_null(thinkers_find(&fixture->host.thinkers, table->id));
    fixture_move(fixture, table);
    assert_null(thinkers_find(&fixture->host.thinkers, table->id));
    fixture_think(fixture);
    assert_int_equal(table->lines, lines + 1);
}

static void levels_come_back_after_a_restart(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    int64_t id = start_until_the_bot_thinks(fixture, "#a")->id;
    fixture = fixture_restart(fixture, 0);
    fixture_open_place(fixture, "one", "#a");
    struct table *table = session_at(&fixture->host.sessions, "one", "#a");
    assert_int_equal(table->id, id);
    assert_int_equal(table->seats[1].level, PLAYER_HARD);
    assert_true(bot_is_to_act(table));
    fixture_think(fixture);
    assert_false(bot_is_to_act(table));
    fixture_type(fixture, "alice", "#a", "abort");
    fixture_type(fixture, "alice", "#a", "again");
    assert_int_equal(session_at(&fixture->host.sessions, "one", "#a")->seats[1].level, PLAYER_HARD);
    fixture_close(fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(a_game_is_played_to_its_end),
        WITH_HOST(nobody_waits_for_a_search),
        WITH_HOST(at_a_terminal_the_prompt_says_who_thinks),
        WITH_HOST(what_is_over_is_not_thought_about),
        WITH_HOST(an_answer_that_comes_too_late_is_dropped),
        WITH_HOST(a_failed_search_falls_back_to_the_default_move),
        WITH_HOST(without_a_found_move_the_seat_plays_at_once),
        WITH_HOST(somebody_stands_in_until_the_person_is_back),
        IN_FOLDER(levels_come_back_after_a_restart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
