/* Ratings against figures that implementations of the same algorithm publish. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "bot/tables/rating.h"

static void assert_near(double value, double expected)
{
    if (fabs(value - expected) > 1e-9)
        fail_msg("%.12f is not %.12f", value, expected);
}

static void begin(struct rating *ratings, size_t count)
{
    for (size_t i = 0; i < count; i++)
        ratings[i] = (struct rating){RATING_MEAN, RATING_DEVIATION};
}

/* The example of OpenSkill's documentation for two newcomers. */
static void the_first_game_of_two(void **state)
{
    (void)state;
    struct rating ratings[2];
    begin(ratings, 2);
    rating_update(ratings, NULL, (const uint8_t[]){0, 1}, 2);
    assert_near(ratings[0].mean, 27.63523138347365);
    assert_near(ratings[0].deviation, 8.065506316323548);
    assert_near(ratings[1].mean, 22.36476861652635);
    assert_near(ratings[1].deviation, 8.065506316323548);
}

static void who_shares_a_place_is_rated_alike(void **state)
{
    (void)state;
    struct rating ratings[4];
    begin(ratings, 4);
    rating_update(ratings, NULL, (const uint8_t[]){1, 0, 1, 0}, 4);
    assert_near(ratings[0].mean, ratings[2].mean);
    assert_near(ratings[1].mean, ratings[3].mean);
    assert_true(ratings[1].mean > 25 && ratings[0].mean < 25);
    assert_near(ratings[0].mean + ratings[1].mean, 50);
}

static void a_draw_of_equals_moves_nobody(void **state)
{
    (void)state;
    struct rating ratings[2];
    begin(ratings, 2);
    rating_update(ratings, NULL, (const uint8_t[]){3, 3}, 2);
    assert_near(ratings[0].mean, 25);
    assert_true(ratings[0].deviation < RATING_DEVIATION);
}

/* A win against somebody stronger counts for more than one against somebody weaker. */
static void a_surprise_moves_more(void **state)
{
    (void)state;
    struct rating surprise[2] = {{20, 4}, {30, 4}}, expected[2] = {{30, 4}, {20, 4}};
    rating_update(surprise, NULL, (const uint8_t[]){0, 1}, 2);
    rating_update(expected, NULL, (const uint8_t[]){0, 1}, 2);
    assert_true(surprise[0].mean - 20 > 2 * (expected[0].mean - 30));
}

static void somebody_who_always_wins_rises_and_stays_finite(void **state)
{
    (void)state;
    struct rating ratings[6];
    begin(ratings, 6);
    for (int game = 0; game < 5000; game++) {
        double before = ratings[0].mean;
        rating_update(ratings, NULL, (const uint8_t[]){0, 1, 1, 1, 1, 1}, 6);
        assert_true(ratings[0].mean >= before && isfinite(ratings[0].mean));
        for (int i = 0; i < 6; i++)
            assert_true(ratings[i].deviation > 0 && isfinite(ratings[i].mean));
    }
    assert_true(rating_shown(&ratings[0]) > rating_shown(&ratings[1]));
}

/* The example of OpenSkill's documentation for two teams of two. */
static void teams_of_two(void **state)
{
    (void)state;
    struct rating ratings[4] = {
        {RATING_MEAN, RATING_DEVIATION}, {43.381, 2.421}, {32.444, 5.123}, {25.188, 6.211}};
    rating_update(ratings, (const uint8_t[]){7, 3, 7, 3}, (const uint8_t[]){0, 1, 0, 1}, 4);
    assert_near(ratings[0].mean, 28.669648436582808);
    assert_near(ratings[0].deviation, 8.071520788025197);
    assert_near(ratings[2].mean, 33.83086971107981);
    assert_near(ratings[2].deviation, 5.062772998705765);
    assert_near(ratings[1].mean, 43.071274808241974);
    assert_near(ratings[1].deviation, 2.4166900452721256);
    assert_near(ratings[3].mean, 23.149503312339064);
    assert_near(ratings[3].deviation, 6.1378606973362135);
}

/* By hand: alone against two newcomers one newcomer is as strong as both (mean 2 * 25), and less
 * certain (variance 4 * 69.44 against 2 * 69.44). c^2 = 6 * 69.44 + 2 * 17.36 = 451.39, the chance
 * of either is 1/2; the mean of the single moves by 2 * 69.44 / c / 2, those of the others by half.
 */
