/* A trial of the networks of a configuration: what the bot would meet there. */
#ifndef BELFRY_BOT_PROGRAM_TRIAL_H
#define BELFRY_BOT_PROGRAM_TRIAL_H

#include "bot/configuration/config.h"

/* Goes to each network that is no terminal as the bot would, with TLS, login and token, and leaves
 * again when all are connected, after `seconds` at the latest. Answers nobody. Prints a line for
 * each, and the log's warnings before; returns whether all were connected. */
bool trial_run(struct config *config, unsigned seconds);

#endif
