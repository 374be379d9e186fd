/* Direct messages: the channel of each person, and what to do when they refuse such messages. */
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

#include "adapters/discord/session/session_private.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"

/* Drops the person who was seen longest ago when there are too many. */
static void make_room(struct discord_session *session)
{
    struct discord_direct *direct, *next;
    if (HASH_COUNT(session->directs) < DIRECTS_MAX)
        return;
    HASH_ITER(hh, session->directs, direct, next)
    {
        if (direct->in_flight || direct->touched || direct->said != NULL)
            continue;
        discord_direct_free(direct);
        return;
    }
}

static const char *memory_key(const struct discord_direct *direct, char key[64])
{
    struct text text = text_in(key, 64);
    text_add_format(&text, "direct %s", direct->user);
    return key;
}

/* NULL for what is no id. */
struct discord_direct *discord_direct_of(struct discord_session *session, const char *user)
{
    struct discord_direct *direct;
    HASH_FIND_STR(session->directs, user, direct);
    if (direct != NULL || discord_snowflake_number(user) == 0)
        return direct;
    make_room(session);
    direct = memory_new(sizeof *direct);
    direct->session = session;
    direct->acted_at = INT64_MIN / 2; /* never */
    struct text id = TEXT_IN(direct->user);
    text_add(&id, user);
    HASH_ADD_STR(session->directs, user, direct);
    return direct;
}

void discord_direct_free(struct discord_direct *direct)
{
    HASH_DEL(direct->session->directs, direct);
    talk_recall_drop(&direct->recall);
    talk_said_free(&direct->said);
    free(direct);
}

static void touch(struct discord_direct *direct)
{
    struct discord_session *session = direct->session;
    if (!direct->touched) {
        direct->touched = true;
        direct->next_touched = session->touched_directs;
        session->touched_directs = direct;
    }
    discord_wake(session);
}

/* Somebody who writes to the bot in private can also read its answers there. */
void discord_direct_acted(struct discord_direct *direct, bool in_private)
{
    direct->acted_at = direct->session->now;
    if (in_private)
        direct->unreachable = false;
}

void discord_direct_hear(struct discord_direct *direct, struct talk_said *said)
{
    const struct talk_said *other;
    size_t waiting;
    LL_COUNT(direct->said, other, waiting);
    /* The newest hand is the one that counts. */
    if (waiting >= DIRECT_QUEUE_MAX)
        talk_said_drop(&direct->said);
    LL_APPEND(direct->said, said);
    touch(direct);
}

static void tell_undelivered(struct discord_direct *direct)
{
    struct discord_session *session = direct->session;
    char identity_buffer[IDENTITY_MAX];
    struct text identity = TEXT_IN(identity_buffer);
    text_add_format(&identity, "user:%s", direct->user);
    talk_said_free(&direct->said);
    session->listener.undelivered(session->listener.context, session->network, identity.bytes,
                                  "discord.undelivered");
}

static void set_channel(struct discord_direct *direct, const char *channel)
{
    char key[64];
    const struct adapter_listener *listener = &direct->session->listener;
    struct text text = TEXT_IN(direct->channel);
    text_clear(&text);
    if (discord_snowflake_number(channel) != 0)
        text_add(&text, channel);
    listener->remember(listener->context, direct->session->network, memory_key(direct, key),
                       text.length > 0 ? text.bytes : NULL);
}

static void recalled(void *owner, const char *value)
{
    struct discord_direct *direct = owner;
    struct text channel = TEXT_IN(direct->channel);
    if (value != NULL && discord_snowflake_number(value) != 0)
        text_add(&channel, value);
    touch(direct);
}

/* Whether it is known which channel it was, if any. Asks the first time. */
static bool is_recalled(struct discord_direct *direct)
{
    const struct discord_session *session = direct->session;
    char key[64];
    if (!direct->recalled) {
        direct->recalled = true;
        talk_recall_ask(&direct->recall, &session->listener, session->network,
                        memory_key(direct, key), recalled, direct);
    }
    return direct->recall == NULL;
}

