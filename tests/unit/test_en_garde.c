/* En Garde by the numbers of its rules. Positions are made by writing the state. */
#include <stdlib.h>
#include <string.h>

#include "games/en_garde/en_garde.h"
#include "tests/kit/kit.h"

static struct kit_table table;

static struct en_garde_state *fence(void)
{
    return (struct en_garde_state *)table.state;
}

/* -- Making positions ------------------------------------------------------------------------ */

static void set_hand(unsigned seat, const char *cards)
{
    memset(fence()->hands[seat], 0, sizeof fence()->hands[seat]);
    for (; *cards != '\0'; cards++)
        fence()->hands[seat][*cards - '0']++;
}

static void set_pile(const char *cards)
{
    size_t count = strlen(cards);
    fence()->board.pile_left = (uint8_t)count;
    for (size_t i = 0; i < count; i++)
        fence()->pile[EN_GARDE_PILE - count + i] = (uint8_t)(cards[i] - '0');
}

static void set_spaces(unsigned first, unsigned second)
{
    fence()->board.space[0] = (uint8_t)first;
    fence()->board.space[1] = (uint8_t)second;
}

static struct en_garde_chance dealt(const char *first_hand, const char *second_hand,
                                    const char *pile)
{
    struct en_garde_chance chance = {.hand_counts = {EN_GARDE_HAND, EN_GARDE_HAND},
                                     .pile_count = EN_GARDE_PILE};
    for (unsigned i = 0; i < EN_GARDE_HAND; i++) {
        chance.hands[0][i] = (uint8_t)(first_hand[i] - '0');
        chance.hands[1][i] = (uint8_t)(second_hand[i] - '0');
    }
    for (unsigned i = 0; i < EN_GARDE_PILE; i++)
        chance.pile[i] = (uint8_t)(pile[i] - '0');
    return chance;
}

static game_refusal deal(const struct en_garde_chance *chance)
{
    return en_garde_rules.deal(table.state, (const struct game_chance *)chance, NULL);
}

static void begin(enum en_garde_level level, unsigned touches)
{
    struct kit_setting setting = {&en_garde_game, 2, {(uint8_t)level, (uint8_t)(touches - 1)}};
    struct en_garde_chance chance = dealt("12345", "12345", "111222333444555");
    if (table.state != NULL)
        kit_table_close(&table);
    kit_table_open(&table, &setting, 0);
    assert_int_equal(deal(&chance), 0);
}

/* Seat 1 is on turn. */
static void position(enum en_garde_level level, unsigned first, unsigned second,
                     const char *first_hand, const char *second_hand, const char *pile)
{
    begin(level, 5);
    set_spaces(first, second);
    set_hand(0, first_hand);
    set_hand(1, second_hand);
    set_pile(pile);
}

/* -- Looking at them ------------------------------------------------------------------------- */

static void assert_legal(uint8_t seat, const char *expected)
{
    game_move moves[GAME_LEGAL_MAX];
    char buffer[2048];
    struct text text = TEXT_IN(buffer);
    size_t count = en_garde_rules.legal(table.state, seat, moves);
    for (size_t i = 0; i < count; i++) {
        text_separate(&text, ", ");
        en_garde_text.print(moves[i], &text);
    }
    assert_string_equal(buffer, expected);
}

static void assert_hand(unsigned seat, const char *expected)
{
    char buffer[16];
    struct text text = TEXT_IN(buffer);
    for (unsigned value = 1; value <= EN_GARDE_VALUES; value++)
        for (unsigned i = 0; i < fence()->hands[seat][value]; i++)
            text_add_number(&text, value);
    assert_string_equal(buffer, expected);
}

static void assert_spaces(unsigned first, unsigned second)
{
    assert_int_equal(fence()->board.space[0], first);
    assert_int_equal(fence()->board.space[1], second);
}

static void assert_turn_of(uint8_t seat)
{
    assert_int_equal(fence()->board.step, EN_GARDE_TURN);
    assert_int_equal(en_garde_rules.actors(table.state), SEAT_BIT(seat));
}

