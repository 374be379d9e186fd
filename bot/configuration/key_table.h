/* Rows of a section's table of keys, for the file that holds it:
 *
 *     #define CONFIG_BLOCK struct irc_settings
 *
 *     static const struct config_key keys[] = {
 *         NUMBER("port", port, 1, 65535, "6697", .restart = true, .help = "The server's port."),
 *
 * A row names the key, the member of CONFIG_BLOCK, the bounds where the type has any, and the
 * default (NULL: the key is required); further members of struct config_key follow by name.
 */
#ifndef BELFRY_BOT_CONFIGURATION_KEY_TABLE_H
#define BELFRY_BOT_CONFIGURATION_KEY_TABLE_H

#include "bot/configuration/config.h"

#define CONFIG_ROW(key, kind, member, low, high, value, ...)                                       \
    {.name = key,                                                                                  \
     .type = kind,                                                                                 \
     CONFIG_AT(CONFIG_BLOCK, member),                                                              \
     .least = low,                                                                                 \
     .most = high,                                                                                 \
     .default_value = value,                                                                       \
     __VA_ARGS__}
#define TEXT(key, member, low, high, value, ...)                                                   \
    CONFIG_ROW(key, CONFIG_TEXT, member, low, high, value, __VA_ARGS__)
#define PATH(key, member, low, high, value, ...)                                                   \
    CONFIG_ROW(key, CONFIG_PATH, member, low, high, value, __VA_ARGS__)
#define SOCKET(key, member, low, high, value, ...)                                                 \
    CONFIG_ROW(key, CONFIG_SOCKET, member, low, high, value, __VA_ARGS__)
#define NUMBER(key, member, low, high, value, ...)                                                 \
    CONFIG_ROW(key, CONFIG_NUMBER, member, low, high, value, __VA_ARGS__)
#define DURATION(key, member, low, high, value, ...)                                               \
    CONFIG_ROW(key, CONFIG_DURATION, member, low, high, value, __VA_ARGS__)
#define SWITCH(key, member, value, ...)                                                            \
    CONFIG_ROW(key, CONFIG_SWITCH, member, 0, 1, value, __VA_ARGS__)
#define CHOICE(key, member, list, value, ...)                                                      \
    CONFIG_ROW(key, CONFIG_CHOICE, member, 0, 0, value, .choices = list, __VA_ARGS__)
#define LIST(key, member, most_items, ...)                                                         \
    CONFIG_ROW(key, CONFIG_LIST, member, 0, most_items, "", __VA_ARGS__)
#define SECRET(key, member, low, high, value, ...)                                                 \
    CONFIG_ROW(key, CONFIG_SECRET, member, low, high, value, __VA_ARGS__)

#endif
