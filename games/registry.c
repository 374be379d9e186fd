#include "games/campanile/campanile.h"
#include "games/campanile_intermezzo/campanile_intermezzo.h"
#include "games/castellers/castellers.h"
#include "games/en_garde/en_garde.h"
#include "games/game.h"
#include "games/goats/goats.h"
#include "games/njet/njet.h"
#include "games/patrician/patrician.h"
#include "games/pillars/pillars.h"

/* One game a line. */
/* clang-format off */
const struct game *const game_registry[] = {
    &en_garde_game,
    &campanile_game,
    &campanile_intermezzo_game,
    &patrician_game,
    &goats_game,
    &njet_game,
    &castellers_game,
    &pillars_game,
    NULL,
};
/* clang-format on */
