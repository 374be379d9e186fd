/* What can be asked of Discord's REST interface: one table of methods and path templates. Pure.
 *
 * A template's braces are filled in order from the caller's parameters. Ids must be decimal digits
 * (or "@original", "@me"), so that no parameter leads to another path; interaction tokens are
 * percent-encoded. The channel, the guild, and the webhook's id and token are "major" parameters:
 * Discord keeps limits apart by them.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_REST_ROUTE_H
#define BELFRY_ADAPTERS_DISCORD_REST_ROUTE_H

#include <stdbool.h>
#include <stddef.h>

#include "games/shared/text.h"

/* Named after what it does; the comment is the method and the path with its parameters. */
enum rest_route {
    REST_GATEWAY_GET,           /* GET gateway/bot */
    REST_APPLICATION_GET,       /* GET applications/@me */
    REST_COMMANDS_GET,          /* GET applications/{application}/commands */
    REST_COMMANDS_PUT,          /* PUT applications/{application}/commands */
    REST_GUILD_COMMANDS_GET,    /* GET applications/{application}/guilds/{guild}/commands */
    REST_GUILD_COMMANDS_PUT,    /* PUT applications/{application}/guilds/{guild}/commands */
    REST_INTERACTION_ANSWER,    /* POST interactions/{interaction}/{token}/callback */
    REST_FOLLOWUP_CREATE,       /* POST webhooks/{application}/{token} */
    REST_FOLLOWUP_GET,          /* GET webhooks/{application}/{token}/messages/{message} */
    REST_FOLLOWUP_EDIT,         /* PATCH webhooks/{application}/{token}/messages/{message} */
    REST_FOLLOWUP_DELETE,       /* DELETE webhooks/{application}/{token}/messages/{message} */
    REST_MESSAGE_GET,           /* GET channels/{channel}/messages/{message} */
    REST_MESSAGE_CREATE,        /* POST channels/{channel}/messages */
    REST_MESSAGE_EDIT,          /* PATCH channels/{channel}/messages/{message} */
    REST_MESSAGE_DELETE,        /* DELETE channels/{channel}/messages/{message} */
    REST_MESSAGE_PIN,           /* PUT channels/{channel}/messages/pins/{message} */
    REST_MESSAGE_UNPIN,         /* DELETE channels/{channel}/messages/pins/{message} */
    REST_MESSAGE_THREAD_CREATE, /* POST channels/{channel}/messages/{message}/threads */
    REST_THREAD_CREATE,         /* POST channels/{channel}/threads */
    REST_THREAD_MEMBER_PUT,     /* PUT channels/{channel}/thread-members/{user} */
    REST_CHANNEL_GET,           /* GET channels/{channel} */
    REST_CHANNEL_EDIT,          /* PATCH channels/{channel}: a thread's archive and lock, too */
    REST_DIRECT_CHANNEL_CREATE, /* POST users/@me/channels: returns the one there is */
    REST_GUILD_GET,             /* GET guilds/{guild} */
    REST_GUILD_MEMBER_GET,      /* GET guilds/{guild}/members/{user} */
    REST_GUILD_LEAVE,           /* DELETE users/@me/guilds/{guild} */
    REST_ROUTES
};

enum { REST_PARAMETERS_MAX = 3, REST_PATH_MAX = 2048, REST_QUERY_MAX = 256 };

struct rest_route_class {
    const char *method;
    const char *template; /* without a leading slash */
    unsigned char majors; /* how many of the first parameters are major */
    /* To do it twice is as good as once, so it may be tried again when nobody knows whether the
     * first one arrived. */
    bool repeatable;
    /* Proves itself by the token in its path: goes without the bot's own, and is not counted in
     * the global limit. */
    bool interaction;
    bool posts_message; /* takes a nonce */
};

extern const struct rest_route_class rest_routes[REST_ROUTES];

/* "POST channels/{channel}/messages": fit for logs, unlike the path. */
void rest_route_name(enum rest_route route, struct text *out);
/* The path with a leading slash, and the query. False when a parameter is missing, too many or
 * malformed, or it does not fit; `out` is empty then. `query` ("with_response=true") may be NULL.
 */
bool rest_route_path(enum rest_route route, const char *const parameters[REST_PARAMETERS_MAX],
                     const char *query, struct text *out);
/* The major parameters, "" for none. For keys in memory only: it holds interaction tokens. */
void rest_route_major(enum rest_route route, const char *const parameters[REST_PARAMETERS_MAX],
                      struct text *out);

#endif
