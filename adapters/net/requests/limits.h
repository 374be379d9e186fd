/* When a request may go: the limits of a service, learned from its answers. Pure: time comes in (ms
 * of any one clock), nothing is sent here.
 *
 * A bucket is what the service counts together: the id that its answers name, for each key (what
 * the route is about, for example a channel). Until a route's id is known, the route itself stands
 * in for it. Two routes with the same id share their buckets. One request of each bucket is under
 * way at a time. So an unknown bucket is tried with one request, requests arrive in the order in
 * which they were made, and two things are enough to know about a bucket: whether one is under way,
 * and until when it is exhausted. A bucket for which neither holds is not kept.
 *
 * All requests but those that carry a token share the global limit, counted over any second. A 429
 * of scope global stops them all, one of another scope stops its bucket, and a service that is
 * blocked stops everything. Answers that the service counts as invalid are counted in minutes; when
 * there are too many in ten minutes, everything waits until the minutes have passed.
 */
#ifndef BELFRY_ADAPTERS_NET_REQUESTS_LIMITS_H
#define BELFRY_ADAPTERS_NET_REQUESTS_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adapters/net/requests/service.h"

enum { REQUEST_PER_SECOND_MAX = 256 };

/* Not before another request of the bucket is answered. */
#define REQUEST_NOT_YET INT64_MAX

struct request_limits;
struct request_bucket;

/* `service` must outlive the limits. `per_second` is from 1 to REQUEST_PER_SECOND_MAX; `blocked` is
 * the silence in ms after a blocked answer. */
struct request_limits *request_limits_new(const struct request_service *service, int64_t per_second,
                                          int64_t invalid_most, int64_t blocked);
void request_limits_free(struct request_limits *limits);

/* When the limits for all requests let the next one go; `now` or earlier means now. */
int64_t request_limits_gate(const struct request_limits *limits, bool carries_token, int64_t now);
/* The same for its bucket alone. */
int64_t request_limits_ready(const struct request_limits *limits, unsigned route, const char *key,
                             int64_t now);
/* A request goes now. Hand the result to request_limits_end, once. */
struct request_bucket *request_limits_begin(struct request_limits *limits, unsigned route,
                                            const char *key, int64_t now);
/* It was answered; `facts` is NULL when no answer came. */
void request_limits_end(struct request_limits *limits, struct request_bucket *bucket,
                        const struct request_facts *facts, int64_t now);
/* Nothing but requests that carry a token goes before `until`: the network is down. */
void request_limits_pause(struct request_limits *limits, int64_t until);

#endif
