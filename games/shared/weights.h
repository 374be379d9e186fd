/* Weights for a game's advice (games/advice.h), from what each move gains.
 *
 * They grow exponentially: of two moves the better one is drawn more often in the same proportion,
 * whatever other moves there are.
 */
#ifndef BELFRY_GAMES_SHARED_WEIGHTS_H
#define BELFRY_GAMES_SHARED_WEIGHTS_H

#include "games/advice.h"

enum { WEIGHT_DOUBLINGS = 12 };
_Static_assert(ADVICE_WEIGHT_MAX == 1 << WEIGHT_DOUBLINGS, "weights use the whole range");

/* Doubles with every `doubling` of gain, up to ADVICE_WEIGHT_MAX for `reach` of them or more; as
 * far below no gain it ends too. `reach` is at most half of WEIGHT_DOUBLINGS. Linear in between. */
static inline uint16_t weight_of_gain(int gain, int doubling, int reach)
{
    const int most = reach * doubling, lowest = WEIGHT_DOUBLINGS - 2 * reach;
    int above = most + (gain < -most ? -most : gain > most ? most : gain);
    return (uint16_t)(((doubling + above % doubling) << (lowest + above / doubling)) / doubling);
}

#endif
