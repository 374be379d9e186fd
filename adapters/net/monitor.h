/* A few pages over HTTP, for whoever runs the bot: health and metrics. It knows nothing of what
 * they say.
 *
 * GET and HEAD alone. A page that is not there gets 404, another method 405, a request whose lines
 * are too long is hung up on, and who says nothing is hung up on after some seconds. Nothing that
 * was sent changes anything, and no request's text is logged.
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
    /* Writes the page, of at most MONITOR_PAGE_BYTES, and returns the status of HTTP: 200, 503. */
    unsigned (*write)(void *context, struct text *page);
};

struct monitor;

/* Listens from now on. `pages` must outlive it. NULL with one line in `error`. */
struct monitor *monitor_open(uv_loop_t *loop, const struct monitor_address *address,
                             const struct monitor_page *pages, void *context, char *error,
                             size_t error_size);
/* Hangs up on everybody; the loop has still to run dry. NULL is allowed. */
void monitor_close(struct monitor *monitor);

#endif
