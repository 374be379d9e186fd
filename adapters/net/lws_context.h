/* The one context of libwebsockets on a loop, shared by all who speak HTTP or websockets there.
 *
 * It belongs to the loop: there is one for each loop, made for the first user and destroyed after
 * the last one gave it back. libwebsockets destroys it in two steps with turns of the loop between;
 * the loop stays busy until both are done. Each user makes its own virtual hosts
 * (lws_create_vhost) and destroys them before it gives the context back.
 *
 * libwebsockets looks names up with a blocking call: give it numbers alone. And it asks the first
 * protocol of the first host about every certificate of a server, whosever the connection is
 * (LWS_CALLBACK_OPENSSL_PERFORM_SERVER_CERT_VERIFICATION): answer 0 to events that you don't know.
 */
#ifndef BELFRY_ADAPTERS_NET_LWS_CONTEXT_H
#define BELFRY_ADAPTERS_NET_LWS_CONTEXT_H

#include <libwebsockets.h>
#include <stddef.h>
#include <uv.h>

struct lws_service;

/* NULL with one line in `error`, for example when its libuv plug-in is not installed. */
struct lws_service *lws_service_take(uv_loop_t *loop, char *error, size_t error_size);
struct lws_context *lws_service_context(const struct lws_service *service);
/* May be called from anywhere, also from inside a callback of libwebsockets. */
void lws_service_give_back(struct lws_service *service);

#endif
