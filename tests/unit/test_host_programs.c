/* What players that are programs get: every move as everybody may know it, and their own turns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/duration.h"
#include "bot/record/seed.h"
#include "tests/unit/host_pair.h"

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

static void come_back(struct fixture *fixture, const char *place)
{
    const struct person alice = {"account:alice", "alice", RANK_PLAYER};
    const struct adapter_listener *listener = &fixture->host.listener;
    fixture_end_turn(fixture);
    fixture_clear(fixture);
    listener->joined(listener->context, "one", place, &alice, false);
    fixture_end_turn(fixture);
}

static void test_who_comes_back_is_asked_again(void **state)
{
    struct fixture *fixture = *state;
    const struct adapter_listener *listener = &fixture->host.listener;
    start(fixture);
    listener->left(listener->context, "one", "", "account:alice", LEFT_NETWORK);
    /* After a restart the bot does not know that anybody was away. */
    for (int times = 0; times < 2; times++) {
        come_back(fixture, "#a");
        assert_int_equal(count_facts(fixture, "", "account:alice", "\"names\":[\"alice\","), 1);
        assert_int_equal(count_turns(fixture, "account:alice"), 1);
    }
    assert_int_equal(count_facts(fixture, "#a", "", "{"), 0);
    come_back(fixture, "#b");
    assert_int_equal(fixture->said_count, 0);
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
    assert_int_equal(count_facts(fixture, "#a", "", "{\"n\":2,\"taken_back\":1}"), 1);
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

/* A table that was put away has no result: it may go on. */
static void test_an_archived_table_is_a_fact(void **state)
{
    struct fixture *fixture = *state;
    start(fixture);
    fixture_type(fixture, "alice", "#a", "play advance 1");
    fixture_clear(fixture);
    fixture_wait(fixture, 40 * DAY);
    assert_int_equal(count_facts(fixture, "#a", "", "{\"end\":\"archived\"}"), 1);
    assert_int_equal(count_facts(fixture, "#a", "", "\"scores\""), 0);
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "resume 1");
    assert_int_equal(count_facts(fixture, "#a", "", "\"game\":\"en-garde\",\"options\":"), 1);
    assert_int_equal(count_turns(fixture, "account:bruno"), 1);
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

/* The person whose turn comes is asked although an earlier question with that number was lost with
 * its turn. */
static void test_who_was_not_told_is_asked(void **state)
{
    struct fixture *fixture = *state;
    start(fixture);
    store_line_add(fixture->store,
                   &(struct stored_line){.table = 4711, .n = 9, .seat = 0, .move = "advance 1"});
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "play advance 1"); /* is not saved */
    assert_int_equal(count_turns(fixture, "account:bruno"), 0);
    assert_int_equal(count_facts(fixture, "#a", "", "\"n\":"), 0);
    fixture_type(fixture, "alice", "#a", "play advance 1");
    assert_int_equal(count_turns(fixture, "account:bruno"), 1);
    assert_int_equal(count_facts(fixture, "#a", "", "\"n\":1,"), 1);
}

/* Only who is asked for a move is called: others may get facts of a table in private. */
static void test_a_turn_calls_its_person(void **state)
{
    struct fixture *fixture = *state;
    start(fixture);
    come_back(fixture, "#a");
    for (size_t i = 0; i < fixture->said_count; i++) {
        const struct said *said = &fixture->said[i];
        bool asks = strstr(said->text, "\"legal\":") != NULL;
        assert_int_equal(said->call_count, asks);
        if (asks)
            assert_string_equal(said->calls[0], "account:alice");
    }
}

static void test_a_plan_is_a_move_like_others(void **state)
{
    struct fixture *fixture = *state;
    start(fixture);
    fixture_type(fixture, "bruno", "", "plan turn then advance 4");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "play advance 1");
    assert_int_equal(count_facts(fixture, "#a", "", "plan"), 0);
    fixture_wait(fixture, 60 * SECOND);
    assert_int_equal(count_facts(fixture, "#a", "", "{\"n\":2,\"seat\":2,\"move\":\""), 1);
    assert_non_null(strstr(turn_of(fixture, "alice"), "\"turn\":3,"));
}

/* -- Several processes ------------------------------------------------------------------------- */

