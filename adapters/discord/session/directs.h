/* Direct messages: each person's channel, and what waits for the person. A person who refuses such
 * messages is reported to the host.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_SESSION_DIRECTS_H
#define BELFRY_ADAPTERS_DISCORD_SESSION_DIRECTS_H

#include "adapters/discord/session/session_private.h"

/* Sends somebody what is private. The next tick does it. */
void discord_directs_hear(struct discord_session *session, const struct outbound *outbound);
void discord_directs_flush(struct discord_session *session);
void discord_directs_free(struct discord_session *session);

/* The same for what somebody called `name` asked for and could not be told by an answer. If a
 * direct message does not reach them either, its place is told how they can see it. */
void discord_directs_redirect(struct discord_session *session, const struct outbound *outbound,
                              const char *name);
/* Somebody has done something. Whoever writes to the bot in private can read its messages there. */
void discord_directs_acted(struct discord_session *session, const char *user, bool in_private);
/* Whether somebody has done nothing for a while. */
bool discord_directs_is_away(struct discord_session *session, const char *user);

#endif
