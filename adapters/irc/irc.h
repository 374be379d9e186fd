/* The IRC adapter (struct adapter_class): one connection at a time, for as long as the bot runs.
 *
 * settings.h   what the configuration says
 * protocol/    lines, names, capabilities and text as IRC writes them
 * session/     the conversation with a server, without sockets and clocks
 * reconnect.h  how long to wait before connecting again
 *
 * The adapter joins them on the event loop with a transport (adapters/net).
 */
#ifndef BELFRY_ADAPTERS_IRC_IRC_H
#define BELFRY_ADAPTERS_IRC_IRC_H

#include "bot/adapter.h"

extern const struct adapter_class irc_adapter_class;

#endif
