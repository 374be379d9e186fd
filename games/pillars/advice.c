/* Advice (games/advice.h). A card weighs as much as the search is likely to play one with its
 * traits (traits.h), which was learned from games.
 *
 * In the evaluation, and for the easy player, it goes by rules of thumb: win what the seat can use,
 * hold it back until a trick is safe, keep from others what they can use, and sell at the best
 * price. Points are counted in halves. What materials and advantage cards are worth in the rounds
 * to come was fitted to 12,000 games among easy seats.
 *
 * Measured: one of three wins 45 % (+- 6) among searches with the advice of before, 36 % (+- 6)
 * among searches with the rules of thumb, and with these alone 78 % (+- 2) among easy seats with
 * the advice of before (tests/bench: bench_advice pillars 3 240 1000 reference, pillars 3 240 1000
 * thumb, pillars 3 3000 0 reference).
 */
#include "games/pillars/traits.h"

enum {
    CRAFTSMAN = 7,
    CERTAIN = 256, /* as a chance */
    DOUBLING = 4,  /* the gain that doubles a weight, */
    REACH = 5      /* so often, up and down */
};

/* -- Tricks ---------------------------------------------------------------------------------- */

/* The value of a card to a seat that wins it. */
static int worth_of(const struct pillars_board *board, uint8_t card, uint8_t seat)
{
    uint8_t material;
    if (pillars_is_craftsman(card))
        return pillars_craftsman_seat(card) == seat ? CRAFTSMAN : 0;
    if (pillars_is_advantage(card))
        return pillars_worth_of_advantage(card, pillars_rounds_left(board) + 1);
    int worth = 2 * pillars_points(card);
    if (pillars_brings(card, &material))
        worth += pillars_kept_worths[material];
    return card == PILLARS_TOM ? pillars_kept_worths[PILLARS_STONE_MATERIAL] : worth;
}

/* The chance that the cards to come leave the trick to the card that decides it now. */
static int chance_to_hold(const struct pillars_board *after)
{
    static const uint16_t holds[] = {60, 70, 80, 90, 105, 120, 135, 150, 170, 195, 215, CERTAIN};
    uint8_t value = pillars_value(after->trick.cards[pillars_deciding(&after->trick)]);
    int chance = CERTAIN;
    for (unsigned left = after->players - after->trick.count; left > 0; left--)
        chance = chance * holds[value] / CERTAIN;
    return chance;
}

static int pot_to(const struct pillars_board *after, uint8_t taker)
{
    int worth = 0;
    for (unsigned i = 0; i < after->trick.count; i++)
        worth += worth_of(after, after->trick.cards[i], taker);
    return worth;
}

/* A card is good for what the trick brings, less what the card may still bring in a later one.
 * Another seat's gain is partly a loss. */
static int gain_by_card(const struct pillars_board *board, uint8_t seat, uint8_t card)
{
    struct pillars_board after = *board;
    trick_add(&after.trick, card);
    uint8_t taker = pillars_taker(&after);
    int chance = chance_to_hold(&after), gain = 0;
    if (taker == seat)
        gain = 2 * pot_to(&after, seat);
    else if (taker != PILLARS_NOBODY)
        gain = -pot_to(&after, taker);
    return gain * chance / CERTAIN - 2 * worth_of(board, card, seat);
}

/* -- The evaluation -------------------------------------------------------------------------- */

static bool sells(const struct pillars_board *board, uint8_t seat, uint8_t converter,
                  uint8_t material)
{
    return (pillars_convertible(board, seat, converter) >> material & 1) != 0;
}

/* Whether somebody who takes nothing else pays more for the material than builder or assistant. */
static bool has_specialist(const struct pillars_board *board, uint8_t seat, uint8_t material)
{
    static const uint8_t specialists[] = {PILLARS_WITH_CARPENTER, PILLARS_WITH_FOUNDER,
                                          PILLARS_WITH_MASON,     PILLARS_WITH_MIXER,
                                          PILLARS_WITH_POTTER,    PILLARS_WITH_TOOLMAKER};
    for (unsigned i = 0; i < sizeof specialists; i++)
        if (sells(board, seat, specialists[i], material))
            return true;
    return false;
}

/* Whether the seat has more materials than it can keep. */
static bool has_surplus(const struct pillars_board *board, uint8_t seat)
{
    return pillars_stock(board, seat) > (board->evaluation.last ? 0 : PILLARS_KEEP);
}

enum { NEVER = 1, STOP = 4, SMALL = 64, BEST = ADVICE_WEIGHT_MAX };

