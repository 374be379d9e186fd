/* Whether a move has revealed hidden information.
 *
 * The test works without knowing the game. For each viewer, the mover and the spectator included,
 * everything that this viewer did not know before the move is drawn anew many times (`redeal` of
 * their view from before), and the same move is made in each of these worlds. If the viewer always
 * sees there what they really see, they have learned the move and nothing else: the move is public
 * anyway, or it was hidden from them. If they see something else in any world, their view depends
 * on what was hidden from them: the move revealed it. Worlds in which the mover could not have made
 * the move are skipped: the move itself tells that it was possible.
 *
 * Drawing worlds could miss something that is very likely. So cards that came into a hand are
 * reason enough by themselves, and a viewer for whom no world fits counts as having learned
 * something. The same move always gets the same answer.
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
/* Whether the move showed this viewer, who is not the mover, what the mover had: there are worlds
 * that the viewer held for possible in which it could not have been made. */
bool revealing_hand(const struct made_in_state *made, uint8_t viewer);

#endif
