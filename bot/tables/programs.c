/* What networks of programs get besides what people read: the same things as JSON
 * (config/PROTOCOL.md). */
#include "bot/tables/session_private.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/core/facts.h"
#include "bot/core/members.h"

/* One object on its way to places or to a person. */
struct object {
    char *bytes;
    struct text text;
};

static struct object begin_object(void)
{
    struct object object = {.bytes = memory_new(FACTS_BYTES)};
    object.text = text_in(object.bytes, FACTS_BYTES);
    text_add_char(&object.text, '{');
    return object;
}

static bool has_programs(const struct sessions *sessions, const struct table_place *place)
{
    return place->open && networks_serves_programs(sessions->networks, place->network);
}

static bool is_heard(const struct sessions *sessions, const struct table *table)
{
    const struct table_place *place = table->places;
    while (place != NULL && !has_programs(sessions, place))
        place = place->next;
    return place != NULL && table->restoring == RESTORING_NOT;
}

static void put_at(struct sessions *sessions, const struct table *table,
                   const struct table_place *place, const char *text)
{
    if (has_programs(sessions, place))
        outbox_put(sessions->outbox, &(struct outbound){.kind = OUTBOUND_FACTS,
                                                        .network = place->network,
                                                        .place = place->place,
                                                        .text = text,
                                                        .table = (uint64_t)table->id,
                                                        .line = table_moment(table)});
}

static void end_object(struct sessions *sessions, const struct table *table, struct object *object)
{
    text_add_char(&object->text, '}');
    for (const struct table_place *place = table->places; place != NULL; place = place->next)
        put_at(sessions, table, place, object->bytes);
    free(object->bytes);
}

/* -- To everybody at a place ------------------------------------------------------------------- */

static struct object game_of(const struct table *table)
{
    const char *names[GAME_SEATS_MAX];
    struct object object = begin_object();
    table_names(table, names);
    facts_add_game(&object.text, table->game, table->options, table->seat_count, names);
    return object;
}

void session_program_game(struct sessions *sessions, const struct table *table)
{
    if (!is_heard(sessions, table))
        return;
    struct object object = game_of(table);
    end_object(sessions, table, &object);
}

static void put_move(struct sessions *sessions, const struct table *table,
                     const struct made_move *made)
{
    const struct game_text *text = table->game->text;
    bool hidden = text->is_private != NULL && text->is_private(made->move);
    struct object object = begin_object();
    facts_add_move(&object.text, table->game, made->n, made->seat, made->move, !hidden, NULL);
    end_object(sessions, table, &object);
}

void session_program_moves(struct sessions *sessions, const struct table *table, uint32_t since)
{
    if (!is_heard(sessions, table))
        return;
    for (unsigned i = table->recent_count; i-- > 0;)
        if (table->recent[i].n > since)
            put_move(sessions, table, &table->recent[i]);
}

void session_program_taken_back(struct sessions *sessions, const struct table *table,
                                unsigned moves)
{
    if (!is_heard(sessions, table))
        return;
    struct object object = begin_object();
    members_add_number(&object.text, "n", table_moment(table));
    members_add_number(&object.text, "taken_back", moves);
    end_object(sessions, table, &object);
}

/* Before its day is over nobody is told how a deal of the day stands that was given up: the scores
 * may depend on what is hidden. A table that was put away may go on, and has no result. */
static struct object end_of(const struct table *table)
{
    struct game_result result = {0};
    struct object object = begin_object();
    if (table->status == TABLE_ARCHIVED) {
        members_add_string(&object.text, "end", "archived");
        return object;
    }
    if (table->state != NULL && (table->status == TABLE_FINISHED || table->daily == NULL))
        table->game->rules->result(table->state, &result);
    facts_add_end(&object.text, table->status != TABLE_FINISHED, table->seat_count, &result);
    return object;
}

void session_program_end(struct sessions *sessions, const struct table *table)
{
    if (!is_heard(sessions, table))
        return;
    struct object object = end_of(table);
    end_object(sessions, table, &object);
}

void session_program_end_at(struct sessions *sessions, const struct table *table,
                            const struct table_place *place)
{
    if (!has_programs(sessions, place))
        return;
    struct object object = end_of(table);
    text_add_char(&object.text, '}');
    put_at(sessions, table, place, object.bytes);
    free(object.bytes);
}

/* -- To one program ---------------------------------------------------------------------------- */

static bool is_program(const struct sessions *sessions, const struct table *table,
                       const struct seat *seat)
{
    return seat->identity != NULL && table->restoring == RESTORING_NOT &&
           networks_serves_programs(sessions->networks, seat->network);
}

/* `asks`: for a move. */
static void say_to(struct sessions *sessions, const struct table *table, unsigned seat,
                   struct object *object, bool asks)
{
    const struct seat *owner = &table->seats[seat];
    const char *calls[] = {owner->identity};
    text_add_char(&object->text, '}');
    outbox_put(sessions->outbox,
               &(struct outbound){.kind = OUTBOUND_FACTS,
                                  .network = owner->network,
                                  .place = "",
                                  .identity = owner->identity,
                                  .home = table_home(table, owner->network, owner->identity),
                                  .text = object->bytes,
                                  .table = (uint64_t)table->id,
                                  .line = table_moment(table),
                                  .calls = calls,
                                  .call_count = asks});
    free(object->bytes);
}

static void add_turn(struct sessions *sessions, const struct table *table, unsigned seat,
                     struct text *out)
{
    game_move legal[GAME_LEGAL_MAX];
    union game_view_block view;
    struct voice voice;
    const struct setting_scope reader = session_seat_reader(table, seat);
    const struct facts_turn turn = {
        .game = table->game,
        .view = GAME_VIEW(&view),
        .telling = session_voice(sessions, table, &reader, &voice),
        .n = table_moment(table) + 1,
        .seat = (uint8_t)seat,
        .legal = legal,
        .legal_count = table->game->rules->legal(table->state, (uint8_t)seat, legal)};
    table->game->rules->view(table->state, (uint8_t)seat, GAME_VIEW(&view));
    members_add_string(out, "game", table->game->id);
    facts_add_turn(out, &turn);
}

void session_program_turn(struct sessions *sessions, struct table *table, unsigned seat)
{
    struct seat *owner = &table->seats[seat];
    if (!is_program(sessions, table, owner) || !(table_people_asked(table) & SEAT_BIT(seat)))
        return;
    struct object object = begin_object();
    add_turn(sessions, table, seat, &object.text);
    say_to(sessions, table, seat, &object, true);
    owner->program_turn = table_moment(table) + 1;
}

void session_program_back(struct sessions *sessions, struct table *table, unsigned seat)
{
    if (!is_program(sessions, table, &table->seats[seat]) || table->status != TABLE_PLAYING)
        return;
    struct object object = game_of(table);
    say_to(sessions, table, seat, &object, false);
    session_program_turn(sessions, table, seat);
}

void session_program_turns(struct sessions *sessions, struct table *table)
{
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        if (!table->seats[seat].absent &&
            table->seats[seat].program_turn != table_moment(table) + 1)
            session_program_turn(sessions, table, seat);
}

void session_program_forget(struct table *table)
{
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        table->seats[seat].program_turn = 0;
}
