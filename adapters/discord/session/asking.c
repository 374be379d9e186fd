#include "adapters/discord/session/asking.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>

#include "adapters/discord/session/directs.h"
#include "adapters/discord/session/posts.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"

static void drop_parcel(struct discord_asking *asking)
{
    struct parcel *parcel = asking->parcels;
    asking->parcels = parcel->next;
    json_decref(parcel->body);
    talk_file_free(parcel->file);
    talk_said_free(&parcel->said);
    free(parcel);
}

void discord_asking_free(struct discord_asking *asking)
{
    HASH_DEL(asking->session->askings, asking);
    talk_said_free(&asking->said);
    while (asking->parcels != NULL)
        drop_parcel(asking);
    free(asking);
}

struct discord_place *discord_asking_place(const struct discord_asking *asking)
{
    return discord_places_find(asking->session, asking->what.place);
}

static void deliver_direct(const struct discord_asking *asking, const struct parcel *parcel)
{
    const struct talk_said *said = parcel->said;
    const struct talk_file *file = parcel->file;
    const struct outbound_file attached = {.name = file != NULL ? file->name : NULL,
                                           .bytes = file != NULL ? file->bytes : NULL,
                                           .length = file != NULL ? file->length : 0,
                                           .description = file != NULL ? file->description : NULL};
    const struct outbound outbound = {.kind = said->kind,
                                      .network = asking->session->network,
                                      .place = asking->what.direct ? "" : asking->what.place,
                                      .identity = asking->what.identity,
                                      .text = said->text,
                                      .quiet = said->quiet,
                                      .table = said->table,
                                      .line = said->line,
                                      .choices = said->choices,
                                      .choice_count = said->choice_count,
                                      .file = file != NULL ? &attached : NULL};
    discord_directs_redirect(asking->session, &outbound, asking->what.name);
}

/* The token is dead. What is for everybody is posted, unless it may stand there already. What is
 * for one person goes to them directly; a first answer is dropped, since Discord has told them that
 * the interaction failed. */
static void deliver_otherwise(struct discord_asking *asking, const struct parcel *parcel,
                              bool perhaps)
{
    struct discord_place *place = discord_asking_place(asking);
    if (parcel->said != NULL)
        deliver_direct(asking, parcel);
    if (place == NULL)
        return;
    switch (parcel->kind) {
    case PARCEL_BOARD:
        discord_posts_shown(place, TALK_GONE, "");
        break;
    case PARCEL_UPDATE:
        discord_posts_shown(place, TALK_UNHEARD, "");
        break;
    case PARCEL_PUBLIC:
    case PARCEL_LINE:
        if (!perhaps)
            discord_posts_instead(place, json_incref(parcel->body), parcel->kind == PARCEL_LINE);
        break;
    default:
        break;
    }
}

static struct discord_reach reach_of(const struct discord_asking *asking, const char *message,
                                     bool original)
{
    struct discord_reach reach = {.original = original,
                                  .born = discord_snowflake_time(asking->what.id)};
    struct text id = TEXT_IN(reach.message), application = TEXT_IN(reach.application);
    struct text token = TEXT_IN(reach.token);
    text_add(&id, message);
    text_add(&application, asking->what.application);
    text_add(&token, asking->what.token);
    return reach;
}

/* A press on the board makes it the "@original" of the press. */
static void reach_pressed(const struct discord_asking *asking)
{
    struct discord_place *place = discord_asking_place(asking);
    const struct discord_reach reach = reach_of(asking, asking->what.message, true);
    if (place != NULL && discord_posts_is_board(place, asking->what.message))
        discord_posts_reach_board(place, &reach);
}

/* A callback returns what it made as a resource; a follow-up is returned itself. */
static void delivered(const struct discord_asking *asking, enum parcel_kind kind,
                      const json_t *answer)
{
    struct discord_place *place = discord_asking_place(asking);
    const json_t *resource = json_object_get(answer, "resource");
    const json_t *message = resource != NULL ? json_object_get(resource, "message") : answer;
    const char *id = discord_string(message, "id");
    const struct discord_reach reach = reach_of(asking, id, resource != NULL);
    if (place != NULL && kind == PARCEL_BOARD) {
        discord_posts_shown(place, TALK_SHOWN, id);
        discord_posts_reach_board(place, &reach);
    } else if (place != NULL && kind == PARCEL_LINE) {
        discord_posts_lined(place, id);
        discord_posts_reach_line(place, &reach);
    } else if (place != NULL && kind == PARCEL_UPDATE) {
        discord_posts_shown(place, TALK_SHOWN, asking->what.message);
    }
    if (place != NULL && (kind == PARCEL_PUBLIC || kind == PARCEL_LINE))
        discord_posts_notice(place, id);
    if (kind == PARCEL_UPDATE || kind == PARCEL_NOTHING)
        reach_pressed(asking);
}

static void settle(struct discord_asking *asking, const struct request_answer *answer)
{
    if (answer->outcome == REQUEST_DONE) {
        delivered(asking, asking->parcels->kind, answer->json);
    } else {
        log_warning("discord.answer_failed", "network", asking->session->network, "reason",
                    answer->reason);
        asking->dead = true;
        if (answer->outcome != REQUEST_STOPPED)
            deliver_otherwise(asking, asking->parcels, answer->perhaps);
    }
    drop_parcel(asking);
}

static bool is_for_everybody(const struct parcel *parcel)
{
    return parcel->kind == PARCEL_PUBLIC || parcel->kind == PARCEL_LINE ||
           parcel->kind == PARCEL_BOARD;
}

static void sent(void *context, const struct request_answer *answer)
{
    struct discord_asking *asking = context;
    asking->sending = false;
    settle(asking, answer);
    if (asking->speaks_in != NULL)
        discord_posts_end_answer(asking->speaks_in);
    asking->speaks_in = NULL;
    discord_asking_send(asking);
}

