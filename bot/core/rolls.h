/* Rolls: lists that outlive tables, such as who is barred where, who does not sit with whom, who
 * left running games, who looks for a table, and the leagues of a server. An entry is a key with a
 * text.
 *
 * They belong to the settings (bot/core/settings.h): they are loaded, undone and held in memory
 * with them. Each is a scope of values in the store, whose name begins with one of the words below.
 */
#ifndef BELFRY_BOT_CORE_ROLLS_H
#define BELFRY_BOT_CORE_ROLLS_H

#include <stdbool.h>
#include <stddef.h>

struct settings;

#define ROLL_BANS     "bans "
#define ROLL_BLOCKS   "blocks "
#define ROLL_LEAVINGS "leavings "
#define ROLL_SEEKS    "seeks "
#define ROLL_LEAGUES  "leagues "

enum { ROLL_NAME_BYTES = 256, ROLL_ENTRIES_MAX = 500 };

struct roll_entry {
    struct roll_entry *next;
    char *value;
    char key[];
};

/* Returns the first entry; NULL: the roll is empty. Valid until the roll changes. */
const struct roll_entry *roll_first(const struct settings *settings, const char *name);
/* Returns NULL when there is no such entry. */
const char *roll_value(const struct settings *settings, const char *name, const char *key);
/* Adds or replaces an entry; NULL removes it. Returns false when the roll is full. */
bool roll_set(struct settings *settings, const char *name, const char *key, const char *value);
/* Removes every entry. */
void roll_empty(struct settings *settings, const char *name);
/* Calls `visit` for every roll whose name begins so; it may change the roll that it is called for.
 */
void roll_visit(struct settings *settings, const char *beginning, void *context,
                void (*visit)(void *context, const char *name));

#endif
