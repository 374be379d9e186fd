#include "adapters/discord/session/keep.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/log.h"
#include "bot/base/memory.h"

/* A text that is remembered, with its terminator. */
enum { KEPT_BYTES = 64 * 1024, KEY_BYTES = 48 };

/* Each shard that is shared with other processes keeps its own servers. */
static const char *list_key(const struct discord_session *session, struct text *key)
{
    const struct network_part *part = &session->listener.part;
    text_add(key, "servers");
    if (part->count > 0)
        text_add_format(key, " %u", part->number);
    return key->bytes;
}

static const char *guild_key(const char *id, char key[KEY_BYTES])
{
    struct text text = text_in(key, KEY_BYTES);
    text_add_format(&text, "server %s", id);
    return key;
}

static void remember(struct discord_session *session, const char *key, const char *value)
{
    session->listener.remember(session->listener.context, session->network,
                               session->listener.part.number, key, value);
}

static void remember_list(struct discord_session *session, const char *value)
{
    char buffer[KEY_BYTES];
    struct text key = TEXT_IN(buffer);
    remember(session, list_key(session, &key), value);
}

/* -- Writing ----------------------------------------------------------------------------------- */

/* "c+ ID PARENT NAME": a channel or thread (t) that is open (+) or not (-). */
static void print_place(const struct discord_place *place, struct text *out)
{
    text_add_format(out, "\n%c%c %" PRIu64 " %" PRIu64 " %s", place->thread ? 't' : 'c',
                    place->open || place->rests ? '+' : '-', place->channel, place->parent,
                    place->name);
}

/* The role that is the bot's own, then its places. Returns false if it does not fit. */
static bool keep_guild(struct discord_session *session, struct discord_guild *guild,
                       char buffer[KEPT_BYTES])
{
    char key[KEY_BYTES];
    struct text text = text_in(buffer, KEPT_BYTES);
    text_add(&text, guild->role);
    for (size_t i = 0; i < guild->count; i++)
        if (!guild->places[i]->deleted)
            print_place(guild->places[i], &text);
    if (!text.truncated)
        remember(session, guild_key(guild->id, key), text.bytes);
    guild->changed = false;
    return !text.truncated;
}

static bool keep_guilds(struct discord_session *session, char buffer[KEPT_BYTES])
{
    struct discord_guild *guild, *next;
    bool fits = true;
    HASH_ITER (hh, session->guilds, guild, next)
        if (guild->changed && guild->joined)
            fits = keep_guild(session, guild, buffer) && fits;
    return fits;
}

/* Who the bot is, then the ids of its servers. */
static bool keep_list(struct discord_session *session, char buffer[KEPT_BYTES])
{
    struct discord_guild *guild, *next;
    struct text text = text_in(buffer, KEPT_BYTES);
    text_add_format(&text, "%s %s %s", session->user, session->application, session->name);
    HASH_ITER (hh, session->guilds, guild, next)
        if (guild->joined)
            text_add_format(&text, "\n%s", guild->id);
    if (!text.truncated)
        remember_list(session, text.bytes);
    return !text.truncated;
}

static bool is_too_big(const struct discord_session *session)
{
    return session->guild_count > DISCORD_KEPT_GUILDS_MAX ||
           session->place_count > DISCORD_KEPT_PLACES_MAX;
}

/* From now on nothing is kept, and nothing that was kept is believed. */
static void give_up(struct discord_session *session)
{
    session->keep.too_big = true;
    remember_list(session, NULL);
    log_info("discord.keeps_no_session", "network", session->network, "servers",
             LOG_NUMBER(session->guild_count), "places", LOG_NUMBER(session->place_count));
}

bool discord_session_keep(struct discord_session *session)
{
    struct discord_keep *keep = &session->keep;
    bool fits = !is_too_big(session);
    if (keep->too_big)
        return false;
    if (fits && !keep->guild_changed && !keep->list_changed)
        return true;
    char *buffer = memory_new(KEPT_BYTES);
    if (fits && keep->guild_changed)
        fits = keep_guilds(session, buffer);
    if (fits && keep->list_changed)
        fits = keep_list(session, buffer);
    free(buffer);
    keep->guild_changed = keep->list_changed = false;
    if (!fits)
        give_up(session);
    return fits;
}

/* -- Reading ----------------------------------------------------------------------------------- */

/* Copies the word at `*at`, which then stands after it. */
static void take_word(const char **at, char *buffer, size_t size)
{
    struct text word = text_in(buffer, size);
    size_t length = strcspn(*at, " \n");
    text_add_bytes(&word, *at, length);
    *at += length + ((*at)[length] == ' ');
}

