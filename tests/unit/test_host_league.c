/* Leagues: people enter, rounds are paired, tables open by themselves, results come in, whatever
 * happens to the process. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/duration.h"
#include "bot/tables/leagues.h"
#include "games/shared/canvas.h"
#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

#define ROLL "leagues one"

/* -- Playing ----------------------------------------------------------------------------------- */

static void enter(struct fixture *fixture, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        fixture_type(fixture, people[i], "#a", "league enter cup");
}

static void begin(struct fixture *fixture, const char *options, unsigned count)
{
    fixture_command(fixture, line_of("league new Cup en-garde touches=1 %s", options));
    enter(fixture, count);
    fixture_clear(fixture);
    fixture_command(fixture, "league start cup");
}

/* Returns the league, to be closed. */
static struct league *league_of(const struct fixture *fixture)
{
    struct league *league = leagues_open(&fixture->host.sessions, ROLL, "cup");
    assert_non_null(league);
    return league;
}

static unsigned round_of(const struct fixture *fixture)
{
    struct league *league = league_of(fixture);
    unsigned round = league->phase == LEAGUE_OVER ? league->round + 1u : league->round;
    leagues_close(league);
    return round;
}

static struct table *first_live(const struct fixture *fixture)
{
    struct table *table = fixture->host.sessions.by_id;
    while (table != NULL && table->status != TABLE_PLAYING)
        table = table->hh.next;
    return table;
}

static void move_at(struct fixture *fixture, const struct table *table)
{
    unsigned seat = seat_on_turn(table);
    char place[PLACE_MAX], name[NAME_MAX_BYTES];
    snprintf(place, sizeof place, "%s", table->places->place);
    snprintf(name, sizeof name, "%s", table->seats[seat].identity + strlen("account:"));
    fixture_type_on(fixture, table->places->network, name, place,
                    line_of("play %s", legal_move(table, seat, (size_t)rand())));
}

/* Makes one move at some table; false: none is played. */
static bool move(struct fixture *fixture)
{
    const struct table *table = first_live(fixture);
    if (table != NULL)
        move_at(fixture, table);
    return table != NULL;
}

static void play_all(struct fixture *fixture)
{
    while (move(fixture))
        ;
}

static unsigned count_live(const struct fixture *fixture)
{
    unsigned count = 0;
    for (const struct table *table = fixture->host.sessions.by_id; table != NULL;
         table = table->hh.next)
        count += table->status == TABLE_PLAYING;
    return count;
}

/* -- From the beginning to the end ------------------------------------------------------------- */

static void test_a_whole_league(void **state)
{
    struct fixture *fixture = *state;
    fixture_command(fixture, "league new Cup en-garde touches=1 rounds=2");
    fixture_public(fixture, "#a", "League Cup: En Garde, swiss. 1d for a move;");
    enter(fixture, 4);
    fixture_public(fixture, "#a", "dora enters league Cup: 4 people now.");
    fixture_clear(fixture);
    fixture_command(fixture, "league start cup");
    fixture_public(fixture, "#a", "League Cup, round 1 of 2: 1. alice – carol · 2. bruno – dora");
    fixture_public(fixture, "#a", "League Cup, round 1, table 1: alice – carol.");
    assert_int_equal(count_live(fixture), 1); /* the other waits for the channel */
    fixture_type(fixture, "alice", "#a", "league rounds 1");
    fixture_public(fixture, "#a", "  2  bruno – dora  waits for a free channel");
    play_all(fixture);
    fixture_public(fixture, "#a", "League Cup, round 2 of 2:");
    fixture_public(fixture, "#a", "League Cup is over.");
    assert_int_equal(fixture_count_public(fixture, "#a", "Buchholz"), 2); /* after each round */
    fixture_type(fixture, "alice", "#a", "league");
    fixture_private(fixture, "alice", "Cup: En Garde, swiss, 4 people; over");
}