static void assert_answer_of(uint8_t seat)
{
    assert_int_equal(fence()->board.step, EN_GARDE_ANSWER);
    assert_int_equal(en_garde_rules.actors(table.state), SEAT_BIT(seat));
}

static void assert_ended(enum en_garde_ending ending, uint8_t winner)
{
    assert_int_equal(en_garde_rules.phase(table.state), GAME_CHANCE);
    assert_int_equal(fence()->board.ending, ending);
    assert_int_equal(fence()->board.ending_winner, winner);
    assert_int_equal(fence()->board.touches[0], winner == 0);
    assert_int_equal(fence()->board.touches[1], winner == 1);
}

static int close_table(void **state)
{
    (void)state;
    kit_table_close(&table);
    return 0;
}

/* -- A round --------------------------------------------------------------------------------- */

static void rule_1_deal(void **state)
{
    (void)state;
    begin(EN_GARDE_FULL, 5);
    assert_spaces(1, 23);
    assert_int_equal(en_garde_distance(&fence()->board), 22);
    assert_int_equal(fence()->board.pile_left, 15);
    assert_hand(0, "12345");
    assert_hand(1, "12345");
}

static void assert_impossible(struct en_garde_chance chance)
{
    assert_int_equal(deal(&chance), EN_GARDE_IMPOSSIBLE_DEAL);
}

static void rule_1_impossible_deals(void **state)
{
    (void)state;
    struct kit_setting setting = {&en_garde_game, 2, {EN_GARDE_FULL, 4}};
    kit_table_open(&table, &setting, 0);
    assert_impossible(dealt("12345", "12345", "111222333444554"));
    assert_impossible(dealt("12346", "12345", "111222333444555"));
    assert_impossible(dealt("12340", "12345", "111222333444555"));
    struct en_garde_chance chance = dealt("12345", "12345", "111222333444555");
    chance.hand_counts[1] = 4;
    assert_impossible(chance);
    chance.hand_counts[1] = 5;
    chance.pile_count = 14;
    assert_impossible(chance);
    chance.pile_count = 15;
    chance.first = 2;
    assert_impossible(chance);
    chance.first = 1;
    assert_int_equal(deal(&chance), 0);
    assert_int_equal(deal(&chance), EN_GARDE_IMPOSSIBLE_DEAL);
    assert_turn_of(1);
}

/* Seat 1 wins as the one on turn, seat 2 wins as the other; both times seat 2 begins round 2. */
static void rule_2_players_begin_in_turn(void **state)
{
    (void)state;
    struct en_garde_chance chance = dealt("12345", "12345", "111222333444555");
    position(EN_GARDE_FULL, 10, 12, "22222", "33333", "11111");
    kit_make(&table, 0, "attack 2 x5");
    assert_ended(EN_GARDE_HIT, 0);
    assert_int_equal(deal(&chance), 0);
    assert_turn_of(1);
    assert_int_equal(fence()->board.round, 2);
    set_spaces(1, 22);
    set_pile("3");
    set_hand(1, "11111");
    kit_make(&table, 1, "retreat 1");
    assert_int_equal(fence()->board.ending, EN_GARDE_DRAWN);
    chance.first = 1; /* in the setup alone */
    assert_int_equal(deal(&chance), 0);
    assert_turn_of(0);
}

/* -- A turn ---------------------------------------------------------------------------------- */

static void rule_3_moves(void **state)
{
    (void)state;
    position(EN_GARDE_FULL, 3, 12, "12345", "11111", "22222");
    assert_legal(0, "advance 1, advance 2, advance 3, advance 4, advance 4 attack 5 x1, advance 5, "
                    "advance 5 attack 4 x1, retreat 1, retreat 2");
    assert_int_equal(kit_refusal(&table, 0, "retreat 3"), EN_GARDE_OFF_THE_PISTE);
    assert_int_equal(kit_refusal(&table, 1, "advance 1"), EN_GARDE_NOT_YOUR_TURN);
    kit_make(&table, 0, "retreat 2");
    assert_spaces(1, 12);
    assert_turn_of(1);
}

