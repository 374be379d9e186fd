/* What a seat can hope for at Castellers, the evaluation that follows from it, and the rules of
 * thumb. */
#include "games/advice.h"
#include "games/castellers/hopes.h"
#include "tests/unit/castellers_kit.h"

static int hope_of(uint8_t seat, unsigned hope)
{
    struct castellers_score scores[CASTELLERS_SEATS];
    int hopes[CASTELLERS_HOPES];
    castellers_scores(board(), scores);
    castellers_find_hopes(board(), seat, &scores[seat], hopes);
    return hopes[hope];
}

static int32_t estimate_of(uint8_t seat)
{
    int32_t points[GAME_SEATS_MAX];
    castellers_advice.estimate(table.state, points);
    return points[seat];
}

static void test_castles_are_valid_hopeful_or_lost(void **unused)
{
    (void)unused;
    begin(2);
    add_castle(ALICE, "r1-r2-r3-r4");
    add_castle(ALICE, "g1-g2 g3");
    add_castle(ALICE, "b5-b6");
    add_castle(BRUNO, "p1-p2");
    assert_int_equal(hope_of(ALICE, HOPE_VALID), 1);
    assert_int_equal(hope_of(ALICE, HOPE_HOPEFUL), 1);
    assert_int_equal(hope_of(ALICE, HOPE_HOPEFUL_PAWNS), 3);
    assert_int_equal(hope_of(ALICE, HOPE_LOST), 1);
    assert_int_equal(hope_of(ALICE, HOPE_WIDE), 1);
    assert_int_equal(hope_of(ALICE, HOPE_LARGEST + 4), 1);
    assert_int_equal(hope_of(ALICE, HOPE_ROOM), (7 - 4) + (7 - 3) + (7 - 6));
    assert_int_equal(hope_of(ALICE, HOPE_POINTS), 4 + 3 + 3 - 3);
    assert_int_equal(hope_of(BRUNO, HOPE_VALID), 0);
    assert_int_equal(hope_of(BRUNO, HOPE_LARGEST + 2), 1);
}

static void test_a_castle_of_eight_is_large_once_it_is_valid(void **unused)
{
    (void)unused;
    begin(2);
    add_castle(ALICE, "r1-r2-r5 r1-r3-r6 r2");
    assert_int_equal(hope_of(ALICE, HOPE_LARGE), 0);
    assert_int_equal(hope_of(ALICE, HOPE_LARGEST + 7), 1);
    begin(2);
    add_castle(ALICE, "r1-r2-r5 r1-r3-r6 r2-r4");
    assert_int_equal(hope_of(ALICE, HOPE_LARGE), 1);
    assert_int_equal(hope_of(ALICE, HOPE_LARGEST + 8), 0);
}

/* The same kind of pawn counts once, and only where its colour and value fit. */
static void test_what_the_reserve_is_good_for(void **unused)
{
    (void)unused;
    begin(2);
    add_castle(ALICE, "r1-r2-r4");
    add_castle(ALICE, "g1-g2 g1-g3");
    add_reserve(ALICE, "r3 b7 w1 g2 g2");
    assert_int_equal(hope_of(ALICE, HOPE_LACKS_ONE), 1);
    assert_int_equal(hope_of(ALICE, HOPE_COMPLETES), 0);
    assert_int_equal(hope_of(ALICE, HOPE_GROWS), 0);
    assert_int_equal(hope_of(ALICE, HOPE_FOLLOWS), 0);
    add_reserve(ALICE, "r5 w6 g4 g4");
    assert_int_equal(hope_of(ALICE, HOPE_COMPLETES), 1);
    assert_int_equal(hope_of(ALICE, HOPE_GROWS), 1);
    assert_int_equal(hope_of(ALICE, HOPE_FOLLOWS), 3);
    assert_int_equal(hope_of(ALICE, HOPE_RESERVE + 3), 2);
    assert_int_equal(hope_of(ALICE, HOPE_WHITE + 5), 1);
}

static void test_any_colour_follows_in_a_white_castle(void **unused)
{
    (void)unused;
    begin(2);
    add_castle(ALICE, "w1-w2");
    add_reserve(ALICE, "b3");
    assert_int_equal(hope_of(ALICE, HOPE_FOLLOWS), 1);
}

static void test_the_stage_is_what_the_leader_lacks(void **unused)
{
    (void)unused;
    struct castellers_score scores[CASTELLERS_SEATS] = {0};
    static const unsigned stages[] = {3, 3, 2, 1, 0, 0};
    begin(2);
    for (uint8_t valid = 0; valid < 6; valid++) {
        scores[BRUNO].valid = valid;
        assert_int_equal(castellers_stage(board(), scores), stages[valid]);
    }
    begin(4);
    scores[BRUNO].valid = 0;
    assert_int_equal(castellers_stage(board(), scores), 2);
}

/* A reserve that completes a castle promises more than one that does not; at the end only points
 * count. */
static void test_the_evaluation(void **unused)
{
    (void)unused;
    begin(2);
    add_castle(ALICE, "r1-r2-r3");
    add_castle(BRUNO, "g1-g2-g3");
    add_reserve(ALICE, "r4");
    add_reserve(BRUNO, "r4");
    assert_true(estimate_of(ALICE) > estimate_of(BRUNO));
    board()->step = CASTELLERS_END;
    assert_int_equal(estimate_of(ALICE), -CASTELLERS_HOPE_UNIT);
    assert_int_equal(estimate_of(BRUNO), -CASTELLERS_HOPE_UNIT);
}

/* The move that the rules of thumb prefer. */
static const char *preferred(void)
{
    static char written[GAME_MOVE_TEXT_MAX];
    static game_move moves[GAME_LEGAL_MAX];
    static uint16_t weights[GAME_LEGAL_MAX];
    size_t count = castellers_legal(board(), moves), best = 0;
    castellers_advice.weigh_by_thumb(table.state, board()->mover, moves, count, weights);
    for (size_t i = 1; i < count; i++)
        best = weights[i] > weights[best] ? i : best;
    struct text text = TEXT_IN(written);
    castellers_print(moves[best], &text);
    return written;
}

/* Castles are begun with small pawns and made valid first of all; with nothing to build one
 * recruits. */
static void test_rules_of_thumb(void **unused)
{
    (void)unused;
    begin(2);
    add_reserve(ALICE, "w6");
    assert_string_equal(preferred(), "recruit");
    add_reserve(ALICE, "g1");
    assert_string_equal(preferred(), "raise g1 new");
    add_castle(ALICE, "r1-r2-r3");
    add_reserve(ALICE, "r4");
    assert_string_equal(preferred(), "raise r4 1 on r3");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_castles_are_valid_hopeful_or_lost, close_table),
        cmocka_unit_test_teardown(test_a_castle_of_eight_is_large_once_it_is_valid, close_table),
        cmocka_unit_test_teardown(test_what_the_reserve_is_good_for, close_table),
        cmocka_unit_test_teardown(test_any_colour_follows_in_a_white_castle, close_table),
        cmocka_unit_test_teardown(test_the_stage_is_what_the_leader_lacks, close_table),
        cmocka_unit_test_teardown(test_the_evaluation, close_table),
        cmocka_unit_test_teardown(test_rules_of_thumb, close_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