static void test_results_are_those_of_the_tables(void **state)
{
    struct fixture *fixture = *state;
    begin(fixture, "form=round-robin", 3);
    play_all(fixture);
    struct league *league = league_of(fixture);
    assert_int_equal(league->phase, LEAGUE_OVER);
    assert_int_equal(league->match_count, 6);
    for (unsigned i = 0; i < league->match_count; i++) {
        const struct league_match *match = &league->matches[i];
        const struct table *table = session_by_id(&fixture->host.sessions, match->table);
        struct game_result result;
        assert_true(match->done);
        if (table == NULL || match->count == 1)
            continue; /* another one has taken its place */
        table->game->rules->result(table->state, &result);
        assert_int_equal(match->winners, result.winners);
        assert_memory_equal(match->scores, result.scores, 2 * sizeof result.scores[0]);
    }
    leagues_close(league);
}

/* A draw is won by the better seed. */
static void test_a_knockout(void **state)
{
    struct fixture *fixture = *state;
    begin(fixture, "form=knockout", 3);
    fixture_public(fixture, "#a", "round 1 of 2: 1. alice (bye) · 2. bruno – carol");
    fixture_command(fixture, "league correct cup 1 2 1:1");
    fixture_public(fixture, "#a", "round 2 of 2: 1. alice – bruno");
    fixture_command(fixture, "league correct cup 1 2 0:1");
    fixture_private(fixture, "olga", "Round 1 of this knockout is decided");
    fixture_command(fixture, "league correct cup 2 1 0:1");
    fixture_public(fixture, "#a", "League Cup is over.");
    fixture_public(fixture, "#a", "1  bruno           2\n2  alice           1");
}

/* In a game for three or more the bot has the other seats. */
static void test_a_game_for_three(void **state)
{
    struct fixture *fixture = *state;
    fixture_command(fixture, "league new Cup goats");
    enter(fixture, 2);
    fixture_command(fixture, "league start cup");
    struct table *table = session_at(&fixture->host.sessions, "one", "#a");
    assert_int_equal(table->seat_count, 3);
    assert_int_equal(table_people(table), SEAT_BIT(0) | SEAT_BIT(1));
}

/* Somebody alone at a terminal plays against entrants of the bot. */
static void test_at_a_terminal(void **state)
{
    struct fixture *fixture = *state;
    fixture_set_terminal(fixture, true);
    fixture_command(fixture, "league new Cup en-garde touches=1 level=random rounds=1");
    fixture_command(fixture, "league enter");
    fixture_command(fixture, "league start");
    fixture_public(fixture, "#a", "round 1 of 1: 1. olga – Bot 2 · 2. Bot 1 – Bot 3");
    while (round_of(fixture) == 1)
        if (!session_play_bots(&fixture->host.sessions))
            move(fixture);
        else
            fixture_end_turn(fixture);
    fixture_public(fixture, "#a", "League Cup is over.");
    fixture_set_terminal(fixture, false);
}

/* With a second channel both tables of a round are played at once. */
static void test_further_channels(void **state)
{
    struct fixture *fixture = *state;
    begin(fixture, "places=#b", 4);
    assert_int_equal(count_live(fixture), 2);
    fixture_public(fixture, "#b", "League Cup, round 1, table 2: bruno – dora.");
    play_all(fixture);
    assert_int_equal(round_of(fixture), 3);
}

/* Each table gets a thread; the next one opens as soon as the channel is free. */
static void test_threads(void **state)
{
    struct fixture *fixture = *state;
    fixture_type_as(fixture, "boards", "olga", RANK_ADMIN, "#a",
                    "league new Cup en-garde touches=1");
    for (unsigned i = 0; i < 4; i++)
        fixture_type_on(fixture, "boards", people[i], "#a", "league enter Cup");
    fixture_type_as(fixture, "boards", "olga", RANK_ADMIN, "#a", "league start Cup");
    assert_string_equal(fixture->threaded, "#a");
    assert_int_equal(count_live(fixture), 1);
    fixture->host.listener.thread_opened(&fixture->host, "boards", "#a", fixture->threaded_table,
                                         false, "#t");
    fixture_end_turn(fixture);
    assert_int_equal(count_live(fixture), 2);
    assert_non_null(session_at(&fixture->host.sessions, "boards", "#t"));
}

