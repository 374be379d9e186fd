#include "adapters/discord/session/answers.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>

#include "adapters/discord/session/directs.h"
#include "adapters/discord/session/mentions.h"
#include "adapters/discord/session/posts.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"

/* Types of answers. */
enum { ANSWER_MESSAGE = 4, ANSWER_LATER = 5, ANSWER_UPDATE_LATER = 6, ANSWER_UPDATE = 7 };

enum { SILENCE_MS = 5 * 1000 /* then the host has nothing to say */ };

enum parcel_kind {
    PARCEL_PRIVATE, /* for the person alone */
    PARCEL_PUBLIC,  /* for everybody: posted to the channel if the token fails */
    PARCEL_LINE,    /* the same; it tells whose turn it is */
    PARCEL_BOARD,   /* the place's table in a new message */
    PARCEL_UPDATE,  /* the table in the message whose button was pressed */
    PARCEL_NOTHING  /* only says that the press on the board has arrived */
};

/* A message on its way to be an answer. */
struct parcel {
    enum parcel_kind kind;
    json_t *body;           /* NULL for PARCEL_NOTHING */
    struct talk_file *file; /* NULL: none */
    struct talk_said *said; /* what it says, for one person; NULL: not worth another way */
    struct parcel *next;
};

enum asking_state {
    ASKING_OPEN,
    ASKING_DEFERRED,     /* "thinking…" waits to be edited */
    ASKING_ACKNOWLEDGED, /* a press on the board that has arrived */
    ASKING_ANSWERED
};

/* An interaction that waits for its answer. */
struct discord_asking {
    struct discord_session *session;
    uint64_t request;
    struct discord_interaction what; /* its text is not used any more */
    int64_t asked_at;
    enum asking_state state;
    bool dead;              /* its token has stopped working */
    bool deferring;         /* "Thinking…" is on its way */
    struct talk_said *said; /* list */
    struct parcel *parcels; /* list: sent one after the other */
    UT_hash_handle hh;
};

/* -- Sending ----------------------------------------------------------------------------------- */

static void drop_parcel(struct discord_asking *asking)
{
    struct parcel *parcel = asking->parcels;
    asking->parcels = parcel->next;
    json_decref(parcel->body);
    talk_file_free(parcel->file);
    talk_said_free(&parcel->said);
    free(parcel);
}

static void free_asking(struct discord_asking *asking)
{
    HASH_DEL(asking->session->askings, asking);
    talk_said_free(&asking->said);
    while (asking->parcels != NULL)
        drop_parcel(asking);
    free(asking);
}

static struct discord_place *place_of(const struct discord_asking *asking)
{
    return discord_places_find(asking->session, asking->what.place);
}

static void deliver_direct(const struct discord_asking *asking, const struct parcel *parcel)
{
    const struct talk_said *said = parcel->said;
    const struct talk_file *file = parcel->file;
    const struct outbound_file attached = {.name = file != NULL ? file->name : NULL,
                                           .bytes = file != NULL ? file->bytes : NULL,
                                           .length = file != NULL ? file->length : 0};
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
    struct discord_place *place = place_of(asking);
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
            discord_posts_send(place, json_incref(parcel->body), parcel->kind == PARCEL_LINE);
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
    struct discord_place *place = place_of(asking);
    const struct discord_reach reach = reach_of(asking, asking->what.message, true);
    if (place != NULL && discord_posts_is_board(place, asking->what.message))
        discord_posts_reach_board(place, &reach);
}

/* A callback returns what it made as a resource; a follow-up is returned itself. */
static void delivered(const struct discord_asking *asking, enum parcel_kind kind,
                      const json_t *answer)
{
    struct discord_place *place = place_of(asking);
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

static void send_parcels(struct discord_asking *asking);

static void sent(void *context, const struct request_answer *answer)
{
    struct discord_asking *asking = context;
    settle(asking, answer);
    send_parcels(asking);
}

/* "Thinking…" was sent. */
static void sent_deferral(void *context, const struct request_answer *answer)
{
    struct discord_asking *asking = context;
    asking->deferring = false;
    asking->dead = answer->outcome != REQUEST_DONE;
    if (!asking->dead && asking->state == ASKING_ACKNOWLEDGED)
        reach_pressed(asking);
    discord_wake(asking->session); /* for what the host said meanwhile */
    send_parcels(asking);
}

/* The person pressed a button of a message that only they see: the answer replaces it. */
static bool updates_message(const struct discord_asking *asking)
{
    return asking->what.on_private && asking->what.type == INTERACTION_PRESS;
}

static json_t *answer_of(int type, json_t *message)
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
        (parcel->kind == PARCEL_PRIVATE && updates_message(asking)))
        return answer_of(ANSWER_UPDATE, with_flags_kept(parcel->body));
    return answer_of(ANSWER_MESSAGE, json_incref(parcel->body));
}

