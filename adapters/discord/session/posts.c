#include "adapters/discord/session/posts.h"

#include "adapters/discord/session/directs.h"
#include "adapters/discord/session/mentions.h"
#include "bot/base/log.h"

/* -- Bodies -------------------------------------------------------------------------------------
 */

static bool must_call(void *context, const char *identity)
{
    const char *user = discord_user_of(identity);
    return user[0] != '\0' && discord_directs_is_away(context, user);
}

static size_t rings_of(const struct talk_calls *calls, const char *rings[CHOICES_MAX])
{
    for (size_t i = 0; i < calls->count; i++)
        rings[i] = discord_user_of(calls->identities[i]);
    return calls->count;
}

json_t *discord_posts_text(const struct discord_session *session, const struct talk_text *text,
                           const char **rest)
{
    const char *rings[CHOICES_MAX];
    char buffer[DISCORD_CONTENT_BYTES];
    struct text content = TEXT_IN(buffer);
    size_t ring_count = *rest == text->text ? rings_of(text->calls, rings) : 0;
    const size_t beside_rings = DISCORD_CONTENT_UNITS - DISCORD_CONTENT_UNITS / 4;
    if (ring_count == 0 || !discord_content_take(rest, text->columns, beside_rings, &content)) {
        ring_count = 0;
        if (!discord_content_take(rest, text->columns, DISCORD_CONTENT_UNITS, &content))
            return NULL;
    }
    discord_message_add_rings(&content, rings, ring_count);
    return discord_mentions_body(session, &(struct discord_message){.content = content.bytes,
                                                                    .rings = rings,
                                                                    .ring_count = ring_count});
}

static bool fits_above(const char *text)
{
    enum { ABOVE_MOST = 700 }; /* the rest is the table's */
    char buffer[DISCORD_CONTENT_BYTES];
    struct text content = TEXT_IN(buffer);
    discord_content_take(&text, false, ABOVE_MOST, &content);
    return text[0] == '\0';
}

/* Units that are left in a message after `content`, if it rings people as well. */
static size_t room_behind(const struct text *content)
{
    enum { RINGS = 200 };
    size_t taken = discord_content_units(content->bytes) + RINGS;
    return taken < DISCORD_CONTENT_UNITS ? DISCORD_CONTENT_UNITS - taken : 0;
}

static void add_events(struct text *content, const char *events)
{
    if (events[0] == '\0' || room_behind(content) == 0)
        return;
    text_separate(content, "\n");
    discord_content_take(&events, false, room_behind(content), content);
}

json_t *discord_posts_view(struct discord_session *session, const char *channel,
                           const struct talk_view *view)
{
    char buffer[DISCORD_CONTENT_BYTES], hint_buffer[160];
    struct text content = TEXT_IN(buffer), hint = TEXT_IN(hint_buffer);
    const char *rings[CHOICES_MAX];
    size_t ring_count = rings_of(view->calls, rings);
    add_events(&content, view->above);
    text_separate(&content, "\n");
    discord_content_add_picture(&content, view->picture->text, room_behind(&content));
    add_events(&content, view->below);
    discord_message_add_rings(&content, rings, ring_count);
    discord_phrase(session, "", "discord.menu-hint", &hint);
    const struct discord_choices choices = {.choices = view->picture->choices,
                                            .count = view->picture->choice_count,
                                            .seal = {session->listener.generation, channel},
                                            .table = view->picture->table,
                                            .line = view->picture->line,
                                            .menu_hint = hint.bytes};
    return discord_mentions_body(session, &(struct discord_message){.content = content.bytes,
                                                                    .rings = rings,
                                                                    .ring_count = ring_count,
                                                                    .choices = &choices});
}

/* -- Requests -----------------------------------------------------------------------------------
 */

/* Only the person who asked last here can be told, as long as their token works. */
static void explain(struct discord_place *place, const char *key)
{
    const struct discord_asker *asker = place->asker;
    struct discord_session *session = place->session;
    if (asker == NULL || session->now - asker->asked_at > DISCORD_TOKEN_MS - 30 * 1000)
        return;
    json_t *body = discord_phrase_body(session, asker->locale, key);
    discord_send(session, &(struct rest_call){.route = REST_FOLLOWUP_CREATE,
                                              .parameters = {asker->application, asker->token},
                                              .body = body,
                                              .priority = REQUEST_URGENT,
                                              .deadline = DISCORD_TOKEN_MS});
    json_decref(body);
}

/* A request failed; the place may be gone. */
static void failed(struct discord_place *place, const struct request_answer *answer)
{
    bool forbidden = answer->outcome == REQUEST_FORBIDDEN ||
                     answer->code == DISCORD_MISSING_ACCESS ||
                     answer->code == DISCORD_MISSING_PERMISSION || answer->code == DISCORD_ARCHIVED;
    log_warning("discord.not_posted", "network", place->session->network, "place", place->key,
                "reason", answer->reason);
    if (answer->code == DISCORD_UNKNOWN_CHANNEL) {
        discord_place_lose(place, "discord.lost.deleted");
    } else if (forbidden && !place->lost) {
        discord_place_lose(place, "discord.lost.permission");
        explain(place, "discord.may-not-post");
    }
}

