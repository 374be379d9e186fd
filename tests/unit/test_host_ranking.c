/* Rankings as people see them: seasons, trends, all servers, teams, and who is not shown. What the
 * numbers are test_rating.c and test_ratings_again.py check. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bot/tables/rating.h"
#include "bot/tables/standing.h"
#include "games/shared/canvas.h"
#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

#define DAY INT64_C(86400000)

/* Somebody makes a random move, in private, since it may be a secret one. */
static void move(struct fixture *fixture, const struct table *table)
{
    unsigned seat = seat_on_turn(table);
    uint32_t lines = table->lines;
    fixture_type_on(fixture, table->places->network, table->seats[seat].name, "",
                    line_of("play %s", legal_move(table, seat, (size_t)rand())));
    assert_true(table->lines > lines);
    fixture_clear(fixture);
}

static void play_out(struct fixture *fixture, const struct table *table)
{
    while (table->status == TABLE_PLAYING)
        move(fixture, table);
}

static const char *play_duel(struct fixture *fixture, const char *network)
{
    struct table *table = fixture_start_game(fixture, network, "#a", "en-garde touches=1", 2);
    fixture_clear(fixture);
    play_out(fixture, table);
    struct game_result result;
    table->game->rules->result(table->state, &result);
    return people[__builtin_ctz(result.winners)];
}

/* -- What is stored ---------------------------------------------------------------------------- */

struct wanted {
    const char *server, *season, *game;
    struct stored_belief found;
};

static bool take_wanted(void *context, const struct stored_ranking *ranking,
                        const struct stored_rating *rating)
{
    struct wanted *wanted = context;
    if (strcmp(ranking->server, wanted->server) == 0 &&
        strcmp(ranking->season, wanted->season) == 0 && strcmp(ranking->game, wanted->game) == 0)
        wanted->found = rating->now;
    return true;
}

static struct stored_belief stored(struct fixture *fixture, const char *who, const char *server,
                                   const char *season, const char *game)
{
    struct wanted wanted = {server, season, game, {0}};
    struct store_inquiry *inquiry = store_inquire(fixture->disk);
    assert_true(
        store_read_ratings_of(inquiry, "one", line_of("account:%s", who), &wanted, take_wanted));
    store_inquiry_free(inquiry);
    return wanted.found;
}

/* -- Teams ------------------------------------------------------------------------------------- */

/* Rates what the table's contests were, one after the other. */
static void assert_rated_by_rounds(struct fixture *fixture, const struct table *table)
{
    struct rating ratings[GAME_SEATS_MAX];
    assert_true(table->contest_count > 1);
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        ratings[seat] = (struct rating){RATING_MEAN, RATING_DEVIATION};
    for (unsigned i = 0; i < table->contest_count; i++) {
        assert_int_equal(table->contests[i].number, i + 1);
        rating_update(ratings, table->contests[i].teams, table->contests[i].places,
                      table->seat_count);
    }
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        struct stored_belief belief = stored(fixture, people[seat], "one", "", "njet");
        assert_int_equal(belief.games, 1);
        assert_true(fabs(belief.mean - ratings[seat].mean) < 1e-9);
        assert_true(fabs(belief.deviation - ratings[seat].deviation) < 1e-9);
    }
}

static void njet_is_rated_by_the_teams_of_its_rounds(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start_game(fixture, "one", "#a", "njet rounds=3", 3);
    play_out(fixture, table);
    assert_int_equal(table->contest_count, 3);
    assert_rated_by_rounds(fixture, table);
}

/* Moves that are taken back take back the round that they ended. */
static void a_round_taken_back_is_not_rated(void **state)
{
    struct fixture *fixture = *state;
    union game_state_block before;
    struct table *table = fixture_start_game(fixture, "one", "#a", "njet rounds=3", 3);
    uint32_t lines = 0;
    while (table->contest_count == 0) {
        memcpy(before.bytes, table->state, table->game->state_size);
        lines = table->lines;
        move(fixture, table);
    }
    memcpy(table->state, before.bytes, table->game->state_size);
    table_note_rewound(table, table->lines - lines);
    assert_int_equal(table->contest_count, 0);
    fixture->spoiled = true;
}

