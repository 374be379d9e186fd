/* Interactions and typed messages: from Discord to the host. */
#ifndef BELFRY_ADAPTERS_DISCORD_SESSION_INTERACTIONS_H
#define BELFRY_ADAPTERS_DISCORD_SESSION_INTERACTIONS_H

#include "adapters/discord/session/session_private.h"

/* INTERACTION_CREATE and MESSAGE_CREATE. */
void discord_interactions_hear(struct discord_session *session, const json_t *data);
void discord_interactions_hear_typed(struct discord_session *session, const json_t *data);

#endif
