/* What players that are programs get: every move as everybody may know it, and their own turns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/host_fixture.h"

static const char *turn_of(const struct fixture *fixture, const char *name)
{
    const struct said *said = fixture_last(fixture, OUTBOUND_FACTS, "one", "", name);
    return said != NULL ? said->text : NULL;
}

static size_t count_facts(const struct fixture *fixture, const char *place, const char *identity,
                          const char *part)
{
    size_t count = 0;
    for (size_t i = 0; i < fixture->said_count; i++) {
        const struct said *said = &fixture->said[i];
        count += said->kind == OUTBOUND_FACTS && strcmp(said->place, place) == 0 &&
                 strcmp(said->identity, identity) == 0 && strstr(said->text, part) != NULL;
    }
    return count;
}

static size_t count_turns(const struct fixture *fixture, const char *identity)
{
    return count_facts(fixture, "", identity, "\"legal\":[");
}

static struct table *start(struct fixture *fixture)
{
    fixture_set_programs(fixture);
    return fixture_start(fixture, "#a", "");
}

static void test_only_networks_of_programs_get_facts(void **state)
{
    struct fixture *fixture = *state;
    fixture_start(fixture, "#a", "");
    fixture_type(fixture, "alice", "#a", "play advance 1");
    for (size_t i = 0; i < fixture->said_count; i++)
        assert_int_not_equal(fixture->said[i].kind, OUTBOUND_FACTS);
}

static void test_a_game_begins_with_a_turn(void **state)
{
    struct fixture *fixture = *state;
    start(fixture);
    assert_int_equal(
        count_facts(fixture, "#a", "",
                    "{\"belfry\":1,\"game\":\"en-garde\",\"options\":{\"rules\":\"full\","
                    "\"touches\":\"5\"},\"players\":2,\"names\":[\"alice\",\"bruno\"]}"),
        1);
    assert_int_equal(count_turns(fixture, "account:alice"), 1);
    assert_int_equal(count_turns(fixture, "account:bruno"), 0);
    const char *turn = turn_of(fixture, "alice");
    assert_non_null(strstr(turn, "\"turn\":1,\"seat\":1,\"view\":{"));
    assert_non_null(strstr(
        turn,
        "\"legal\":[\"advance 1\",\"advance 2\",\"advance 3\",\"advance 4\",\"advance 5\"]}"));
    assert_null(strchr(turn, '\x10'));
}

static void test_a_move_is_a_fact_and_asks_the_next(void **state)
{
    struct fixture *fixture = *state;
    start(fixture);
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "play advance 1");
    assert_int_equal(count_facts(fixture, "#a", "", "{\"n\":1,\"seat\":1,\"move\":\"advance 1\"}"),
                     1);
    assert_int_equal(count_turns(fixture, "account:alice"), 0);
    assert_int_equal(count_turns(fixture, "account:bruno"), 1);
    assert_non_null(strstr(turn_of(fixture, "bruno"), "\"turn\":2,\"seat\":2,"));
}

static void test_a_refused_move_asks_again(void **state)
{
    struct fixture *fixture = *state;
    start(fixture);
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "play retreat 1"); /* off the piste */
    fixture_type(fixture, "alice", "#a", "play dance");
    assert_int_equal(count_turns(fixture, "account:alice"), 2);
    fixture_type(fixture, "bruno", "#a", "play advance 1"); /* not their turn */
    assert_int_equal(count_turns(fixture, "account:bruno"), 0);
    assert_int_equal(count_facts(fixture, "#a", "", "\"n\":"), 0);
}

static void test_looking_asks_nobody_again(void **state)
{
    struct fixture *fixture = *state;
    start(fixture);
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "hand");
    fixture_type(fixture, "bruno", "#a", "table");
    assert_int_equal(count_turns(fixture, "account:alice"), 0);
}

