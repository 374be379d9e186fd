/* What the host said to an interaction: one answer within 3 seconds, the rest as follow-ups. */
#include <stdlib.h>
#include <string.h>

#include "adapters/discord/session/session_private.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"

/* Types of answers. */
enum { ANSWER_MESSAGE = 4, ANSWER_LATER = 5, ANSWER_UPDATE_LATER = 6, ANSWER_UPDATE = 7 };

enum {
    SILENCE_MS = 5 * 1000, /* after that the host has nothing to say */
    TOKEN_MS = DISCORD_TOKEN_MS - 30 * 1000
};

/* -- Sending ------------------------------------------------------------------------------------
 */

static void drop_parcel(struct discord_asking *asking)
{
    struct discord_parcel *parcel = asking->parcels;
    asking->parcels = parcel->next;
    json_decref(parcel->body);
    discord_file_free(parcel->file);
    free(parcel);
}

void discord_asking_free(struct discord_asking *asking)
{
    HASH_DEL(asking->session->askings, asking);
    discord_heard_free_list(&asking->heard);
    while (asking->parcels != NULL)
        drop_parcel(asking);
    free(asking);
}

static void add_parcel(struct discord_asking *asking, json_t *body, bool public, bool board)
{
    struct discord_parcel *parcel = memory_new(sizeof *parcel), **last = &asking->parcels;
    *parcel = (struct discord_parcel){.body = body, .public = public, .board = board};
    while (*last != NULL)
        last = &(*last)->next;
    *last = parcel;
}

static struct discord_place *place_of(const struct discord_asking *asking)
{
    return discord_place_of(asking->session, asking->what.place);
}

/* The inner message of an answer's body, or the body of a follow-up itself. */
static json_t *message_of(json_t *body)
{
    json_t *data = json_object_get(body, "data");
    return data != NULL ? data : body;
}

/* The token is dead. What everybody should see is posted; what was for one person is dropped, since
 * Discord has told them that the interaction failed. */
static void deliver_otherwise(struct discord_asking *asking, const struct discord_parcel *parcel)
{
    struct discord_place *place = place_of(asking);
    if (place == NULL || !parcel->public)
        return;
    if (parcel->board)
        discord_board_failed(place);
    else
        discord_place_post(place, json_incref(message_of(parcel->body)));
}

static void settle(struct discord_asking *asking, const struct request_answer *answer)
{
    struct discord_parcel *parcel = asking->parcels;
    struct discord_place *place = place_of(asking);
    bool done = answer->outcome == REQUEST_DONE;
    const json_t *resource = json_object_get(answer->json, "resource");
    const json_t *message = resource != NULL ? json_object_get(resource, "message") : answer->json;
    if (!done)
        log_warning("discord.answer_failed", "network", asking->session->network, "reason",
                    answer->reason);
    if (done && parcel->board && place != NULL)
        discord_board_posted(place, message);
    if (!done) {
        asking->dead = true;
        deliver_otherwise(asking, parcel);
    }
    drop_parcel(asking);
}

static void send_parcels(struct discord_asking *asking);

static void sent(void *context, const struct request_answer *answer)
{
    struct discord_asking *asking = context;
    asking->in_flight = false;
    settle(asking, answer);
    send_parcels(asking);
}

/* With nothing to send: "thinking…" was sent. */
static void sent_deferral(void *context, const struct request_answer *answer)
{
    struct discord_asking *asking = context;
    asking->in_flight = false;
    asking->dead = answer->outcome != REQUEST_DONE;
    discord_wake(asking->session); /* for what was said meanwhile */
    send_parcels(asking);
}

