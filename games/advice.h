/* What a game may tell the players that the bot seats: rules of thumb, and what a position is
 * worth.
 *
 * All of it works on imagined states: what a player makes up (`redeal`) from his own view. Nothing
 * true is ever behind it, so it cannot give anything away; a rule of thumb still looks at nothing
 * but what the seat itself knows, since the rest of the state is a guess. Pure like the rules:
 * whole numbers only, so that the same seed plays the same game on every machine.
 */
#ifndef BELFRY_GAMES_ADVICE_H
#define BELFRY_GAMES_ADVICE_H

#include "games/game.h"

enum { ADVICE_WEIGHT_MAX = 4096 };

struct game_advice {
    /* How promising each of the seat's legal moves looks at first sight: from 1 to
     * ADVICE_WEIGHT_MAX. The easy player takes the largest; a playout takes a move with twice the
     * weight twice as often; a search looks at large ones first. */
    void (*weigh)(const struct game_state *state, uint8_t seat, const game_move *moves,
                  size_t count, uint16_t *weights);
    /* The points that each seat can hope for, in any unit, of a finished game those that it has;
     * NULL: the points as they stand. */
    void (*estimate)(const struct game_state *state, int32_t points[GAME_SEATS_MAX]);
    int32_t scale;    /* a lead, in that unit, that wins three games of four */
    uint16_t horizon; /* moves after which a playout is judged by the estimate; 0: none. A playout
                         always ends where new cards would be dealt */
};

#endif
