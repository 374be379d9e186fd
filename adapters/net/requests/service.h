/* What a network tells about its HTTP interface so that requests.h can keep the interface's rules:
 * its routes, and how its answers speak of limits and errors.
 *
 * The network numbers its routes and describes each in a table. Its functions fill request_facts
 * from the headers and the body of an answer, judge what the answer means, and put a refusal into
 * one line for the operator. They are pure and must not believe anything beyond its bounds.
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
    const char *path; /* a template without a leading slash: it stands in the log */
    /* Doing it twice is as good as doing it once, so the request is sent again when nobody knows
     * whether the first one arrived. */
    bool repeatable;
    /* The path contains a token of its own: the request is sent without the authorization, it is
     * outside the global limit, and its key is never logged. */
    bool carries_token;
};

struct request_service {
    const struct request_route *routes;
    unsigned route_count;
    const char *json_part;    /* name of the JSON among the parts of an upload */
    size_t bytes_max;         /* of a request's body and files together */
    int64_t token_lifetime;   /* ms for which a dead token in a path is remembered */
    const char *when_stopped; /* one line for the operator: the authorization was refused */
    const char *when_blocked; /* the same: something in front of the service keeps us out */
    /* One header, in any case of letters. */
    void (*read_header)(struct request_facts *facts, const char *name, const char *value);
    /* The complete body after the headers; NULL when it is empty or not JSON. */
    void (*read_body)(struct request_facts *facts, const json_t *body);
    /* Sets facts->meaning and facts->invalid; request_facts_meaning knows what the status alone
     * says. */
    void (*judge)(struct request_facts *facts, unsigned route);
    /* Appends why an answer is no success. Never anything that somebody typed. */
    void (*explain)(const struct request_facts *facts, const json_t *body, struct text *out);
};

#endif
