/* Registering the slash commands by hand: shows what is different from what Discord has, and
 * changes it. Runs an event loop of its own until that is done.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_REGISTER_H
#define BELFRY_ADAPTERS_DISCORD_REGISTER_H

#include <stdio.h>

#include "adapters/discord/settings.h"
#include "adapters/discord/translation/commands.h"

/* For the whole application, or for one guild if `guild` is not NULL, where changes show at once.
 * Writes "added NAME", "changed NAME", "removed NAME" and what was done to `out`. False with one
 * line in `error` when it could not be done. */
bool discord_register(const struct discord_settings *settings, const char *guild,
                      const struct discord_phrases *phrases, FILE *out, char *error,
                      size_t error_size);

#endif
