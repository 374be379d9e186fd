/* The lesson of Njet!: all moves.
 *
 * The worths that stand come from one FILE of 13,823 choices with 3,000 iterations, in games of
 * four and, one of four, of three; the search drew by the rules of thumb (games/njet/advice.c). Of
 * the choices that were kept back 52 % were the likeliest. */
#include "games/njet/traits.h"
#include "tests/bench/learn.h"

_Static_assert((int)NJET_TRAITS <= (int)LEARN_TRAITS_MAX, "all are learned");

static void find(const struct game_state *opaque, uint8_t seat, const int16_t *worths,
                 const game_move *moves, size_t count, struct traits *found)
{
    struct njet_plan plan;
    (void)worths;
    njet_plan(OWN(njet, opaque), seat, &plan);
    for (size_t i = 0; i < count; i++)
        njet_find_traits(&plan, moves[i], &found[i]);
}

static const struct learn_row rows[] = {
#define ROW(name, count) {#name, TRAIT_##name, count},
    NJET_TRAIT_ROWS(ROW)
#undef ROW
};

const struct learn_lesson learn_njet = {.game = &njet_game,
                                        .header = "games/njet/traits.h",
                                        .table = "njet_worths[NJET_TRAITS]",
                                        .rows = rows,
                                        .row_count = sizeof rows / sizeof *rows,
                                        .players = {4, 4, 4, 3},
                                        .traits = NJET_TRAITS,
                                        .find = find};
