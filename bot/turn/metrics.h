/* How the bot is, for whoever runs it: health in a line, and everything that is counted in
 * Prometheus' text format. Nothing in it names a person, a place or a card.
 */
#ifndef BELFRY_BOT_TURN_METRICS_H
#define BELFRY_BOT_TURN_METRICS_H

#include <stdbool.h>

#include "bot/turn/exposition.h"
#include "bot/turn/host.h"

/* True when the store takes what is written and at least one network is connected. Adds one line
 * that says so, or why not. While the store does not, each call lets it try once more in this turn
 * of the loop. */
bool metrics_health(struct host *host, struct text *line);
/* Every family. `out->truncated` when there is no room for all of it. */
void metrics_write(struct host *host, struct text *out);

#endif
