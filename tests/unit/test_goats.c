/* Goats by the numbers of its rules. Positions are made by writing the state; examples that show
 * whole tricks are transcripts in tests/golden/goats. */
#include <string.h>

#include "games/goats/goats.h"
#include "tests/kit/kit.h"

static struct kit_table table;

static struct goats_state *herd(void)
{
    return (struct goats_state *)table.state;
}

/* -- Making positions -------------------------------------------------------------------------- */

enum { HILL_3_8 = 0x38, HILL_4_5 = 0x45 };

/* Seat 1 holds 1 to 8, seat 2 9 to 16 and so on; the hill cards are in their printed order. */
static struct goats_chance dealt(uint8_t players)
{
    struct goats_chance chance = {.hill_count = GOATS_HILL_CARDS};
    for (unsigned seat = 0; seat < players; seat++) {
        chance.hand_counts[seat] = GOATS_HAND;
        for (unsigned i = 0; i < GOATS_HAND; i++)
            chance.hands[seat][i] = (uint8_t)(seat * GOATS_HAND + i + 1);
    }
    memcpy(chance.hills, goats_hill_cards, sizeof chance.hills);
    return chance;
}

static game_refusal deal(const struct goats_chance *chance)
{
    return goats_rules.deal(table.state, (const struct game_chance *)chance, NULL);
}

static void open_table(uint8_t players, bool series)
{
    struct kit_setting setting = {&goats_game, players, {series}};
    if (table.state != NULL)
        kit_table_close(&table);
    kit_table_open(&table, &setting, 0);
}

static void begin(uint8_t players, bool series)
{
    struct goats_chance chance = dealt(players);
    open_table(players, series);
    assert_int_equal(deal(&chance), GOATS_ACCEPTED);
}

static void set_hand(unsigned seat, uint8_t card)
{
    herd()->hands[seat] = CARD_BIT(card);
}

/* The hill is built; the numbers add up to `limit`, the goat stands on the 3 of 3/8. */
static void set_hill(uint8_t limit)
{
    herd()->board.hill = (struct goats_hill){.turned = 4, .built = 4};
    memset(herd()->board.hill.cards, HILL_3_8, 4);
    herd()->board.hill.numbers[0] = (uint8_t)(limit - 3);
    herd()->board.hill.numbers[3] = 3;
}

/* The last trick: seat 1 leads 50, the others hold 1, 3, 7 …, so that seat 1 will take it. */
static void last_trick(uint8_t players, bool series, uint8_t limit, const uint8_t *heads)
{
    static const uint8_t cards[] = {50, 1, 3, 7, 9};
    begin(players, series);
    set_hill(limit);
    herd()->board.trick_number = GOATS_TRICKS;
    for (unsigned seat = 0; seat < players; seat++) {
        set_hand(seat, cards[seat]);
        herd()->heads[seat] = heads[seat];
        herd()->board.tricks[seat] = heads[seat] > 0;
    }
    herd()->heads[0] = (uint8_t)(heads[0] - 5 - (players - 1));
}

static void play_last_trick(void)
{
    static const char *const moves[] = {"play 50", "play 1", "play 3", "play 7", "play 9"};
    for (uint8_t seat = 0; seat < table.setting.players; seat++)
        kit_make(&table, seat, moves[seat]);
}

/* -- Reading positions ------------------------------------------------------------------------- */

static void assert_legal(uint8_t seat, const char *expected)
{
    assert_string_equal(kit_legal(&table, seat), expected);
}

static void assert_result(const int32_t *scores, seat_set winners)
{
    struct game_result result;
    goats_rules.result(table.state, &result);
    for (unsigned seat = 0; seat < table.setting.players; seat++)
        assert_int_equal(result.scores[seat], scores[seat]);
    assert_int_equal(result.winners, winners);
}

/* Ends a round with these heads under this limit. */
static void assert_winners(uint8_t players, uint8_t limit, const uint8_t *heads, seat_set winners)
{
    int32_t scores[GAME_SEATS_MAX];
    last_trick(players, false, limit, heads);
    play_last_trick();
    assert_int_equal(goats_rules.phase(table.state), GAME_OVER);
    for (unsigned seat = 0; seat < players; seat++)
        scores[seat] = heads[seat];
    assert_result(scores, winners);
}

