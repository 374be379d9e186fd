/* The traits of cards at Pillars, and the weights that follow. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "games/advice.h"
#include "games/pillars/traits.h"

enum { ALICE, BRUNO, CAROL, PLAYERS };
enum { MYSELF, OTHER, NONE };

static union game_state_block block;

static struct pillars_state *state(void)
{
    return OWN(pillars, GAME_STATE(&block));
}

static uint8_t own(uint8_t craft)
{
    return pillars_craftsman(ALICE, craft);
}

static uint8_t of_bruno(uint8_t craft)
{
    return pillars_craftsman(BRUNO, craft);
}

/* Alice leads with one stone in stock. */
static int setup(void **unused)
{
    (void)unused;
    memset(&block, 0, sizeof block);
    struct pillars_board *board = &state()->board;
    board->players = PLAYERS;
    board->step = PILLARS_TRICKS;
    board->round = board->trick_number = 1;
    board->kings_player = board->taker = PILLARS_NOBODY;
    board->advantage = PILLARS_POTTER;
    board->pile_left = PILLARS_ADVANTAGES - 1;
    board->materials[ALICE][PILLARS_STONE_MATERIAL] = 1;
    state()->hands[ALICE] = CARD_BIT(own(PILLARS_BUILDER)) | CARD_BIT(own(PILLARS_MASON)) |
                            CARD_BIT(of_bruno(PILLARS_MIXER)) | CARD_BIT(PILLARS_STONE) |
                            CARD_BIT(PILLARS_WALERAN);
    return 0;
}

static void put(uint8_t card)
{
    struct pillars_board *board = &state()->board;
    if (board->trick.count == 0)
        board->trick.leader = BRUNO;
    trick_add(&board->trick, card);
}

static struct pillars_plan plan(void)
{
    struct pillars_plan plan;
    pillars_plan(state(), ALICE, &plan);
    return plan;
}

static bool has(uint8_t card, unsigned trait)
{
    struct pillars_plan common = plan();
    struct traits traits;
    pillars_find_traits(&common, card, &traits);
    return traits_have(&traits, trait);
}

/* -- The plan ---------------------------------------------------------------------------------- */

static void test_unseen_cards_are_sorted_by_value(void **unused)
{
    (void)unused;
    state()->hands[ALICE] = 0;
    const struct pillars_plan common = plan();
    card_set unseen = (pillars_deck(PLAYERS) | CARD_BIT(PILLARS_POTTER)) & ~pillars_twins;
    for (uint8_t value = 0; value < PILLARS_VALUES; value++)
        for (uint8_t card = 0; card < PILLARS_CARDS; card++)
            assert_int_equal(card_set_has(common.unseen_from[value], card),
                             card_set_has(unseen, card) && pillars_value(card) >= value);
}

static void test_a_craftsman_is_worth_more_with_something_to_sell(void **unused)
{
    (void)unused;
    const struct pillars_plan common = plan();
    assert_true(common.craftsmen[ALICE][PILLARS_MASON] > common.craftsmen[BRUNO][PILLARS_MASON]);
    assert_true(common.craftsmen[ALICE][PILLARS_BUILDER] >
                common.craftsmen[BRUNO][PILLARS_BUILDER]);
}

static void test_a_material_is_worth_the_price_that_waits_for_it(void **unused)
{
    (void)unused;
    state()->taken[BRUNO] = CARD_BIT(of_bruno(PILLARS_MASON));
    state()->board.advantages[CAROL] = CARD_BIT(PILLARS_FOUNDER);
    const struct pillars_plan common = plan();
    assert_int_equal(common.materials[BRUNO][PILLARS_STONE_MATERIAL], 8);
    assert_int_equal(common.materials[CAROL][PILLARS_METAL], 10);
    assert_int_equal(common.materials[ALICE][PILLARS_STONE_MATERIAL],
                     pillars_kept_worths[PILLARS_STONE_MATERIAL]);
}

