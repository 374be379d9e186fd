#include "adapters/discord/requests.h"

#ifdef BELFRY_VERSION
#define USER_AGENT "DiscordBot (https://belfry.invalid, " BELFRY_VERSION ")"
#else
#define USER_AGENT "DiscordBot (https://belfry.invalid, 0)"
#endif

const char *discord_user_agent(const struct discord_settings *settings)
{
    return settings->user_agent[0] != '\0' ? settings->user_agent : USER_AGENT;
}

struct rest *discord_requests_open(uv_loop_t *loop, const struct discord_settings *settings,
                                   const struct rest_listener *listener, char *error,
                                   size_t error_size)
{
    struct rest_settings rest = rest_settings_standard();
    rest.base = settings->api;
    rest.token = settings->token;
    rest.authority_file = settings->authority_file;
    rest.user_agent = discord_user_agent(settings);
    rest.connect_timeout = settings->connect_timeout;
    rest.request_timeout = settings->request_timeout;
    rest.retry_first = settings->retry_after;
    return rest_open(loop, &rest, listener, error, error_size);
}
