#include "bot/players/random_player.h"

struct random_player random_player_for(const struct rng *rng)
{
    /* Games of a series count from 0, so no game has this number. */
    return (struct random_player){rng_stream_from(rng_for_index(rng->key, UINT64_MAX))};
}

game_move random_player_choose(struct random_player *player, const game_move *legal, size_t count)
{
    return legal[rng_stream_below(&player->stream, (uint32_t)count)];
}
