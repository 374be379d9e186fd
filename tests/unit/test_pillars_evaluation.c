/* The evaluation of Pillars by the numbers of its rules, with the examples of its page. */
#include <string.h>

#include "tests/unit/pillars_fixture.h"

/* -- Evaluation -------------------------------------------------------------------------------- */

static void rule_8_one_without_a_trick_gets_the_kings_trick(void **state)
{
    (void)state;
    pillars_fixture_before_evaluation(4, 0);
    pillars_fixture_site()->board.tricks[1] = 0;
    pillars_fixture_site()->kings_trick = pillars_fixture_cards("2:10 king 3:2 wood");
    pillars_fixture_evaluate();
    assert_int_equal(pillars_fixture_site()->board.scores[1], 4);
    pillars_fixture_check_legal(1, "convert builder wood, done");
}

static void rule_8_several_without_a_trick_get_nothing(void **state)
{
    (void)state;
    pillars_fixture_before_evaluation(4, 0);
    pillars_fixture_site()->board.tricks[1] = pillars_fixture_site()->board.tricks[3] = 0;
    pillars_fixture_site()->kings_trick = pillars_fixture_cards("2:10 king 3:2 wood");
    pillars_fixture_evaluate();
    assert_int_equal(pillars_fixture_site()->board.scores[1], 0);
    assert_int_equal(pillars_fixture_site()->board.scores[3], 0);
    assert_int_equal(pillars_fixture_site()->board.step, PILLARS_DEAL);
}

static void rule_9_points_and_materials_of_the_cards(void **state)
{
    (void)state;
    pillars_fixture_before_evaluation(4, 0);
    pillars_fixture_site()->taken[0] =
        pillars_fixture_cards("king aliena ellen philip sand sand wood");
    pillars_fixture_site()->taken[1] = pillars_fixture_cards("waleran william regan alfred");
    pillars_fixture_site()->taken[2] = pillars_fixture_cards("3:2 3:4 4:10 1:8");
    pillars_fixture_site()->taken[3] = pillars_fixture_cards("waleran 2:6 philip sand");
    pillars_fixture_evaluate();
    assert_int_equal(pillars_fixture_site()->board.scores[0], 6);
    assert_int_equal(pillars_fixture_site()->board.scores[1], -8);
    assert_int_equal(pillars_fixture_site()->board.scores[2], 2);
    assert_int_equal(pillars_fixture_site()->board.scores[3], -3);
    assert_int_equal(pillars_fixture_site()->board.materials[3][PILLARS_METAL], 1);
    assert_int_equal(pillars_fixture_site()->board.materials[3][PILLARS_SAND_MATERIAL], 1);
    pillars_fixture_check_legal(0, "drop metal, drop sand, drop wood");
}

static void rule_9_tom_comes_before_converting(void **state)
{
    (void)state;
    pillars_fixture_before_evaluation(3, 0);
    pillars_fixture_site()->taken[0] = pillars_fixture_cards("tom 1:4");
    pillars_fixture_evaluate();
    pillars_fixture_check_legal(0, "tom sand, tom stone, tom wood");
    assert_int_equal(kit_refusal(&pillars_fixture_table, 0, "done"), PILLARS_TOM_FIRST);
    kit_make(&pillars_fixture_table, 0, "tom stone");
    pillars_fixture_check_legal(0, "convert mason stone, done");
    assert_int_equal(kit_refusal(&pillars_fixture_table, 0, "tom sand"), PILLARS_TOM_IS_PAID);
}

static void rule_10_the_painter_works_at_once_and_every_round(void **state)
{
    (void)state;
    pillars_fixture_before_evaluation(4, 0);
    pillars_fixture_site()->taken[2] = pillars_fixture_cards("painter");
    pillars_fixture_evaluate();
    assert_int_equal(pillars_fixture_site()->board.scores[2], 1);
    assert_true(pillars_fixture_site()->board.advantages[2] == pillars_fixture_cards("painter"));
    pillars_fixture_before_evaluation(4, 0);
    pillars_fixture_site()->board.advantage = PILLARS_POTTER;
    pillars_fixture_site()->board.advantages[1] = pillars_fixture_cards("painter");
    pillars_fixture_evaluate();
    assert_int_equal(pillars_fixture_site()->board.scores[1], 1);
}

