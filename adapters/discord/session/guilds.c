#include "adapters/discord/session/guilds.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"

struct discord_guild {
    char id[DISCORD_ID_BYTES];
    UT_hash_handle hh;
};

bool discord_guilds_know(const struct discord_session *session, const char *guild)
{
    struct discord_guild *found;
    HASH_FIND_STR(session->guilds, guild, found);
    return found != NULL;
}

static void take_guild(struct discord_session *session, const char *id)
{
    if (discord_snowflake_number(id) == 0 || discord_guilds_know(session, id))
        return;
    struct discord_guild *guild = memory_new(sizeof *guild);
    struct text text = TEXT_IN(guild->id);
    text_add(&text, id);
    HASH_ADD_STR(session->guilds, id, guild);
}

static void forget_guild(struct discord_session *session, const char *id)
{
    struct discord_guild *guild;
    HASH_FIND_STR(session->guilds, id, guild);
    if (guild == NULL)
        return;
    HASH_DEL(session->guilds, guild);
    free(guild);
}

void discord_guilds_free(struct discord_session *session)
{
    while (session->guilds != NULL)
        forget_guild(session, session->guilds->id);
}

/* -- Events -------------------------------------------------------------------------------------
 */

/* Channels in which people write: text 0, voice 2, announcements 5, threads 10 to 12, stages 13. */
static bool is_written(json_int_t type)
{
    return type == 0 || type == 2 || type == 5 || (type >= 10 && type <= 13);
}

static void take_parent(struct discord_place *place, const char *guild, const char *parent)
{
    char key[PLACE_MAX];
    free(place->parent);
    place->parent = NULL;
    if (place->thread && discord_snowflake_number(parent) != 0)
        place->parent = memory_copy(discord_places_key(guild, parent, key));
}

void discord_guilds_take_channel(struct discord_session *session, const char *guild,
                                 const json_t *channel)
{
    json_int_t type = json_integer_value(json_object_get(channel, "type"));
    const char *id = discord_string(channel, "id"), *name = discord_string(channel, "name");
    if (!is_written(type) || discord_snowflake_number(id) == 0 ||
        discord_snowflake_number(guild) == 0)
        return;
    struct discord_place *place = discord_places_take(session, guild, id);
    char buffer[PLACE_MAX];
    struct text shown = TEXT_IN(buffer);
    text_add_printable(&shown, name, strlen(name));
    free(place->name);
    place->name = memory_copy(shown.bytes);
    place->thread = type >= 10 && type <= 12;
    take_parent(place, guild, discord_string(channel, "parent_id"));
    if (!place->lost)
        discord_place_open(place);
}

static void take_channels(struct discord_session *session, const char *guild,
                          const json_t *channels)
{
    const json_t *channel;
    size_t index;
    json_array_foreach (channels, index, channel)
        discord_guilds_take_channel(session, guild, channel);
}

/* `visit` may neither add nor free a place. */
static void for_each_place(struct discord_session *session, const char *guild,
                           void (*visit)(struct discord_place *place))
{
    struct discord_place *place, *next;
    size_t length = strlen(guild);
    HASH_ITER (hh, session->places, place, next)
        if (strncmp(place->key, guild, length) == 0 && place->key[length] == '/')
            visit(place);
}

/* Permissions have changed: what was refused may be allowed. */
static void try_again(struct discord_place *place)
{
    const struct discord_courier *courier = &place->session->courier;
    if (!place->lost || place->deleted)
        return;
    /* A thread has the permissions of its channel, but its own memory of what was refused. */
    courier->permissions_changed(courier->context, discord_place_channel(place));
    discord_place_open(place);
}

static void remove_place(struct discord_place *place)
{
    discord_place_delete(place, "discord.lost.removed");
}

static void guild_created(struct discord_session *session, const json_t *data)
{
    const char *id = discord_string(data, "id");
    take_guild(session, id);
    if (json_is_true(json_object_get(data, "unavailable")))
        return;
    for_each_place(session, id, try_again);
    take_channels(session, id, json_object_get(data, "channels"));
    take_channels(session, id, json_object_get(data, "threads"));
}

