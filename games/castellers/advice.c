/* Advice (games/advice.h). A move weighs as much as the search is likely to make a move with its
 * traits (traits.h), which was learned from games. Playouts go on to the end of the game: what a
 * castle that is not valid yet is worth, they find out.
 *
 * Measured against the rules of thumb that came before (tests/bench/reference/castellers.c), with
 * as many iterations for both: the weights win .82 +- .04 of 400 games of two without a search, and
 * with playouts of 40 moves .89 +- .10 of 40 games of two with 500 iterations. But one of four wins
 * only .19 +- .13 of 32 games like that (300 iterations), and .47 +- .17 with whole games (100).
 */
#include "games/advice.h"
#include "games/castellers/traits.h"

static void weigh(const struct game_state *opaque, uint8_t seat, const game_move *moves,
                  size_t count, uint16_t *weights)
{
    (void)seat;
    struct castellers_plan plan;
    struct traits traits;
    int worths[GAME_LEGAL_MAX];
    castellers_plan(&OWN(castellers, opaque)->board, castellers_worths, &plan);
    for (size_t i = 0; i < count; i++)
        worths[i] = castellers_find_traits(&plan, moves[i], &traits);
    traits_weigh(worths, count, weights);
}

const struct game_advice castellers_advice = {.weigh = weigh, .scale = 4};
