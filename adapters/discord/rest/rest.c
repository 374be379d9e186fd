#include "adapters/discord/rest/rest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef BELFRY_VERSION
#define USER_AGENT "DiscordBot (https://belfry.invalid, " BELFRY_VERSION ")"
#else
#define USER_AGENT "DiscordBot (https://belfry.invalid, 0)"
#endif

/* -- The client -- */

const char *rest_user_agent(const struct discord_settings *settings)
{
    return settings->user_agent[0] != '\0' ? settings->user_agent : USER_AGENT;
}

static const char *complaint_about(const struct discord_settings *settings)
{
    if (settings->token[0] == '\0')
        return "this is no bot token";
    for (const char *at = settings->token; *at != '\0'; at++)
        if (*at <= ' ' || *at > '~')
            return "this is no bot token";
    if (strncmp(rest_user_agent(settings), "DiscordBot (", 12) != 0)
        return "the user agent must begin with \"DiscordBot (\"";
    return NULL;
}

struct requests *rest_open(uv_loop_t *loop, const char *network,
                           const struct discord_settings *settings,
                           const struct request_listener *listener, char *error, size_t error_size)
{
    char authorization[sizeof settings->token + 8];
    const char *complaint = complaint_about(settings);
    if (complaint != NULL) {
        snprintf(error, error_size, "%s", complaint);
        return NULL;
    }
    snprintf(authorization, sizeof authorization, "Bot %s", settings->token);
    struct request_settings wanted = request_settings_default();
    wanted.network = network;
    wanted.base = settings->api;
    wanted.authorization = authorization;
    wanted.authority_file = settings->authority_file;
    wanted.user_agent = rest_user_agent(settings);
    wanted.connect_timeout = settings->connect_timeout;
    wanted.request_timeout = settings->request_timeout;
    wanted.retry_first = settings->retry_after;
    struct requests *requests =
        requests_open(loop, &rest_service, &wanted, listener, error, error_size);
    explicit_bzero(authorization, sizeof authorization);
    return requests;
}

/* -- Calls -- */

/* The body as text, with the nonce if there is one; free() it. NULL for no body. */
static char *json_of(const struct rest_call *call)
{
    if (call->nonce == NULL)
        return call->body ? json_dumps(call->body, JSON_COMPACT) : NULL;
    /* A shallow copy; jansson counts references even where nothing changes. */
    json_t *body = call->body ? json_copy((json_t *)call->body) : json_object();
    json_object_set_new(body, "nonce", json_string(call->nonce));
    json_object_set_new(body, "enforce_nonce", json_true());
    char *json = json_dumps(body, JSON_COMPACT);
    json_decref(body);
    return json;
}

static bool has_good_nonce(const struct rest_call *call)
{
    return call->nonce == NULL || (call->route == REST_MESSAGE_CREATE && call->nonce[0] != '\0' &&
                                   strlen(call->nonce) <= REST_NONCE_MAX);
}

void rest_send(struct requests *requests, const struct rest_call *call)
{
    char path_buffer[REQUEST_PATH_MAX], key_buffer[REQUEST_KEY_MAX];
    struct text path = TEXT_IN(path_buffer), key = TEXT_IN(key_buffer);
    struct request_file file = {0};
    struct request_call request = {.route = call->route,
                                   .harmless = call->nonce != NULL || call->harmless,
                                   .priority = call->priority,
                                   .deadline = call->deadline,
                                   .done = call->done,
                                   .context = call->context};
    char *json = json_of(call);
    bool has_json = json != NULL || (call->body == NULL && call->nonce == NULL);
    if (has_json && has_good_nonce(call) &&
        rest_route_path(call->route, call->parameters, call->query, &path)) {
        rest_route_key(call->route, call->parameters, &key);
        request.path = path.bytes;
    }
    request.key = key.bytes;
    request.json = json;
    if (call->file != NULL) {
        file = *call->file;
        file.part = "files[0]";
        request.file = &file;
    }
    requests_send(requests, &request);
    free(json);
}
