/* Leagues, by hand: who plays whom, and who is ahead. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/league/pairing.h"
#include "bot/league/record.h"
#include "bot/league/scores.h"
#include "games/shared/text.h"

/* -- A league of so many people ---------------------------------------------------------------- */

static struct league *league;

static int teardown(void **state)
{
    (void)state;
    free(league);
    league = NULL;
    return 0;
}

static void open_league(enum league_form form, unsigned people)
{
    league = calloc(1, sizeof *league);
    assert_non_null(league);
    league->form = form;
    league->place_count = 1;
    for (unsigned i = 0; i < people; i++) {
        const char name[] = {(char)('A' + i), '\0'};
        assert_true(league_enter(league, "net", &(struct person){name, name, RANK_PLAYER}));
    }
    league->phase = LEAGUE_PLAYING;
}

/* Pairs the next round, and checks it: numbers from 1, "1-4 2-3 5" with a bye for 5, b is the bot.
 */
static void assert_round(const char *expected)
{
    char buffer[512];
    struct text round = TEXT_IN(buffer);
    const struct league_match *match;
    assert_true(league_pair(league));
    for (unsigned i = 1; (match = league_match(league, league->round, i)) != NULL; i++) {
        text_separate(&round, " ");
        for (unsigned seat = 0; seat < match->count; seat++) {
            text_add(&round, seat > 0 ? "-" : "");
            if (match->entrants[seat] == LEAGUE_NOBODY)
                text_add_char(&round, 'b');
            else
                text_add_number(&round, match->entrants[seat] + 1);
        }
    }
    assert_string_equal(buffer, expected);
}

/* Ends the duels of the round in order: '1' or '2' wins, '=' is a draw. */
static void end_round(const char *results)
{
    struct league_match *match;
    for (unsigned i = 1; (match = league_match(league, league->round, i)) != NULL; i++) {
        if (match->done)
            continue;
        const int32_t scores[] = {*results != '2', *results != '1'};
        assert_true(*results != '\0');
        league_finish(league, match, scores, 0);
        results++;
    }
    assert_string_equal(results, "");
}

/* Ends a table of a duplicate league. */
static void end_table(unsigned number, int32_t one, int32_t other)
{
    const int32_t scores[] = {one, other};
    league_finish(league, league_match(league, league->round, number), scores, 0);
}

/* "PLACE NAME POINTS/BUCHHOLZ/DIRECT, …" */
static void assert_standings(const char *expected)
{
    char buffer[1024];
    struct text text = TEXT_IN(buffer);
    struct league_standing standings[LEAGUE_ENTRANTS_MAX];
    unsigned count = league_standings(league, standings);
    for (unsigned i = 0; i < count; i++) {
        text_separate(&text, ", ");
        text_add_format(&text, "%u %s %d/%d/%d", standings[i].place,
                        league->entrants[standings[i].entrant].name, (int)standings[i].points,
                        (int)standings[i].buchholz, (int)standings[i].direct);
    }
    assert_string_equal(buffer, expected);
}

/* -- Swiss ------------------------------------------------------------------------------------- */

/* After two rounds A has 2 wins, B and C one each with wins against D: B met A (4) and D, C met D
 * and A; so in half points A 4, B 2, C 2, D 0. */
static void test_swiss_of_four(void **state)
{
    (void)state;
    open_league(LEAGUE_SWISS, 4);
    assert_int_equal(league_rounds(league), 2);
    assert_round("1-3 2-4");
    end_round("11");
    assert_standings("1 A 2/0/0, 1 B 2/0/0, 3 C 0/2/0, 3 D 0/2/0");
    assert_round("1-2 3-4");
    end_round("11");
    assert_standings("1 A 4/4/0, 2 B 2/4/0, 2 C 2/4/0, 4 D 0/4/0");
    assert_false(league_pair(league));
}

/* Nobody meets twice: the leader A has met C and B; the second B has met D and A. */
static void test_swiss_without_repeats(void **state)
{
    (void)state;
    open_league(LEAGUE_SWISS, 4);
    league->rounds = 3;
    assert_round("1-3 2-4");
    end_round("11");
    assert_round("1-2 3-4");
    end_round("11");
    assert_round("1-4 2-3");
    end_round("==");
    assert_false(league_pair(league));
}

