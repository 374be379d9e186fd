/* Commands in texts as people can click them: "/join" becomes "</join:ID>". Discord tells the ids
 * when the commands are registered.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_SESSION_MENTIONS_H
#define BELFRY_ADAPTERS_DISCORD_SESSION_MENTIONS_H

#include "adapters/discord/session/session_private.h"

enum { DISCORD_MENTIONS_BYTES = 8192 };

/* Writes the commands that Discord has, an array of its command objects with localizations, as a
 * text to be remembered: a line for each, with its id, its name and its names in other languages.
 */
void discord_mentions_print(const json_t *commands, struct text *out);
/* Reads such a text; from now on texts mention these commands. A damaged line is ignored. */
void discord_mentions_read(struct discord_session *session, const char *text);
void discord_mentions_free(struct discord_session *session);

/* As discord_message_body, with the commands of the content as mentions if they fit. */
json_t *discord_mentions_body(const struct discord_session *session,
                              const struct discord_message *message);

#endif
