#include "bot/tables/session_private.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/record/json_record.h"
#include "bot/record/transcript.h"
#include "bot/tables/leagues.h"
#include "bot/tables/table_record.h"

enum { OUTCOME_BYTES = 8192 };

/* -- What the store gets ----------------------------------------------------------------------- */

/* The table in the store's format; owns the arrays that it points to. */
struct snapshot {
    struct stored_table table;
    struct stored_seat seats[GAME_SEATS_MAX];
    struct stored_place places[STORE_PLACES_MAX];
    char *options, *further;
};

static char *options_json(const struct table *table)
{
    char buffer[TRANSCRIPT_OPTIONS_MAX];
    struct text options = TEXT_IN(buffer);
    transcript_print_options(&options, table->game, table->options);
    return memory_copy(buffer);
}

static void take_seats(const struct table *table, struct snapshot *snapshot)
{
    for (unsigned i = 0; i < table->seat_count; i++) {
        const struct seat *seat = &table->seats[i];
        snapshot->seats[i] = (struct stored_seat){
            .network = seat->network,
            .identity = seat->identity != NULL ? seat->identity : "",
            .name = seat->name,
            .level = seat->identity != NULL ? "" : player_level_names[seat->level],
            .claim = seat->has_claim ? seat->claim : NULL};
    }
}

static size_t take_places(const struct table *table, struct snapshot *snapshot)
{
    size_t count = 0;
    for (const struct table_place *place = table->places; place != NULL; place = place->next)
        if (count < sizeof snapshot->places / sizeof snapshot->places[0])
            snapshot->places[count++] = (struct stored_place){place->network, place->place};
    return count;
}

static void take_snapshot(const struct table *table, struct snapshot *snapshot)
{
    take_seats(table, snapshot);
    size_t places = take_places(table, snapshot);
    snapshot->options = options_json(table);
    snapshot->further = session_record_header(table);
    snapshot->table = (struct stored_table){.id = table->id,
                                            .status = table->status,
                                            .owner = "",
                                            .game = table->game->id,
                                            .options = snapshot->options,
                                            .setup = table->setup != NULL ? table->setup : "",
                                            .further = snapshot->further,
                                            .opened = table->opened,
                                            .opener_network = table->opener_network,
                                            .opener_identity = table->opener_identity,
                                            .seat_count = table->seat_count,
                                            .seats = snapshot->seats,
                                            .place_count = places,
                                            .places = snapshot->places};
    memcpy(snapshot->table.seed, table->seed, sizeof table->seed);
}

static void drop_snapshot(struct snapshot *snapshot)
{
    free(snapshot->options);
    free(snapshot->further);
}

static void touch(struct sessions *sessions, struct table *table)
{
    if (table->touched)
        return;
    table->touched = true;
    table->touched_next = sessions->touched;
    sessions->touched = table;
}

void session_touch(struct sessions *sessions, struct table *table)
{
    if (table->restoring != RESTORING_NOT || table->shows)
        return;
    table->unseen -= table->touched;
    table->shows = true;
    touch(sessions, table);
}

void session_touch_unseen(struct sessions *sessions, struct table *table)
{
    if (table->restoring != RESTORING_NOT || table->touched)
        return;
    table->unseen++;
    touch(sessions, table);
}

void session_save_new(struct sessions *sessions, struct table *table)
{
    struct snapshot snapshot;
    take_snapshot(table, &snapshot);
    table->id = store_table_add(sessions->store, &snapshot.table);
    table->unsaved = true;
    drop_snapshot(&snapshot);
    session_touch(sessions, table);
}

void session_save(struct sessions *sessions, struct table *table)
{
    struct snapshot snapshot;
    if (table->restoring != RESTORING_NOT)
        return;
    take_snapshot(table, &snapshot);
    store_table_update(sessions->store, &snapshot.table);
    drop_snapshot(&snapshot);
    session_touch(sessions, table);
}

void session_save_move(struct sessions *sessions, struct table *table, unsigned seat,
                       game_move move, const char *by)
{
    char buffer[GAME_MOVE_TEXT_MAX], further_buffer[SESSION_FURTHER_BYTES];
    struct text text = TEXT_IN(buffer), further = TEXT_IN(further_buffer);
    table->game->text->print(move, &text);
    session_record_line(table, by, &further);
    store_line_add(sessions->store, &(struct stored_line){.table = table->id,
                                                          .n = table->lines + 1,
                                                          .seat = (uint8_t)seat,
                                                          .move = text.bytes,
                                                          .further = further.bytes});
    table_note_line(table, table->lines + 1, seat, move);
    session_touch(sessions, table);
}

