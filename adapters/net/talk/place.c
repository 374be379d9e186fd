#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

#include "adapters/net/talk/recall.h"
#include "adapters/net/talk/talk_private.h"
#include "bot/base/memory.h"

enum { EVENT_LINES = 3, EVENT_BYTES = 600 };

struct talk_place {
    struct talk_network *network;
    void *owner;
    char memory[PLACE_MAX + 16]; /* key of what the host remembers */
    struct talk_recall *recall;
    struct talk_said *notes; /* events for messages of their own */
    /* The board. */
    char message[TALK_MESSAGE_BYTES]; /* "": none */
    char line[TALK_MESSAGE_BYTES];    /* which tells whose turn it is; "": none */
    int64_t posted_at;
    int64_t behind; /* messages that came after it */
    uint64_t table;
    struct talk_said *picture; /* NULL: not known since the start */
    char events[EVENT_BYTES];  /* the last lines */
    struct talk_said *call;    /* a picture: who is still to be called; or NULL */
    bool dirty, wants_new, busy;
};

/* -- Memory -- */

static void note_message(struct talk_place *place, const char *id)
{
    struct text message = TEXT_IN(place->message);
    place->posted_at = place->network->posted_at(id);
    place->behind = 0;
    if (place->posted_at > 0)
        text_add(&message, id);
}

static void remember(const struct talk_place *place)
{
    const struct talk_network *network = place->network;
    char value_buffer[2 * TALK_MESSAGE_BYTES + 32];
    struct text value = TEXT_IN(value_buffer);
    text_add_format(&value, "%" PRIu64 " %s", place->table, place->message);
    if (place->line[0] != '\0')
        text_add_format(&value, " %s", place->line);
    network->listener->remember(network->listener->context, network->name,
                                network->listener->part.number, place->memory,
                                place->message[0] != '\0' ? value.bytes : NULL);
}

static void set_message(struct talk_place *place, const char *id)
{
    note_message(place, id);
    remember(place);
}

static void note_line(struct talk_place *place, const char *id)
{
    struct text line = TEXT_IN(place->line);
    if (place->network->posted_at(id) > 0)
        text_add(&line, id);
}

/* Another table is shown from now on: the old one's last messages stay, without buttons. */
static void leave_messages(struct talk_place *place)
{
    if (place->message[0] != '\0')
        place->network->retire(place->owner, place->message);
    place->message[0] = place->line[0] = '\0';
}

/* What was said meanwhile is newer. */
static void recall_messages(struct talk_place *place, uint64_t table, const char *message,
                            const char *line)
{
    bool is_message = place->network->posted_at(message) > 0;
    if (place->picture != NULL && place->table != table) {
        if (is_message)
            place->network->retire(place->owner, message);
        return;
    }
    place->table = table;
    note_message(place, message);
    if (place->line[0] == '\0')
        note_line(place, line);
    else if (place->network->posted_at(line) > 0)
        place->network->remove(place->owner, line);
}

/* The memory is "TABLE", "TABLE MESSAGE" or "TABLE MESSAGE LINE". */
static void recalled(void *owner, const char *value)
{
    struct talk_place *place = owner;
    char buffer[TALK_MESSAGE_BYTES];
    struct text message = TEXT_IN(buffer);
    place->network->touch(place->owner);
    if (value == NULL)
        return;
    const char *id = value + strcspn(value, " ");
    id += strspn(id, " ");
    const char *line = id + strcspn(id, " ");
    text_add_bytes(&message, id, (size_t)(line - id));
    recall_messages(place, strtoull(value, NULL, 10), message.bytes, line + strspn(line, " "));
}

struct talk_place *talk_place_new(struct talk_network *network, void *owner, const char *key)
{
    struct talk_place *place = memory_new(sizeof *place);
    struct text memory = TEXT_IN(place->memory);
    place->network = network;
    place->owner = owner;
    text_add_format(&memory, "board %s", key);
    talk_recall_ask(&place->recall, network->listener, network->name, place->memory, recalled,
                    place);
    return place;
}

void talk_place_free(struct talk_place *place)
{
    talk_recall_drop(&place->recall);
    talk_said_free(&place->notes);
    talk_said_free(&place->picture);
    talk_said_free(&place->call);
    free(place);
}

/* -- What the board shows -- */

/* Keeps the last lines. */
static void add_event(struct talk_place *place, const char *event)
{
    char buffer[EVENT_BYTES * 4];
    struct text all = TEXT_IN(buffer);
    text_add(&all, place->events);
    text_separate(&all, "\n");
    text_add(&all, event);
    const char *start = all.bytes + all.length;
    for (int lines = 0; start > all.bytes; start--)
        if (start[-1] == '\n' && ++lines == EVENT_LINES)
            break;
    struct text kept = TEXT_IN(place->events);
    text_add(&kept, start);
}