static void send_message(struct discord_place *place, const char *edited, json_t *body,
                         request_done *done)
{
    char nonce[REST_NONCE_MAX + 1];
    discord_nonce(nonce);
    place->in_flight++;
    discord_send(place->session,
                 &(struct rest_call){.route = edited ? REST_MESSAGE_EDIT : REST_MESSAGE_CREATE,
                                     .parameters = {discord_place_channel(place), edited},
                                     .body = body,
                                     .nonce = edited ? NULL : nonce,
                                     .priority = REQUEST_NORMAL,
                                     .done = done,
                                     .context = place});
    json_decref(body);
}

void discord_posts_notice(struct discord_place *place, const char *message)
{
    uint64_t number = discord_snowflake_number(message);
    if (place->session->settings->channel_messages || number <= place->last_message)
        return;
    place->last_message = number;
    if (place->talk != NULL)
        talk_place_posted(place->talk, message);
}

static void posted(void *context, const struct request_answer *answer)
{
    struct discord_place *place = context;
    place->in_flight--;
    if (answer->outcome != REQUEST_DONE)
        failed(place, answer);
    else
        discord_posts_notice(place, discord_string(answer->json, "id"));
    discord_place_touch(place);
}

void discord_posts_send(struct discord_place *place, json_t *body)
{
    json_object_del(body, "flags");
    send_message(place, NULL, body, posted);
}

static void post(void *owner, const struct talk_text *text)
{
    struct discord_place *place = owner;
    const char *rest = text->text;
    for (json_t *body; (body = discord_posts_text(place->session, text, &rest)) != NULL;)
        discord_posts_send(place, body);
}

/* -- The board ----------------------------------------------------------------------------------
 */

void discord_posts_shown(struct discord_place *place, enum talk_shown how, const json_t *message)
{
    if (place->talk != NULL)
        talk_place_shown(place->talk, how, discord_string(message, "id"));
}

/* When the network was away, the place shows an old table, and nobody may move until it is shown
 * again. */
static void created(void *context, const struct request_answer *answer)
{
    struct discord_place *place = context;
    bool unheard = (answer->outcome == REQUEST_FAILED || answer->outcome == REQUEST_LATE) &&
                   answer->status == 0;
    enum talk_shown how = unheard ? TALK_UNHEARD : TALK_REFUSED;
    place->in_flight--;
    if (answer->outcome == REQUEST_DONE)
        how = TALK_SHOWN;
    else
        failed(place, answer);
    discord_posts_shown(place, how, answer->json);
}

static void edited(void *context, const struct request_answer *answer)
{
    struct discord_place *place = context;
    switch (answer->outcome == REQUEST_DONE ? 0 : answer->code) {
    case DISCORD_UNKNOWN_MESSAGE:
    case DISCORD_EDITS_RATIONED:
    case DISCORD_ARCHIVED:
        place->in_flight--;
        discord_posts_shown(place, TALK_GONE, NULL);
        break;
    default:
        created(place, answer);
    }
}

static void show(void *owner, const char *message, const struct talk_view *view)
{
    struct discord_place *place = owner;
    send_message(place, message,
                 discord_posts_view(place->session, discord_place_channel(place), view),
                 message != NULL ? edited : created);
}

/* The place that a message is in; NULL: it is not known. */
static struct discord_place *place_around(const struct discord_session *session,
                                          const json_t *message)
{
    char key[PLACE_MAX];
    return discord_places_find(session,
                               discord_places_key(discord_string(message, "guild_id"),
                                                  discord_string(message, "channel_id"), key));
}

void discord_posts_created(struct discord_session *session, const json_t *data)
{
    const struct discord_place *place = place_around(session, data);
    if (place != NULL && place->talk != NULL)
        talk_place_posted(place->talk, discord_string(data, "id"));
}

void discord_posts_deleted(struct discord_session *session, const json_t *data)
{
    const struct discord_place *place = place_around(session, data);
    if (place != NULL && place->talk != NULL)
        talk_place_deleted(place->talk, discord_string(data, "id"));
}

static bool is_outdated(void *context, int64_t posted_at, int64_t messages_below)
{
    const struct discord_session *session = context;
    int64_t distance = session->settings->board_distance;
    return discord_time(session) - posted_at >= DISCORD_BOARD_AGE_MS ||
           (distance > 0 && messages_below >= distance);
}

static void touch(void *owner)
{
    discord_place_touch(owner);
}

struct talk_network discord_posts_network(struct discord_session *session)
{
    return (struct talk_network){.name = session->network,
                                 .listener = &session->listener,
                                 .context = session,
                                 .posted_at = discord_snowflake_time,
                                 .is_outdated = is_outdated,
                                 .must_call = must_call,
                                 .fits_above = fits_above,
                                 .post = post,
                                 .show = show,
                                 .touch = touch};
}