static void rule_3_may_not_reach_or_pass(void **state)
{
    (void)state;
    position(EN_GARDE_FULL, 10, 13, "23445", "11111", "22222");
    assert_int_equal(kit_refusal(&table, 0, "advance 3"), EN_GARDE_TOO_FAR);
    assert_int_equal(kit_refusal(&table, 0, "advance 4"), EN_GARDE_TOO_FAR);
    assert_int_equal(kit_refusal(&table, 0, "advance 1"), EN_GARDE_NO_SUCH_CARD);
    kit_make(&table, 0, "advance 2");
    assert_spaces(12, 13);
}

static void rule_3_for_the_right_fencer(void **state)
{
    (void)state;
    position(EN_GARDE_FULL, 3, 21, "12345", "12345", "22222");
    kit_make(&table, 0, "retreat 2");
    assert_int_equal(kit_refusal(&table, 1, "retreat 3"), EN_GARDE_OFF_THE_PISTE);
    kit_make(&table, 1, "retreat 2");
    assert_spaces(1, 23);
}

static void rule_4_direct_attack(void **state)
{
    (void)state;
    position(EN_GARDE_FULL, 10, 14, "44415", "22333", "22222");
    assert_legal(0, "advance 1, attack 4 x1, attack 4 x2, attack 4 x3, retreat 1, retreat 4, "
                    "retreat 5");
    assert_int_equal(kit_refusal(&table, 0, "attack 5 x1"), EN_GARDE_WRONG_DISTANCE);
    assert_int_equal(kit_refusal(&table, 0, "attack 4 x4"), EN_GARDE_NOT_ENOUGH_CARDS);
    kit_make(&table, 0, "attack 4 x2");
    assert_spaces(10, 14);
    assert_ended(EN_GARDE_HIT, 0);
}

static void rule_5_indirect_attack(void **state)
{
    (void)state;
    position(EN_GARDE_FULL, 5, 13, "35545", "11111", "22222");
    assert_legal(0, "advance 3, advance 3 attack 5 x1, advance 3 attack 5 x2, "
                    "advance 3 attack 5 x3, advance 4, advance 5, advance 5 attack 3 x1, "
                    "retreat 3, retreat 4");
    kit_make(&table, 0, "advance 3 attack 5 x2");
    assert_spaces(8, 13);
    assert_answer_of(1);
}

static void rule_5_step_and_attack_of_one_value(void **state)
{
    (void)state;
    position(EN_GARDE_FULL, 10, 14, "22151", "33333", "44444");
    assert_legal(0, "advance 1, advance 2, advance 2 attack 2 x1, retreat 1, retreat 2, retreat 5");
    assert_int_equal(kit_refusal(&table, 0, "advance 2 attack 2 x2"), EN_GARDE_NOT_ENOUGH_CARDS);
    set_hand(0, "21151");
    assert_int_equal(kit_refusal(&table, 0, "advance 2 attack 2 x1"), EN_GARDE_NO_SUCH_CARD);
}

static void rule_6_fills_before_the_answer(void **state)
{
    (void)state;
    position(EN_GARDE_FULL, 5, 13, "35512", "51234", "44433");
    kit_make(&table, 0, "advance 3 attack 5 x2");
    assert_answer_of(1);
    assert_hand(0, "12444");
    assert_int_equal(fence()->board.pile_left, 2);
}

static void rule_7_no_legal_move(void **state)
{
    (void)state;
    position(EN_GARDE_FULL, 18, 22, "12345", "33355", "22222");
    kit_make(&table, 0, "advance 1"); /* distance 3: seat 2 may attack */
    assert_turn_of(1);
    position(EN_GARDE_FULL, 18, 21, "12345", "33455", "22222");
    kit_make(&table, 0, "advance 1"); /* distance 2, and seat 2 may go back 2 at most */
    assert_ended(EN_GARDE_STUCK, 0);
}

