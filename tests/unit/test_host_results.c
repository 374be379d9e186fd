/* Results of finished games: statistics, rankings, and what people may do with their own data. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "bot/core/settings.h"
#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

/* alice and bruno play En Garde to its end; returns the winner. */
static const char *play_game(struct fixture *fixture)
{
    struct table *table = fixture_start(fixture, "#a", "touches=1");
    for (int moves = 0; fixture_move(fixture, table); moves++)
        assert_true(moves < 3000);
    struct game_result result;
    table->game->rules->result(table->state, &result);
    fixture_clear(fixture);
    return result.winners & SEAT_BIT(0) ? "alice" : "bruno";
}

static void a_finished_game_counts_for_its_people(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "stats");
    fixture_private(fixture, "alice", "No finished game here yet.");
    fixture_type(fixture, "alice", "#a", "top");
    fixture_private(fixture, "alice", "All games: nobody is rated here yet.");
    fixture_clear(fixture);
    const char *winner = play_game(fixture);
    const char *loser = strcmp(winner, "alice") == 0 ? "bruno" : "alice";
    fixture_type(fixture, winner, "#a", "stats");
    fixture_private(fixture, winner,
                    "En Garde: one game, 1 won, 1.0 points on average, 1 at best.");
    fixture_clear(fixture);
    fixture_type(fixture, winner, "", "stats");
    fixture_private(fixture, winner, "one game, 1 won");
    fixture_clear(fixture);
    fixture_type(fixture, loser, "#b", "stats");
    fixture_private(fixture, loser, "one game, 0 won");
    fixture_type(fixture, "carol", "#a", "top en-garde");
    const char *top = fixture_public(fixture, "#a", "En Garde: the best here");
    assert_true(strstr(top, winner) < strstr(top, loser));
    fixture_type(fixture, "carol", "#a", "top chess");
    fixture_private(fixture, "carol", "There is no game chess.");
    fixture_type(fixture, "carol", "#a", "top x");
    fixture_private(fixture, "carol", "There is no game x.");
}

static void two_games_add_up(void **state)
{
    struct fixture *fixture = *state;
    play_game(fixture);
    play_game(fixture);
    fixture_type(fixture, "carol", "#a", "stats ALICE");
    fixture_private(fixture, "carol", "En Garde: 2 games, ");
    fixture_type(fixture, "carol", "#a", "top");
    fixture_public(fixture, "#a", "(2)");
    fixture_type(fixture, "carol", "#a", "stats dora");
    fixture_private(fixture, "carol", "I know of no finished game of dora here");
}

static void who_keeps_out_of_rankings_is_shown_to_themselves_alone(void **state)
{
    struct fixture *fixture = *state;
    play_game(fixture);
    const struct setting_scope alice = setting_for_person("one", "", "account:alice");
    assert_true(setting_set(&fixture->host.settings, SETTING_RANKED, SETTING_AT_PERSON, &alice,
                            "off", NULL));
    fixture_type(fixture, "carol", "#a", "top");
    assert_int_equal(fixture_count_public(fixture, "#a", "alice"), 0);
    fixture_type(fixture, "carol", "#a", "stats alice");
    fixture_private(fixture, "carol", "or alice keeps out of the rankings");
    fixture_type(fixture, "alice", "#a", "stats alice");
    fixture_private(fixture, "alice", "En Garde: one game");
    fixture_clear(fixture);
    play_game(fixture);
    fixture_type(fixture, "bruno", "#a", "top");
    fixture_public(fixture, "#a", "(1)"); /* a game against nobody says nothing */
}