/* The rounds before the process died count too. */
static void rounds_survive_a_restart(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    struct table *table = fixture_start_game(fixture, "one", "#a", "njet rounds=3", 4);
    while (table->contest_count < 2) {
        move(fixture, table);
    }
    fixture = fixture_restart(fixture, 0);
    fixture_open_place(fixture, "one", "#a");
    table = session_at(&fixture->host.sessions, "one", "#a");
    assert_int_equal(table->contest_count, 2);
    play_out(fixture, table);
    assert_rated_by_rounds(fixture, table);
    fixture_close(fixture);
}

/* A partner whom the bot plays is a stranger: they count as a newcomer, and nobody rates them. */
static void a_bot_is_a_partner_but_not_ranked(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "new njet rounds=3");
    fixture_type(fixture, "bruno", "#a", "join");
    fixture_type(fixture, "alice", "#a", "bots add random");
    fixture_type(fixture, "alice", "#a", "bots add random");
    struct table *table = session_at(&fixture->host.sessions, "one", "#a");
    fixture_set_seed(fixture, table, 4);
    fixture_type(fixture, "alice", "#a", "start");
    play_out(fixture, table);
    unsigned apart = 0;
    for (unsigned i = 0; i < table->contest_count; i++)
        apart += table->contests[i].teams[0] != table->contests[i].teams[1];
    struct stored_belief alice = stored(fixture, "alice", "one", "", "njet");
    assert_int_equal(alice.games, apart > 0 ? 1 : 0);
    assert_int_equal(stored(fixture, "bruno", "one", "", "njet").games, alice.games);
}

/* -- Seasons ----------------------------------------------------------------------------------- */

/* 2026-03-02: 30 days later a quarter has ended, and nothing had to happen for that. */
static void a_season_ends_and_can_be_read(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    fixture_command(fixture, "config set season quarter");
    const char *winner = play_duel(fixture, "one");
    struct stored_belief first = stored(fixture, winner, "one", "2026-Q1", "");
    assert_int_equal(first.games, 1);
    fixture = fixture_restart(fixture, 30 * DAY);
    fixture_type(fixture, "carol", "#a", "top");
    fixture_private(fixture, "carol", "All games · 2026-Q2: nobody is rated here yet.");
    fixture_type(fixture, "carol", "#a", "top last");
    const char *last = fixture_public(fixture, "#a", "All games · 2026-Q1: ");
    assert_non_null(strstr(last, line_of("\n1 %s 3.0 (1)", winner))); /* 3.4 after the game */
    fixture_clear(fixture);
    play_duel(fixture, "one");
    fixture_type(fixture, "carol", "#a", "top");
    fixture_public(fixture, "#a", "All games · 2026-Q2: ");
    fixture_type(fixture, "carol", "", "top 2026-Q1 en-garde");
    fixture_private(fixture, "carol", line_of("\n1 %s 3.0 (1)", winner));
    struct stored_belief still = stored(fixture, winner, "one", "2026-Q1", "");
    assert_true(still.games == 1 && still.mean == first.mean && still.last == first.last);
    fixture_close(fixture);
}

/* The table from before the first season stays, whatever becomes of the setting. */
static void what_was_before_the_first_season_stays(void **state)
{
    struct fixture *fixture = *state;
    const char *winner = play_duel(fixture, "one");
    fixture_command(fixture, "config set season year");
    fixture_clear(fixture);
    fixture_type(fixture, "carol", "#a", "top");
    fixture_private(fixture, "carol", "All games · 2026: nobody is rated here yet.");
    fixture_type(fixture, "carol", "#a", "top all");
    fixture_public(fixture, "#a", line_of("\n1 %s 3.4 (1)", winner));
    play_duel(fixture, "one");
    struct stored_belief begun = stored(fixture, winner, "one", "2026", "");
    assert_int_equal(begun.games, 1);
    fixture_type(fixture, "carol", "#a", "top all en-garde");
    fixture_public(fixture, "#a", line_of("\n1 %s 3.4 (1)", winner));
    fixture_command(fixture, "config set season none");
    play_duel(fixture, "one");
    assert_int_equal(stored(fixture, winner, "one", "", "").games, 2);
    assert_int_equal(stored(fixture, winner, "one", "2026", "").games, 1);
}

