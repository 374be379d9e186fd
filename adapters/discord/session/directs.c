#include "adapters/discord/session/directs.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>

#include "adapters/discord/session/images.h"
#include "adapters/discord/session/mentions.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"

enum {
    PEOPLE_MAX = 20000,          /* more are forgotten */
    WAITING_MAX = 8,             /* messages for one person */
    OPENING_PAUSE_MS = 60 * 1000 /* after DISCORD_OPENING_TOO_FAST */
};

/* Where somebody asked for what they are told now, and what they are called there. */
struct asked {
    char place[PLACE_MAX], name[NAME_MAX_BYTES];
};

/* A person. */
struct discord_direct {
    struct discord_session *session;
    char user[DISCORD_ID_BYTES];
    char channel[DISCORD_ID_BYTES]; /* "" until it is known */
    struct talk_recall *recall;     /* of the channel */
    bool recalled;                  /* it was asked for */
    int64_t acted_at;
    bool unreachable;
    bool in_flight;
    struct talk_said *said; /* list: what waits */
    struct asked *asked;    /* NULL: nobody waits for it */
    bool touched;
    struct discord_direct *next_touched;
    UT_hash_handle hh;
};

static void free_direct(struct discord_direct *direct)
{
    HASH_DEL(direct->session->directs, direct);
    talk_recall_drop(&direct->recall);
    talk_said_free(&direct->said);
    free(direct->asked);
    free(direct);
}

void discord_directs_free(struct discord_session *session)
{
    struct discord_direct *direct, *next;
    HASH_ITER (hh, session->directs, direct, next)
        free_direct(direct);
}

/* Forgets the person who was first seen when there are too many. */
static void make_room(struct discord_session *session)
{
    struct discord_direct *direct, *next;
    if (HASH_COUNT(session->directs) < PEOPLE_MAX)
        return;
    HASH_ITER (hh, session->directs, direct, next) {
        if (direct->in_flight || direct->touched || direct->said != NULL)
            continue;
        free_direct(direct);
        return;
    }
}

static const char *memory_key(const struct discord_direct *direct, char key[64])
{
    struct text text = text_in(key, 64);
    text_add_format(&text, "direct %s", direct->user);
    return key;
}

/* NULL if `user` is no id. */
static struct discord_direct *direct_of(struct discord_session *session, const char *user)
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

void discord_directs_acted(struct discord_session *session, const char *user, bool in_private)
{
    struct discord_direct *direct = direct_of(session, user);
    if (direct == NULL)
        return;
    direct->acted_at = session->now;
    if (in_private)
        direct->unreachable = false;
}

bool discord_directs_is_away(struct discord_session *session, const char *user)
{
    const struct discord_direct *direct = direct_of(session, user);
    return direct == NULL || session->now - direct->acted_at >= session->settings->call_after;
}

static void keep(struct discord_direct *direct, const struct outbound *outbound)
{
    struct talk_said *said;
    size_t waiting;
    LL_COUNT(direct->said, said, waiting);
    /* The newest hand matters most. */
    if (waiting >= WAITING_MAX)
        talk_said_drop(&direct->said);
    said = talk_said_new(outbound);
    discord_images_enclose(direct->session, said);
    LL_APPEND(direct->said, said);
    touch(direct);
}

void discord_directs_hear(struct discord_session *session, const struct outbound *outbound)
{
    struct discord_direct *direct = direct_of(session, discord_user_of(outbound->identity));
    if (direct != NULL)
        keep(direct, outbound);
}

void discord_directs_redirect(struct discord_session *session, const struct outbound *outbound,
                              const char *name)
{
    struct discord_direct *direct = direct_of(session, discord_user_of(outbound->identity));
    if (direct == NULL)
        return;
    if (outbound->place[0] != '\0') {
        free(direct->asked);
        direct->asked = memory_new(sizeof *direct->asked);
        struct text place = TEXT_IN(direct->asked->place), called = TEXT_IN(direct->asked->name);
        text_add(&place, outbound->place);
        text_add(&called, name);
    }
    keep(direct, outbound);
}