static void one_against_two_counts_twice(void **state)
{
    (void)state;
    struct rating ratings[3];
    begin(ratings, 3);
    rating_update(ratings, (const uint8_t[]){0, 1, 1}, (const uint8_t[]){0, 1, 1}, 3);
    double variance = 625.0 / 9, c = sqrt(6 * variance + 2 * variance / 4);
    assert_near(ratings[0].mean, 25 + variance / c);
    assert_near(ratings[1].mean, 25 - variance / c / 2);
    assert_near(ratings[2].mean, ratings[1].mean);
    double single = 4 * variance * 2 * sqrt(variance) / (c * c * c) / 4;
    double pair = variance * sqrt(2 * variance) / (c * c * c) / 4;
    assert_near(ratings[0].deviation, sqrt(variance * (1 - single)));
    assert_near(ratings[1].deviation, sqrt(variance * (1 - pair)));
}

/* Whoever plays alone is a team of one. */
static void teams_of_one_are_nobody_s_teams(void **state)
{
    (void)state;
    struct rating alone[3] = {{30, 2}, {22, 7}, {25, 5}}, teams[3] = {{30, 2}, {22, 7}, {25, 5}};
    rating_update(alone, NULL, (const uint8_t[]){1, 0, 1}, 3);
    rating_update(teams, (const uint8_t[]){9, 4, 5}, (const uint8_t[]){1, 0, 1}, 3);
    for (int i = 0; i < 3; i++) {
        assert_near(alone[i].mean, teams[i].mean);
        assert_near(alone[i].deviation, teams[i].deviation);
    }
}

/* -- Time and seasons -------------------------------------------------------------------------- */

static void time_makes_uncertain(void **state)
{
    (void)state;
    struct rating third = {31, RATING_DEVIATION / 3}, half = third, newcomer = {25, 25.0 / 3};
    rating_age(&third, 0);
    assert_near(third.deviation, RATING_DEVIATION / 3);
    rating_age(&third, -1000);
    assert_near(third.deviation, RATING_DEVIATION / 3);
    /* Half the way of the variance: (1/9 + 1) / 2 of a newcomer's. */
    rating_age(&third, (int64_t)RATING_PERIODS / 2 * RATING_PERIOD_S);
    assert_near(third.deviation, RATING_DEVIATION * sqrt(5.0) / 3);
    assert_near(third.mean, 31);
    rating_age(&third, (int64_t)RATING_PERIODS / 2 * RATING_PERIOD_S);
    assert_near(third.deviation, RATING_DEVIATION);
    rating_age(&third, INT64_C(1) << 40);
    assert_near(third.deviation, RATING_DEVIATION);
    rating_age(&newcomer, RATING_PERIOD_S);
    assert_near(newcomer.deviation, RATING_DEVIATION);
    /* However often it is worked out. */
    for (int hour = 0; hour < 24 * 7; hour++)
        rating_age(&half, 3600);
    assert_near(half.deviation, sqrt(625.0 / 81 + (625.0 / 9 - 625.0 / 81) / 104));
}

static void a_season_takes_half_of_the_certainty(void **state)
{
    (void)state;
    struct rating sure = {31, 3}, newcomer = {25, RATING_DEVIATION};
    rating_begin_season(&sure);
    rating_begin_season(&newcomer);
    assert_near(sure.mean, 31);
    assert_near(sure.deviation, sqrt((9 + 625.0 / 9) / 2));
    assert_near(newcomer.deviation, RATING_DEVIATION);
}

static void newcomers_are_shown_with_nothing(void **state)
{
    (void)state;
    const struct rating newcomer = {RATING_MEAN, RATING_DEVIATION}, poor = {3, 4}, good = {30, 2};
    assert_near(rating_shown(&newcomer), 0);
    assert_near(rating_shown(&poor), 0);
    assert_near(rating_shown(&good), 24);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_game_of_two),
        cmocka_unit_test(who_shares_a_place_is_rated_alike),
        cmocka_unit_test(a_draw_of_equals_moves_nobody),
        cmocka_unit_test(a_surprise_moves_more),
        cmocka_unit_test(somebody_who_always_wins_rises_and_stays_finite),
        cmocka_unit_test(teams_of_two),
        cmocka_unit_test(one_against_two_counts_twice),
        cmocka_unit_test(teams_of_one_are_nobody_s_teams),
        cmocka_unit_test(time_makes_uncertain),
        cmocka_unit_test(a_season_takes_half_of_the_certainty),
        cmocka_unit_test(newcomers_are_shown_with_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