/* Own mason, mixer, builder; sand 2, wood 1, stone 1. */
static void example_of_three_craftsmen(const char *advantages)
{
    pillars_fixture_before_evaluation(4, 0);
    pillars_fixture_site()->board.advantage = PILLARS_POTTER;
    pillars_fixture_site()->taken[0] = pillars_fixture_cards("1:4 1:8 1:10");
    pillars_fixture_site()->board.advantages[0] = pillars_fixture_cards(advantages);
    pillars_fixture_set_materials(0, 0, 2, 1, 1);
    pillars_fixture_evaluate();
    assert_int_equal(pillars_fixture_site()->board.scores[0], 3);
}

static void rule_11_three_craftsmen_bring_eleven(void **state)
{
    (void)state;
    example_of_three_craftsmen("");
    kit_make(&pillars_fixture_table, 0, "convert mason stone");
    kit_make(&pillars_fixture_table, 0, "convert mixer sand");
    pillars_fixture_check_legal(0, "convert builder sand, convert builder wood, done");
    kit_make(&pillars_fixture_table, 0, "convert builder wood");
    assert_int_equal(pillars_fixture_site()->board.scores[0], 3 + 4 + 2 + 2);
    assert_int_equal(pillars_stock(&pillars_fixture_site()->board, 0), 1);
}

static void rule_11_the_brickmaker_makes_it_twelve(void **state)
{
    (void)state;
    example_of_three_craftsmen("brickmaker");
    kit_make(&pillars_fixture_table, 0, "convert brickmaker sand");
    kit_make(&pillars_fixture_table, 0, "convert mason stone");
    kit_make(&pillars_fixture_table, 0, "convert mixer sand");
    kit_make(&pillars_fixture_table, 0, "convert builder stone");
    assert_int_equal(pillars_fixture_site()->board.scores[0], 12);
    assert_int_equal(pillars_fixture_site()->board.materials[0][PILLARS_WOOD_MATERIAL], 1);
}

static void rule_11_the_assistant_makes_it_thirteen(void **state)
{
    (void)state;
    example_of_three_craftsmen("brickmaker assistant");
    kit_make(&pillars_fixture_table, 0, "convert brickmaker sand");
    kit_make(&pillars_fixture_table, 0, "convert mason stone");
    kit_make(&pillars_fixture_table, 0, "convert mixer sand");
    kit_make(&pillars_fixture_table, 0, "convert builder stone");
    pillars_fixture_check_legal(0, "convert assistant wood, done");
    kit_make(&pillars_fixture_table, 0, "convert assistant wood");
    assert_int_equal(pillars_fixture_site()->board.scores[0], 13);
    assert_int_equal(pillars_fixture_site()->board.step, PILLARS_DEAL);
}

static void rule_11_founder_and_painter_bring_seven(void **state)
{
    (void)state;
    pillars_fixture_before_evaluation(4, 0);
    pillars_fixture_site()->board.advantage = PILLARS_POTTER;
    pillars_fixture_site()->taken[3] = pillars_fixture_cards("4:6");
    pillars_fixture_site()->board.advantages[3] = pillars_fixture_cards("founder painter");
    pillars_fixture_set_materials(3, 1, 0, 0, 0);
    pillars_fixture_evaluate();
    pillars_fixture_check_legal(3, "convert founder metal, done");
    kit_make(&pillars_fixture_table, 3, "convert founder metal");
    assert_int_equal(pillars_fixture_site()->board.scores[3], 7);
}

static void rule_11_the_assistant_converts_between_others(void **state)
{
    (void)state;
    pillars_fixture_before_evaluation(4, 0);
    pillars_fixture_site()->board.advantages[0] = pillars_fixture_cards("assistant potter");
    pillars_fixture_set_materials(0, 1, 2, 0, 0);
    pillars_fixture_evaluate();
    kit_make(&pillars_fixture_table, 0, "convert assistant sand");
    kit_make(&pillars_fixture_table, 0, "convert potter sand");
    kit_make(&pillars_fixture_table, 0, "convert assistant metal");
    assert_int_equal(pillars_fixture_site()->board.scores[0], 1 + 3 + 1);
}