static void save_outcome(struct sessions *sessions, struct table *table,
                         struct game_chance *outcome)
{
    bool setup = table->setup == NULL;
    char buffer[OUTCOME_BYTES];
    struct text text = TEXT_IN(buffer);
    json_record_print(&text, table->game, outcome, table->seat_count, setup);
    if (setup) {
        table->setup = memory_copy(text.bytes);
        table->checks.version = table->game->version;
        table_begin_checks(table, &sessions->layouts);
        table_note_line(table, 0, GAME_SPECTATOR, 0);
        session_save(sessions, table);
        return;
    }
    char further_buffer[SESSION_FURTHER_BYTES];
    struct text further = TEXT_IN(further_buffer);
    session_record_line(table, NULL, &further);
    store_line_add(sessions->store, &(struct stored_line){.table = table->id,
                                                          .n = table->lines + 1,
                                                          .seat = GAME_SPECTATOR,
                                                          .chance = text.bytes,
                                                          .further = further.bytes});
    table_note_line(table, table->lines + 1, GAME_SPECTATOR, 0);
}

void session_settle_chance(struct sessions *sessions, struct table *table,
                           struct game_events *events)
{
    const struct game_rules *rules = table->game->rules;
    union game_chance_block outcome;
    while (rules->phase(table->state) == GAME_CHANCE) {
        rules->draw(table->state, GAME_CHANCE(&outcome));
        rules->deal(table->state, GAME_CHANCE(&outcome), events);
        save_outcome(sessions, table, GAME_CHANCE(&outcome));
    }
}

/* -- A turn on its way to the disk ------------------------------------------------------------- */

void session_seal(struct sessions *sessions, struct session_turn *turn)
{
    *turn = (struct session_turn){.told = sessions->told,
                                  .links_changed = sessions->links_changed,
                                  .guarded = store_is_shared(sessions->store) &&
                                             store_is_dirty(sessions->store)};
    struct table **last = &turn->tables;
    while (sessions->touched != NULL) {
        struct table *table = sessions->touched;
        sessions->touched = table->touched_next;
        table->touched = table->shows = false;
        if (table->flight != NULL)
            continue;
        if (turn->guarded)
            store_table_guard(sessions->store, table->id, table->version);
        table->flight = turn;
        table->flight_next = NULL;
        *last = table;
        last = &table->flight_next;
    }
    sessions->told = NULL;
    sessions->links_in_flight += sessions->links_changed;
    sessions->links_changed = false;
}

bool session_is_in_flight(const struct table *table)
{
    return table->flight != NULL || table->restoring != RESTORING_NOT;
}

bool session_touches_many(const struct sessions *sessions, size_t many)
{
    const struct table *table = sessions->touched;
    for (; many > 0 && table != NULL; many--)
        table = table->touched_next;
    return many == 0;
}

bool session_depends_on(const struct sessions *sessions, const struct session_turn *turn)
{
    const struct table *table = turn->tables;
    while (table != NULL && !table->touched && !outbox_tells_of(sessions->outbox, table->id))
        table = table->flight_next;
    return table != NULL || (sessions->links_changed && turn->links_changed);
}

static struct table *land_first(struct session_turn *turn)
{
    struct table *table = turn->tables;
    turn->tables = table->flight_next;
    table->flight = NULL;
    return table;
}

static void is_saved(struct sessions *sessions, struct table *table)
{
    if (table->places == NULL && !table->touched) {
        session_forget(sessions, table); /* a new one has taken its place */
        return;
    }
    table->unsaved = false;
    table_note_known(table);
    if ((table->guest_until != 0) == session_holds(sessions, table))
        session_note_guest(sessions, table);
    if (table->bots_held)
        session_watch_bots(sessions, table);
    session_ask_thread(sessions, table);
    session_follow_watch_thread(sessions, table);
    session_follow_watched(sessions, table);
}

void session_settle(struct sessions *sessions, struct session_turn *turn, bool saved)
{
    while (turn->tables != NULL) {
        struct table *table = land_first(turn);
        if (saved && turn->guarded)
            table->version++;
        if (saved) {
            is_saved(sessions, table);
            continue;
        }
        session_program_forget(table);
        session_restore(sessions, table);
    }
    sessions->links_in_flight -= turn->links_changed;
    if (saved)
        return;
    session_drop_told(&turn->told);
    if (turn->links_changed)
        session_restore_links(sessions);
    session_waiting_save_again(sessions);
    session_settings_changed(sessions);
    leagues_unsaved(sessions);
}
