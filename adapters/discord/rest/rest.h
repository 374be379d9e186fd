/* Requests to Discord's REST interface, in the event loop.
 *
 * Callers say what they want once; this module keeps Discord's rules: limits learned from the
 * answers (one request at a time in each bucket, so what is sent to one route of one channel
 * arrives in order), the global limit, waits after 429, repetition where that can't do a thing
 * twice, silence when Discord refuses us. HTTP/2 where the server offers it; connections are kept.
 *
 * Every request ends in exactly one call of its `done`, always from the loop, never from inside
 * rest_send or rest_close. From inside `done` everything here may be called.
 *
 * What is repeated: after 429 always, when the wait is over; when the connection could not be made
 * (nothing was sent) always; after 500, 502, 503, 504 and lost connections up to
 * settings.tries, with growing pauses, and only what can't happen twice, or may: a repeatable
 * route, a message with a nonce, what the caller calls harmless, an answer to an interaction (the
 * second try's 40060 tells that the first arrived; it counts as done). Nothing is repeated past its
 * deadline.
 *
 * What is remembered: 401 ends all requests (the token is wrong; rest_listener.stopped). A missing
 * permission (403 with 50001, 50013) refuses that route in that channel without asking, until
 * rest_permissions_changed or settings.forbidden. A dead webhook refuses its token. An answer that
 * is not Discord's but Cloudflare's (429 or 403 without JSON, 40333) stops everything for
 * settings.blocked. When too many requests of ten minutes were invalid, all wait.
 *
 * Nothing private is logged: no token, no path, no body; of an error Discord's code, its message,
 * and the first field that it complains about.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_REST_REST_H
#define BELFRY_ADAPTERS_DISCORD_REST_REST_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "adapters/discord/rest/route.h"

enum {
    REST_FILES_MAX = 4,
    REST_NONCE_MAX = 25,        /* characters */
    REST_REASON_MAX = 384,      /* bytes of a reason, terminator included */
    REST_ANSWER_DEADLINE = 3000 /* ms that Discord waits for the answer to an interaction */
};

/* All durations in milliseconds. rest_settings_standard() fills what Discord's rules ask for. */
struct rest_settings {
    const char *base;           /* "https://discord.com/api/v10", no slash at the end */
    const char *token;          /* of the bot, without "Bot " */
    const char *authority_file; /* PEM; "": the system's store */
    const char *user_agent;     /* must be "DiscordBot (URL, VERSION)" */
    int64_t connect_timeout;
    int64_t request_timeout; /* of one try, connecting included */
    int64_t patience;        /* of a request without a deadline of its own, waiting included */
    int64_t retry_first, retry_most; /* pause after a failure, doubled each time, 20 % jitter */
    int64_t tries;                   /* of one request, without those that ended in 429 */
    int64_t blocked;                 /* silence after Cloudflare's page */
    int64_t forbidden;               /* how long a 403 is believed when no event takes it back */
    int64_t flush;                   /* what urgent requests get at the end */
    int64_t requests_per_second;     /* global */
    int64_t invalid_most; /* 401, 403, 429 in ten minutes, then all wait; Discord bans at 10,000 */
    int64_t in_flight;    /* requests at once */
    int64_t queue, queue_bytes; /* waiting requests, their bodies */
};

struct rest_settings rest_settings_standard(void);

/* Of two requests that wait in the same bucket, and where the global limit makes all wait. */
enum rest_priority {
    REST_URGENT, /* somebody looks at "thinking…": answers to interactions; said at the end, too */
    REST_NORMAL,
    REST_LOW /* pictures, registration */
};

/* One attachment. */
struct rest_file {
    const char *name; /* "table.txt" */
    const char *type; /* "text/plain; charset=utf-8" */
    const void *bytes;
    size_t size;
};

enum rest_outcome {
    REST_DONE,      /* 2xx */
    REST_REFUSED,   /* Discord said no: status and code tell */
    REST_FORBIDDEN, /* remembered: a missing permission, or a dead webhook; not sent */
    REST_FAILED,    /* no answer, or 5xx, and no tries left; it may have happened all the same */
    REST_LATE,      /* its deadline passed */
    REST_FULL,      /* too much is waiting; not sent */
    REST_STOPPED,   /* 401 earlier, or rest_close; if it was on its way it may have happened */
    REST_MALFORMED  /* our own mistake: parameters, size, nonce; not sent */
};

/* Lives as long as the call of `done`; json_incref() to keep `json`. */
struct rest_answer {
    enum rest_outcome outcome;
    int status;         /* HTTP; 0 when there was no answer */
    int64_t code;       /* Discord's JSON error code; 0 for none */
    json_t *json;       /* NULL when there is no body (204), or it was no JSON */
    const char *reason; /* one line for an operator; "" when done */
};

typedef void rest_done(void *context, const struct rest_answer *answer);

/* Everything is copied by rest_send; `body` is read and neither kept nor changed. */
struct rest_call {
    enum rest_route route;
    const char *parameters[REST_PARAMETERS_MAX]; /* as the route's template wants them */
    const char *query;                           /* "with_response=true", or NULL */
    const json_t *body;                          /* NULL for none */
    const struct rest_file *files;               /* sent with the body as multipart */
    size_t file_count;
    /* At most REST_NONCE_MAX characters, REST_MESSAGE_CREATE only: the message then is created once
     * whatever happens, so it may be tried again. NULL for none. */
    const char *nonce;
    /* Nobody minds if it happens twice: it may be tried again without a nonce, too. */
    bool harmless;
    enum rest_priority priority;
    /* ms from now; past it nothing is sent and no answer is waited for. 0: settings.patience. */
    int64_t deadline;
    rest_done *done; /* may be NULL */
    void *context;
};

struct rest_listener {
    void *context;
    /* Once: the token was refused; every request from now on ends as REST_STOPPED. `reason` is one
     * line that tells the operator what to do. */
    void (*stopped)(void *context, const char *reason);
};

/* What happened since rest_open, for metrics. */
struct rest_counters {
    uint64_t sent;       /* tries */
    uint64_t repeated;   /* tries that were not the first */
    uint64_t answers[6]; /* by the status' first digit; [0] what is no status */
    uint64_t failures;   /* tries without an answer */
    uint64_t limited_user, limited_shared, limited_global; /* 429 by scope */
    uint64_t blocked;                                      /* Cloudflare's pages */
    uint64_t outcomes[REST_MALFORMED + 1];                 /* by enum rest_outcome */
    uint64_t connections;      /* made; far fewer than sent when they are kept */
    size_t waiting, in_flight; /* now */
};

struct rest;

/* NULL, with one line in `error`, when the settings make no sense. Nothing is sent yet. */
struct rest *rest_open(uv_loop_t *loop, const struct rest_settings *settings,
                       const struct rest_listener *listener, char *error, size_t error_size);

void rest_send(struct rest *rest, const struct rest_call *call);

/* Roles or overwrites changed: forget what was forbidden in this channel or guild (its id), or
 * anywhere if NULL. A thread is a channel of its own here: with NULL nothing is missed, and it
 * costs at most one more refusal each. */
void rest_permissions_changed(struct rest *rest, const char *channel);

const struct rest_counters *rest_counters(const struct rest *rest);

/* Ends everything: what waits and is not urgent ends as REST_STOPPED at once (from the loop); what
 * is urgent or on its way gets settings.flush, then it ends so, too. After the last `done` comes
 * `closed`, from the loop; `rest` is gone then. */
void rest_close(struct rest *rest, void (*closed)(void *context), void *context);

#endif
