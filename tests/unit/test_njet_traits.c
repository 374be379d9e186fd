/* The traits of moves at Njet!, and the weights that follow. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "games/advice.h"
#include "games/njet/traits.h"

enum { ALICE, BRUNO, CAROL, DORA, PLAYERS };
enum { MYSELF, PARTNER, OTHER };
enum { LEADS_PLAIN, LEADS_TRUMP, FOLLOWS, TRUMPS, THROWS };

static union game_state_block block;

static struct njet_state *state(void)
{
    return OWN(njet, GAME_STATE(&block));
}

static card_set cards(const char *words)
{
    card_set set = 0;
    for (; *words != '\0'; words += 2 + (words[2] == ' ')) {
        uint8_t card;
        assert_true(njet_parse_card(words, 2, &card));
        set = card_set_add(set, card, njet_twins);
    }
    return set;
}

static uint8_t card_of(const char *word)
{
    uint8_t card;
    assert_true(njet_parse_card(word, 2, &card));
    return card;
}

/* Puts stones of Dora on all cells of a row but one. */
static void leave(uint8_t row, unsigned place)
{
    for (unsigned i = 0; i < njet_rows[row].count; i++)
        state()->board.stones[njet_rows[row].first + i] =
            i == place ? NJET_FREE : NJET_STONE + DORA;
}

static uint8_t cell_of(uint8_t row, uint8_t colour)
{
    uint8_t cell = njet_rows[row].first;
    while (njet_cell_colour(cell) != colour)
        cell++;
    return cell;
}

static void leave_colour(uint8_t row, uint8_t colour)
{
    leave(row, cell_of(row, colour) - njet_rows[row].first);
}

/* It is Alice's turn to put a stone. */
static int before_tricks(void **unused)
{
    (void)unused;
    memset(&block, 0, sizeof block);
    state()->board.players = PLAYERS;
    state()->board.step = NJET_STONES;
    state()->board.round = state()->board.rounds = 1;
    state()->board.taker = GAME_SPECTATOR;
    state()->hands[ALICE] = cards("r1 r1 r9 r8 r4 k9 k2 b3 g2 g3");
    return 0;
}

/* Red is trump, blue is super; Alice and Carol play against Bruno and Dora. */
static int in_tricks(void **unused)
{
    before_tricks(unused);
    leave(NJET_ROW_START, ALICE);
    leave(NJET_ROW_DISCARD, 0);
    leave(NJET_ROW_POINTS, 2);
    leave_colour(NJET_ROW_TRUMP, NJET_RED);
    leave_colour(NJET_ROW_SUPER, NJET_BLUE);
    state()->board.step = NJET_TRICKS;
    state()->board.trick_number = 1;
    state()->board.team = SEAT_BIT(ALICE) | SEAT_BIT(CAROL);
    state()->hands[ALICE] = cards("r9 r4 k9 k2 b1 b3 g1 g2 g8");
    return 0;
}

static void put(const char *card)
{
    struct trick *trick = &state()->board.trick;
    if (trick->count == 0)
        trick->leader = BRUNO;
    trick_add(trick, card_of(card));
}

static bool move_has(struct njet_move move, unsigned trait)
{
    struct njet_plan plan;
    struct traits traits;
    njet_plan(state(), ALICE, &plan);
    njet_find_traits(&plan, njet_move_pack(move), &traits);
    return traits_have(&traits, trait);
}

static bool stone_has(uint8_t cell, unsigned trait)
{
    return move_has((struct njet_move){NJET_NJET, cell, NJET_NO_CARD}, trait);
}

static bool card_has(const char *card, unsigned trait)
{
    return move_has((struct njet_move){NJET_PLAY, card_of(card), NJET_NO_CARD}, trait);
}

/* -- Stones, the partner and discards ---------------------------------------------------------- */

static void test_a_stone_knows_how_many_cells_are_left(void **unused)
{
    (void)unused;
    const uint8_t red = cell_of(NJET_ROW_TRUMP, NJET_RED);
    assert_true(stone_has(red, TRAIT_STONE + NJET_ROW_TRUMP * NJET_LEFT + 2));
    state()->board.stones[cell_of(NJET_ROW_TRUMP, NJET_BLUE)] = NJET_STONE + DORA;
    state()->board.stones[cell_of(NJET_ROW_TRUMP, NJET_GREEN)] = NJET_STONE + DORA;
    assert_true(stone_has(red, TRAIT_STONE + NJET_ROW_TRUMP * NJET_LEFT));
    assert_true(stone_has(red, TRAIT_TRUMP_CARDS + 5));
    assert_true(stone_has(red, TRAIT_TRUMP_RANK));
    assert_true(stone_has(cell_of(NJET_ROW_TRUMP, NJET_BLACK), TRAIT_TRUMP_RANK + 1));
}

