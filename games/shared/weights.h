/* Weights for a game's advice (games/advice.h), from what each move gains.
 *
 * They grow exponentially: of two moves the better one is drawn more often in the same proportion,
 * whatever other moves there are.
 */
#ifndef BELFRY_GAMES_SHARED_WEIGHTS_H
#define BELFRY_GAMES_SHARED_WEIGHTS_H

#include <stdint.h>

enum { WEIGHT_STEPS = 16, WEIGHT_LOST = 5 * WEIGHT_STEPS, WEIGHT_WON = 7 * WEIGHT_STEPS };

/* Doubles with every WEIGHT_STEPS of gain: from 1 for WEIGHT_LOST or more lost, over 32 for no
 * gain, to almost 4096 for WEIGHT_WON or more gained. */
static inline uint16_t weight_of_gain(int gain)
{
    unsigned steps = gain <= -WEIGHT_LOST ? 0
                     : gain >= WEIGHT_WON ? WEIGHT_LOST + WEIGHT_WON - 1
                                          : (unsigned)(WEIGHT_LOST + gain);
    return (uint16_t)(((WEIGHT_STEPS + steps % WEIGHT_STEPS) << steps / WEIGHT_STEPS) /
                      WEIGHT_STEPS);
}

#endif
