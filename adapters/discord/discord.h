/* The Discord adapter (struct adapter_class): gateway, REST and session on the event loop. */
#ifndef BELFRY_ADAPTERS_DISCORD_DISCORD_H
#define BELFRY_ADAPTERS_DISCORD_DISCORD_H

#include "bot/adapter.h"

extern const struct adapter_class discord_adapter_class;

#endif
