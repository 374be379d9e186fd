#include <stdlib.h>
#include <string.h>

#include "tests/unit/pillars_fixture.h"

struct kit_table pillars_fixture_table;

struct pillars_state *pillars_fixture_site(void)
{
    return (struct pillars_state *)pillars_fixture_table.state;
}

/* -- Making positions -------------------------------------------------------------------------- */

void pillars_fixture_open_table(uint8_t players, unsigned max_rounds)
{
    struct kit_setting setting = {&pillars_game, players, {0}};
    setting.options[0] = (uint8_t)(max_rounds == 0 ? 0 : max_rounds - 4);
    if (pillars_fixture_table.state != NULL)
        kit_table_close(&pillars_fixture_table);
    kit_table_open(&pillars_fixture_table, &setting, 0);
}

/* The pile in its printed order; seat 1 gets the first cards in the order of their texts. */
struct pillars_chance pillars_fixture_dealt(uint8_t players)
{
    struct pillars_chance chance = {.pile_count = PILLARS_ADVANTAGES};
    memcpy(chance.pile, pillars_advantages, sizeof chance.pile);
    card_set deck = pillars_deck(players) | CARD_BIT(PILLARS_PAINTER);
    for (unsigned seat = 0; seat < players; seat++) {
        chance.hand_counts[seat] = pillars_hand_size(players);
        for (unsigned i = 0; i < chance.hand_counts[seat]; i++)
            chance.hands[seat][i] = card_set_next(&deck);
    }
    return chance;
}

game_refusal pillars_fixture_deal(const struct pillars_chance *chance)
{
    return pillars_rules.deal(pillars_fixture_table.state, (const struct game_chance *)chance,
                              NULL);
}

void pillars_fixture_begin(uint8_t players, unsigned max_rounds)
{
    struct pillars_chance chance = pillars_fixture_dealt(players);
    pillars_fixture_open_table(players, max_rounds);
    assert_int_equal(pillars_fixture_deal(&chance), PILLARS_ACCEPTED);
}

uint8_t pillars_fixture_card(const char *written)
{
    uint8_t code = 0;
    if (!pillars_parse_card(written, strlen(written), &code))
        fail_msg("no card: %s", written);
    return code;
}

/* Reads cards written with single blanks between them. */
card_set pillars_fixture_cards(const char *written)
{
    card_set set = 0;
    while (*written != '\0') {
        char word[16] = "";
        size_t length = strcspn(written, " ");
        memcpy(word, written, length);
        set = card_set_add(set, pillars_fixture_card(word), pillars_twins);
        written += length + (written[length] == ' ');
    }
    return set;
}

/* The tricks are over: nobody has anything yet, but everybody a trick. */
void pillars_fixture_before_evaluation(uint8_t players, unsigned max_rounds)
{
    pillars_fixture_begin(players, max_rounds);
    memset(pillars_fixture_site()->hands, 0, sizeof pillars_fixture_site()->hands);
    memset(pillars_fixture_site()->board.materials, 0,
           sizeof pillars_fixture_site()->board.materials);
    memset(pillars_fixture_site()->board.tricks, 1, players);
}

void pillars_fixture_set_materials(uint8_t seat, unsigned metal, unsigned sand, unsigned stone,
                                   unsigned wood)
{
    const uint8_t stock[PILLARS_MATERIALS] = {(uint8_t)metal, (uint8_t)sand, (uint8_t)stone,
                                              (uint8_t)wood};
    memcpy(pillars_fixture_site()->board.materials[seat], stock, sizeof stock);
}

void pillars_fixture_evaluate(void)
{
    pillars_begin_evaluation(pillars_fixture_site(), NULL);
}

/* -- Reading positions ------------------------------------------------------------------------- */

void pillars_fixture_check_legal(uint8_t seat, const char *expected)
{
    assert_string_equal(kit_legal(&pillars_fixture_table, seat), expected);
}

void pillars_fixture_check_result(const int32_t *scores, seat_set winners)
{
    struct game_result result;
    pillars_rules.result(pillars_fixture_table.state, &result);
    for (unsigned seat = 0; seat < pillars_fixture_table.setting.players; seat++)
        assert_int_equal(result.scores[seat], scores[seat]);
    assert_int_equal(result.winners, winners);
}

int pillars_fixture_close_table(void **state)
{
    (void)state;
    if (pillars_fixture_table.state != NULL)
        kit_table_close(&pillars_fixture_table);
    pillars_fixture_table.state = NULL;
    return 0;
}
