/* Who does not want to sit with whom. A person's blocks are a roll (bot/core/rolls.h); only they
 * ever see it.
 */
#ifndef BELFRY_BOT_CORE_BLOCKS_H
#define BELFRY_BOT_CORE_BLOCKS_H

#include <stdbool.h>

#include "bot/adapter.h"
#include "bot/core/settings.h"

/* A person on a network. */
struct somebody {
    const char *network, *identity;
};

/* Whether `one` has blocked the other. */
bool block_holds(const struct settings *settings, const struct somebody *one,
                 const struct somebody *other);
/* Blocks an identity or a pattern of it (adapter_class.find_person); `name` is what they are
 * called. Returns false when the person has blocked too many. */
bool block_add(struct settings *settings, const struct somebody *one, const struct somebody *other,
               const char *name);
void block_remove(struct settings *settings, const struct somebody *one,
                  const struct somebody *other);
/* Visits whom somebody has blocked; `visit` returns false to stop. */
void block_visit(const struct settings *settings, const struct somebody *one, void *context,
                 bool (*visit)(void *context, const struct somebody *other, const char *name));
/* Removes all blocks of a person who is forgotten. */
void block_forget(struct settings *settings, const struct somebody *one);

#endif
