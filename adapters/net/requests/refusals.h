/* What a service has refused for good, so that asking again would only count as invalid. Pure.
 *
 * REQUEST_MEANS_FORBIDDEN is about one route and key, for example posting to one channel. It is
 * believed until request_refusals_forget, or for `believed` ms, since the event that takes it back
 * may get lost. REQUEST_MEANS_DEAD is about the token in a path and holds for every route that
 * carries one, as long as such a token could live.
 */
#ifndef BELFRY_ADAPTERS_NET_REQUESTS_REFUSALS_H
#define BELFRY_ADAPTERS_NET_REQUESTS_REFUSALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adapters/net/requests/service.h"

/* The most that are remembered. With more, all are forgotten and learned again. */
enum { REQUEST_REFUSALS_MAX = 4096 };

struct request_refusals;

/* `service` must outlive the refusals. */
struct request_refusals *request_refusals_new(const struct request_service *service,
                                              int64_t believed);
void request_refusals_free(struct request_refusals *refusals);

/* Learns from an answer; returns true when it was new. */
bool request_refusals_learn(struct request_refusals *refusals, unsigned route, const char *key,
                            const struct request_facts *facts, int64_t now);
/* Whether such a request was refused, so that it need not be sent. */
bool request_refusals_has(const struct request_refusals *refusals, unsigned route, const char *key,
                          int64_t now);
/* Permissions changed for this key; NULL: for any key. Dead tokens stay dead. */
void request_refusals_forget(struct request_refusals *refusals, const char *key);

#endif
