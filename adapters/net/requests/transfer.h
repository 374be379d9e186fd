/* One try of a request as an HTTP transfer. Only this module uses libcurl for requests.
 *
 * It uses HTTP/2 over TLS where the server offers it, else HTTP/1.1. TLS is at least 1.2 and always
 * verified. It follows no redirections. An answer of more than REQUEST_BODY_MAX bytes ends the
 * transfer.
 *
 * When a kept connection turns out to be dead, libcurl sends a request again by itself, although it
 * may have arrived. Content that must not be sent twice (`once`) is therefore passed in a way that
 * can be read only once; such a transfer then ends without an answer. This does not work for a
 * file.
 */
#ifndef BELFRY_ADAPTERS_NET_REQUESTS_TRANSFER_H
#define BELFRY_ADAPTERS_NET_REQUESTS_TRANSFER_H

#include <curl/curl.h>
#include <jansson.h>

#include "adapters/net/requests/policy.h"
#include "adapters/net/requests/requests.h"

enum { REQUEST_BODY_MAX = 8 * 1024 * 1024 };

/* What all transfers of a client have in common. */
struct request_wire;

/* `service` must outlive it; the settings and their strings need not. A request that is about to
 * go out is asked for once more whether it may (`listener`): the process may have stood still since
 * the transfer began, and then the request counts as not sent. */
struct request_wire *request_wire_new(const struct request_service *service,
                                      const struct request_settings *settings,
                                      const struct request_listener *listener);
/* There must be no transfers left. Wipes the authorization. */
void request_wire_free(struct request_wire *wire);

/* What is sent; must live as long as the transfer. */
struct request_content {
    const struct request_route *route;
    const char *path;
    const char *json;                /* NULL for none */
    const struct request_file *file; /* NULL for none */
    bool once;                       /* see above */
};

struct request_transfer;

/* `timeout`, in ms, is for the whole transfer; request_transfer_owner returns `owner`. */
struct request_transfer *request_transfer_new(struct request_wire *wire,
                                              const struct request_content *content,
                                              int64_t timeout, void *owner);
/* The transfer must not be in a curl_loop. */
void request_transfer_free(struct request_transfer *transfer);
CURL *request_transfer_easy(struct request_transfer *transfer);
void *request_transfer_owner(CURL *easy);

struct request_result {
    enum request_arrival arrival;
    const struct request_facts *facts; /* the transfer's */
    json_t *json;                      /* owned by the caller, or NULL */
    char reason[REQUEST_REASON_MAX]; /* why there is no answer, or the reason of a refusal; or "" */
};

/* Call once, when the transfer is done. */
void request_transfer_result(struct request_transfer *transfer, CURLcode code,
                             struct request_result *result);

#endif
