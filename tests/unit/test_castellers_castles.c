/* Castellers by the numbers of its rules, from 9 on: castles that fall, change and count. */
#include "tests/unit/castellers_kit.h"

/* -- Rules 9 and 10 ---------------------------------------------------------------------------- */

static void test_rule_9_the_highest_pawn_falls(void **unused)
{
    (void)unused;
    begin(2);
    add_castle(ALICE, "r1-r3-r7");
    add_castle(ALICE, "g2 g2");
    set_next_in_bag("w6");
    kit_make(&table, ALICE, "recruit");
    assert_int_equal(in_reserve(ALICE, "r7"), 1);
    assert_int_equal(in_reserve(ALICE, "w6"), 1);
    assert_int_equal(castellers_levels(castle_of(ALICE, 1)), 2);
    assert_int_equal(board()->actions, 1);
}

static void test_rule_9_a_choice(void **unused)
{
    (void)unused;
    begin(2);
    add_castle(ALICE, "r1-r7 w7");
    add_castle(ALICE, "g7");
    set_next_in_bag("w1");
    kit_make(&table, ALICE, "recruit");
    assert_string_equal(legal_moves(ALICE), "fall 1 r7, fall 1 w7, fall 2 g7");
    assert_int_equal(kit_refusal(&table, ALICE, "pass"), CASTELLERS_FALL_FIRST);
    assert_int_equal(kit_refusal(&table, ALICE, "fall 1 r1"), CASTELLERS_NOT_THE_HIGHEST);
    kit_make(&table, ALICE, "fall 2 g7");
    assert_null(castellers_find(board(), ALICE, 2));
    assert_int_equal(board()->castle_count, 1);
    assert_int_equal(in_reserve(ALICE, "g7"), 1);
}

static void test_rule_9_of_equals_the_one_on_the_highest_level(void **unused)
{
    (void)unused;
    begin(2);
    add_castle(ALICE, "r6 r1-r6 r6");
    castellers_drop(board(), ALICE, 1, pawn_of("r6"));
    assert_int_equal(castle_of(ALICE, 1)->width, 3);
    castellers_drop(board(), ALICE, 1, pawn_of("r6"));
    assert_int_equal(castle_of(ALICE, 1)->width, 2);
    assert_int_equal(castellers_top(castle_of(ALICE, 1), 0), pawn_of("r1"));
}

static void test_rule_9_nobody_falls_without_a_castle(void **unused)
{
    (void)unused;
    begin(2);
    add_castle(BRUNO, "r7");
    set_next_in_bag("w1");
    kit_make(&table, ALICE, "recruit");
    assert_int_equal(castle_of(BRUNO, 1)->width, 1);
    assert_int_equal(board()->actions, 1);
}

static void test_rule_10_a_narrower_castle(void **unused)
{
    (void)unused;
    begin(2);
    add_castle(ALICE, "r7 r1-r2");
    add_reserve(ALICE, "r3");
    set_next_in_bag("w3");
    kit_make(&table, ALICE, "recruit");
    assert_int_equal(castle_of(ALICE, 1)->width, 1);
    assert_true(is_legal(ALICE, "raise r3 1 on r2"));
    assert_int_equal(kit_refusal(&table, ALICE, "raise r3 1"), CASTELLERS_LEVEL_TWO_BEGUN);
}

static void test_rule_10_the_gap_is_refilled_first(void **unused)
{
    (void)unused;
    begin(2);
    add_castle(ALICE, "r1-r6 r1-r2-r3");
    castellers_drop(board(), ALICE, 1, pawn_of("r6"));
    add_reserve(ALICE, "r4 r5");
    assert_true(is_legal(ALICE, "raise r4 1 on r1"));
    assert_int_equal(kit_refusal(&table, ALICE, "raise r5 1 on r3"), CASTELLERS_LOWER_LEVEL_FIRST);
}

static void test_castles_keep_their_numbers(void **unused)
{
    (void)unused;
    begin(2);
    add_castle(ALICE, "r1");
    add_castle(ALICE, "r2");
    add_castle(ALICE, "r3");
    castellers_drop(board(), ALICE, 2, pawn_of("r2"));
    assert_int_equal(castellers_top(castle_of(ALICE, 3), 0), pawn_of("r3"));
    add_castle(ALICE, "r4");
    assert_int_equal(castellers_top(castle_of(ALICE, 2), 0), pawn_of("r4"));
    assert_int_equal(board()->castle_count, 3);
}

/* -- Rules 11 to 16 ---------------------------------------------------------------------------- */

static void test_rule_11_valid_castles(void **unused)
{
    (void)unused;
    assert_true(is_valid("r1-r2 r1-r2"));
    assert_true(is_valid("r1-r2-r3-r4"));
    assert_false(is_valid("r1-r2-r3"));
    assert_true(is_valid("r1-r2-r3 r1-r2 w1-w2"));
    assert_false(is_valid("r1-r2 r1-r2 w1 w1"));
    assert_false(is_valid("r1-r2 r1"));
}

/* Four valid castles of one player for two players, three for three and two for four. */
static void test_rule_12_how_many_castles_are_enough(void **unused)
{
    static const char *const castles[] = {"p1-p2 p1-p2-p3 p2-p3-p6", "r1-r2-r3-r4", "g1-g2-g3-g4",
                                          "b1-b2-b3-b4"};
    static const unsigned needed[CASTELLERS_SEATS + 1] = {[2] = 4, [3] = 3, [4] = 2};
    (void)unused;
    for (uint8_t players = 2; players <= CASTELLERS_SEATS; players++) {
        begin(players);
        for (unsigned i = 0; i < needed[players]; i++) {
            assert_false(castellers_is_over(board()));
            add_castle(ALICE, castles[i]);
        }
        assert_true(castellers_is_over(board()));
    }
}

