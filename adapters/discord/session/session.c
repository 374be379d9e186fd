#include "adapters/discord/session/session.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

#include "adapters/discord/session/session_private.h"
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
    session->least_delay = INT64_MAX;
    session->talk = discord_talk_network(session);
    return session;
}

void discord_session_free(struct discord_session *session)
{
    struct discord_asking *asking, *next_asking;
    HASH_ITER(hh, session->askings, asking, next_asking)
    discord_asking_free(asking);
    struct discord_place *place, *next_place;
    HASH_ITER(hh, session->places, place, next_place)
    discord_place_free(place);
    struct discord_direct *direct, *next_direct;
    HASH_ITER(hh, session->directs, direct, next_direct)
    discord_direct_free(direct);
    discord_wishes_free(session);
    discord_forget_guilds(session);
    talk_recall_drop(&session->recall);
    free(session);
}

void discord_session_reload(struct discord_session *session,
                            const struct discord_settings *settings)
{
    session->settings = settings;
}

void discord_send(struct discord_session *session, const struct rest_call *call)
{
    session->courier.send(session->courier.context, call);
}

void discord_wake(struct discord_session *session)
{
    session->courier.wake(session->courier.context);
}

void discord_phrase(struct discord_session *session, const char *locale, const char *key,
                    struct text *out)
{
    session->listener.phrase(session->listener.context, locale, key, out);
}

json_t *discord_phrase_body(struct discord_session *session, const char *locale, const char *key)
{
    char said_buffer[512], buffer[DISCORD_CONTENT_BYTES];
    struct text said = TEXT_IN(said_buffer), content = TEXT_IN(buffer);
    discord_phrase(session, locale, key, &said);
    discord_content_add_plain(&content, said.bytes, said.length);
    return discord_message_body(
        &(struct discord_message){.content = content.bytes, .flags = DISCORD_FLAG_EPHEMERAL});
}

void discord_file_attach(const struct talk_file *file, struct request_file *attached,
                         struct rest_call *call)
{
    if (file == NULL)
        return;
    *attached = (struct request_file){.name = file->name,
                                      .type = "application/octet-stream",
                                      .bytes = file->bytes,
                                      .size = file->length};
    call->file = attached;
}

const char *discord_user_of(const char *identity)
{
    static const char prefix[] = "user:";
    return strncmp(identity, prefix, sizeof prefix - 1) == 0 ? identity + sizeof prefix - 1 : "";
}

void discord_nonce(char nonce[REST_NONCE_MAX + 1])
{
    unsigned char random[REST_NONCE_MAX / 2];
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(nonce, REST_NONCE_MAX + 1, random, sizeof random);
}

const char *discord_session_own_name(const struct discord_session *session)
{
    return session->name;
}

/* -- Events -------------------------------------------------------------------------------------
 */

static void copy_string(const json_t *object, const char *key, char *copy, size_t size)
{
    struct text text = text_in(copy, size);
    const char *string = json_string_value(json_object_get(object, key));
    if (string != NULL)
        text_add_printable(&text, string, strlen(string));
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
    discord_ready_guilds(session, data);
    if (!session->registered && session->settings->register_commands)
        discord_register_commands(session);
}

void discord_session_event(struct discord_session *session, const char *event, const json_t *data,
                           int64_t now)
{
    session->now = now;
    if (strcmp(event, "INTERACTION_CREATE") == 0)
        discord_hear_interaction(session, data);
    else if (strcmp(event, "MESSAGE_CREATE") == 0)
        discord_hear_message(session, data);
    else if (strcmp(event, "MESSAGE_DELETE") == 0)
        discord_message_deleted(session, data);
    else
        discord_guild_event(session, event, data);
}

/* -- What the host says -------------------------------------------------------------------------
 */

static bool is_private(enum outbound_kind kind)
{
    return kind == OUTBOUND_ANSWER || kind == OUTBOUND_HAND || kind == OUTBOUND_HELP;
}

static void hear_private(struct discord_session *session, const struct outbound *outbound)
{
    const char *user = outbound->identity != NULL ? discord_user_of(outbound->identity) : "";
    struct discord_direct *direct = discord_direct_of(session, user);
    if (direct != NULL)
        discord_direct_hear(direct, talk_said_new(outbound));
}

static void hear_public(struct discord_session *session, const struct outbound *outbound)
{
    struct discord_place *place = discord_place_of(session, outbound->place);
    if (place != NULL && outbound->kind != OUTBOUND_PROMPT)
        talk_place_hear(discord_place_talk(place), talk_said_new(outbound));
}

void discord_session_say(struct discord_session *session, const struct outbound *outbound,
                         int64_t now)
{
    struct discord_asking *asking = NULL;
    session->now = now;
    if (outbound->request != 0)
        HASH_FIND(hh, session->askings, &outbound->request, sizeof outbound->request, asking);
    bool same_place = asking != NULL && strcmp(asking->what.place, outbound->place) == 0;
    bool wanted = asking != NULL && asking->state != ASKING_ANSWERED &&
                  (is_private(outbound->kind) || same_place);
    if (wanted) {
        struct talk_said *said = talk_said_new(outbound);
        LL_APPEND(asking->said, said);
    } else if (is_private(outbound->kind)) {
        hear_private(session, outbound);
    } else {
        hear_public(session, outbound);
    }
    discord_wake(session);
}

/* -- Time ---------------------------------------------------------------------------------------
 */

uint64_t discord_session_superseded(const struct discord_session *session)
{
    return session->talk.superseded;
}

int64_t discord_session_tick(struct discord_session *session, int64_t now)
{
    int64_t due = INT64_MAX;
    session->now = now;
    struct discord_asking *asking, *next_asking;
    HASH_ITER(hh, session->askings, asking, next_asking)
    discord_asking_flush(asking);
    for (struct discord_place *place; (place = session->touched_places) != NULL;) {
        session->touched_places = place->next_touched;
        place->touched = false;
        discord_place_flush(place);
    }
    for (struct discord_direct *direct; (direct = session->touched_directs) != NULL;) {
        session->touched_directs = direct->next_touched;
        direct->touched = false;
        discord_direct_flush(direct);
    }
    discord_wishes_flush(session);
    HASH_ITER(hh, session->askings, asking, next_asking)
    {
        int64_t next = discord_asking_due(asking);
        if (next < due)
            due = next;
    }
    return due;
}
