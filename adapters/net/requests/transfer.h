/* One try of a request as an HTTP transfer: everything that requests need of libcurl.
 *
 * HTTP/2 over TLS where the server offers it, HTTP/1.1 otherwise; at least TLS 1.2, always
 * verified; no redirections. An answer above REQUEST_BODY_MAX bytes ends the transfer.
 *
 * When a kept connection turns out to be dead, libcurl sends a request again by itself, although it
 * may have arrived. A content that must not be sent twice (`once`) is therefore handed over in a
 * way that can't be read twice; such a transfer then ends without an answer. (Not so with a file.)
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

/* `service` must live as long; the settings and their strings need not. */
struct request_wire *request_wire_new(const struct request_service *service,
                                      const struct request_settings *settings);
/* No transfer may be left. Wipes the authorization. */
void request_wire_free(struct request_wire *wire);

/* What is sent; it must live as long as the transfer. */
struct request_content {
    const struct request_route *route;
    const char *path;
    const char *json;                /* NULL for none */
    const struct request_file *file; /* NULL for none */
    bool once;                       /* see above */
};

struct request_transfer;

/* `timeout` in ms for all of it; `owner` comes back from request_transfer_owner. */
struct request_transfer *request_transfer_new(struct request_wire *wire,
                                              const struct request_content *content,
                                              int64_t timeout, void *owner);
/* Not while it is in a curl_loop. */
void request_transfer_free(struct request_transfer *transfer);
CURL *request_transfer_easy(struct request_transfer *transfer);
void *request_transfer_owner(CURL *easy);

struct request_result {
    enum request_arrival arrival;
    const struct request_facts *facts; /* the transfer's */
    json_t *json;                      /* owned by the caller, or NULL */
    char reason[REQUEST_REASON_MAX];   /* why there is no answer, or what a refusal said; or "" */
};

/* Once, when the transfer is done. */
void request_transfer_result(struct request_transfer *transfer, CURLcode code,
                             struct request_result *result);

#endif
