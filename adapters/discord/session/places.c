/* Guilds, channels and threads: where the bot may speak. */
#include <stdlib.h>
#include <string.h>

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

struct discord_place *discord_place_of(struct discord_session *session, const char *key)
{
    struct discord_place *place;
    HASH_FIND_STR(session->places, key, place);
    return place;
}

struct discord_place *discord_place_take(struct discord_session *session, const char *guild,
                                         const char *channel)
{
    char key_buffer[PLACE_MAX];
    struct text key = TEXT_IN(key_buffer);
    text_add_format(&key, "%s/%s", guild, channel);
    struct discord_place *place = discord_place_of(session, key.bytes);
    if (place != NULL) {
        place->deleted = false;
        return place;
    }
    place = memory_new(sizeof *place);
    place->session = session;
    place->key = memory_copy(key.bytes);
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

static void board_free(struct discord_board *board)
{
    if (board == NULL)
        return;
    free(board->picture);
    free(board->choices);
    free(board->calls);
    free(board);
}

/* Not one that is touched. */
void discord_place_free(struct discord_place *place)
{
    HASH_DEL(place->session->places, place);
    board_free(place->board);
    talk_recall_drop(&place->recall);
    discord_heard_free_list(&place->notes);
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

static void place_close(struct discord_place *place)
{
    struct discord_session *session = place->session;
    if (!place->open)
        return;
    place->open = false;
    session->listener.place_closed(session->listener.context, session->network, place->key);
}

static void lose(struct discord_place *place, const char *why)
{
    struct discord_session *session = place->session;
    place->open = false;
    if (place->lost)
        return;
    place->lost = true;
    log_info("discord.place_lost", "network", session->network, "place", place->key, "why", why);
    session->listener.place_lost(session->listener.context, session->network, place->key, why);
}

/* -- Trouble ------------------------------------------------------------------------------------
 */

/* Only the person who asked last here can be told: the token of their interaction still works. */
static void explain(struct discord_place *place, const char *key)
{
    struct discord_asker *asker = place->asker;
    struct discord_session *session = place->session;
    if (asker == NULL || session->now - asker->asked_at > DISCORD_TOKEN_MS - 30 * 1000)
        return;
    char said_buffer[512], buffer[DISCORD_CONTENT_BYTES];
    struct text said = TEXT_IN(said_buffer), content = TEXT_IN(buffer);
    discord_phrase(session, asker->locale, key, &said);
    discord_content_add_plain(&content, said.bytes, said.length);
    const struct discord_message message = {.content = content.bytes,
                                            .flags = DISCORD_FLAG_EPHEMERAL};
    json_t *body = discord_message_body(&message);
    discord_send(session, &(struct rest_call){.route = REST_FOLLOWUP_CREATE,
                                              .parameters = {asker->application, asker->token},
                                              .body = body,
                                              .priority = REQUEST_URGENT,
                                              .deadline = DISCORD_TOKEN_MS});
    json_decref(body);
}

bool discord_place_failed(struct discord_place *place, const struct request_answer *answer)
{
    bool forbidden = answer->outcome == REQUEST_FORBIDDEN ||
                     answer->code == DISCORD_MISSING_ACCESS ||
                     answer->code == DISCORD_MISSING_PERMISSION || answer->code == DISCORD_ARCHIVED;
    bool gone = answer->code == DISCORD_UNKNOWN_CHANNEL;
    log_warning("discord.not_posted", "network", place->session->network, "place", place->key,
                "reason", answer->reason);
    if (gone) {
        lose(place, "discord.lost.deleted");
    } else if (forbidden && !place->lost) {
        lose(place, "discord.lost.permission");
        explain(place, "discord.may-not-post");
    }
    if (place->board != NULL)
        place->board->dirty = false; /* the next picture will be sent */
    return gone || forbidden;
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
    char buffer[PLACE_MAX];
    struct text key = TEXT_IN(buffer);
    free(place->parent);
    place->parent = NULL;
    if (!place->thread || discord_snowflake_number(parent) == 0)
        return;
    text_add_format(&key, "%s/%s", guild, parent);
    place->parent = memory_copy(key.bytes);
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

static void remove_place(struct discord_place *place)
{
    lose(place, "discord.lost.removed");
    place->deleted = true;
    discord_place_touch(place);
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
        for_each_place(session, id, place_close); /* an outage; GUILD_CREATE follows */
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

static void channel_deleted(struct discord_session *session, const json_t *data)
{
    char key_buffer[PLACE_MAX];
    struct text key = TEXT_IN(key_buffer);
    text_add_format(&key, "%s/%s", string_of(data, "guild_id"), string_of(data, "id"));
    struct discord_place *place = discord_place_of(session, key.bytes);
    if (place == NULL)
        return;
    lose(place, "discord.lost.deleted");
    place->deleted = true;
    discord_place_touch(place);
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

static bool is_any(const char *event, const char *const *events)
{
    for (; *events != NULL; events++)
        if (strcmp(event, *events) == 0)
            return true;
    return false;
}

bool discord_guild_event(struct discord_session *session, const char *event, const json_t *data)
{
    static const char *const created[] = {"CHANNEL_CREATE", "THREAD_CREATE", NULL};
    static const char *const changed[] = {"CHANNEL_UPDATE", "THREAD_UPDATE", NULL};
    static const char *const deleted[] = {"CHANNEL_DELETE", "THREAD_DELETE", NULL};
    static const char *const roles[] = {"GUILD_ROLE_CREATE", "GUILD_ROLE_UPDATE",
                                        "GUILD_ROLE_DELETE", "GUILD_MEMBER_UPDATE", NULL};
    if (strcmp(event, "GUILD_CREATE") == 0)
        guild_created(session, data);
    else if (strcmp(event, "GUILD_DELETE") == 0)
        guild_deleted(session, data);
    else if (is_any(event, created))
        take_channel(session, string_of(data, "guild_id"), data);
    else if (is_any(event, changed))
        channel_changed(session, data);
    else if (is_any(event, deleted))
        channel_deleted(session, data);
    else if (strcmp(event, "THREAD_LIST_SYNC") == 0)
        take_channels(session, string_of(data, "guild_id"), json_object_get(data, "threads"));
    else if (is_any(event, roles))
        permissions_changed(session, data, NULL);
    else
        return false;
    return true;
}

/* -- Messages of others --------------------------------------------------------------------------
 */

static struct discord_place *place_of_message(struct discord_session *session, const json_t *data)
{
    char key_buffer[PLACE_MAX];
    struct text key = TEXT_IN(key_buffer);
    text_add_format(&key, "%s/%s", string_of(data, "guild_id"), string_of(data, "channel_id"));
    return discord_place_of(session, key.bytes);
}

/* The board moves up. */
void discord_message_seen(struct discord_session *session, const json_t *data)
{
    struct discord_place *place = place_of_message(session, data);
    if (place != NULL && place->board != NULL &&
        strcmp(place->board->message, string_of(data, "id")) != 0)
        place->board->behind++;
}

void discord_message_deleted(struct discord_session *session, const json_t *data)
{
    struct discord_place *place = place_of_message(session, data);
    if (place == NULL || place->board == NULL || place->board->message[0] == '\0' ||
        place->board->in_flight || strcmp(place->board->message, string_of(data, "id")) != 0)
        return;
    discord_board_failed(place);
    place->board->dirty = false; /* somebody did not want it there: with the next move */
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
    const struct discord_place *found;
    struct text text = text_in(name, PLACE_MAX);
    HASH_FIND_STR(session->places, place, found);
    if (found != NULL && found->name[0] != '\0')
        text_add_format(&text, "#%s", found->name);
    else
        text_add(&text, place);
}

bool discord_session_parent(const struct discord_session *session, const char *place,
                            char parent[PLACE_MAX])
{
    const struct discord_place *found;
    struct text text = text_in(parent, PLACE_MAX);
    HASH_FIND_STR(session->places, place, found);
    if (found != NULL && found->parent != NULL)
        text_add(&text, found->parent);
    return text.length > 0;
}

bool discord_session_has_place(const struct discord_session *session, const char *place)
{
    const struct discord_place *found;
    HASH_FIND_STR(session->places, place, found);
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
    struct discord_thread_wish *wish = memory_new(sizeof *wish), **last = &session->wishes;
    wish->session = session;
    wish->place = memory_copy(place);
    wish->table = table;
    wish->body = json_pack("{s:s, s:i, s:i}", "name", name.bytes, "type", TYPE_PUBLIC,
                           "auto_archive_duration", A_DAY);
    while (*last != NULL)
        last = &(*last)->next;
    *last = wish;
    discord_wake(session);
}

/* `thread` is NULL when there is none. */
static void wish_end(struct discord_thread_wish *wish, const char *thread)
{
    struct discord_session *session = wish->session;
    session->listener.thread_opened(session->listener.context, session->network, wish->place,
                                    wish->table, thread);
    json_decref(wish->body);
    free(wish->place);
    free(wish);
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
