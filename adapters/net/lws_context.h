/* The one libwebsockets context of a loop, shared by all code that uses websockets there.
 *
 * There is one context for each loop. The first user creates it, and it is destroyed after the last
 * user has released it. libwebsockets destroys it in two steps with turns of the loop between them;
 * the loop stays busy until both are done. Each user creates its own virtual hosts
 * (lws_create_vhost) and destroys them before it releases the context.
 *
 * Two traps: libwebsockets resolves names with a blocking call, so pass only numeric addresses. And
 * it asks the first protocol of the first host about the certificate of every server, whichever
 * connection it belongs to (LWS_CALLBACK_OPENSSL_PERFORM_SERVER_CERT_VERIFICATION), so return 0 for
 * events that you don't know.
 */
#ifndef BELFRY_ADAPTERS_NET_LWS_CONTEXT_H
#define BELFRY_ADAPTERS_NET_LWS_CONTEXT_H

#include <libwebsockets.h>
#include <stddef.h>
#include <uv.h>

struct lws_service;

/* Returns NULL, with one line in `error`, for example when the libuv plug-in is not installed. */
struct lws_service *lws_service_take(uv_loop_t *loop, char *error, size_t error_size);
struct lws_context *lws_service_context(const struct lws_service *service);
/* May be called from anywhere, even inside a callback of libwebsockets. */
void lws_service_give_back(struct lws_service *service);

#endif
