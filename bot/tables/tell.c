#include "bot/tables/session_private.h"

#include <string.h>

#include "bot/core/render.h"
#include "bot/tables/daily.h"
#include "bot/tables/leagues.h"

/* Sends one message to one of the table's places, if the bot is there. An empty prompt ends the one
 * before; nothing else is sent empty. */
static void put_at(struct sessions *sessions, const struct table *table,
                   const struct table_place *place, const struct outbound *message)
{
    struct outbound said = *message;
    said.network = place->network;
    said.place = place->place;
    said.table = (uint64_t)table->id;
    said.line = table_moment(table);
    bool something = *said.text != '\0' || said.kind == OUTBOUND_PROMPT;
    if (place->open && table->restoring == RESTORING_NOT && something)
        outbox_put(sessions->outbox, &said);
}

static void say_at(struct sessions *sessions, const struct table *table,
                   const struct table_place *place, enum outbound_kind kind, const char *text)
{
    put_at(sessions, table, place, &(struct outbound){.kind = kind, .text = text});
}

void session_say_to(struct sessions *sessions, const struct table *table, unsigned seat,
                    enum outbound_kind kind, const char *text, const struct choices *choices)
{
    const struct seat *owner = &table->seats[seat];
    if (owner->identity == NULL || owner->doubted || table->restoring != RESTORING_NOT)
        return;
    outbox_put(sessions->outbox,
               &(struct outbound){.kind = kind,
                                  .network = owner->network,
                                  .place = "",
                                  .identity = owner->identity,
                                  .home = table_home(table, owner->network, owner->identity),
                                  .text = text,
                                  .table = (uint64_t)table->id,
                                  .line = table_moment(table),
                                  .choices = choices != NULL ? choices->list : NULL,
                                  .choice_count = choices != NULL ? choices->count : 0});
}

static void announce_at(struct sessions *sessions, const struct table *table,
                        const struct table_place *place, bool lobby, const char *key,
                        const struct word_argument *arguments, size_t count)
{
    char buffer[RENDER_LINE_BYTES];
    struct text text = TEXT_IN(buffer);
    struct words words = style_place_words(sessions->styles, place->network, place->place);
    words.say(&words, &text, key, arguments, count);
    put_at(sessions, table, place,
           &(struct outbound){.kind = OUTBOUND_EVENT, .text = text.bytes, .lobby = lobby});
}

void session_announce_at(struct sessions *sessions, const struct table *table,
                         const struct table_place *place, const char *key,
                         const struct word_argument *arguments, size_t count)
{
    announce_at(sessions, table, place, false, key, arguments, count);
}

void session_announce_lobby(struct sessions *sessions, const struct table *table, const char *key,
                            const struct word_argument *arguments, size_t count)
{
    for (const struct table_place *place = table->places; place != NULL; place = place->next)
        announce_at(sessions, table, place, true, key, arguments, count);
}

void session_announce(struct sessions *sessions, const struct table *table, const char *key,
                      const struct word_argument *arguments, size_t count)
{
    for (const struct table_place *place = table->places; place != NULL; place = place->next)
        session_announce_at(sessions, table, place, key, arguments, count);
}

const struct telling *session_voice(struct sessions *sessions, const struct table *table,
                                    const struct setting_scope *reader, struct voice *voice)
{
    voice->style = style_of(sessions->styles, reader);
    table_names(table, voice->names);
    voice->telling = (struct telling){.words = &voice->style.words,
                                      .names = voice->names,
                                      .size = voice->style.size,
                                      .alphabet = voice->style.alphabet};
    return &voice->telling;
}

struct setting_scope session_seat_reader(const struct table *table, unsigned seat)
{
    const struct seat *owner = &table->seats[seat];
    const struct table_place *place = table_place_of(table, owner->network, owner->identity);
    bool here = place != NULL && strcmp(place->network, owner->network) == 0;
    return setting_for_person(owner->network, here ? place->place : "", owner->identity);
}

/* -- Hands ------------------------------------------------------------------------------------- */

/* A person with several tables has to know which one a hand is for when it comes in private. */
void session_add_place(struct sessions *sessions, const struct table *table, unsigned seat,
                       const char *separator, struct text *text)
{
    const struct seat *owner = &table->seats[seat];
    size_t count;
    char name[PLACE_MAX];
    session_tables_of(sessions, owner->network, owner->identity, &count);
    /* Of a part of a network nobody knows what tables its people have in the others. */
    bool several =
        count > 1 || (sessions->shares && networks_has_parts(sessions->networks, owner->network));
    if (!several || table->places == NULL)
        return;
    const struct table_place *place = table_place_of(table, owner->network, owner->identity);
    networks_place_name(sessions->networks, place->network, place->place, owner->network, name);
    text_add_format(text, "%s%s", name, separator);
}

