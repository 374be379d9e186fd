/* Pillars by the numbers of its rules: rounds, tricks, what is hidden, what is typed. Examples that
 * show whole tricks and rounds are transcripts in tests/golden/pillars. */
#include <stdlib.h>
#include <string.h>

#include "tests/unit/pillars_fixture.h"

/* Returns who would take a trick of these cards, played from seat 1 on. */
static uint8_t taker_of(const char *first, const char *second, const char *third,
                        const char *fourth)
{
    struct pillars_board board = {.players = 4};
    trick_add(&board.trick, pillars_fixture_card(first));
    trick_add(&board.trick, pillars_fixture_card(second));
    trick_add(&board.trick, pillars_fixture_card(third));
    trick_add(&board.trick, pillars_fixture_card(fourth));
    return pillars_taker(&board);
}

static void assert_reads(uint8_t seat, const char *typed, const char *expected)
{
    assert_string_equal(kit_reading(&pillars_fixture_table, seat, typed), expected);
}

/* -- Components, setup and rounds -------------------------------------------------------------- */

static void components_cards_in_play(void **state)
{
    (void)state;
    assert_int_equal(card_set_count(pillars_deck(4)), 20 + 15);
    assert_int_equal(card_set_count(pillars_deck(3)), 15 + 14);
    assert_false(card_set_has(pillars_deck(3), PILLARS_ELLEN));
    assert_int_equal(pillars_value(pillars_fixture_card("3:10")), 10);
    assert_int_equal(pillars_value(pillars_fixture_card("aliena")), 9);
    for (unsigned i = 0; i < PILLARS_ADVANTAGES; i++)
        assert_int_equal(pillars_value(pillars_advantages[i]), 5);
    for (uint8_t other = 0; other < PILLARS_CARDS; other++)
        assert_true(other == PILLARS_KING || pillars_value(other) < pillars_value(PILLARS_KING));
}

static void moves_are_numbered_as_their_texts_are_sorted(void **state)
{
    (void)state;
    char before[GAME_MOVE_TEXT_MAX] = "";
    unsigned count = 0;
    for (game_move move = 0; move < 1u << 16; move++) {
        char buffer[GAME_MOVE_TEXT_MAX];
        struct text text = TEXT_IN(buffer);
        pillars_text.print(move, &text);
        if (text.length == 0)
            continue;
        assert_true(strcmp(before, buffer) < 0);
        memcpy(before, buffer, sizeof before);
        count++;
    }
    assert_int_equal(count, 9 * 4 + 1 + 4 + (20 + 17) + 3);
}

static void rule_1_everybody_starts_with_three_materials(void **state)
{
    (void)state;
    pillars_fixture_begin(4, 0);
    for (unsigned seat = 0; seat < 4; seat++) {
        const uint8_t stock[PILLARS_MATERIALS] = {0, 1, 1, 1};
        assert_memory_equal(pillars_fixture_site()->board.materials[seat], stock, sizeof stock);
    }
    assert_int_equal(pillars_fixture_site()->board.pile_left, 4);
    assert_int_equal(pillars_fixture_site()->board.advantage, PILLARS_PAINTER);
}

static void rule_2_what_cannot_be_dealt(void **state)
{
    (void)state;
    struct pillars_chance chance = pillars_fixture_dealt(4);
    pillars_fixture_open_table(4, 0);
    chance.hands[0][0] = PILLARS_POTTER; /* not the top of the pile */
    assert_int_equal(pillars_fixture_deal(&chance), PILLARS_IMPOSSIBLE_DEAL);
    chance = pillars_fixture_dealt(4);
    chance.hands[0][0] = chance.hands[0][1];
    assert_int_equal(pillars_fixture_deal(&chance), PILLARS_IMPOSSIBLE_DEAL);
    chance = pillars_fixture_dealt(4);
    chance.hand_counts[3]--;
    assert_int_equal(pillars_fixture_deal(&chance), PILLARS_IMPOSSIBLE_DEAL);
    chance = pillars_fixture_dealt(4);
    chance.pile[0] = chance.pile[1];
    assert_int_equal(pillars_fixture_deal(&chance), PILLARS_IMPOSSIBLE_DEAL);
    chance = pillars_fixture_dealt(4);
    assert_int_equal(pillars_fixture_deal(&chance), PILLARS_ACCEPTED);
}

static void rule_3_the_holder_of_aliena_leads(void **state)
{
    (void)state;
    pillars_fixture_begin(4, 0);
    assert_true(card_set_has(pillars_fixture_site()->hands[2], PILLARS_ALIENA));
    assert_int_equal(pillars_rules.actors(pillars_fixture_table.state), SEAT_BIT(2));
    pillars_fixture_check_legal(
        2, "play 4:6, play 4:8, play aliena, play ellen, play king, play painter, "
           "play philip, play regan");
}

