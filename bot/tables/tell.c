#include "bot/tables/session_private.h"

#include <string.h>

#include "bot/core/render.h"

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
    const struct table_place *place = table_place_on(table, owner->network);
    bool here = place != NULL && strcmp(place->network, owner->network) == 0;
    return setting_for_person(owner->network, here ? place->place : "", owner->identity);
}

/* -- Hands ------------------------------------------------------------------------------------- */

/* A person with several tables has to know which one a hand is for when it comes in private. */
static void add_place_if_several(struct sessions *sessions, const struct table *table,
                                 const struct seat *owner, const char *separator, struct text *text)
{
    size_t count;
    char name[PLACE_MAX];
    session_tables_of(sessions, owner->network, owner->identity, &count);
    if (count < 2 || table->places == NULL)
        return;
    const struct table_place *place = table_place_on(table, owner->network);
    networks_place_name(sessions->networks, place->network, place->place, owner->network, name);
    text_add_format(text, "%s%s", name, separator);
}

void session_show_hand(struct sessions *sessions, struct table *table, unsigned seat)
{
    const struct seat *owner = &table->seats[seat];
    if (owner->identity == NULL || table->state == NULL)
        return;
    char hand_buffer[RENDER_PICTURE_BYTES], buffer[RENDER_PICTURE_BYTES + PLACE_MAX];
    struct text hand = TEXT_IN(hand_buffer), text = TEXT_IN(buffer);
    struct choices choices;
    struct voice voice;
    const struct setting_scope reader = session_seat_reader(table, seat);
    const struct telling *telling = session_voice(sessions, table, &reader, &voice);
    union game_view_block view;
    table->game->rules->view(table->state, (uint8_t)seat, GAME_VIEW(&view));
    render_hand(table->game, GAME_VIEW(&view), telling, &voice.style, &hand);
    add_place_if_several(sessions, table, owner, drawn_present(hand.bytes) ? "\n" : " · ", &text);
    text_add(&text, hand.bytes);
    session_move_choices(sessions, table, seat, "", &choices);
    session_say_to(sessions, table, seat, OUTBOUND_HAND, text.bytes, &choices);
}

/* -- Pictures ---------------------------------------------------------------------------------- */

/* Shows the table, or the scoring that was just made; no newer picture replaces a scoring. */
static void show_at(struct sessions *sessions, const struct table *table,
                    const struct table_place *place, bool scoring)
{
    char buffer[RENDER_PICTURE_BYTES];
    struct text text = TEXT_IN(buffer);
    struct voice voice;
    const struct setting_scope reader = setting_in_place(place->network, place->place);
    const struct telling *telling = session_voice(sessions, table, &reader, &voice);
    union game_view_block view;
    table->game->rules->view(table->state, GAME_SPECTATOR, GAME_VIEW(&view));
    if (scoring)
        render_scoring(table->game, GAME_VIEW(&view), telling, voice.style.coloured, &text);
    else
        render_table(table->game, GAME_VIEW(&view), telling, &voice.style, &text);
    say_at(sessions, table, place, scoring ? OUTBOUND_EVENT : OUTBOUND_PICTURE, text.bytes);
}

/* -- The consequences of a move ---------------------------------------------------------------- */

static void prompt_at(struct sessions *sessions, const struct table *table,
                      const struct table_place *place, const struct game_view *view,
                      const struct telling *telling)
{
    char buffer[256];
    struct text situation = TEXT_IN(buffer);
    table->game->text->situation(view, telling, &situation);
    say_at(sessions, table, place, OUTBOUND_PROMPT, situation.bytes);
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

/* Where messages cost nothing, the table is shown after every move, and the prompt says whose turn
 * it is. Boards follow at the end of the turn. */
static void tell_at(struct sessions *sessions, const struct table *table,
                    const struct table_place *place, const struct game_events *events)
{
    char buffer[RENDER_LINES_MAX * RENDER_LINE_BYTES];
    struct text text = TEXT_IN(buffer);
    struct voice voice;
    const struct setting_scope reader = setting_in_place(place->network, place->place);
    const struct telling *telling = session_voice(sessions, table, &reader, &voice);
    union game_view_block view;
    table->game->rules->view(table->state, GAME_SPECTATOR, GAME_VIEW(&view));
    render_events(table->game, GAME_VIEW(&view), telling, events, &text);
    if (table->status == TABLE_FINISHED)
        session_add_revealed(table, telling->words, &text);
    put_at(sessions, table, place,
           &(struct outbound){.kind = OUTBOUND_EVENT,
                              .text = text.bytes,
                              .narration = true,
                              .lobby = table->recent_count == 0});
    if (events->scoring && table->game->text->scoring != NULL)
        show_at(sessions, table, place, true);
    bool solitary = networks_is_solitary(sessions->networks, place->network);
    if (solitary)
        prompt_at(sessions, table, place, GAME_VIEW(&view), telling);
    if (solitary || (events->picture && !networks_keeps_boards(sessions->networks, place->network)))
        show_at(sessions, table, place, false);
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
    for (const struct table_place *place = table->places; place != NULL; place = place->next)
        tell_at(sessions, table, place, events);
    seat_set hands = hands_due(sessions, table, events);
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        if (hands & SEAT_BIT(seat))
            session_show_hand(sessions, table, seat);
}
