#include "bot/session_internal.h"

#include <sodium.h>
#include <utlist.h>

#include "bot/fault.h"
#include "bot/log.h"

static void finish(struct host *host, struct table *table, struct game_events *events)
{
    session_retire(&host->sessions, table, TABLE_FINISHED);
    session_save(host, table);
    events->picture = true;
    events->new_cards = 0;
    log_info("table.finished", "table", LOG_NUMBER(table->id), "lines", LOG_NUMBER(table->lines));
}

game_refusal session_move(struct host *host, struct table *table, unsigned seat, game_move move,
                          struct game_events *events)
{
    const struct game_rules *rules = table->game->rules;
    game_refusal refusal = rules->apply(table->state, (uint8_t)seat, move, events);
    table->seats[seat].refused = refusal;
    if (refusal != 0)
        return refusal;
    fault_point("session.move-made");
    table->last_seat = (uint8_t)seat;
    table->last_move = move;
    table->abort_votes = 0;
    session_save_move(host, table, seat, move);
    session_settle_chance(host, table, events);
    if (rules->phase(table->state) == GAME_OVER)
        finish(host, table, events);
    session_watch_bots(&host->sessions, table);
    return 0;
}

/* A seat that the bot plays and that may act, or -1. */
static int acting_bot(const struct table *table)
{
    if (table->status != TABLE_PLAYING || !table_is_shown(table))
        return -1;
    seat_set actors = table->game->rules->actors(table->state);
    actors &= (seat_set)~table_people(table);
    for (int seat = 0; seat < table->seat_count; seat++)
        if (actors & SEAT_BIT(seat))
            return seat;
    return -1;
}

/* Every legal move equally likely; the table's own generator is never touched. */
static void play_bot(struct host *host, struct table *table, unsigned seat)
{
    game_move moves[GAME_LEGAL_MAX];
    size_t count = table->game->rules->legal(table->state, (uint8_t)seat, moves);
    struct game_events events = {0};
    session_move(host, table, seat, moves[randombytes_uniform((uint32_t)count)], &events);
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
