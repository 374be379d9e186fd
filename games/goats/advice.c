/* Advice (games/advice.h): come as near to the limit as you can, and never above it; leave to
 * rivals what they have no room for; keep the cards that decide tricks.
 *
 * Measured: one of four wins 29 % (+- 4) among searches with the advice of before (tests/bench:
 * bench_advice goats 4 600 200 reference). The gain is in the playouts; easy seats don't play
 * better.
 */
#include "games/goats/goats.h"
#include "games/shared/weights.h"

enum {
    CERTAIN = 256,   /* as a chance */
    USUAL_HEADS = 2, /* roughly: on a card still to be played, and what a trick brings a seat */
    BEST_STANDING = 40,
    DOUBLING = 4, /* the gain that doubles a weight, */
    REACH = 5     /* so often, up and down */
};

/* -- How a seat stands ------------------------------------------------------------------------- */

/* The limit, with hill cards still to come at the mean of their numbers. */
static int limit_of(const struct goats_hill *hill)
{
    return (int)goats_hill_sum(hill) + (GOATS_HILL_STEPS - hill->built) * 9 / 2;
}

/* How good it is to have room for so many heads, with so many tricks to come, from 0 to
 * BEST_STANDING: the best room is what these tricks usually bring. */
static int standing(const struct goats_hill *hill, int room, int tricks)
{
    int spare = room - USUAL_HEADS * tricks, lost = 2 * spare;
    if (room < 0)
        lost = hill->built == GOATS_HILL_STEPS ? BEST_STANDING : 5 * tricks - 6 * room;
    else if (spare < 0)
        lost = -5 * spare / USUAL_HEADS;
    return lost < BEST_STANDING ? BEST_STANDING - lost : 0;
}

/* -- Cards ------------------------------------------------------------------------------------- */

/* What is the same for all cards of a seat. */
struct outlook {
    const struct goats_board *board;
    card_set unseen;       /* by the seat */
    int tricks;            /* after this one */
    int heads;             /* in the trick so far, and usually on the cards after the seat's */
    uint8_t highest;       /* card of the trick; 0: none yet */
    int room, rivals_room; /* the seat's, and that of the seat with the highest card */
    int own, rivals;       /* how they stand without this trick */
};

static struct outlook open_outlook(const struct goats_state *state, uint8_t seat)
{
    const struct goats_board *board = &state->board;
    const struct trick *trick = &board->trick;
    int limit = limit_of(&board->hill);
    struct outlook outlook = {.board = board, .tricks = GOATS_TRICKS - board->trick_number};
    outlook.unseen = ((CARD_BIT(GOATS_CARDS) - 1) << 1) & ~state->played & ~state->hands[seat];
    outlook.room = limit - state->heads[seat];
    outlook.own = standing(&board->hill, outlook.room, outlook.tricks);
    outlook.heads = (board->players - trick->count - 1) * USUAL_HEADS;
    for (unsigned i = 0; i < trick->count; i++)
        outlook.heads += goats_heads(trick->cards[i]);
    if (trick->count > 0) {
        uint8_t position = goats_trick_highest(trick);
        outlook.highest = trick->cards[position];
        outlook.rivals_room = limit - state->heads[trick_seat(trick, board->players, position)];
        outlook.rivals = standing(&board->hill, outlook.rivals_room, outlook.tricks);
    }
    return outlook;
}

/* The chance that a card takes the trick if the later cards are drawn from those not seen. */
static int chance_to_take(const struct outlook *outlook, uint8_t card)
{
    int unseen = (int)card_set_count(outlook->unseen);
    int lower = (int)card_set_count(outlook->unseen & (CARD_BIT(card) - 1));
    int chance = card > outlook->highest ? CERTAIN : 0;
    int left = outlook->board->players - outlook->board->trick.count - 1;
    for (; left > 0 && chance > 0; left--)
        chance = chance * lower / unseen;
    return chance;
}

/* How far a card is from the middle ones: low and high cards decide tricks and are kept for later.
 */
static int control_of(uint8_t card)
{
    return card > GOATS_CARDS / 2 ? card - GOATS_CARDS / 2 : GOATS_CARDS / 2 - card;
}

/* The seat gains by heads that it has room for, and less by those that a rival has no room for. */
static uint16_t weigh_card(const struct outlook *outlook, uint8_t card)
{
    const struct goats_hill *hill = &outlook->board->hill;
    int chance = chance_to_take(outlook, card), heads = outlook->heads + goats_heads(card);
    int taken = standing(hill, outlook->room - heads, outlook->tricks) - outlook->own, left = 0;
    if (outlook->highest > 0)
        left = outlook->rivals - standing(hill, outlook->rivals_room - heads, outlook->tricks);
    int gain = taken * chance + left * (CERTAIN - chance) * 3 / 4;
    int kept = outlook->tricks > 0 ? control_of(card) / 12 : 0;
    return weight_of_gain(gain / CERTAIN - kept, DOUBLING, REACH);
}

/* -- The hill ---------------------------------------------------------------------------------- */

/* How the seat stands among the others if this number is chosen. */
static uint16_t weigh_hill(const struct goats_state *state, uint8_t seat, uint8_t number)
{
    const struct goats_board *board = &state->board;
    struct goats_hill hill = board->hill;
    int others = 0, rivals = 0, tricks = GOATS_TRICKS - board->trick_number;
    hill.numbers[hill.built++] = number;
    int limit = limit_of(&hill), own = standing(&hill, limit - state->heads[seat], tricks);
    for (uint8_t other = 0; other < board->players; other++) {
        if (other == seat)
            continue;
        others += standing(&hill, limit - state->heads[other], tricks);
        rivals++;
    }
    return weight_of_gain(rivals > 0 ? 2 * (own - others / rivals) : 0, DOUBLING, REACH);
}

static void weigh(const struct game_state *opaque, uint8_t seat, const game_move *moves,
                  size_t count, uint16_t *weights)
{
    const struct goats_state *state = OWN(goats, opaque);
    struct outlook outlook = open_outlook(state, seat);
    for (size_t i = 0; i < count; i++) {
        struct goats_move move;
        goats_move_unpack(moves[i], &move);
        weights[i] =
            move.hill ? weigh_hill(state, seat, move.number) : weigh_card(&outlook, move.number);
    }
}

/* Heads above the limit are worth nothing. */
static void estimate(const struct game_state *opaque, int32_t points[GAME_SEATS_MAX])
{
    const struct goats_state *state = OWN(goats, opaque);
    const struct goats_board *board = &state->board;
    int limit = (int)goats_hill_sum(&board->scoring.hill);
    for (uint8_t seat = 0; seat < board->players; seat++) {
        points[seat] = board->scores[seat];
        if (!board->series && points[seat] > limit)
            points[seat] = 0;
    }
}

const struct game_advice goats_advice = {
    .weigh = weigh, .estimate = estimate, .scale = 6, .normal_iterations = 50};
