/* One socket to one address, with or without TLS. The transport races several and keeps one.
 *
 * Listener functions are called from the loop only. From inside them any link_ function may be
 * called.
 */
#ifndef BELFRY_ADAPTERS_NET_LINK_H
#define BELFRY_ADAPTERS_NET_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

#include "adapters/net/tls.h"

struct link;

/* How far it came. */
enum link_stage { LINK_CONNECTING, LINK_SECURING, LINK_READY };

struct link_listener {
    void *context;
    /* Connected, and TLS is verified. */
    void (*ready)(void *context, struct link *link);
    void (*received)(void *context, struct link *link, const char *bytes, size_t length);
    /* Exactly once, at the end; the link is freed when it returns. */
    void (*gone)(void *context, struct link *link, enum link_stage stage, const char *reason);
};

/* Begins to connect. `from` and `policy` may be NULL: from any address; without TLS. The policy and
 * the listener must outlive it. Every failure comes through gone(). */
struct link *link_open(uv_loop_t *loop, const struct sockaddr *address, const struct sockaddr *from,
                       const struct tls_policy *policy, const struct link_listener *listener);

/* Queues a copy. False when more than `most` bytes would be waiting. */
bool link_write(struct link *link, const char *bytes, size_t length, size_t most);

/* Says goodbye after what is queued, and waits for the other side to close; what comes until then
 * is thrown away. The link must be ready. */
void link_finish(struct link *link);
/* Ends it at once; gone() comes with this reason, unless there was one already. */
void link_close(struct link *link, const char *reason);

#endif
