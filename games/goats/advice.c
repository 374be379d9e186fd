/* Advice (games/advice.h): take tricks while there is room below the limit, and avoid them when
 * there is none.
 *
 * Measured: no gain of the weights in the search is shown; one of four wins 23 % (+- 4) among
 * searches that have the estimate alone (tests/bench: bench_advice goats 4 400 300 weigh). They are
 * for the easy player.
 */
#include "games/advice.h"
#include "games/goats/goats.h"

enum {
    CERTAIN = 256,   /* as a chance */
    USUAL_STEP = 4,  /* roughly what a hill card adds to the limit */
    USUAL_HEADS = 2, /* roughly, on a card still to be played */
    MIDDLE = 64      /* weight of a card that changes nothing */
};

/* How many heads the seat can still take. */
static int room_of(const struct goats_state *state, uint8_t seat)
{
    const struct goats_hill *hill = &state->board.hill;
    int limit = (int)goats_hill_sum(hill) + (GOATS_HILL_STEPS - hill->built) * USUAL_STEP;
    return limit - state->heads[seat];
}

/* The chance that a card takes the trick if the later cards are random. */
static int chance_to_take(const struct goats_board *board, uint8_t card)
{
    int chance = CERTAIN;
    for (unsigned i = 0; i < board->trick.count; i++)
        if (board->trick.cards[i] > card)
            return 0;
    for (unsigned left = board->trick.count + 1u; left < board->players; left++)
        chance = chance * card / GOATS_CARDS;
    return chance;
}

static int heads_of_trick(const struct goats_board *board, uint8_t card)
{
    int heads = goats_heads(card);
    for (unsigned i = 0; i < board->trick.count; i++)
        heads += goats_heads(board->trick.cards[i]);
    return heads + (board->players - board->trick.count - 1) * USUAL_HEADS;
}

static uint16_t weigh_card(const struct goats_state *state, uint8_t seat, uint8_t card)
{
    const struct goats_board *board = &state->board;
    int heads = heads_of_trick(board, card), room = room_of(state, seat);
    int gain = heads <= room ? heads : 2 * (room > 0 ? room - heads : -heads);
    int weight = MIDDLE + gain * 8 * chance_to_take(board, card) / CERTAIN;
    return (uint16_t)(weight < 1 ? 1 : weight);
}

/* A seat that has taken more than most wants a high hill, another one a low hill. */
static uint16_t weigh_hill(const struct goats_state *state, uint8_t seat, uint8_t number)
{
    int more = 0;
    for (uint8_t other = 0; other < state->board.players; other++)
        more += other != seat && state->heads[seat] > state->heads[other];
    bool wants_high = 2 * more >= state->board.players || room_of(state, seat) < USUAL_STEP;
    return (uint16_t)(MIDDLE + (wants_high ? number : -number) * 6);
}

static void weigh(const struct game_state *opaque, uint8_t seat, const game_move *moves,
                  size_t count, uint16_t *weights)
{
    const struct goats_state *state = OWN(goats, opaque);
    for (size_t i = 0; i < count; i++) {
        struct goats_move move;
        goats_move_unpack(moves[i], &move);
        weights[i] =
            move.hill ? weigh_hill(state, seat, move.number) : weigh_card(state, seat, move.number);
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

const struct game_advice goats_advice = {.weigh = weigh, .estimate = estimate, .scale = 6};
