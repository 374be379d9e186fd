#include "bot/tables/walk.h"

#include <string.h>

#include "bot/base/log.h"
#include "bot/record/transcript.h"
#include "bot/tables/table_record.h"

struct walk {
    const struct table *table;
    void *context;
    walk_step_taken *taken;
    union game_state_block before, after;
    bool damaged;
};

static bool begin(void *context, const struct stored_table *stored)
{
    struct walk *walk = context;
    char buffer[TRANSCRIPT_ERROR_MAX];
    struct text error = TEXT_IN(buffer);
    const struct table *table = walk->table;
    table_begin_state(table, GAME_STATE(&walk->after));
    walk->damaged = !transcript_deal_text(table->game, GAME_STATE(&walk->after), table->seat_count,
                                          true, stored->setup, NULL, &error);
    return !walk->damaged;
}

/* Plays the line in `after`, which the position before still is. */
static bool play(struct walk *walk, const struct stored_line *line, struct walk_step *step,
                 struct game_events *events)
{
    char buffer[TRANSCRIPT_ERROR_MAX];
    struct text error = TEXT_IN(buffer);
    const struct table *table = walk->table;
    struct game_state *after = GAME_STATE(&walk->after);
    if (line->move == NULL)
        return transcript_deal_text(table->game, after, table->seat_count, false, line->chance,
                                    events, &error);
    return line->seat < table->seat_count &&
           game_move_read(table->game, after, line->seat, line->move, &step->move) &&
           table->game->rules->apply(after, line->seat, step->move, events) == 0;
}

static bool go_on(void *context, const struct stored_line *line)
{
    struct walk *walk = context;
    struct game_events events = {0};
    struct walk_step step = {.n = line->n,
                             .seat = line->seat,
                             .by_person =
                                 line->move != NULL && session_record_by_person(line->further),
                             .before = GAME_STATE(&walk->before),
                             .after = GAME_STATE(&walk->after),
                             .events = &events};
    walk->before = walk->after;
    walk->damaged = !play(walk, line, &step, &events);
    if (!walk->damaged)
        walk->taken(walk->context, &step);
    return !walk->damaged;
}

static void stop(void *context, int64_t table, uint32_t line, const char *reason)
{
    struct walk *walk = context;
    (void)table;
    (void)line;
    (void)reason;
    walk->damaged = true;
}

bool walk_record(struct store_inquiry *inquiry, const struct table *table, void *context,
                 walk_step_taken *taken)
{
    struct walk walk = {.table = table, .context = context, .taken = taken};
    const struct store_reader reader = {
        .context = &walk, .table = begin, .line = go_on, .damaged = stop};
    bool read = store_read_table(inquiry, table->id, &reader);
    if (!store_inquiry_waits(inquiry) && (!read || walk.damaged))
        log_error("table.not-read", "table", LOG_NUMBER(table->id), "reason",
                  store_inquiry_error(inquiry));
    return read && !walk.damaged;
}