static void seasons_are_read_as_people_type_them(void **state)
{
    struct fixture *fixture = *state;
    static const char *const typed[][2] = {{"2026-3", "2026-Q3"},  {"2026-q3", "2026-Q3"},
                                           {"2026-03", "2026-03"}, {"2026-9", "2026-09"},
                                           {"2026", "2026"},       {"last", "2025-Q4"},
                                           {"dernier", "2025-Q4"}};
    static const char *const wrong[] = {"2026-0", "2026-13", "2026-Q5", "26",   "2026-",
                                        "2026x",  "2026-3x", "1969",    "20266"};
    fixture_command(fixture, "config set season quarter");
    for (size_t i = 0; i < sizeof typed / sizeof typed[0]; i++) {
        fixture_clear(fixture);
        fixture_type(fixture, "carol", "#a", line_of("top %s", typed[i][0]));
        fixture_private(fixture, "carol", line_of("All games · %s: nobody", typed[i][1]));
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        fixture_clear(fixture);
        fixture_type(fixture, "carol", "#a", line_of("top %s", wrong[i]));
        fixture_private(fixture, "carol", line_of("There is no game %s.", wrong[i]));
    }
}

/* -- All servers ------------------------------------------------------------------------------- */

static void nobody_stands_everywhere_who_does_not_want_to(void **state)
{
    struct fixture *fixture = *state;
    play_duel(fixture, "one");
    assert_int_equal(stored(fixture, "alice", "*", "", "").games, 0);
    fixture_type(fixture, "alice", "", "style everywhere=on");
    fixture_clear(fixture);
    play_duel(fixture, "one");
    assert_int_equal(stored(fixture, "alice", "*", "", "").games, 1);
    assert_int_equal(stored(fixture, "alice", "*", "", "en-garde").games, 1);
    assert_int_equal(stored(fixture, "bruno", "*", "", "").games, 0);
    fixture_type_on(fixture, "two", "carol", "#a", "top everywhere");
    const struct said *top = fixture_last(fixture, OUTBOUND_EVENT, "two", "#a", NULL);
    assert_non_null(top);
    assert_non_null(strstr(top->text, "on all servers"));
    assert_non_null(strstr(top->text, "1 alice "));
    assert_null(strstr(top->text, "bruno"));
    fixture_type(fixture, "alice", "", "style everywhere=off");
    fixture_clear(fixture);
    fixture_type(fixture, "carol", "#a", "top everywhere");
    fixture_private(fixture, "carol", "nobody is rated on all servers yet");
    fixture_type(fixture, "alice", "", "style everywhere=on");
    for (int i = 0; i < 2; i++)
        fixture_type(fixture, "alice", "", "forget me");
    assert_int_equal(stored(fixture, "alice", "*", "", "").games, 0);
}

/* -- Who is not shown -------------------------------------------------------------------------- */

static void who_is_barred_takes_no_place(void **state)
{
    struct fixture *fixture = *state;
    const char *winner = play_duel(fixture, "one");
    const char *loser = winner == people[0] ? people[1] : people[0];
    fixture_command(fixture, line_of("ban account:%s channel", winner));
    fixture_clear(fixture);
    fixture_type(fixture, "carol", "#a", "top");
    fixture_public(fixture, "#a", line_of("\n1 %s ", winner));
    fixture_clear(fixture);
    fixture_command(fixture, line_of("ban account:%s server", winner));
    fixture_clear(fixture);
    fixture_type(fixture, "carol", "#a", "top");
    const char *top = fixture_public(fixture, "#a", line_of("\n1 %s ", loser));
    assert_null(strstr(top, winner));
}

/* In public it would tell everybody whom they have blocked. */
static void who_is_blocked_is_left_out_in_private(void **state)
{
    struct fixture *fixture = *state;
    play_duel(fixture, "one");
    fixture_type(fixture, "carol", "", "block account:bruno");
    fixture_clear(fixture);
    fixture_type(fixture, "carol", "", "top");
    assert_null(strstr(fixture_private(fixture, "carol", "alice"), "bruno"));
    fixture_type(fixture, "carol", "#a", "top");
    fixture_public(fixture, "#a", "bruno");
    fixture_clear(fixture);
    fixture_type(fixture, "bruno", "", "top");
    fixture_private(fixture, "bruno", " bruno ");
}

/* -- How it looks ------------------------------------------------------------------------------ */

