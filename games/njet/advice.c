/* Advice (games/advice.h). A move weighs as much as the search is likely to make a move with its
 * traits (traits.h), which was learned from games. The easy player goes by rules of thumb: say no
 * to what does not suit the hand, win tricks as cheaply as they can be won, and give the partner
 * what the others must not get.
 *
 * Measured in points a round that one of four has more than the mean of three with the search and
 * the advice of before (tests/bench: bench_rounds njet 4, +- for 95 %):
 *
 *   - 200 iterations for all (200 deals): learned weights 2.4 +- 0.4, rules of thumb 1.4 +- 0.5.
 *   - 8,000 against 4,000 (60 deals): 1.0 +- 0.6 and 1.2 +- 0.5. So long a search needs no weights.
 *   - Others modelled, against a search for their best moves with the same weights: 0.3 +- 0.5 with
 *     8,000 iterations (45 deals), -0.1 +- 0.4 with 1,000 (120 deals). It is the faster one, too,
 *     and with 250 ms a move it wins .33 (.25-.41) of 120 whole games against 10,000 iterations.
 *   - Learned weights 1.5 or 2.3 times as sharp, against these: 0.1 +- 0.5 with 2,000 (60 deals).
 *   - A gain by beliefs is not shown. With the rules of thumb they seemed to help a long search
 *     (5,000 iterations: 2.9 +- 1.4, without them 2.0 +- 1.3) and not a short one (200: without
 *     them 1.6 +- 0.8).
 */
#include "games/njet/traits.h"

enum {
    TRICK = 8,      /* what a trick gains, and a 1 in it */
    DOUBLING = 4,   /* the gain that doubles a weight, */
    REACH = 5,      /* so often, up and down */
    CERTAIN = 256,  /* as a chance */
    USUAL_HIGH = 3, /* high cards of an average hand */
    HIGH_HAND = 6   /* of one that might play alone */
};

/* -- The hand ---------------------------------------------------------------------------------- */

static int ones_in(card_set hand, uint8_t colour)
{
    return (int)card_set_count(hand & njet_ones(colour));
}

/* -- Saying no (rule 2) ------------------------------------------------------------------------ */

/* How much the seat likes a condition; 0 is neutral. */
static int welcome(card_set hand, uint8_t seat, uint8_t cell)
{
    uint8_t row = njet_row_of(cell), colour = njet_cell_colour(cell);
    int place = cell - njet_rows[row].first, ones = 0;
    switch (row) {
    case NJET_ROW_TRUMP:
        return 3 * ((int)njet_strength_in(hand, colour) - 4);
    case NJET_ROW_SUPER:
        if (colour != NJET_NO_COLOUR)
            return 12 * ones_in(hand, colour) - 6;
        for (uint8_t any = 0; any < NJET_COLOURS; any++)
            ones += ones_in(hand, any);
        return 6 - 6 * ones;
    case NJET_ROW_POINTS:
        return 2 * (place - 1) * ((int)njet_high_cards(hand) - USUAL_HIGH);
    case NJET_ROW_START:
        return place == seat ? 6 : 0;
    default:
        return 0;
    }
}

/* -- Cards ------------------------------------------------------------------------------------- */

/* What a card can still do in later tricks. A plain 1 does harm: the others take it. */
static int promise(const struct njet_board *board, uint8_t card)
{
    static const int8_t plain[] = {0, -3, 0, 0, 0, 0, 1, 2, 4, 6};
    uint8_t colour = njet_colour(card), value = njet_value(card);
    if (value == 1 && colour == njet_super(board))
        return 10;
    return colour == njet_trump(board) ? 4 + value / 2 : plain[value];
}

/* The chance that one more card leaves the trick to the card that would take it now. */
static int chance_to_hold(const struct njet_board *board, uint8_t card, card_set unseen)
{
    uint8_t colour = njet_colour(card), led = njet_colour(board->trick.cards[0]);
    int risk = 32 * (int)card_set_count(unseen & njet_higher_than(card));
    if (njet_value(card) == 1 && colour == njet_super(board))
        risk = 16;
    else if (led != njet_trump(board)) /* somebody may have none of the led colour */
        risk += 16 * (NJET_CARDS_PER_COLOUR - (int)card_set_count(unseen & njet_suit(led))) /
                (colour == njet_trump(board) ? 4 : 1);
    return risk < CERTAIN ? CERTAIN - risk : 0;
}