/* After two rounds: A 4 points with a Buchholz of 2, C 4/0, B 2/6, E 2/2, D 0/8, F 0/6. A gets C.
 * B has met E; if B got D, E and F would have to meet again: so B gets F. */
static void test_swiss_pairs_neighbours(void **state)
{
    (void)state;
    open_league(LEAGUE_SWISS, 6);
    league->rounds = 3;
    assert_round("1-4 2-5 3-6");
    end_round("111");
    assert_round("1-2 3-4 5-6");
    end_round("111");
    assert_round("1-3 2-6 5-4");
}

static void test_swiss_byes_come_once(void **state)
{
    (void)state;
    open_league(LEAGUE_SWISS, 3);
    league->rounds = 3;
    assert_round("1-2 3");
    end_round("1");
    /* A 2, C 2 by the bye, B 0: the bye goes to B, the last. */
    assert_round("1-3 2");
    end_round("1");
    /* A 4, B 2, C 2: neither B nor C can have another. */
    assert_round("2-3 1");
    end_round("=");
    assert_standings("1 A 6/6/0, 2 B 3/9/1, 2 C 3/9/1");
}

/* Level on points and Buchholz, they are ordered by the match that they played. */
static void test_direct_encounter(void **state)
{
    (void)state;
    open_league(LEAGUE_ROUND_ROBIN, 4);
    assert_round("1-4 2-3");
    end_round("12"); /* A beats D, C beats B */
    assert_round("4-3 1-2");
    end_round("22"); /* C beats D, B beats A */
    assert_round("2-4 3-1");
    end_round("22"); /* D beats B, A beats C */
    /* A 4: met D 2, B 2, C 4. C 4: B 2, D 2, A 4. B 2: C 4, A 4, D 2. D 2: A 4, C 4, B 2. */
    assert_standings("1 A 4/8/2, 2 C 4/8/0, 3 D 2/10/2, 4 B 2/10/0");
}

/* Who left is not paired again; their points stay for those who met them. */
static void test_leaving(void **state)
{
    (void)state;
    open_league(LEAGUE_SWISS, 5);
    league->rounds = 3;
    assert_round("1-3 2-4 5");
    end_round("11");
    league_leave(league, 0);
    assert_round("2-5 3-4");
    assert_int_equal(league->entrant_count, 5);
}

/* Who was taken out can come back as long as it is played; who has left can't. */
static void test_out_and_back(void **state)
{
    (void)state;
    open_league(LEAGUE_SWISS, 5);
    league->rounds = 4;
    league->phase = LEAGUE_ENTERING;
    assert_false(league_take_out(league, 0));
    league->phase = LEAGUE_PLAYING;
    assert_round("1-3 2-4 5");
    end_round("11");
    assert_false(league_take_out(league, LEAGUE_NOBODY));
    assert_true(league_take_out(league, 0));
    assert_false(league_take_out(league, 0));
    char *text = league_print(league);
    assert_true(league_read(text, league));
    free(text);
    assert_round("2-5 3-4");
    end_round("11");
    assert_true(league_take_back(league, 0));
    assert_false(league_take_back(league, 0));
    league_leave(league, 1);
    assert_false(league_take_out(league, 1));
    assert_false(league_take_back(league, 1));
    assert_true(league_pair(league));
    assert_true(league_take_out(league, 0));
    league->phase = LEAGUE_OVER;
    assert_false(league_take_back(league, 0));
}

/* -- Round robin ------------------------------------------------------------------------------- */

/* The Berger table for 5 or 6 players. */
static void test_berger_tables(void **state)
{
    (void)state;
    open_league(LEAGUE_ROUND_ROBIN, 6);
    assert_int_equal(league_rounds(league), 5);
    assert_round("1-6 2-5 3-4");
    assert_round("6-4 5-3 1-2");
    assert_round("2-6 3-1 4-5");
    assert_round("6-5 1-4 2-3");
    assert_round("3-6 4-2 5-1");
    assert_false(league_pair(league));
}

