/* Advice (games/advice.h): build castles up from small pawns, and use few bases. Positions are
 * evaluated in quarters of a point. */
#include "games/advice.h"
#include "games/castellers/castellers.h"

enum { MIDDLE = 64, POINT = 4, LOW_VALUE = 3, WIDE_ENOUGH = 3, FULL_RESERVE = 8 };

/* -- What a position is worth ---------------------------------------------------------------- */

/* The value of a castle that is not valid yet. Its pawns count in full if the column can go on. */
static int promise_of(const struct castellers_castle *castle)
{
    int promise = 0;
    for (unsigned column = 0; column < castle->width; column++) {
        unsigned height = castellers_column_height(&castle->columns[column]);
        bool goes_on = height > 1 || castellers_value(castellers_top(castle, column)) <= LOW_VALUE;
        promise += (int)height * (goes_on ? POINT - 1 : 1);
    }
    return promise;
}

static void estimate(const struct game_state *opaque, int32_t points[GAME_SEATS_MAX])
{
    const struct castellers_board *board = &OWN(castellers, opaque)->board;
    struct castellers_score scores[CASTELLERS_SEATS];
    castellers_scores(board, scores);
    for (uint8_t seat = 0; seat < board->players; seat++)
        points[seat] = POINT * castellers_total(&scores[seat]);
    if (board->step == CASTELLERS_END)
        return;
    for (unsigned i = 0; i < board->castle_count; i++)
        if (!castellers_is_valid(&board->castles[i]))
            points[board->castles[i].owner] += promise_of(&board->castles[i]);
    for (uint8_t seat = 0; seat < board->players; seat++)
        points[seat] += (int32_t)castellers_reserve_size(board, seat) * 2;
}

/* -- Moves ----------------------------------------------------------------------------------- */

static int weigh_building(const struct castellers_board *board, const struct castellers_move *move)
{
    int value = (int)castellers_value(move->pawn);
    int white = castellers_colour(move->pawn) == CASTELLERS_WHITE;
    if (move->number == 0)
        return value < LOW_VALUE ? MIDDLE - 8 * value : 8 - value;
    const struct castellers_castle *castle = castellers_find(board, board->mover, move->number);
    if (move->target == CASTELLERS_CODES)
        return castle->width < WIDE_ENOUGH && value <= LOW_VALUE ? 2 * MIDDLE - 16 * value : 4;
    int gap = value - (int)castellers_value(move->target);
    return 5 * MIDDLE - 32 * gap + 8 * value - 8 * white;
}

static int weigh_move(const struct castellers_board *board, const struct castellers_move *move,
                      unsigned reserve)
{
    struct castellers_move building = *move;
    switch (move->word) {
    case CASTELLERS_RAISING:
        return weigh_building(board, move);
    case CASTELLERS_PLACING:
        building.pawn = board->swapped;
        return weigh_building(board, &building);
    case CASTELLERS_RECRUITING:
        return reserve < FULL_RESERVE ? 2 * MIDDLE : MIDDLE / 2;
    case CASTELLERS_GIVING:
        return 4 + 8 * (int)castellers_value(move->pawn);
    case CASTELLERS_DONE_GIVING:
        return 8 * MIDDLE;
    case CASTELLERS_SWAPPING:
        return 2 + (int)castellers_value(move->pawn) / 4;
    case CASTELLERS_PASSING:
        return 1;
    default:
        return MIDDLE;
    }
}

static void weigh(const struct game_state *opaque, uint8_t seat, const game_move *moves,
                  size_t count, uint16_t *weights)
{
    const struct castellers_board *board = &OWN(castellers, opaque)->board;
    unsigned reserve = castellers_reserve_size(board, seat);
    for (size_t i = 0; i < count; i++) {
        struct castellers_move move;
        castellers_move_unpack(moves[i], &move);
        int weight = weigh_move(board, &move, reserve);
        weights[i] = (uint16_t)(weight < 1 ? 1 : weight);
    }
}

const struct game_advice castellers_advice = {
    .weigh = weigh, .estimate = estimate, .scale = 4 * POINT, .horizon = 16};
