#include "adapters/discord/session/guilds.h"

#include <stdlib.h>
#include <string.h>

#include "adapters/discord/session/keep.h"
#include "bot/base/memory.h"

bool discord_guilds_know(const struct discord_session *session, const char *guild)
{
    const struct discord_guild *found = discord_guild_find(session, guild, strlen(guild));
    return found != NULL && found->joined;
}

/* NULL if `id` is none. */
static struct discord_guild *join_guild(struct discord_session *session, const char *id)
{
    if (discord_snowflake_number(id) == 0)
        return NULL;
    struct discord_guild *guild = discord_guild_take(session, id);
    discord_guild_join(session, guild);
    return guild;
}

/* -- Events ------------------------------------------------------------------------------------ */

/* Channels in which people write: text 0, voice 2, announcements 5, threads 10 to 12, stages 13. */
static bool is_written(json_int_t type)
{
    return type == 0 || type == 2 || type == 5 || (type >= 10 && type <= 13);
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
    place->parent =
        place->thread ? discord_snowflake_number(discord_string(channel, "parent_id")) : 0;
    discord_guild_changed(session, place->guild);
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
static void for_each_place(const struct discord_guild *guild,
                           void (*visit)(struct discord_place *place))
{
    for (size_t i = 0; guild != NULL && i < guild->count; i++)
        visit(guild->places[i]);
}

static struct discord_guild *find_guild(const struct discord_session *session, const char *id)
{
    return discord_guild_find(session, id, strlen(id));
}

/* Permissions have changed: what was refused may be allowed. A thread has the permissions of its
 * channel, but its own memory of what was refused; where nobody asked for anything, nothing was. */
static void try_again(struct discord_place *place)
{
    const struct discord_courier *courier = &place->session->courier;
    if (place->deleted || (!place->lost && place->talk == NULL && place->asker == NULL))
        return;
    courier->permissions_changed(courier->context, discord_place_channel(place));
    if (place->lost)
        discord_place_open(place);
}

static void remove_place(struct discord_place *place)
{
    discord_place_delete(place, "discord.lost.removed");
}

/* The bot is not in it any more. */
static void leave_guild(struct discord_session *session, struct discord_guild *guild)
{
    discord_guild_part(session, guild);
    for_each_place(guild, remove_place);
    discord_keep_forget(session, guild);
    discord_guild_drop(session, guild);
}

const char *discord_guilds_own_role(const struct discord_session *session, const char *guild)
{
    const struct discord_guild *found = find_guild(session, guild);
    return found != NULL ? found->role : "";
}

static void take_role(struct discord_session *session, struct discord_guild *guild,
                      const json_t *role)
{
    const char *bot = discord_string(json_object_get(role, "tags"), "bot_id");
    if (bot[0] == '\0' || strcmp(bot, session->user) != 0)
        return;
    struct text own = TEXT_IN(guild->role);
    text_add(&own, discord_string(role, "id"));
    discord_guild_changed(session, guild);
}

static void take_roles(struct discord_session *session, struct discord_guild *guild,
                       const json_t *roles)
{
    const json_t *role;
    size_t index;
    json_array_foreach (roles, index, role)
        take_role(session, guild, role);
}

static void guild_created(struct discord_session *session, const json_t *data)
{
    const char *id = discord_string(data, "id");
    struct discord_guild *guild = join_guild(session, id);
    if (guild == NULL || json_is_true(json_object_get(data, "unavailable")))
        return;
    take_roles(session, guild, json_object_get(data, "roles"));
    for_each_place(guild, try_again);
    take_channels(session, id, json_object_get(data, "channels"));
    take_channels(session, id, json_object_get(data, "threads"));
}

static void guild_deleted(struct discord_session *session, const json_t *data)
{
    struct discord_guild *guild = find_guild(session, discord_string(data, "id"));
    if (guild == NULL)
        return;
    if (json_is_true(json_object_get(data, "unavailable")))
        for_each_place(guild, discord_place_close); /* an outage; GUILD_CREATE follows */
    else
        leave_guild(session, guild);
}

/* The guilds that a READY names. */
static void take_named(struct discord_session *session, const json_t *guilds)
{
    const json_t *named;
    size_t index;
    json_array_foreach (guilds, index, named) {
        struct discord_guild *guild = join_guild(session, discord_string(named, "id"));
        if (guild != NULL)
            guild->named = true;
    }
}

void discord_guilds_ready(struct discord_session *session, const json_t *ready)
{
    const json_t *shard = json_object_get(ready, "shard");
    uint64_t number = (uint64_t)json_integer_value(json_array_get(shard, 0));
    uint64_t count = (uint64_t)json_integer_value(json_array_get(shard, 1));
    struct discord_guild *guild, *next;
    take_named(session, json_object_get(ready, "guilds"));
    HASH_ITER (hh, session->guilds, guild, next) {
        bool named = guild->named;
        guild->named = false;
        if (!discord_guild_is_of(guild, number, count))
            continue;
        discord_keep_drop(guild);
        if (!named && guild->joined)
            leave_guild(session, guild);
    }
    session->keep.list_changed = true; /* it also says who the bot is */
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

static void roles_changed(struct discord_session *session, const json_t *data)
{
    struct discord_guild *guild = find_guild(session, discord_string(data, "guild_id"));
    if (guild == NULL)
        return;
    take_role(session, guild, json_object_get(data, "role"));
    for_each_place(guild, try_again);
}

static void channel_changed(struct discord_session *session, const json_t *data)
{
    session->courier.permissions_changed(session->courier.context, discord_string(data, "id"));
    roles_changed(session, data);
    discord_guilds_take_channel(session, discord_string(data, "guild_id"), data);
}

static void channel_created(struct discord_session *session, const json_t *data)
{
    discord_guilds_take_channel(session, discord_string(data, "guild_id"), data);
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