/* Somebody else's table in the channel comes first. */
static void test_the_channel_is_taken(void **state)
{
    struct fixture *fixture = *state;
    fixture_start(fixture, "#a", "");
    begin(fixture, "", 2);
    fixture_public(fixture, "#a", "League Cup, round 1 of 1: 1. alice – bruno");
    assert_int_equal(count_live(fixture), 1);
    fixture_command(fixture, "abort");
    fixture_public(fixture, "#a", "League Cup, round 1, table 1: alice – bruno.");
    play_all(fixture);
    fixture_public(fixture, "#a", "League Cup is over.");
}

static void test_an_aborted_table_opens_again(void **state)
{
    struct fixture *fixture = *state;
    begin(fixture, "", 2);
    fixture_command(fixture, "abort");
    assert_int_equal(fixture_count_public(fixture, "#a", "round 1, table 1: alice – bruno"), 2);
    assert_int_equal(count_live(fixture), 1);
}

/* -- The same deals everywhere ----------------------------------------------------------------- */

static struct table *table_in(const struct fixture *fixture, const char *place)
{
    return session_at(&fixture->host.sessions, "one", place);
}

static void play_in(struct fixture *fixture, const char *place)
{
    while (table_in(fixture, place)->status == TABLE_PLAYING)
        move_at(fixture, table_in(fixture, place));
}

static void test_duplicate(void **state)
{
    struct fixture *fixture = *state;
    begin(fixture, "form=duplicate rounds=1 places=#b", 4);
    fixture_public(fixture, "#a", "round 1 of 1: 1. alice – carol · 2. bruno – dora");
    const struct table *one = table_in(fixture, "#a"), *other = table_in(fixture, "#b");
    assert_memory_equal(one->seed, other->seed, sizeof one->seed);
    assert_string_equal(one->setup, other->setup);
    int64_t first = one->id;
    fixture_type(fixture, "emma", "#a", "watch");
    fixture_private(fixture, "emma", "Others still play this deal: it can’t be watched.");
    play_in(fixture, "#b");
    fixture_public(fixture, "#a", "round 1: table 2 has played; results are told when all have.");
    assert_int_equal(fixture_count_public(fixture, "#b", "Seed of table"), 0);
    fixture_type(fixture, "dora", "#b", "verify");
    fixture_type(fixture, "dora", "#b", "export");
    assert_int_equal(fixture_count_private(fixture, "dora", "Others still play this deal"), 2);
    fixture_type(fixture, "dora", "#b", "league pairings");
    fixture_public(fixture, "#b", "  2  bruno – dora  played");
    fixture_type(fixture, "dora", "#b", "league standings");
    fixture_public(fixture, "#b", "1  bruno            0      0");
    play_in(fixture, "#a");
    fixture_public(fixture, "#a", "League Cup is over.");
    assert_int_equal(fixture_count_public(fixture, "#a", "2  bruno – dora  1:0") +
                         fixture_count_public(fixture, "#a", "2  bruno – dora  0:1"),
                     1);
    fixture_type(fixture, "alice", "#a", line_of("verify %d", (int)first));
    assert_int_equal(fixture_count_private(fixture, "alice", "Others still play"), 0);
}

/* Nobody plays a deal again: the table counts as it stands. */
static void test_duplicate_aborted(void **state)
{
    struct fixture *fixture = *state;
    begin(fixture, "form=duplicate rounds=1 places=#b,#a,#b,#c", 5);
    fixture_command(fixture, "abort");
    assert_int_equal(fixture_count_public(fixture, "#a", "Seed of table"), 0);
    struct league *league = league_of(fixture);
    assert_true(league->matches[0].done);
    leagues_close(league);
    assert_int_equal(count_live(fixture), 2);
}

/* A league that ends early keeps no secrets. */
static void test_duplicate_ended_by_hand(void **state)
{
    struct fixture *fixture = *state;
    begin(fixture, "form=duplicate rounds=1 places=#b", 4);
    play_in(fixture, "#b");
    fixture_command(fixture, "league end cup");
    fixture_public(fixture, "#a", "The table is closed before its end. Seed of table");
    fixture_type(fixture, "dora", "#b", "verify");
    assert_int_equal(fixture_count_private(fixture, "dora", "Others still play"), 0);
}

