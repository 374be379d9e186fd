/* A castle as the advice sees it. */
#ifndef BELFRY_GAMES_CASTELLERS_OUTLINE_H
#define BELFRY_GAMES_CASTELLERS_OUTLINE_H

#include "games/castellers/castellers.h"

struct castellers_outline {
    uint8_t pawns;
    uint8_t level; /* the lowest that is not complete, from 2 */
    bool valid;
    bool hopeful;   /* is valid or can become so */
    bool lacks_one; /* is not valid, but with one pawn more on that level */
};

struct castellers_outline castellers_outline_of(const struct castellers_castle *castle);
/* Whether a single column with a pawn of this value on top, on this level, is valid or can still
 * become so. */
bool castellers_reaches_four(unsigned value, unsigned level);

#endif