/* Specialists first, then the brickmaker, then the builder at the best price; the assistant takes
 * what can't be kept. */
static uint16_t weigh_conversion(const struct pillars_board *board, uint8_t seat,
                                 const struct pillars_move *move)
{
    static const uint16_t by_price[] = {NEVER, SMALL, 256, 1024, 2048};
    int points = pillars_yields[move->what][move->material];
    bool special = has_specialist(board, seat, move->material);
    bool spare = has_surplus(board, seat);
    switch (move->what) {
    case PILLARS_WITH_BRICKMAKER:
        return special ? NEVER : BEST;
    case PILLARS_WITH_BUILDER:
        return special || (points == 1 && !spare) ? NEVER : by_price[points];
    case PILLARS_WITH_ASSISTANT:
        return special || !spare ? NEVER
                                 : (uint16_t)(SMALL - 4 * pillars_kept_worths[move->material]);
    default:
        return BEST;
    }
}

/* From Tom: what sells best now, if there is none of it yet. */
static uint16_t weigh_gift(const struct pillars_board *board, uint8_t seat, uint8_t material)
{
    struct pillars_board after = *board;
    after.materials[seat][material]++;
    int price = pillars_kept_worths[material];
    for (uint8_t with = 0; with < PILLARS_CONVERTERS; with++)
        if (board->materials[seat][material] == 0 && sells(&after, seat, with, material) &&
            2 * pillars_yields[with][material] > price)
            price = 2 * pillars_yields[with][material];
    return weight_of_gain(2 * price, DOUBLING, REACH);
}

static uint16_t weigh_move(const struct pillars_board *board, uint8_t seat,
                           const struct pillars_move *move)
{
    switch (move->action) {
    case PILLARS_PLAY:
        return weight_of_gain(gain_by_card(board, seat, move->what), DOUBLING, REACH);
    case PILLARS_CONVERT:
        return weigh_conversion(board, seat, move);
    case PILLARS_DROP:
        return weight_of_gain(DOUBLING * (REACH - pillars_kept_worths[move->material]), DOUBLING,
                              REACH);
    case PILLARS_TOM_GIVES:
        return weigh_gift(board, seat, move->material);
    default:
        return STOP;
    }
}

static void weigh_by_thumb(const struct game_state *opaque, uint8_t seat, const game_move *moves,
                           size_t count, uint16_t *weights)
{
    const struct pillars_state *state = OWN(pillars, opaque);
    for (size_t i = 0; i < count; i++) {
        struct pillars_move move;
        pillars_move_unpack(moves[i], &move);
        weights[i] = weigh_move(&state->board, seat, &move);
    }
}

/* As likely as the search is to play a card with these traits. */
static void weigh_cards(const struct pillars_state *state, uint8_t seat, const game_move *moves,
                        size_t count, uint16_t *weights)
{
    struct pillars_plan plan;
    pillars_plan(state, seat, &plan);
    for (size_t i = 0; i < count; i++) {
        struct pillars_move move;
        struct traits traits;
        pillars_move_unpack(moves[i], &move);
        pillars_find_traits(&plan, move.what, &traits);
        weights[i] = traits_worth_kept(traits_worth(&traits, pillars_worths));
    }
    traits_weigh(weights, count);
}

static void weigh(const struct game_state *opaque, uint8_t seat, const game_move *moves,
                  size_t count, uint16_t *weights)
{
    const struct pillars_state *state = OWN(pillars, opaque);
    if (state->board.step == PILLARS_TRICKS)
        weigh_cards(state, seat, moves, count, weights);
    else
        weigh_by_thumb(opaque, seat, moves, count, weights);
}

/* Evaluates points, and what stock and advantage cards bring in the rounds to come. */
static void estimate(const struct game_state *opaque, int32_t points[GAME_SEATS_MAX])
{
    const struct pillars_board *board = &OWN(pillars, opaque)->board;
    for (uint8_t seat = 0; seat < board->players; seat++) {
        points[seat] = 2 * board->scores[seat];
        if (board->step == PILLARS_END)
            continue;
        for (uint8_t material = 0; material < PILLARS_MATERIALS; material++)
            points[seat] += board->materials[seat][material] * (material == PILLARS_METAL ? 6 : 2);
        for (card_set cards = board->advantages[seat]; cards != 0;)
            points[seat] +=
                pillars_worth_of_advantage(card_set_next(&cards), pillars_rounds_left(board));
    }
}

const struct game_advice pillars_advice = {
    .weigh = weigh, .weigh_by_thumb = weigh_by_thumb, .estimate = estimate, .scale = 16};