static void test_a_super_colour_counts_the_1s(void **unused)
{
    enum { FIVE_LEFT = 3 };
    (void)unused;
    assert_true(stone_has(cell_of(NJET_ROW_SUPER, NJET_RED), TRAIT_SUPER_ONES + FIVE_LEFT * 3 + 2));
    assert_true(
        stone_has(cell_of(NJET_ROW_SUPER, NJET_GREEN), TRAIT_SUPER_OTHERS + FIVE_LEFT * 5 + 2));
    assert_true(
        stone_has(cell_of(NJET_ROW_SUPER, NJET_NO_COLOUR), TRAIT_SUPER_NONE + FIVE_LEFT * 5 + 2));
}

static void test_a_partner_is_known_by_stones(void **unused)
{
    (void)unused;
    leave(NJET_ROW_START, ALICE);
    leave(NJET_ROW_POINTS, 2);
    leave_colour(NJET_ROW_TRUMP, NJET_RED);
    state()->board.step = NJET_CHOOSE_PARTNER;
    state()->board.scores[BRUNO] = 5;
    const struct njet_move dora = {NJET_PARTNER, DORA, NJET_NO_CARD};
    assert_true(move_has(dora, TRAIT_PARTNER_SEAT + 3));
    assert_true(move_has(dora, TRAIT_PARTNER_TRUMPS + 3));
    assert_true(move_has(dora, TRAIT_PARTNER_FEWER + 2));
    assert_true(move_has(dora, TRAIT_PARTNER_MORE + 1));
    assert_true(move_has(dora, TRAIT_PARTNER_BEHIND + 1));
    assert_false(
        move_has((struct njet_move){NJET_PARTNER, CAROL, NJET_NO_CARD}, TRAIT_PARTNER_TRUMPS + 3));
}

static void test_two_discards_have_a_trait_each(void **unused)
{
    (void)unused;
    leave_colour(NJET_ROW_TRUMP, NJET_RED);
    leave_colour(NJET_ROW_SUPER, NJET_BLUE);
    leave(NJET_ROW_DISCARD, 2);
    state()->board.step = NJET_DISCARDING;
    const struct njet_move move = {NJET_DISCARD, card_of("k2"), card_of("b3")};
    assert_true(move_has(move, TRAIT_DISCARDS + 2));
    assert_true(move_has(move, TRAIT_DISCARDS + 3));
    assert_true(move_has(move, TRAIT_DISCARDS_LEFT + NJET_CARDS_LEFT));
    assert_true(move_has(move, TRAIT_DISCARDS_LEFT + NJET_CARDS_LEFT + 1));
}

/* -- Cards ------------------------------------------------------------------------------------- */

/* One other blue 1 beats everything; the red 5 to 8 beat a red 4. */
static void test_a_lead_counts_the_cards_that_beat_it(void **unused)
{
    enum { PLACE = MYSELF * NJET_FOLLOWERS + 2 };
    (void)unused;
    assert_true(card_has("r4", TRAIT_HOLDS + PLACE * NJET_BEATERS + 5));
    assert_true(card_has("k9", TRAIT_HOLDS + PLACE * NJET_BEATERS + 1));
    assert_true(card_has("k9", TRAIT_MASTER + (LEADS_PLAIN * 2 + 1) * 2 + 1));
    assert_true(card_has("b1", TRAIT_OWN_TRUMPS + LEADS_TRUMP * NJET_CARDS_LEFT + 3));
}

static void test_the_partners_trick_is_known(void **unused)
{
    (void)unused;
    put("g4");
    put("g9");
    put("g3");
    assert_true(card_has("g1", TRAIT_CARD_TAKEN + PARTNER * NJET_SORTS + 1));
    assert_true(card_has("g8", TRAIT_CARD_TAKEN + PARTNER * NJET_SORTS + 8));
    assert_true(card_has("g1", TRAIT_RISK + PARTNER * 3 + 1));
}