/* -- The absent -------------------------------------------------------------------------------- */

static void test_a_bot_stands_in(void **state)
{
    struct fixture *fixture = *state;
    begin(fixture, "pace=1h level=random", 2);
    fixture_wait(fixture, 40 * MINUTE);
    struct table *table = first_live(fixture);
    const char *name = table->seats[seat_on_turn(table)].name;
    fixture_private(fixture, name, "You have 30 min left.");
    fixture_wait(fixture, 3 * DAY);
    assert_true(fixture_count_public(fixture, "#a", "is out of time: I play until") > 0);
    assert_int_equal(round_of(fixture), 2);
}

static void test_the_time_for_a_round(void **state)
{
    struct fixture *fixture = *state;
    begin(fixture, "pace=2d time=4h level=random", 2);
    fixture_wait(fixture, 3 * HOUR + MINUTE);
    fixture_end_turn(fixture);
    fixture_public(fixture, "#a", "League Cup: round 1 ends in 1 h");
    fixture_wait(fixture, HOUR);
    fixture_end_turn(fixture);
    assert_int_equal(round_of(fixture), 1);
    for (unsigned i = 0; i < 10; i++) {
        fixture_wait(fixture, MINUTE);
        fixture_end_turn(fixture);
    }
    assert_int_equal(round_of(fixture), 2);
}

static void test_leaving(void **state)
{
    struct fixture *fixture = *state;
    begin(fixture, "form=round-robin level=random", 3);
    fixture_type(fixture, "carol", "#a", "league leave cup");
    fixture_public(fixture, "#a", "carol leaves league Cup.");
    for (struct table *table; (table = first_live(fixture)) != NULL;)
        if (table->seats[seat_on_turn(table)].identity != NULL)
            move(fixture);
        else if (session_play_bots(&fixture->host.sessions))
            fixture_end_turn(fixture);
    struct league *league = league_of(fixture);
    assert_int_equal(league->phase, LEAGUE_OVER);
    for (unsigned i = 2; i < league->match_count; i++)
        assert_true(league->matches[i].table == 0 || league->matches[i].count == 2);
    leagues_close(league);
    fixture_type(fixture, "carol", "#a", "league leave cup");
    fixture_private(fixture, "carol", "You are not in league Cup.");
}

/* -- Admins ------------------------------------------------------------------------------------ */

static void test_corrections(void **state)
{
    struct fixture *fixture = *state;
    begin(fixture, "", 2);
    fixture_type_as(fixture, "one", "hugo", RANK_HOST, "#a", "league correct cup 1 1 5:3");
    fixture_private(fixture, "hugo", "is for the admins");
    fixture_command(fixture, "league correct cup 1 1 5");
    fixture_private(fixture, "olga", "Expected 2 numbers with colons between them");
    fixture_command(fixture, "league correct cup 2 1 5:3");
    fixture_private(fixture, "olga", "League Cup has no such table.");
    fixture_command(fixture, "league correct cup 1 1 5:3");
    fixture_public(fixture, "#a", "League Cup, round 1, table 1: alice – bruno 5:3");
    fixture_public(fixture, "#a", "League Cup is over.");
    assert_int_equal(count_live(fixture), 0);
    fixture_command(fixture, "league correct cup 1 1 3:5");
    struct league *league = league_of(fixture);
    assert_int_equal(league->matches[0].winners, SEAT_BIT(1));
    leagues_close(league);
    fixture_clear(fixture);
    fixture_command(fixture, "config log");
    fixture_private(fixture, "olga", "Cup 1 1: 3:5");
}

static void test_the_end_by_hand(void **state)
{
    struct fixture *fixture = *state;
    begin(fixture, "", 4);
    fixture_type(fixture, "alice", "#a", "league end cup");
    fixture_private(fixture, "alice", "is for channel operators");
    fixture_command(fixture, "league end cup");
    fixture_public(fixture, "#a", "League Cup is over.");
    assert_int_equal(count_live(fixture), 0);
    fixture_command(fixture, "league end cup");
    fixture_public(fixture, "#a", "League Cup is removed.");
    fixture_type(fixture, "alice", "#a", "league");
    fixture_private(fixture, "alice", "There is no league here.");
}

