/* The examples of En Garde's page, and what people type. */
#include "tests/unit/en_garde_kit.h"

/* -- The examples of the page ------------------------------------------------------------------ */

static void example_1_start(void **state)
{
    (void)state;
    begin(EN_GARDE_FULL, 5);
    kit_make(&table, 0, "advance 3");
    assert_spaces(4, 23);
    assert_int_equal(en_garde_distance(&fence()->board), 19);
    assert_int_equal(fence()->board.pile_left, 14);
}

static void example_2_parry_or_retreat(void **state)
{
    (void)state;
    position(EN_GARDE_FULL, 4, 12, "35122", "51234", "44444");
    kit_make(&table, 0, "advance 3 attack 5 x1");
    assert_legal(1, "parry, retreat 1, retreat 2, retreat 3, retreat 4, retreat 5");
    struct game_state *before = kit_state_copy(&table, table.state);
    kit_make(&table, 1, "parry");
    assert_turn_of(1);
    assert_hand(1, "1234");
    memcpy(table.state, before, en_garde_game.state_size);
    free(before);
    kit_make(&table, 1, "retreat 3");
    assert_hand(1, "12445");
    assert_turn_of(0);
}

static void example_3_attack_that_cannot_be_parried(void **state)
{
    (void)state;
    position(EN_GARDE_FULL, 10, 14, "44412", "44123", "22222");
    kit_make(&table, 0, "attack 4 x3");
    assert_ended(EN_GARDE_HIT, 0);
}

static void example_4_other_values_do_not_help(void **state)
{
    (void)state;
    position(EN_GARDE_FULL, 10, 13, "33145", "32244", "22222");
    kit_make(&table, 0, "attack 3 x2");
    assert_ended(EN_GARDE_HIT, 0);
    position(EN_GARDE_FULL, 10, 13, "33145", "33244", "22222");
    kit_make(&table, 0, "attack 3 x2");
    assert_turn_of(1);
}

static void example_5_nothing_is_legal(void **state)
{
    (void)state;
    position(EN_GARDE_FULL, 3, 5, "34553", "11111", "22222");
    assert_legal(0, "");
    set_hand(0, "34552");
    assert_legal(0, "attack 2 x1, retreat 2");
    /* The same as play: seat 2 comes to 5, and the round is lost. */
    position(EN_GARDE_FULL, 3, 6, "34553", "11111", "22222");
    fence()->board.mover = 1;
    kit_make(&table, 1, "advance 1");
    assert_ended(EN_GARDE_STUCK, 1);
}

static void example_6_last_card_after_an_attack(void **state)
{
    (void)state;
    position(EN_GARDE_FULL, 10, 14, "44223", "44145", "1");
    kit_make(&table, 0, "attack 4 x2");
    assert_hand(0, "1223");
    assert_ended(EN_GARDE_LAST_CARDS, 1);
    position(EN_GARDE_FULL, 10, 14, "44223", "44125", "1");
    kit_make(&table, 0, "attack 4 x2");
    assert_ended(EN_GARDE_DRAWN, GAME_SPECTATOR);
}

static void example_7_walked_further(void **state)
{
    (void)state;
    position(EN_GARDE_FULL, 8, 20, "31245", "11111", "2");
    kit_make(&table, 0, "advance 3");
    assert_spaces(11, 20);
    assert_ended(EN_GARDE_FARTHER, 0);
}

static void example_8_retreat_after_the_last_card(void **state)
{
    (void)state;
    position(EN_GARDE_FULL, 9, 15, "24133", "51111", "33");
    kit_make(&table, 0, "advance 2 attack 4 x1");
    assert_int_equal(fence()->board.pile_left, 0);
    kit_make(&table, 1, "retreat 5");
    assert_spaces(11, 20);
    assert_ended(EN_GARDE_FARTHER, 0);
}

static void example_9_longest_attack(void **state)
{
    (void)state;
    position(EN_GARDE_FULL, 2, 12, "55123", "55555", "11111");
    kit_make(&table, 0, "advance 5 attack 5 x1");
    assert_answer_of(1);
    position(EN_GARDE_FULL, 1, 12, "55123", "55555", "11111");
    assert_int_equal(kit_refusal(&table, 0, "advance 5 attack 5 x1"), EN_GARDE_WRONG_DISTANCE);
}

/* -- What people type -------------------------------------------------------------------------- */

static void assert_typed(const char *typed, const char *meant)
{
    assert_string_equal(kit_reading(&table, 0, typed), meant);
}

static void typed_moves(void **state)
{
    (void)state;
    begin(EN_GARDE_FULL, 5);
    assert_typed("ad 3", "advance 3");
    assert_typed("  ADVANCE   3 ", "advance 3");
    assert_typed("at 4", "attack 4 x1");
    assert_typed("attack 4 X2", "attack 4 x2");
    assert_typed("ad 3 at 5 x 1", "advance 3 attack 5 x1");
    assert_typed("r2", "retreat 2");
    assert_typed("yield", "yield");
    assert_typed("a 3", "en-garde.expected.turn()");
    assert_typed("advance 6", "en-garde.expected.advance()");
    assert_typed("advance 3 x1", "en-garde.expected.advance()");
    assert_typed("retreat", "en-garde.expected.retreat()");
    assert_typed("retreat 2 3", "en-garde.expected.retreat()");
    assert_typed("attack 4 x6", "en-garde.expected.attack()");
    assert_typed("parry 4", "en-garde.expected.turn()");
    assert_typed("", "en-garde.expected.turn()");
    assert_typed("é", "en-garde.expected.turn()");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(example_1_start),
        CASE(example_2_parry_or_retreat),
        CASE(example_3_attack_that_cannot_be_parried),
        CASE(example_4_other_values_do_not_help),
        CASE(example_5_nothing_is_legal),
        CASE(example_6_last_card_after_an_attack),
        CASE(example_7_walked_further),
        CASE(example_8_retreat_after_the_last_card),
        CASE(example_9_longest_attack),
        CASE(typed_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
