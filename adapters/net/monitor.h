/* A few pages over HTTP for the operator: health and metrics. The monitor does not know their
 * content.
 *
 * It answers only GET and HEAD. An unknown page gets 404, another method 405. It hangs up on a
 * request that is too long and on a client whose request is not whole after some seconds. No
 * request changes anything, and no request's text is logged.
 *
 * Nobody can take from the bot what it needs: there are at most MONITOR_VISITS_MAX connections, the
 * one that has waited longest gives way to a new one, and while only few descriptors are left, for
 * networks and the store, new connections are closed at once.
 */
#ifndef BELFRY_ADAPTERS_NET_MONITOR_H
#define BELFRY_ADAPTERS_NET_MONITOR_H

#include <stddef.h>
#include <uv.h>

#include "bot/configuration/monitor_address.h"
#include "games/shared/text.h"

enum { MONITOR_PAGE_BYTES = 256 * 1024, MONITOR_VISITS_MAX = 16 };

struct monitor_page {
    const char *path; /* "/health"; NULL ends a list */
    const char *type; /* the media type */
    /* Writes the page, of at most MONITOR_PAGE_BYTES, and returns the HTTP status: 200 or 503. */
    unsigned (*write)(void *context, struct text *page);
};

struct monitor;

/* Begins to listen. `pages` must outlive the monitor. On failure returns NULL, with one line in
 * `error`. */
struct monitor *monitor_open(uv_loop_t *loop, const struct monitor_address *address,
                             const struct monitor_page *pages, void *context, char *error,
                             size_t error_size);
/* Closes all connections; the loop must still run until it is idle. `monitor` may be NULL. */
void monitor_close(struct monitor *monitor);

#endif