/* -- What the traits say ----------------------------------------------------------------------- */

/* The builder can lose to the King and two later builders, but not to Alice's other craftsmen. */
static void test_a_lead_counts_the_cards_that_beat_it(void **unused)
{
    enum { SITUATION = MYSELF * PILLARS_FOLLOWERS + 2, BEATERS = 3 };
    (void)unused;
    assert_true(has(own(PILLARS_BUILDER), TRAIT_HOLDS + SITUATION * PILLARS_BEATERS + BEATERS));
}

static void test_another_craftsman_gives_the_trick_away(void **unused)
{
    (void)unused;
    put(PILLARS_SAND);
    put(PILLARS_TOM);
    assert_true(has(of_bruno(PILLARS_MIXER), TRAIT_STRENGTH + 8 * PILLARS_TAKERS + OTHER));
    assert_true(has(PILLARS_WALERAN, TRAIT_STRENGTH + 7 * PILLARS_TAKERS + MYSELF));
}

static void test_the_kings_trick_is_nobodys(void **unused)
{
    (void)unused;
    put(PILLARS_KING);
    put(PILLARS_TOM);
    assert_true(has(PILLARS_WALERAN, TRAIT_STRENGTH + 7 * PILLARS_TAKERS + NONE));
    assert_true(has(PILLARS_WALERAN, TRAIT_KINGS_TRICK + (NONE * 2 + true) * 2));
}

/* -- The weights ------------------------------------------------------------------------------- */

static uint16_t weight_of(uint8_t card)
{
    game_move moves[PILLARS_HAND_MAX];
    uint16_t weights[PILLARS_HAND_MAX];
    size_t count = pillars_legal(&state()->board, ALICE, state()->hands[ALICE], moves);
    pillars_advice.weigh(GAME_STATE(&block), ALICE, moves, count, weights);
    for (size_t i = 0; i < count; i++)
        if (moves[i] == pillars_move_pack((struct pillars_move){PILLARS_PLAY, card, 0}))
            return weights[i];
    fail_msg("not legal");
    return 0;
}

static void test_a_good_trick_is_won_for_sure(void **unused)
{
    (void)unused;
    put(PILLARS_STONE);
    put(PILLARS_POTTER);
    assert_true(weight_of(own(PILLARS_BUILDER)) > weight_of(of_bruno(PILLARS_MIXER)));
    assert_true(weight_of(own(PILLARS_BUILDER)) > weight_of(PILLARS_STONE));
}

static void test_a_bad_card_goes_to_another(void **unused)
{
    (void)unused;
    put(of_bruno(PILLARS_BUILDER));
    put(PILLARS_SAND);
    assert_true(weight_of(PILLARS_WALERAN) > weight_of(PILLARS_STONE));
}

static void test_others_hands_do_not_count(void **unused)
{
    (void)unused;
    uint16_t before = weight_of(own(PILLARS_BUILDER));
    state()->hands[BRUNO] = CARD_BIT(PILLARS_KING);
    state()->hands[CAROL] = CARD_BIT(PILLARS_ALIENA);
    assert_int_equal(weight_of(own(PILLARS_BUILDER)), before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_unseen_cards_are_sorted_by_value, setup),
        cmocka_unit_test_setup(test_a_craftsman_is_worth_more_with_something_to_sell, setup),
        cmocka_unit_test_setup(test_a_material_is_worth_the_price_that_waits_for_it, setup),
        cmocka_unit_test_setup(test_a_lead_counts_the_cards_that_beat_it, setup),
        cmocka_unit_test_setup(test_another_craftsman_gives_the_trick_away, setup),
        cmocka_unit_test_setup(test_the_kings_trick_is_nobodys, setup),
        cmocka_unit_test_setup(test_a_good_trick_is_won_for_sure, setup),
        cmocka_unit_test_setup(test_a_bad_card_goes_to_another, setup),
        cmocka_unit_test_setup(test_others_hands_do_not_count, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