static void send_parcel(struct discord_asking *asking, const struct discord_parcel *parcel)
{
    const struct discord_interaction *what = &asking->what;
    struct rest_call call = {
        .body = parcel->body, .priority = REQUEST_URGENT, .done = sent, .context = asking};
    int64_t age = asking->session->now - asking->asked_at;
    if (asking->state == ASKING_OPEN) {
        call.route = REST_INTERACTION_ANSWER;
        call.parameters[0] = what->id;
        call.parameters[1] = what->token;
        call.query = parcel->board ? "with_response=true" : NULL;
        call.deadline = age < DISCORD_ANSWER_MS ? DISCORD_ANSWER_MS - age : 1;
    } else {
        call.route = asking->state == ASKING_DEFERRED ? REST_FOLLOWUP_EDIT : REST_FOLLOWUP_CREATE;
        call.parameters[0] = what->application;
        call.parameters[1] = what->token;
        call.parameters[2] = asking->state == ASKING_DEFERRED ? "@original" : NULL;
        call.query = asking->state == ASKING_DEFERRED ? NULL : "wait=true";
        call.deadline = age < DISCORD_TOKEN_MS ? DISCORD_TOKEN_MS - age : 1;
    }
    /* Sending a hand twice is better than not at all. */
    call.harmless = !parcel->public;
    struct request_file attached;
    discord_file_attach(parcel->file, &attached, &call);
    asking->in_flight = true;
    asking->state = ASKING_ANSWERED;
    discord_send(asking->session, &call);
}

static void send_parcels(struct discord_asking *asking)
{
    if (asking->in_flight)
        return;
    while (asking->dead && asking->parcels != NULL)
        settle(asking,
               &(struct request_answer){.outcome = REQUEST_FAILED, .reason = "no answer before"});
    if (asking->parcels != NULL)
        send_parcel(asking, asking->parcels);
    else if ((asking->state == ASKING_ANSWERED || asking->dead) && asking->heard == NULL)
        discord_asking_free(asking);
}

/* -- Bodies -------------------------------------------------------------------------------------
 */

static bool is_private(const struct discord_heard *heard)
{
    return heard->kind != OUTBOUND_EVENT && heard->kind != OUTBOUND_PICTURE;
}

/* In a direct message nobody else reads along, and a hand may stay. */
static uint32_t private_flags(const struct discord_asking *asking)
{
    return asking->what.direct ? 0 : DISCORD_FLAG_EPHEMERAL;
}

static json_t *answer_of(int type, json_t *message)
{
    return json_pack("{s:i, s:o}", "type", type, "data", message);
}

/* Pressed in a message that its reader alone sees: the answer takes its place. */
static bool updates_message(const struct discord_asking *asking)
{
    return asking->what.on_private && asking->what.type == INTERACTION_PRESS;
}

/* Takes the body. The first answer is wrapped, and an update keeps the flags of what it updates. */
static void add_message(struct discord_asking *asking, json_t *body, bool public, bool board)
{
    bool first = asking->parcels == NULL && asking->state != ASKING_ANSWERED && !asking->in_flight;
    bool update = first && !public && updates_message(asking);
    if (update || (first && asking->state == ASKING_DEFERRED))
        json_object_set_new(body, "flags", json_integer(DISCORD_FLAG_NO_EMBEDS));
    if (first && asking->state == ASKING_OPEN)
        body = answer_of(update ? ANSWER_UPDATE : ANSWER_MESSAGE, body);
    add_parcel(asking, body, public, board);
}

static void say_pieces(struct discord_asking *asking, const char *text, bool table, uint32_t flags,
                       const struct discord_choices *choices, bool public)
{
    const char *rest = text;
    char buffer[DISCORD_CONTENT_BYTES];
    struct text content = TEXT_IN(buffer);
    while (discord_content_take(&rest, table, DISCORD_CONTENT_UNITS, &content)) {
        struct discord_message message = {
            .content = content.bytes, .flags = flags, .choices = *rest == '\0' ? choices : NULL};
        add_message(asking, discord_message_body(&message), public, false);
        text_clear(&content);
    }
}

/* The last message carries it. */
static void attach_file(struct discord_asking *asking, struct discord_heard *heard)
{
    struct discord_parcel *last = asking->parcels;
    while (last != NULL && last->next != NULL)
        last = last->next;
    if (last == NULL)
        return;
    last->file = heard->file;
    heard->file = NULL;
}

