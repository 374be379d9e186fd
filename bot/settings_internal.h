/* What settings.c and settings_change.c share; nothing else includes this. */
#ifndef BELFRY_BOT_SETTINGS_INTERNAL_H
#define BELFRY_BOT_SETTINGS_INTERNAL_H

#include <uthash.h>

#include "bot/settings.h"

/* What is set in one place, as the store has it. */
struct setting_layer {
    char *name;                 /* in the store */
    char *texts[SETTING_COUNT]; /* owned; NULL: not set there */
    int64_t numbers[SETTING_COUNT];
    UT_hash_handle hh;
};

/* The layer, read from the store if need be; NULL when the scope has no such place. Valid until the
 * next call. */
struct setting_layer *setting_layer_at(struct host *host, enum setting_where where,
                                       const struct setting_scope *scope);

#endif