/* A process hears of what another one has saved: its programs get it once, and are asked. */
static void test_programs_hear_of_other_processes(void **state)
{
    if (!on_server())
        skip();
    struct pair *pair = pair_open(state);
    fixture_start(pair->one, "#a", "");
    pair_start_other(pair);
    fixture_set_programs(pair->other);
    fixture_type(pair->one, "alice", "#a", "play advance 1");
    fixture_clear(pair->other);
    pair_hear(pair->other, pair->one);
    assert_int_equal(count_facts(pair->other, "#a", "", "{\"n\":1,\"seat\":1,"), 1);
    assert_int_equal(count_turns(pair->other, "account:bruno"), 1);
    /* Nobody learns that there is a plan. */
    fixture_clear(pair->other);
    fixture_type(pair->one, "alice", "", "plan turn then advance 2");
    pair_hear(pair->other, pair->one);
    fixture_type(pair->other, "bruno", "#a", "table");
    assert_int_equal(count_turns(pair->other, "account:bruno"), 0);
    pair_close(pair);
}

/* -- The deal of the day ----------------------------------------------------------------------- */

static void think(struct fixture *fixture)
{
    fixture_think(fixture);
    fixture_end_turn(fixture);
}

static struct table *begin_daily(struct fixture *fixture)
{
    size_t count;
    fixture_set_programs(fixture);
    fixture_type(fixture, "alice", "", "daily patrician");
    think(fixture);
    struct table *const *tables =
        session_tables_of(&fixture->host.sessions, "one", "account:alice", &count);
    assert_int_equal(count, 1);
    return tables[0];
}

/* Everything went to alice, and no fact has the seed. */
static void assert_hers(const struct fixture *fixture, const struct table *table)
{
    char seed[SEED_TEXT_MAX];
    seed_print(table->seed, seed);
    for (size_t i = 0; i < fixture->said_count; i++) {
        assert_string_equal(fixture->said[i].identity, "account:alice");
        assert_null(strstr(fixture->said[i].text, seed));
    }
}

static void test_the_deal_of_the_day_is_played_in_private(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = begin_daily(fixture);
    assert_hers(fixture, table);
    assert_int_equal(count_facts(fixture, "", "account:alice", "\"names\":[\"alice\",\"Bot"), 1);
    assert_int_equal(count_turns(fixture, "account:alice"), 1);
    while (table_is_live(table)) {
        fixture_clear(fixture);
        fixture_type(fixture, "alice", "", line_of("play %s", legal_move(table, 0, 0)));
        think(fixture);
        assert_hers(fixture, table);
    }
    assert_int_equal(count_facts(fixture, "", "account:alice", "{\"end\":\"finished\","), 1);
}

/* Who can be written to again is asked, here and by the next process. */
static void test_the_deal_of_the_day_goes_on(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    begin_daily(fixture);
    come_back(fixture, "");
    assert_int_equal(count_turns(fixture, "account:alice"), 1);
    assert_int_equal(count_facts(fixture, "", "account:alice", "\"names\":["), 1);
    assert_int_equal(fixture->said_count, 2);
    fixture = fixture_restart(fixture, 1);
    fixture_set_programs(fixture);
    come_back(fixture, "");
    assert_int_equal(count_turns(fixture, "account:alice"), 1);
    assert_int_equal(count_facts(fixture, "", "account:alice", "\"names\":["), 1);
    fixture_private(fixture, "alice", "I am back. Patrician");
    fixture_close(fixture);
}

/* The scores of a position depend on hidden cards, and others may still get this deal. */
static void test_a_deal_that_is_given_up_tells_no_scores(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = begin_daily(fixture);
    for (unsigned moves = 0; moves < 12; moves++) {
        fixture_type(fixture, "alice", "", line_of("play %s", legal_move(table, 0, 0)));
        think(fixture);
    }
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "", "deal abort");
    assert_hers(fixture, table);
    char zeros[64];
    struct text text = TEXT_IN(zeros);
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        text_add(&text, seat > 0 ? ",0" : "0");
    assert_int_equal(
        count_facts(fixture, "", "account:alice",
                    line_of("{\"end\":\"aborted\",\"scores\":[%s],\"winners\":[]}", zeros)),
        1);
}

/* -- Privacy ----------------------------------------------------------------------------------- */

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
        WITH_HOST(test_an_archived_table_is_a_fact),
        WITH_HOST(test_who_was_not_told_is_asked),
        WITH_HOST(test_a_turn_calls_its_person),
        WITH_HOST(test_a_plan_is_a_move_like_others),
        WITH_HOST(test_the_deal_of_the_day_is_played_in_private),
        IN_FOLDER(test_programs_hear_of_other_processes),
        IN_FOLDER(test_the_deal_of_the_day_goes_on),
        WITH_HOST(test_a_deal_that_is_given_up_tells_no_scores),
        WITH_HOST(test_hidden_moves_stay_hidden),
        WITH_HOST(test_a_turn_tells_the_own_hand_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