static void send_first(struct discord_asking *asking, const struct parcel *parcel,
                       struct rest_call *call)
{
    int64_t age = asking->session->now - asking->asked_at;
    bool is_named = parcel->kind == PARCEL_PUBLIC || parcel->kind == PARCEL_LINE ||
                    parcel->kind == PARCEL_BOARD;
    json_t *body = first_answer(asking, parcel);
    call->route = REST_INTERACTION_ANSWER;
    call->parameters[0] = asking->what.id;
    call->parameters[1] = asking->what.token;
    call->query = is_named ? "with_response=true" : NULL;
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
    discord_attach(parcel->file, &attached, &call);
    (first ? send_first : send_further)(asking, parcel, &call);
    asking->state = ASKING_ANSWERED;
}

static void send_parcels(struct discord_asking *asking)
{
    while (asking->dead && asking->parcels != NULL)
        settle(asking,
               &(struct request_answer){.outcome = REQUEST_FAILED, .reason = "no answer before"});
    if (asking->parcels != NULL)
        send_parcel(asking, asking->parcels);
    else if ((asking->state == ASKING_ANSWERED || asking->dead) && asking->said == NULL)
        free_asking(asking);
}

/* -- Bodies ------------------------------------------------------------------------------------ */

/* In a direct message nobody else can read a hand, so it may stay. */
static uint32_t private_flags(const struct discord_asking *asking)
{
    return asking->what.direct ? 0 : DISCORD_FLAG_EPHEMERAL;
}

/* Takes the body. */
static struct parcel *add_parcel(struct discord_asking *asking, enum parcel_kind kind, json_t *body)
{
    struct parcel *parcel = memory_new(sizeof *parcel);
    *parcel = (struct parcel){.kind = kind, .body = body};
    LL_APPEND(asking->parcels, parcel);
    return parcel;
}

/* The part of a private text that is one message; NULL: it need not reach its reader any other way.
 * A hand always must: it changes with the game. */
static struct talk_said *part_of(const struct discord_asking *asking, const struct talk_said *said,
                                 const char *text, size_t length, bool last)
{
    bool unheard = asking->state == ASKING_OPEN || asking->dead;
    bool first = asking->parcels == NULL && unheard;
    if (said == NULL || (first && said->kind != OUTBOUND_HAND))
        return NULL;
    char *part = memory_copy(text);
    part[length] = '\0';
    struct talk_said *copy =
        talk_said_new(&(struct outbound){.kind = said->kind,
                                         .text = part,
                                         .quiet = said->quiet,
                                         .table = said->table,
                                         .line = said->line,
                                         .choices = said->choices,
                                         .choice_count = last ? said->choice_count : 0});
    free(part);
    return copy;
}

/* `said` is NULL for the adapter's own texts. */
static void say_pieces(struct discord_asking *asking, const char *text,
                       const struct talk_said *said, const struct discord_choices *choices)
{
    bool columns = said != NULL && said->columns;
    const char *rest = text, *from = text;
    char buffer[DISCORD_CONTENT_BYTES];
    struct text content = TEXT_IN(buffer);
    while (discord_content_take(&rest, columns, DISCORD_CONTENT_UNITS, &content)) {
        struct discord_message message = {.content = content.bytes,
                                          .flags = private_flags(asking),
                                          .choices = *rest == '\0' ? choices : NULL};
        struct talk_said *part = part_of(asking, said, from, (size_t)(rest - from), *rest == '\0');
        json_t *body = discord_mentions_body(asking->session, &message);
        add_parcel(asking, PARCEL_PRIVATE, body)->said = part;
        text_clear(&content);
        from = rest;
    }
}

