/* Threads that the bot makes for tables (adapter_class.open_thread). */
#ifndef BELFRY_ADAPTERS_DISCORD_SESSION_THREADS_H
#define BELFRY_ADAPTERS_DISCORD_SESSION_THREADS_H

#include "adapters/discord/session/session_private.h"

/* Asks Discord for the threads that are wanted. */
void discord_threads_flush(struct discord_session *session);
void discord_threads_free(struct discord_session *session);

#endif
