#include "adapters/discord/session/places.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/discord/session/images.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"

/* -- Guilds ------------------------------------------------------------------------------------ */

struct discord_guild *discord_guild_find(const struct discord_session *session, const char *id,
                                         size_t length)
{
    struct discord_guild *guild;
    HASH_FIND(hh, session->guilds, id, length, guild);
    return guild;
}

struct discord_guild *discord_guild_take(struct discord_session *session, const char *id)
{
    struct discord_guild *guild = discord_guild_find(session, id, strlen(id));
    if (guild != NULL)
        return guild;
    guild = memory_new(sizeof *guild);
    struct text text = TEXT_IN(guild->id);
    text_add(&text, id);
    HASH_ADD_STR(session->guilds, id, guild);
    return guild;
}

void discord_guild_changed(struct discord_session *session, struct discord_guild *guild)
{
    guild->changed = session->keep.guild_changed = true;
}

void discord_guild_join(struct discord_session *session, struct discord_guild *guild)
{
    if (guild->joined)
        return;
    guild->joined = true;
    session->guild_count++;
    session->keep.list_changed = true;
}

void discord_guild_part(struct discord_session *session, struct discord_guild *guild)
{
    guild->joined = false;
    session->guild_count--;
    session->keep.list_changed = true;
}

bool discord_guild_is_of(const struct discord_guild *guild, uint64_t shard, uint64_t count)
{
    return count < 2 || discord_shard_of(guild->id, (unsigned)count) == shard;
}

void discord_guild_drop(struct discord_session *session, struct discord_guild *guild)
{
    if (guild->joined || guild->count > 0)
        return;
    HASH_DEL(session->guilds, guild);
    free(guild->places);
    free(guild);
}

