/* Tables and events in places: one message that is edited, and a new one when it must be. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/discord/session/session_private.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"

/* -- Memory of the message ----------------------------------------------------------------------
 */

static const char *memory_key(const struct discord_place *place, char key[PLACE_MAX + 16])
{
    struct text text = text_in(key, PLACE_MAX + 16);
    text_add_format(&text, "board %s", place->key);
    return key;
}

static void remember_message(const struct discord_place *place)
{
    char key[PLACE_MAX + 16], value_buffer[64];
    const struct adapter_listener *listener = &place->session->listener;
    struct text value = TEXT_IN(value_buffer);
    text_add_format(&value, "%" PRIu64 " %s", place->board->table, place->board->message);
    listener->remember(listener->context, place->session->network, memory_key(place, key),
                       place->board->message[0] != '\0' ? value.bytes : NULL);
}

static void set_message(struct discord_place *place, const char *id)
{
    struct text message = TEXT_IN(place->board->message);
    text_clear(&message);
    if (discord_snowflake_number(id) != 0)
        text_add(&message, id);
    place->board->posted_at = discord_snowflake_time(place->board->message);
    place->board->behind = 0;
    remember_message(place);
}

static void recalled(void *owner, const char *value)
{
    struct discord_place *place = owner;
    struct discord_board *board = place->board;
    char *end = NULL;
    uint64_t table = value != NULL ? strtoull(value, &end, 10) : 0;
    discord_place_touch(place);
    if (value == NULL || (board->picture != NULL && board->table != table))
        return; /* meanwhile another table is shown here */
    board->table = table;
    struct text message = TEXT_IN(board->message);
    if (*end == ' ' && discord_snowflake_number(end + 1) != 0)
        text_add(&message, end + 1);
    board->posted_at = discord_snowflake_time(board->message);
}

static struct discord_board *board_of(struct discord_place *place)
{
    if (place->board == NULL) {
        char key[PLACE_MAX + 16];
        const struct discord_session *session = place->session;
        place->board = memory_new(sizeof *place->board);
        talk_recall_ask(&place->recall, &session->listener, session->network,
                        memory_key(place, key), recalled, place);
    }
    return place->board;
}

bool discord_board_is_known(struct discord_place *place)
{
    board_of(place);
    return place->recall == NULL;
}

/* -- What it shows ------------------------------------------------------------------------------
 */

/* Keeps the last lines. */
static void add_event(struct discord_board *board, const char *event)
{
    char buffer[EVENT_BYTES * 4];
    struct text all = TEXT_IN(buffer);
    text_add(&all, board->events);
    text_separate(&all, "\n");
    text_add(&all, event);
    const char *start = all.bytes + all.length;
    for (int lines = 0; start > all.bytes; start--)
        if (start[-1] == '\n' && ++lines == EVENT_LINES)
            break;
    struct text kept = TEXT_IN(board->events);
    text_clear(&kept);
    text_add(&kept, start);
}

void discord_board_take_event(struct discord_place *place, const struct discord_heard *event)
{
    struct discord_board *board = board_of(place);
    if (event->table != 0 && event->table == board->table && !event->block)
        add_event(board, event->text);
}

void discord_board_take_picture(struct discord_place *place, const struct discord_heard *picture)
{
    struct discord_board *board = board_of(place);
    place->session->superseded += board->dirty && board->table == picture->table;
    if (board->table != picture->table) {
        board->table = picture->table;
        board->message[0] = board->events[0] = '\0';
    }
    board->line = picture->line;
    free(board->picture);
    free(board->choices);
    board->picture = memory_copy(picture->text);
    board->choices = memory_new((picture->choice_count + 1) * sizeof *board->choices);
    board->choice_count = picture->choice_count;
    for (size_t i = 0; i < picture->choice_count; i++)
        board->choices[i] = picture->choices[i];
    board->dirty = true;
}

bool discord_board_wants_message(const struct discord_place *place)
{
    const struct discord_board *board = place->board;
    const struct discord_settings *settings = place->session->settings;
    if (board == NULL || board->message[0] == '\0' || board->wants_new)
        return true;
    int64_t age = discord_time(place->session) - board->posted_at;
    return age >= DISCORD_BOARD_AGE_MS ||
           (settings->board_distance > 0 && board->behind >= settings->board_distance);
}

/* What a message has room for behind `content`, those whom it rings put aside. */
static size_t room_behind(const struct text *content)
{
    enum { RINGS = 200 };
    size_t taken = discord_content_units(content->bytes) + RINGS;
    return taken < DISCORD_CONTENT_UNITS ? DISCORD_CONTENT_UNITS - taken : 0;
}

bool discord_board_has_room(const char *before)
{
    enum { BEFORE_MOST = 700 }; /* the rest is the table's */
    char buffer[DISCORD_CONTENT_BYTES];
    struct text content = TEXT_IN(buffer);
    discord_content_take(&before, false, BEFORE_MOST, &content);
    return before[0] == '\0';
}

