/* Threads that the bot makes for tables and for those who watch them (adapter_class.open_thread).
 */
#ifndef BELFRY_ADAPTERS_DISCORD_SESSION_THREADS_H
#define BELFRY_ADAPTERS_DISCORD_SESSION_THREADS_H

#include "adapters/discord/session/session_private.h"

/* Asks Discord for the threads that are wanted. */
void discord_threads_flush(struct discord_session *session);
/* OUTBOUND_LET_IN and OUTBOUND_SHUT_OUT. */
void discord_threads_let_in(struct discord_session *session, const struct outbound *outbound);
void discord_threads_free(struct discord_session *session);

#endif
