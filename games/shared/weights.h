/* Weights for a game's advice (games/advice.h), from what each move gains.
 *
 * They grow exponentially: of two moves the better one is drawn more often in the same proportion,
 * whatever other moves there are.
 */
#ifndef BELFRY_GAMES_SHARED_WEIGHTS_H
#define BELFRY_GAMES_SHARED_WEIGHTS_H

#include <stdint.h>

enum { WEIGHT_STEPS = 16, WEIGHT_DOUBLINGS = 4 };

/* Doubles with every WEIGHT_STEPS of gain, WEIGHT_DOUBLINGS times at most: from 16 over 256 for no
 * gain to almost 4096. */
static inline uint16_t weight_of_gain(int gain)
{
    const int most = WEIGHT_STEPS * WEIGHT_DOUBLINGS;
    unsigned steps = (unsigned)(most + (gain < -most ? -most : gain >= most ? most - 1 : gain));
    return (uint16_t)((WEIGHT_STEPS + steps % WEIGHT_STEPS) << steps / WEIGHT_STEPS);
}

#endif
