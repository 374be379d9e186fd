/* The pause before another try of what just failed. Pure. */
#ifndef BELFRY_ADAPTERS_NET_BACKOFF_H
#define BELFRY_ADAPTERS_NET_BACKOFF_H

#include <stdint.h>

enum { BACKOFF_JITTER_PERCENT = 20 };

/* `random`, any random number, spread evenly over 0 to `most`, both included. */
int64_t backoff_spread(uint32_t random, int64_t most);

/* Without jitter: `least` after the first failure, doubled with each up to `most`. `failures`
 * counts from 1; 0 counts as 1. Any unit. */
int64_t backoff_middle(unsigned failures, int64_t least, int64_t most);

/* The same with the jitter either way. */
int64_t backoff_pause(unsigned failures, int64_t least, int64_t most, uint32_t random);

#endif