/* Nothing that could not be saved is told, and it is done again. */
static void test_a_turn_that_is_not_saved(void **state)
{
    struct fixture *fixture = *state;
    begin(fixture, "form=knockout", 2);
    fixture_clear(fixture);
    store_line_add(fixture->store,
                   &(struct stored_line){.table = 4711, .n = 9, .seat = 0, .move = "advance 1"});
    fixture_command(fixture, "league correct cup 1 1 1:0");
    assert_int_equal(fixture_count_public(fixture, "#a", "League Cup"), 0);
    assert_int_equal(round_of(fixture), 1);
    fixture_wait(fixture, MINUTE);
    fixture_command(fixture, "league correct cup 1 1 1:0");
    fixture_public(fixture, "#a", "League Cup is over.");
}

/* -- What is typed ----------------------------------------------------------------------------- */

static void refuses(struct fixture *fixture, const char *line, const char *answer)
{
    fixture_clear(fixture);
    fixture_command(fixture, line);
    fixture_private(fixture, "olga", answer);
}

static void test_refusals(void **state)
{
    struct fixture *fixture = *state;
    refuses(fixture, "league dance", "Expected: league alone, or followed by new,");
    refuses(fixture, "league enter cup", "There is no such league here");
    refuses(fixture, "league new", "Expected a name for the league");
    refuses(fixture, "league new cup", "game");
    refuses(fixture, "league new cup en-garde form=ladder",
            "form: expected swiss, round-robin, knockout");
    refuses(fixture, "league new cup en-garde rounds=99", "rounds: expected 1 – 16.");
    refuses(fixture, "league new cup en-garde pace=1s", "pace: expected 1min – 60d.");
    refuses(fixture, "league new cup en-garde places=nowhere", "up to 7 channels where I am");
    refuses(fixture, "league new cup en-garde touches=99", "touches");
    fixture_type(fixture, "alice", "#a", "league new cup en-garde");
    fixture_private(fixture, "alice", "is for channel operators");
    fixture_command(fixture, "league new cup en-garde");
    refuses(fixture, "league new CUP en-garde", "There is a league cup already.");
    refuses(fixture, "league start cup", "League cup needs 2 people at least.");
    refuses(fixture, "league rounds", "League cup has not begun.");
    fixture_command(fixture, "league new deals en-garde form=duplicate");
    for (unsigned i = 0; i < 4; i++)
        fixture_type(fixture, people[i], "#a", "league enter deals");
    refuses(fixture, "league start deals", "it needs 2 channels");
    fixture_command(fixture, "league end deals");
    fixture_command(fixture, "league enter");
    refuses(fixture, "league enter cup", "You are in league cup already.");
    refuses(fixture, "league correct cup 1 1 5:3", "League cup has no such table.");
}

/* Names give way first, however long and wide they are. */
static void test_narrow_standings(void **state)
{
    struct fixture *fixture = *state;
    static const char *const names[] = {"Maximilian-von-und-zu-Hohenstein-Oberndorf",
                                        "大阪大阪大阪大阪大阪大阪"};
    begin(fixture, "", 0);
    for (unsigned i = 0; i < 2; i++)
        fixture_type(fixture, names[i], "#a", "league enter cup");
    static const struct {
        const char *size;
        unsigned columns;
    } sizes[] = {{"narrow", LEAGUE_NARROW}, {"wide", LEAGUE_WIDE}};
    for (unsigned i = 0; i < 2; i++) {
        fixture_command(fixture, line_of("config set channel size %s", sizes[i].size));
        fixture_clear(fixture);
        fixture_type(fixture, "alice", "#a", "league standings");
        char text[2048], *line = text;
        snprintf(text, sizeof text, "%s", fixture_public(fixture, "#a", "Buchholz"));
        for (size_t length; *line != '\0'; line += length + (line[length] == '\n')) {
            char row[512];
            length = strcspn(line, "\n");
            snprintf(row, sizeof row, "%.*s", (int)length, line);
            assert_true(display_width(row) <= sizes[i].columns);
        }
    }
}

