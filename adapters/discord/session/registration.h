/* Slash commands are registered at the start if they are not what Discord was given last. Where
 * somebody registers them by hand, only their ids are asked for, so that texts can mention them.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_SESSION_REGISTRATION_H
#define BELFRY_ADAPTERS_DISCORD_SESSION_REGISTRATION_H

#include "adapters/discord/session/session_private.h"

void discord_registration_begin(struct discord_session *session);
/* Only asks for the ids. */
void discord_registration_look(struct discord_session *session);

#endif
