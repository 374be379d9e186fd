/* What a bot knows of its servers, kept over a restart: Discord does not tell it again to a session
 * that is resumed, only what has changed since.
 *
 * The host remembers a list of the servers and a text for each server with its channels and
 * threads. Only what has changed is written. A bot in more servers, or with more channels and
 * threads, than the limits below keeps nothing: it identifies after each restart, which costs it
 * one of about 1,000 identifies a day, instead of a store that grows with every channel of
 * everybody.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_SESSION_KEEP_H
#define BELFRY_ADAPTERS_DISCORD_SESSION_KEEP_H

#include "adapters/discord/session/places.h"

enum { DISCORD_KEPT_GUILDS_MAX = 2000, DISCORD_KEPT_PLACES_MAX = 20000 };

/* The shard's session goes on: the host may use the places that it could use before. */
void discord_keep_resumed(struct discord_session *session, unsigned shard, unsigned count);
/* A new session tells of the guild again: what an earlier process knew of its places is not known
 * to be true any more. */
void discord_keep_drop(const struct discord_guild *guild);
/* The bot has left the guild. */
void discord_keep_forget(struct discord_session *session, struct discord_guild *guild);
void discord_keep_free(struct discord_session *session);

#endif
