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
    rating_update(ratings, (const uint8_t[]){0, 1}, 2);
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
    rating_update(ratings, (const uint8_t[]){1, 0, 1, 0}, 4);
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
    rating_update(ratings, (const uint8_t[]){3, 3}, 2);
    assert_near(ratings[0].mean, 25);
    assert_true(ratings[0].deviation < RATING_DEVIATION);
}

/* A win against somebody stronger counts for more than one against somebody weaker. */
static void a_surprise_moves_more(void **state)
{
    (void)state;
    struct rating surprise[2] = {{20, 4}, {30, 4}}, expected[2] = {{30, 4}, {20, 4}};
    rating_update(surprise, (const uint8_t[]){0, 1}, 2);
    rating_update(expected, (const uint8_t[]){0, 1}, 2);
    assert_true(surprise[0].mean - 20 > 2 * (expected[0].mean - 30));
}

static void somebody_who_always_wins_rises_and_stays_finite(void **state)
{
    (void)state;
    struct rating ratings[6];
    begin(ratings, 6);
    for (int game = 0; game < 5000; game++) {
        double before = ratings[0].mean;
        rating_update(ratings, (const uint8_t[]){0, 1, 1, 1, 1, 1}, 6);
        assert_true(ratings[0].mean >= before && isfinite(ratings[0].mean));
        for (int i = 0; i < 6; i++)
            assert_true(ratings[i].deviation > 0 && isfinite(ratings[i].mean));
    }
    assert_true(rating_shown(&ratings[0]) > rating_shown(&ratings[1]));
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
        cmocka_unit_test(newcomers_are_shown_with_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