static void read_place(struct discord_session *session, const char *guild, const char *line)
{
    char id[DISCORD_ID_BYTES], parent[DISCORD_ID_BYTES], kind[4];
    const char *at = line;
    take_word(&at, kind, sizeof kind);
    take_word(&at, id, sizeof id);
    take_word(&at, parent, sizeof parent);
    if (discord_snowflake_number(id) == 0)
        return;
    struct discord_place *place = discord_places_take(session, guild, id);
    char *name = memory_copy(at);
    name[strcspn(name, "\n")] = '\0';
    free(place->name);
    place->name = name;
    place->thread = kind[0] == 't';
    place->parent = discord_snowflake_number(parent);
    place->rests = kind[1] == '+';
}

static const char *next_line(const char *line)
{
    const char *end = strchr(line, '\n');
    return end != NULL ? end + 1 : NULL;
}

static void read_guild(struct discord_session *session, struct discord_guild *guild,
                       const char *value)
{
    struct text role = TEXT_IN(guild->role);
    text_add_bytes(&role, value, strcspn(value, "\n"));
    for (const char *line = value; (line = next_line(line)) != NULL;)
        read_place(session, guild->id, line);
}

static void ask_next(struct discord_session *session);

static void recalled_guild(void *owner, const char *value)
{
    struct discord_session *session = owner;
    struct discord_guild *guild = session->keep.reading;
    session->keep.reading = guild->hh.next;
    if (value != NULL)
        read_guild(session, guild, value);
    guild->changed = false;
    session->keep.answered = true;
    if (!session->keep.asking)
        ask_next(session);
}

/* The memory may answer at once, which must not cost a frame of the stack for each server. */
static void ask_next(struct discord_session *session)
{
    struct discord_keep *keep = &session->keep;
    char key[KEY_BYTES];
    keep->asking = keep->answered = true;
    while (keep->reading != NULL && keep->answered) {
        keep->answered = false;
        talk_recall_ask(&keep->recall, &session->listener, session->network,
                        guild_key(keep->reading->id, key), recalled_guild, session);
    }
    keep->asking = false;
    if (keep->reading != NULL || !keep->answered)
        return;
    keep->guild_changed = false;
    keep->done(keep->context, true);
}

/* Returns false if it is no list. */
static bool read_list(struct discord_session *session, const char *value)
{
    struct text name = TEXT_IN(session->name);
    char application[DISCORD_ID_BYTES], id[DISCORD_ID_BYTES];
    const char *at = value;
    take_word(&at, session->user, sizeof session->user);
    take_word(&at, application, sizeof application);
    text_add_bytes(&name, at, strcspn(at, "\n"));
    if (discord_snowflake_number(session->user) == 0)
        return false;
    if (session->application[0] == '\0')
        memcpy(session->application, application, sizeof application);
    for (const char *line = value; (line = next_line(line)) != NULL;) {
        at = line;
        take_word(&at, id, sizeof id);
        if (discord_snowflake_number(id) != 0)
            discord_guild_join(session, discord_guild_take(session, id));
    }
    return true;
}

static void recalled_list(void *owner, const char *value)
{
    struct discord_session *session = owner;
    if (value == NULL || !read_list(session, value)) {
        session->keep.done(session->keep.context, false);
        return;
    }
    session->keep.reading = session->guilds;
    ask_next(session);
}

void discord_session_recall(struct discord_session *session,
                            void (*done)(void *context, bool known), void *context)
{
    char buffer[KEY_BYTES];
    struct text key = TEXT_IN(buffer);
    session->keep.done = done;
    session->keep.context = context;
    talk_recall_ask(&session->keep.recall, &session->listener, session->network,
                    list_key(session, &key), recalled_list, session);
}

void discord_keep_free(struct discord_session *session)
{
    talk_recall_drop(&session->keep.recall);
}

/* -- What was read ----------------------------------------------------------------------------- */

static void wake_places(const struct discord_guild *guild)
{
    for (size_t i = 0; i < guild->count; i++) {
        struct discord_place *place = guild->places[i];
        bool rests = place->rests;
        place->rests = false;
        if (rests)
            discord_place_open(place);
    }
}

void discord_keep_resumed(struct discord_session *session, unsigned shard, unsigned count)
{
    struct discord_guild *guild, *next;
    HASH_ITER (hh, session->guilds, guild, next)
        if (discord_guild_is_of(guild, shard, count))
            wake_places(guild);
}

void discord_keep_drop(const struct discord_guild *guild)
{
    for (size_t i = 0; i < guild->count; i++) {
        struct discord_place *place = guild->places[i];
        if (!place->rests)
            continue;
        place->rests = false;
        place->deleted = true;
        discord_place_touch(place);
    }
}

void discord_keep_forget(struct discord_session *session, struct discord_guild *guild)
{
    char key[KEY_BYTES];
    guild->changed = false;
    remember(session, guild_key(guild->id, key), NULL);
}
