#include "adapters/discord/rest/route.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#define CHANNEL  "channels/{channel}"
#define FOLLOWUP "webhooks/{application}/{token}"

const struct request_route rest_routes[REST_ROUTES] = {
    [REST_GATEWAY_GET] = {"GET", "gateway/bot", .repeatable = true},
    [REST_APPLICATION_GET] = {"GET", "applications/@me", .repeatable = true},
    [REST_COMMANDS_GET] = {"GET", "applications/{application}/commands", .repeatable = true},
    [REST_COMMANDS_PUT] = {"PUT", "applications/{application}/commands", .repeatable = true},
    [REST_GUILD_COMMANDS_GET] = {"GET", "applications/{application}/guilds/{guild}/commands",
                                 .repeatable = true},
    [REST_GUILD_COMMANDS_PUT] = {"PUT", "applications/{application}/guilds/{guild}/commands",
                                 .repeatable = true},
    /* Discord refuses a second answer with 40060. */
    [REST_INTERACTION_ANSWER] = {"POST", "interactions/{interaction}/{token}/callback",
                                 .repeatable = true, .carries_token = true},
    [REST_FOLLOWUP_CREATE] = {"POST", FOLLOWUP, .carries_token = true},
    [REST_FOLLOWUP_EDIT] = {"PATCH", FOLLOWUP "/messages/{message}", .repeatable = true,
                            .carries_token = true},
    [REST_FOLLOWUP_DELETE] = {"DELETE", FOLLOWUP "/messages/{message}", .repeatable = true,
                              .carries_token = true},
    [REST_MESSAGE_CREATE] = {"POST", CHANNEL "/messages", .repeatable = false},
    [REST_MESSAGE_EDIT] = {"PATCH", CHANNEL "/messages/{message}", .repeatable = true},
    [REST_MESSAGE_DELETE] = {"DELETE", CHANNEL "/messages/{message}", .repeatable = true},
    [REST_THREAD_CREATE] = {"POST", CHANNEL "/threads", .repeatable = false},
    [REST_THREAD_MEMBER_PUT] = {"PUT", CHANNEL "/thread-members/{user}", .repeatable = true},
    [REST_THREAD_MEMBER_DELETE] = {"DELETE", CHANNEL "/thread-members/{user}", .repeatable = true},
    [REST_DIRECT_CHANNEL_CREATE] = {"POST", "users/@me/channels", .repeatable = true},
};

enum { ID_DIGITS_MAX = 20, TOKEN_MAX = 512 };

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

/* `name` begins after the opening brace. */
static bool add_parameter(const char *name, const char *parameter, struct text *out)
{
    if (parameter == NULL)
        return false;
    if (strncmp(name, "token}", 6) == 0)
        return add_token(parameter, out);
    bool original = strncmp(name, "message}", 8) == 0 && strcmp(parameter, "@original") == 0;
    if (!original && !is_id(parameter))
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
    const char *at = rest_routes[route].path;
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

static unsigned count_majors(enum rest_route route)
{
    if (rest_routes[route].carries_token)
        return 2;
    return strncmp(rest_routes[route].path, CHANNEL, strlen(CHANNEL)) == 0;
}

void rest_route_key(enum rest_route route, const char *const parameters[REST_PARAMETERS_MAX],
                    struct text *out)
{
    for (unsigned i = 0; i < count_majors(route); i++) {
        if (i > 0)
            text_add_char(out, '/');
        text_add(out, parameters[i]);
    }
}