void discord_asking_deferred(void *context, const struct request_answer *answer)
{
    struct discord_asking *asking = context;
    asking->deferring = false;
    asking->dead = answer->outcome != REQUEST_DONE;
    if (!asking->dead && asking->state == ASKING_ACKNOWLEDGED)
        reach_pressed(asking);
    discord_wake(asking->session); /* for what the host said meanwhile */
    discord_asking_send(asking);
}

bool discord_asking_updates(const struct discord_asking *asking)
{
    return asking->what.on_private && asking->what.type == INTERACTION_PRESS;
}

json_t *discord_answer_body(int type, json_t *message)
{
    return json_pack("{s:i, s:o}", "type", type, "data", message);
}

/* An update keeps the flags of the updated message. */
static json_t *with_flags_kept(json_t *body)
{
    json_object_set_new(body, "flags", json_integer(DISCORD_FLAG_NO_EMBEDS));
    return json_incref(body);
}

static json_t *first_answer(const struct discord_asking *asking, const struct parcel *parcel)
{
    if (parcel->kind == PARCEL_NOTHING)
        return json_pack("{s:i}", "type", ANSWER_UPDATE_LATER);
    if (parcel->kind == PARCEL_UPDATE ||
        (parcel->kind == PARCEL_PRIVATE && discord_asking_updates(asking)))
        return discord_answer_body(ANSWER_UPDATE, with_flags_kept(parcel->body));
    return discord_answer_body(ANSWER_MESSAGE, json_incref(parcel->body));
}

static void send_first(struct discord_asking *asking, const struct parcel *parcel,
                       struct rest_call *call)
{
    int64_t age = asking->session->now - asking->asked_at;
    json_t *body = first_answer(asking, parcel);
    call->route = REST_INTERACTION_ANSWER;
    call->parameters[0] = asking->what.id;
    call->parameters[1] = asking->what.token;
    call->query = is_for_everybody(parcel) ? "with_response=true" : NULL;
    call->deadline = age < DISCORD_ANSWER_MS ? DISCORD_ANSWER_MS - age : 1;
    call->body = body;
    discord_send(asking->session, call);
    json_decref(body);
}

static void send_further(struct discord_asking *asking, const struct parcel *parcel,
                         struct rest_call *call)
{
    int64_t age = asking->session->now - asking->asked_at;
    bool edits = asking->state == ASKING_DEFERRED || parcel->kind == PARCEL_UPDATE;
    json_t *body = edits ? with_flags_kept(parcel->body) : json_incref(parcel->body);
    call->route = edits ? REST_FOLLOWUP_EDIT : REST_FOLLOWUP_CREATE;
    call->parameters[0] = asking->what.application;
    call->parameters[1] = asking->what.token;
    call->parameters[2] = edits ? "@original" : NULL;
    call->query = edits ? NULL : "wait=true";
    call->deadline = age < DISCORD_TOKEN_MS ? DISCORD_TOKEN_MS - age : 1;
    call->body = body;
    discord_send(asking->session, call);
    json_decref(body);
}

static void send_parcel(struct discord_asking *asking, const struct parcel *parcel)
{
    bool first = asking->state == ASKING_OPEN;
    struct rest_call call = {.priority = REQUEST_URGENT, .done = sent, .context = asking};
    /* Sending a hand twice is better than not at all. */
    call.harmless = parcel->kind == PARCEL_PRIVATE;
    struct request_file attached;
    if (asking->speaks_in != NULL)
        discord_posts_begin_answer(asking->speaks_in);
    asking->sending = true;
    discord_attach(parcel->file, &attached, &call);
    (first ? send_first : send_further)(asking, parcel, &call);
    asking->state = ASKING_ANSWERED;
}

int64_t discord_asking_due(const struct discord_asking *asking)
{
    return asking->asked_at + asking->session->settings->answer_within;
}

/* The first parcel wants to be sent: if it is for everybody, the place's posts wait for it. */
static void take_turn(struct discord_asking *asking)
{
    if (asking->speaks_in != NULL || !is_for_everybody(asking->parcels))
        return;
    asking->speaks_in = discord_asking_place(asking);
    if (asking->speaks_in != NULL)
        discord_posts_take_answer(asking->speaks_in);
}

/* Posts may take long, because Discord rations them. */
static bool may_send(const struct discord_asking *asking)
{
    bool due = asking->session->now >= discord_asking_due(asking);
    return asking->speaks_in == NULL || discord_posts_are_settled(asking->speaks_in, !due);
}

void discord_asking_look_ahead(struct discord_asking *asking)
{
    const struct discord_session *session = asking->session;
    const struct adapter_listener *listener = &session->listener;
    asking->awaits = listener->owes != NULL &&
                     listener->owes(listener->context, session->network, asking->request);
}

bool discord_asking_goes_on(const struct discord_asking *asking)
{
    return asking->awaits && !asking->dead &&
           asking->session->now - asking->asked_at < DISCORD_TOKEN_MS;
}

bool discord_asking_is_over(const struct discord_asking *asking)
{
    return (asking->state == ASKING_ANSWERED || asking->dead) && asking->said == NULL &&
           asking->parcels == NULL && !discord_asking_goes_on(asking);
}

void discord_asking_send(struct discord_asking *asking)
{
    while (asking->dead && asking->parcels != NULL)
        settle(asking,
               &(struct request_answer){.outcome = REQUEST_FAILED, .reason = "no answer before"});
    if (asking->parcels == NULL) {
        if (discord_asking_is_over(asking))
            discord_asking_free(asking);
        return;
    }
    take_turn(asking);
    if (may_send(asking))
        send_parcel(asking, asking->parcels);
}
