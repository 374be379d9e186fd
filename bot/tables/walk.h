/* Going through the record of a running table line by line, with the positions between the lines.
 * Whoever walks sees what is hidden: what people are told must come from views and events. */
#ifndef BELFRY_BOT_TABLES_WALK_H
#define BELFRY_BOT_TABLES_WALK_H

#include "bot/store/store.h"
#include "bot/tables/table.h"

struct walk_step {
    uint32_t n;
    uint8_t seat; /* GAME_SPECTATOR: an outcome of chance */
    game_move move;
    bool by_person; /* neither the bot nor the clock made the move */
    const struct game_state *before, *after;
    const struct game_events *events;
};

typedef void walk_step_taken(void *context, const struct walk_step *step);

/* Calls `taken` for every line. Returns false when the inquiry waits and when the record can't be
 * read, which the log says then. */
bool walk_record(struct store_inquiry *inquiry, const struct table *table, void *context,
                 walk_step_taken *taken);

#endif
