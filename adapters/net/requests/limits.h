/* When a request may be sent: the limits of a service, learned from its answers. Pure: the time is
 * a parameter (ms of any one clock), and nothing is sent here.
 *
 * A bucket is what the service counts together: the id that its answers name, for each key (what
 * the route is about, for example a channel). While a route's id is unknown, the route itself
 * stands for it. Two routes with the same id share their buckets.
 *
 * Each bucket has at most one request under way. So an unknown bucket is tried with one request,
 * and requests arrive in the order in which they were made. The state of a bucket is only whether a
 * request is under way and until when the bucket is exhausted; when neither applies, the bucket is
 * dropped.
 *
 * All requests except those with a token share the global limit, which counts the requests of any
 * second. A 429 of scope global stops them all, one of another scope stops its bucket. A blocked
 * answer stops all without a token for a few seconds; then one request tries, and each further
 * blocked answer doubles the wait. Requests with a token go on: somebody waits for them, and few
 * are sent. Invalid answers, as the service counts them, are counted by the minute; when there are
 * too many in ten minutes, everything waits until those minutes have passed.
 */
#ifndef BELFRY_ADAPTERS_NET_REQUESTS_LIMITS_H
#define BELFRY_ADAPTERS_NET_REQUESTS_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adapters/net/requests/service.h"

enum { REQUEST_PER_SECOND_MAX = 1000 };

/* A time that never comes: the bucket waits for the answer of another request. */
#define REQUEST_NOT_YET INT64_MAX

struct request_limits;
struct request_bucket;

/* `service` must outlive the limits. `per_second` is from 1 to REQUEST_PER_SECOND_MAX. After
 * blocked answers in a row, the wait is at most `blocked` ms. */
struct request_limits *request_limits_new(const struct request_service *service, int64_t per_second,
                                          int64_t invalid_most, int64_t blocked);
void request_limits_free(struct request_limits *limits);

/* Returns until when all requests without a token are held back, because the service blocks us or
 * too many were invalid; `now`: they are not. */
int64_t request_limits_silence(const struct request_limits *limits, int64_t now);
/* Returns when the limits for all requests allow the next one; `now` or earlier means now. */
int64_t request_limits_gate(const struct request_limits *limits, bool carries_token, int64_t now);
/* The same for the request's bucket alone. */
int64_t request_limits_ready(const struct request_limits *limits, unsigned route, const char *key,
                             int64_t now);
/* A request is sent now. Pass the result to request_limits_end, once. */
struct request_bucket *request_limits_begin(struct request_limits *limits, unsigned route,
                                            const char *key, int64_t now);
/* The request has ended; `facts` is NULL when there was no answer. */
void request_limits_end(struct request_limits *limits, struct request_bucket *bucket,
                        const struct request_facts *facts, int64_t now);
/* The network is down: before `until`, only requests with a token are allowed. */
void request_limits_pause(struct request_limits *limits, int64_t until);

#endif
