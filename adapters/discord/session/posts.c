#include "adapters/discord/session/posts.h"

#include <stdlib.h>
#include <string.h>

#include "adapters/discord/session/directs.h"
#include "adapters/discord/session/images.h"
#include "adapters/discord/session/mentions.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"

/* -- Bodies ------------------------------------------------------------------------------------ */

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

/* With an image of its own the table may be left out. */
static void add_table(struct text *content, const struct talk_said *picture, bool drawn)
{
    if (drawn && picture->image->alone)
        return;
    text_separate(content, "\n");
    discord_content_add_picture(content, picture->text, room_behind(content));
}

json_t *discord_posts_view(struct discord_place *place, const char *message,
                           const struct talk_view *view, struct talk_file **file)
{
    char buffer[DISCORD_CONTENT_BYTES], hint_buffer[160];
    struct text content = TEXT_IN(buffer), hint = TEXT_IN(hint_buffer);
    const char *rings[CHOICES_MAX];
    size_t ring_count = rings_of(view->calls, rings);
    bool drawn = discord_images_draw(place, view->picture);
    add_events(&content, view->above);
    add_table(&content, view->picture, drawn);
    add_events(&content, view->below);
    discord_message_add_rings(&content, rings, ring_count);
    discord_phrase(place->session, "", "discord.menu-hint", &hint);
    const struct discord_choices choices = {
        .choices = view->picture->choices,
        .count = view->picture->choice_count,
        .seal = {place->session->listener.generation, discord_place_channel(place)},
        .table = view->picture->table,
        .line = view->picture->line,
        .menu_hint = hint.bytes};
    const struct discord_message shown = {
        .content = content.bytes, .rings = rings, .ring_count = ring_count, .choices = &choices};
    json_t *body = discord_mentions_body(place->session, &shown);
    *file = drawn ? discord_images_attach(place, message, view->picture, body) : NULL;
    if (!drawn)
        discord_images_detach(place, message, body);
    return body;
}

/* -- Tokens that reach messages ---------------------------------------------------------------- */

enum {
    REACH_SPARE_MS = 30 * 1000,      /* the end of a token's life, which is not relied on */
    REACH_RENEWED_MS = 5 * 60 * 1000 /* a press renews a token with less life than this */
};

static struct discord_reached *reached_of(struct discord_place *place)
{
    if (place->reached == NULL)
        place->reached = memory_new(sizeof *place->reached);
    return place->reached;
}

void discord_posts_reach_board(struct discord_place *place, const struct discord_reach *reach)
{
    reached_of(place)->board = *reach;
}

void discord_posts_reach_line(struct discord_place *place, const struct discord_reach *reach)
{
    reached_of(place)->line = *reach;
}

/* NULL: no token has reached it. */
static struct discord_reach *find_reach(const struct discord_place *place, const char *message)
{
    struct discord_reached *reached = place->reached;
    if (reached == NULL || message[0] == '\0')
        return NULL;
    if (strcmp(reached->board.message, message) == 0)
        return &reached->board;
    return strcmp(reached->line.message, message) == 0 ? &reached->line : NULL;
}

/* How long a token will still reach the message. */
static int64_t life_of(const struct discord_place *place, const char *message)
{
    const struct discord_reach *reach = find_reach(place, message);
    return reach != NULL ? DISCORD_TOKEN_MS - (discord_time(place->session) - reach->born) : 0;
}

/* NULL: none. */
static const struct discord_reach *reach_of(const struct discord_place *place, const char *message)
{
    return life_of(place, message) > REACH_SPARE_MS ? find_reach(place, message) : NULL;
}

/* The token has failed. */
static void drop_reach(struct discord_place *place, const char *message)
{
    struct discord_reach *reach = find_reach(place, message);
    if (reach != NULL)
        reach->message[0] = '\0';
}

bool discord_posts_is_board(const struct discord_place *place, const char *message)
{
    return place->talk != NULL && message[0] != '\0' &&
           strcmp(talk_place_message(place->talk), message) == 0;
}

bool discord_posts_is_reached(const struct discord_place *place, const char *message)
{
    return life_of(place, message) > REACH_RENEWED_MS;
}

/* -- Requests ---------------------------------------------------------------------------------- */

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

/* Takes the body. */
static void create_message(struct discord_place *place, json_t *body, const struct talk_file *file,
                           request_done *done, void *context)
{
    char nonce[REST_NONCE_MAX + 1];
    struct request_file attached;
    discord_nonce(nonce);
    struct rest_call call = {.route = REST_MESSAGE_CREATE,
                             .parameters = {discord_place_channel(place)},
                             .body = body,
                             .nonce = nonce,
                             .priority = REQUEST_NORMAL,
                             .done = done,
                             .context = context};
    discord_attach(file, &attached, &call);
    place->in_flight++;
    discord_send(place->session, &call);
    json_decref(body);
}

