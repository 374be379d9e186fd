/* Shared by settings.c and settings_change.c; nothing else includes this. */
#ifndef BELFRY_BOT_CORE_SETTINGS_PRIVATE_H
#define BELFRY_BOT_CORE_SETTINGS_PRIVATE_H

#include "bot/base/hash.h"
#include "bot/core/settings.h"

/* A value that is set. */
struct set_value {
    struct set_value *next; /* of the same layer */
    enum setting setting;
    int64_t number;
    char text[];
};

/* What the store has set in one place; only places where something was set have a layer. */
struct setting_layer {
    struct set_value *values;
    UT_hash_handle hh;
    char name[]; /* in the store */
};

/* Returns NULL when nothing is set there, or when the scope has no such place. */
struct setting_layer *setting_layer_at(struct settings *settings, enum setting_where where,
                                       const struct setting_scope *scope);
/* Returns NULL when it is not set there; `layer` may be NULL. */
const struct set_value *setting_layer_value(const struct setting_layer *layer,
                                            enum setting setting);
/* Sets a value in the layer of that name; a NULL text removes it. */
void settings_put(struct settings *settings, const char *name, enum setting setting,
                  const char *text, int64_t number);

#endif
