/* What settings.c and settings_change.c share; nothing else includes this. */
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

/* What is set in one place, as the store has it; only places where something was set have one. */
struct setting_layer {
    struct set_value *values;
    UT_hash_handle hh;
    char name[]; /* in the store */
};

/* NULL when nothing is set there, or the scope has no such place. */
struct setting_layer *setting_layer_at(struct settings *settings, enum setting_where where,
                                       const struct setting_scope *scope);
/* NULL: not set there; a NULL layer has nothing. */
const struct set_value *setting_layer_value(const struct setting_layer *layer,
                                            enum setting setting);
/* Sets a value in the layer of that name; a NULL text takes it away. */
void settings_put(struct settings *settings, const char *name, enum setting setting,
                  const char *text, int64_t number);

#endif