static void say_private(struct discord_asking *asking, struct discord_heard *heard)
{
    char hint_buffer[160];
    struct text hint = TEXT_IN(hint_buffer);
    if (heard->choice_count > 0)
        discord_phrase(asking->session, asking->what.locale, "discord.menu-hint", &hint);
    const struct discord_choices choices = {.choices = heard->choices,
                                            .count = heard->choice_count,
                                            .table = heard->table,
                                            .line = heard->line,
                                            .menu_hint = hint.bytes};
    say_pieces(asking, heard->text, heard->block, private_flags(asking), &choices, false);
    attach_file(asking, heard);
}

static void say_phrase(struct discord_asking *asking, const char *key)
{
    char buffer[256];
    struct text text = TEXT_IN(buffer);
    discord_phrase(asking->session, asking->what.locale, key, &text);
    say_pieces(asking, text.bytes, false, private_flags(asking), NULL, false);
}

/* -- Events -------------------------------------------------------------------------------------
 */

/* Everything that happened, in one text; tables are told apart. */
static void join_events(const struct discord_heard *heard, struct text *out)
{
    for (; heard != NULL; heard = heard->next) {
        if (heard->kind != OUTBOUND_EVENT || heard->block)
            continue;
        text_separate(out, "\n");
        text_add(out, heard->text);
    }
}

static const struct discord_heard *last_call(const struct discord_heard *heard)
{
    const struct discord_heard *found = NULL;
    for (; heard != NULL; heard = heard->next)
        if (heard->call_count > 0)
            found = heard;
    return found;
}

static size_t rings_of(struct discord_asking *asking, const char *rings[CHOICES_MAX])
{
    const struct discord_heard *call = last_call(asking->heard);
    if (call == NULL)
        return 0;
    return discord_rings(asking->session, (const char(*)[DISCORD_ID_BYTES])call->calls,
                         call->call_count, rings);
}

static void say_events(struct discord_asking *asking, const char *events)
{
    const char *rings[CHOICES_MAX], *rest = events;
    size_t ring_count = rings_of(asking, rings);
    char buffer[DISCORD_CONTENT_BYTES];
    struct text content = TEXT_IN(buffer);
    const size_t room = DISCORD_CONTENT_UNITS - DISCORD_CONTENT_UNITS / 4; /* for the rings */
    if (discord_content_take(&rest, false, room, &content)) {
        discord_message_add_rings(&content, rings, ring_count);
        struct discord_message message = {
            .content = content.bytes, .rings = rings, .ring_count = ring_count};
        add_message(asking, discord_message_body(&message), true, false);
    }
    if (*rest != '\0')
        say_pieces(asking, rest, false, 0, NULL, true);
}

static void say_tables(struct discord_asking *asking)
{
    for (const struct discord_heard *heard = asking->heard; heard != NULL; heard = heard->next)
        if (heard->kind == OUTBOUND_EVENT && heard->block)
            say_pieces(asking, heard->text, true, 0, NULL, true);
}

/* The table as the answer, with what happened above it: no request that would be counted. */
static void say_board(struct discord_asking *asking, struct discord_place *place,
                      const char *events)
{
    const char *rings[CHOICES_MAX];
    size_t ring_count = rings_of(asking, rings);
    json_t *body = discord_board_body(place, events, rings, ring_count);
    add_message(asking, body, true, true);
}

static bool has_kind(const struct discord_heard *heard, enum outbound_kind kind)
{
    for (; heard != NULL; heard = heard->next)
        if (heard->kind == kind)
            return true;
    return false;
}

/* Notes for the board what the place hears by this answer; a new table first, since the events are
 * its own. */