static void tell_undelivered(struct discord_direct *direct)
{
    static const char how[] = "discord.undelivered";
    const struct discord_session *session = direct->session;
    const struct adapter_listener *listener = &session->listener;
    struct asked *asked = direct->asked;
    char identity_buffer[IDENTITY_MAX];
    struct text identity = TEXT_IN(identity_buffer);
    text_add_format(&identity, "user:%s", direct->user);
    talk_said_free(&direct->said);
    direct->asked = NULL;
    if (asked != NULL)
        listener->unanswered(listener->context, session->network, asked->place, asked->name, how);
    else
        listener->undelivered(listener->context, session->network, identity.bytes, how);
    free(asked);
}

static void set_channel(struct discord_direct *direct, const char *channel)
{
    char key[64];
    const struct adapter_listener *listener = &direct->session->listener;
    struct text text = TEXT_IN(direct->channel);
    if (discord_snowflake_number(channel) != 0)
        text_add(&text, channel);
    listener->remember(listener->context, direct->session->network, listener->part.number,
                       memory_key(direct, key), text.length > 0 ? text.bytes : NULL);
}

static void recalled(void *owner, const char *value)
{
    struct discord_direct *direct = owner;
    struct text channel = TEXT_IN(direct->channel);
    if (value != NULL && discord_snowflake_number(value) != 0)
        text_add(&channel, value);
    touch(direct);
}

/* Whether the memory has told the channel, if there is one. Asks it the first time. */
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

/* -- Requests ---------------------------------------------------------------------------------- */

static bool is_closed(int64_t code)
{
    return code == DISCORD_NO_DIRECT_MESSAGES || code == DISCORD_NO_SHARED_GUILD;
}

static void failed(struct discord_direct *direct, const struct request_answer *answer)
{
    struct discord_session *session = direct->session;
    if (answer->outcome == REQUEST_STOPPED)
        return; /* the session ends: nobody is told */
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
    const char *id = discord_string(answer->json, "id");
    direct->in_flight = false;
    if (answer->outcome == REQUEST_DONE && discord_snowflake_number(id) != 0)
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

/* A message with as much of the first text as fits; the rest stays in the list. */
static json_t *new_message(struct discord_direct *direct, bool *whole)
{
    char buffer[DISCORD_CONTENT_BYTES];
    struct text content = TEXT_IN(buffer);
    struct talk_said *first = direct->said;
    const char *rest = first->text;
    discord_content_take(&rest, first->columns, DISCORD_CONTENT_UNITS, &content);
    *whole = *rest == '\0';
    const struct discord_choices choices = {
        .choices = first->choices,
        .count = first->choice_count,
        .seal = {direct->session->listener.generation, direct->channel},
        .table = first->table,
        .line = first->line};
    const struct discord_message message = {.content = content.bytes,
                                            .flags = first->quiet ? DISCORD_FLAG_SILENT : 0,
                                            .choices = *whole ? &choices : NULL};
    memmove(first->text, rest, strlen(rest) + 1);
    return discord_mentions_body(direct->session, &message);
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
    if (whole) {
        discord_images_describe(direct->said->file, body);
        discord_attach(direct->said->file, &attached, &call);
    }
    direct->in_flight = true;
    discord_send(direct->session, &call);
    json_decref(body);
    if (whole)
        talk_said_drop(&direct->said);
}

static void flush(struct discord_direct *direct)
{
    if (direct->in_flight)
        return;
    if (direct->said == NULL) {
        free(direct->asked); /* all of it was delivered */
        direct->asked = NULL;
    }
    if (direct->said == NULL || !is_recalled(direct))
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

void discord_directs_flush(struct discord_session *session)
{
    for (struct discord_direct *direct; (direct = session->touched_directs) != NULL;) {
        session->touched_directs = direct->next_touched;
        direct->touched = false;
        flush(direct);
    }
}
