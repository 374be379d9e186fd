/* A few pages over HTTP for the operator: health and metrics. The monitor does not know their
 * content.
 *
 * It answers only GET and HEAD. An unknown page gets 404, another method 405. It hangs up on a
 * request whose lines are too long and on a client that sends nothing for some seconds. No request
 * changes anything, and no request's text is logged.
 */
#ifndef BELFRY_ADAPTERS_NET_MONITOR_H
#define BELFRY_ADAPTERS_NET_MONITOR_H

#include <stddef.h>
#include <uv.h>

#include "bot/configuration/monitor_address.h"
#include "games/shared/text.h"

enum { MONITOR_PAGE_BYTES = 256 * 1024 };

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
