#include "adapters/discord/session/welcome.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <utlist.h>

#include "adapters/discord/session/directs.h"
#include "adapters/discord/session/mentions.h"
#include "bot/base/duration.h"
#include "bot/base/memory.h"

enum { TRIES = 4 }; /* refusals count against the bot */

/* A server that is to be welcomed. */
struct discord_welcome {
    struct discord_session *session;
    char guild[DISCORD_ID_BYTES], owner[DISCORD_ID_BYTES], locale[16];
    char channels[TRIES][DISCORD_ID_BYTES]; /* to be tried in this order */
    size_t count, tried;
    struct talk_recall *recall;
    struct discord_welcome *prev, *next;
};

static void end(struct discord_welcome *welcome)
{
    talk_recall_drop(&welcome->recall);
    DL_DELETE(welcome->session->welcomes, welcome);
    free(welcome);
}

void discord_welcome_free(struct discord_session *session)
{
    struct discord_welcome *welcome, *next;
    DL_FOREACH_SAFE (session->welcomes, welcome, next)
        end(welcome);
}

/* -- Sending ----------------------------------------------------------------------------------- */

static void tell_owner(const struct discord_welcome *welcome)
{
    char buffer[1024], identity_buffer[IDENTITY_MAX];
    struct text text = TEXT_IN(buffer), identity = TEXT_IN(identity_buffer);
    struct discord_session *session = welcome->session;
    discord_phrase(session, welcome->locale, "discord.welcome", &text);
    text_add_char(&text, '\n');
    discord_phrase(session, welcome->locale, "discord.welcome-owner", &text);
    text_add_format(&identity, "user:%s", welcome->owner);
    discord_directs_hear(session, &(struct outbound){.kind = OUTBOUND_ANSWER,
                                                     .network = session->network,
                                                     .place = "",
                                                     .identity = identity.bytes,
                                                     .text = text.bytes});
}

static json_t *new_body(const struct discord_welcome *welcome)
{
    char said_buffer[1024], buffer[DISCORD_CONTENT_BYTES];
    struct text said = TEXT_IN(said_buffer), content = TEXT_IN(buffer);
    discord_phrase(welcome->session, welcome->locale, "discord.welcome", &said);
    discord_content_add_plain(&content, said.bytes, said.length);
    return discord_mentions_body(welcome->session,
                                 &(struct discord_message){.content = content.bytes});
}

static void try_next(struct discord_welcome *welcome);

static void posted(void *context, const struct request_answer *answer)
{
    struct discord_welcome *welcome = context;
    if (answer->outcome == REQUEST_DONE || answer->outcome == REQUEST_STOPPED)
        end(welcome);
    else
        try_next(welcome);
}

static void try_next(struct discord_welcome *welcome)
{
    char nonce[REST_NONCE_MAX + 1];
    if (welcome->tried == welcome->count) {
        tell_owner(welcome);
        end(welcome);
        return;
    }
    json_t *body = new_body(welcome);
    discord_nonce(nonce);
    discord_send(welcome->session,
                 &(struct rest_call){.route = REST_MESSAGE_CREATE,
                                     .parameters = {welcome->channels[welcome->tried++]},
                                     .body = body,
                                     .nonce = nonce,
                                     .priority = REQUEST_LOW,
                                     .done = posted,
                                     .context = welcome});
    json_decref(body);
}

/* -- The server -------------------------------------------------------------------------------- */

static const char *memory_key(const struct discord_welcome *welcome, char key[64])
{
    struct text text = text_in(key, 64);
    text_add_format(&text, "welcome %s", welcome->guild);
    return key;
}

static void recalled(void *owner, const char *value)
{
    struct discord_welcome *welcome = owner;
    const struct adapter_listener *listener = &welcome->session->listener;
    char key[64];
    if (value != NULL) {
        end(welcome);
        return;
    }
    listener->remember(listener->context, welcome->session->network, listener->part.number,
                       memory_key(welcome, key), "1");
    try_next(welcome);
}

/* "2026-08-01T12:00:00.000000+00:00" in ms since 1970; 0: it is no time. */
static int64_t time_of(const char *stamp)
{
    struct tm parts = {.tm_year = 0};
    return strptime(stamp, "%Y-%m-%dT%H:%M:%S", &parts) != NULL ? (int64_t)timegm(&parts) * 1000
                                                                : 0;
}

static bool is_new(const struct discord_session *session, const json_t *guild)
{
    int64_t joined = time_of(discord_string(guild, "joined_at"));
    for (const struct discord_welcome *other = session->welcomes; other != NULL;
         other = other->next)
        if (strcmp(other->guild, discord_string(guild, "id")) == 0)
            return false;
    return joined != 0 && discord_time(session) - joined < HOUR;
}

static void add_channel(struct discord_welcome *welcome, const char *id)
{
    for (size_t i = 0; i < welcome->count; i++)
        if (strcmp(welcome->channels[i], id) == 0)
            return;
    if (welcome->count == TRIES || discord_snowflake_number(id) == 0)
        return;
    struct text channel = TEXT_IN(welcome->channels[welcome->count]);
    text_add(&channel, id);
    welcome->count++;
}

/* The one for news of members comes first, then the first ones for texts. */
static void choose_channels(struct discord_welcome *welcome, const json_t *guild)
{
    const json_t *channel;
    size_t index;
    add_channel(welcome, discord_string(guild, "system_channel_id"));
    json_array_foreach (json_object_get(guild, "channels"), index, channel)
        if (json_integer_value(json_object_get(channel, "type")) == 0)
            add_channel(welcome, discord_string(channel, "id"));
}

void discord_welcome_hear(struct discord_session *session, const json_t *guild)
{
    char key[64];
    if (discord_snowflake_number(discord_string(guild, "id")) == 0 || !is_new(session, guild))
        return;
    struct discord_welcome *welcome = memory_new(sizeof *welcome);
    struct text id = TEXT_IN(welcome->guild), owner = TEXT_IN(welcome->owner);
    struct text locale = TEXT_IN(welcome->locale);
    text_add(&id, discord_string(guild, "id"));
    text_add(&owner, discord_string(guild, "owner_id"));
    text_add(&locale, discord_string(guild, "preferred_locale"));
    welcome->session = session;
    choose_channels(welcome, guild);
    DL_APPEND(session->welcomes, welcome);
    talk_recall_ask(&welcome->recall, &session->listener, session->network,
                    memory_key(welcome, key), recalled, welcome);
}