static void rule_11_what_does_not_convert(void **state)
{
    (void)state;
    pillars_fixture_before_evaluation(4, 0);
    pillars_fixture_site()->taken[0] = pillars_fixture_cards("1:8 1:4 2:10");
    pillars_fixture_set_materials(0, 0, 2, 0, 1);
    pillars_fixture_evaluate();
    assert_int_equal(kit_refusal(&pillars_fixture_table, 0, "convert builder wood"),
                     PILLARS_NO_SUCH_CONVERTER);
    assert_int_equal(kit_refusal(&pillars_fixture_table, 0, "convert mixer wood"),
                     PILLARS_WRONG_MATERIAL);
    assert_int_equal(kit_refusal(&pillars_fixture_table, 0, "convert mason stone"),
                     PILLARS_NO_SUCH_MATERIAL);
    assert_int_equal(kit_refusal(&pillars_fixture_table, 0, "drop wood"), PILLARS_CONVERT_FIRST);
    assert_int_equal(kit_refusal(&pillars_fixture_table, 0, "play sand"), PILLARS_HAND_IS_EMPTY);
    assert_int_equal(kit_refusal(&pillars_fixture_table, 1, "done"), PILLARS_IS_READY);
    pillars_fixture_site()->board.evaluation.used[0] = 1u << PILLARS_WITH_MIXER;
    assert_int_equal(kit_refusal(&pillars_fixture_table, 0, "convert mixer sand"),
                     PILLARS_CONVERTER_USED);
}

static void rule_11_done_before_the_first_conversion(void **state)
{
    (void)state;
    pillars_fixture_before_evaluation(4, 0);
    pillars_fixture_site()->taken[0] = pillars_fixture_cards("1:8");
    pillars_fixture_set_materials(0, 0, 1, 0, 0);
    pillars_fixture_evaluate();
    kit_make(&pillars_fixture_table, 0, "done");
    assert_int_equal(pillars_fixture_site()->board.step, PILLARS_DEAL);
    assert_int_equal(pillars_fixture_site()->board.materials[0][PILLARS_SAND_MATERIAL], 1);
}

static void rule_12_three_materials_are_kept(void **state)
{
    (void)state;
    pillars_fixture_before_evaluation(4, 0);
    pillars_fixture_set_materials(0, 1, 0, 3, 1);
    pillars_fixture_set_materials(1, 0, 5, 0, 0);
    pillars_fixture_set_materials(2, 1, 1, 0, 1);
    pillars_fixture_evaluate();
    assert_int_equal(pillars_rules.actors(pillars_fixture_table.state), SEAT_BIT(0));
    assert_int_equal(pillars_fixture_site()->board.materials[1][PILLARS_SAND_MATERIAL], 3);
    pillars_fixture_check_legal(0, "drop metal, drop stone, drop wood");
    kit_make(&pillars_fixture_table, 0, "drop metal");
    assert_int_equal(kit_refusal(&pillars_fixture_table, 0, "drop metal"), PILLARS_NOTHING_TO_DROP);
    assert_int_equal(pillars_game.refusals[PILLARS_NOTHING_TO_DROP].rule, 12);
    assert_int_equal(kit_refusal(&pillars_fixture_table, 0, "done"), PILLARS_DROP_FIRST);
    assert_int_equal(pillars_fixture_site()->board.step, PILLARS_EVALUATION);
    kit_make(&pillars_fixture_table, 0, "drop wood");
    assert_int_equal(pillars_fixture_site()->board.step, PILLARS_DEAL);
}