static void rule_7_after_a_parry(void **state)
{
    (void)state;
    position(EN_GARDE_FULL, 18, 23, "55123", "55555", "22222");
    kit_make(&table, 0, "attack 5 x1"); /* at distance 5 the defender can still attack with 5 */
    assert_turn_of(1);
    position(EN_GARDE_FULL, 21, 22, "11234", "13333", "22222");
    kit_make(&table, 0, "attack 1 x1");
    assert_int_equal(fence()->played[1], 2);
    assert_ended(EN_GARDE_STUCK, 0);
}

static void rule_7_not_after_the_last_card(void **state)
{
    (void)state;
    position(EN_GARDE_FULL, 21, 22, "11234", "13333", "2");
    kit_make(&table, 0, "attack 1 x1");
    assert_ended(EN_GARDE_LAST_CARDS, 0);
}

/* -- The answer ------------------------------------------------------------------------------ */

static void rule_8_turn_after_a_parry(void **state)
{
    (void)state;
    position(EN_GARDE_FULL, 5, 13, "35512", "55122", "4443333");
    kit_make(&table, 0, "advance 3 attack 5 x2");
    kit_make(&table, 1, "parry");
    assert_turn_of(1);
    assert_hand(1, "122");
    assert_legal(1, "advance 1, advance 2, retreat 1, retreat 2");
    kit_make(&table, 1, "retreat 2");
    assert_hand(1, "12333"); /* fills up only now */
    assert_turn_of(0);
}

static void rule_8_needs_as_many_cards(void **state)
{
    (void)state;
    position(EN_GARDE_FULL, 5, 13, "35512", "51222", "44433");
    kit_make(&table, 0, "advance 3 attack 5 x2");
    assert_int_equal(kit_refusal(&table, 1, "parry"), EN_GARDE_CANNOT_PARRY);
    assert_legal(1, "retreat 1, retreat 2, retreat 5");
}

static void rule_9_retreat(void **state)
{
    (void)state;
    position(EN_GARDE_FULL, 5, 13, "35512", "55122", "44433");
    kit_make(&table, 0, "advance 3 attack 5 x1");
    assert_legal(1, "parry, retreat 1, retreat 2, retreat 5");
    kit_make(&table, 1, "retreat 2");
    assert_spaces(8, 15);
    assert_hand(1, "12455");
    assert_turn_of(0);
}

static void rule_10_direct_attack_is_answered_by_itself(void **state)
{
    (void)state;
    position(EN_GARDE_FULL, 10, 14, "44123", "44555", "22222");
    kit_make(&table, 0, "attack 4 x2");
    assert_hand(1, "555");
    assert_turn_of(1);
    assert_legal(1, "retreat 5");
    position(EN_GARDE_FULL, 10, 14, "44123", "45555", "22222");
    kit_make(&table, 0, "attack 4 x2");
    assert_ended(EN_GARDE_HIT, 0);
}

static void rule_10_yield_only_without_an_answer(void **state)
{
    (void)state;
    position(EN_GARDE_FULL, 14, 22, "35512", "12222", "44433");
    kit_make(&table, 0, "advance 3 attack 5 x2");
    assert_legal(1, "retreat 1");
    assert_int_equal(kit_refusal(&table, 1, "yield"), EN_GARDE_CAN_STILL_ANSWER);
    assert_int_equal(kit_refusal(&table, 1, "advance 1"), EN_GARDE_ANSWER_FIRST);
    position(EN_GARDE_FULL, 14, 22, "35512", "22222", "44433");
    assert_int_equal(kit_refusal(&table, 0, "yield"), EN_GARDE_NOTHING_TO_ANSWER);
    kit_make(&table, 0, "advance 3 attack 5 x2");
    assert_legal(1, "yield");
    kit_make(&table, 1, "yield");
    assert_ended(EN_GARDE_HIT, 0);
}