static void test_rule_12_one_castle_of_eight(void **unused)
{
    (void)unused;
    begin(2);
    add_castle(ALICE, "r1-r2-r3-r4");
    add_castle(ALICE, "g1-g2-g3-g4");
    add_castle(ALICE, "b1-b2-b3-b4");
    add_castle(ALICE, "p1-p2 p1-p2-p3 p2-p3");
    assert_false(castellers_is_over(board()));
    add_reserve(ALICE, "p6");
    kit_make(&table, ALICE, "raise p6 4 on p2");
    assert_int_equal(board()->step, CASTELLERS_END);
    struct game_result result;
    castellers_rules.result(table.state, &result);
    assert_int_equal(result.winners, SEAT_BIT(ALICE));
}

static void test_rule_13_two_idle_rounds(void **unused)
{
    (void)unused;
    begin(2);
    add_reserve(ALICE, "r1");
    for (unsigned i = 0; i < 3; i++)
        kit_make(&table, (uint8_t)(i % 2), "pass");
    kit_make(&table, BRUNO, "recruit");
    kit_make(&table, BRUNO, "pass");
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(board()->step, CASTELLERS_TURN);
        kit_make(&table, (uint8_t)(i % 2), "pass");
    }
    assert_int_equal(board()->step, CASTELLERS_END);
}

static void test_rule_14_points(void **unused)
{
    (void)unused;
    struct castellers_score scores[CASTELLERS_SEATS];
    begin(2);
    add_castle(ALICE, "r1-r6 r2-r7");
    add_castle(ALICE, "g1-g2-g3");
    castellers_scores(board(), scores);
    assert_int_equal(scores[ALICE].pawn_points, 6);
    assert_int_equal(scores[ALICE].bases, 2);
    assert_true(scores[ALICE].tall && scores[ALICE].wide);
    assert_int_equal(castellers_total(&scores[ALICE]), 4 + 2 * castellers_bonus);
}

static void test_rule_15_more_pawns_decide_a_tie(void **unused)
{
    (void)unused;
    struct castellers_score scores[CASTELLERS_SEATS];
    begin(2);
    add_castle(ALICE, "r1-r2 r1-r2 r1-r2 r1-r2");
    add_castle(BRUNO, "g1-g2 g1-g2 g1-g2 g1-g2-g3");
    castellers_scores(board(), scores);
    assert_false(scores[ALICE].wide);
    assert_true(scores[BRUNO].wide);
    begin(2);
    add_castle(ALICE, "r1-r2 r1-r2 r1-r2 r1-r2");
    add_castle(BRUNO, "g1-g2 g1-g2 g1-g2 g1-g2");
    castellers_scores(board(), scores);
    assert_false(scores[ALICE].wide || scores[BRUNO].wide);
    add_castle(ALICE, "b1-b2 b1-b2 b1-b2 b1-b2-b3");
    castellers_scores(board(), scores);
    assert_true(scores[ALICE].wide && scores[ALICE].tall);
}

static void test_rule_16_white_castles_decide(void **unused)
{
    (void)unused;
    struct game_result result;
    begin(3);
    add_castle(ALICE, "w1");
    add_castle(BRUNO, "w1-w2");
    add_castle(CARLA, "r1-r2-r3");
    castellers_standing(board(), &result);
    assert_int_equal(result.scores[CARLA], -1);
    assert_int_equal(result.winners, SEAT_BIT(BRUNO));
    castellers_drop(board(), BRUNO, 1, pawn_of("w2"));
    castellers_standing(board(), &result);
    assert_int_equal(result.winners, SEAT_BIT(ALICE) | SEAT_BIT(BRUNO));
}

static void test_the_bag_can_be_counted(void **unused)
{
    (void)unused;
    begin(2);
    assert_int_equal(castellers_whites_left(board()), 14);
    add_castle(ALICE, "r1-w3 w2");
    add_reserve(BRUNO, "w3 r7");
    assert_int_equal(castellers_whites_left(board()), 11);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rule_9_the_highest_pawn_falls),
        cmocka_unit_test(test_rule_9_a_choice),
        cmocka_unit_test(test_rule_9_of_equals_the_one_on_the_highest_level),
        cmocka_unit_test(test_rule_9_nobody_falls_without_a_castle),
        cmocka_unit_test(test_rule_10_a_narrower_castle),
        cmocka_unit_test(test_rule_10_the_gap_is_refilled_first),
        cmocka_unit_test(test_castles_keep_their_numbers),
        cmocka_unit_test(test_rule_11_valid_castles),
        cmocka_unit_test(test_rule_12_how_many_castles_are_enough),
        cmocka_unit_test(test_rule_12_one_castle_of_eight),
        cmocka_unit_test(test_rule_13_two_idle_rounds),
        cmocka_unit_test(test_rule_14_points),
        cmocka_unit_test(test_rule_15_more_pawns_decide_a_tie),
        cmocka_unit_test(test_rule_16_white_castles_decide),
        cmocka_unit_test(test_the_bag_can_be_counted),
    };
    return cmocka_run_group_tests_name("castles", tests, NULL, close_table);
}