static void rule_12_the_rest_of_one_kind_is_dropped_by_itself(void **state)
{
    (void)state;
    pillars_fixture_before_evaluation(4, 0);
    pillars_fixture_set_materials(0, 0, 4, 0, 1);
    pillars_fixture_evaluate();
    kit_make(&pillars_fixture_table, 0, "drop wood");
    assert_int_equal(pillars_fixture_site()->board.step, PILLARS_DEAL);
    assert_int_equal(pillars_fixture_site()->board.materials[0][PILLARS_SAND_MATERIAL], 3);
}

static void rule_12_nothing_is_dropped_after_the_last_round(void **state)
{
    (void)state;
    pillars_fixture_before_evaluation(4, 5);
    pillars_fixture_site()->board.round = 5;
    pillars_fixture_set_materials(0, 0, 4, 0, 1);
    pillars_fixture_evaluate();
    assert_int_equal(pillars_rules.phase(pillars_fixture_table.state), GAME_OVER);
    assert_int_equal(pillars_stock(&pillars_fixture_site()->board, 0), 5);
}

static void rule_13_all_evaluate_at_once_and_the_deal_waits(void **state)
{
    (void)state;
    pillars_fixture_before_evaluation(4, 0);
    pillars_fixture_site()->taken[0] = pillars_fixture_cards("1:8");
    pillars_fixture_site()->taken[2] = pillars_fixture_cards("tom");
    pillars_fixture_set_materials(0, 0, 1, 0, 0);
    pillars_fixture_set_materials(3, 2, 2, 0, 0);
    pillars_fixture_evaluate();
    assert_int_equal(pillars_rules.actors(pillars_fixture_table.state),
                     SEAT_BIT(0) | SEAT_BIT(2) | SEAT_BIT(3));
    kit_make(&pillars_fixture_table, 3, "drop sand");
    kit_make(&pillars_fixture_table, 0, "convert mixer sand");
    assert_int_equal(pillars_rules.phase(pillars_fixture_table.state), GAME_MOVES);
    kit_make(&pillars_fixture_table, 2, "tom wood");
    assert_int_equal(pillars_rules.phase(pillars_fixture_table.state), GAME_CHANCE);
}

/* -- The end ----------------------------------------------------------------------------------- */

static void rule_14_the_advantage_card_goes_under_the_pile(void **state)
{
    (void)state;
    pillars_fixture_before_evaluation(4, 0);
    pillars_fixture_site()->board.tricks[1] = pillars_fixture_site()->board.tricks[3] = 0;
    pillars_fixture_site()->kings_trick = pillars_fixture_cards("2:10 king painter wood");
    pillars_fixture_evaluate();
    assert_int_equal(pillars_fixture_site()->board.pile_left, 5);
    assert_int_equal(pillars_fixture_site()->pile[4], PILLARS_PAINTER);
    assert_int_equal(pillars_fixture_site()->pile[0], PILLARS_POTTER);
    assert_int_equal(pillars_fixture_site()->board.known[4], PILLARS_PAINTER);
    assert_int_equal(pillars_fixture_site()->board.step, PILLARS_DEAL);
}

/* The last card of the pile is in play. */
static void last_advantage(unsigned max_rounds)
{
    pillars_fixture_before_evaluation(4, max_rounds);
    pillars_fixture_site()->board.advantage = PILLARS_ASSISTANT;
    pillars_fixture_site()->board.pile_left = 0;
    memset(pillars_fixture_site()->pile, 0, sizeof pillars_fixture_site()->pile);
    pillars_fixture_site()->board.round = 5;
}

static void rule_15_the_last_advantage_card_ends_the_game(void **state)
{
    (void)state;
    last_advantage(0);
    pillars_fixture_site()->board.scores[1] = -2;
    pillars_fixture_site()->taken[3] = pillars_fixture_cards("assistant 4:2");
    pillars_fixture_evaluate();
    assert_int_equal(pillars_rules.phase(pillars_fixture_table.state), GAME_OVER);
    pillars_fixture_check_result((const int32_t[]){0, -2, 0, 1}, SEAT_BIT(3));
}

