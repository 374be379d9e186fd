#include "bot/tables/session_private.h"

#include <sodium.h>
#include <string.h>
#include <utlist.h>

#include "bot/base/fault.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/tables/daily.h"
#include "bot/tables/leagues.h"

static void finish(struct sessions *sessions, struct table *table, struct game_events *events)
{
    session_drop_plans(sessions, table, table_people(table), "plan.why.over");
    session_retire(sessions, table, TABLE_FINISHED);
    session_save(sessions, table);
    if (table->daily != NULL)
        daily_save_result(sessions, table);
    else
        session_save_result(sessions, table);
    session_end_untold(sessions, table);
    if (table->daily == NULL && !leagues_hide(sessions, table->id))
        session_news_ended(sessions, table);
    session_program_end(sessions, table);
    events->new_cards = 0;
    log_info("table.finished", "table", LOG_NUMBER(table->id), "lines", LOG_NUMBER(table->lines));
}

/* `by` is the record's word for who made the move; NULL: the person of the seat. */
static game_refusal session_make_move(struct sessions *sessions, struct table *table, unsigned seat,
                                      game_move move, const char *by, struct game_events *events)
{
    const struct game_rules *rules = table->game->rules;
    game_refusal refusal = rules->apply(table->state, (uint8_t)seat, move, events);
    table->seats[seat].refused = refusal;
    if (refusal != 0)
        return refusal;
    fault_point("session.move-made");
    const uint32_t before = table_moment(table);
    session_drop_votes(table, seat);
    session_save_move(sessions, table, seat, move, by);
    counters_move(sessions->counters, table->game, by == NULL ? MOVER_PERSON : MOVER_BOT);
    session_settle_chance(sessions, table, events);
    session_show_plans(sessions, table, seat, move);
    session_program_moves(sessions, table, before);
    if (rules->phase(table->state) == GAME_OVER)
        finish(sessions, table, events);
    session_watch_bots(sessions, table);
    return 0;
}

game_refusal session_move(struct sessions *sessions, struct table *table, unsigned seat,
                          game_move move, struct game_events *events)
{
    game_refusal refusal = session_make_move(sessions, table, seat, move, NULL, events);
    if (refusal == 0)
        table_note_moved(table, seat);
    return refusal;
}

/* The person was not here: what happened before the move is new to them. */
void session_move_planned(struct sessions *sessions, struct table *table, unsigned seat,
                          game_move move)
{
    struct game_events events = {0};
    session_make_move(sessions, table, seat, move, NULL, &events);
    table->seats[seat].visit.moved = table->lines;
    session_tell(sessions, table, &events);
}

/* Returns those of the seats that have a single legal move, as everybody knows. */
static seat_set publicly_forced(const struct table *table, seat_set actors)
{
    const struct game_rules *rules = table->game->rules;
    union game_view_block view;
    seat_set forced = 0;
    if (rules->forced == NULL)
        return 0;
    rules->view(table->state, GAME_SPECTATOR, GAME_VIEW(&view));
    for (uint8_t seat = 0; seat < table->seat_count; seat++)
        if ((actors & SEAT_BIT(seat)) && rules->forced(GAME_VIEW(&view), seat))
            forced |= SEAT_BIT(seat);
    return forced;
}

static seat_set forced_seats(const struct table *table, seat_set actors)
{
    return table->plays_forced ? publicly_forced(table, actors) : 0;
}

/* Returns the seats that the bot plays, for good or until their person is back. */
static seat_set played_seats(const struct table *table)
{
    seat_set seats = 0;
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        if (table->seats[seat].identity == NULL || table->seats[seat].stood_in)
            seats |= SEAT_BIT(seat);
    return seats;
}

/* Returns a seat that may act without a person, or -1: the bot plays it, or its move is forced. */
static int acting_bot(const struct sessions *sessions, const struct table *table)
{
    if (table->status != TABLE_PLAYING || !table_is_shown(table) || !session_leads(sessions, table))
        return -1;
    seat_set actors = table->game->rules->actors(table->state);
    seat_set ready = (actors & played_seats(table)) | forced_seats(table, actors);
    for (int seat = 0; seat < table->seat_count; seat++)
        if (ready & SEAT_BIT(seat))
            return seat;
    return -1;
}

static void play_for(struct sessions *sessions, struct table *table, unsigned seat, game_move move)
{
    struct game_events events = {0};
    bool stood_in = table->seats[seat].stood_in;
    const char *by = table->seats[seat].identity == NULL ? "bot" : stood_in ? "stand-in" : "forced";
    if (session_make_move(sessions, table, seat, move, by, &events) != 0)
        session_make_move(sessions, table, seat,
                          game_default_move(table->game, table->state, (uint8_t)seat), by, &events);
    session_tell(sessions, table, &events);
}

void session_play_default(struct sessions *sessions, struct table *table, unsigned seat)
{
    struct game_events events = {0};
    game_move move = game_default_move(table->game, table->state, (uint8_t)seat);
    session_make_move(sessions, table, seat, move, "timeout", &events);
    session_tell(sessions, table, &events);
}