/* The chance that the seat's team takes the trick as it lies. */
static int chance_of_team(const struct njet_board *after, seat_set team, card_set unseen)
{
    uint8_t position = njet_trick_winner(after), taker;
    bool ours = team >> trick_seat(&after->trick, after->players, position) & 1;
    int hold = chance_to_hold(after, after->trick.cards[position], unseen);
    int chance = ours ? CERTAIN : 0;
    for (uint8_t next = after->trick.count; next < after->players; next++) {
        taker = trick_seat(&after->trick, after->players, next);
        if (team >> taker & 1)
            chance += (CERTAIN - chance) * (CERTAIN - hold) / CERTAIN / 2;
        else
            chance = chance * hold / CERTAIN;
    }
    return chance;
}

/* The 1s in the trick that a team has played. */
static int ones_of(const struct njet_board *board, seat_set team)
{
    int ones = 0;
    for (uint8_t i = 0; i < board->trick.count; i++)
        ones += njet_value(board->trick.cards[i]) == 1 &&
                (team >> trick_seat(&board->trick, board->players, i) & 1) != 0;
    return ones;
}

static uint16_t weigh_card(const struct njet_state *state, uint8_t seat, uint8_t card,
                           card_set unseen)
{
    struct njet_board after = state->board;
    seat_set team = njet_team_of(&after, seat), others = (seat_set)(njet_everybody(&after) & ~team);
    trick_add(&after.trick, card);
    int chance = chance_of_team(&after, team, unseen);
    int won = TRICK * (1 + ones_of(&after, others)), lost = TRICK * (1 + ones_of(&after, team));
    return weight_of_gain((chance * won - (CERTAIN - chance) * lost) / CERTAIN -
                              promise(&after, card),
                          DOUBLING, REACH);
}

static uint16_t weigh_discard(const struct njet_board *board, const struct njet_move *move)
{
    int lost = promise(board, move->what);
    if (move->second != NJET_NO_CARD)
        lost += promise(board, move->second);
    return weight_of_gain(-2 * lost, DOUBLING, REACH);
}

static uint16_t weigh_move(const struct njet_state *state, uint8_t seat,
                           const struct njet_move *move, card_set unseen)
{
    switch (move->action) {
    case NJET_NJET:
        return weight_of_gain(-welcome(state->hands[seat], seat, move->what), DOUBLING, REACH);
    case NJET_DISCARD:
        return weigh_discard(&state->board, move);
    case NJET_PLAY:
        return weigh_card(state, seat, move->what, unseen);
    case NJET_ALONE:
        return weight_of_gain(njet_high_cards(state->hands[seat]) > HIGH_HAND ? 4 : -8, DOUBLING,
                              REACH);
    default:
        return weight_of_gain(0, DOUBLING, REACH);
    }
}

static void weigh_by_thumb(const struct game_state *opaque, uint8_t seat, const game_move *moves,
                           size_t count, uint16_t *weights)
{
    const struct njet_state *state = OWN(njet, opaque);
    card_set unseen = state->board.step == NJET_TRICKS
                          ? njet_unseen(state->board.players, state->hands[seat],
                                        state->discards[seat], state->played)
                          : 0;
    for (size_t i = 0; i < count; i++) {
        struct njet_move move;
        njet_move_unpack(moves[i], &move);
        weights[i] = weigh_move(state, seat, &move, unseen);
    }
}

/* -- What was learned -------------------------------------------------------------------------- */

static void weigh(const struct game_state *opaque, uint8_t seat, const game_move *moves,
                  size_t count, uint16_t *weights)
{
    struct njet_plan plan;
    njet_plan(OWN(njet, opaque), seat, &plan);
    for (size_t i = 0; i < count; i++) {
        struct traits traits;
        njet_find_traits(&plan, moves[i], &traits);
        weights[i] = traits_worth_kept(traits_worth(&traits, njet_worths));
    }
    traits_weigh(weights, count);
}

/* A lead counts more, the fewer rounds can still turn it. */
static void estimate(const struct game_state *opaque, int32_t points[GAME_SEATS_MAX])
{
    static const uint8_t factors[] = {16, 37, 26, 21, 18, 16, 15, 14, 13};
    const struct njet_board *board = &OWN(njet, opaque)->board;
    unsigned left = board->rounds - board->round;
    for (uint8_t seat = 0; seat < board->players; seat++)
        points[seat] = board->scores[seat] * factors[left < sizeof factors ? left : 8];
}

const struct game_advice njet_advice = {.weigh = weigh,
                                        .weigh_by_thumb = weigh_by_thumb,
                                        .models_others = true,
                                        .estimate = estimate,
                                        .scale = 256,
                                        .explain = njet_explain};