/* The index of the guild's first place whose channel is not below `channel`. */
static size_t index_of(const struct discord_guild *guild, uint64_t channel)
{
    size_t from = 0, to = guild->count;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (guild->places[middle]->channel < channel)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

static void insert(struct discord_guild *guild, struct discord_place *place)
{
    size_t index = index_of(guild, place->channel);
    if (guild->count == guild->room) {
        guild->room += guild->room / 4 + 8;
        guild->places = memory_resize(guild->places, guild->room * sizeof *guild->places);
    }
    memmove(&guild->places[index + 1], &guild->places[index],
            (guild->count - index) * sizeof *guild->places);
    guild->places[index] = place;
    guild->count++;
}

static void take_out(struct discord_guild *guild, const struct discord_place *place)
{
    size_t index = index_of(guild, place->channel);
    guild->count--;
    memmove(&guild->places[index], &guild->places[index + 1],
            (guild->count - index) * sizeof *guild->places);
}

/* -- Places ------------------------------------------------------------------------------------ */

static struct discord_place *find_in(const struct discord_guild *guild, const char *channel)
{
    uint64_t number = discord_snowflake_number(channel);
    size_t index = index_of(guild, number);
    bool found = index < guild->count && guild->places[index]->channel == number;
    return found ? guild->places[index] : NULL;
}

struct discord_place *discord_places_find(const struct discord_session *session, const char *key)
{
    size_t length = strcspn(key, "/");
    const struct discord_guild *guild = discord_guild_find(session, key, length);
    return guild != NULL && key[length] == '/' ? find_in(guild, key + length + 1) : NULL;
}

const char *discord_places_key(const char *guild, const char *channel, char key[PLACE_MAX])
{
    struct text text = text_in(key, PLACE_MAX);
    text_add_format(&text, "%s/%s", guild, channel);
    return key;
}

struct discord_place *discord_places_take(struct discord_session *session, const char *guild,
                                          const char *channel)
{
    char key[PLACE_MAX];
    struct discord_guild *holder = discord_guild_take(session, guild);
    struct discord_place *place = find_in(holder, channel);
    if (place != NULL) {
        place->deleted = false;
        return place;
    }
    size_t size = strlen(discord_places_key(guild, channel, key)) + 1;
    place = memory_new(sizeof *place + size);
    place->session = session;
    place->guild = holder;
    place->channel = discord_snowflake_number(channel);
    place->name = memory_copy("");
    memcpy(place->key, key, size);
    insert(holder, place);
    session->place_count += !discord_place_is_direct(place);
    discord_guild_changed(session, holder);
    return place;
}

bool discord_place_is_direct(const struct discord_place *place)
{
    return strcmp(place->guild->id, discord_place_channel(place)) == 0;
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

void discord_place_open(struct discord_place *place)
{
    struct discord_session *session = place->session;
    if (place->open)
        return;
    place->open = true;
    place->lost = false;
    discord_guild_changed(session, place->guild);
    session->listener.place_opened(session->listener.context, session->network, place->key);
}

void discord_place_close(struct discord_place *place)
{
    struct discord_session *session = place->session;
    if (!place->open)
        return;
    place->open = false;
    discord_guild_changed(session, place->guild);
    session->listener.place_closed(session->listener.context, session->network, place->key);
}

void discord_place_lose(struct discord_place *place, const char *why)
{
    struct discord_session *session = place->session;
    place->open = false;
    if (place->lost)
        return;
    place->lost = true;
    discord_guild_changed(session, place->guild);
    log_info("discord.place_lost", "network", session->network, "place", place->key, "why", why);
    session->listener.place_lost(session->listener.context, session->network, place->key, why);
}

void discord_place_delete(struct discord_place *place, const char *why)
{
    discord_place_lose(place, why);
    place->deleted = true;
    discord_place_touch(place);
}

static void free_place(struct discord_place *place)
{
    if (place->talk != NULL)
        talk_place_free(place->talk);
    free(place->asker);
    free(place->reached);
    discord_image_free(place->image);
    free(place->name);
    free(place);
}

static void remove_place(struct discord_place *place)
{
    struct discord_session *session = place->session;
    struct discord_guild *guild = place->guild;
    session->place_count -= !discord_place_is_direct(place);
    take_out(guild, place);
    free_place(place);
    discord_guild_changed(session, guild);
    discord_guild_drop(session, guild);
}

void discord_places_free(struct discord_session *session)
{
    struct discord_guild *guild, *next;
    HASH_ITER (hh, session->guilds, guild, next) {
        for (size_t i = 0; i < guild->count; i++)
            free_place(guild->places[i]);
        guild->count = 0;
        guild->joined = false;
        discord_guild_drop(session, guild);
    }
}

static void flush(struct discord_place *place)
{
    if (place->deleted) {
        if (place->in_flight + place->answers == 0)
            remove_place(place);
    } else if (place->talk != NULL && place->open) {
        if (place->answers == 0 || !talk_place_would_post(place->talk))
            talk_place_flush(place->talk); /* else the end of the answers touches the place */
    } else if (place->talk != NULL) {
        talk_place_drop(place->talk);
    }
}

void discord_places_flush(struct discord_session *session)
{
    for (struct discord_place *place; (place = session->touched_places) != NULL;) {
        session->touched_places = place->next_touched;
        place->touched = false;
        flush(place);
    }
}

/* -- Names ------------------------------------------------------------------------------------- */

/* What somebody means who types a place. */
struct wanted {
    const char *typed;
    char id[DISCORD_ID_BYTES];
};

static bool is_wanted(const struct discord_place *place, const struct wanted *wanted)
{
    return strcmp(discord_place_channel(place), wanted->id) == 0 ||
           strcmp(place->key, wanted->typed) == 0 ||
           (wanted->typed[0] == '#' && strcmp(place->name, wanted->typed + 1) == 0);
}

bool discord_session_find_person(const char *typed, char who[IDENTITY_MAX],
                                 char name[NAME_MAX_BYTES])
{
    size_t skip = strspn(typed, "<@!&"), digits = strspn(typed + skip, "0123456789");
    bool role = strncmp(typed, "<@&", 3) == 0;
    struct text key = text_in(who, IDENTITY_MAX), called = text_in(name, NAME_MAX_BYTES);
    if (digits < DISCORD_ID_LEAST || digits >= DISCORD_ID_BYTES ||
        strspn(typed + skip + digits, ">") != strlen(typed + skip + digits))
        return false;
    text_add(&key, role ? "role:" : "user:");
    text_add_bytes(&key, typed + skip, digits);
    text_add(&called, typed);
    return true;
}

bool discord_session_find_place(const struct discord_session *session, const char *here,
                                const char *typed, char place[PLACE_MAX])
{
    const struct discord_guild *guild = discord_guild_find(session, here, strcspn(here, "/"));
    const struct discord_place *found = NULL;
    struct wanted wanted = {.typed = typed};
    size_t skip = strspn(typed, "<#");
    struct text id = TEXT_IN(wanted.id), key = text_in(place, PLACE_MAX);
    text_add_bytes(&id, typed + skip, strcspn(typed + skip, ">"));
    for (size_t i = 0; guild != NULL && i < guild->count; i++) {
        if (!is_wanted(guild->places[i], &wanted))
            continue;
        if (found != NULL)
            return false; /* two channels of that name */
        found = guild->places[i];
    }
    if (found != NULL)
        text_add(&key, found->key);
    return found != NULL;
}

void discord_session_place_name(const struct discord_session *session, const char *place,
                                char name[PLACE_MAX])
{
    const struct discord_place *found = discord_places_find(session, place);
    struct text text = text_in(name, PLACE_MAX);
    if (found != NULL && discord_place_is_direct(found))
        text_add_format(&text, "@%s", session->name);
    else if (found != NULL && found->name[0] != '\0')
        text_add_format(&text, "#%s", found->name);
    else
        text_add(&text, place);
}

bool discord_session_parent(const struct discord_session *session, const char *place,
                            char parent[PLACE_MAX])
{
    const struct discord_place *found = discord_places_find(session, place);
    struct text text = text_in(parent, PLACE_MAX);
    if (found != NULL && found->parent != 0)
        text_add_format(&text, "%s/%" PRIu64, found->guild->id, found->parent);
    return text.length > 0;
}

bool discord_session_has_place(const struct discord_session *session, const char *place)
{
    const struct discord_place *found = discord_places_find(session, place);
    return found != NULL && found->open;
}