/* -- Thinking ---------------------------------------------------------------------------------- */

/* Returns the question that the seat has to answer now. */
static struct thought question_of(const struct table *table, unsigned seat)
{
    struct thought thought = {.table = table->id,
                              .moment = table_moment(table),
                              .game = table->game,
                              .players = table->seat_count,
                              .seat = (uint8_t)seat,
                              .level = table->seats[seat].level};
    table->game->rules->view(table->state, (uint8_t)seat, GAME_VIEW(&thought.view));
    if (table->daily != NULL)
        daily_fix_question(table, &thought);
    return thought;
}

static bool is_still_asked(const struct sessions *sessions, const struct table *table,
                           const struct thought *thought)
{
    if (acting_bot(sessions, table) != thought->seat || table_moment(table) != thought->moment)
        return false;
    struct thought now = question_of(table, thought->seat);
    return now.level == thought->level &&
           memcmp(now.view.bytes, thought->view.bytes, table->game->view_size) == 0;
}

/* A seat needs thinking time when its level searches, unless everybody knows that it has a single
 * legal move. */
static bool must_think(const struct table *table, unsigned seat)
{
    return player_level_searches(table->seats[seat].level) &&
           !(publicly_forced(table, SEAT_BIT(seat)) & SEAT_BIT(seat));
}

/* Chooses on this thread, without a search unless the answer is to be the same everywhere. */
static game_move choose_at_once(struct sessions *sessions, const struct thought *thought,
                                enum player_level level)
{
    struct player_question question = {.game = thought->game,
                                       .view = GAME_VIEW(&thought->view),
                                       .players = thought->players,
                                       .seat = thought->seat,
                                       .level = level,
                                       .iterations = thought->iterations};
    if (thought->fixed)
        memcpy(question.key, thought->key, sizeof question.key);
    else
        randombytes_buf(question.key, sizeof question.key);
    if (sessions->player == NULL)
        sessions->player = memory_new(player_size());
    return player_choose(sessions->player, &question);
}

static void play_bot(struct sessions *sessions, struct table *table, unsigned seat)
{
    struct thought thought = question_of(table, seat);
    if (sessions->thinker == NULL || !must_think(table, seat)) {
        play_for(sessions, table, seat, choose_at_once(sessions, &thought, thought.level));
        return;
    }
    sessions->thinker->ask(sessions->thinker->context, &thought);
    session_prompt(sessions, table);
}

void session_thought(struct sessions *sessions, const struct thought *thought)
{
    struct table *table = session_by_id(sessions, thought->table);
    if (table == NULL)
        return;
    if (is_still_asked(sessions, table, thought))
        play_for(sessions, table, thought->seat,
                 thought->found ? thought->move : choose_at_once(sessions, thought, PLAYER_EASY));
    session_watch_bots(sessions, table);
}

void session_stand_in(struct sessions *sessions, struct table *table, unsigned seat,
                      enum player_level level)
{
    session_drop_plans(sessions, table, SEAT_BIT(seat), "plan.why.stand-in");
    table->seats[seat].stood_in = true;
    table->seats[seat].level = level;
    session_watch_bots(sessions, table);
    session_touch(sessions, table);
}

static const struct thought *being_thought(const struct sessions *sessions,
                                           const struct table *table)
{
    const struct thinker *thinker = sessions->thinker;
    return thinker != NULL ? thinker->find(thinker->context, table->id) : NULL;
}

int session_thinking_seat(const struct sessions *sessions, const struct table *table)
{
    const struct thought *thought = being_thought(sessions, table);
    return thought != NULL && is_still_asked(sessions, table, thought) ? thought->seat : -1;
}

void session_stop_thinking(const struct sessions *sessions, const struct table *table)
{
    const struct thinker *thinker = sessions->thinker;
    if (thinker != NULL)
        thinker->cancel(thinker->context, table->id);
}

void session_watch_bots(struct sessions *sessions, struct table *table)
{
    const struct thought *thought = being_thought(sessions, table);
    bool thinks = session_thinking_seat(sessions, table) >= 0;
    if (thought != NULL && !thinks)
        session_stop_thinking(sessions, table);
    bool acts = !thinks && acting_bot(sessions, table) >= 0;
    bool due = acts && !session_is_in_flight(table);
    table->bots_held = acts && !due;
    if (due == table->bots_due)
        return;
    if (due)
        DL_APPEND2(sessions->bots_due, table, bots_prev, bots_next);
    else
        DL_DELETE2(sessions->bots_due, table, bots_prev, bots_next);
    table->bots_due = due;
}

/* Makes one move per call and then gives the next table its turn, so that no table holds up the
 * others. */
bool session_play_bots(struct sessions *sessions)
{
    struct table *table = sessions->bots_due;
    if (table == NULL)
        return false;
    DL_DELETE2(sessions->bots_due, table, bots_prev, bots_next);
    table->bots_due = false;
    int seat = !session_is_in_flight(table) ? acting_bot(sessions, table) : -1;
    if (seat >= 0)
        play_bot(sessions, table, (unsigned)seat);
    session_watch_bots(sessions, table);
    return true;
}