/* -- The end of a round ---------------------------------------------------------------------- */

static void rule_11_hand_that_could_not_be_filled(void **state)
{
    (void)state;
    position(EN_GARDE_FULL, 9, 15, "24412", "51345", "33");
    kit_make(&table, 0, "advance 2 attack 4 x2"); /* three cards played, two taken */
    assert_int_equal(fence()->board.pile_left, 0);
    assert_answer_of(1);
    kit_make(&table, 1, "retreat 1"); /* nothing to draw: distance 5, 0 : 2 */
    assert_ended(EN_GARDE_LAST_CARDS, 1);
}

static void rule_11_touch_with_the_last_card(void **state)
{
    (void)state;
    position(EN_GARDE_FULL, 10, 14, "44123", "45555", "2");
    kit_make(&table, 0, "attack 4 x2");
    assert_ended(EN_GARDE_HIT, 0);
    position(EN_GARDE_FULL, 9, 15, "24412", "53335", "3");
    set_spaces(16, 22);
    kit_make(&table, 0, "advance 2 attack 4 x1");
    kit_make(&table, 1, "yield");
    assert_ended(EN_GARDE_HIT, 0);
}

/* The defender takes the last card: the attacker's hand is full, the pile held one card more. */
static void rule_11_last_card_taken_in_a_retreat(void **state)
{
    (void)state;
    position(EN_GARDE_FULL, 9, 15, "24412", "51333", "333");
    kit_make(&table, 0, "advance 2 attack 4 x1");
    assert_int_equal(fence()->board.pile_left, 1);
    kit_make(&table, 1, "retreat 1"); /* distance 5: 0 : 1 */
    assert_hand(1, "33335");
    assert_ended(EN_GARDE_LAST_CARDS, 1);
}

static void rule_12_more_cards_of_the_distance(void **state)
{
    (void)state;
    position(EN_GARDE_FULL, 8, 13, "14455", "44512", "4");
    kit_make(&table, 0, "advance 1"); /* distance 4: three 4s to two */
    assert_ended(EN_GARDE_LAST_CARDS, 0);
    position(EN_GARDE_FULL, 8, 13, "14355", "44512", "5");
    kit_make(&table, 0, "advance 1");
    assert_ended(EN_GARDE_LAST_CARDS, 1);
}

static void rule_12_walked_further(void **state)
{
    (void)state;
    position(EN_GARDE_FULL, 8, 13, "14455", "44512", "5");
    kit_make(&table, 0, "advance 1"); /* 2 : 2, walked 8 to 10 */
    assert_ended(EN_GARDE_FARTHER, 1);
    position(EN_GARDE_FULL, 11, 16, "14455", "44512", "5");
    kit_make(&table, 0, "advance 1"); /* 2 : 2, walked 11 to 7 */
    assert_ended(EN_GARDE_FARTHER, 0);
}

static void rule_13_standard(void **state)
{
    (void)state;
    position(EN_GARDE_STANDARD, 10, 14, "22144", "44333", "55555");
    assert_legal(0, "advance 1, advance 2, attack 4 x1, attack 4 x2, retreat 1, retreat 2, "
                    "retreat 4");
    assert_int_equal(kit_refusal(&table, 0, "advance 2 attack 2 x1"), EN_GARDE_NOT_AT_THIS_LEVEL);
    kit_make(&table, 0, "attack 4 x2");
    assert_turn_of(1); /* parried */
    assert_hand(1, "333");
}

static void rule_13_basic_every_attack_is_a_touch(void **state)
{
    (void)state;
    position(EN_GARDE_BASIC, 10, 14, "22144", "44333", "55555");
    assert_legal(0, "advance 1, advance 2, attack 4 x1, retreat 1, retreat 2, retreat 4");
    assert_int_equal(kit_refusal(&table, 0, "attack 4 x2"), EN_GARDE_ONE_CARD_ONLY);
    kit_make(&table, 0, "attack 4 x1");
    assert_ended(EN_GARDE_HIT, 0);
}