static void guild_deleted(struct discord_session *session, const json_t *data)
{
    const char *id = discord_string(data, "id");
    if (id[0] == '\0')
        return;
    if (json_is_true(json_object_get(data, "unavailable"))) {
        for_each_place(session, id, discord_place_close); /* an outage; GUILD_CREATE follows */
        return;
    }
    for_each_place(session, id, remove_place);
    forget_guild(session, id);
}

static bool names_guild(const json_t *guilds, const char *id)
{
    const json_t *guild;
    size_t index;
    json_array_foreach (guilds, index, guild)
        if (strcmp(discord_string(guild, "id"), id) == 0)
            return true;
    return false;
}

void discord_guilds_ready(struct discord_session *session, const json_t *ready)
{
    const json_t *guilds = json_object_get(ready, "guilds"), *named;
    const json_t *shard = json_object_get(ready, "shard");
    uint64_t number = (uint64_t)json_integer_value(json_array_get(shard, 0));
    uint64_t count = (uint64_t)json_integer_value(json_array_get(shard, 1));
    struct discord_guild *guild, *next;
    size_t index;
    HASH_ITER (hh, session->guilds, guild, next) {
        bool ours = count < 2 || (discord_snowflake_number(guild->id) >> 22) % count == number;
        if (!ours || names_guild(guilds, guild->id))
            continue;
        for_each_place(session, guild->id, remove_place);
        forget_guild(session, guild->id);
    }
    json_array_foreach (guilds, index, named)
        take_guild(session, discord_string(named, "id"));
}

static void channel_deleted(struct discord_session *session, const json_t *data)
{
    char key[PLACE_MAX];
    struct discord_place *place =
        discord_places_find(session, discord_places_key(discord_string(data, "guild_id"),
                                                        discord_string(data, "id"), key));
    if (place != NULL)
        discord_place_delete(place, "discord.lost.deleted");
}

static void permissions_changed(struct discord_session *session, const json_t *data,
                                const char *channel)
{
    const char *guild = discord_string(data, "guild_id");
    session->courier.permissions_changed(session->courier.context, channel);
    for_each_place(session, guild, try_again);
}

static void channel_changed(struct discord_session *session, const json_t *data)
{
    permissions_changed(session, data, discord_string(data, "id"));
    discord_guilds_take_channel(session, discord_string(data, "guild_id"), data);
}

static void channel_created(struct discord_session *session, const json_t *data)
{
    discord_guilds_take_channel(session, discord_string(data, "guild_id"), data);
}

static void roles_changed(struct discord_session *session, const json_t *data)
{
    permissions_changed(session, data, NULL);
}

static void threads_listed(struct discord_session *session, const json_t *data)
{
    take_channels(session, discord_string(data, "guild_id"), json_object_get(data, "threads"));
}

void discord_guilds_event(struct discord_session *session, const char *event, const json_t *data)
{
    static const struct {
        const char *name;
        void (*take)(struct discord_session *session, const json_t *data);
    } events[] = {{"GUILD_CREATE", guild_created},       {"GUILD_DELETE", guild_deleted},
                  {"CHANNEL_CREATE", channel_created},   {"THREAD_CREATE", channel_created},
                  {"CHANNEL_UPDATE", channel_changed},   {"THREAD_UPDATE", channel_changed},
                  {"CHANNEL_DELETE", channel_deleted},   {"THREAD_DELETE", channel_deleted},
                  {"THREAD_LIST_SYNC", threads_listed},  {"GUILD_ROLE_CREATE", roles_changed},
                  {"GUILD_ROLE_UPDATE", roles_changed},  {"GUILD_ROLE_DELETE", roles_changed},
                  {"GUILD_MEMBER_UPDATE", roles_changed}};
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++)
        if (strcmp(event, events[i].name) == 0)
            events[i].take(session, data);
}
