#include "games/game.h"

#define GAME(folder) extern const struct game folder##_game;
#include "games/registry.def"
#undef GAME

const struct game *const game_registry[] = {
#define GAME(folder) &folder##_game,
#include "games/registry.def"
#undef GAME
    NULL,
};