/* -- Requests -----------------------------------------------------------------------------------
 */

static bool is_closed(int64_t code)
{
    return code == DISCORD_NO_DIRECT_MESSAGES || code == DISCORD_NO_SHARED_GUILD;
}

static void failed(struct discord_direct *direct, const struct request_answer *answer)
{
    struct discord_session *session = direct->session;
    if (answer->outcome == REQUEST_STOPPED)
        return; /* the end: nobody is told anything any more */
    log_info("discord.direct_failed", "network", session->network, "reason", answer->reason);
    if (is_closed(answer->code) || answer->outcome == REQUEST_FORBIDDEN) {
        direct->unreachable = true;
        tell_undelivered(direct);
        return;
    }
    if (answer->code == DISCORD_OPENING_TOO_FAST)
        session->opening_pause = session->now + OPENING_PAUSE_MS;
    if (answer->code == DISCORD_UNKNOWN_CHANNEL)
        set_channel(direct, "");
    tell_undelivered(direct);
}

static void opened(void *context, const struct request_answer *answer)
{
    struct discord_direct *direct = context;
    const char *id = json_string_value(json_object_get(answer->json, "id"));
    direct->in_flight = false;
    if (answer->outcome == REQUEST_DONE && id != NULL && discord_snowflake_number(id) != 0)
        set_channel(direct, id);
    else
        failed(direct, answer);
    touch(direct);
}

static void open_channel(struct discord_direct *direct)
{
    json_t *body = json_pack("{s:s}", "recipient_id", direct->user);
    direct->in_flight = true;
    discord_send(direct->session, &(struct rest_call){.route = REST_DIRECT_CHANNEL_CREATE,
                                                      .body = body,
                                                      .priority = REQUEST_NORMAL,
                                                      .done = opened,
                                                      .context = direct});
    json_decref(body);
}

static void delivered(void *context, const struct request_answer *answer)
{
    struct discord_direct *direct = context;
    direct->in_flight = false;
    if (answer->outcome != REQUEST_DONE)
        failed(direct, answer);
    touch(direct);
}

/* What fits of the first text; the rest stays in front. */
static json_t *new_message(struct discord_direct *direct, bool *whole)
{
    char buffer[DISCORD_CONTENT_BYTES];
    struct text content = TEXT_IN(buffer);
    struct talk_said *first = direct->said;
    const char *rest = first->text;
    discord_content_take(&rest, first->columns, DISCORD_CONTENT_UNITS, &content);
    *whole = *rest == '\0';
    const struct discord_choices choices = {.choices = first->choices,
                                            .count = first->choice_count,
                                            .table = first->table,
                                            .line = first->line};
    const struct discord_message message = {.content = content.bytes,
                                            .flags = first->quiet ? DISCORD_FLAG_SILENT : 0,
                                            .choices = *whole ? &choices : NULL};
    memmove(first->text, rest, strlen(rest) + 1);
    return discord_message_body(&message);
}

static void send_next(struct discord_direct *direct)
{
    bool whole;
    struct request_file attached;
    json_t *body = new_message(direct, &whole);
    char nonce[REST_NONCE_MAX + 1];
    discord_nonce(nonce);
    struct rest_call call = {.route = REST_MESSAGE_CREATE,
                             .parameters = {direct->channel},
                             .body = body,
                             .nonce = nonce,
                             .priority = REQUEST_NORMAL,
                             .done = delivered,
                             .context = direct};
    if (whole)
        discord_file_attach(direct->said->file, &attached, &call);
    direct->in_flight = true;
    discord_send(direct->session, &call);
    json_decref(body);
    if (whole)
        talk_said_drop(&direct->said);
}

void discord_direct_flush(struct discord_direct *direct)
{
    if (direct->in_flight || direct->said == NULL || !is_recalled(direct))
        return;
    bool known = direct->channel[0] != '\0';
    bool paused = !known && direct->session->now < direct->session->opening_pause;
    if (direct->unreachable || paused)
        tell_undelivered(direct);
    else if (known)
        send_next(direct);
    else
        open_channel(direct);
}
