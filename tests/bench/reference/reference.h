/* A yardstick of the benchmarks: the level `hard` as it was, frozen with the rules of thumb of that
 * time, so that what is gained since then can be measured. It is a copy on purpose: it must not
 * change when bot/players/ or a game's advice does. Only where a game's own interface changes is it
 * adapted. */
#ifndef BELFRY_TESTS_BENCH_REFERENCE_H
#define BELFRY_TESTS_BENCH_REFERENCE_H

#include "bot/players/player.h"

/* The rules of thumb. */
extern const struct game_advice reference_intermezzo, reference_castellers, reference_goats,
    reference_njet, reference_pillars;

/* Those of a game; NULL: it had none. */
const struct game_advice *reference_advice(const struct game *game);

enum { REFERENCE_ITERATIONS = 10000 };

struct reference;

size_t reference_size(void);
/* As player_choose. */
game_move reference_choose(struct reference *reference, const struct player_question *question);

#endif
