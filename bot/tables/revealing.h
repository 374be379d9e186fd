/* Whether a move has brought something to light.
 *
 * It is found out without knowing the game. For each viewer, the mover and the spectator too,
 * everything that he did not know before the move is drawn anew many times (`redeal` of his view
 * from before), and the same move is made there. If he always sees then what he sees in truth, he
 * has learned the move and nothing else, and the move is public anyway or was hidden from him. If
 * he ever sees something else, what he sees hangs on what was hidden from him: it was revealed.
 * Worlds in which the mover could not have moved so are passed over: that he could is what the move
 * itself tells.
 *
 * Drawing could miss what is very likely; so cards that came into a hand are reason enough by
 * themselves, and a viewer for whom no world fits counts as one who has learned something. The
 * answer is the same each time it is asked for.
 */
#ifndef BELFRY_BOT_TABLES_REVEALING_H
#define BELFRY_BOT_TABLES_REVEALING_H

#include "games/game.h"

struct made_in_state {
    const struct game *game;
    uint8_t players, seat;
    game_move move;
    const struct game_state *before, *after;
};

bool revealing(const struct made_in_state *made);

#endif