/* -- Components -------------------------------------------------------------------------------- */

static void components_have_100_heads(void **state)
{
    (void)state;
    unsigned heads = 0;
    for (uint8_t card = 1; card <= GOATS_CARDS; card++)
        heads += goats_heads(card);
    assert_int_equal(heads, 100);
    assert_int_equal(goats_heads(12) + goats_heads(37) + goats_heads(5) + goats_heads(50), 11);
}

static void components_hill_cards_have_two_numbers(void **state)
{
    (void)state;
    for (unsigned i = 0; i < GOATS_HILL_CARDS; i++) {
        uint8_t hill = goats_hill_cards[i];
        assert_in_range(goats_hill_smaller(hill), 1, 7);
        assert_in_range(goats_hill_larger(hill), goats_hill_smaller(hill) + 1, 8);
        for (unsigned j = 0; j < i; j++)
            assert_int_not_equal(hill, goats_hill_cards[j]);
    }
}

/* -- A round ----------------------------------------------------------------------------------- */

static void rule_1_refuses_what_cannot_be_dealt(void **state)
{
    (void)state;
    struct goats_chance chance = dealt(3);
    open_table(3, false);
    chance.hands[0][0] = 24;
    assert_int_equal(deal(&chance), GOATS_IMPOSSIBLE_DEAL);
    chance = dealt(3);
    chance.hands[2][7] = GOATS_CARDS + 1;
    assert_int_equal(deal(&chance), GOATS_IMPOSSIBLE_DEAL);
    chance = dealt(3);
    chance.hand_counts[1] = 7;
    assert_int_equal(deal(&chance), GOATS_IMPOSSIBLE_DEAL);
    chance = dealt(3);
    chance.hills[0] = chance.hills[1];
    assert_int_equal(deal(&chance), GOATS_IMPOSSIBLE_DEAL);
    chance = dealt(3);
    chance.first = 3;
    assert_int_equal(deal(&chance), GOATS_IMPOSSIBLE_DEAL);
    chance.first = 2;
    assert_int_equal(deal(&chance), GOATS_ACCEPTED);
    assert_int_equal(goats_rules.actors(table.state), SEAT_BIT(2));
    assert_int_equal(deal(&chance), GOATS_IMPOSSIBLE_DEAL);
}

/* 6 players: 48 cards are dealt, 2 are out. */
static void rule_1_six_players_leave_two_cards(void **state)
{
    (void)state;
    begin(6, false);
    card_set all = 0;
    for (unsigned seat = 0; seat < 6; seat++)
        all |= herd()->hands[seat];
    assert_int_equal(card_set_count(all), 48);
}

static void rule_2_any_card_may_be_played(void **state)
{
    (void)state;
    begin(3, false);
    kit_make(&table, 0, "play 1");
    assert_legal(0, "");
    assert_legal(1, "play 10, play 11, play 12, play 13, play 14, play 15, play 16, play 9");
    assert_int_equal(kit_refusal(&table, 1, "play 1"), GOATS_NO_SUCH_CARD);
    assert_int_equal(kit_refusal(&table, 2, "play 17"), GOATS_NOT_YOUR_TURN);
    assert_int_equal(kit_refusal(&table, 1, "hill 1"), GOATS_NO_HILL_NOW);
}

static void rule_3_the_lowest_card_turns_up_the_hill(void **state)
{
    (void)state;
    begin(3, false);
    herd()->board.trick.leader = herd()->board.mover = 1;
    kit_make(&table, 1, "play 12");
    kit_make(&table, 2, "play 20");
    kit_make(&table, 0, "play 3");
    assert_int_equal(goats_rules.actors(table.state), SEAT_BIT(0));
    assert_legal(0, "hill 1, hill 6");
    assert_int_equal(kit_refusal(&table, 0, "play 4"), GOATS_HILL_FIRST);
    assert_int_equal(kit_refusal(&table, 0, "hill 7"), GOATS_NOT_ON_THE_HILL_CARD);
    kit_make(&table, 0, "hill 6");
    assert_int_equal(goats_hill_sum(&herd()->board.hill), 6);
}