static void add_events(struct text *content, const char *events)
{
    const char *rest = events;
    if (events[0] == '\0' || room_behind(content) == 0)
        return;
    text_separate(content, "\n");
    discord_content_take(&rest, false, room_behind(content), content);
}

json_t *discord_board_body(struct discord_place *place, const char *before,
                           const char *const *rings, size_t ring_count)
{
    char buffer[DISCORD_CONTENT_BYTES], hint_buffer[160];
    struct text content = TEXT_IN(buffer), hint = TEXT_IN(hint_buffer);
    struct discord_board *board = place->board;
    add_events(&content, before);
    text_separate(&content, "\n");
    discord_content_add_picture(&content, board->picture, room_behind(&content));
    if (before[0] == '\0')
        add_events(&content, board->events);
    discord_message_add_rings(&content, rings, ring_count);
    discord_phrase(place->session, "", "discord.menu-hint", &hint);
    const struct discord_choices choices = {.choices = board->choices,
                                            .count = board->choice_count,
                                            .table = board->table,
                                            .line = board->line,
                                            .menu_hint = hint.bytes};
    const struct discord_message message = {
        .content = content.bytes, .rings = rings, .ring_count = ring_count, .choices = &choices};
    board->dirty = board->wants_new = false;
    board->call_count = 0;
    board->in_flight = true;
    return discord_message_body(&message);
}

/* -- Whom it calls ------------------------------------------------------------------------------
 */

size_t discord_rings(struct discord_session *session, const char (*calls)[DISCORD_ID_BYTES],
                     size_t count, const char *rings[CHOICES_MAX])
{
    size_t ringing = 0;
    for (size_t i = 0; i < count && ringing < CHOICES_MAX; i++) {
        const struct discord_direct *direct = discord_direct_of(session, calls[i]);
        if (direct == NULL || session->now - direct->acted_at >= session->settings->call_after)
            rings[ringing++] = calls[i];
    }
    return ringing;
}

/* -- Sending ------------------------------------------------------------------------------------
 */

void discord_board_posted(struct discord_place *place, const json_t *message)
{
    const char *id = json_string_value(json_object_get(message, "id"));
    place->board->in_flight = false;
    set_message(place, id != NULL ? id : "");
    discord_place_touch(place);
}

/* Its message can't be edited (any more): the next one will be a new one. */
void discord_board_failed(struct discord_place *place)
{
    place->board->in_flight = false;
    place->board->dirty = place->board->picture != NULL;
    set_message(place, "");
    discord_place_touch(place);
}

static bool can_not_be_edited(int64_t code)
{
    return code == DISCORD_UNKNOWN_MESSAGE || code == DISCORD_EDITS_RATIONED ||
           code == DISCORD_ARCHIVED;
}

/* The network was away. What the place shows is old, and nobody may move until it is new. */
static void show_again_if_unheard(struct discord_board *board, const struct request_answer *answer)
{
    bool unheard = answer->outcome == REQUEST_FAILED || answer->outcome == REQUEST_LATE;
    if (unheard && answer->status == 0)
        board->dirty = board->picture != NULL;
}

static void edited(void *context, const struct request_answer *answer)
{
    struct discord_place *place = context;
    place->in_flight--;
    place->board->in_flight = false;
    if (answer->outcome != REQUEST_DONE && can_not_be_edited(answer->code))
        discord_board_failed(place);
    else if (answer->outcome != REQUEST_DONE)
        discord_place_failed(place, answer);
    show_again_if_unheard(place->board, answer);
    discord_place_touch(place);
}

static void posted_board(void *context, const struct request_answer *answer)
{
    struct discord_place *place = context;
    place->in_flight--;
    place->board->in_flight = false;
    if (answer->outcome == REQUEST_DONE)
        discord_board_posted(place, answer->json);
    else
        discord_place_failed(place, answer);
    show_again_if_unheard(place->board, answer);
    discord_place_touch(place);
}

static void send_board(struct discord_place *place, const char *before)
{
    struct discord_board *board = place->board;
    bool new = discord_board_wants_message(place);
    const char *rings[CHOICES_MAX];
    size_t ring_count = 0;
    char nonce[REST_NONCE_MAX + 1];
    discord_nonce(nonce);
    if (new)
        ring_count = discord_rings(place->session, (const char(*)[DISCORD_ID_BYTES])board->calls,
                                   board->call_count, rings);
    json_t *body = discord_board_body(place, before, rings, ring_count);
    place->in_flight++;
    discord_send(place->session,
                 &(struct rest_call){
                     .route = new ? REST_MESSAGE_CREATE : REST_MESSAGE_EDIT,
                     .parameters = {discord_place_channel(place), new ? NULL : board->message},
                     .body = body,
                     .nonce = new ? nonce : NULL,
                     .priority = REQUEST_NORMAL,
                     .done = new ? posted_board : edited,
                     .context = place});
    json_decref(body);
}

