/* The lesson of Castellers.
 *
 * The worths that stand come from one FILE of 11,548 choices from 83 games, with 200 to 300
 * iterations: in the first half the search drew by rules of thumb
 * (tests/bench/reference/castellers.c), in the second by the worths of the first. A third round of
 * 20 games gained nothing: .49 (+- 5) of 400 games between seats at `easy`. */
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