static void rule_15_the_last_advantage_card_must_be_won(void **state)
{
    (void)state;
    last_advantage(0);
    pillars_fixture_site()->board.tricks[0] = pillars_fixture_site()->board.tricks[1] = 0;
    pillars_fixture_site()->kings_trick = pillars_fixture_cards("king assistant");
    pillars_fixture_evaluate();
    assert_int_equal(pillars_rules.phase(pillars_fixture_table.state), GAME_CHANCE);
    last_advantage(5);
    pillars_fixture_site()->board.tricks[0] = pillars_fixture_site()->board.tricks[1] = 0;
    pillars_fixture_site()->kings_trick = pillars_fixture_cards("king assistant");
    pillars_fixture_evaluate();
    assert_int_equal(pillars_rules.phase(pillars_fixture_table.state), GAME_OVER);
}

static void rule_15_ties(void **state)
{
    (void)state;
    last_advantage(0);
    pillars_fixture_site()->board.advantages[2] = pillars_fixture_cards("potter founder");
    pillars_fixture_site()->board.scores[1] = pillars_fixture_site()->board.scores[2] = 7;
    pillars_fixture_site()->taken[1] = pillars_fixture_cards("assistant");
    pillars_fixture_evaluate();
    pillars_fixture_check_result((const int32_t[]){0, 7, 7, 0}, SEAT_BIT(2));
    last_advantage(0);
    pillars_fixture_site()->board.advantages[2] = pillars_fixture_cards("potter");
    pillars_fixture_site()->board.scores[1] = pillars_fixture_site()->board.scores[2] = 7;
    pillars_fixture_site()->taken[1] = pillars_fixture_cards("assistant");
    pillars_fixture_evaluate();
    pillars_fixture_check_result((const int32_t[]){0, 7, 7, 0}, SEAT_BIT(1) | SEAT_BIT(2));
}

static void a_round_counts_when_its_evaluation_is_over(void **state)
{
    (void)state;
    pillars_fixture_before_evaluation(4, 0);
    pillars_fixture_site()->board.scores[0] = 9;
    pillars_fixture_site()->taken[0] = pillars_fixture_cards("1:8 king");
    pillars_fixture_set_materials(0, 0, 1, 0, 0);
    pillars_fixture_evaluate();
    pillars_fixture_check_result((const int32_t[]){9, 0, 0, 0}, 0);
    kit_make(&pillars_fixture_table, 0, "convert mixer sand");
    pillars_fixture_check_result((const int32_t[]){15, 0, 0, 0}, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rule_8_one_without_a_trick_gets_the_kings_trick),
        cmocka_unit_test(rule_8_several_without_a_trick_get_nothing),
        cmocka_unit_test(rule_9_points_and_materials_of_the_cards),
        cmocka_unit_test(rule_9_tom_comes_before_converting),
        cmocka_unit_test(rule_10_the_painter_works_at_once_and_every_round),
        cmocka_unit_test(rule_11_three_craftsmen_bring_eleven),
        cmocka_unit_test(rule_11_the_brickmaker_makes_it_twelve),
        cmocka_unit_test(rule_11_the_assistant_makes_it_thirteen),
        cmocka_unit_test(rule_11_founder_and_painter_bring_seven),
        cmocka_unit_test(rule_11_the_assistant_converts_between_others),
        cmocka_unit_test(rule_11_what_does_not_convert),
        cmocka_unit_test(rule_11_done_before_the_first_conversion),
        cmocka_unit_test(rule_12_three_materials_are_kept),
        cmocka_unit_test(rule_12_the_rest_of_one_kind_is_dropped_by_itself),
        cmocka_unit_test(rule_12_nothing_is_dropped_after_the_last_round),
        cmocka_unit_test(rule_13_all_evaluate_at_once_and_the_deal_waits),
        cmocka_unit_test(rule_14_the_advantage_card_goes_under_the_pile),
        cmocka_unit_test(rule_15_the_last_advantage_card_ends_the_game),
        cmocka_unit_test(rule_15_the_last_advantage_card_must_be_won),
        cmocka_unit_test(rule_15_ties),
        cmocka_unit_test(a_round_counts_when_its_evaluation_is_over),
    };
    return cmocka_run_group_tests_name("pillars evaluation", tests, NULL,
                                       pillars_fixture_close_table);
}