/* -- Tricks ------------------------------------------------------------------------------------ */

static void rule_4_alfred_is_a_hands_last_card(void **state)
{
    (void)state;
    pillars_fixture_begin(4, 0);
    pillars_fixture_site()->board.mover = 0;
    pillars_fixture_site()->hands[0] = pillars_fixture_cards("alfred 2:2");
    pillars_fixture_check_legal(0, "play 2:2");
    assert_int_equal(kit_refusal(&pillars_fixture_table, 0, "play alfred"), PILLARS_ALFRED_LAST);
    assert_int_equal(kit_refusal(&pillars_fixture_table, 0, "play king"), PILLARS_NO_SUCH_CARD);
    assert_int_equal(kit_refusal(&pillars_fixture_table, 1, "play 2:2"), PILLARS_NOT_YOUR_TURN);
    assert_int_equal(kit_refusal(&pillars_fixture_table, 0, "convert mason stone"),
                     PILLARS_NOT_WHILE_PLAYING);
    pillars_fixture_site()->hands[0] = pillars_fixture_cards("alfred");
    pillars_fixture_check_legal(0, "play alfred");
}

static void rules_5_and_6_who_gets_a_trick(void **state)
{
    (void)state;
    assert_int_equal(taker_of("1:6", "2:8", "philip", "3:8"), 2);
    assert_int_equal(taker_of("waleran", "2:6", "philip", "sand"), 2);
    assert_int_equal(taker_of("2:10", "king", "3:2", "wood"), PILLARS_NOBODY);
    assert_int_equal(taker_of("4:10", "1:10", "aliena", "wood"), 0);
    assert_int_equal(taker_of("sand", "stone", "sand", "wood"), 3);
    assert_int_equal(taker_of("tom", "potter", "william", "1:4"), 2);
    assert_int_equal(taker_of("sand", "alfred", "stone", "wood"), 1);
}

static void rule_7_who_gets_a_trick_leads(void **state)
{
    (void)state;
    pillars_fixture_begin(4, 0);
    const char *const held[] = {"1:6 sand", "2:8 2:2", "philip wood", "3:8 sand"};
    for (unsigned seat = 0; seat < 4; seat++)
        pillars_fixture_site()->hands[seat] = pillars_fixture_cards(held[seat]);
    pillars_fixture_site()->board.mover = pillars_fixture_site()->board.trick.leader = 0;
    kit_make(&pillars_fixture_table, 0, "play 1:6");
    kit_make(&pillars_fixture_table, 1, "play 2:8");
    kit_make(&pillars_fixture_table, 2, "play philip");
    kit_make(&pillars_fixture_table, 3, "play 3:8");
    assert_int_equal(pillars_rules.actors(pillars_fixture_table.state), SEAT_BIT(2));
    assert_int_equal(pillars_fixture_site()->board.tricks[2], 1);
    assert_true(pillars_fixture_site()->taken[2] == pillars_fixture_cards("1:6 2:8 philip 3:8"));
}

static void rule_7_after_the_kings_trick_its_player_leads(void **state)
{
    (void)state;
    pillars_fixture_begin(4, 0);
    const char *const held[] = {"2:10 sand", "king 2:2", "3:2 wood", "wood sand"};
    for (unsigned seat = 0; seat < 4; seat++)
        pillars_fixture_site()->hands[seat] = pillars_fixture_cards(held[seat]);
    pillars_fixture_site()->board.mover = pillars_fixture_site()->board.trick.leader = 0;
    kit_make(&pillars_fixture_table, 0, "play 2:10");
    kit_make(&pillars_fixture_table, 1, "play king");
    kit_make(&pillars_fixture_table, 2, "play 3:2");
    kit_make(&pillars_fixture_table, 3, "play wood");
    assert_int_equal(pillars_rules.actors(pillars_fixture_table.state), SEAT_BIT(1));
    assert_true(pillars_fixture_site()->kings_trick == pillars_fixture_cards("2:10 king 3:2 wood"));
    assert_int_equal(
        pillars_fixture_site()->board.tricks[0] + pillars_fixture_site()->board.tricks[1], 0);
}

/* -- Hidden and public ------------------------------------------------------------------------- */

static struct pillars_state redealt(uint8_t viewer, uint64_t number)
{
    struct pillars_state other;
    struct rng rng = rng_for_index(pillars_fixture_table.rng.key, number);
    struct game_view *view = kit_view(&pillars_fixture_table, pillars_fixture_table.state, viewer);
    pillars_rules.redeal(view, &rng, (struct game_state *)&other);
    free(view);
    return other;
}

