#include "bot/session_internal.h"

#include <sodium.h>
#include <utlist.h>

#include "bot/fault.h"
#include "bot/log.h"

static void finish(struct host *host, struct table *table, struct game_events *events)
{
    session_retire(&host->sessions, table, TABLE_FINISHED);
    session_save(host, table);
    session_end_untold(host, table);
    events->picture = true;
    events->new_cards = 0;
    log_info("table.finished", "table", LOG_NUMBER(table->id), "lines", LOG_NUMBER(table->lines));
}

/* `by` says in the record who made the move, NULL: the person of the seat. */
static game_refusal session_make_move(struct host *host, struct table *table, unsigned seat,
                                      game_move move, const char *by, struct game_events *events)
{
    const struct game_rules *rules = table->game->rules;
    game_refusal refusal = rules->apply(table->state, (uint8_t)seat, move, events);
    table->seats[seat].refused = refusal;
    if (refusal != 0)
        return refusal;
    fault_point("session.move-made");
    table->abort_votes = 0;
    session_save_move(host, table, seat, move, by);
    session_settle_chance(host, table, events);
    if (rules->phase(table->state) == GAME_OVER)
        finish(host, table, events);
    session_watch_bots(&host->sessions, table);
    return 0;
}

game_refusal session_move(struct host *host, struct table *table, unsigned seat, game_move move,
                          struct game_events *events)
{
    return session_make_move(host, table, seat, move, NULL, events);
}

/* Seats whose one move everybody knows already. */
static seat_set forced_seats(const struct table *table, seat_set actors)
{
    const struct game_rules *rules = table->game->rules;
    union game_view_block view;
    seat_set forced = 0;
    if (!table->plays_forced || rules->forced == NULL)
        return 0;
    rules->view(table->state, GAME_SPECTATOR, GAME_VIEW(&view));
    for (uint8_t seat = 0; seat < table->seat_count; seat++)
        if ((actors & SEAT_BIT(seat)) && rules->forced(GAME_VIEW(&view), seat))
            forced |= SEAT_BIT(seat);
    return forced;
}

/* A seat that may act and needs nobody for it, or -1: the bot plays it, or its move is forced. */
static int acting_bot(const struct table *table)
{
    if (table->status != TABLE_PLAYING || !table_is_shown(table))
        return -1;
    seat_set actors = table->game->rules->actors(table->state);
    seat_set ready = actors & (seat_set)~table_people(table);
    ready |= forced_seats(table, actors);
    for (int seat = 0; seat < table->seat_count; seat++)
        if (ready & SEAT_BIT(seat))
            return seat;
    return -1;
}

/* Every legal move equally likely; the table's own generator is never touched. */
static void play_bot(struct host *host, struct table *table, unsigned seat)
{
    game_move moves[GAME_LEGAL_MAX];
    size_t count = table->game->rules->legal(table->state, (uint8_t)seat, moves);
    struct game_events events = {0};
    const char *by = table->seats[seat].identity != NULL ? "forced" : "bot";
    session_make_move(host, table, seat, moves[randombytes_uniform((uint32_t)count)], by, &events);
    session_tell(host, table, &events);
}

void session_watch_bots(struct sessions *sessions, struct table *table)
{
    bool due = acting_bot(table) >= 0;
    if (due == table->bots_due)
        return;
    if (due)
        DL_APPEND2(sessions->bots_due, table, bots_prev, bots_next);
    else
        DL_DELETE2(sessions->bots_due, table, bots_prev, bots_next);
    table->bots_due = due;
}

/* One move a call, and the next table's turn then, so that no table holds up the others. */
bool session_play_bots(struct host *host)
{
    struct table *table = host->sessions.bots_due;
    if (table == NULL)
        return false;
    DL_DELETE2(host->sessions.bots_due, table, bots_prev, bots_next);
    table->bots_due = false;
    int seat = acting_bot(table);
    if (seat >= 0)
        play_bot(host, table, (unsigned)seat);
    session_watch_bots(&host->sessions, table);
    return true;
}
