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

/* Whose limit a 429 is about. */
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
    REQUEST_MEANS_LIMITED,     /* again after a wait */
    REQUEST_MEANS_BLOCKED,     /* something in front of the service keeps us out altogether */
    REQUEST_MEANS_FAILED,      /* the service stumbled: the request may have been done */
    REQUEST_MEANS_UNAUTHORIZED /* the authorization is wrong: every request from now on */
};

struct request_facts {
    int status;   /* HTTP */
    bool foreign; /* the body is not JSON, so something in front of the service answered */
    int64_t code; /* the service's own error code; 0 for none */
    char bucket[REQUEST_BUCKET_MAX]; /* "" for none */
    int64_t remaining;               /* requests; -1: not said */
    int64_t reset_after; /* ms until the bucket is full again, rounded up; -1: not said */
    int64_t retry_after; /* the same for one more try */
    enum request_scope scope;
    enum request_meaning meaning;
    bool invalid; /* counts against the service's limit of invalid requests */
};

struct request_service;

void request_facts_clear(struct request_facts *facts);
/* One header line, with or without its line end; `length` without terminator. A status line begins
 * a new answer (after 100 Continue) and clears what was there. */
void request_facts_header(struct request_facts *facts, const struct request_service *service,
                          const char *line, size_t length);
/* Reads the whole body when the headers are complete, and judges the answer. Returns the body's
 * JSON, owned by the caller; NULL when it is empty or foreign. */
json_t *request_facts_body(struct request_facts *facts, const struct request_service *service,
                           unsigned route, const char *bytes, size_t length);

/* -- For services -- */

/* What the HTTP status alone says: done, refused, limited or failed. */
enum request_meaning request_facts_meaning(const struct request_facts *facts);
/* A decimal number of seconds as ms, rounded up and cut to REQUEST_WAIT_MAX; -1 when it is none. */
int64_t request_facts_seconds(const char *text);
/* The same of a JSON number of `unit` ms. */
int64_t request_facts_wait(const json_t *number, int unit);
/* A decimal number of at least 0, cut to a sensible size; -1 when it is none. */
int64_t request_facts_count(const char *text);
/* Notes a bucket's id; a longer or an odd one counts as none. */
void request_facts_bucket(struct request_facts *facts, const char *id);

#endif