/* The last message carries it. */
static void attach_file(struct discord_asking *asking, struct talk_said *said)
{
    struct parcel *last = asking->parcels;
    while (last != NULL && last->next != NULL)
        last = last->next;
    if (last == NULL)
        return;
    last->file = said->file;
    said->file = NULL;
}

static void tell(void *asked, struct talk_said *said)
{
    struct discord_asking *asking = asked;
    char hint_buffer[160];
    struct text hint = TEXT_IN(hint_buffer);
    discord_phrase(asking->session, asking->what.locale, "discord.menu-hint", &hint);
    const struct discord_choices choices = {
        .choices = said->choices,
        .count = said->choice_count,
        .seal = {asking->session->listener.generation, asking->what.channel},
        .table = said->table,
        .line = said->line,
        .menu_hint = hint.bytes};
    say_pieces(asking, said->text, said, &choices);
    attach_file(asking, said);
}

static bool is_on_board(const struct discord_asking *asking)
{
    const struct discord_place *place = place_of(asking);
    return asking->what.type == INTERACTION_PRESS && place != NULL &&
           discord_posts_is_board(place, asking->what.message);
}

/* Who pressed a button of the board sees that it has arrived. */
static void say_done(void *asked)
{
    struct discord_asking *asking = asked;
    if (asking->state == ASKING_ACKNOWLEDGED || is_on_board(asking))
        return;
    char buffer[256];
    struct text text = TEXT_IN(buffer);
    discord_phrase(asking->session, asking->what.locale, "discord.done", &text);
    say_pieces(asking, text.bytes, NULL, NULL);
}

/* -- The answer -------------------------------------------------------------------------------- */

static void post(void *asked, const struct talk_text *text)
{
    const char *rest = text->text;
    const struct discord_session *session = ((struct discord_asking *)asked)->session;
    for (json_t *body; (body = discord_posts_text(session, text, &rest)) != NULL;)
        add_parcel(asked, text->line && *rest == '\0' ? PARCEL_LINE : PARCEL_PUBLIC, body);
}

static void add_view(struct discord_asking *asking, enum parcel_kind kind, const char *message,
                     const struct talk_view *view)
{
    struct talk_file *file;
    json_t *body = discord_posts_view(place_of(asking), message, view, &file);
    add_parcel(asking, kind, body)->file = file;
}

static void show(void *asked, const struct talk_view *view)
{
    add_view(asked, PARCEL_BOARD, NULL, view);
}

static void update(void *asked, const struct talk_view *view)
{
    struct discord_asking *asking = asked;
    add_view(asking, PARCEL_UPDATE, asking->what.message, view);
}

/* A press on the board that is not answered by the board: its token is to reach the board when no
 * other does for long, and something has to be answered. */
static void acknowledge(struct discord_asking *asking, const struct discord_place *place)
{
    const struct parcel *first = asking->parcels;
    bool updates = first != NULL && first->kind == PARCEL_UPDATE;
    if (asking->state != ASKING_OPEN || updates ||
        (first != NULL && discord_posts_is_reached(place, asking->what.message)))
        return;
    struct parcel *parcel = memory_new(sizeof *parcel);
    *parcel = (struct parcel){.kind = PARCEL_NOTHING};
    LL_PREPEND(asking->parcels, parcel);
}

/* The first answer is private on a message that only its reader sees, and after "thinking…". */
static void answer(struct discord_asking *asking)
{
    struct discord_place *place = place_of(asking);
    bool on_board = is_on_board(asking);
    const struct talk_answerer answerer = {.private_first = asking->state == ASKING_DEFERRED ||
                                                            updates_message(asking),
                                           .may_show = !asking->what.on_private,
                                           .pressed = asking->what.type == INTERACTION_PRESS,
                                           .on_board = on_board,
                                           .tell = tell,
                                           .post = post,
                                           .show = show,
                                           .update = update,
                                           .done = say_done};
    talk_answer(&asking->session->talk, &answerer, asking,
                place != NULL ? discord_place_talk(place) : NULL, &asking->said);
    if (on_board)
        acknowledge(asking, place);
    if (asking->parcels == NULL)
        asking->state = ASKING_ANSWERED;
    send_parcels(asking);
}

