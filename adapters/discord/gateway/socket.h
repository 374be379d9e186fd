/* One websocket to the gateway, from the lookup of the name to the end. TLS is verified; nothing
 * blocks.
 *
 * Listener functions are called from the loop only, never from inside a function of this header.
 * They may call every function of this header.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_GATEWAY_SOCKET_H
#define BELFRY_ADAPTERS_DISCORD_GATEWAY_SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adapters/discord/gateway/url.h"
#include "adapters/net/lws_context.h"

struct gateway_socket;

/* What all sockets of a gateway share. Strings must outlive the sockets. */
struct gateway_route {
    uv_loop_t *loop;
    struct lws_service *service;
    struct lws_vhost *host; /* with the trusted authorities */
    const char *user_agent;
    int64_t connect_ms; /* for one address */
    int64_t close_ms;   /* for the answer to our close */
};

struct gateway_socket_listener {
    void *context;
    void (*opened)(void *context);
    /* A piece of a frame; `last`: the frame ends with it. */
    void (*received)(void *context, const char *bytes, size_t length, bool binary, bool last);
    /* Called exactly once, at the end; then the socket is freed. `code` as the other side gave it,
     * 0 for none. */
    void (*closed)(void *context, uint16_t code, const char *reason);
};

/* Fills `route->host` and takes a service. On failure returns false, with one line in `error`. */
bool gateway_route_open(struct gateway_route *route, uv_loop_t *loop, const char *ca_file,
                        char *error, size_t error_size);
/* All its sockets must have been closed. */
void gateway_route_close(struct gateway_route *route);

/* Begins to connect. `route` must outlive the socket; the others are copied. Returns NULL when
 * memory runs out; every other failure comes through closed(). */
struct gateway_socket *gateway_socket_open(const struct gateway_route *route,
                                           const struct gateway_url *url,
                                           const struct gateway_socket_listener *listener);
/* Queues a copy. Returns false when memory runs out or the socket is not open. */
bool gateway_socket_send(struct gateway_socket *socket, const char *text, size_t length);
/* closed() follows after at most close_ms. */
void gateway_socket_close(struct gateway_socket *socket, uint16_t code);

#endif
