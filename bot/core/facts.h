/* Facts about a table as JSON, for players that are programs. config/PROTOCOL.md describes the
 * messages.
 *
 * Each function appends members of an object, without its braces, so that the caller can add more.
 * What depends on hidden things comes from a view alone.
 */
#ifndef BELFRY_BOT_CORE_FACTS_H
#define BELFRY_BOT_CORE_FACTS_H

#include "games/game.h"

enum { FACTS_BYTES = 262144 }; /* room for any of these objects */

/* Appends what does not change while a game is played: its id, options, players and their names. */
void facts_add_game(struct text *out, const struct game *game, const uint8_t *options,
                    uint8_t players, const char *const *names);
/* Appends line `n` of the transcript. `shown`: the reader may know the move; otherwise it is only
 * said that it was hidden. `told` is what everybody saw; NULL: that is said elsewhere. */
void facts_add_move(struct text *out, const struct game *game, uint32_t n, uint8_t seat,
                    game_move move, bool shown, const char *told);

struct facts_turn {
    const struct game *game;
    const struct game_view *view;
    const struct telling *telling;
    uint32_t n; /* of the move that is asked for */
    uint8_t seat;
    const game_move *legal;
    size_t legal_count;
};

/* Appends what a seat is asked: its view and its legal moves. */
void facts_add_turn(struct text *out, const struct facts_turn *turn);
void facts_add_end(struct text *out, bool aborted, uint8_t players,
                   const struct game_result *result);

#endif
