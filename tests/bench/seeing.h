/* A yardstick of the benchmarks: the seeing search. It is `hard`, but every deal that it draws is
 * the true one, so it knows all hands and what comes next. How often it wins says how far a player
 * is from perfect knowledge.
 *
 * Only a benchmark can make one: the player still gets a view and a game, and it is the game whose
 * re-deal tells the truth. One game at a time, on one thread. */
#ifndef BELFRY_TESTS_BENCH_SEEING_H
#define BELFRY_TESTS_BENCH_SEEING_H

#include "bot/players/player.h"

/* The same game, to be played in its place: it notes the position that a view was last taken of. */
const struct game *seeing_watch(const struct game *game);
/* As player_choose, in the position that was noted. */
game_move seeing_choose(struct player *player, const struct player_question *question);

#endif
