/* Whoever thinks for the seats that the bot plays, while the session manager goes on.
 *
 * The session manager asks with a copy of the seat's view and hears the answer by
 * session_thought(). What it asked may be pointless by then: the answer names its table by id and
 * carries the view that it was found for, and the session manager compares.
 */
#ifndef BELFRY_BOT_TABLES_THINKER_H
#define BELFRY_BOT_TABLES_THINKER_H

#include <stdint.h>

#include "bot/players/player.h"

/* What a seat is to decide; with `move`, what it decided. */
struct thought {
    int64_t table;
    uint32_t moment; /* of the table when it was asked */
    const struct game *game;
    uint8_t players, seat;
    enum player_level level;
    union game_view_block view; /* zero behind the game's view */
    game_move move;
};

struct thinker {
    void *context;
    /* Replaces what was asked about the same table. */
    void (*ask)(void *context, const struct thought *thought);
    /* What is being thought over for a table, NULL: nothing. */
    const struct thought *(*find)(void *context, int64_t table);
    void (*cancel)(void *context, int64_t table);
};

#endif