/* `after_turn`: the picture of the turn stands above it. */
static void show_hand(struct sessions *sessions, struct table *table, unsigned seat,
                      bool after_turn)
{
    const struct seat *owner = &table->seats[seat];
    if (owner->identity == NULL || table->state == NULL)
        return;
    char hand_buffer[RENDER_PICTURE_BYTES], buffer[RENDER_PICTURE_BYTES + PLACE_MAX];
    struct text hand = TEXT_IN(hand_buffer), text = TEXT_IN(buffer);
    struct choices choices;
    struct voice voice;
    const struct setting_scope reader = session_seat_reader(table, seat);
    struct telling telling = *session_voice(sessions, table, &reader, &voice);
    union game_view_block view;
    table->game->rules->view(table->state, (uint8_t)seat, GAME_VIEW(&view));
    if (after_turn)
        telling.size = voice.style.turn_size;
    render_hand(table->game, GAME_VIEW(&view), &telling, &voice.style, &hand);
    session_add_place(sessions, table, seat, drawn_present(hand.bytes) ? "\n" : " · ", &text);
    text_add(&text, hand.bytes);
    session_move_choices(sessions, table, seat, "", &choices);
    session_say_to(sessions, table, seat, OUTBOUND_HAND, text.bytes, &choices);
}

void session_show_hand(struct sessions *sessions, struct table *table, unsigned seat)
{
    show_hand(sessions, table, seat, false);
}

/* -- Pictures ---------------------------------------------------------------------------------- */

/* What is told at one place. */
struct told_place {
    struct sessions *sessions;
    const struct table *table;
    const struct table_place *place;
    const struct game_events *events;
    struct voice voice;
    union game_view_block view; /* the spectator's */
};

static const struct game_view *view_at(const struct told_place *at)
{
    return GAME_VIEW(&at->view);
}

static void show_table(struct told_place *at)
{
    char buffer[RENDER_PICTURE_BYTES], brief_buffer[RENDER_PICTURE_BYTES];
    struct text text = TEXT_IN(buffer), brief = TEXT_IN(brief_buffer);
    struct telling telling = at->voice.telling;
    if (!at->table->fresh)
        telling.size = at->voice.style.turn_size;
    render_table(at->table->game, view_at(at), &telling, &at->voice.style, &text);
    telling.size = PICTURE_LINE;
    render_table(at->table->game, view_at(at), &telling, &at->voice.style, &brief);
    put_at(at->sessions, at->table, at->place,
           &(struct outbound){.kind = OUTBOUND_PICTURE, .text = text.bytes, .brief = brief.bytes});
}

/* No newer picture replaces a scoring. */
static void show_scoring(struct told_place *at)
{
    char buffer[RENDER_PICTURE_BYTES];
    struct text text = TEXT_IN(buffer);
    if (style_is_in_rows(&at->voice.style))
        render_scoring_row(at->table->game, view_at(at), &at->voice.telling, &text);
    else
        render_scoring(at->table->game, view_at(at), &at->voice.telling, at->voice.style.coloured,
                       &text);
    say_at(at->sessions, at->table, at->place, OUTBOUND_EVENT, text.bytes);
}

/* -- The consequences of a move ---------------------------------------------------------------- */

static void prompt_at(struct sessions *sessions, const struct table *table,
                      const struct table_place *place, const struct game_view *view,
                      const struct telling *telling)
{
    char buffer[256];
    struct text prompt = TEXT_IN(buffer);
    int thinking = session_thinking_seat(sessions, table);
    if (thinking >= 0)
        words_say(telling->words, &prompt, "prompt.thinks", SAY_TEXT(telling->names[thinking]));
    else
        table->game->text->situation(view, telling, &prompt);
    say_at(sessions, table, place, OUTBOUND_PROMPT, prompt.bytes);
}

