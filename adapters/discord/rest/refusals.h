/* What Discord has refused for good: routes in a channel or guild that the bot lacks a permission
 * for, and tokens of webhooks that are dead. Asking again would only count as invalid. Pure.
 *
 * A missing permission (403 with 50001 or 50013; other codes are about one message or person) is
 * believed until rest_refusals_forget, or for `believed` ms, since an event may get lost. A dead
 * webhook (404 with 10015, 401 with 50027: an interaction's token lives 15 minutes) stays dead.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_REST_REFUSALS_H
#define BELFRY_ADAPTERS_DISCORD_REST_REFUSALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adapters/discord/rest/facts.h"
#include "adapters/discord/rest/route.h"

/* So many are remembered; with more, all are forgotten and learned again. */
enum { REST_REFUSALS_MAX = 4096 };

struct rest_refusals;

struct rest_refusals *rest_refusals_new(int64_t believed);
void rest_refusals_free(struct rest_refusals *refusals);

/* Learns from an answer; true when this was new. */
bool rest_refusals_learn(struct rest_refusals *refusals, enum rest_route route, const char *major,
                         const struct rest_facts *facts, int64_t now);
/* The code that it was refused with; 0: nothing is known against it. */
int64_t rest_refusals_code(const struct rest_refusals *refusals, enum rest_route route,
                           const char *major, int64_t now);
/* Permissions in this channel or guild changed; NULL: anywhere. */
void rest_refusals_forget(struct rest_refusals *refusals, const char *major);

#endif