/* Who keeps out of the rankings is passed over, wherever they sit. */
static void the_others_are_compared_all_the_same(void **state)
{
    struct fixture *fixture = *state;
    const struct setting_scope alice = setting_for_person("one", "", "account:alice");
    setting_set(&fixture->host.settings, SETTING_RANKED, SETTING_AT_PERSON, &alice, "off", NULL);
    for (unsigned game = 0; game < 3; game++) {
        struct table *table = fixture_start_game(fixture, "one", "#a", "goats", 3);
        assert_string_equal(table->seats[0].name, "alice");
        while (fixture_move(fixture, table))
            fixture_clear(fixture);
    }
    fixture_clear(fixture);
    fixture_type(fixture, "dora", "#a", "top goats");
    const char *top = fixture_public(fixture, "#a", "Ziegen Kriegen: the best here");
    assert_non_null(strstr(top, "bruno"));
    assert_non_null(strstr(top, "carol"));
    assert_null(strstr(top, "alice"));
}

static bool take_games(void *context, const struct stored_rating *rating)
{
    int64_t *games = context;
    *games = rating->now.games;
    return false;
}

/* Only winners and losers can be compared: a game that says nothing of two ranked people changes no
 * rating. */
static void a_game_is_rated_when_ranked_people_won_and_lost(void **state)
{
    struct fixture *fixture = *state;
    const struct setting_scope alice = setting_for_person("one", "", "account:alice");
    setting_set(&fixture->host.settings, SETTING_RANKED, SETTING_AT_PERSON, &alice, "off", NULL);
    int64_t rated = 0, unrated = 0, games = 0;
    for (unsigned game = 0; game < 30 && (rated < 2 || unrated < 2); game++) {
        struct table *table = fixture_start_game(fixture, "one", "#a", "goats", 3);
        for (bool more = true; more; fixture_clear(fixture))
            more = fixture_move(fixture, table);
        struct game_result result;
        table->game->rules->result(table->state, &result);
        seat_set ranked = SEAT_BIT(1) | SEAT_BIT(2);
        bool counts = (result.winners & ranked) != 0 && (ranked & ~result.winners) != 0;
        rated += counts;
        unrated += !counts;
        struct store_inquiry *inquiry = store_inquire(fixture->disk);
        assert_true(store_read_top(inquiry, "one", "", "goats", &games, take_games));
        store_inquiry_free(inquiry);
        assert_int_equal(games, rated);
    }
    assert_true(rated >= 1 && unrated >= 1);
}

/* An aborted game, and one against the bot, do not count in rankings. */
static void only_people_who_finish_are_rated(void **state)
{
    struct fixture *fixture = *state;
    fixture_start(fixture, "#a", "");
    fixture_type(fixture, "alice", "#a", "abort");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "stats");
    fixture_private(fixture, "alice", "No finished game here yet.");
}

static void a_person_takes_their_data_along_and_is_forgotten(void **state)
{
    struct fixture *fixture = *state;
    play_game(fixture);
    fixture_type(fixture, "alice", "#a", "export me");
    fixture_private(fixture, "alice", "\"identity\": \"account:alice\"");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "forget");
    fixture_private(fixture, "alice", "Expected: forget me.");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "forget me");
    fixture_private(fixture, "alice", "Type forget me once more");
    fixture_type(fixture, "alice", "#a", "stats");
    fixture_private(fixture, "alice", "one game");
    fixture_type(fixture, "alice", "#a", "forget me");
    fixture_private(fixture, "alice", "I have forgotten you");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "stats");
    fixture_private(fixture, "alice", "No finished game here yet.");
    fixture_type(fixture, "bruno", "#a", "stats");
    fixture_private(fixture, "bruno", "one game");
    fixture_type(fixture, "bruno", "#a", "top");
    assert_int_equal(fixture_count_public(fixture, "#a", "alice"), 0);
    fixture_type(fixture, "alice", "", "export 1");
    fixture_private(fixture, "alice", "There is no finished table 1");
    fixture_type(fixture, "bruno", "", "export 1");
    fixture_private(fixture, "bruno", "Table 1, En Garde: …, bruno.");
}

