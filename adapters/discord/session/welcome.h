/* The bot's first words in a server: one message, once per server, where it may write; if that is
 * nowhere, to the server's owner.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_SESSION_WELCOME_H
#define BELFRY_ADAPTERS_DISCORD_SESSION_WELCOME_H

#include "adapters/discord/session/session_private.h"

/* A GUILD_CREATE came. Says something only if the bot joined the server within the last hour and
 * has not spoken there yet, as far as its memory goes. */
void discord_welcome_hear(struct discord_session *session, const json_t *guild);
void discord_welcome_free(struct discord_session *session);

#endif
