/* What stones tell about hands (games/advice.h, explain). A seat rules out what does not suit it: a
 * trump colour of which it has few cards, a super colour of which it has no 1, high points with a
 * weak hand, low points with a strong one.
 *
 * Each card of a seat that its own stones speak against makes a deal less likely by a factor, in
 * 256ths. Cards that a seat has played tell nothing any more: the board does not keep who played
 * them.
 */
#include "games/njet/traits.h"

enum {
    ONE = 256,         /* a factor of one */
    CERTAIN = 1 << 20, /* the weight of a deal that nothing speaks against */
    TRUMP_CARD = 88,
    SUPER_ONE = 3
};

/* For each high card of a seat that said no to 1, 2, 3 or 4 points. */
static const uint16_t high_card[] = {256, 238, 220, 209};

/* `weight`, times the factor for each of so many cards. */
static uint32_t times(uint32_t weight, uint32_t factor, unsigned cards)
{
    for (; cards > 0; cards--)
        weight = weight * factor / ONE;
    return weight;
}

/* How well a hand explains that its seat said no to this cell. */
static uint32_t weigh_stone(uint32_t weight, uint8_t cell, card_set hand)
{
    uint8_t row = njet_row_of(cell), colour = njet_cell_colour(cell);
    switch (row) {
    case NJET_ROW_TRUMP:
        return times(weight, TRUMP_CARD, card_set_count(hand & njet_suit(colour)));
    case NJET_ROW_SUPER:
        if (colour == NJET_NO_COLOUR)
            return weight;
        return times(weight, SUPER_ONE, card_set_count(hand & njet_ones(colour)));
    case NJET_ROW_POINTS:
        return times(weight, high_card[cell - njet_rows[row].first], njet_high_cards(hand));
    default:
        return weight;
    }
}

/* With several trump stones it is rare that nothing speaks against a deal. Each but the first
 * doubles the weight, so that the range of weights is used. */
static uint16_t scaled(uint32_t weight, unsigned trumps)
{
    weight = (trumps > 1 ? weight << (trumps - 1) : weight) / (CERTAIN / ADVICE_WEIGHT_MAX);
    if (weight > ADVICE_WEIGHT_MAX)
        return ADVICE_WEIGHT_MAX;
    return (uint16_t)(weight > 0 ? weight : 1);
}

uint16_t njet_explain(const struct game_state *opaque, uint8_t viewer)
{
    const struct njet_state *state = OWN(njet, opaque);
    uint32_t weight = CERTAIN;
    unsigned trumps = 0;
    for (uint8_t cell = 0; cell < NJET_CELLS; cell++) {
        uint8_t stone = state->board.stones[cell];
        if (stone < NJET_STONE || stone >= NJET_COVERED || stone == NJET_STONE + viewer)
            continue;
        uint8_t seat = (uint8_t)(stone - NJET_STONE);
        weight = weigh_stone(weight, cell, state->hands[seat]);
        weight = weigh_stone(weight, cell, state->discards[seat]);
        trumps += njet_row_of(cell) == NJET_ROW_TRUMP;
    }
    return scaled(weight, trumps);
}
