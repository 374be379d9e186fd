/* Shared by settings.c and settings_change.c; nothing else includes this. */
#ifndef BELFRY_BOT_CORE_SETTINGS_PRIVATE_H
#define BELFRY_BOT_CORE_SETTINGS_PRIVATE_H

#include "bot/core/settings.h"

/* Sets a value in the layer of that name; a NULL text removes it. */
void settings_put(struct settings *settings, const char *name, enum setting setting,
                  const char *text, int64_t number);

#endif
