/* What one answer says about limits, and what it means. Pure: bytes in, plain data out. */
#ifndef BELFRY_ADAPTERS_NET_REQUESTS_FACTS_H
#define BELFRY_ADAPTERS_NET_REQUESTS_FACTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    REQUEST_BUCKET_MAX = 64,            /* bytes of a bucket's id, terminator included */
    REQUEST_WAIT_MAX = 24 * 3600 * 1000 /* ms; longer waits are cut to it */
};

/* The scope of a 429: whose limit was exceeded. */
enum request_scope {
    REQUEST_SCOPE_NONE, /* not said */
    REQUEST_SCOPE_USER, /* the bot's own, for one bucket */
    REQUEST_SCOPE_SHARED,
    REQUEST_SCOPE_GLOBAL
};

enum request_meaning {
    REQUEST_MEANS_DONE,
    REQUEST_MEANS_DONE_BEFORE, /* the same request has arrived before */
    REQUEST_MEANS_REFUSED,     /* this request alone */
    REQUEST_MEANS_FORBIDDEN,   /* every request of this route and key */
    REQUEST_MEANS_DEAD,        /* every request with this key on a route that carries a token */
    REQUEST_MEANS_LIMITED,     /* the request can be sent again after a wait */
    REQUEST_MEANS_BLOCKED,     /* something in front of the service blocks all our requests */
    REQUEST_MEANS_FAILED,      /* the service failed; it may have handled the request */
    REQUEST_MEANS_UNAUTHORIZED /* the authorization is wrong, for every request from now on */
};

struct request_facts {
    int status;   /* HTTP */
    bool foreign; /* the body is not JSON, so something in front of the service answered */
    int64_t code; /* the service's own error code; 0 for none */
    char bucket[REQUEST_BUCKET_MAX]; /* "" for none */
    int64_t remaining;               /* requests; -1: not said */
    int64_t reset_after; /* ms until the bucket is full again, rounded up; -1: not said */
    int64_t retry_after; /* ms until one more try is allowed, rounded up; -1: not said */
    enum request_scope scope;
    enum request_meaning meaning;
    bool invalid; /* counts against the service's limit of invalid requests */
};

struct request_service;

void request_facts_clear(struct request_facts *facts);
/* Reads one header line, with or without its line end; `length` excludes the terminator. A status
 * line begins a new answer (after 100 Continue) and clears the facts. */
void request_facts_header(struct request_facts *facts, const struct request_service *service,
                          const char *line, size_t length);
/* Reads the whole body, after the headers, and judges the answer. Returns the body's JSON, owned by
 * the caller; NULL when the body is empty or not JSON. */
json_t *request_facts_body(struct request_facts *facts, const struct request_service *service,
                           unsigned route, const char *bytes, size_t length);

/* -- For services -- */

/* Returns the meaning of the HTTP status alone: done, refused, limited or failed. */
enum request_meaning request_facts_meaning(const struct request_facts *facts);
/* Returns a decimal number of seconds as ms, rounded up, at most REQUEST_WAIT_MAX; -1 when it is
 * not a number. */
int64_t request_facts_seconds(const char *text);
/* The same for a JSON number, in units of `unit` ms. */
int64_t request_facts_wait(const json_t *number, int unit);
/* Returns a decimal number of at least 0, limited to a sensible size; -1 when it is not a number.
 */
int64_t request_facts_count(const char *text);
/* Notes a bucket's id. One that is too long or has unusual characters counts as none. */
void request_facts_bucket(struct request_facts *facts, const char *id);

#endif
