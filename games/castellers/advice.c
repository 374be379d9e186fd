/* Advice (games/advice.h). A move weighs as much as the search is likely to make a move with its
 * traits (traits.h), which was learned from games. Positions are evaluated in quarters of a point.
 *
 * Measured with two players, everything else equal, against the rules of thumb that came before
 * (tests/bench/reference/castellers.c): the weights win .82 +- .04 of 400 games without a search
 * and .66 +- .12 of 60 with 200 iterations. With the older weights, playouts of 40 moves win
 * .74 +- .13 of 40 games against playouts of 16; whole games win no more and take twice the time.
 */
#include <limits.h>

#include "games/advice.h"
#include "games/castellers/traits.h"

enum { POINT = 4, LOW_VALUE = 3 };

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

/* The most likely move has the largest weight; one that is so much worth less has
 * 2^(-difference / 16) of it. */
static uint16_t weight_below(int difference)
{
    static const uint16_t powers[CASTELLERS_WORTH_DOUBLES] = {4096, 3922, 3756, 3597, 3444, 3298,
                                                              3158, 3025, 2896, 2774, 2656, 2543,
                                                              2435, 2332, 2233, 2139};
    int halvings = difference / CASTELLERS_WORTH_DOUBLES;
    int weight = halvings < 16 ? powers[difference % CASTELLERS_WORTH_DOUBLES] >> halvings : 0;
    return (uint16_t)(weight > 0 ? weight : 1);
}

static void weigh(const struct game_state *opaque, uint8_t seat, const game_move *moves,
                  size_t count, uint16_t *weights)
{
    (void)seat;
    struct castellers_plan plan;
    struct castellers_traits traits;
    int worths[GAME_LEGAL_MAX], most = INT_MIN;
    castellers_plan(&OWN(castellers, opaque)->board, castellers_worths, &plan);
    for (size_t i = 0; i < count; i++) {
        worths[i] = castellers_find_traits(&plan, moves[i], &traits);
        most = worths[i] > most ? worths[i] : most;
    }
    for (size_t i = 0; i < count; i++)
        weights[i] = weight_below(most - worths[i]);
}

const struct game_advice castellers_advice = {
    .weigh = weigh, .estimate = estimate, .scale = 4 * POINT, .horizon = 40};
