/* Weights for advice (games/advice.h) from utilities: what a move gains, in a unit of the game.
 *
 * A weight doubles with every four units, so a clearly better move is clearly preferred, and what
 * is equally bad stays equally rare.
 */
#ifndef BELFRY_GAMES_SHARED_WEIGHT_H
#define BELFRY_GAMES_SHARED_WEIGHT_H

#include "games/advice.h"

enum { WEIGHT_UNITS = 4, WEIGHT_UTILITY_MAX = 10 * WEIGHT_UNITS };

/* From 1 to ADVICE_WEIGHT_MAX. A utility of 20, in the middle, has a weight of 128. */
static inline uint16_t weight_of_utility(int utility)
{
    if (utility <= 0)
        return 1;
    if (utility >= WEIGHT_UTILITY_MAX)
        return ADVICE_WEIGHT_MAX;
    unsigned whole = (unsigned)utility / WEIGHT_UNITS, rest = (unsigned)utility % WEIGHT_UNITS;
    return (uint16_t)(((WEIGHT_UNITS + rest) << whole) / WEIGHT_UNITS);
}

#endif
