/* The traits of moves at Castellers, and the weights that follow from them. */
#include "games/advice.h"
#include "games/castellers/traits.h"
#include "tests/unit/castellers_kit.h"

/* The legal move of seat 1 with this text. */
static game_move move_of(const char *written)
{
    game_move moves[GAME_LEGAL_MAX];
    size_t count = castellers_legal(board(), moves);
    for (size_t i = 0; i < count; i++) {
        char buffer[GAME_MOVE_TEXT_MAX];
        struct text text = TEXT_IN(buffer);
        castellers_print(moves[i], &text);
        if (text_is(&text, written))
            return moves[i];
    }
    fail_msg("not legal: %s", written);
    return 0;
}

static bool has(const char *written, unsigned trait)
{
    struct castellers_plan plan;
    struct traits traits;
    castellers_plan(board(), castellers_worths, &plan);
    castellers_find_traits(&plan, move_of(written), &traits);
    return traits_have(&traits, trait);
}

static void test_a_fourth_pawn_makes_a_column_valid(void **unused)
{
    (void)unused;
    begin(2);
    add_castle(ALICE, "r1-r2-r3");
    add_reserve(ALICE, "r4 r7");
    assert_true(has("raise r4 1 on r3", TRAIT_MAKES_VALID));
    assert_true(has("raise r4 1 on r3", TRAIT_STANDS_GAP));
    assert_true(has("raise r7 1 on r3", TRAIT_MAKES_VALID));
    assert_true(has("raise r7 1 on r3", TRAIT_STANDS_GAP + 3));
}

static void test_a_column_that_never_has_four(void **unused)
{
    (void)unused;
    begin(2);
    add_castle(ALICE, "r1");
    add_reserve(ALICE, "r5 r6");
    assert_false(has("raise r5 1 on r1", TRAIT_STANDS_IN_VAIN));
    assert_true(has("raise r6 1 on r1", TRAIT_STANDS_IN_VAIN));
}

static void test_a_full_second_level_makes_a_castle_valid(void **unused)
{
    (void)unused;
    begin(2);
    add_castle(ALICE, "r1-r2 r1 r3");
    add_reserve(ALICE, "r4 r5");
    assert_false(has("raise r4 1 on r3", TRAIT_MAKES_VALID));
    assert_true(has("raise r4 1 on r3", TRAIT_STANDS_LEVEL));
    castellers_put(board(), ALICE, pawn_of("r4"), 1, pawn_of("r3"));
    assert_true(has("raise r5 1 on r1", TRAIT_MAKES_VALID));
    assert_true(has("raise r5 1 on r1", TRAIT_STANDS_WIDTH + 2));
}

/* Four castles are enough with two players, if one of them has eight pawns. */
static void test_the_end_ahead_and_behind(void **unused)
{
    (void)unused;
    begin(2);
    add_castle(ALICE, "r1-r2 r1-r3 r2-r4 w1-w2");
    add_castle(ALICE, "g1-g2 g1-g3");
    add_castle(ALICE, "b1-b2 b1-b3");
    add_castle(ALICE, "p1-p2-p3");
    add_reserve(ALICE, "p4");
    assert_true(has("raise p4 4 on p3", TRAIT_ENDS_AHEAD));
    add_castle(BRUNO, "w1-w2-w6-w7 g4-g5-g6-g7 g2-w3-w6-w7 w4-w5-g6-w7 w1-w4-w5-w6");
    assert_true(has("raise p4 4 on p3", TRAIT_ENDS_BEHIND));
    castellers_drop(board(), ALICE, 1, pawn_of("r4"));
    assert_false(has("raise p4 4 on p3", TRAIT_ENDS_BEHIND));
}

/* A swap has the traits of the best place, and those of the pawn that is taken. */
static void test_a_swap_is_as_good_as_the_place(void **unused)
{
    (void)unused;
    begin(2);
    add_castle(ALICE, "r1-r2-r3");
    add_reserve(ALICE, "b7");
    add_reserve(BRUNO, "r4");
    assert_true(has("swap 2:r4", TRAIT_MAKES_VALID));
    assert_true(has("swap 2:r4", TRAIT_SWAPS_VALUE + 3));
}

static void test_sixteen_units_of_worth_halve_a_weight(void **unused)
{
    (void)unused;
    game_move moves[GAME_LEGAL_MAX];
    uint16_t weights[GAME_LEGAL_MAX];
    struct castellers_plan plan;
    struct traits traits;
    begin(2);
    add_reserve(ALICE, "r1 g7");
    castellers_plan(board(), castellers_worths, &plan);
    size_t count = castellers_legal(board(), moves);
    castellers_advice.weigh(table.state, ALICE, moves, count, weights);
    int most = INT32_MIN;
    for (size_t i = 0; i < count; i++) {
        int worth = castellers_find_traits(&plan, moves[i], &traits);
        most = worth > most ? worth : most;
    }
    for (size_t i = 0; i < count; i++) {
        int below = most - castellers_find_traits(&plan, moves[i], &traits);
        int halvings = below / TRAITS_WORTH_DOUBLES;
        assert_in_range(weights[i], ADVICE_WEIGHT_MAX >> (halvings + 1),
                        ADVICE_WEIGHT_MAX >> halvings);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_fourth_pawn_makes_a_column_valid),
        cmocka_unit_test(test_a_column_that_never_has_four),
        cmocka_unit_test(test_a_full_second_level_makes_a_castle_valid),
        cmocka_unit_test(test_the_end_ahead_and_behind),
        cmocka_unit_test(test_a_swap_is_as_good_as_the_place),
        cmocka_unit_test(test_sixteen_units_of_worth_halve_a_weight),
    };
    return cmocka_run_group_tests_name("traits", tests, NULL, close_table);
}