void talk_place_take_event(struct talk_place *place, const struct talk_said *event)
{
    if (event->table != 0 && event->table == place->table && !event->columns)
        add_event(place, event->text);
}

void talk_place_take_picture(struct talk_place *place, const struct talk_said *picture)
{
    place->network->superseded += place->dirty && place->table == picture->table;
    if (place->table != picture->table) {
        leave_messages(place);
        place->table = picture->table;
        place->events[0] = '\0';
    }
    talk_said_free(&place->picture);
    place->picture = talk_said_new(&(struct outbound){.kind = picture->kind,
                                                      .text = picture->text,
                                                      .table = picture->table,
                                                      .line = picture->line,
                                                      .image = picture->image,
                                                      .choices = picture->choices,
                                                      .choice_count = picture->choice_count});
    place->dirty = true;
    place->network->touch(place->owner);
}

bool talk_place_tells(const struct talk_place *place, const struct talk_said *list)
{
    for (; list != NULL; list = list->next)
        if (list->kind == OUTBOUND_EVENT && !list->columns &&
            (place->picture == NULL || list->table == 0 || list->table != place->table))
            return false;
    return true;
}

bool talk_place_is_free(const struct talk_place *place)
{
    return place->recall == NULL && !place->busy;
}

bool talk_place_wants_message(const struct talk_place *place)
{
    const struct talk_network *network = place->network;
    return place->message[0] == '\0' || place->wants_new ||
           network->is_outdated(network->context, place->posted_at, place->behind);
}

struct talk_view talk_place_view(struct talk_place *place, const char *above,
                                 const struct talk_calls *calls)
{
    talk_said_free(&place->call);
    place->dirty = place->wants_new = false;
    place->busy = true;
    return (struct talk_view){.above = above,
                              .picture = place->picture,
                              .below = above[0] == '\0' ? place->events : "",
                              .calls = calls};
}

/* A newer message shows the table, and calls whoever must be called. */
static void replace_board(struct talk_place *place, const char *message)
{
    if (place->message[0] != '\0')
        place->network->retire(place->owner, place->message);
    if (place->line[0] != '\0')
        place->network->remove(place->owner, place->line);
    place->line[0] = '\0';
    set_message(place, message);
}

const char *talk_place_message(const struct talk_place *place)
{
    return place->message;
}

bool talk_place_has_replaced(const struct talk_place *place, uint64_t table, const char *message)
{
    return talk_place_is_free(place) && place->table == table && place->message[0] != '\0' &&
           strcmp(place->message, message) != 0;
}

void talk_place_lined(struct talk_place *place, const char *message)
{
    if (place->line[0] != '\0') {
        place->network->remove(place->owner, place->line);
        place->behind -= place->behind > 0;
    }
    note_line(place, message);
    if (place->recall == NULL)
        remember(place);
}

void talk_place_shown(struct talk_place *place, enum talk_shown how, const char *message)
{
    place->busy = false;
    place->dirty &= how != TALK_REFUSED;
    place->dirty |= (how == TALK_GONE || how == TALK_UNHEARD) && place->picture != NULL;
    if (how == TALK_GONE)
        set_message(place, "");
    else if (how == TALK_SHOWN && strcmp(message, place->message) != 0)
        replace_board(place, message);
    place->network->touch(place->owner);
}

void talk_place_posted(struct talk_place *place, const char *message)
{
    place->behind += strcmp(place->message, message) != 0;
}

void talk_place_deleted(struct talk_place *place, const char *message)
{
    if (place->message[0] == '\0' || place->busy || strcmp(place->message, message) != 0)
        return;
    set_message(place, "");
    place->dirty = false; /* somebody did not want it there: it comes back with the next move */
}

/* -- Who is called -- */

struct talk_calls talk_calls_of(const struct talk_network *network, const struct talk_said *said)
{
    struct talk_calls calls = {.count = 0};
    for (size_t i = 0; said != NULL && i < said->call_count && calls.count < CHOICES_MAX; i++)
        if (network->must_call(network->context, said->calls[i]))
            calls.identities[calls.count++] = said->calls[i];
    return calls;
}

/* -- What comes in -- */

