/* Advice (games/advice.h). A move weighs as much as the search is likely to make a move with its
 * traits (traits.h), and a position is worth what its hopes are worth (hopes.h). Both were learned
 * from games.
 *
 * A game takes some 130 moves. A playout of all that are left says little more than the score of a
 * lottery, so it ends after about three turns of each of two players; 14 or 40 moves instead of 24
 * win .44 and .40 (+- .12) of 60 games of two.
 *
 * Measured at 20 ms a move among searches without the evaluation, whose playouts go on to the end:
 * .89 (+- .10) of 40 games of two, .64 (+- .13) of 48 of three, .49 (+- .13) of 48 of four. The
 * weights alone win .82 (+- .04) of 400 games of two against the rules of thumb
 * (tests/bench/reference/castellers.c), without a search.
 */
#include "games/advice.h"
#include "games/castellers/hopes.h"
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

static void estimate(const struct game_state *opaque, int32_t points[GAME_SEATS_MAX])
{
    const struct castellers_board *board = &OWN(castellers, opaque)->board;
    struct castellers_score scores[CASTELLERS_SEATS];
    castellers_scores(board, scores);
    const int16_t *worths =
        castellers_hope_worths[board->players - 2][castellers_stage(board, scores)];
    for (uint8_t seat = 0; seat < board->players; seat++) {
        int hopes[CASTELLERS_HOPES];
        points[seat] = CASTELLERS_HOPE_UNIT * castellers_total(&scores[seat]);
        if (board->step == CASTELLERS_END)
            continue;
        castellers_find_hopes(board, seat, &scores[seat], hopes);
        points[seat] = 0;
        for (unsigned hope = 0; hope < CASTELLERS_HOPES; hope++)
            points[seat] += worths[hope] * hopes[hope];
    }
}

const struct game_advice castellers_advice = {
    .weigh = weigh, .estimate = estimate, .scale = 9 * CASTELLERS_HOPE_UNIT / 2, .horizon = 24};
