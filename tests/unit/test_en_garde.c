/* En Garde by the numbers of its rules. */
#include "tests/unit/en_garde_kit.h"

/* -- A round ----------------------------------------------------------------------------------- */

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

/* Seat 1 wins on its own turn, seat 2 on its opponent's; both times seat 2 begins round 2. */
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
    chance.first = 1; /* only in the setup */
    assert_int_equal(deal(&chance), 0);
    assert_turn_of(0);
}

/* -- A turn ------------------------------------------------------------------------------------ */

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
    set_hand(0, "11155");
    assert_int_equal(kit_refusal(&table, 0, "attack 4 x1"), EN_GARDE_NO_CARD_TO_ATTACK);
    assert_int_equal(en_garde_game.refusals[EN_GARDE_NO_CARD_TO_ATTACK].rule, 4);
    set_hand(0, "44415");
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
    assert_int_equal(kit_refusal(&table, 0, "advance 2 attack 2 x1"), EN_GARDE_NOT_ENOUGH_CARDS);
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

/* -- The answer -------------------------------------------------------------------------------- */

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
    assert_hand(1, "12333"); /* the hand fills up only now */
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

static void rule_9_why_one_may_not_retreat(void **state)
{
    (void)state;
    position(EN_GARDE_FULL, 14, 22, "35512", "13344", "22222");
    kit_make(&table, 0, "advance 3 attack 5 x1");
    assert_legal(1, "retreat 1");
    assert_int_equal(kit_refusal(&table, 1, "retreat 3"), EN_GARDE_NO_ROOM_TO_ANSWER);
    assert_int_equal(kit_refusal(&table, 1, "retreat 2"), EN_GARDE_NO_CARD_TO_ANSWER);
    assert_int_equal(en_garde_game.refusals[EN_GARDE_NO_ROOM_TO_ANSWER].rule, 9);
    assert_int_equal(en_garde_game.refusals[EN_GARDE_NO_CARD_TO_ANSWER].rule, 9);
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

/* -- The end of a round ------------------------------------------------------------------------ */

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

/* The defender takes the last card: the attacker's hand is full, the pile had one more card. */
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

/* Returns the event of the end of the round that a move of seat 1 causes. */
static struct game_event ending_of(const char *move)
{
    struct game_events events = {0};
    game_move number;
    assert_true(game_move_read(&en_garde_game, table.state, 0, move, &number));
    assert_int_equal(en_garde_rules.apply(table.state, 0, number, &events), 0);
    for (unsigned i = 0; i < events.count; i++)
        if (events.list[i].kind == EN_GARDE_ROUND)
            return events.list[i];
    fail_msg("%s does not end the round", move);
    return (struct game_event){0};
}

static void rule_12_hands_are_shown_when_they_decide(void **state)
{
    (void)state;
    position(EN_GARDE_FULL, 8, 13, "14455", "44512", "4");
    struct game_event event = ending_of("advance 1");
    assert_int_equal(event.details[2], 3);
    assert_int_equal(event.details[3], 2);
    position(EN_GARDE_FULL, 10, 14, "44412", "41233", "22222");
    event = ending_of("attack 4 x2"); /* a touch: nobody shows the rest of their hand */
    assert_int_equal(event.details[2], 0);
    assert_int_equal(event.details[3], 0);
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
    kit_make(&table, 0, "advance 1"); /* the 4s of the player who took the card don't count */
    assert_ended(EN_GARDE_LAST_CARDS, 1);
    position(EN_GARDE_BASIC, 12, 17, "14444", "55512", "4");
    kit_make(&table, 0, "advance 1");
    assert_ended(EN_GARDE_FARTHER, 0);
    position(EN_GARDE_BASIC, 9, 14, "14444", "55512", "4");
    kit_make(&table, 0, "advance 1"); /* both have walked 9 */
    assert_ended(EN_GARDE_DRAWN, GAME_SPECTATOR);
}

/* Nobody is told how many of them the player who took the card has: they don't count. */
static void rule_13_basic_says_who_holds_the_card(void **state)
{
    (void)state;
    char buffer[256];
    struct text text = TEXT_IN(buffer);
    struct kit_voice voice;
    position(EN_GARDE_BASIC, 12, 17, "14444", "45512", "4");
    struct game_event event = ending_of("advance 1");
    assert_int_equal(event.details[2], 0);
    assert_int_equal(event.details[3], 0);
    struct game_view *view = kit_view(&table, table.state, GAME_SPECTATOR);
    kit_voice_plain(&table, &voice);
    en_garde_text.tell(view, &voice.telling, &event, &text);
    assert_string_equal(buffer, "The pile is used up at distance 4: Bruno holds a card of value 4: "
                                "touch for Bruno!");
    free(view);
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
        CASE(rule_9_why_one_may_not_retreat),
        CASE(rule_10_direct_attack_is_answered_by_itself),
        CASE(rule_10_yield_only_without_an_answer),
        CASE(rule_11_hand_that_could_not_be_filled),
        CASE(rule_11_touch_with_the_last_card),
        CASE(rule_11_last_card_taken_in_a_retreat),
        CASE(rule_12_more_cards_of_the_distance),
        CASE(rule_12_walked_further),
        CASE(rule_12_hands_are_shown_when_they_decide),
        CASE(rule_13_standard),
        CASE(rule_13_basic_every_attack_is_a_touch),
        CASE(rule_13_basic_last_card),
        CASE(rule_13_basic_says_who_holds_the_card),
        CASE(rule_14_touches_win),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
