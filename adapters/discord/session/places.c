/* Guilds, channels and threads: where the bot may speak. */
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

#include "adapters/discord/session/session_private.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"

static const char *string_of(const json_t *object, const char *key)
{
    const char *string = json_string_value(json_object_get(object, key));
    return string != NULL ? string : "";
}

/* -- Guilds -------------------------------------------------------------------------------------
 */

bool discord_knows_guild(const struct discord_session *session, const char *guild)
{
    struct discord_guild *found;
    HASH_FIND_STR(session->guilds, guild, found);
    return found != NULL;
}

static void take_guild(struct discord_session *session, const char *id)
{
    if (discord_snowflake_number(id) == 0 || discord_knows_guild(session, id))
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

void discord_forget_guilds(struct discord_session *session)
{
    while (session->guilds != NULL)
        forget_guild(session, session->guilds->id);
}

/* -- Places -------------------------------------------------------------------------------------
 */

struct discord_place *discord_place_of(const struct discord_session *session, const char *key)
{
    struct discord_place *place;
    HASH_FIND_STR(session->places, key, place);
    return place;
}

static const char *key_of(const char *guild, const char *channel, char key[PLACE_MAX])
{
    struct text text = text_in(key, PLACE_MAX);
    text_add_format(&text, "%s/%s", guild, channel);
    return key;
}

struct discord_place *discord_place_take(struct discord_session *session, const char *guild,
                                         const char *channel)
{
    char key[PLACE_MAX];
    struct discord_place *place = discord_place_of(session, key_of(guild, channel, key));
    if (place != NULL) {
        place->deleted = false;
        return place;
    }
    place = memory_new(sizeof *place);
    place->session = session;
    place->key = memory_copy(key);
    place->name = memory_copy("");
    HASH_ADD_KEYPTR(hh, session->places, place->key, strlen(place->key), place);
    return place;
}

const char *discord_place_channel(const struct discord_place *place)
{
    return strchr(place->key, '/') + 1;
}

void discord_place_touch(struct discord_place *place)
{
    struct discord_session *session = place->session;
    if (!place->touched) {
        place->touched = true;
        place->next_touched = session->touched_places;
        session->touched_places = place;
    }
    discord_wake(session);
}

struct talk_place *discord_place_talk(struct discord_place *place)
{
    if (place->talk == NULL)
        place->talk = talk_place_new(&place->session->talk, place, place->key);
    return place->talk;
}

void discord_place_flush(struct discord_place *place)
{
    if (place->deleted) {
        if (place->in_flight == 0)
            discord_place_free(place);
    } else if (place->talk != NULL && place->open) {
        talk_place_flush(place->talk);
    } else if (place->talk != NULL) {
        talk_place_drop(place->talk);
    }
}

/* Not one that is touched. */
void discord_place_free(struct discord_place *place)
{
    HASH_DEL(place->session->places, place);
    if (place->talk != NULL)
        talk_place_free(place->talk);
    free(place->asker);
    free(place->name);
    free(place->parent);
    free(place->key);
    free(place);
}

void discord_place_open(struct discord_place *place)
{
    struct discord_session *session = place->session;
    if (place->open)
        return;
    place->open = true;
    place->lost = false;
    session->listener.place_opened(session->listener.context, session->network, place->key);
}

static void close_place(struct discord_place *place)
{
    struct discord_session *session = place->session;
    if (!place->open)
        return;
    place->open = false;
    session->listener.place_closed(session->listener.context, session->network, place->key);
}

void discord_place_lose(struct discord_place *place, const char *why)
{
    struct discord_session *session = place->session;
    place->open = false;
    if (place->lost)
        return;
    place->lost = true;
    log_info("discord.place_lost", "network", session->network, "place", place->key, "why", why);
    session->listener.place_lost(session->listener.context, session->network, place->key, why);
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
        place->parent = memory_copy(key_of(guild, parent, key));
}

static void take_channel(struct discord_session *session, const char *guild, const json_t *channel)
{
    json_int_t type = json_integer_value(json_object_get(channel, "type"));
    const char *id = string_of(channel, "id"), *name = string_of(channel, "name");
    if (!is_written(type) || discord_snowflake_number(id) == 0 ||
        discord_snowflake_number(guild) == 0)
        return;
    struct discord_place *place = discord_place_take(session, guild, id);
    char buffer[PLACE_MAX];
    struct text shown = TEXT_IN(buffer);
    text_add_printable(&shown, name, strlen(name));
    free(place->name);
    place->name = memory_copy(shown.bytes);
    place->thread = type >= 10 && type <= 12;
    take_parent(place, guild, string_of(channel, "parent_id"));
    if (!place->lost)
        discord_place_open(place);
}

static void take_channels(struct discord_session *session, const char *guild,
                          const json_t *channels)
{
    const json_t *channel;
    size_t index;
    json_array_foreach(channels, index, channel) take_channel(session, guild, channel);
}

/* A place of a guild; the callback may close it, and nothing else. */
static void for_each_place(struct discord_session *session, const char *guild,
                           void (*visit)(struct discord_place *place))
{
    struct discord_place *place, *next;
    size_t length = strlen(guild);
    HASH_ITER(hh, session->places, place, next)
    if (strncmp(place->key, guild, length) == 0 && place->key[length] == '/')
        visit(place);
}

/* Permissions changed somewhere: what was refused may be allowed. */
static void try_again(struct discord_place *place)
{
    const struct discord_courier *courier = &place->session->courier;
    if (!place->lost || place->deleted)
        return;
    /* A thread has the permissions of its channel, and a memory of what was refused of its own. */
    courier->permissions_changed(courier->context, discord_place_channel(place));
    discord_place_open(place);
}

static void delete_place(struct discord_place *place, const char *why)
{
    discord_place_lose(place, why);
    place->deleted = true;
    discord_place_touch(place);
}

static void remove_place(struct discord_place *place)
{
    delete_place(place, "discord.lost.removed");
}

static void guild_created(struct discord_session *session, const json_t *data)
{
    const char *id = string_of(data, "id");
    take_guild(session, id);
    if (json_is_true(json_object_get(data, "unavailable")))
        return;
    for_each_place(session, id, try_again);
    take_channels(session, id, json_object_get(data, "channels"));
    take_channels(session, id, json_object_get(data, "threads"));
}

static void guild_deleted(struct discord_session *session, const json_t *data)
{
    const char *id = string_of(data, "id");
    if (id[0] == '\0')
        return;
    if (json_is_true(json_object_get(data, "unavailable"))) {
        for_each_place(session, id, close_place); /* an outage; GUILD_CREATE follows */
        return;
    }
    for_each_place(session, id, remove_place);
    forget_guild(session, id);
}

static bool names_guild(const json_t *guilds, const char *id)
{
    const json_t *guild;
    size_t index;
    json_array_foreach(guilds, index,
                       guild) if (strcmp(string_of(guild, "id"), id) == 0) return true;
    return false;
}

void discord_ready_guilds(struct discord_session *session, const json_t *ready)
{
    const json_t *guilds = json_object_get(ready, "guilds"), *named;
    const json_t *shard = json_object_get(ready, "shard");
    uint64_t number = (uint64_t)json_integer_value(json_array_get(shard, 0));
    uint64_t count = (uint64_t)json_integer_value(json_array_get(shard, 1));
    struct discord_guild *guild, *next;
    size_t index;
    HASH_ITER(hh, session->guilds, guild, next)
    {
        bool ours = count < 2 || (discord_snowflake_number(guild->id) >> 22) % count == number;
        if (!ours || names_guild(guilds, guild->id))
            continue;
        for_each_place(session, guild->id, remove_place);
        forget_guild(session, guild->id);
    }
    json_array_foreach(guilds, index, named) take_guild(session, string_of(named, "id"));
}

static struct discord_place *find_place(struct discord_session *session, const json_t *data,
                                        const char *id_key)
{
    char key[PLACE_MAX];
    return discord_place_of(session,
                            key_of(string_of(data, "guild_id"), string_of(data, id_key), key));
}

static void channel_deleted(struct discord_session *session, const json_t *data)
{
    struct discord_place *place = find_place(session, data, "id");
    if (place != NULL)
        delete_place(place, "discord.lost.deleted");
}

static void permissions_changed(struct discord_session *session, const json_t *data,
                                const char *channel)
{
    const char *guild = string_of(data, "guild_id");
    session->courier.permissions_changed(session->courier.context, channel);
    for_each_place(session, guild, try_again);
}

static void channel_changed(struct discord_session *session, const json_t *data)
{
    permissions_changed(session, data, string_of(data, "id"));
    take_channel(session, string_of(data, "guild_id"), data);
}

static void channel_created(struct discord_session *session, const json_t *data)
{
    take_channel(session, string_of(data, "guild_id"), data);
}

static void roles_changed(struct discord_session *session, const json_t *data)
{
    permissions_changed(session, data, NULL);
}

static void threads_listed(struct discord_session *session, const json_t *data)
{
    take_channels(session, string_of(data, "guild_id"), json_object_get(data, "threads"));
}

void discord_guild_event(struct discord_session *session, const char *event, const json_t *data)
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

/* -- Messages of others --------------------------------------------------------------------------
 */

void discord_message_seen(struct discord_session *session, const json_t *data)
{
    const struct discord_place *place = find_place(session, data, "channel_id");
    if (place != NULL && place->talk != NULL)
        talk_place_posted(place->talk, string_of(data, "id"));
}

void discord_message_deleted(struct discord_session *session, const json_t *data)
{
    const struct discord_place *place = find_place(session, data, "channel_id");
    if (place != NULL && place->talk != NULL)
        talk_place_deleted(place->talk, string_of(data, "id"));
}

/* -- Names --------------------------------------------------------------------------------------
 */

bool discord_session_find_place(const struct discord_session *session, const char *typed,
                                char place[PLACE_MAX])
{
    const struct discord_place *found = NULL, *candidate, *next;
    size_t skip = strspn(typed, "<#");
    char id_buffer[DISCORD_ID_BYTES];
    struct text id = TEXT_IN(id_buffer), key = text_in(place, PLACE_MAX);
    text_add_bytes(&id, typed + skip, strcspn(typed + skip, ">"));
    HASH_ITER(hh, session->places, candidate, next)
    {
        bool by_id = strcmp(discord_place_channel(candidate), id.bytes) == 0;
        bool by_key = strcmp(candidate->key, typed) == 0;
        bool by_name = typed[0] == '#' && strcmp(candidate->name, typed + 1) == 0;
        if (!by_id && !by_key && !by_name)
            continue;
        if (found != NULL)
            return false; /* two channels of that name */
        found = candidate;
    }
    if (found != NULL)
        text_add(&key, found->key);
    return found != NULL;
}

void discord_session_place_name(const struct discord_session *session, const char *place,
                                char name[PLACE_MAX])
{
    const struct discord_place *found = discord_place_of(session, place);
    struct text text = text_in(name, PLACE_MAX);
    if (found != NULL && found->name[0] != '\0')
        text_add_format(&text, "#%s", found->name);
    else
        text_add(&text, place);
}

bool discord_session_parent(const struct discord_session *session, const char *place,
                            char parent[PLACE_MAX])
{
    const struct discord_place *found = discord_place_of(session, place);
    struct text text = text_in(parent, PLACE_MAX);
    if (found != NULL && found->parent != NULL)
        text_add(&text, found->parent);
    return text.length > 0;
}

bool discord_session_has_place(const struct discord_session *session, const char *place)
{
    const struct discord_place *found = discord_place_of(session, place);
    return found != NULL && found->open;
}

/* -- Threads ------------------------------------------------------------------------------------
 */

void discord_session_open_thread(struct discord_session *session, const char *place, uint64_t table,
                                 const char *title)
{
    enum { TYPE_PUBLIC = 11, NAME_UNITS = 100, A_DAY = 1440 };
    char buffer[3 * NAME_UNITS + 1];
    struct text name = TEXT_IN(buffer);
    discord_content_add_label(&name, title, NAME_UNITS);
    struct discord_thread_wish *wish = memory_new(sizeof *wish);
    wish->session = session;
    wish->place = memory_copy(place);
    wish->table = table;
    wish->body = json_pack("{s:s, s:i, s:i}", "name", name.bytes, "type", TYPE_PUBLIC,
                           "auto_archive_duration", A_DAY);
    LL_APPEND(session->wishes, wish);
    discord_wake(session);
}

static void free_wish(struct discord_thread_wish *wish)
{
    json_decref(wish->body);
    free(wish->place);
    free(wish);
}

void discord_wishes_free(struct discord_session *session)
{
    struct discord_thread_wish *wish, *next;
    LL_FOREACH_SAFE(session->wishes, wish, next)
    free_wish(wish);
}

/* `thread` is NULL when there is none. */
static void wish_end(struct discord_thread_wish *wish, const char *thread)
{
    struct discord_session *session = wish->session;
    session->listener.thread_opened(session->listener.context, session->network, wish->place,
                                    wish->table, thread);
    free_wish(wish);
}

static void thread_made(void *context, const struct request_answer *answer)
{
    struct discord_thread_wish *wish = context;
    char guild_buffer[DISCORD_ID_BYTES];
    struct text guild = TEXT_IN(guild_buffer);
    const char *id = string_of(answer->json, "id");
    text_add_bytes(&guild, wish->place, strcspn(wish->place, "/"));
    if (answer->outcome != REQUEST_DONE || discord_snowflake_number(id) == 0) {
        log_warning("discord.no_thread", "network", wish->session->network, "reason",
                    answer->reason);
        wish_end(wish, NULL);
        return;
    }
    take_channel(wish->session, guild.bytes, answer->json);
    wish_end(wish, discord_place_take(wish->session, guild.bytes, id)->key);
}

void discord_wishes_flush(struct discord_session *session)
{
    for (struct discord_thread_wish *wish; (wish = session->wishes) != NULL;) {
        session->wishes = wish->next;
        const struct discord_place *place = discord_place_of(session, wish->place);
        if (place == NULL || place->thread || !place->open) {
            wish_end(wish, NULL);
            continue;
        }
        discord_send(session, &(struct rest_call){.route = REST_THREAD_CREATE,
                                                  .parameters = {discord_place_channel(place)},
                                                  .body = wish->body,
                                                  .priority = REQUEST_NORMAL,
                                                  .done = thread_made,
                                                  .context = wish});
    }
}
