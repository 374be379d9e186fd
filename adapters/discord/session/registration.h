/* Slash commands are registered at the start if they are not what Discord was given last. */
#ifndef BELFRY_ADAPTERS_DISCORD_SESSION_REGISTRATION_H
#define BELFRY_ADAPTERS_DISCORD_SESSION_REGISTRATION_H

#include "adapters/discord/session/session_private.h"

void discord_registration_begin(struct discord_session *session);

#endif
