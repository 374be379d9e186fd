/* Advice (games/advice.h). A move weighs as much as the search is likely to make a move with its
 * traits (traits.h), which was learned from games. Playouts go on to the end of the game: what a
 * castle that is not valid yet is worth, they find out.
 *
 * Measured against the rules of thumb that came before (tests/bench/reference/castellers.c), all
 * with the same number of iterations: the weights win .82 +- .04 of 400 games of two without a
 * search. Of 40 games of two with 500 iterations they win .89 +- .10 with playouts of 40 moves;
 * with those, one of four wins only .19 +- .13 of 32 games, with whole games .47 +- .17.
 */
#include <limits.h>

#include "games/advice.h"
#include "games/castellers/traits.h"

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

const struct game_advice castellers_advice = {.weigh = weigh, .scale = 4};
