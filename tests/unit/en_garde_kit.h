/* Shared by the tests of En Garde. Positions are made by writing the state. */
#ifndef BELFRY_TESTS_EN_GARDE_KIT_H
#define BELFRY_TESTS_EN_GARDE_KIT_H

#include <stdlib.h>
#include <string.h>

#include "games/en_garde/en_garde.h"
#include "tests/kit/kit.h"

static struct kit_table table;

static inline struct en_garde_state *fence(void)
{
    return (struct en_garde_state *)table.state;
}

/* -- Making positions -------------------------------------------------------------------------- */

static inline void set_hand(unsigned seat, const char *cards)
{
    memset(fence()->hands[seat], 0, sizeof fence()->hands[seat]);
    for (; *cards != '\0'; cards++)
        fence()->hands[seat][*cards - '0']++;
}

static inline void set_pile(const char *cards)
{
    size_t count = strlen(cards);
    fence()->board.pile_left = (uint8_t)count;
    for (size_t i = 0; i < count; i++)
        fence()->pile[EN_GARDE_PILE - count + i] = (uint8_t)(cards[i] - '0');
}

static inline void set_spaces(unsigned first, unsigned second)
{
    fence()->board.space[0] = (uint8_t)first;
    fence()->board.space[1] = (uint8_t)second;
}

static inline struct en_garde_chance dealt(const char *first_hand, const char *second_hand,
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

static inline game_refusal deal(const struct en_garde_chance *chance)
{
    return en_garde_rules.deal(table.state, (const struct game_chance *)chance, NULL);
}

static inline void begin(enum en_garde_level level, unsigned touches)
{
    struct kit_setting setting = {&en_garde_game, 2, {(uint8_t)level, (uint8_t)(touches - 1)}};
    struct en_garde_chance chance = dealt("12345", "12345", "111222333444555");
    if (table.state != NULL)
        kit_table_close(&table);
    kit_table_open(&table, &setting, 0);
    assert_int_equal(deal(&chance), 0);
}

/* It is seat 1's turn. */
static inline void position(enum en_garde_level level, unsigned first, unsigned second,
                            const char *first_hand, const char *second_hand, const char *pile)
{
    begin(level, 5);
    set_spaces(first, second);
    set_hand(0, first_hand);
    set_hand(1, second_hand);
    set_pile(pile);
}

/* -- Reading positions ------------------------------------------------------------------------- */

static inline void assert_legal(uint8_t seat, const char *expected)
{
    assert_string_equal(kit_legal(&table, seat), expected);
}

static inline void assert_hand(unsigned seat, const char *expected)
{
    char buffer[16];
    struct text text = TEXT_IN(buffer);
    for (unsigned value = 1; value <= EN_GARDE_VALUES; value++)
        for (unsigned i = 0; i < fence()->hands[seat][value]; i++)
            text_add_number(&text, value);
    assert_string_equal(buffer, expected);
}

static inline void assert_spaces(unsigned first, unsigned second)
{
    assert_int_equal(fence()->board.space[0], first);
    assert_int_equal(fence()->board.space[1], second);
}

static inline void assert_turn_of(uint8_t seat)
{
    assert_int_equal(fence()->board.step, EN_GARDE_TURN);
    assert_int_equal(en_garde_rules.actors(table.state), SEAT_BIT(seat));
}

static inline void assert_answer_of(uint8_t seat)
{
    assert_int_equal(fence()->board.step, EN_GARDE_ANSWER);
    assert_int_equal(en_garde_rules.actors(table.state), SEAT_BIT(seat));
}

static inline void assert_ended(enum en_garde_ending ending, uint8_t winner)
{
    assert_int_equal(en_garde_rules.phase(table.state), GAME_CHANCE);
    assert_int_equal(fence()->board.ending, ending);
    assert_int_equal(fence()->board.ending_winner, winner);
    assert_int_equal(fence()->board.touches[0], winner == 0);
    assert_int_equal(fence()->board.touches[1], winner == 1);
}

static inline int close_table(void **state)
{
    (void)state;
    kit_table_close(&table);
    return 0;
}

#define CASE(name) cmocka_unit_test_teardown(name, close_table)

#endif
