/* Requests to the HTTP interface of a network, in the event loop.
 *
 * Callers say once what they want. This module keeps the rules of the service (service.h): it
 * learns limits from the answers; it sends one request of a bucket at a time, so that requests of
 * one route and key arrive in order; it keeps a global limit; it waits after 429; it repeats what
 * can't happen twice; it pauses when the service refuses us. It uses HTTP/2 where the server offers
 * it, and keeps connections.
 *
 * Every request ends in exactly one call of its `done`, always from the loop, never from inside
 * requests_send or requests_close. `done` may call every function of this header.
 *
 * A request is repeated in three cases: after 429, always, when the wait is over; when no
 * connection could be made, since nothing was sent; and when it may have arrived, up to
 * settings.tries times with growing pauses, but only if the route is repeatable or the caller calls
 * it harmless. Nothing is repeated after its deadline.
 *
 * Refusals are remembered (refusals.h). A wrong authorization ends all requests
 * (request_listener.stopped). When something in front of the service blocks us, requests without a
 * token wait, at most for settings.blocked (limits.h); after too many invalid requests in ten
 * minutes, everything waits until those minutes have passed.
 *
 * Nothing private is logged: no authorization, no path, no body.
 */
#ifndef BELFRY_ADAPTERS_NET_REQUESTS_REQUESTS_H
#define BELFRY_ADAPTERS_NET_REQUESTS_REQUESTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "adapters/net/requests/service.h"

enum {
    REQUEST_PATH_MAX = 2048,
    REQUEST_REASON_MAX = 384 /* bytes of a reason, terminator included */
};

/* All durations in milliseconds. request_settings_default() leaves the strings empty. */
struct request_settings {
    const char *network;        /* for the log */
    const char *base;           /* "https://discord.com/api/v10", no slash at the end */
    const char *authorization;  /* the header's value; "": none */
    const char *authority_file; /* PEM; "": the system's store */
    const char *user_agent;
    int64_t connect_timeout;
    int64_t request_timeout; /* of one try, including connecting */
    int64_t patience;        /* of a request without a deadline of its own, including waiting */
    int64_t retry_first, retry_most; /* pause after a failure, doubled each time, 20 % jitter */
    int64_t tries;                   /* of one request, without those that ended in 429 */
    int64_t blocked;                 /* longest wait when something in front blocks us */
    int64_t forbidden;               /* how long a refusal is believed if no event takes it back */
    int64_t flush;                   /* the time for urgent requests after requests_close */
    int64_t requests_per_second;     /* the global limit */
    int64_t invalid_most;            /* invalid answers in ten minutes, then everything waits */
    int64_t in_flight;               /* requests at a time */
    int64_t queue, queue_bytes;      /* waiting requests, their bodies */
};

struct request_settings request_settings_default(void);

/* The order of requests that wait in one lane, and of all that wait for the global limit. */
enum request_priority {
    REQUEST_URGENT, /* somebody is waiting for it; it is still sent when the bot ends */
    REQUEST_NORMAL,
    REQUEST_LOW
};

/* An attachment. */
struct request_file {
    const char *part; /* its name among the parts of the upload */
    const char *name; /* "table.txt" */
    const char *type; /* "text/plain; charset=utf-8" */
    const void *bytes;
    size_t size;
};

enum request_outcome {
    REQUEST_DONE,      /* 2xx */
    REQUEST_REFUSED,   /* the service said no: status and code tell why */
    REQUEST_FORBIDDEN, /* the same request was refused before; not sent */
    REQUEST_FAILED,    /* no answer, or 5xx, and no tries left; the service may have handled it */
    REQUEST_LATE,      /* its deadline passed */
    REQUEST_FULL,      /* too many requests wait; not sent */
    REQUEST_STOPPED, /* unauthorized earlier, or requests_close; the service may have handled it */
    REQUEST_MALFORMED, /* malformed call: no path, or too long; not sent */
    REQUEST_OUTCOMES
};

/* Valid during the call of `done`; use json_incref() to keep `json`. */
struct request_answer {
    enum request_outcome outcome;
    int status;         /* HTTP; 0 when there was no answer */
    int64_t code;       /* the service's error code; 0 for none */
    json_t *json;       /* NULL when there is no body (204) or it is not JSON */
    const char *reason; /* one line for an operator; "" when done */
    bool perhaps;       /* not done as far as we know, but the service may have handled it */
};

typedef void request_done(void *context, const struct request_answer *answer);

/* requests_send copies everything. */
struct request_call {
    unsigned route;
    const char *path; /* with a leading slash, and the query; NULL: it could not be made */
    /* What the route is about, for example "123", a channel. Limits and refusals are kept for each
     * key. */
    const char *key;
    const char *json;                /* NULL: no body */
    const struct request_file *file; /* sent with the JSON as multipart; NULL: none */
    /* Doing it twice is harmless, or the service recognizes the second one. */
    bool harmless;
    enum request_priority priority;
    /* ms from now, after which nothing is sent and no answer is awaited. 0: settings.patience. */
    int64_t deadline;
    request_done *done; /* may be NULL */
    void *context;
};

struct request_listener {
    void *context;
    /* Called once when the authorization was refused. Every request from now on ends as
     * REQUEST_STOPPED. `reason` is one line that tells the operator what to do. */
    void (*stopped)(void *context, const char *reason);
    /* Whether anything may be sent now, a first time or again; what may not waits, and is dropped
     * when the client closes. NULL: always. */
    bool (*may_send)(void *context);
};

/* Counts since requests_open, for metrics. */
struct request_counters {
    uint64_t sent;     /* tries */
    uint64_t repeated; /* tries that were not the first */
    uint64_t failures; /* tries without an answer; not those that might not go out any more */
    uint64_t limited_user, limited_shared, limited_global; /* 429 by scope */
    uint64_t blocked;
    uint64_t outcomes[REQUEST_OUTCOMES];
    size_t waiting, in_flight; /* now */
};

struct requests;

/* `service` must outlive the client; the strings of the settings need not. Returns NULL, with one
 * line in `error`, when the settings are invalid. Sends nothing yet. */
struct requests *requests_open(uv_loop_t *loop, const struct request_service *service,
                               const struct request_settings *settings,
                               const struct request_listener *listener, char *error,
                               size_t error_size);

void requests_send(struct requests *requests, const struct request_call *call);

/* Permissions changed: forgets what was forbidden for this key; NULL: for any key. */
void requests_permissions_changed(struct requests *requests, const char *key);

const struct request_counters *requests_counters(const struct requests *requests);

/* Ends everything. Waiting requests that are not urgent end as REQUEST_STOPPED at once (from the
 * loop). Urgent requests and those under way get settings.flush, then end the same way. After the
 * last `done`, `closed` is called from the loop, and `requests` is freed. */
void requests_close(struct requests *requests, void (*closed)(void *context), void *context);

#endif
