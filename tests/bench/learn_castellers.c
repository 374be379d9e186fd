/* The lesson of Castellers.
 *
 * The worths that stand come from one FILE of 45,386 choices from 300 games, with 500 iterations
 * and the keys 21, 22 and 23, 100 games each. The search drew by worths of an earlier round and
 * valued positions by hopes (games/castellers/hopes.h) that had been learned with these. More
 * rounds gained nothing: .50 (+- .10) of 100 games of two with 120 games more at 700 iterations,
 * .38 (+- .12) of 60 with 100 more at 500. After each round the hopes have to be learned again
 * (learn_hopes.c). */
#include "games/castellers/traits.h"
#include "tests/bench/learn.h"

_Static_assert((int)CASTELLERS_TRAITS <= (int)LEARN_TRAITS_MAX, "all are learned");

static void find(const struct game_state *opaque, uint8_t seat, const int16_t *worths,
                 const game_move *moves, size_t count, struct traits *found)
{
    struct castellers_plan plan;
    (void)seat;
    castellers_plan(&OWN(castellers, opaque)->board, worths, &plan);
    for (size_t i = 0; i < count; i++)
        castellers_find_traits(&plan, moves[i], &found[i]);
}

static const struct learn_row rows[] = {
#define ROW(name, count) {#name, TRAIT_##name, count},
    CASTELLERS_TRAIT_ROWS(ROW)
#undef ROW
};

const struct learn_lesson learn_castellers = {.game = &castellers_game,
                                              .header = "games/castellers/traits.h",
                                              .table = "castellers_worths[CASTELLERS_TRAITS]",
                                              .rows = rows,
                                              .row_count = sizeof rows / sizeof *rows,
                                              .players = {2, 3, 2, 4},
                                              .traits = CASTELLERS_TRAITS,
                                              .find = find};
