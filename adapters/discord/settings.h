/* The configuration of a Discord network. settings.c holds the table of keys with their defaults
 * and documentation. Durations are in ms.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_SETTINGS_H
#define BELFRY_ADAPTERS_DISCORD_SETTINGS_H

#include "bot/configuration/config.h"

struct discord_settings {
    char token[256];
    char application[24];
    char api[256];
    char gateway[256];
    char authority_file[512];
    char user_agent[128];
    char agent_url[256];
    char shards[8];
    int64_t board_distance;
    int64_t call_after;
    int64_t answer_within;
    int64_t requests_per_second;
    int64_t connect_timeout, request_timeout, retry_after;
    int64_t hello_timeout, ready_timeout, reconnect_after, reconnect_most, identify_gap;
    int64_t invalid_session_wait;
    bool typed;
    bool channel_messages;
    bool colours;
    bool compress;
    bool register_commands;
};

extern const struct config_section discord_settings_section;

enum { DISCORD_SHARDS_MAX = 1024 };
/* Returns how many shards there are to be; 0: as many as Discord recommends. */
unsigned discord_shards(const struct discord_settings *settings);

#endif
