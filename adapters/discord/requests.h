/* Requests as the configuration wants them: rest.h with the settings of a network. */
#ifndef BELFRY_ADAPTERS_DISCORD_REQUESTS_H
#define BELFRY_ADAPTERS_DISCORD_REQUESTS_H

#include "adapters/discord/rest/rest.h"
#include "adapters/discord/settings.h"

/* How the bot calls itself: what is configured, else what Discord asks for. */
const char *discord_user_agent(const struct discord_settings *settings);

struct rest *discord_requests_open(uv_loop_t *loop, const struct discord_settings *settings,
                                   const struct rest_listener *listener, char *error,
                                   size_t error_size);

#endif