static void test_who_comes_back_is_asked_again(void **state)
{
    struct fixture *fixture = *state;
    const struct person alice = {"account:alice", "alice", RANK_PLAYER};
    const struct adapter_listener *listener = &fixture->host.listener;
    start(fixture);
    listener->left(listener->context, "one", "", "account:alice", LEFT_NETWORK);
    fixture_end_turn(fixture);
    fixture_clear(fixture);
    listener->joined(listener->context, "one", "#a", &alice, false);
    fixture_end_turn(fixture);
    assert_int_equal(count_turns(fixture, "account:alice"), 1);
    /* After a restart the bot does not know that anybody was away. */
    listener->joined(listener->context, "one", "#a", &alice, false);
    fixture_end_turn(fixture);
    assert_int_equal(count_turns(fixture, "account:alice"), 2);
}

static void test_a_move_taken_back_asks_again(void **state)
{
    struct fixture *fixture = *state;
    fixture_set_programs(fixture);
    const struct table *table = fixture_start_game(fixture, "one", "#a", "castellers", 2);
    unsigned seat = seat_on_turn(table);
    fixture_type(fixture, people[seat], "", line_of("play %s", legal_move(table, seat, 0)));
    fixture_clear(fixture);
    fixture_type(fixture, people[seat], "#a", "undo");
    fixture_type(fixture, people[1 - seat], "#a", "undo");
    assert_int_equal(table->lines, 0);
    const char *turn = turn_of(fixture, people[seat]);
    assert_non_null(turn);
    assert_non_null(strstr(turn, "\"turn\":3,")); /* no number comes twice */
}

static void test_the_end_is_a_fact(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start(fixture);
    while (fixture_move(fixture, table))
        fixture_clear(fixture);
    assert_int_equal(count_facts(fixture, "#a", "", "{\"end\":\"finished\",\"scores\":["), 1);
    fixture_clear(fixture);
    start(fixture);
    fixture_type(fixture, "alice", "#a", "abort");
    fixture_type(fixture, "bruno", "#a", "abort");
    assert_int_equal(count_facts(fixture, "#a", "", "{\"end\":\"aborted\",\"scores\":["), 1);
}

/* Discards of Njet! are made face down: others learn that there was one, by any way. */
static void test_hidden_moves_stay_hidden(void **state)
{
    struct fixture *fixture = *state;
    unsigned hidden = 0;
    fixture_set_programs(fixture);
    struct table *table = fixture_start_game(fixture, "one", "#a", "njet", 3);
    for (unsigned moves = 0; moves < 200 && hidden < 3; moves++) {
        unsigned seat = seat_on_turn(table);
        fixture_clear(fixture);
        fixture_type(fixture, people[seat], "", line_of("play %s", legal_move(table, seat, 0)));
        const struct made_move *made = &table->recent[0];
        if (table->game->text->is_private(made->move)) {
            char buffer[GAME_MOVE_TEXT_MAX];
            struct text move = TEXT_IN(buffer);
            table->game->text->print(made->move, &move);
            hidden++;
            assert_int_equal(count_facts(fixture, "#a", "", "\"hidden\":true}"), 1);
            for (size_t i = 0; i < fixture->said_count; i++)
                if (fixture->said[i].identity[0] == '\0')
                    assert_null(strstr(fixture->said[i].text, move.bytes));
        }
    }
    assert_int_equal(hidden, 3);
}

/* Of two viewers each is told of their own hand alone. */
static void test_a_turn_tells_the_own_hand_alone(void **state)
{
    struct fixture *fixture = *state;
    start(fixture);
    const char *turn = turn_of(fixture, "alice");
    assert_non_null(strstr(turn, "\"hand\":\"1 2 3 4 5"));
    for (size_t i = 0; i < fixture->said_count; i++)
        if (fixture->said[i].kind == OUTBOUND_FACTS && fixture->said[i].identity[0] == '\0')
            assert_null(strstr(fixture->said[i].text, "hand"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(test_only_networks_of_programs_get_facts),
        WITH_HOST(test_a_game_begins_with_a_turn),
        WITH_HOST(test_a_move_is_a_fact_and_asks_the_next),
        WITH_HOST(test_a_refused_move_asks_again),
        WITH_HOST(test_looking_asks_nobody_again),
        WITH_HOST(test_who_comes_back_is_asked_again),
        WITH_HOST(test_a_move_taken_back_asks_again),
        WITH_HOST(test_the_end_is_a_fact),
        WITH_HOST(test_hidden_moves_stay_hidden),
        WITH_HOST(test_a_turn_tells_the_own_hand_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