static void posted(void *context, const struct request_answer *answer)
{
    struct discord_place *place = context;
    place->in_flight--;
    if (answer->outcome != REQUEST_DONE)
        discord_place_failed(place, answer);
    discord_place_touch(place);
}

void discord_place_post(struct discord_place *place, json_t *body)
{
    char nonce[REST_NONCE_MAX + 1];
    discord_nonce(nonce);
    place->in_flight++;
    json_object_del(body, "flags");
    discord_send(place->session, &(struct rest_call){.route = REST_MESSAGE_CREATE,
                                                     .parameters = {discord_place_channel(place)},
                                                     .body = body,
                                                     .nonce = nonce,
                                                     .priority = REQUEST_NORMAL,
                                                     .done = posted,
                                                     .context = place});
    json_decref(body);
}

/* -- Events without an interaction ---------------------------------------------------------------
 */

/* Who has to act and may not know it yet is called by a new message, which the board is then. */
static void call_by_board(struct discord_place *place, struct discord_heard *picture)
{
    struct discord_board *board = place->board;
    const char *rings[CHOICES_MAX];
    if (picture->call_count == 0)
        return;
    free(board->calls);
    board->calls = picture->calls;
    board->call_count = picture->call_count;
    picture->calls = NULL;
    if (discord_rings(place->session, (const char(*)[DISCORD_ID_BYTES])board->calls,
                      board->call_count, rings) > 0)
        board->wants_new = true;
}

void discord_place_hear(struct discord_place *place, struct discord_heard *heard)
{
    const struct discord_board *board = board_of(place);
    bool shown = heard->table != 0 && board->table == heard->table && board->picture != NULL;
    discord_place_touch(place);
    if (heard->kind != OUTBOUND_PICTURE && (!shown || heard->block)) {
        discord_heard_append(&place->notes, heard);
        return;
    }
    if (heard->kind == OUTBOUND_PICTURE) {
        discord_board_take_picture(place, heard);
        call_by_board(place, heard);
    } else {
        discord_board_take_event(place, heard);
        place->board->dirty = true;
    }
    discord_heard_free_list(&heard);
}

static void post_note(struct discord_place *place, const char *text, bool table,
                      const struct discord_heard *call)
{
    const char *rings[CHOICES_MAX], *rest = text;
    size_t ring_count =
        call == NULL ? 0
                     : discord_rings(place->session, (const char(*)[DISCORD_ID_BYTES])call->calls,
                                     call->call_count, rings);
    char buffer[DISCORD_CONTENT_BYTES];
    struct text content = TEXT_IN(buffer);
    const size_t room = DISCORD_CONTENT_UNITS - DISCORD_CONTENT_UNITS / 4;
    if (!discord_content_take(&rest, table, room, &content))
        discord_content_take(&rest, table, DISCORD_CONTENT_UNITS, &content);
    discord_message_add_rings(&content, rings, ring_count);
    const struct discord_message message = {
        .content = content.bytes, .rings = rings, .ring_count = ring_count};
    discord_place_post(place, discord_message_body(&message));
}

/* Posts what is laid out in columns, each by itself; the rest goes into one text. Returns who is
 * called by that, or NULL. */
static const struct discord_heard *join_notes(struct discord_place *place, struct text *plain)
{
    const struct discord_heard *call = NULL;
    for (const struct discord_heard *note = place->notes; note != NULL; note = note->next) {
        if (note->block) {
            post_note(place, note->text, true, NULL);
            continue;
        }
        text_separate(plain, "\n");
        text_add(plain, note->text);
        call = note->call_count > 0 ? note : call;
    }
    return call;
}

static bool board_is_due(const struct discord_place *place)
{
    const struct discord_board *board = place->board;
    return board != NULL && board->dirty && !board->in_flight && board->picture != NULL;
}

static void speak(struct discord_place *place)
{
    if (place->recall != NULL)
        return;
    char buffer[DISCORD_CONTENT_BYTES];
    struct text plain = TEXT_IN(buffer);
    const struct discord_heard *call = join_notes(place, &plain);
    bool due = board_is_due(place);
    bool together = due && call == NULL && discord_board_wants_message(place) &&
                    discord_board_has_room(plain.bytes);
    if (plain.length > 0 && !together)
        post_note(place, plain.bytes, false, call);
    if (due)
        send_board(place, together ? plain.bytes : "");
    discord_heard_free_list(&place->notes);
}

void discord_place_flush(struct discord_place *place)
{
    if (place->deleted) {
        if (place->in_flight == 0 && (place->board == NULL || !place->board->in_flight))
            discord_place_free(place);
        return;
    }
    if (!place->open) {
        discord_heard_free_list(&place->notes);
        return;
    }
    speak(place);
}
