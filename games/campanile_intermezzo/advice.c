/* Advice (games/advice.h). With two players a move weighs as much as the search is likely to make a
 * move with its traits (traits.h), which was learned from games.
 *
 * With more, and for the easy player: mark where the marker wins a place at a tower that will be
 * high, raise the towers where the seat is ahead past those where others are, at both scorings, and
 * take their cards (games/shared/towers_outlook.h).
 *
 * Measured: against the search without it it wins 74 % (+- 9) of two and 43 % (+- 9) of four
 * (tests/bench: bench_advice campanile-intermezzo 2 100 1000 weigh, bench_advice
 * campanile-intermezzo 4 120 300). */
#include "games/advice.h"
#include "games/campanile_intermezzo/traits.h"
#include "games/shared/towers_outlook.h"
#include "games/shared/weights.h"

enum {
    SHIFTED = 2, /* the value of a marker that is moved (rule 7) */
    STOREY_COST = TOWERS_STEP / 16,
    MARKER_COST = TOWERS_STEP / 10, /* times its value: a large one may win more elsewhere */
    TAKEN_PART = 2                  /* of what a tower gains by the card taken */
};

/* About, since Finito lies anywhere among the last cards. */
static unsigned turns_to_finito(const struct intermezzo_board *board)
{
    enum { MIDDLE = INTERMEZZO_FINITO_PLACES / 2 };
    return (unsigned)(board->deck_left > 2 * MIDDLE ? board->deck_left - MIDDLE
                                                    : board->deck_left / 2 + 1);
}

static struct towers_outlook look(const struct intermezzo_board *board, uint8_t seat)
{
    struct towers_outlook outlook = {.players = board->players,
                                     .seat = seat,
                                     .scorings = (uint8_t)(TOWERS_SCORINGS_MAX - board->scorings),
                                     .heights = board->heights,
                                     .majorities = board->markers};
    const unsigned turns[] = {turns_to_finito(board), intermezzo_takes_to_intermezzo(board)};
    towers_look(&outlook, turns);
    return outlook;
}

/* `storeys`: what they gain on the move's tower. */
static int gain_by(const struct towers_outlook *outlook, const struct intermezzo_board *board,
                   const struct intermezzo_move *move, const int storeys[TOWER_STOREYS_MAX])
{
    switch (move->action) {
    case INTERMEZZO_BUILD:
        return storeys[move->number - 1] - move->number * STOREY_COST;
    case INTERMEZZO_MARK:
        return towers_gain_by_token(outlook, move->tower, board->storeys) -
               board->storeys * MARKER_COST;
    case INTERMEZZO_SHIFT:
        return towers_gain_by_token(outlook, move->from, -SHIFTED) +
               towers_gain_by_token(outlook, move->tower, SHIFTED);
    case INTERMEZZO_TAKE:
        return storeys[TOWER_STOREYS_MAX - 1] / TAKEN_PART;
    default:
        return 0;
    }
}

static void weigh_for_two(const struct intermezzo_state *state, uint8_t seat,
                          const game_move *moves, size_t count, uint16_t *weights)
{
    struct intermezzo_plan plan;
    intermezzo_plan(&state->board, state->hands[seat], &plan);
    for (size_t i = 0; i < count; i++) {
        struct traits traits;
        intermezzo_find_traits(&plan, moves[i], &traits);
        weights[i] = traits_worth_kept(traits_worth(&traits, intermezzo_worths));
    }
    traits_weigh(weights, count);
}

static void weigh_by_thumb(const struct game_state *state, uint8_t seat, const game_move *moves,
                           size_t count, uint16_t *weights)
{
    const struct intermezzo_board *board = &OWN(intermezzo, state)->board;
    const struct towers_outlook outlook = look(board, seat);
    int storeys[TOWER_STOREYS_MAX] = {0};
    unsigned tower = TOWERS; /* of `storeys` */
    for (size_t i = 0; i < count; i++) {
        struct intermezzo_move move;
        intermezzo_move_unpack(moves[i], &move);
        if (board->step != INTERMEZZO_MARK_STEP && move.tower != tower)
            towers_gain_by_storeys(&outlook, tower = move.tower, storeys);
        weights[i] =
            weight_of_gain(gain_by(&outlook, board, &move, storeys), TOWERS_STEP, TOWERS_REACH);
    }
}

static void weigh(const struct game_state *state, uint8_t seat, const game_move *moves,
                  size_t count, uint16_t *weights)
{
    const struct intermezzo_state *own = OWN(intermezzo, state);
    if (own->board.players == 2)
        weigh_for_two(own, seat, moves, count, weights);
    else
        weigh_by_thumb(state, seat, moves, count, weights);
}

const struct game_advice intermezzo_advice = {
    .weigh = weigh, .weigh_by_thumb = weigh_by_thumb, .scale = 5, .normal_iterations = 50};
