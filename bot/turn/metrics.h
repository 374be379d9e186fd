/* The state of the bot, for the person who runs it: health in one line, and all counters in
 * Prometheus' text format. Nothing in it names a person, a place or a card. */
#ifndef BELFRY_BOT_TURN_METRICS_H
#define BELFRY_BOT_TURN_METRICS_H

#include <stdbool.h>

#include "bot/turn/exposition.h"
#include "bot/turn/host.h"

/* Returns true when the store accepts writes and at least one network is connected. Adds one line
 * that says so, or why not. While the store does not accept writes, each call makes it try once
 * more in this turn of the loop. */
bool metrics_health(struct host *host, struct text *line);
/* Writes every family. Sets `out->truncated` when there is no room for all of them. */
void metrics_write(struct host *host, struct text *out);

#endif