static void tell_board(struct discord_asking *asking, struct discord_place *place)
{
    for (const struct discord_heard *heard = asking->heard; heard != NULL; heard = heard->next)
        if (heard->kind == OUTBOUND_PICTURE)
            discord_board_take_picture(place, heard);
    for (const struct discord_heard *heard = asking->heard; heard != NULL; heard = heard->next)
        if (heard->kind == OUTBOUND_EVENT)
            discord_board_take_event(place, heard);
    discord_place_touch(place);
}

/* -- The answer ---------------------------------------------------------------------------------
 */

static void say_public(struct discord_asking *asking)
{
    char buffer[DISCORD_CONTENT_BYTES];
    struct text events = TEXT_IN(buffer);
    struct discord_place *place = place_of(asking);
    bool pictured = has_kind(asking->heard, OUTBOUND_PICTURE);
    join_events(asking->heard, &events);
    bool told = events.length > 0;
    bool carries = place != NULL && discord_board_is_known(place) && pictured &&
                   !asking->what.on_private && discord_board_has_room(events.bytes) &&
                   (discord_board_wants_message(place) || (!told && asking->parcels == NULL));
    if (place != NULL)
        tell_board(asking, place);
    if (carries && !place->board->in_flight)
        say_board(asking, place, events.bytes);
    else if (told)
        say_events(asking, events.bytes);
    say_tables(asking);
}

static void say_all_private(struct discord_asking *asking)
{
    for (struct discord_heard *heard = asking->heard; heard != NULL; heard = heard->next)
        if (is_private(heard))
            say_private(asking, heard);
}

/* On a message that its reader alone sees, and after "thinking…", the first answer is private: when
 * there is nothing private to say, the person reads there what everybody reads. */
static void say_privately_first(struct discord_asking *asking)
{
    say_all_private(asking);
    if (asking->parcels == NULL) {
        char buffer[DISCORD_CONTENT_BYTES];
        struct text events = TEXT_IN(buffer);
        join_events(asking->heard, &events);
        if (events.length > 0)
            say_pieces(asking, events.bytes, false, private_flags(asking), NULL, false);
        else
            say_phrase(asking, "discord.done");
    }
    say_public(asking);
}

static void answer(struct discord_asking *asking)
{
    bool public =
        has_kind(asking->heard, OUTBOUND_EVENT) || has_kind(asking->heard, OUTBOUND_PICTURE);
    if (asking->state == ASKING_DEFERRED || updates_message(asking) || !public) {
        say_privately_first(asking);
    } else {
        say_public(asking);
        say_all_private(asking);
        if (asking->parcels == NULL) /* the table is on its way by itself */
            say_phrase(asking, "discord.done");
    }
    discord_heard_free_list(&asking->heard);
    send_parcels(asking);
}

/* -- Time ---------------------------------------------------------------------------------------
 */

/* "Thinking…": it can only be private then, which is safe for everything. */
static void defer(struct discord_asking *asking)
{
    json_t *body =
        updates_message(asking)
            ? json_pack("{s:i}", "type", ANSWER_UPDATE_LATER)
            : answer_of(ANSWER_LATER, json_pack("{s:i}", "flags", (int)private_flags(asking)));
    int64_t age = asking->session->now - asking->asked_at;
    asking->state = ASKING_DEFERRED;
    asking->in_flight = true;
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

int64_t discord_asking_due(const struct discord_asking *asking)
{
    if (asking->state == ASKING_OPEN && !asking->in_flight)
        return asking->asked_at + asking->session->settings->answer_within;
    if (asking->state == ASKING_DEFERRED && !asking->in_flight)
        return asking->asked_at + SILENCE_MS;
    return INT64_MAX;
}

void discord_asking_flush(struct discord_asking *asking)
{
    if (asking->in_flight || asking->state == ASKING_ANSWERED)
        return;
    bool due = discord_asking_due(asking) <= asking->session->now;
    if (asking->heard != NULL)
        answer(asking);
    else if (due && asking->state == ASKING_OPEN)
        defer(asking);
    else if (due) {
        say_phrase(asking, "discord.done");
        send_parcels(asking);
    }
}
