/* En Garde's last cards against the exact solution, for tests/bench/strength.
 *
 *     bench_endings en-garde 2 POSITIONS SEED WHO           WHO: see tests/bench/contest.h
 *
 * The positions are dealt at random (tests/unit/endgame.h), those where every move is worth the
 * same left out. A hit is a move of the best value; the amount is what the move loses, as a part of
 * the round. Prints one line of JSON. */
#include <stdio.h>

#include "tests/bench/contest.h"
#include "tests/unit/endgame.h"

static const double as_good = 1e-9;

int main(int argc, char **argv)
{
    struct contest contest;
    struct tally tally = {0};
    contest_open(&contest, argc, argv, 1);
    if (contest.game != &en_garde_game) {
        fprintf(stderr, "only en-garde has endings\n");
        return 2;
    }
    struct rng rng = rng_from_key(contest.seed), keys = rng_for_index(contest.seed, 1);
    while (tally.trials < contest.count) {
        struct en_garde_state state;
        struct endgame endgame;
        union game_view_block view;
        endgame_deal(&state, &rng);
        endgame_solve(&state, &endgame);
        double best = endgame_best(&endgame);
        if (best - endgame_worst(&endgame) < as_good)
            continue;
        const struct player_question question =
            contest_question(&contest, (struct game_state *)(void *)&state, &keys, &view);
        double lost = best - endgame_value(&endgame, contest_choose(&contest, 0, &question));
        tally_add(&tally, lost < as_good, lost);
    }
    tally_print(&tally, &contest);
    contest_close(&contest);
    return 0;
}
