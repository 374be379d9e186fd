/* Shared by the files of the host; nobody else includes this. */
#ifndef BELFRY_BOT_TURN_HOST_PRIVATE_H
#define BELFRY_BOT_TURN_HOST_PRIVATE_H

#include "bot/turn/host.h"

/* listener.c: returns what adapters report to; its context is the host. */
struct adapter_listener host_listener(struct host *host);
/* Sends the adapter to the places that people invited the bot to before a restart. */
void host_join_invited(struct host *host, struct adapter *adapter);

#endif
