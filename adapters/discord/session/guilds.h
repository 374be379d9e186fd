/* What Discord says about the guilds that the bot is in, their channels and threads. */
#ifndef BELFRY_ADAPTERS_DISCORD_SESSION_GUILDS_H
#define BELFRY_ADAPTERS_DISCORD_SESSION_GUILDS_H

#include "adapters/discord/session/places.h"

bool discord_guilds_know(const struct discord_session *session, const char *id);
/* The role that Discord made for the bot in a guild; "" when it is not known. */
const char *discord_guilds_own_role(const struct discord_session *session, const char *guild);
/* READY names all guilds of its shard: those that it does not name any more are gone. */
void discord_guilds_ready(struct discord_session *session, const json_t *ready);
/* Does nothing for other events than those of guilds, channels and threads. */
void discord_guilds_event(struct discord_session *session, const char *event, const json_t *data);
/* A channel or thread that exists. */
void discord_guilds_take_channel(struct discord_session *session, const char *guild,
                                 const json_t *channel);

#endif
