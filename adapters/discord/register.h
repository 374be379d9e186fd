/* Registers the slash commands by hand: shows how they differ from those that Discord has, and
 * changes them. Runs its own event loop until that is done.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_REGISTER_H
#define BELFRY_ADAPTERS_DISCORD_REGISTER_H

#include <stdio.h>

#include "adapters/discord/settings.h"
#include "adapters/discord/translation/commands.h"

/* Registers them for the whole application, or only for `guild` if that is not NULL; there, changes
 * show at once. Writes "added NAME", "changed NAME", "removed NAME" and what was done to `out`. On
 * failure returns false, with one line in `error`. */
bool discord_register(const struct discord_settings *settings, const char *guild,
                      const struct discord_phrases *phrases, FILE *out, char *error,
                      size_t error_size);

#endif
