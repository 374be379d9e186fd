/* Discord's REST API: its routes and rules for adapters/net/requests, and calls in Discord's terms.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_REST_REST_H
#define BELFRY_ADAPTERS_DISCORD_REST_REST_H

#include "adapters/discord/rest/route.h"
#include "adapters/discord/settings.h"
#include "adapters/net/requests/requests.h"

enum {
    REST_NONCE_MAX = 25,        /* characters */
    REST_ANSWER_DEADLINE = 3000 /* ms that Discord waits for the answer to an interaction */
};

/* Everything is copied by rest_send; `body` is read and neither kept nor changed. */
struct rest_call {
    enum rest_route route;
    const char *parameters[REST_PARAMETERS_MAX]; /* as the route's template wants them */
    const char *query;                           /* "with_response=true", or NULL */
    const json_t *body;                          /* NULL for none */
    const struct request_file *file;             /* sent with the body; rest_send names its part */
    /* At most REST_NONCE_MAX characters, REST_MESSAGE_CREATE only: Discord then creates the message
     * only once, so the request may be sent again. NULL for none. */
    const char *nonce;
    bool harmless; /* may happen twice */
    enum request_priority priority;
    int64_t deadline; /* as in struct request_call */
    request_done *done;
    void *context;
};

extern const struct request_service rest_service;

enum { REST_USER_AGENT_BYTES = 384 };

/* Writes the bot's user agent: the configured one, or one in the form that Discord requires, with
 * the configured address or the bot's profile at Discord. */
const char *rest_user_agent(const struct discord_settings *settings,
                            char agent[REST_USER_AGENT_BYTES]);

/* What each of so many shares of a limit of requests may send; 0: it is not divided. A share may
 * always send one. */
int64_t rest_share(int64_t requests, unsigned shares);

/* As requests_open, with what the configuration of a network says. The limit of all requests is
 * divided into so many shares. */
struct requests *rest_open(uv_loop_t *loop, const char *network,
                           const struct discord_settings *settings, unsigned shares,
                           const struct request_listener *listener, char *error, size_t error_size);

/* As requests_send. A malformed call ends as REQUEST_MALFORMED. */
void rest_send(struct requests *requests, const struct rest_call *call);

#endif
