/* Slash commands, made from the command table (bot/commands/command_table.h), with names and
 * descriptions in every language of the catalog; and how they differ from those that Discord has.
 * Pure.
 *
 * Besides the table's catalog keys it uses "command.NAME.name", the command's name: one word in
 * lower case. A translation that Discord would refuse is left out, with a line in the log.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_TRANSLATION_COMMANDS_H
#define BELFRY_ADAPTERS_DISCORD_TRANSLATION_COMMANDS_H

#include <jansson.h>

#include "bot/adapter.h"

enum { DISCORD_COMMANDS_HASH_BYTES = 65 };

/* How commands get their words; adapter_listener.phrase is one. */
struct discord_phrases {
    void *context;
    void (*phrase)(void *context, const char *locale, const char *key, struct text *out);
};

/* The array for a bulk overwrite of the application's commands, or of one guild's (which have no
 * contexts). A new reference. */
json_t *discord_commands_build(const struct discord_phrases *phrases, bool of_guild);

/* Tells versions of an array apart, as hexadecimal digits. */
void discord_commands_hash(const json_t *commands, char hash[DISCORD_COMMANDS_HASH_BYTES]);

enum discord_commands_change { COMMANDS_ADDED, COMMANDS_CHANGED, COMMANDS_REMOVED };

/* Calls `tell` for every command that differs between `wanted` and what Discord `has`, and returns
 * how many do. What Discord adds itself (ids, versions, defaults) is no difference. */
size_t discord_commands_compare(const json_t *wanted, const json_t *has,
                                void (*tell)(void *context, enum discord_commands_change change,
                                             const char *name),
                                void *context);

#endif
