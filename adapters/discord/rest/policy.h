/* What becomes of a request after one try. Pure. */
#ifndef BELFRY_ADAPTERS_DISCORD_REST_POLICY_H
#define BELFRY_ADAPTERS_DISCORD_REST_POLICY_H

#include <stdbool.h>
#include <stdint.h>

#include "adapters/discord/rest/facts.h"
#include "adapters/discord/rest/rest.h"

enum rest_arrival {
    REST_ANSWERED,
    REST_UNANSWERED, /* it may have arrived */
    REST_UNSENT      /* no connection: it did not arrive */
};

struct rest_try {
    enum rest_route route;
    bool guarded;  /* by a nonce, or it may happen twice */
    int64_t tries; /* this one included, without those that ended in 429 */
    enum rest_arrival arrival;
};

struct rest_verdict {
    bool repeat;
    bool counts;               /* among the tries */
    int64_t pause;             /* ms before it is repeated */
    enum rest_outcome outcome; /* when it is not repeated */
};

/* `facts` is read for REST_ANSWERED alone; `random` is any random number. */
struct rest_verdict rest_policy(const struct rest_settings *settings, const struct rest_try *try,
                                const struct rest_facts *facts, uint32_t random);

#endif
