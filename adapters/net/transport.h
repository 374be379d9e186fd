/* A TCP connection to a server, with or without TLS: bytes in, bytes out.
 *
 * A transport is one attempt and, if that succeeds, one connection. It looks the host up without
 * blocking. It tries IPv6 before IPv4 and starts with a further address every 250 ms (RFC 8305,
 * section 5). The first address that is connected and has passed the TLS checks wins; the others
 * are dropped. Nothing is sent before TLS is verified.
 *
 * A name look-up can't be cancelled once it runs: after transport_close, closed() is called at
 * once, but the loop stays alive until the resolver has answered or given up.
 *
 * Listener functions are called from the loop only, never from inside a transport_ function. They
 * may call transport_write and transport_close. SIGPIPE must be ignored.
 */
#ifndef BELFRY_ADAPTERS_NET_TRANSPORT_H
#define BELFRY_ADAPTERS_NET_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "adapters/net/tls.h"

enum {
    TRANSPORT_HEAD_START_MS = 250,
    TRANSPORT_CONNECT_TIMEOUT_MS = 60000, /* if the target says 0 */
    TRANSPORT_FLUSH_MS = 1000,
    TRANSPORT_OUT_MAX = 256 * 1024, /* bytes waiting to be written */
    TRANSPORT_ADDRESSES_MAX = 16    /* addresses of one name; further ones are not tried */
};

/* Where and how. Strings are copied by transport_connect; none may be NULL. */
struct transport_target {
    const char *host; /* a name or a numeric address */
    uint16_t port;
    bool encrypted;
    struct tls_terms terms;   /* when encrypted */
    const char *bind_address; /* local numeric address, or ""; addresses of the other family fail */
    int64_t connect_timeout;  /* ms for everything until connected(); 0 for the default */
};

struct transport_listener {
    void *context;
    /* Connected, and TLS verified. `address` is numeric. */
    void (*connected)(void *context, const char *address);
    void (*received)(void *context, const char *bytes, size_t length);
    /* Called exactly once, at the end. The transport is freed when this returns. `reason` is one
     * line for the operator, for example "certificate of chat.example.org: self-signed
     * certificate". `established`: connected() was called before. */
    void (*closed)(void *context, const char *reason, bool established);
};

struct transport;

/* Begins to connect. Returns NULL, with one line in `error`, when the target is unusable (a
 * malformed pin, an unreadable file); then closed() is not called. */
struct transport *transport_connect(uv_loop_t *loop, const struct transport_target *target,
                                    const struct transport_listener *listener, char *error,
                                    size_t error_size);

/* Queues a copy. Returns false, with nothing queued, when that would exceed TRANSPORT_OUT_MAX, and
 * before connected() and after transport_close. */
bool transport_write(struct transport *transport, const char *bytes, size_t length);

/* How many bytes have not gone to the other side yet. 0 before connected(). */
size_t transport_waiting(const struct transport *transport);

/* Closes the connection, or gives up the attempt. `flush`: queued bytes are written first, for at
 * most TRANSPORT_FLUSH_MS. After this only closed() is called, from the loop. */
void transport_close(struct transport *transport, bool flush);

#endif