static void redeals_leave_aliena_with_the_leader_of_the_round(void **state)
{
    (void)state;
    pillars_fixture_begin(4, 0);
    kit_make(&pillars_fixture_table, 2, "play king");
    for (unsigned i = 0; i < 50; i++) {
        struct pillars_state other = redealt((uint8_t)(i % 2 ? 0 : GAME_SPECTATOR), i);
        assert_true(card_set_has(other.hands[2], PILLARS_ALIENA));
    }
}

static void redeals_keep_the_known_end_of_the_pile(void **state)
{
    (void)state;
    pillars_fixture_before_evaluation(4, 0);
    pillars_fixture_site()->board.tricks[1] = pillars_fixture_site()->board.tricks[3] = 0;
    pillars_fixture_site()->kings_trick = pillars_fixture_cards("2:10 king painter wood");
    pillars_fixture_evaluate();
    bool moved = false;
    for (unsigned i = 0; i < 50; i++) {
        struct pillars_state other = redealt(1, i);
        assert_int_equal(other.pile[4], PILLARS_PAINTER);
        moved = moved || other.pile[0] != PILLARS_POTTER;
    }
    assert_true(moved);
}

/* -- Typing ------------------------------------------------------------------------------------ */

static void typed_cards(void **state)
{
    (void)state;
    pillars_fixture_begin(4, 0);
    pillars_fixture_site()->board.mover = 0;
    pillars_fixture_site()->hands[0] =
        pillars_fixture_cards("1:4 1:10 2:8 alfred aliena philip potter sand stone");
    assert_reads(0, "2:8", "play 2:8");
    assert_reads(0, " PLAY  2 : 8 ", "play 2:8");
    assert_reads(0, "p 2:8", "play 2:8");
    assert_reads(0, "phil", "play philip");
    assert_reads(0, "al", "play aliena"); /* Alfred is not possible yet */
    assert_reads(0, "alfred", "play alfred");
    assert_reads(0, "play mason", "play 1:4");
    assert_reads(0, "builder", "play 1:10");
    assert_reads(0, "king", "play king");
    assert_reads(0, "s", "pillars.expected.play()");
    assert_reads(0, "5:8", "pillars.expected.play()");
    assert_reads(0, "2:7", "pillars.expected.play()");
    assert_reads(0, "play 2:8 now", "pillars.expected.play()");
    assert_reads(0, "", "pillars.expected.play()");
    assert_reads(0, "drop sand", "drop sand");
    assert_reads(0, "done", "done");
}

static void typed_conversions(void **state)
{
    (void)state;
    pillars_fixture_before_evaluation(4, 0);
    pillars_fixture_site()->taken[0] = pillars_fixture_cards("1:4 1:10 tom");
    pillars_fixture_set_materials(0, 2, 1, 1, 1);
    pillars_fixture_evaluate();
    assert_reads(0, "sand", "tom sand");
    assert_reads(0, "tom w", "tom wood");
    assert_reads(0, "tom metal", "pillars.expected.tom()");
    kit_make(&pillars_fixture_table, 0, "tom sand");
    assert_reads(0, "mason", "convert mason stone");
    assert_reads(0, "convert mason", "convert mason stone");
    assert_reads(0, "c b w", "convert builder wood");
    assert_reads(0, "builder", "pillars.expected.convert()");
    assert_reads(0, "d", "done");
    assert_reads(0, "done it", "pillars.expected.done()");
    assert_reads(0, "convert potter sand", "convert potter sand");
    kit_make(&pillars_fixture_table, 0, "done");
    assert_reads(0, "metal", "drop metal");
    assert_reads(0, "dr st", "drop stone");
    assert_reads(0, "drop s", "pillars.expected.drop()");
    assert_reads(1, "potter", "play potter");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(components_cards_in_play),
        cmocka_unit_test(moves_are_numbered_as_their_texts_are_sorted),
        cmocka_unit_test(rule_1_everybody_starts_with_three_materials),
        cmocka_unit_test(rule_2_what_cannot_be_dealt),
        cmocka_unit_test(rule_3_the_holder_of_aliena_leads),
        cmocka_unit_test(rule_4_alfred_is_a_hands_last_card),
        cmocka_unit_test(rules_5_and_6_who_gets_a_trick),
        cmocka_unit_test(rule_7_who_gets_a_trick_leads),
        cmocka_unit_test(rule_7_after_the_kings_trick_its_player_leads),
        cmocka_unit_test(redeals_leave_aliena_with_the_leader_of_the_round),
        cmocka_unit_test(redeals_keep_the_known_end_of_the_pile),
        cmocka_unit_test(typed_cards),
        cmocka_unit_test(typed_conversions),
    };
    return cmocka_run_group_tests_name("pillars", tests, NULL, pillars_fixture_close_table);
}