static void test_other_languages(void **state)
{
    struct fixture *fixture = *state;
    fixture_command(fixture, "config set channel language de");
    fixture_command(fixture, "liga neu Pokal en-garde form=schweizer runde=2 bedenkzeit=2h");
    fixture_public(fixture, "#a", "Liga Pokal: En Garde, schweizer. 2h für einen Zug");
    fixture_type(fixture, "alice", "#a", "liga anmelden pokal");
    fixture_public(fixture, "#a", "alice ist in der Liga Pokal: jetzt eine Person.");
}

/* -- People ------------------------------------------------------------------------------------ */

static void test_forgetting(void **state)
{
    struct fixture *fixture = *state;
    begin(fixture, "", 2);
    fixture_command(fixture, "league correct cup 1 1 5:3");
    fixture_type(fixture, "alice", "", "export me");
    fixture_private(fixture, "alice", "\"leagues\": [\"Cup\"]");
    fixture_type(fixture, "alice", "", "forget me");
    fixture_type(fixture, "alice", "", "forget me");
    struct league *league = league_of(fixture);
    assert_string_equal(league->entrants[0].identity, "");
    assert_string_equal(league->entrants[0].name, "…");
    assert_string_equal(league->entrants[1].name, "bruno");
    leagues_close(league);
}

/* -- The process dies -------------------------------------------------------------------------- */

static struct fixture *restarted(struct fixture *fixture)
{
    fixture = fixture_restart(fixture, SECOND);
    fixture_open_place(fixture, "one", "#a");
    fixture_open_place(fixture, "one", "#b");
    fixture_end_turn(fixture);
    return fixture;
}

static void test_restarts_of_a_duplicate(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    begin(fixture, "form=duplicate rounds=2 places=#b", 4);
    fixture = restarted(fixture);
    play_in(fixture, "#a");
    fixture = restarted(fixture);
    assert_int_equal(count_live(fixture), 1);
    fixture_type(fixture, "alice", "#a", "verify");
    fixture_private(fixture, "alice", "Others still play this deal");
    play_in(fixture, "#b");
    assert_int_equal(round_of(fixture), 2);
    assert_memory_equal(table_in(fixture, "#a")->seed, table_in(fixture, "#b")->seed,
                        STORE_SEED_BYTES);
    play_all(fixture);
    assert_int_equal(round_of(fixture), 3);
    fixture_close(fixture);
}

/* After every single turn: what is on the disk is enough to go on. */
static void test_restarts(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    begin(fixture, "places=#b", 5);
    do {
        unsigned live = count_live(fixture), round = round_of(fixture);
        fixture = restarted(fixture);
        assert_int_equal(count_live(fixture), live);
        assert_int_equal(round_of(fixture), round);
    } while (move(fixture));
    struct league *league = league_of(fixture);
    assert_int_equal(league->phase, LEAGUE_OVER);
    assert_int_equal(league->round, 3);
    assert_int_equal(league->match_count, 9);
    leagues_close(league);
    fixture_close(fixture);
}

/* Whatever was not told before the process died, one line stands for it, once. */
static void test_what_was_not_told(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    fixture_command(fixture, "league new Cup en-garde touches=1 time=8h rounds=2");
    enter(fixture, 4);
    fixture = restarted(fixture);
    fixture_public(fixture, "#a", "I am back. League Cup: 4 people have entered.");
    fixture_command(fixture, "league start cup");
    fixture = restarted(fixture);
    fixture_public(fixture, "#a",
                   "I am back. League Cup: round 1 of 2, 7 h 59 min left. Still played: "
                   "1. alice – carol · 2. bruno – dora");
    while (round_of(fixture) == 1)
        move(fixture);
    fixture = restarted(fixture);
    fixture_public(fixture, "#a", "I am back. League Cup: round 2 of 2");
    assert_int_equal(fixture_count_public(fixture, "#b", "League Cup"), 0);
    fixture_open_place(fixture, "one", "#a");
    fixture_public(fixture, "#a", "I am back. League Cup: round 2 of 2"); /* it was not away */
    fixture_close(fixture);
}

