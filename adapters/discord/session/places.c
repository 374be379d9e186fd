#include "adapters/discord/session/places.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/log.h"
#include "bot/base/memory.h"

struct discord_place *discord_places_find(const struct discord_session *session, const char *key)
{
    struct discord_place *place;
    HASH_FIND_STR(session->places, key, place);
    return place;
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
    struct discord_place *place =
        discord_places_find(session, discord_places_key(guild, channel, key));
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

void discord_place_open(struct discord_place *place)
{
    struct discord_session *session = place->session;
    if (place->open)
        return;
    place->open = true;
    place->lost = false;
    session->listener.place_opened(session->listener.context, session->network, place->key);
}

void discord_place_close(struct discord_place *place)
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

void discord_place_delete(struct discord_place *place, const char *why)
{
    discord_place_lose(place, why);
    place->deleted = true;
    discord_place_touch(place);
}

static void free_place(struct discord_place *place)
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

void discord_places_free(struct discord_session *session)
{
    struct discord_place *place, *next;
    HASH_ITER (hh, session->places, place, next)
        free_place(place);
}

static void flush(struct discord_place *place)
{
    if (place->deleted) {
        if (place->in_flight == 0)
            free_place(place);
    } else if (place->talk != NULL && place->open) {
        talk_place_flush(place->talk);
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

/* -- Names --------------------------------------------------------------------------------------
 */

static bool is_in_guild_of(const struct discord_place *place, const char *here)
{
    size_t length = strcspn(here, "/");
    return here[length] == '/' && strncmp(place->key, here, length + 1) == 0;
}

bool discord_session_find_place(const struct discord_session *session, const char *here,
                                const char *typed, char place[PLACE_MAX])
{
    const struct discord_place *found = NULL, *candidate, *next;
    size_t skip = strspn(typed, "<#");
    char id_buffer[DISCORD_ID_BYTES];
    struct text id = TEXT_IN(id_buffer), key = text_in(place, PLACE_MAX);
    text_add_bytes(&id, typed + skip, strcspn(typed + skip, ">"));
    HASH_ITER (hh, session->places, candidate, next) {
        bool by_id = strcmp(discord_place_channel(candidate), id.bytes) == 0;
        bool by_key = strcmp(candidate->key, typed) == 0;
        bool by_name = typed[0] == '#' && strcmp(candidate->name, typed + 1) == 0;
        if (!is_in_guild_of(candidate, here) || (!by_id && !by_key && !by_name))
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
    const struct discord_place *found = discord_places_find(session, place);
    struct text text = text_in(name, PLACE_MAX);
    if (found != NULL && found->name[0] != '\0')
        text_add_format(&text, "#%s", found->name);
    else
        text_add(&text, place);
}

bool discord_session_parent(const struct discord_session *session, const char *place,
                            char parent[PLACE_MAX])
{
    const struct discord_place *found = discord_places_find(session, place);
    struct text text = text_in(parent, PLACE_MAX);
    if (found != NULL && found->parent != NULL)
        text_add(&text, found->parent);
    return text.length > 0;
}

bool discord_session_has_place(const struct discord_session *session, const char *place)
{
    const struct discord_place *found = discord_places_find(session, place);
    return found != NULL && found->open;
}
