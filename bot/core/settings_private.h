/* Shared by settings.c, settings_change.c and rolls.c; nothing else includes this. */
#ifndef BELFRY_BOT_CORE_SETTINGS_PRIVATE_H
#define BELFRY_BOT_CORE_SETTINGS_PRIVATE_H

#include "bot/core/rolls.h"
#include "bot/core/settings.h"

/* Sets a value in the layer of that name; a NULL text removes it. */
void settings_put(struct settings *settings, const char *name, enum setting setting,
                  const char *text, int64_t number);
/* Notes that an entry of a roll, `before` until now (NULL: none), changes in this turn. */
void settings_note_roll(struct settings *settings, const char *name, const char *key,
                        const char *before);

/* Sets an entry in memory; a NULL value removes it. */
void rolls_put(struct settings *settings, const char *name, const char *key, const char *value);
/* Whether the store keeps a roll in that scope. */
bool rolls_have(const char *scope);
/* Takes over what the store has now (settings_follow). */
bool rolls_follow(struct settings *settings, const char *name, const char *key, const char *value);
bool rolls_load(struct settings *settings, struct store_inquiry *inquiry);
void rolls_clear(struct settings *settings);

#endif