static void rule_13_basic_last_card(void **state)
{
    (void)state;
    position(EN_GARDE_BASIC, 12, 17, "14444", "45512", "4");
    kit_make(&table, 0, "advance 1"); /* the taker's own 4s don't count */
    assert_ended(EN_GARDE_LAST_CARDS, 1);
    position(EN_GARDE_BASIC, 12, 17, "14444", "55512", "4");
    kit_make(&table, 0, "advance 1");
    assert_ended(EN_GARDE_FARTHER, 0);
    position(EN_GARDE_BASIC, 9, 14, "14444", "55512", "4");
    kit_make(&table, 0, "advance 1"); /* both have walked 9 */
    assert_ended(EN_GARDE_DRAWN, GAME_SPECTATOR);
}

static void rule_14_touches_win(void **state)
{
    (void)state;
    struct game_result result;
    begin(EN_GARDE_FULL, 1);
    set_spaces(10, 14);
    set_hand(0, "44123");
    set_hand(1, "55555");
    en_garde_rules.result(table.state, &result);
    assert_int_equal(result.winners, 0);
    kit_make(&table, 0, "attack 4 x1");
    assert_int_equal(en_garde_rules.phase(table.state), GAME_OVER);
    en_garde_rules.result(table.state, &result);
    assert_int_equal(result.winners, SEAT_BIT(0));
    assert_int_equal(result.scores[0], 1);
    assert_int_equal(result.scores[1], 0);
}

/* -- The examples of the page ---------------------------------------------------------------- */

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
    /* The same by play: seat 2 comes to 5, and the round is lost. */
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

/* -- What people type ------------------------------------------------------------------------ */

static void assert_typed(const char *typed, const char *meant)
{
    struct game_view *view = kit_view(&table, table.state, 0);
    char buffer[256], printed_buffer[GAME_MOVE_TEXT_MAX];
    struct text expected = TEXT_IN(buffer), printed = TEXT_IN(printed_buffer);
    game_move move;
    bool read = en_garde_text.parse(view, &kit_bare_words, typed, &move, &expected);
    if (read)
        en_garde_text.print(move, &printed);
    assert_string_equal(read ? printed_buffer : buffer, meant);
    free(view);
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
    assert_typed("parry 4", "en-garde.expected.parry()");
    assert_typed("", "en-garde.expected.turn()");
    assert_typed("é", "en-garde.expected.turn()");
}

#define CASE(name) cmocka_unit_test_teardown(name, close_table)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(rule_1_deal),
        CASE(rule_1_impossible_deals),
        CASE(rule_2_players_begin_in_turn),
        CASE(rule_3_moves),
        CASE(rule_3_may_not_reach_or_pass),
        CASE(rule_3_for_the_right_fencer),
        CASE(rule_4_direct_attack),
        CASE(rule_5_indirect_attack),
        CASE(rule_5_step_and_attack_of_one_value),
        CASE(rule_6_fills_before_the_answer),
        CASE(rule_7_no_legal_move),
        CASE(rule_7_after_a_parry),
        CASE(rule_7_not_after_the_last_card),
        CASE(rule_8_turn_after_a_parry),
        CASE(rule_8_needs_as_many_cards),
        CASE(rule_9_retreat),
        CASE(rule_10_direct_attack_is_answered_by_itself),
        CASE(rule_10_yield_only_without_an_answer),
        CASE(rule_11_hand_that_could_not_be_filled),
        CASE(rule_11_touch_with_the_last_card),
        CASE(rule_11_last_card_taken_in_a_retreat),
        CASE(rule_12_more_cards_of_the_distance),
        CASE(rule_12_walked_further),
        CASE(rule_13_standard),
        CASE(rule_13_basic_every_attack_is_a_touch),
        CASE(rule_13_basic_last_card),
        CASE(rule_14_touches_win),
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
