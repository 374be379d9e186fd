/* A shard's turn to identify, where several processes share the bot: one permit of the network
 * (bot/adapter.h) for each bucket, and the budget of the day.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_TURNS_H
#define BELFRY_ADAPTERS_DISCORD_TURNS_H

#include "adapters/discord/gateway/gateway.h"
#include "bot/adapter.h"

struct discord_turn;

/* As in struct gateway_listener. `*turn`, a member of the owner, is set from then until the turn
 * has ended or was not given. */
void discord_turn_ask(struct discord_turn **turn, const struct adapter_listener *listener,
                      const char *network, const struct gateway_turn *asked,
                      struct gateway *gateway);
void discord_turn_end(struct discord_turn **turn, bool identified);
/* The owner is closed: a turn that is still asked for is given back when it comes. */
void discord_turn_drop(struct discord_turn **turn);

#endif
