#include "adapters/discord/rest/route.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#define FOLLOWUPS "webhooks/{application}/{token}"
#define MESSAGES  "channels/{channel}/messages"

const struct rest_route_class rest_routes[REST_ROUTES] = {
    [REST_GATEWAY_GET] = {"GET", "gateway/bot", 0, .repeatable = true},
    [REST_APPLICATION_GET] = {"GET", "applications/@me", 0, .repeatable = true},
    [REST_COMMANDS_GET] = {"GET", "applications/{application}/commands", 0, .repeatable = true},
    [REST_COMMANDS_PUT] = {"PUT", "applications/{application}/commands", 0, .repeatable = true},
    [REST_GUILD_COMMANDS_GET] = {"GET", "applications/{application}/guilds/{guild}/commands", 0,
                                 .repeatable = true},
    [REST_GUILD_COMMANDS_PUT] = {"PUT", "applications/{application}/guilds/{guild}/commands", 0,
                                 .repeatable = true},
    /* A second answer is refused with 40060, so it is as good as once. */
    [REST_INTERACTION_ANSWER] = {"POST", "interactions/{interaction}/{token}/callback", 2,
                                 .repeatable = true, .interaction = true},
    [REST_FOLLOWUP_CREATE] = {"POST", FOLLOWUPS, 2, .interaction = true},
    [REST_FOLLOWUP_GET] = {"GET", FOLLOWUPS "/messages/{message}", 2, .repeatable = true,
                           .interaction = true},
    [REST_FOLLOWUP_EDIT] = {"PATCH", FOLLOWUPS "/messages/{message}", 2, .repeatable = true,
                            .interaction = true},
    [REST_FOLLOWUP_DELETE] = {"DELETE", FOLLOWUPS "/messages/{message}", 2, .repeatable = true,
                              .interaction = true},
    [REST_MESSAGE_GET] = {"GET", MESSAGES "/{message}", 1, .repeatable = true},
    [REST_MESSAGE_CREATE] = {"POST", MESSAGES, 1, .posts_message = true},
    [REST_MESSAGE_EDIT] = {"PATCH", MESSAGES "/{message}", 1, .repeatable = true},
    [REST_MESSAGE_DELETE] = {"DELETE", MESSAGES "/{message}", 1, .repeatable = true},
    [REST_MESSAGE_PIN] = {"PUT", MESSAGES "/pins/{message}", 1, .repeatable = true},
    [REST_MESSAGE_UNPIN] = {"DELETE", MESSAGES "/pins/{message}", 1, .repeatable = true},
    /* A second one is refused with 160004. */
    [REST_MESSAGE_THREAD_CREATE] = {"POST", MESSAGES "/{message}/threads", 1, .repeatable = true},
    [REST_THREAD_CREATE] = {"POST", "channels/{channel}/threads", 1, .repeatable = false},
    [REST_THREAD_MEMBER_PUT] = {"PUT", "channels/{channel}/thread-members/{user}", 1,
                                .repeatable = true},
    [REST_CHANNEL_GET] = {"GET", "channels/{channel}", 1, .repeatable = true},
    [REST_CHANNEL_EDIT] = {"PATCH", "channels/{channel}", 1, .repeatable = true},
    [REST_DIRECT_CHANNEL_CREATE] = {"POST", "users/@me/channels", 0, .repeatable = true},
    [REST_GUILD_GET] = {"GET", "guilds/{guild}", 1, .repeatable = true},
    [REST_GUILD_MEMBER_GET] = {"GET", "guilds/{guild}/members/{user}", 1, .repeatable = true},
    [REST_GUILD_LEAVE] = {"DELETE", "users/@me/guilds/{guild}", 0, .repeatable = true},
};

enum { ID_DIGITS_MAX = 20, TOKEN_MAX = 512 };

void rest_route_name(enum rest_route route, struct text *out)
{
    text_add(out, rest_routes[route].method);
    text_add_char(out, ' ');
    text_add(out, rest_routes[route].template);
}

static bool is_id(const char *text)
{
    size_t digits = strspn(text, "0123456789");
    return digits > 0 && digits <= ID_DIGITS_MAX && text[digits] == '\0';
}

static bool add_token(const char *token, struct text *out)
{
    size_t length = strlen(token);
    if (length == 0 || length > TOKEN_MAX || strspn(token, ".") == length)
        return false;
    for (const char *at = token; *at; at++) {
        if (isalnum((unsigned char)*at) || strchr("-._~", *at))
            text_add_char(out, *at);
        else
            text_add_format(out, "%%%02X", (unsigned char)*at);
    }
    return true;
}

/* `name` is what stands between the braces and after them. */
static bool add_parameter(const char *name, const char *parameter, struct text *out)
{
    if (parameter == NULL)
        return false;
    if (strncmp(name, "token}", 6) == 0)
        return add_token(parameter, out);
    bool original = strncmp(name, "message}", 8) == 0 && strcmp(parameter, "@original") == 0;
    bool myself = strncmp(name, "user}", 5) == 0 && strcmp(parameter, "@me") == 0;
    if (!original && !myself && !is_id(parameter))
        return false;
    text_add(out, parameter);
    return true;
}

static bool add_query(const char *query, struct text *out)
{
    for (const char *at = query; *at; at++)
        if (!isalnum((unsigned char)*at) && !strchr("_-=&.,%", *at))
            return false;
    text_add_char(out, '?');
    text_add(out, query);
    return strlen(query) < REST_QUERY_MAX;
}

static bool add_path(enum rest_route route, const char *const parameters[REST_PARAMETERS_MAX],
                     struct text *out)
{
    const char *at = rest_routes[route].template;
    size_t used = 0;
    text_add_char(out, '/');
    while (*at) {
        const char *brace = strchrnul(at, '{');
        text_add_bytes(out, at, (size_t)(brace - at));
        if (*brace == '\0')
            break;
        if (used == REST_PARAMETERS_MAX || !add_parameter(brace + 1, parameters[used++], out))
            return false;
        at = strchr(brace, '}') + 1;
    }
    return used == REST_PARAMETERS_MAX || parameters[used] == NULL;
}

bool rest_route_path(enum rest_route route, const char *const parameters[REST_PARAMETERS_MAX],
                     const char *query, struct text *out)
{
    text_clear(out);
    if ((unsigned)route < REST_ROUTES && add_path(route, parameters, out) &&
        (query == NULL || add_query(query, out)) && !out->truncated)
        return true;
    text_clear(out);
    return false;
}

void rest_route_major(enum rest_route route, const char *const parameters[REST_PARAMETERS_MAX],
                      struct text *out)
{
    for (unsigned i = 0; i < rest_routes[route].majors; i++) {
        if (i > 0)
            text_add_char(out, '/');
        text_add(out, parameters[i]);
    }
}