static void test_an_end_that_was_not_told(void **state)
{
    static const char back[] = "I am back. League Cup is over.";
    struct fixture *fixture = fixture_open(*state);
    begin(fixture, "form=knockout", 2);
    play_all(fixture);
    fixture_public(fixture, "#a", "League Cup is over.");
    fixture = restarted(fixture);
    assert_int_equal(fixture_count_public(fixture, "#a", "League Cup"), 0);
    /* As if it had died before it told the end. */
    store_value_set(fixture->store, "untold leagues", ROLL " Cup", "1");
    fixture_end_turn(fixture);
    fixture = restarted(fixture);
    fixture_public(fixture, "#a", back);
    fixture_public(fixture, "#a", "Rounds won");
    fixture = restarted(fixture);
    assert_int_equal(fixture_count_public(fixture, "#a", back), 0);
    fixture_close(fixture);
}

/* The network had not made the thread when the process died. */
static void test_a_restart_before_the_thread(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    fixture_type_as(fixture, "boards", "olga", RANK_ADMIN, "#a",
                    "league new Cup en-garde touches=1");
    for (unsigned i = 0; i < 2; i++)
        fixture_type_on(fixture, "boards", people[i], "#a", "league enter Cup");
    fixture_type_as(fixture, "boards", "olga", RANK_ADMIN, "#a", "league start Cup");
    uint64_t table = fixture->threaded_table;
    fixture = fixture_restart(fixture, SECOND);
    assert_string_equal(fixture->threaded, "");
    fixture_open_place(fixture, "boards", "#a");
    assert_string_equal(fixture->threaded, "#a");
    assert_int_equal(fixture->threaded_table, table);
    fixture->host.listener.thread_opened(&fixture->host, "boards", "#a", table, false, "#t");
    fixture_end_turn(fixture);
    assert_int_equal(session_at(&fixture->host.sessions, "boards", "#t")->id, table);
    fixture = fixture_restart(fixture, SECOND);
    fixture_open_place(fixture, "boards", "#a");
    fixture_open_place(fixture, "boards", "#t");
    assert_string_equal(fixture->threaded, ""); /* it has its thread */
    fixture_close(fixture);
}

static void test_a_restart_before_the_start(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    fixture_command(fixture, "league new Cup en-garde touches=1 pace=5min time=2h");
    enter(fixture, 3);
    fixture = restarted(fixture);
    fixture_type(fixture, "dora", "#a", "league enter cup");
    fixture_public(fixture, "#a", "dora enters league Cup: 4 people now.");
    struct league *league = league_of(fixture);
    assert_int_equal(league->pace, 5 * MINUTE);
    assert_int_equal(league->time, 2 * HOUR);
    leagues_close(league);
    fixture_close(fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(test_a_whole_league),
        WITH_HOST(test_results_are_those_of_the_tables),
        WITH_HOST(test_a_knockout),
        WITH_HOST(test_a_game_for_three),
        WITH_HOST(test_at_a_terminal),
        WITH_HOST(test_further_channels),
        WITH_HOST(test_threads),
        WITH_HOST(test_the_channel_is_taken),
        WITH_HOST(test_an_aborted_table_opens_again),
        WITH_HOST(test_duplicate),
        WITH_HOST(test_duplicate_aborted),
        WITH_HOST(test_duplicate_ended_by_hand),
        WITH_HOST(test_a_bot_stands_in),
        WITH_HOST(test_the_time_for_a_round),
        WITH_HOST(test_leaving),
        WITH_HOST(test_corrections),
        WITH_HOST(test_the_end_by_hand),
        WITH_HOST(test_a_turn_that_is_not_saved),
        WITH_HOST(test_refusals),
        WITH_HOST(test_narrow_standings),
        WITH_HOST(test_other_languages),
        WITH_HOST(test_forgetting),
        IN_FOLDER(test_restarts),
        IN_FOLDER(test_restarts_of_a_duplicate),
        IN_FOLDER(test_what_was_not_told),
        IN_FOLDER(test_an_end_that_was_not_told),
        IN_FOLDER(test_a_restart_before_the_thread),
        IN_FOLDER(test_a_restart_before_the_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
