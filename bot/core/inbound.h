/* Copies of what somebody typed, for whoever has to come back to it later. */
#ifndef BELFRY_BOT_CORE_INBOUND_H
#define BELFRY_BOT_CORE_INBOUND_H

#include "bot/adapter.h"

/* A copy with strings of its own; inbound_free() it. */
struct inbound *inbound_copy(const struct inbound *inbound);
void inbound_free(struct inbound *inbound);

/* Where it was typed: the channel, or the place of the private conversation; "" for none. */
const char *inbound_where(const struct inbound *inbound);

#endif
