/* When a request may go: Discord's limits, learned from its answers. Pure: time comes in (ms of any
 * one clock), nothing is sent here.
 *
 * A bucket is what Discord counts together: the id that X-RateLimit-Bucket names, with the major
 * parameters; until a route's id is known, the route itself with them. Two routes with the same id
 * share their buckets. Of each bucket one request is under way at a time: so an unknown bucket is
 * tried with one, what is asked in order arrives in order, and only two things have to be known of
 * a bucket: is one under way, and until when is it exhausted. One of which neither is true is not
 * kept.
 *
 * All requests but those of interactions share the global limit, counted over any second. A 429 of
 * scope global stops those, one of scope user or shared its bucket, Cloudflare's page everything.
 * The invalid-request limit (401, 403, 429 not shared; 10,000 in ten minutes are answered by a ban)
 * is counted in minutes; when it comes near, all wait until the minutes pass.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_REST_LIMITS_H
#define BELFRY_ADAPTERS_DISCORD_REST_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adapters/discord/rest/facts.h"
#include "adapters/discord/rest/route.h"

enum { REST_PER_SECOND_MAX = 256 };

/* Not before another request of the bucket is answered. */
#define REST_NOT_YET INT64_MAX

struct rest_limits;
struct rest_bucket;

/* `per_second` from 1 to REST_PER_SECOND_MAX; `blocked`: ms of silence after Cloudflare's page. */
struct rest_limits *rest_limits_new(int64_t per_second, int64_t invalid_most, int64_t blocked);
void rest_limits_free(struct rest_limits *limits);

/* When the next request may go as far as all of its kind are concerned; `now` or earlier: now. */
int64_t rest_limits_gate(const struct rest_limits *limits, bool interaction, int64_t now);
/* The same for its bucket alone. */
int64_t rest_limits_ready(const struct rest_limits *limits, enum rest_route route,
                          const char *major, int64_t now);
/* It goes now. What comes back is given to rest_limits_end, once. */
struct rest_bucket *rest_limits_begin(struct rest_limits *limits, enum rest_route route,
                                      const char *major, int64_t now);
/* It was answered; `facts` is NULL when no answer came. */
void rest_limits_end(struct rest_limits *limits, struct rest_bucket *bucket,
                     const struct rest_facts *facts, int64_t now);
/* Nothing but interactions before `until`: the network is down. */
void rest_limits_pause(struct rest_limits *limits, int64_t until);

/* Invalid requests of the last ten minutes. */
int64_t rest_limits_invalid(const struct rest_limits *limits, int64_t now);
/* Buckets that are kept now. */
size_t rest_limits_buckets(const struct rest_limits *limits);

#endif
