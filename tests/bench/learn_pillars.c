/* The lesson of Pillars: the cards that are played. What is sold, kept and dropped goes by rules of
 * thumb (games/pillars/advice.c).
 *
 * The worths that stand come from one FILE of 13,645 choices from 61 games: in the first 9,111 the
 * search drew by the rules of thumb, with 2,000 iterations; in the rest by the worths of these,
 * with 3,000. Of the cards among the latter, which the worths had not seen then, 48 % were the
 * likeliest, and 34 % by the rules of thumb. Another round, of 33,194 choices from 150 games with
 * 3,000 iterations, gained nothing: .35 (+- .07) of 180 games of three among searches with these.
 */
#include "games/pillars/traits.h"
#include "tests/bench/learn.h"

_Static_assert((int)PILLARS_TRAITS <= (int)LEARN_TRAITS_MAX, "all are learned");

static void find(const struct game_state *opaque, uint8_t seat, const int16_t *worths,
                 const game_move *moves, size_t count, struct traits *found)
{
    const struct pillars_state *state = OWN(pillars, opaque);
    struct pillars_plan plan;
    (void)worths;
    if (state->board.step == PILLARS_TRICKS)
        pillars_plan(state, seat, &plan);
    for (size_t i = 0; i < count; i++) {
        struct pillars_move move;
        pillars_move_unpack(moves[i], &move);
        found[i].count = 0;
        if (move.action == PILLARS_PLAY)
            pillars_find_traits(&plan, move.what, &found[i]);
    }
}

static const struct learn_row rows[] = {
#define ROW(name, count) {#name, TRAIT_##name, count},
    PILLARS_TRAIT_ROWS(ROW)
#undef ROW
};

const struct learn_lesson learn_pillars = {.game = &pillars_game,
                                           .header = "games/pillars/traits.h",
                                           .table = "pillars_worths[PILLARS_TRAITS]",
                                           .rows = rows,
                                           .row_count = sizeof rows / sizeof *rows,
                                           .players = {3, 4, 3, 3},
                                           .traits = PILLARS_TRAITS,
                                           .find = find};
