/* The lesson of Campanile: Intermezzo, with two players.
 *
 * The worths that stand come from one FILE of 15,646 choices of seats with 3,000 iterations:
 * in the first three quarters the search drew by the rules of thumb that more players still have,
 * in the rest by the worths of these. */
#include "games/campanile_intermezzo/traits.h"
#include "tests/bench/learn.h"

_Static_assert((int)INTERMEZZO_TRAITS <= (int)LEARN_TRAITS_MAX, "all are learned");

static void find(const struct game_state *opaque, uint8_t seat, const int16_t *worths,
                 const game_move *moves, size_t count, struct traits *found)
{
    const struct intermezzo_state *state = OWN(intermezzo, opaque);
    struct intermezzo_plan plan;
    (void)worths;
    intermezzo_plan(&state->board, state->hands[seat], &plan);
    for (size_t i = 0; i < count; i++)
        intermezzo_find_traits(&plan, moves[i], &found[i]);
}

static const struct learn_row rows[] = {
#define ROW(name, count) {#name, TRAIT_##name, count},
    INTERMEZZO_TRAIT_ROWS(ROW)
#undef ROW
};

const struct learn_lesson learn_intermezzo = {.game = &campanile_intermezzo_game,
                                              .header = "games/campanile_intermezzo/traits.h",
                                              .table = "intermezzo_worths[INTERMEZZO_TRAITS]",
                                              .rows = rows,
                                              .row_count = sizeof rows / sizeof *rows,
                                              .players = {2, 2, 2, 2},
                                              .traits = INTERMEZZO_TRAITS,
                                              .find = find};
