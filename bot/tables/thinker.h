/* The interface to what searches for moves of the bot's seats while the session manager goes on.
 *
 * The session manager asks with a copy of the seat's view and gets the answer through
 * session_thought(). The question may be outdated by then. So the answer names its table by id and
 * carries the view it was found for, and the session manager compares.
 */
#ifndef BELFRY_BOT_TABLES_THINKER_H
#define BELFRY_BOT_TABLES_THINKER_H

#include <stdint.h>

#include "bot/players/player.h"

/* A question to a seat and, with `found` and `move`, its answer. */
struct thought {
    int64_t table;
    uint32_t moment; /* of the table, when it was asked */
    const struct game *game;
    uint8_t players, seat;
    enum player_level level;
    union game_view_block view; /* zero beyond the game's view */
    /* The answer is the same on every machine: the search makes `iterations` with `key`, however
     * long that takes. */
    bool fixed;
    uint32_t iterations;
    uint8_t key[RNG_KEY_BYTES];
    bool found; /* false: no move was found in time */
    game_move move;
};

struct thinker {
    void *context;
    /* Asks; replaces an earlier question about the same table. */
    void (*ask)(void *context, const struct thought *thought);
    /* Returns the open question about a table, or NULL. */
    const struct thought *(*find)(void *context, int64_t table);
    void (*cancel)(void *context, int64_t table);
    /* Draws how many milliseconds a seat of this level takes to answer. */
    uint64_t (*moment)(void *context, enum player_level level);
};

#endif
