/* One try of a request as an HTTP transfer: everything that the REST client needs of libcurl.
 *
 * HTTP/2 over TLS where the server offers it, HTTP/1.1 otherwise; TLS 1.2 at least, always
 * verified; no redirections. An answer above REST_BODY_MAX bytes ends the transfer.
 *
 * When a kept connection turns out to be dead, libcurl sends a request again by itself, although it
 * may have arrived. A content that must not be sent twice (`once`) is therefore given to it in a
 * way that can't be read twice; then such a transfer ends without an answer. (Not so with files.)
 */
#ifndef BELFRY_ADAPTERS_DISCORD_REST_TRANSFER_H
#define BELFRY_ADAPTERS_DISCORD_REST_TRANSFER_H

#include <curl/curl.h>
#include <jansson.h>

#include "adapters/discord/rest/facts.h"
#include "adapters/discord/rest/policy.h"
#include "adapters/discord/rest/rest.h"

enum { REST_BODY_MAX = 8 * 1024 * 1024 };

/* What all transfers of a client have in common. */
struct rest_wire;

/* `settings` and its strings need not live on. */
struct rest_wire *rest_wire_new(const struct rest_settings *settings);
/* No transfer may be left. Wipes the token. */
void rest_wire_free(struct rest_wire *wire);

/* What is sent; it must live as long as the transfer. */
struct rest_content {
    enum rest_route route;
    const char *path;
    const char *json; /* NULL for none */
    const struct rest_file *files;
    size_t file_count;
    bool once; /* see above */
};

struct rest_transfer;

/* `timeout` in ms for all of it; `owner` comes back from rest_transfer_owner. */
struct rest_transfer *rest_transfer_new(struct rest_wire *wire, const struct rest_content *content,
                                        int64_t timeout, void *owner);
/* Not while it is in a curl_loop. */
void rest_transfer_free(struct rest_transfer *transfer);
CURL *rest_transfer_easy(struct rest_transfer *transfer);
void *rest_transfer_owner(CURL *easy);

struct rest_result {
    enum rest_arrival arrival;
    const struct rest_facts *facts; /* the transfer's */
    json_t *json;                   /* owned by the caller, or NULL */
    long connections;               /* that had to be made */
    char reason[REST_REASON_MAX];   /* why there is no answer, or what a refusal said; else "" */
};

/* When it is done, once. */
void rest_transfer_result(struct rest_transfer *transfer, CURLcode code,
                          struct rest_result *result);

#endif
