#include "bot/session_internal.h"

#include <string.h>

#include "bot/render.h"

void session_say(struct host *host, const struct table *table, enum outbound_kind kind,
                 const char *text)
{
    for (const struct table_place *place = table->places; place != NULL; place = place->next) {
        if (!place->open)
            continue;
        outbox_add(&host->outbox, &(struct outbound){.kind = kind,
                                                     .network = place->network,
                                                     .place = place->place,
                                                     .text = text,
                                                     .table = (uint64_t)table->id});
    }
}

void session_say_to(struct host *host, const struct table *table, unsigned seat,
                    enum outbound_kind kind, const char *text)
{
    const struct seat *owner = &table->seats[seat];
    if (owner->identity == NULL)
        return;
    outbox_add(&host->outbox, &(struct outbound){.kind = kind,
                                                 .network = owner->network,
                                                 .place = "",
                                                 .identity = owner->identity,
                                                 .text = text,
                                                 .table = (uint64_t)table->id});
}

void session_announce(struct host *host, const struct table *table, const char *key,
                      const struct word_argument *arguments, size_t count)
{
    char buffer[RENDER_LINE_BYTES];
    struct text text = TEXT_IN(buffer);
    const struct table_place *place = table->places;
    struct words words =
        host_words(host, place != NULL ? place->network : "", place != NULL ? place->place : "");
    words.say(&words, &text, key, arguments, count);
    session_say(host, table, OUTBOUND_EVENT, text.bytes);
}

struct telling session_telling(struct host *host, const struct table *table,
                               const char *names[GAME_SEATS_MAX], struct words *words)
{
    const struct table_place *place = table->places;
    *words =
        host_words(host, place != NULL ? place->network : "", place != NULL ? place->place : "");
    table_names(table, names);
    return (struct telling){
        .words = words, .names = names, .size = PICTURE_SHORT, .alphabet = ALPHABET_UNICODE};
}

/* In private somebody with several tables has to know which one a hand is for. */
static void add_place_if_several(struct host *host, const struct table *table,
                                 const struct seat *owner, struct text *text)
{
    size_t count;
    session_tables_of(&host->sessions, owner->network, owner->identity, &count);
    if (count > 1 && table->places != NULL)
        text_add_format(text, "%s · ", table->places->place);
}

void session_show_hand(struct host *host, struct table *table, unsigned seat)
{
    const struct seat *owner = &table->seats[seat];
    if (owner->identity == NULL || table->state == NULL)
        return;
    char buffer[RENDER_LINE_BYTES];
    struct text text = TEXT_IN(buffer);
    const char *names[GAME_SEATS_MAX];
    struct words words;
    struct telling telling = session_telling(host, table, names, &words);
    union game_view_block view;
    table->game->rules->view(table->state, (uint8_t)seat, GAME_VIEW(&view));
    add_place_if_several(host, table, owner, &text);
    table->game->text->hand(GAME_VIEW(&view), &telling, &text);
    session_say_to(host, table, seat, OUTBOUND_HAND, text.bytes);
}

static bool is_solitary(struct host *host, const char *network)
{
    const struct adapter *adapter = host_adapter(host, network);
    return adapter != NULL && adapter->class->solitary;
}

typedef void render_function(const struct game *game, const struct game_view *view,
                             const struct telling *telling, enum dialect dialect, struct text *out);

static void show(struct host *host, struct table *table, enum outbound_kind kind,
                 render_function *render)
{
    const char *names[GAME_SEATS_MAX];
    struct words words;
    struct telling telling = session_telling(host, table, names, &words);
    union game_view_block view;
    table->game->rules->view(table->state, GAME_SPECTATOR, GAME_VIEW(&view));
    for (const struct table_place *place = table->places; place != NULL; place = place->next) {
        char buffer[RENDER_PICTURE_BYTES];
        struct text text = TEXT_IN(buffer);
        telling.size = host_picture_size(host, place->network);
        render(table->game, GAME_VIEW(&view), &telling,
               host_dialect(host, place->network, place->place), &text);
        outbox_add(&host->outbox, &(struct outbound){.kind = kind,
                                                     .network = place->network,
                                                     .place = place->place,
                                                     .text = text.bytes,
                                                     .table = (uint64_t)table->id});
    }
}

void session_show_table(struct host *host, struct table *table)
{
    show(host, table, OUTBOUND_PICTURE, render_picture);
}

/* Where messages cost nothing the table is shown after every move, with the hand of whose turn it
 * is, and the prompt says so. */
static bool show_if_solitary(struct host *host, struct table *table, const struct telling *telling,
                             const struct game_view *view)
{
    if (table->places == NULL || !is_solitary(host, table->places->network))
        return false;
    char buffer[256];
    struct text situation = TEXT_IN(buffer);
    table->game->text->situation(view, telling, &situation);
    session_say(host, table, OUTBOUND_PROMPT, situation.bytes);
    session_show_table(host, table);
    seat_set acting = table_people(table) & table->game->rules->actors(table->state);
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        if (acting & SEAT_BIT(seat))
            session_show_hand(host, table, seat);
    return true;
}

void session_tell(struct host *host, struct table *table, const struct game_events *events)
{
    char buffer[RENDER_LINES_MAX * RENDER_LINE_BYTES];
    struct text text = TEXT_IN(buffer);
    const char *names[GAME_SEATS_MAX];
    struct words words;
    struct telling telling = session_telling(host, table, names, &words);
    union game_view_block view;
    table->game->rules->view(table->state, GAME_SPECTATOR, GAME_VIEW(&view));
    render_events(table->game, GAME_VIEW(&view), &telling, events, &text);
    session_say(host, table, OUTBOUND_EVENT, text.bytes);
    if (events->scoring && table->game->text->scoring != NULL)
        show(host, table, OUTBOUND_EVENT, render_scoring); /* no newer picture replaces it */
    if (!show_if_solitary(host, table, &telling, GAME_VIEW(&view)) && events->picture)
        session_show_table(host, table);
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        if (events->new_cards & SEAT_BIT(seat))
            session_show_hand(host, table, seat);
}
