#include "adapters/discord/session/session.h"

#include <stdlib.h>
#include <string.h>

#include "adapters/discord/session/answers.h"
#include "adapters/discord/session/directs.h"
#include "adapters/discord/session/guilds.h"
#include "adapters/discord/session/images.h"
#include "adapters/discord/session/interactions.h"
#include "adapters/discord/session/keep.h"
#include "adapters/discord/session/mentions.h"
#include "adapters/discord/session/posts.h"
#include "adapters/discord/session/registration.h"
#include "adapters/discord/session/threads.h"
#include "adapters/discord/session/welcome.h"
#include "bot/base/memory.h"

struct discord_session *discord_session_new(const char *network,
                                            const struct discord_settings *settings,
                                            const struct adapter_listener *listener,
                                            const struct discord_courier *courier, int64_t now)
{
    struct discord_session *session = memory_new(sizeof *session);
    struct text name = TEXT_IN(session->network), application = TEXT_IN(session->application);
    text_add(&name, network);
    text_add(&application, settings->application);
    session->settings = settings;
    session->listener = *listener;
    session->courier = *courier;
    session->now = now;
    session->talk = discord_posts_network(session);
    return session;
}

void discord_session_free(struct discord_session *session)
{
    discord_answers_free(session);
    discord_keep_free(session);
    discord_places_free(session);
    discord_images_close(session);
    discord_directs_free(session);
    discord_threads_free(session);
    discord_welcome_free(session);
    talk_recall_drop(&session->recall);
    discord_mentions_free(session);
    free(session);
}

void discord_session_reload(struct discord_session *session,
                            const struct discord_settings *settings)
{
    session->settings = settings;
}

const char *discord_session_own_name(const struct discord_session *session)
{
    return session->name;
}

/* -- Events ------------------------------------------------------------------------------------ */

static void copy_string(const json_t *object, const char *key, char *copy, size_t size)
{
    struct text text = text_in(copy, size);
    const char *string = discord_string(object, key);
    text_add_printable(&text, string, strlen(string));
}

static void register_commands(struct discord_session *session)
{
    bool wanted = session->settings->register_commands && session->listener.part.number == 0;
    if (wanted && !session->registered)
        discord_registration_begin(session);
    else if (!wanted && !session->looked)
        discord_registration_look(session);
}

void discord_session_ready(struct discord_session *session, const json_t *data, int64_t now)
{
    const json_t *user = json_object_get(data, "user");
    const json_t *application = json_object_get(data, "application");
    session->now = now;
    copy_string(user, "id", session->user, sizeof session->user);
    copy_string(user, "username", session->name, sizeof session->name);
    if (session->application[0] == '\0')
        copy_string(application, "id", session->application, sizeof session->application);
    discord_guilds_ready(session, data);
    register_commands(session);
}

void discord_session_resumed(struct discord_session *session, unsigned shard, unsigned count,
                             int64_t now)
{
    session->now = now;
    discord_keep_resumed(session, shard, count);
    register_commands(session);
}

bool discord_session_has_heard(struct discord_session *session)
{
    bool heard = session->heard;
    session->heard = false;
    return heard;
}

void discord_session_event(struct discord_session *session, const char *event, const json_t *data,
                           int64_t now)
{
    session->now = now;
    if (strcmp(event, "INTERACTION_CREATE") == 0)
        discord_interactions_hear(session, data);
    else if (strcmp(event, "MESSAGE_CREATE") == 0)
        discord_interactions_hear_typed(session, data);
    else if (strcmp(event, "MESSAGE_DELETE") == 0)
        discord_posts_deleted(session, data);
    else
        discord_guilds_event(session, event, data);
    if (strcmp(event, "GUILD_CREATE") == 0)
        discord_welcome_hear(session, data);
}

/* -- What the host says ------------------------------------------------------------------------ */

static void say_in_place(struct discord_session *session, const struct outbound *outbound)
{
    struct discord_place *place = discord_places_find(session, outbound->place);
    if (place != NULL && outbound->kind != OUTBOUND_PROMPT)
        talk_place_hear(discord_place_talk(place), talk_said_new(outbound));
}

void discord_session_say(struct discord_session *session, const struct outbound *outbound,
                         int64_t now)
{
    session->now = now;
    discord_wake(session);
    if (outbound->kind == OUTBOUND_LET_IN || outbound->kind == OUTBOUND_SHUT_OUT) {
        discord_threads_let_in(session, outbound);
        return;
    }
    if (discord_answers_hear(session, outbound))
        return;
    if (outbound->identity != NULL)
        discord_directs_hear(session, outbound);
    else
        say_in_place(session, outbound);
}

/* -- Time -------------------------------------------------------------------------------------- */

uint64_t discord_session_superseded(const struct discord_session *session)
{
    return session->talk.superseded;
}

int64_t discord_session_tick(struct discord_session *session, int64_t now)
{
    session->now = now;
    discord_answers_flush(session);
    discord_places_flush(session);
    discord_directs_flush(session);
    discord_threads_flush(session);
    return discord_answers_due(session);
}
