/* A player that chooses every legal move with the same probability. It draws from a stream of its
 * own, never from the game's generator: the same seed gives the same moves, and the moves reveal
 * nothing about the shuffle. */
#ifndef BELFRY_BOT_PLAYERS_RANDOM_PLAYER_H
#define BELFRY_BOT_PLAYERS_RANDOM_PLAYER_H

#include "games/game.h"

struct random_player {
    struct rng_stream stream;
};

/* The player for a game whose generator began as `rng`. */
struct random_player random_player_for(const struct rng *rng);
/* One of `count` legal moves, count > 0. */
game_move random_player_choose(struct random_player *player, const game_move *legal, size_t count);

#endif