/* -- Time -------------------------------------------------------------------------------------- */

/* "Thinking…": the answer must be private then, which is safe for every text. */
static void defer(struct discord_asking *asking)
{
    bool on_board = is_on_board(asking);
    json_t *body =
        on_board || updates_message(asking)
            ? json_pack("{s:i}", "type", ANSWER_UPDATE_LATER)
            : answer_of(ANSWER_LATER, json_pack("{s:i}", "flags", (int)private_flags(asking)));
    int64_t age = asking->session->now - asking->asked_at;
    asking->state = on_board ? ASKING_ACKNOWLEDGED : ASKING_DEFERRED;
    asking->deferring = true;
    discord_send(
        asking->session,
        &(struct rest_call){.route = REST_INTERACTION_ANSWER,
                            .parameters = {asking->what.id, asking->what.token},
                            .body = body,
                            .priority = REQUEST_URGENT,
                            .deadline = age < DISCORD_ANSWER_MS ? DISCORD_ANSWER_MS - age : 1,
                            .done = sent_deferral,
                            .context = asking});
    json_decref(body);
}

static int64_t due_of(const struct discord_asking *asking)
{
    if (asking->state == ASKING_OPEN)
        return asking->asked_at + asking->session->settings->answer_within;
    if (asking->state != ASKING_ANSWERED && !asking->deferring)
        return asking->asked_at + SILENCE_MS;
    return INT64_MAX;
}

static void flush(struct discord_asking *asking)
{
    if (asking->deferring || asking->state == ASKING_ANSWERED)
        return;
    bool due = due_of(asking) <= asking->session->now;
    if (asking->said != NULL)
        answer(asking);
    else if (due && asking->state == ASKING_OPEN)
        defer(asking);
    else if (due) {
        say_done(asking);
        if (asking->parcels == NULL)
            asking->state = ASKING_ANSWERED;
        send_parcels(asking);
    }
}

/* -- The interactions -------------------------------------------------------------------------- */

/* What was pressed may have been replaced long ago. */
static void look_at_pressed(const struct discord_asking *asking)
{
    struct discord_place *place = place_of(asking);
    if (asking->what.type == INTERACTION_PRESS && !asking->what.on_private && place != NULL &&
        asking->what.table != 0)
        discord_posts_pressed(place, asking->what.table, asking->what.message);
}

uint64_t discord_answers_expect(struct discord_session *session,
                                const struct discord_interaction *what, int64_t age)
{
    struct discord_asking *asking = memory_new(sizeof *asking);
    asking->session = session;
    asking->request = ++session->requests;
    asking->what = *what;
    asking->asked_at = session->now - age;
    HASH_ADD(hh, session->askings, request, sizeof asking->request, asking);
    discord_wake(session); /* "thinking…" is due even if the host says nothing */
    look_at_pressed(asking);
    return asking->request;
}

bool discord_answers_hear(struct discord_session *session, const struct outbound *outbound)
{
    struct discord_asking *asking = NULL;
    if (outbound->request != 0)
        HASH_FIND(hh, session->askings, &outbound->request, sizeof outbound->request, asking);
    if (asking == NULL || asking->state == ASKING_ANSWERED ||
        (outbound->identity == NULL && strcmp(asking->what.place, outbound->place) != 0))
        return false;
    struct talk_said *said = talk_said_new(outbound);
    LL_APPEND(asking->said, said);
    return true;
}

void discord_answers_flush(struct discord_session *session)
{
    struct discord_asking *asking, *next;
    HASH_ITER (hh, session->askings, asking, next)
        flush(asking);
}

int64_t discord_answers_due(const struct discord_session *session)
{
    int64_t due = INT64_MAX;
    const struct discord_asking *asking, *next;
    HASH_ITER (hh, session->askings, asking, next)
        due = due_of(asking) < due ? due_of(asking) : due;
    return due;
}

void discord_answers_free(struct discord_session *session)
{
    struct discord_asking *asking, *next;
    HASH_ITER (hh, session->askings, asking, next)
        free_asking(asking);
}
