/* The routes of Discord's REST API that the bot uses: methods, paths and the parameters that limits
 * depend on. Pure.
 *
 * The braces of a template are filled in order from the caller's parameters. Ids must be decimal
 * digits (or "@original"), so that no parameter leads to another path; interaction tokens are
 * percent-encoded. The channel, and an interaction's or webhook's id and token, are "major"
 * parameters: each of their values has limits of its own.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_REST_ROUTE_H
#define BELFRY_ADAPTERS_DISCORD_REST_ROUTE_H

#include <stdbool.h>

#include "adapters/net/requests/service.h"

/* Named after what the route does; the comments are methods and paths. */
enum rest_route {
    REST_GATEWAY_GET,           /* GET gateway/bot */
    REST_APPLICATION_GET,       /* GET applications/@me */
    REST_COMMANDS_GET,          /* GET applications/{application}/commands */
    REST_COMMANDS_PUT,          /* PUT applications/{application}/commands */
    REST_GUILD_COMMANDS_GET,    /* GET applications/{application}/guilds/{guild}/commands */
    REST_GUILD_COMMANDS_PUT,    /* PUT applications/{application}/guilds/{guild}/commands */
    REST_INTERACTION_ANSWER,    /* POST interactions/{interaction}/{token}/callback */
    REST_FOLLOWUP_CREATE,       /* POST webhooks/{application}/{token} */
    REST_FOLLOWUP_EDIT,         /* PATCH webhooks/{application}/{token}/messages/{message} */
    REST_FOLLOWUP_DELETE,       /* DELETE webhooks/{application}/{token}/messages/{message} */
    REST_MESSAGE_CREATE,        /* POST channels/{channel}/messages */
    REST_MESSAGE_EDIT,          /* PATCH channels/{channel}/messages/{message} */
    REST_MESSAGE_DELETE,        /* DELETE channels/{channel}/messages/{message} */
    REST_THREAD_CREATE,         /* POST channels/{channel}/threads */
    REST_THREAD_MEMBER_PUT,     /* PUT channels/{channel}/thread-members/{user} */
    REST_THREAD_MEMBER_DELETE,  /* DELETE channels/{channel}/thread-members/{user} */
    REST_DIRECT_CHANNEL_CREATE, /* POST users/@me/channels: returns the one there is */
    REST_ROUTES
};

enum { REST_PARAMETERS_MAX = 3, REST_QUERY_MAX = 256 };

/* By enum rest_route. */
extern const struct request_route rest_routes[REST_ROUTES];

/* The path with a leading slash, and the query. False when a parameter is missing, superfluous or
 * malformed, or when it does not fit; `out` is empty then. `query` ("with_response=true") may be
 * NULL. */
bool rest_route_path(enum rest_route route, const char *const parameters[REST_PARAMETERS_MAX],
                     const char *query, struct text *out);
/* The major parameters, "" for none. For keys in memory only: they contain interaction tokens. */
void rest_route_key(enum rest_route route, const char *const parameters[REST_PARAMETERS_MAX],
                    struct text *out);

#endif
