/* What requests.h must know about a network's HTTP interface to keep its rules: the routes, and how
 * answers tell limits and errors.
 *
 * The network numbers its routes and describes each in a table. Its functions fill request_facts
 * from the headers and the body of an answer, judge what the answer means, and turn a refusal into
 * one line for the operator. They are pure, and limit every value that they read to its bounds.
 */
#ifndef BELFRY_ADAPTERS_NET_REQUESTS_SERVICE_H
#define BELFRY_ADAPTERS_NET_REQUESTS_SERVICE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adapters/net/requests/facts.h"
#include "games/shared/text.h"

/* Bytes of what a request is about, terminator included. */
enum { REQUEST_KEY_MAX = 1024 };

struct request_route {
    const char *method;
    const char *path; /* a template without a leading slash, as the log shows it */
    /* Doing it twice is the same as doing it once, so the request is sent again when it is unknown
     * whether the first one arrived. */
    bool repeatable;
    /* The path contains a token: the request is sent without the authorization and does not count
     * against the global limit, and its key is never logged. */
    bool carries_token;
};

struct request_service {
    const struct request_route *routes;
    unsigned route_count;
    const char *json_part;    /* name of the JSON among the parts of an upload */
    size_t bytes_max;         /* of a request's body and files together */
    int64_t token_lifetime;   /* ms for which a dead token in a path is remembered */
    const char *when_stopped; /* one line for the operator: the authorization was refused */
    const char
        *when_blocked; /* one line for the operator: something in front of the service blocks us */
    /* Reads one header; its name may be in any case. */
    void (*read_header)(struct request_facts *facts, const char *name, const char *value);
    /* Reads the complete body after the headers; NULL when it is empty or not JSON. */
    void (*read_body)(struct request_facts *facts, const json_t *body);
    /* Sets facts->meaning and facts->invalid; request_facts_meaning tells what the status alone
     * says. */
    void (*judge)(struct request_facts *facts, unsigned route);
    /* Appends why an answer is not a success. Never appends what somebody typed. */
    void (*explain)(const struct request_facts *facts, const json_t *body, struct text *out);
};

#endif
