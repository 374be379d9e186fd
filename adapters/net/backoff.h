/* The pause before the next try after a failure. Pure. */
#ifndef BELFRY_ADAPTERS_NET_BACKOFF_H
#define BELFRY_ADAPTERS_NET_BACKOFF_H

#include <stdint.h>

enum { BACKOFF_JITTER_PERCENT = 20 };

/* Maps any random number evenly to 0 … `most`, both included. */
int64_t backoff_spread(uint32_t random, int64_t most);

/* Returns the pause without jitter, in any unit: `least` after the first failure, doubled after
 * each further one, at most `most`. `failures` counts from 1; 0 counts as 1. */
int64_t backoff_middle(unsigned failures, int64_t least, int64_t most);

/* The same with jitter in both directions. */
int64_t backoff_pause(unsigned failures, int64_t least, int64_t most, uint32_t random);

#endif