void talk_place_hear(struct talk_place *place, struct talk_said *said)
{
    bool shown = said->table != 0 && place->table == said->table && place->picture != NULL;
    place->network->touch(place->owner);
    if (said->kind == OUTBOUND_PICTURE) {
        talk_place_take_picture(place, said);
        if (said->call_count > 0) {
            talk_said_free(&place->call);
            place->call = said;
            return;
        }
    } else if (shown && !said->columns) {
        talk_place_take_event(place, said);
        place->dirty = true;
    } else {
        LL_APPEND(place->notes, said);
        return;
    }
    talk_said_free(&said);
}

void talk_place_drop(struct talk_place *place)
{
    talk_said_free(&place->notes);
}

/* -- What goes out -- */

/* Those in front of `end`. */
static const struct talk_said *join_events(const struct talk_said *list,
                                           const struct talk_said *end, struct text *events)
{
    const struct talk_said *call = NULL;
    for (const struct talk_said *said = list; said != end; said = said->next) {
        if (said->kind == OUTBOUND_EVENT && !said->columns) {
            text_separate(events, "\n");
            text_add(events, said->text);
        }
        call = said->call_count > 0 ? said : call;
    }
    return call;
}

const struct talk_said *talk_join_events(const struct talk_said *list, struct text *events)
{
    return join_events(list, NULL, events);
}

void talk_post_columns(const struct talk_said *list, void *owner,
                       void (*post)(void *owner, const struct talk_text *text))
{
    const struct talk_calls nobody = {.count = 0};
    for (const struct talk_said *said = list; said != NULL; said = said->next)
        if (said->kind == OUTBOUND_EVENT && said->columns)
            post(owner, &(struct talk_text){.text = said->text, .columns = true, .calls = &nobody});
}

static void post_note(struct talk_place *place, const char *text, bool columns,
                      const struct talk_said *caller)
{
    const struct talk_calls calls = talk_calls_of(place->network, caller);
    if (text[0] != '\0')
        place->network->post(
            place->owner, &(struct talk_text){.text = text, .columns = columns, .calls = &calls});
}

/* What is in columns comes behind what was said before it. Returns the notes behind the last of
 * it. */
static const struct talk_said *post_columns(struct talk_place *place)
{
    const struct talk_said *rest = place->notes;
    for (const struct talk_said *said = rest; said != NULL; said = said->next) {
        char buffer[TALK_TEXT_BYTES];
        struct text events = TEXT_IN(buffer);
        if (said->kind != OUTBOUND_EVENT || !said->columns)
            continue;
        const struct talk_said *caller = join_events(rest, said, &events);
        post_note(place, events.bytes, false, caller);
        post_note(place, said->text, true, said->call_count > 0 ? said : NULL);
        rest = said->next;
    }
    return rest;
}

static void show(struct talk_place *place, const char *above)
{
    const char *message = talk_place_wants_message(place) ? NULL : place->message;
    struct talk_said *call = place->call;
    place->call = NULL;
    const struct talk_calls calls = talk_calls_of(place->network, message == NULL ? call : NULL);
    const struct talk_view view = talk_place_view(place, above, &calls);
    place->network->show(place->owner, message, &view);
    talk_said_free(&call);
}

static const char *last_event(const struct talk_place *place)
{
    const char *end = strrchr(place->events, '\n');
    return end != NULL ? end + 1 : place->events;
}

/* An edit calls nobody, so a person who must act and may not know it gets a line with the last
 * event, or, when nothing has happened, a new board. */
static void call(struct talk_place *place)
{
    const struct talk_calls calls = talk_calls_of(place->network, place->call);
    place->wants_new |= calls.count > 0 && place->events[0] == '\0';
    if (calls.count > 0 && !talk_place_wants_message(place)) {
        const struct talk_text line = {.text = last_event(place), .line = true, .calls = &calls};
        place->network->post(place->owner, &line);
        talk_said_free(&place->call);
    }
}

static bool is_board_due(const struct talk_place *place)
{
    return place->dirty && !place->busy && place->picture != NULL;
}

bool talk_place_would_post(const struct talk_place *place)
{
    return place->notes != NULL || place->call != NULL ||
           (is_board_due(place) && talk_place_wants_message(place));
}

void talk_place_flush(struct talk_place *place)
{
    char buffer[TALK_TEXT_BYTES];
    struct text events = TEXT_IN(buffer);
    if (place->recall != NULL)
        return;
    const struct talk_said *caller = join_events(post_columns(place), NULL, &events);
    call(place);
    bool due = is_board_due(place);
    bool together = due && caller == NULL && talk_place_wants_message(place) &&
                    place->network->fits_above(events.bytes);
    if (!together)
        post_note(place, events.bytes, false, caller);
    if (due)
        show(place, together ? events.bytes : "");
    talk_said_free(&place->notes);
}
