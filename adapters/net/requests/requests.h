/* Requests to the HTTP interface of a network, in the event loop.
 *
 * Callers say once what they want; this module keeps the rules of the service (service.h): limits
 * learned from the answers, one request at a time in each bucket, so that what is sent to one route
 * and key arrives in order; a global limit; waits after 429; repetition of what can't happen twice;
 * silence when the service refuses us. HTTP/2 where the server offers it; connections are kept.
 *
 * Every request ends in exactly one call of its `done`, always from the loop, never from inside
 * requests_send or requests_close. Inside `done` everything here may be called.
 *
 * A request is repeated: after 429 always, when the wait is over; when no connection could be made,
 * since nothing was sent; and up to settings.tries times, with growing pauses, when it may have
 * arrived, but only if the route is repeatable or the caller calls it harmless. Nothing is repeated
 * past its deadline.
 *
 * Refusals are remembered (refusals.h). A wrong authorization ends all requests
 * (request_listener.stopped). When something in front of the service keeps us out, everything waits
 * for settings.blocked; when too many requests of ten minutes were invalid, until they have passed.
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
    int64_t request_timeout; /* of one try, connecting included */
    int64_t patience;        /* of a request without a deadline of its own, waiting included */
    int64_t retry_first, retry_most; /* pause after a failure, doubled each time, 20 % jitter */
    int64_t tries;                   /* of one request, without those that ended in 429 */
    int64_t blocked;                 /* silence when something in front of the service blocks us */
    int64_t forbidden;               /* how long a refusal is believed if no event takes it back */
    int64_t flush;                   /* what urgent requests get at the end */
    int64_t requests_per_second;     /* the global limit */
    int64_t invalid_most;            /* invalid answers in ten minutes, then everything waits */
    int64_t in_flight;               /* requests at once */
    int64_t queue, queue_bytes;      /* waiting requests, their bodies */
};

struct request_settings request_settings_default(void);

/* Orders the requests that wait in one lane, and all that wait for the global limit. */
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
    REQUEST_FORBIDDEN, /* the same was refused before; not sent */
    REQUEST_FAILED,    /* no answer, or 5xx, and no tries left; it may have happened all the same */
    REQUEST_LATE,      /* its deadline passed */
    REQUEST_FULL,      /* too much is waiting; not sent */
    REQUEST_STOPPED,   /* unauthorized earlier, or requests_close; it may have happened */
    REQUEST_MALFORMED, /* our own mistake: no path, or too long; not sent */
    REQUEST_OUTCOMES
};

/* Lives as long as the call of `done`; json_incref() to keep `json`. */
struct request_answer {
    enum request_outcome outcome;
    int status;         /* HTTP; 0 when there was no answer */
    int64_t code;       /* the service's error code; 0 for none */
    json_t *json;       /* NULL when there is no body (204), or it was no JSON */
    const char *reason; /* one line for an operator; "" when done */
};

typedef void request_done(void *context, const struct request_answer *answer);

/* Everything is copied by requests_send. */
struct request_call {
    unsigned route;
    const char *path; /* with a leading slash, and the query; NULL: it could not be made */
    /* What the route is about ("123", a channel): limits and refusals are kept apart by it. */
    const char *key;
    const char *json;                /* NULL: no body */
    const struct request_file *file; /* sent with the JSON as multipart; NULL: none */
    /* Nobody minds if it happens twice, or the service recognizes the second one. */
    bool harmless;
    enum request_priority priority;
    /* ms from now; past it nothing is sent and no answer is waited for. 0: settings.patience. */
    int64_t deadline;
    request_done *done; /* may be NULL */
    void *context;
};

struct request_listener {
    void *context;
    /* Called once when the authorization was refused; every request from now on ends as
     * REQUEST_STOPPED. `reason` is one line that tells the operator what to do. */
    void (*stopped)(void *context, const char *reason);
};

/* What happened since requests_open, for metrics. */
struct request_counters {
    uint64_t sent;                                         /* tries */
    uint64_t repeated;                                     /* tries that were not the first */
    uint64_t failures;                                     /* tries without an answer */
    uint64_t limited_user, limited_shared, limited_global; /* 429 by scope */
    uint64_t blocked;
    uint64_t outcomes[REQUEST_OUTCOMES];
    size_t waiting, in_flight; /* now */
};

struct requests;

/* `service` must outlive it; the strings of the settings need not. NULL, with one line in `error`,
 * when the settings make no sense. Nothing is sent yet. */
struct requests *requests_open(uv_loop_t *loop, const struct request_service *service,
                               const struct request_settings *settings,
                               const struct request_listener *listener, char *error,
                               size_t error_size);

void requests_send(struct requests *requests, const struct request_call *call);

/* Permissions changed: forgets what was forbidden for this key, or anywhere if NULL. */
void requests_permissions_changed(struct requests *requests, const char *key);

const struct request_counters *requests_counters(const struct requests *requests);

/* Ends everything. What waits and is not urgent ends as REQUEST_STOPPED at once (from the loop).
 * What is urgent or on its way gets settings.flush; then it ends so, too. After the last `done`
 * comes `closed`, from the loop; `requests` is gone then. */
void requests_close(struct requests *requests, void (*closed)(void *context), void *context);

#endif