static void assert_fits(const char *text, unsigned columns)
{
    char line[512];
    for (const char *rest = strchr(text, '\n'); rest != NULL; rest = strchr(rest, '\n')) {
        size_t length = strcspn(++rest, "\n");
        assert_true(length < sizeof line);
        memcpy(line, rest, length);
        line[length] = '\0';
        assert_true(display_width(line) <= columns);
    }
}

static void rows_have_at_most_40_columns(void **state)
{
    struct fixture *fixture = *state;
    static const char *const names[] = {"Wilhelmina_von_und_zu_Langname",
                                        "二人零和遊戲二人零和遊戲"};
    fixture_type(fixture, names[0], "#a", "new en-garde touches=1");
    fixture_type(fixture, names[1], "#a", "join");
    fixture_type(fixture, names[0], "#a", "start");
    struct table *table = session_at(&fixture->host.sessions, "one", "#a");
    play_out(fixture, table);
    for (int ascii = 0; ascii < 2; ascii++) {
        fixture_clear(fixture);
        fixture_type(fixture, "carol", "#a", "top");
        const char *top = fixture_public(fixture, "#a", "the best here");
        assert_fits(top, 40);
        assert_non_null(strstr(top, ascii ? " Wilhelmina_von_~ " : " Wilhelmina_von_… "));
        fixture_command(fixture, "config set alphabet ascii");
    }
}

/* Where lines are rationed it is one, which wraps anywhere. */
static void where_lines_cost_it_is_one(void **state)
{
    struct fixture *fixture = *state;
    struct adapter *adapter = networks_find(&fixture->host.networks, "one", NULL);
    const struct adapter_class *whole = adapter->class;
    struct adapter_class paged = *whole;
    const char *winner = play_duel(fixture, "one");
    paged.page_lines = 3;
    adapter->class = &paged;
    fixture_type(fixture, "carol", "#a", "top");
    const char *top = fixture_public(fixture, "#a", line_of(": 1 %s 3.4 (1), 2 ", winner));
    assert_null(strchr(top, '\n'));
    assert_int_equal(top[strlen(top) - 1], '.');
    adapter->class = whole;
}

/* Who had no game before this week is new only if others had. */
static void the_trend_is_that_of_the_week(void **state)
{
    struct fixture *fixture = *state;
    const char *winner = play_duel(fixture, "one");
    fixture_type(fixture, "carol", "#a", "top");
    assert_null(strstr(fixture_public(fixture, "#a", winner), "new"));
    fixture_wait(fixture, 7 * DAY);
    for (int i = 0; i < 4; i++) {
        fixture_clear(fixture);
        fixture_type(fixture, "carol", "#a", "top");
        const char *top = fixture_public(fixture, "#a", "the best here");
        bool moved = strstr(top, line_of("\n1 %s ", winner)) == NULL;
        assert_int_equal(strstr(top, "▲1") != NULL, moved);
        assert_int_equal(strstr(top, "▼1") != NULL, moved);
        play_duel(fixture, "one");
    }
    fixture_type(fixture, "dora", "#b", "new en-garde touches=1");
    fixture_type(fixture, "alice", "#b", "join");
    fixture_type(fixture, "dora", "#b", "start");
    play_out(fixture, session_at(&fixture->host.sessions, "one", "#b"));
    fixture_type(fixture, "carol", "#a", "top");
    fixture_public(fixture, "#a", " dora new ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(njet_is_rated_by_the_teams_of_its_rounds),
        WITH_HOST(a_round_taken_back_is_not_rated),
        IN_FOLDER(rounds_survive_a_restart),
        WITH_HOST(a_bot_is_a_partner_but_not_ranked),
        IN_FOLDER(a_season_ends_and_can_be_read),
        WITH_HOST(what_was_before_the_first_season_stays),
        WITH_HOST(seasons_are_read_as_people_type_them),
        WITH_HOST(nobody_stands_everywhere_who_does_not_want_to),
        WITH_HOST(who_is_barred_takes_no_place),
        WITH_HOST(who_is_blocked_is_left_out_in_private),
        WITH_HOST(rows_have_at_most_40_columns),
        WITH_HOST(where_lines_cost_it_is_one),
        WITH_HOST(the_trend_is_that_of_the_week),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
