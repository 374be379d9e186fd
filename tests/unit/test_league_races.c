/* Two processes on one server change one league at once: nothing of it is lost, nothing is done
 * twice. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/duration.h"
#include "bot/tables/leagues.h"
#include "tests/unit/host_pair.h"

static void type_in_turn(struct fixture *fixture, const char *text)
{
    const struct inbound inbound = {.network = "one",
                                    .person = {"account:olga", "olga", RANK_ADMIN},
                                    .place = "#a",
                                    .text = text};
    fixture->host.listener.received(&fixture->host, &inbound);
}

static struct league *league_of(const struct fixture *fixture)
{
    struct league *league = leagues_open(&fixture->host.sessions, "leagues one", "cup");
    assert_non_null(league);
    return league;
}

static struct pair *pair_with_league(void **state, unsigned people_entered)
{
    struct pair *pair = pair_open(state);
    fixture_command(pair->one, "league new Cup en-garde touches=1 form=knockout");
    for (unsigned i = 0; i < people_entered; i++)
        fixture_type(pair->one, people[i], "#a", "league enter cup");
    fixture_settle(pair->one);
    pair_start_other(pair);
    fixture_clear(pair->one);
    return pair;
}

static void two_people_enter_at_once(void **state)
{
    struct pair *pair = pair_with_league(state, 0);
    fixture_type_in_turn(pair->one, "alice", "#a", "league enter cup");
    fixture_type_in_turn(pair->other, "bruno", "#a", "league enter cup");
    pair_settle(pair);
    assert_int_equal(pair_count_said(pair, "enters league Cup: one person now."), 1);
    assert_int_equal(pair_count_said(pair, "enters league Cup: 2 people now."), 1);
    assert_int_equal(pair_count_said(pair, PAIR_NOT_SAVED), 0);
    pair_catch_up(pair);
    struct league *league = league_of(pair->one);
    assert_int_equal(league->entrant_count, 2);
    leagues_close(league);
    pair_close(pair);
}

static unsigned count_tables(const struct fixture *fixture)
{
    return HASH_COUNT(fixture->host.sessions.by_id);
}

static void a_round_is_paired_once(void **state)
{
    struct pair *pair = pair_with_league(state, 2);
    type_in_turn(pair->one, "league start cup");
    type_in_turn(pair->other, "league start cup");
    pair_settle(pair);
    assert_int_equal(pair_count_said(pair, "League Cup, round 1 of 1: 1. alice – bruno"), 1);
    assert_int_equal(pair_count_said(pair, "League Cup has begun already."), 1);
    assert_int_equal(pair_count_said(pair, PAIR_NOT_SAVED), 0);
    pair_catch_up(pair);
    struct league *league = league_of(pair->other);
    assert_int_equal(league->match_count, 1);
    assert_int_equal(count_tables(pair->other), 1);
    leagues_close(league);
    pair_close(pair);
}

static void a_result_is_noted_once(void **state)
{
    struct pair *pair = pair_with_league(state, 3);
    fixture_command(pair->one, "league start cup");
    fixture_settle(pair->one);
    pair_catch_up(pair);
    type_in_turn(pair->one, "league correct cup 1 2 1:0");
    type_in_turn(pair->other, "league correct cup 1 2 0:1");
    pair_settle(pair);
    assert_int_equal(pair_count_said(pair, "League Cup, round 2 of 2:"), 1);
    pair_catch_up(pair);
    struct league *league = league_of(pair->one);
    assert_int_equal(league->round, 2);
    assert_int_equal(league->match_count, 3);
    leagues_close(league);
    pair_close(pair);
}

static bool has_left(const struct fixture *fixture, const char *who)
{
    struct league *league = league_of(fixture);
    unsigned entrant = league_find(league, "one", line_of("account:%s", who));
    assert_int_not_equal(entrant, LEAGUE_NOBODY);
    bool left = league->entrants[entrant].left;
    leagues_close(league);
    return left;
}

/* Somebody out of time loses their seat in one process while another leaves in the other. */
static void who_is_taken_out_stays_out(void **state)
{
    struct pair *pair = pair_with_league(state, 3);
    fixture_command(pair->one, "config set leaving out-of-league");
    fixture_command(pair->one, "league start cup");
    const struct table *table = pair_table(pair->one);
    unsigned seat = seat_on_turn(table);
    const char *late = strcmp(table->seats[seat].name, "bruno") == 0 ? "bruno" : "carol";
    const char *other = strcmp(late, "bruno") == 0 ? "carol" : "bruno";
    fixture_wait(pair->one, DAY + SECOND);
    fixture_settle(pair->one);
    pair_catch_up(pair);
    fixture_type_in_turn(pair->one, "alice", "#a", "league leave cup");
    fixture_type_in_turn(pair->other, other, "#a", line_of("kick %s", late));
    pair_settle(pair);
    assert_int_equal(pair_count_said(pair, "alice leaves league Cup."), 1);
    assert_int_equal(pair_count_said(pair, line_of("%s leaves league Cup.", late)), 1);
    assert_int_equal(pair_count_said(pair, "You are out of league Cup"), 1);
    assert_int_equal(pair_count_said(pair, PAIR_NOT_SAVED), 0);
    pair_catch_up(pair);
    assert_true(has_left(pair->one, "alice"));
    assert_true(has_left(pair->one, late));
    assert_false(has_left(pair->one, other));
    pair_close(pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(two_people_enter_at_once),
        IN_FOLDER(a_round_is_paired_once),
        IN_FOLDER(a_result_is_noted_once),
        IN_FOLDER(who_is_taken_out_stays_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
