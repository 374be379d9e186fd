/* Settings of an adapter as they are written in the configuration. */
#ifndef BELFRY_TESTS_UNIT_SETTINGS_KIT_H
#define BELFRY_TESTS_UNIT_SETTINGS_KIT_H

#include <string.h>

#include "bot/configuration/config_private.h"

/* Sets a key of the section in its block; a list gets one more item. False when the key or the
 * value is wrong. */
static inline bool settings_kit_set(const struct config_section *section, void *block,
                                    const char *key, const char *value)
{
    char complaint_bytes[COMPLAINT_MAX];
    struct text complaint = TEXT_IN(complaint_bytes);
    for (size_t i = 0; i < section->key_count; i++)
        if (strcmp(section->keys[i].name, key) == 0)
            return config_value_set(&section->keys[i], "", value, strlen(value), block, &complaint);
    return false;
}

#endif