static void test_berger_tables_with_byes(void **state)
{
    (void)state;
    open_league(LEAGUE_ROUND_ROBIN, 5);
    assert_int_equal(league_rounds(league), 5);
    assert_round("2-5 3-4 1");
    assert_round("5-3 1-2 4");
    assert_round("3-1 4-5 2");
    assert_round("1-4 2-3 5");
    assert_round("4-2 5-1 3");
    assert_false(league_pair(league));
}

static void test_against_somebody_who_left(void **state)
{
    (void)state;
    open_league(LEAGUE_ROUND_ROBIN, 4);
    league_leave(league, 3);
    assert_round("1-4 2-3");
    const struct league_match *match = league_match(league, 1, 1);
    assert_true(match->done);
    assert_int_equal(match->winners, SEAT_BIT(0));
    league_leave(league, 2);
    assert_round("4-3 1-2");
    match = league_match(league, 2, 1);
    assert_true(match->done);
    assert_int_equal(match->winners, 0);
}

/* -- Knockout ---------------------------------------------------------------------------------- */

static void test_knockout_with_byes(void **state)
{
    (void)state;
    open_league(LEAGUE_KNOCKOUT, 6);
    assert_int_equal(league_rounds(league), 3);
    assert_round("1 4-5 2 3-6");
    end_round("21"); /* E and C go on */
    assert_round("1-5 2-3");
    end_round("=2"); /* a draw: the better seed goes on; and C */
    assert_round("1-3");
    end_round("2");
    assert_false(league_pair(league));
    assert_standings("1 C 6/0/0, 2 A 4/0/0, 3 B 2/0/0, 3 E 2/0/0, 5 D 0/0/0, 5 F 0/0/0");
}

static void test_knockout_of_eight(void **state)
{
    (void)state;
    open_league(LEAGUE_KNOCKOUT, 8);
    assert_round("1-8 4-5 2-7 3-6");
    end_round("1111");
    assert_round("1-4 2-3");
    end_round("11");
    assert_round("1-2");
}

/* -- Duplicate --------------------------------------------------------------------------------- */

static void open_duplicate(unsigned seats, unsigned people, enum league_scoring scoring)
{
    open_league(LEAGUE_DUPLICATE, people);
    league->seats = (uint8_t)seats;
    league->scoring = scoring;
}

static void test_mitchell_movement(void **state)
{
    (void)state;
    open_duplicate(3, 8, LEAGUE_MATCHPOINTS);
    assert_round("1-4-7 2-5-8 3-6-b");
    /* The line from seat 2 goes one table on, that from seat 3 two; all go one seat on. */
    assert_round("8-1-6 b-2-4 7-3-5");
    assert_round("5-b-1 6-7-2 4-8-3");
}

/* Three tables, two seats. Seat 1's leads are 3, 1 and 1: 4, 1 and 1 matchpoints; seat 2's are -3,
 * -1 and -1: 0, 3 and 3. */
static void test_matchpoints(void **state)
{
    (void)state;
    open_duplicate(2, 6, LEAGUE_MATCHPOINTS);
    assert_round("1-4 2-5 3-6");
    end_table(1, 5, 2);
    end_table(2, 3, 2);
    assert_standings("1 A 0/0/0, 1 B 0/0/0, 1 C 0/0/0, 1 D 0/0/0, 1 E 0/0/0, 1 F 0/0/0");
    assert_false(league_result_is_told(league, league_match(league, 1, 1)));
    end_table(3, 5, 4);
    assert_standings("1 A 4/0/0, 2 E 3/0/0, 2 F 3/0/0, 4 B 1/0/0, 4 C 1/0/0, 6 D 0/0/0");
}

/* The same tables: leads at seat 1 of 3, 1, 1 with the sum 5, so 3*3-5, 3*1-5, 3*1-5. Divided by
 * 3 tables and 2 seats, A won 4/6 of a point more than the mean. */
static void test_net_scores(void **state)
{
    (void)state;
    open_duplicate(2, 6, LEAGUE_NET);
    assert_round("1-4 2-5 3-6");
    end_table(1, 5, 2);
    end_table(2, 3, 2);
    end_table(3, 5, 4);
    assert_standings("1 A 4/0/0, 2 E 2/0/0, 2 F 2/0/0, 4 B -2/0/0, 4 C -2/0/0, 6 D -4/0/0");
    assert_int_equal(league_net_unit(league), 6);
}

