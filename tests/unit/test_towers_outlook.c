/* What the towers promise a seat, in positions where a player sees it at once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/shared/towers_outlook.h"
#include "games/shared/weights.h"

enum { A, B, C, D, E, ALICE = 0, BRUNO, CAROL };

static struct majority majorities[TOWERS];
static uint8_t heights[TOWERS];

static int setup(void **state)
{
    (void)state;
    for (unsigned tower = 0; tower < TOWERS; tower++) {
        majorities[tower] = (struct majority){0};
        heights[tower] = 5;
    }
    return 0;
}

static struct towers_outlook outlook_of(uint8_t players, uint8_t seat, unsigned turns)
{
    struct towers_outlook outlook = {.players = players,
                                     .seat = seat,
                                     .scorings = 1,
                                     .heights = heights,
                                     .majorities = majorities};
    towers_look(&outlook, (const unsigned[TOWERS_SCORINGS_MAX]){turns});
    return outlook;
}

static int gain_by_storeys(const struct towers_outlook *outlook, unsigned tower, unsigned storeys)
{
    int gains[TOWER_STOREYS_MAX];
    towers_gain_by_storeys(outlook, tower, gains);
    return gains[storeys - 1];
}

static void the_own_tower_wants_storeys_and_the_others_do_not(void **state)
{
    (void)state;
    majority_add(&majorities[B], ALICE, 1);
    majority_add(&majorities[C], BRUNO, 1);
    struct towers_outlook outlook = outlook_of(2, ALICE, 10);
    assert_true(gain_by_storeys(&outlook, B, 1) > 0);
    assert_true(gain_by_storeys(&outlook, B, 3) > gain_by_storeys(&outlook, B, 1));
    assert_true(gain_by_storeys(&outlook, C, 1) < 0);
    assert_true(gain_by_storeys(&outlook, A, 1) == 0);
}

/* A first place brings two steps for each tower passed. */
static void before_the_last_turn_a_tower_passed_is_a_step(void **state)
{
    (void)state;
    heights[B] = 3;
    heights[C] = heights[D] = heights[E] = 9;
    majority_add(&majorities[B], ALICE, 1);
    struct towers_outlook outlook = outlook_of(2, ALICE, 0);
    assert_int_equal(gain_by_storeys(&outlook, B, 1), 0);
    assert_int_equal(gain_by_storeys(&outlook, B, 3), 2 * TOWERS_STEP * 3 / 4);
}

static void a_token_counts_where_it_wins_a_place(void **state)
{
    (void)state;
    majority_add(&majorities[A], BRUNO, 3);
    majority_add(&majorities[A], ALICE, 1);
    struct towers_outlook outlook = outlook_of(2, ALICE, 10);
    assert_int_equal(towers_gain_by_token(&outlook, A, 1), 0);
    assert_int_equal(towers_gain_by_token(&outlook, A, 2), 0); /* Bruno was there first */
    assert_true(towers_gain_by_token(&outlook, A, 3) > 0);
}

static void a_token_taken_away_loses_what_it_gained(void **state)
{
    (void)state;
    majority_add(&majorities[A], BRUNO, 3);
    struct towers_outlook without = outlook_of(2, ALICE, 10);
    int gain = towers_gain_by_token(&without, A, 2);
    majority_add(&majorities[A], ALICE, 2);
    struct towers_outlook with = outlook_of(2, ALICE, 10);
    assert_true(gain > 0);
    assert_int_equal(towers_gain_by_token(&with, A, -2), -gain);
}

static void a_token_counts_more_at_a_tower_that_is_high(void **state)
{
    (void)state;
    heights[D] = 9;
    struct towers_outlook outlook = outlook_of(2, ALICE, 10);
    assert_true(towers_gain_by_token(&outlook, D, 1) > towers_gain_by_token(&outlook, B, 1));
    assert_true(towers_gain_by_token(&outlook, B, 1) > towers_gain_by_token(&outlook, C, 1));
}

static void one_of_several_others_counts_less_than_the_only_one(void **state)
{
    (void)state;
    majority_add(&majorities[B], BRUNO, 1);
    struct towers_outlook two = outlook_of(2, ALICE, 10), three = outlook_of(3, ALICE, 10);
    struct towers_outlook bruno = outlook_of(3, BRUNO, 10);
    assert_int_equal(two.stakes[B], 2 * three.stakes[B]);
    assert_int_equal(two.stakes[B], -bruno.stakes[B]);
}

static void weights_double_with_every_step_within_bounds(void **state)
{
    (void)state;
    enum { DOUBLING = 10, REACH = 4 };
    assert_int_equal(weight_of_gain(0, DOUBLING, REACH), 256);
    assert_int_equal(weight_of_gain(DOUBLING, DOUBLING, REACH), 512);
    assert_int_equal(weight_of_gain(-DOUBLING, DOUBLING, REACH), 128);
    assert_int_equal(weight_of_gain(DOUBLING / 2, DOUBLING, REACH), 384);
    assert_int_equal(weight_of_gain(-1000000, DOUBLING, REACH), 16);
    assert_int_equal(weight_of_gain(1000000, DOUBLING, REACH), ADVICE_WEIGHT_MAX);
    assert_int_equal(weight_of_gain(-1000000, DOUBLING, WEIGHT_DOUBLINGS / 2), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(the_own_tower_wants_storeys_and_the_others_do_not, setup),
        cmocka_unit_test_setup(before_the_last_turn_a_tower_passed_is_a_step, setup),
        cmocka_unit_test_setup(a_token_counts_where_it_wins_a_place, setup),
        cmocka_unit_test_setup(a_token_taken_away_loses_what_it_gained, setup),
        cmocka_unit_test_setup(a_token_counts_more_at_a_tower_that_is_high, setup),
        cmocka_unit_test_setup(one_of_several_others_counts_less_than_the_only_one, setup),
        cmocka_unit_test_setup(weights_double_with_every_step_within_bounds, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