static void test_a_supertrump_takes_the_others_1s(void **unused)
{
    (void)unused;
    state()->hands[ALICE] = cards("b1 r4 k2");
    put("g1");
    put("g9");
    put("r9");
    assert_true(card_has("b1", TRAIT_BOOTY + MYSELF * 3 + 1));
    assert_true(card_has("b1", TRAIT_CHANGES + (OTHER * NJET_TAKERS + MYSELF) * 4));
    assert_true(card_has("r4", TRAIT_BOOTY + OTHER * 3 + 1));
    assert_true(card_has("r4", TRAIT_LEFT + TRUMPS * NJET_CARDS_LEFT));
    assert_true(card_has("k2", TRAIT_LEFT + THROWS * NJET_CARDS_LEFT));
}

static void test_the_later_1_of_a_colour_takes(void **unused)
{
    (void)unused;
    state()->hands[ALICE] = cards("g1 k2");
    put("g1");
    assert_true(card_has("g1", TRAIT_CARD_TAKEN + MYSELF * NJET_SORTS + 1));
    assert_true(card_has("g1", TRAIT_LEFT + FOLLOWS * NJET_CARDS_LEFT));
}

static void test_a_lead_knows_who_has_none(void **unused)
{
    (void)unused;
    state()->absent[BRUNO] = state()->absent[CAROL] = njet_suit(NJET_BLACK);
    assert_true(card_has("k9", TRAIT_LED_VOID + (1 * 2 + 1) * 2));
    assert_true(card_has("g8", TRAIT_LED_VOID));
    assert_true(card_has("r9", TRAIT_LED_VOID + 1));
}

/* -- The weights ------------------------------------------------------------------------------- */

static uint16_t weight_of(const char *card)
{
    game_move moves[NJET_HAND_MAX];
    uint16_t weights[NJET_HAND_MAX];
    size_t count = njet_legal(&state()->board, ALICE, state()->hands[ALICE], moves);
    njet_advice.weigh(GAME_STATE(&block), ALICE, moves, count, weights);
    for (size_t i = 0; i < count; i++)
        if (moves[i] == njet_move_pack((struct njet_move){NJET_PLAY, card_of(card), NJET_NO_CARD}))
            return weights[i];
    fail_msg("not legal");
    return 0;
}

/* As the last of the trick. */
static void test_a_trick_is_won_as_cheaply_as_it_can_be(void **unused)
{
    (void)unused;
    put("g4");
    put("g3");
    put("g7");
    assert_true(weight_of("g8") > weight_of("g2"));
    state()->board.trick.count = 0;
    state()->hands[ALICE] = cards("r9 r4 k2");
    put("g4");
    put("g3");
    put("g7");
    assert_true(weight_of("r4") > weight_of("r9"));
    assert_true(weight_of("r4") > weight_of("k2"));
}

static void test_the_partner_gets_the_1(void **unused)
{
    (void)unused;
    put("g4");
    put("g9");
    put("g3");
    assert_true(weight_of("g1") > weight_of("g8"));
}

static void test_others_hands_do_not_count(void **unused)
{
    (void)unused;
    uint16_t before = weight_of("k9");
    state()->hands[BRUNO] = cards("r8 r7");
    state()->hands[CAROL] = cards("k8 b1");
    assert_int_equal(weight_of("k9"), before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_a_stone_knows_how_many_cells_are_left, before_tricks),
        cmocka_unit_test_setup(test_a_super_colour_counts_the_1s, before_tricks),
        cmocka_unit_test_setup(test_a_partner_is_known_by_stones, before_tricks),
        cmocka_unit_test_setup(test_two_discards_have_a_trait_each, before_tricks),
        cmocka_unit_test_setup(test_a_lead_counts_the_cards_that_beat_it, in_tricks),
        cmocka_unit_test_setup(test_the_partners_trick_is_known, in_tricks),
        cmocka_unit_test_setup(test_a_supertrump_takes_the_others_1s, in_tricks),
        cmocka_unit_test_setup(test_the_later_1_of_a_colour_takes, in_tricks),
        cmocka_unit_test_setup(test_a_lead_knows_who_has_none, in_tricks),
        cmocka_unit_test_setup(test_a_trick_is_won_as_cheaply_as_it_can_be, in_tricks),
        cmocka_unit_test_setup(test_the_partner_gets_the_1, in_tricks),
        cmocka_unit_test_setup(test_others_hands_do_not_count, in_tricks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
