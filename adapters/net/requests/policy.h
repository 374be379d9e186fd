/* Decides about a request after a try: end it or repeat it. Pure. */
#ifndef BELFRY_ADAPTERS_NET_REQUESTS_POLICY_H
#define BELFRY_ADAPTERS_NET_REQUESTS_POLICY_H

#include <stdbool.h>
#include <stdint.h>

#include "adapters/net/requests/requests.h"

enum request_arrival {
    REQUEST_ANSWERED,
    REQUEST_UNANSWERED, /* it may have arrived */
    REQUEST_UNSENT,     /* no connection: it did not arrive */
    REQUEST_WITHHELD    /* it might not go out any more: that says nothing of the service */
};

struct request_try {
    bool harmless; /* doing it twice is harmless, or the service recognizes the second one */
    int64_t tries; /* including this one, without those that ended in 429 */
    enum request_arrival arrival;
};

struct request_verdict {
    bool repeat;
    bool counts;                  /* of the tries */
    int64_t pause;                /* ms before it is repeated */
    enum request_outcome outcome; /* if it is not repeated */
};

/* `facts` is read only for REQUEST_ANSWERED; `random` is any random number. */
struct request_verdict request_policy(const struct request_settings *settings,
                                      const struct request_try *try,
                                      const struct request_facts *facts, uint32_t random);

#endif
