/* A position of En Garde that a player must not let slip, whatever they search with. */
#ifndef BELFRY_TESTS_LAST_TOUCH_H
#define BELFRY_TESTS_LAST_TOUCH_H

#include <string.h>

#include "games/en_garde/en_garde.h"

/* Seat 1 holds 1 4 4 5 5 at distance 5, it is 4 : 1 and the pile has four cards. One 5 has not been
 * seen: an attack with two of them can't be parried and wins the game. */
static inline void set_last_touch(struct en_garde_state *duel)
{
    duel->board.mover = 0;
    duel->board.touches[0] = 4;
    duel->board.touches[1] = 1;
    duel->board.space[0] = 9;
    duel->board.space[1] = 14;
    duel->board.pile_left = 4;
    memcpy(duel->hands[0], (uint8_t[]){0, 1, 0, 0, 2, 2}, sizeof duel->hands[0]);
    memcpy(duel->hands[1], (uint8_t[]){0, 1, 1, 1, 1, 1}, sizeof duel->hands[1]);
    memcpy(duel->played, (uint8_t[]){0, 2, 3, 3, 1, 2}, sizeof duel->played);
    memcpy(duel->pile + EN_GARDE_PILE - 4, (uint8_t[]){1, 2, 3, 4}, 4);
}

#endif
