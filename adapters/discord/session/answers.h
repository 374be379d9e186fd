/* Answers to interactions: what the host says to one, within 3 seconds, and the rest as follow-ups.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_SESSION_ANSWERS_H
#define BELFRY_ADAPTERS_DISCORD_SESSION_ANSWERS_H

#include "adapters/discord/session/session_private.h"

/* Expects the host's answer to an interaction of `age` ms ago. Returns the number of the request.
 */
uint64_t discord_answers_expect(struct discord_session *session,
                                const struct discord_interaction *what, int64_t age);
/* Takes what the host says if an interaction waits for it. */
bool discord_answers_hear(struct discord_session *session, const struct outbound *outbound);
/* Answers what has an answer or has waited too long. */
void discord_answers_flush(struct discord_session *session);
/* When there will be something to flush; INT64_MAX: never. */
int64_t discord_answers_due(const struct discord_session *session);
void discord_answers_free(struct discord_session *session);

#endif