static void rule_4_the_highest_card_takes_and_leads(void **state)
{
    (void)state;
    begin(3, false);
    kit_make(&table, 0, "play 1");
    kit_make(&table, 1, "play 12");
    kit_make(&table, 2, "play 20");
    assert_int_equal(herd()->board.tricks[2], 0);
    kit_make(&table, 0, "hill 1");
    assert_int_equal(herd()->board.tricks[2], 1);
    assert_int_equal(herd()->heads[2], 1 + 2 + 5);
    assert_int_equal(goats_rules.actors(table.state), SEAT_BIT(2));
}

/* The choices 2, 7, 4 and then `hill 3` on 3/8: the limit is 16. */
static void rule_5_the_limit_is_the_sum(void **state)
{
    (void)state;
    struct goats_hill hill = {4, 4, {0x25, 0x27, 0x46, HILL_3_8}, {2, 7, 4, 3}};
    assert_int_equal(goats_hill_sum(&hill), 16);
}

/* -- Winning ----------------------------------------------------------------------------------- */

static void rule_6_everybody_counts_their_heads(void **state)
{
    (void)state;
    last_trick(3, false, 20, (const uint8_t[]){12, 4, 0});
    assert_int_equal(herd()->board.scoring.round, 0);
    play_last_trick();
    assert_int_equal(herd()->board.scoring.round, 1);
    assert_memory_equal(herd()->board.scoring.heads, ((const uint8_t[]){12, 4, 0}), 3);
}

static void rule_7_the_most_within_the_limit_wins(void **state)
{
    (void)state;
    assert_winners(3, 12, (const uint8_t[]){13, 12, 9}, SEAT_BIT(1));
    assert_winners(5, 15, (const uint8_t[]){11, 7, 0, 21, 24}, SEAT_BIT(0));
}

static void rule_7_equal_ones_share(void **state)
{
    (void)state;
    assert_winners(4, 18, (const uint8_t[]){17, 17, 30, 9}, SEAT_BIT(0) | SEAT_BIT(1));
}

/* Limit 14: 0, 20, 19, 15: 0 wins. Here seat 1 takes the last trick, so the seats are rotated. */
static void rule_7_no_trick_is_within_the_limit(void **state)
{
    (void)state;
    assert_winners(4, 14, (const uint8_t[]){15, 0, 20, 19}, SEAT_BIT(1));
}

static void rule_8_nobody_wins_above_the_limit(void **state)
{
    (void)state;
    assert_winners(3, 9, (const uint8_t[]){10, 12, 20}, 0);
}

/* -- A series ---------------------------------------------------------------------------------- */

static void rule_9_the_first_player_moves_on(void **state)
{
    (void)state;
    struct goats_chance chance = dealt(4);
    last_trick(4, true, 16, (const uint8_t[]){16, 17, 0, 12});
    play_last_trick();
    assert_int_equal(goats_rules.phase(table.state), GAME_CHANCE);
    assert_int_equal(deal(&chance), GOATS_ACCEPTED);
    assert_int_equal(goats_rules.actors(table.state), SEAT_BIT(1));
    assert_int_equal(herd()->board.hill.turned, 0);
}

/* Last hill card 3/8 with the goat on 3, limit 16. */
static void rule_10_points_of_a_round(void **state)
{
    (void)state;
    last_trick(4, true, 16, (const uint8_t[]){16, 17, 0, 12});
    play_last_trick();
    assert_result((const int32_t[]){16, 0, 8, 12}, 0);
}

/* The first hill card's number is 13: the limit less the 3 of the fourth card. */
static void rule_10_the_first_number_without_a_trick(void **state)
{
    (void)state;
    last_trick(4, true, 16, (const uint8_t[]){16, 17, 0, 12});
    herd()->board.no_trick_first = 1;
    play_last_trick();
    assert_result((const int32_t[]){16, 0, 13, 12}, 0);
}

