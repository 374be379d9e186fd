#include "adapters/discord/session/answers.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>

#include "adapters/discord/session/asking.h"
#include "adapters/discord/session/images.h"
#include "adapters/discord/session/mentions.h"
#include "adapters/discord/session/posts.h"
#include "bot/base/memory.h"

enum { SILENCE_MS = 5 * 1000 /* then the host has nothing to say */ };

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
    discord_images_describe(last->file, last->body);
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
    const struct discord_place *place = discord_asking_place(asking);
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
    json_t *body = discord_posts_view(discord_asking_place(asking), message, view, &file);
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

/* The host answers the person alone before it says anything else: nobody needs to see what they
 * asked for. A hand, which follows from an event, does not come first. */
static bool begins_in_private(const struct discord_asking *asking)
{
    return asking->said->kind == OUTBOUND_ANSWER || asking->said->kind == OUTBOUND_HELP;
}

/* The first answer is private on a message that only its reader sees, and after "thinking…". */
static void answer(struct discord_asking *asking)
{
    struct discord_place *place = discord_asking_place(asking);
    bool on_board = is_on_board(asking);
    const struct talk_answerer answerer = {.private_first = asking->state == ASKING_DEFERRED ||
                                                            discord_asking_updates(asking) ||
                                                            begins_in_private(asking),
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
    discord_asking_send(asking);
}

/* -- Time -------------------------------------------------------------------------------------- */

/* "Thinking…": the answer must be private then, which is safe for every text. */
static void defer(struct discord_asking *asking)
{
    bool on_board = is_on_board(asking);
    json_t *body = on_board || discord_asking_updates(asking)
                       ? json_pack("{s:i}", "type", ANSWER_UPDATE_LATER)
                       : discord_answer_body(
                             ANSWER_LATER, json_pack("{s:i}", "flags", (int)private_flags(asking)));
    int64_t age = asking->session->now - asking->asked_at;
    asking->state = on_board ? ASKING_ACKNOWLEDGED : ASKING_DEFERRED;
    asking->deferring = true;
    discord_asking_look_ahead(asking);
    discord_send(
        asking->session,
        &(struct rest_call){.route = REST_INTERACTION_ANSWER,
                            .parameters = {asking->what.id, asking->what.token},
                            .body = body,
                            .priority = REQUEST_URGENT,
                            .deadline = age < DISCORD_ANSWER_MS ? DISCORD_ANSWER_MS - age : 1,
                            .done = discord_asking_deferred,
                            .context = asking});
    json_decref(body);
}

static int64_t due_of(const struct discord_asking *asking)
{
    int64_t due = discord_asking_due(asking);
    if (asking->parcels != NULL && !asking->sending && !asking->deferring)
        return asking->session->now < due ? due : INT64_MAX; /* then only answers are waited for */
    if (asking->state == ASKING_OPEN)
        return due;
    if (discord_asking_goes_on(asking))
        return asking->asked_at + DISCORD_TOKEN_MS;
    if (asking->state != ASKING_ANSWERED && !asking->deferring)
        return asking->asked_at + SILENCE_MS;
    return INT64_MAX;
}

static void flush(struct discord_asking *asking)
{
    if (asking->deferring || asking->sending)
        return;
    if (asking->parcels != NULL) {
        discord_asking_send(asking);
        return;
    }
    if (discord_asking_is_over(asking)) {
        discord_asking_free(asking);
        return;
    }
    bool due = due_of(asking) <= asking->session->now;
    if (asking->said != NULL) {
        discord_asking_look_ahead(asking);
        answer(asking);
    } else if (due && asking->state == ASKING_OPEN)
        defer(asking);
    else if (due && asking->state != ASKING_ANSWERED) {
        say_done(asking);
        if (asking->parcels == NULL)
            asking->state = ASKING_ANSWERED;
        discord_asking_send(asking);
    }
}

/* -- The interactions -------------------------------------------------------------------------- */

/* What was pressed may have been replaced long ago. */
static void look_at_pressed(const struct discord_asking *asking)
{
    struct discord_place *place = discord_asking_place(asking);
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
    bool follows = outbound->identity != NULL && asking != NULL && discord_asking_goes_on(asking);
    if (asking == NULL || (asking->state == ASKING_ANSWERED && !follows) ||
        (outbound->identity == NULL && strcmp(asking->what.place, outbound->place) != 0))
        return false;
    struct talk_said *said = talk_said_new(outbound);
    const struct discord_place *place = discord_asking_place(asking);
    if (place == NULL || !place->refuses_files)
        discord_images_enclose(session, said);
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
        discord_asking_free(asking);
}
