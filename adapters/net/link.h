/* One socket to one address, with or without TLS. The transport races several links and keeps one.
 *
 * Listener functions are called from the loop only. They may call any link_ function.
 */
#ifndef BELFRY_ADAPTERS_NET_LINK_H
#define BELFRY_ADAPTERS_NET_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

#include "adapters/net/tls.h"

struct link;

/* How far the link has got. */
enum link_stage { LINK_CONNECTING, LINK_SECURING, LINK_READY };

struct link_listener {
    void *context;
    /* Connected, and TLS is verified. */
    void (*ready)(void *context, struct link *link);
    void (*received)(void *context, struct link *link, const char *bytes, size_t length);
    /* Called exactly once, at the end. The link is freed when this returns. */
    void (*gone)(void *context, struct link *link, enum link_stage stage, const char *reason);
};

/* Begins to connect. `from` may be NULL: from any address. `policy` may be NULL: without TLS. The
 * policy and the listener must outlive the link. Every failure is reported by gone(). */
struct link *link_open(uv_loop_t *loop, const struct sockaddr *address, const struct sockaddr *from,
                       const struct tls_policy *policy, const struct link_listener *listener);

/* Queues a copy. Returns false when more than `most` bytes would be waiting. */
bool link_write(struct link *link, const char *bytes, size_t length, size_t most);

/* How many bytes have not gone to the other side yet: those queued here, and where the system tells
 * it, those that the system holds. */
size_t link_waiting(const struct link *link);

/* Sends what is queued, ends the connection and waits for the other side to close. What is received
 * until then is discarded. The link must be ready. */
void link_finish(struct link *link);
/* Ends the link at once. gone() gets this reason, unless there was one already. */
void link_close(struct link *link, const char *reason);

#endif