static void rule_11_the_highest_sum_wins(void **state)
{
    (void)state;
    last_trick(4, true, 16, (const uint8_t[]){16, 17, 0, 12});
    herd()->board.round = 4;
    herd()->board.scores[2] = 8;
    play_last_trick();
    assert_int_equal(goats_rules.phase(table.state), GAME_OVER);
    assert_result((const int32_t[]){16, 0, 16, 12}, SEAT_BIT(0) | SEAT_BIT(2));
}

static void result_of_a_game_broken_off(void **state)
{
    (void)state;
    last_trick(3, false, 16, (const uint8_t[]){20, 17, 0});
    assert_result((const int32_t[]){13, 17, 0}, 0);
    last_trick(3, true, 16, (const uint8_t[]){20, 17, 0});
    assert_result((const int32_t[]){0, 0, 0}, 0);
}

/* -- Typing ------------------------------------------------------------------------------------ */

static void assert_reads(const char *typed, const char *expected)
{
    assert_string_equal(kit_reading(&table, 0, typed), expected);
}

static void assert_reads_none(const char *typed)
{
    assert_non_null(strstr(kit_reading(&table, 0, typed), ".expected."));
}

static void typing_is_forgiving(void **state)
{
    (void)state;
    begin(3, false);
    assert_reads("play 37", "play 37");
    assert_reads("37", "play 37");
    assert_reads(" P37 ", "play 37");
    assert_reads("hill 3", "hill 3");
    assert_reads("h 3", "hill 3");
    assert_reads_none("play 51");
    assert_reads_none("play 0");
    assert_reads_none("play");
    assert_reads_none("37 38");
    herd()->board.step = GOATS_HILL;
    herd()->board.hill.cards[0] = HILL_4_5;
    assert_reads("5", "hill 5");
    assert_reads("h5", "hill 5");
    assert_reads_none("9");
}

static void moves_rise_as_their_texts_do(void **state)
{
    (void)state;
    char before[GAME_MOVE_TEXT_MAX] = "";
    unsigned found = 0;
    for (game_move move = 0; move < 1024; move++) {
        char buffer[GAME_MOVE_TEXT_MAX];
        struct text text = TEXT_IN(buffer);
        goats_text.print(move, &text);
        if (text.length == 0)
            continue;
        assert_true(strcmp(before, buffer) < 0);
        memcpy(before, buffer, sizeof before);
        found++;
    }
    assert_int_equal(found, GOATS_CARDS + GOATS_HILL_NUMBER_MAX);
}

static int close_table(void **state)
{
    (void)state;
    kit_table_close(&table);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(components_have_100_heads),
        cmocka_unit_test(components_hill_cards_have_two_numbers),
        cmocka_unit_test(rule_1_refuses_what_cannot_be_dealt),
        cmocka_unit_test(rule_1_six_players_leave_two_cards),
        cmocka_unit_test(rule_2_any_card_may_be_played),
        cmocka_unit_test(rule_3_the_lowest_card_turns_up_the_hill),
        cmocka_unit_test(rule_4_the_highest_card_takes_and_leads),
        cmocka_unit_test(rule_5_the_limit_is_the_sum),
        cmocka_unit_test(rule_6_everybody_counts_their_heads),
        cmocka_unit_test(rule_7_the_most_within_the_limit_wins),
        cmocka_unit_test(rule_7_equal_ones_share),
        cmocka_unit_test(rule_7_no_trick_is_within_the_limit),
        cmocka_unit_test(rule_8_nobody_wins_above_the_limit),
        cmocka_unit_test(rule_9_the_first_player_moves_on),
        cmocka_unit_test(rule_10_points_of_a_round),
        cmocka_unit_test(rule_10_the_first_number_without_a_trick),
        cmocka_unit_test(rule_11_the_highest_sum_wins),
        cmocka_unit_test(result_of_a_game_broken_off),
        cmocka_unit_test(typing_is_forgiving),
        cmocka_unit_test(moves_rise_as_their_texts_do),
    };
    return cmocka_run_group_tests_name("goats", tests, NULL, close_table);
}