void discord_posts_take_answer(struct discord_place *place)
{
    place->answers++;
}

void discord_posts_begin_answer(struct discord_place *place)
{
    place->answering++;
}

void discord_posts_end_answer(struct discord_place *place)
{
    place->answers--;
    place->answering--;
    discord_place_touch(place);
}

bool discord_posts_are_settled(const struct discord_place *place, bool posts)
{
    return place->answering == 0 && (place->posting == 0 || !posts);
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

/* Edits or deletes a message, by the token that reaches it if there is one. `call` has the rest.
 * Returns whether a token was used. */
static bool change_message(struct discord_place *place, const char *message, bool deletes,
                           struct rest_call *call)
{
    const struct discord_reach *reach = reach_of(place, message);
    call->priority = REQUEST_NORMAL;
    if (reach != NULL) {
        call->route = deletes ? REST_FOLLOWUP_DELETE : REST_FOLLOWUP_EDIT;
        call->parameters[0] = reach->application;
        call->parameters[1] = reach->token;
        call->parameters[2] = reach->original ? "@original" : reach->message;
        call->deadline = life_of(place, message);
    } else {
        call->route = deletes ? REST_MESSAGE_DELETE : REST_MESSAGE_EDIT;
        call->parameters[0] = discord_place_channel(place);
        call->parameters[1] = message;
    }
    place->in_flight++;
    discord_send(place->session, call);
    return reach != NULL;
}

void discord_posts_lined(struct discord_place *place, const char *message)
{
    if (place->talk != NULL)
        talk_place_lined(place->talk, message);
}

/* A text on its way. */
struct posting {
    struct discord_place *place;
    bool line;    /* as in struct talk_text */
    bool instead; /* of an answer */
};

static unsigned *count_of(const struct posting *posting)
{
    return posting->instead ? &posting->place->answering : &posting->place->posting;
}

static void posted(void *context, const struct request_answer *answer)
{
    struct posting *posting = context;
    struct discord_place *place = posting->place;
    const char *message = discord_string(answer->json, "id");
    place->in_flight--;
    --*count_of(posting);
    if (answer->outcome != REQUEST_DONE)
        failed(place, answer);
    else if (posting->line)
        discord_posts_lined(place, message);
    if (answer->outcome == REQUEST_DONE)
        discord_posts_notice(place, message);
    free(posting);
    discord_place_touch(place); /* and wakes answers that wait */
}

/* Takes the body. */
static void send_text(const struct posting *what, json_t *body)
{
    struct posting *posting = memory_new(sizeof *posting);
    *posting = *what;
    json_object_del(body, "flags");
    ++*count_of(posting);
    create_message(posting->place, body, NULL, posted, posting);
}

void discord_posts_instead(struct discord_place *place, json_t *body, bool line)
{
    send_text(&(struct posting){place, line, .instead = true}, body);
}

static void post(void *owner, const struct talk_text *text)
{
    struct discord_place *place = owner;
    const char *rest = text->text;
    for (json_t *body; (body = discord_posts_text(place->session, text, &rest)) != NULL;)
        send_text(&(struct posting){place, text->line && *rest == '\0', .instead = false}, body);
}

/* -- What has been replaced -------------------------------------------------------------------- */

/* A message of the place that loses its buttons or is deleted. */
struct errand {
    struct discord_place *place;
    char message[DISCORD_ID_BYTES];
    bool deletes;
    bool by_token;
};

static void run_errand(struct errand *errand);

static void ran_errand(void *context, const struct request_answer *answer)
{
    struct errand *errand = context;
    struct discord_place *place = errand->place;
    bool rationed = answer->code == DISCORD_EDITS_RATIONED && !errand->deletes;
    bool gone = answer->code == DISCORD_UNKNOWN_MESSAGE || answer->code == DISCORD_UNKNOWN_CHANNEL;
    bool over = answer->outcome == REQUEST_DONE || answer->outcome == REQUEST_STOPPED || gone;
    place->in_flight--;
    if (!over && (errand->by_token || rationed)) {
        drop_reach(place, errand->message);
        errand->deletes |= rationed; /* which is always allowed */
        run_errand(errand);
        return;
    }
    if (!over)
        log_info("discord.not_tidied", "network", place->session->network, "place", place->key,
                 "reason", answer->reason);
    free(errand);
    discord_place_touch(place);
}

static void run_errand(struct errand *errand)
{
    json_t *body = errand->deletes ? NULL : json_pack("{s:[]}", "components");
    struct rest_call call = {.body = body, .done = ran_errand, .context = errand};
    errand->by_token = change_message(errand->place, errand->message, errand->deletes, &call);
    json_decref(body);
}

static void send_errand(struct discord_place *place, const char *message, bool deletes)
{
    struct errand *errand = memory_new(sizeof *errand);
    struct text id = TEXT_IN(errand->message);
    text_add(&id, message);
    errand->place = place;
    errand->deletes = deletes;
    run_errand(errand);
}

static void retire(void *owner, const char *message)
{
    send_errand(owner, message, false);
}

static void remove_line(void *owner, const char *message)
{
    send_errand(owner, message, true);
}

void discord_posts_pressed(struct discord_place *place, uint64_t table, const char *message)
{
    if (place->talk != NULL && talk_place_has_replaced(place->talk, table, message))
        retire(place, message);
}

/* -- The board --------------------------------------------------------------------------------- */

void discord_posts_shown(struct discord_place *place, enum talk_shown how, const char *message)
{
    if (how == TALK_SHOWN)
        discord_images_shown(place, message);
    if (place->talk != NULL)
        talk_place_shown(place->talk, how, message);
}

/* The bot may perhaps post here, but attach no files: the text shows the table then. */
static bool is_about_files(struct discord_place *place, const struct request_answer *answer)
{
    if (place->image == NULL || place->refuses_files || answer->code != DISCORD_MISSING_PERMISSION)
        return false;
    place->refuses_files = true;
    place->session->courier.permissions_changed(place->session->courier.context,
                                                discord_place_channel(place));
    return true;
}

/* When the network was away, the place shows an old table, and nobody may move until it is shown
 * again. */
static void settle_board(struct discord_place *place, const struct request_answer *answer)
{
    bool unheard = (answer->outcome == REQUEST_FAILED || answer->outcome == REQUEST_LATE) &&
                   answer->status == 0;
    enum talk_shown how = unheard ? TALK_UNHEARD : TALK_REFUSED;
    place->in_flight--;
    if (answer->outcome == REQUEST_DONE)
        how = TALK_SHOWN;
    else if (is_about_files(place, answer))
        how = TALK_UNHEARD;
    else
        failed(place, answer);
    discord_posts_shown(place, how, discord_string(answer->json, "id"));
}

static void created(void *context, const struct request_answer *answer)
{
    struct discord_place *place = context;
    place->posting--;
    discord_wake(place->session); /* for answers that wait */
    settle_board(place, answer);
}

/* Discord rations edits of old messages, but not their deletion. */
static void abandon_board(struct discord_place *place, int64_t code)
{
    if (code == DISCORD_EDITS_RATIONED)
        send_errand(place, talk_place_message(place->talk), true);
    discord_posts_shown(place, TALK_GONE, "");
}

static void edited(void *context, const struct request_answer *answer)
{
    struct discord_place *place = context;
    switch (answer->outcome == REQUEST_DONE ? 0 : answer->code) {
    case DISCORD_UNKNOWN_MESSAGE:
    case DISCORD_EDITS_RATIONED:
    case DISCORD_ARCHIVED:
        place->in_flight--;
        abandon_board(place, answer->code);
        break;
    default:
        settle_board(place, answer);
    }
}

/* When the token has failed, the edit is sent again without one. */
static void edited_by_token(void *context, const struct request_answer *answer)
{
    struct discord_place *place = context;
    if (answer->outcome == REQUEST_DONE || answer->outcome == REQUEST_STOPPED ||
        answer->code == DISCORD_UNKNOWN_MESSAGE) {
        edited(context, answer);
        return;
    }
    place->in_flight--;
    drop_reach(place, talk_place_message(place->talk));
    discord_posts_shown(place, TALK_UNHEARD, "");
}

static void show(void *owner, const char *message, const struct talk_view *view)
{
    struct discord_place *place = owner;
    struct talk_file *file;
    struct request_file attached;
    json_t *body = discord_posts_view(place, message, view, &file);
    if (message == NULL) {
        place->posting++;
        create_message(place, body, file, created, place);
    } else {
        bool by_token = reach_of(place, message) != NULL;
        struct rest_call call = {
            .body = body, .done = by_token ? edited_by_token : edited, .context = place};
        discord_attach(file, &attached, &call);
        change_message(place, message, false, &call);
        json_decref(body);
    }
    talk_file_free(file);
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
                                 .retire = retire,
                                 .remove = remove_line,
                                 .touch = touch};
}
