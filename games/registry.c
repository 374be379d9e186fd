#include "games/en_garde/en_garde.h"
#include "games/game.h"

const struct game *const game_registry[] = {
    &en_garde_game,
    NULL,
};
