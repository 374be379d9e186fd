/* Advice (games/advice.h): say no to what does not suit the hand, win tricks cheaply, and leave the
 * partner's tricks alone.
 *
 * Measured: one of four wins 39 % (+- 8) among searches without it (tests/bench: bench_advice njet
 * 4 120 300).
 */
#include "games/advice.h"
#include "games/njet/njet.h"

enum { MIDDLE = 64, HIGH_VALUE = 7, HIGH_HAND = 9 };

/* -- The hand -------------------------------------------------------------------------------- */

/* Counts the cards of a colour; high cards count twice. */
static int strength_in(card_set hand, uint8_t colour)
{
    card_set suit = hand & njet_suit(colour);
    int strength = (int)card_set_count(suit);
    while (suit != 0)
        strength += njet_value(card_set_next(&suit)) >= HIGH_VALUE;
    return strength;
}

static unsigned ones_in(card_set hand, uint8_t colour)
{
    return card_set_count(hand & ((card_set)3 << (colour * NJET_CARDS_PER_COLOUR)));
}

/* Counts the high cards; an average hand has about 9. */
static int strength_of(card_set hand)
{
    int high = 0;
    while (hand != 0)
        high += njet_value(card_set_next(&hand)) >= HIGH_VALUE ? 3 : 0;
    return high;
}

/* -- Saying no (rule 2) ---------------------------------------------------------------------- */

/* How much the seat likes a condition; 0 is neutral. */
static int welcome(card_set hand, uint8_t seat, uint8_t cell)
{
    uint8_t row = njet_row_of(cell), colour = njet_cell_colour(cell);
    unsigned place = cell - njet_rows[row].first;
    int ones = 0;
    switch (row) {
    case NJET_ROW_TRUMP:
        return 3 * (strength_in(hand, colour) - 4);
    case NJET_ROW_SUPER:
        if (colour != NJET_NO_COLOUR)
            return 12 * (int)ones_in(hand, colour) - 6;
        for (uint8_t any = 0; any < NJET_COLOURS; any++)
            ones += (int)ones_in(hand, any);
        return 6 - 6 * ones;
    case NJET_ROW_POINTS:
        return ((int)place - 1) * (strength_of(hand) - HIGH_HAND);
    case NJET_ROW_START:
        return place == seat ? 6 : 0;
    default:
        return 0;
    }
}

/* -- Tricks ---------------------------------------------------------------------------------- */

/* The value of a card in the tricks to come. */
static int power(const struct njet_board *board, uint8_t card)
{
    uint8_t colour = njet_colour(card), value = njet_value(card);
    if (value == 1)
        return colour == njet_super(board) ? 30 : 0;
    return value + (colour == njet_trump(board) ? 10 : 0);
}

static bool takes_trick(const struct njet_board *board, uint8_t card)
{
    struct njet_board after = *board;
    trick_add(&after.trick, card);
    return njet_trick_winner(&after) == after.trick.count - 1;
}

static bool is_partners_trick(const struct njet_board *board, uint8_t seat)
{
    uint8_t winner = trick_seat(&board->trick, board->players, njet_trick_winner(board));
    return (njet_team_of(board, seat) & SEAT_BIT(winner)) != 0;
}

static int weigh_lead(const struct njet_board *board, uint8_t card)
{
    int worth = power(board, card);
    return worth >= 8 && worth <= 10 ? MIDDLE + 4 * worth : MIDDLE - worth;
}

static int weigh_card(const struct njet_board *board, uint8_t seat, uint8_t card)
{
    int worth = power(board, card);
    bool last = board->trick.count + 1 == board->players;
    if (board->trick.count == 0)
        return weigh_lead(board, card);
    if (is_partners_trick(board, seat))
        return MIDDLE - worth + (last && worth == 0 ? 8 : 0);
    if (takes_trick(board, card))
        return 3 * MIDDLE + (last ? -worth : worth / 2);
    return MIDDLE - worth - (worth == 0 ? 24 : 0);
}

static int weigh_discard(const struct njet_board *board, const struct njet_move *move)
{
    int worth = power(board, move->what);
    if (move->second != NJET_NO_CARD)
        worth += power(board, move->second);
    return 2 * MIDDLE - 3 * worth;
}

static int weigh_move(const struct njet_state *state, uint8_t seat, const struct njet_move *move)
{
    switch (move->action) {
    case NJET_NJET:
        return MIDDLE - 2 * welcome(state->hands[seat], seat, move->what);
    case NJET_DISCARD:
        return weigh_discard(&state->board, move);
    case NJET_PLAY:
        return weigh_card(&state->board, seat, move->what);
    case NJET_ALONE:
        return strength_of(state->hands[seat]) > 2 * HIGH_HAND ? 2 * MIDDLE : MIDDLE / 4;
    default:
        return MIDDLE;
    }
}

static void weigh(const struct game_state *opaque, uint8_t seat, const game_move *moves,
                  size_t count, uint16_t *weights)
{
    const struct njet_state *state = OWN(njet, opaque);
    for (size_t i = 0; i < count; i++) {
        struct njet_move move;
        njet_move_unpack(moves[i], &move);
        int weight = weigh_move(state, seat, &move);
        weights[i] = (uint16_t)(weight < 1 ? 1 : weight);
    }
}

const struct game_advice njet_advice = {.weigh = weigh, .scale = 16};