void session_prompt(struct sessions *sessions, const struct table *table)
{
    for (const struct table_place *place = table->places; place != NULL; place = place->next) {
        struct voice voice;
        union game_view_block view;
        const struct setting_scope reader = setting_in_place(place->network, place->place);
        if (!networks_is_solitary(sessions->networks, place->network))
            continue;
        table->game->rules->view(table->state, GAME_SPECTATOR, GAME_VIEW(&view));
        prompt_at(sessions, table, place, GAME_VIEW(&view),
                  session_voice(sessions, table, &reader, &voice));
    }
}

/* Whether the seat that moved has to act again: a turn has steps (build, bet), and the table is
 * shown when all are done. */
static bool turn_goes_on(const struct table *table, const struct game_events *events)
{
    seat_set actors = table->game->rules->actors(table->state);
    bool one = actors != 0 && (actors & (actors - 1)) == 0;
    return one && actors == table->told && !events->picture;
}

/* Only people who must act are called. A table that is shown at a terminal says it itself. */
static bool must_call(const struct told_place *at)
{
    bool solitary = networks_is_solitary(at->sessions->networks, at->place->network);
    return table_people_asked(at->table) != 0 && (!solitary || turn_goes_on(at->table, at->events));
}

static bool shows_table(const struct told_place *at)
{
    const struct networks *networks = at->sessions->networks;
    if (networks_is_solitary(networks, at->place->network)) {
        bool explained = at->events->scoring && at->table->status == TABLE_FINISHED;
        return !explained && !turn_goes_on(at->table, at->events);
    }
    return at->events->picture && !networks_keeps_boards(networks, at->place->network);
}

static void say_narration(struct told_place *at)
{
    char buffer[RENDER_LINES_MAX * RENDER_LINE_BYTES];
    struct text text = TEXT_IN(buffer);
    const struct table *table = at->table;
    struct telling *telling = &at->voice.telling;
    telling->table_follows = shows_table(at);
    render_events(table->game, view_at(at), telling, at->events, &text);
    if (at->voice.style.voice)
        session_add_remark(table, at->events, telling, &text);
    if (must_call(at))
        render_situation(table->game, view_at(at), telling, &text);
    if (table->status == TABLE_FINISHED && table->daily == NULL &&
        !networks_is_solitary(at->sessions->networks, at->place->network) &&
        !leagues_hide(at->sessions, table->id))
        session_add_revealed(table, telling->words, &text);
    put_at(at->sessions, table, at->place,
           &(struct outbound){.kind = OUTBOUND_EVENT,
                              .text = text.bytes,
                              .narration = true,
                              .lobby = table->recent_count == 0});
    if (at->events->scoring && table->game->text->scoring != NULL)
        show_scoring(at);
}

/* Where messages cost nothing, the table is shown after every turn, and the prompt says whose it
 * is. Boards follow at the end of the turn of the loop. */
static void tell_at(struct sessions *sessions, const struct table *table,
                    const struct table_place *place, const struct game_events *events)
{
    struct told_place at = {.sessions = sessions, .table = table, .place = place, .events = events};
    const struct setting_scope reader = setting_in_place(place->network, place->place);
    session_voice(sessions, table, &reader, &at.voice);
    table->game->rules->view(table->state, GAME_SPECTATOR, GAME_VIEW(&at.view));
    say_narration(&at);
    if (networks_is_solitary(sessions->networks, place->network))
        prompt_at(sessions, table, place, view_at(&at), &at.voice.telling);
    if (shows_table(&at))
        show_table(&at);
}

/* Returns the hands that got cards; at a terminal also the hands of the people who may act. */
static seat_set hands_due(struct sessions *sessions, const struct table *table,
                          const struct game_events *events)
{
    seat_set due = events->new_cards;
    seat_set acting = table_people_asked(table);
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        if ((acting & SEAT_BIT(seat)) &&
            networks_is_solitary(sessions->networks, table->seats[seat].network))
            due |= SEAT_BIT(seat);
    return due;
}

void session_tell(struct sessions *sessions, struct table *table, const struct game_events *events)
{
    table->fresh |= events->picture;
    for (const struct table_place *place = table->places; place != NULL; place = place->next)
        tell_at(sessions, table, place, events);
    seat_set hands = hands_due(sessions, table, events);
    bool after_turn = !table->fresh && !turn_goes_on(table, events);
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        if (hands & SEAT_BIT(seat))
            show_hand(sessions, table, seat, after_turn);
    table->told = table->game->rules->actors(table->state);
    table->fresh &= table_people_asked(table) == 0;
    if (table->daily != NULL && table->status == TABLE_FINISHED)
        daily_tell_result(sessions, table);
}
