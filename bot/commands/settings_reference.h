/* The reference of all settings, generated from the table of settings and the catalog:
 * config/SETTINGS.md. */
#ifndef BELFRY_BOT_COMMANDS_SETTINGS_REFERENCE_H
#define BELFRY_BOT_COMMANDS_SETTINGS_REFERENCE_H

#include <stdio.h>

#include "bot/core/settings.h"

/* Appends the values that the setting accepts, in words. */
void setting_expected_print(const struct words *words, enum setting setting, struct text *out);
void settings_write_reference(FILE *stream, const struct words *words);

#endif