/* -- Results and people ------------------------------------------------------------------------ */

/* The winner at the table counts first, then the points. */
static void test_who_wins_a_duel(void **state)
{
    (void)state;
    struct league_match match = {.count = 2, .entrants = {0, 1}};
    open_league(LEAGUE_SWISS, 2);
    league_finish(league, &match, (const int32_t[]){3, 5}, SEAT_BIT(0));
    assert_int_equal(match.winners, SEAT_BIT(0));
    league_finish(league, &match, (const int32_t[]){3, 5}, SEAT_BIT(2)); /* a bot won */
    assert_int_equal(match.winners, SEAT_BIT(1));
    league_finish(league, &match, (const int32_t[]){5, 5}, SEAT_BIT(2));
    assert_int_equal(match.winners, SEAT_BIT(0) | SEAT_BIT(1));
}

static void test_a_full_league(void **state)
{
    (void)state;
    open_league(LEAGUE_ROUND_ROBIN, LEAGUE_CIRCLE_MAX);
    assert_false(league_enter(league, "net", &(struct person){"x", "x", RANK_PLAYER}));
    unsigned rounds = 0;
    while (league_pair(league))
        rounds++;
    assert_int_equal(rounds, LEAGUE_CIRCLE_MAX - 1);
    assert_int_equal(league->match_count, LEAGUE_CIRCLE_MAX * (LEAGUE_CIRCLE_MAX - 1) / 2);
}

/* The largest that can be: 64 people, 8 rounds of 32 tables, names as long as they may be. */
static void test_the_record_fits_the_store(void **state)
{
    (void)state;
    enum { STORED = 64 * 1024 };
    char identity[IDENTITY_MAX], name[NAME_MAX_BYTES], network[NETWORK_NAME_MAX];
    open_league(LEAGUE_SWISS, 0);
    memset(identity, 'i', sizeof identity);
    memset(name, 'n', sizeof name);
    memset(network, 'w', sizeof network);
    identity[IDENTITY_MAX - 1] = name[NAME_MAX_BYTES - 1] = network[NETWORK_NAME_MAX - 1] = '\0';
    while (league_enter(league, network, &(struct person){identity, name, RANK_PLAYER}))
        ;
    league->rounds = LEAGUE_ROUNDS_MAX;
    while (league->match_count + LEAGUE_ENTRANTS_MAX / 2 <= LEAGUE_MATCHES_MAX &&
           league_pair(league)) {
        struct league_match *match;
        for (unsigned i = 1; (match = league_match(league, league->round, i)) != NULL; i++) {
            match->table = 1000000000 + i;
            league_finish(league, match, (const int32_t[]){1000, 2000}, 0);
        }
    }
    assert_int_equal(league->round, 16);
    char *text = league_print(league);
    assert_true(strlen(text) < STORED);
    free(text);
}

static void test_records_that_are_none(void **state)
{
    (void)state;
    open_league(LEAGUE_SWISS, 3);
    assert_round("1-2 3");
    char *text = league_print(league);
    assert_true(league_read(text, league));
    char *seat = strstr(text, "[[1,0,[0,1");
    assert_non_null(seat);
    seat[7] = '9';
    assert_false(league_read(text, league));
    assert_false(league_read("", league));
    assert_false(league_read("{}", league));
    free(text);
}

int main(void)
{
#define TEST(test) cmocka_unit_test_teardown(test, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_swiss_of_four),
        TEST(test_swiss_without_repeats),
        TEST(test_swiss_pairs_neighbours),
        TEST(test_swiss_byes_come_once),
        TEST(test_direct_encounter),
        TEST(test_leaving),
        TEST(test_berger_tables),
        TEST(test_berger_tables_with_byes),
        TEST(test_out_and_back),
        TEST(test_against_somebody_who_left),
        TEST(test_knockout_with_byes),
        TEST(test_knockout_of_eight),
        TEST(test_mitchell_movement),
        TEST(test_matchpoints),
        TEST(test_net_scores),
        TEST(test_who_wins_a_duel),
        TEST(test_a_full_league),
        TEST(test_the_record_fits_the_store),
        TEST(test_records_that_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
