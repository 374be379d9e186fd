/* Advice (games/advice.h): win what the seat can use, and keep from others what they can use.
 * Points are counted in halves.
 *
 * Measured: one of three wins 80 % (+- 7) among searches without it (tests/bench: bench_advice
 * pillars 3 120 300).
 */
#include "games/advice.h"
#include "games/pillars/pillars.h"

enum { MIDDLE = 64, CRAFTSMAN = 5, MATERIAL = 3, ADVANTAGE = 8 };

/* The value of a card to a seat that wins it. */
static int worth_of(uint8_t card, uint8_t seat)
{
    uint8_t material;
    if (pillars_is_craftsman(card))
        return pillars_craftsman_seat(card) == seat ? CRAFTSMAN : 0;
    if (pillars_is_advantage(card))
        return ADVANTAGE;
    int worth = 2 * pillars_points(card);
    if (pillars_brings(card, &material))
        worth += MATERIAL + (material == PILLARS_METAL ? 2 : 0);
    return card == PILLARS_TOM ? MATERIAL + 1 : worth;
}

/* Assumes that the taker of the trick as it lies wins its cards. Another seat's gain is partly a
 * loss. */
static int weigh_card(const struct pillars_board *board, uint8_t seat, uint8_t card)
{
    struct pillars_board after = *board;
    int worth = 0;
    trick_add(&after.trick, card);
    uint8_t taker = pillars_taker(&after);
    for (unsigned i = 0; taker != PILLARS_NOBODY && i < after.trick.count; i++)
        worth += worth_of(after.trick.cards[i], taker);
    int gain = taker == seat ? 2 * worth : -worth;
    int left = board->players - after.trick.count;
    int kept = pillars_is_craftsman(card) && pillars_craftsman_seat(card) != seat ? 0 : 1;
    return MIDDLE + 6 * gain / (1 + left) - kept * worth_of(card, seat);
}

static int weigh_move(const struct pillars_board *board, uint8_t seat,
                      const struct pillars_move *move)
{
    static const uint8_t needed[PILLARS_MATERIALS] = {[PILLARS_METAL] = 8,
                                                      [PILLARS_STONE_MATERIAL] = 4,
                                                      [PILLARS_WOOD_MATERIAL] = 3,
                                                      [PILLARS_SAND_MATERIAL] = 2};
    switch (move->action) {
    case PILLARS_PLAY:
        return weigh_card(board, seat, move->what);
    case PILLARS_CONVERT:
        return MIDDLE * (1 + pillars_yields[move->what][move->material]) - needed[move->material];
    case PILLARS_DROP:
        return MIDDLE - 4 * needed[move->material];
    case PILLARS_TOM_GIVES:
        return MIDDLE + needed[move->material];
    default:
        return board->evaluation.last ? 1 : MIDDLE;
    }
}

static void weigh(const struct game_state *opaque, uint8_t seat, const game_move *moves,
                  size_t count, uint16_t *weights)
{
    const struct pillars_state *state = OWN(pillars, opaque);
    for (size_t i = 0; i < count; i++) {
        struct pillars_move move;
        pillars_move_unpack(moves[i], &move);
        int weight = weigh_move(&state->board, seat, &move);
        weights[i] = (uint16_t)(weight < 1 ? 1 : weight);
    }
}

/* Evaluates points, advantage cards and the materials in stock. */
static void estimate(const struct game_state *opaque, int32_t points[GAME_SEATS_MAX])
{
    const struct pillars_board *board = &OWN(pillars, opaque)->board;
    for (uint8_t seat = 0; seat < board->players; seat++) {
        points[seat] = 2 * board->scores[seat];
        if (board->step != PILLARS_END)
            points[seat] += (int32_t)(2 * pillars_stock(board, seat) +
                                      2 * card_set_count(board->advantages[seat]));
    }
}

const struct game_advice pillars_advice = {.weigh = weigh, .estimate = estimate, .scale = 16};
