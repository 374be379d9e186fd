/* Reads rounds of a public beacon (bot/tables/beacon.h) over HTTPS, in the event loop: `GET
 * ADDRESS/CHAIN/public/ROUND` answers {"round":ROUND,"randomness":"64 hex digits"}.
 */
#ifndef BELFRY_ADAPTERS_NET_BEACON_CLIENT_H
#define BELFRY_ADAPTERS_NET_BEACON_CLIENT_H

#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "bot/configuration/config.h"

struct beacon_client;

/* Called from the loop, once for each question that was not given up at the end. `value` is what
 * the beacon calls randomness; NULL: it has no such round, or did not answer. */
typedef void beacon_answered(void *context, int64_t table, uint64_t round, const char *value);

/* Reads nothing yet; copies what it needs. Returns NULL when libcurl can't be started. */
struct beacon_client *beacon_client_open(uv_loop_t *loop, const struct config *config,
                                         beacon_answered *answered, void *context);
/* `table` is only for the answer. */
void beacon_client_ask(struct beacon_client *client, int64_t table, uint64_t round);
/* Gives up open questions; the loop must still run until it is idle. `client` may be NULL. */
void beacon_client_close(struct beacon_client *client);

#endif
