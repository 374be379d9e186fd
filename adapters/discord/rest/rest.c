#include "adapters/discord/rest/rest.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/discord/limits.h"

#ifdef BELFRY_VERSION
#define VERSION BELFRY_VERSION
#else
#define VERSION "0"
#endif

/* -- The client -- */

/* The first part of a token is the bot's id in base64. */
static void add_own_id(const char *token, struct text *out)
{
    char id[DISCORD_ID_BYTES] = "";
    size_t length = 0;
    bool read =
        sodium_base642bin((unsigned char *)id, sizeof id - 1, token, strcspn(token, "."), NULL,
                          &length, NULL, sodium_base64_VARIANT_ORIGINAL_NO_PADDING) == 0;
    if (read && length > 0 && strspn(id, "0123456789") == length)
        text_add(out, id);
}

static void add_profile(const struct discord_settings *settings, struct text *out)
{
    char buffer[DISCORD_ID_BYTES];
    struct text id = TEXT_IN(buffer);
    text_add(&id, settings->application);
    if (id.length == 0)
        add_own_id(settings->token, &id);
    text_add(out, "https://discord.com");
    if (id.length > 0)
        text_add_format(out, "/users/%s", id.bytes);
}

const char *rest_user_agent(const struct discord_settings *settings,
                            char agent[REST_USER_AGENT_BYTES])
{
    struct text text = text_in(agent, REST_USER_AGENT_BYTES);
    if (settings->user_agent[0] != '\0') {
        text_add(&text, settings->user_agent);
        return agent;
    }
    text_add(&text, "DiscordBot (");
    if (settings->agent_url[0] != '\0')
        text_add(&text, settings->agent_url);
    else
        add_profile(settings, &text);
    text_add(&text, ", " VERSION ")");
    return agent;
}

static const char *complaint_about(const struct discord_settings *settings)
{
    if (settings->token[0] == '\0')
        return "this is no bot token";
    for (const char *at = settings->token; *at != '\0'; at++)
        if (*at <= ' ' || *at > '~')
            return "this is no bot token";
    if (settings->user_agent[0] != '\0' && strncmp(settings->user_agent, "DiscordBot (", 12) != 0)
        return "the user agent must begin with \"DiscordBot (\"";
    return NULL;
}

int64_t rest_share(int64_t requests, unsigned shares)
{
    int64_t share = shares > 0 ? requests / shares : requests;
    return share > 0 ? share : 1;
}

struct requests *rest_open(uv_loop_t *loop, const char *network,
                           const struct discord_settings *settings, unsigned shares,
                           const struct request_listener *listener, char *error, size_t error_size)
{
    char authorization[sizeof settings->token + 8], agent[REST_USER_AGENT_BYTES];
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
    wanted.user_agent = rest_user_agent(settings, agent);
    wanted.connect_timeout = settings->connect_timeout;
    wanted.request_timeout = settings->request_timeout;
    wanted.requests_per_second = rest_share(settings->requests_per_second, shares);
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