/* A table that is over stays in memory, for `again`. */
static void who_is_forgotten_is_not_seated_again(void **state)
{
    struct fixture *fixture = *state;
    fixture_start(fixture, "#a", "");
    fixture_type(fixture, "alice", "#a", "abort");
    for (int i = 0; i < 2; i++) /* they are asked whether they are sure */
        fixture_type(fixture, "bruno", "#a", "forget me");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "again");
    struct table *table = session_at(&fixture->host.sessions, "one", "#a");
    assert_int_equal(table_seat_of(table, "one", "account:bruno"), -1);
    assert_int_equal(fixture_count_public(fixture, "#a", "bruno"), 0);
}

static bool take_opener(void *context, const struct stored_table *table)
{
    struct text *opener = context;
    text_add(opener, table->opener_identity);
    return false;
}

static void assert_opened_by_nobody(struct fixture *fixture, int64_t table)
{
    char buffer[STORE_WORD_MAX];
    struct text opener = TEXT_IN(buffer);
    const struct store_reader reader = {.context = &opener, .table = take_opener};
    read_one(fixture->disk, table, &reader);
    assert_string_equal(opener.bytes, "");
}

/* Somebody may open a table and leave it to others. */
static void who_opened_a_table_is_forgotten_too(void **state)
{
    struct fixture *fixture = *state;
    int64_t tables[2];
    for (int i = 0; i < 2; i++) {
        const char *place = i == 0 ? "#a" : "#b";
        fixture_type(fixture, "alice", place, "new en-garde");
        fixture_type(fixture, "bruno", place, "join");
        fixture_type(fixture, "alice", place, "leave");
        tables[i] = session_at(&fixture->host.sessions, "one", place)->id;
    }
    fixture_type(fixture, "bruno", "#a", "abort");
    for (int i = 0; i < 2; i++)
        fixture_type(fixture, "alice", "#a", "forget me");
    for (int i = 0; i < 2; i++)
        assert_opened_by_nobody(fixture, tables[i]);
}

/* The export has everything that is stored under the person's name. */
static void what_they_take_along_is_whole(void **state)
{
    struct fixture *fixture = *state;
    play_game(fixture);
    fixture_type_as(fixture, "one", "alice", RANK_ADMIN, "#a", "config set undo never");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "", "export me");
    const char *data = fixture_private(fixture, "alice", "account:alice");
    assert_non_null(strstr(data, "\"ratings\": [{\"server\": \"one\", \"game\": \"\""));
    assert_non_null(strstr(data, "\"setting\": \"undo\", \"before\": null, \"after\": \"never\""));
    assert_non_null(strstr(data, "\"tables\": [1]"));
}

static void who_sits_at_a_table_is_not_forgotten(void **state)
{
    struct fixture *fixture = *state;
    fixture_start(fixture, "#a", "");
    fixture_type(fixture, "alice", "#b", "forget me");
    fixture_private(fixture, "alice", "You still sit at one table");
}

/* What was forgotten still loads after a restart: every checksum fits. */
static void results_survive_a_restart(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    play_game(fixture);
    fixture_type(fixture, "alice", "#a", "forget me");
    fixture_type(fixture, "alice", "#a", "forget me");
    fixture = fixture_restart(fixture, 0);
    fixture_type(fixture, "bruno", "#a", "stats");
    fixture_private(fixture, "bruno", "one game");
    fixture_type(fixture, "bruno", "#a", "verify");
    fixture_public(fixture, "#a", "it deals just what was dealt");
    fixture_close(fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(a_finished_game_counts_for_its_people),
        WITH_HOST(two_games_add_up),
        WITH_HOST(who_keeps_out_of_rankings_is_shown_to_themselves_alone),
        WITH_HOST(the_others_are_compared_all_the_same),
        WITH_HOST(a_game_is_rated_when_ranked_people_won_and_lost),
        WITH_HOST(only_people_who_finish_are_rated),
        WITH_HOST(a_person_takes_their_data_along_and_is_forgotten),
        WITH_HOST(who_is_forgotten_is_not_seated_again),
        WITH_HOST(who_opened_a_table_is_forgotten_too),
        WITH_HOST(what_they_take_along_is_whole),
        WITH_HOST(who_sits_at_a_table_is_not_forgotten),
        IN_FOLDER(results_survive_a_restart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
