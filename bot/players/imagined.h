/* A position as a player imagines it: everything that his view leaves open made up, and played on
 * from there. */
#ifndef BELFRY_BOT_PLAYERS_IMAGINED_H
#define BELFRY_BOT_PLAYERS_IMAGINED_H

#include "games/advice.h"

struct imagined {
    const struct game *game;
    const struct game_rules *rules;
    const struct game_advice *advice; /* NULL: none */
    const struct game_view *view;
    uint8_t players;
    struct rng rng;           /* makes up what is hidden */
    struct rng_stream stream; /* chooses moves */
    union game_state_block state;
    /* The legal moves of the seat that was asked for last, and how promising they look. */
    size_t count;
    game_move moves[GAME_LEGAL_MAX];
    uint16_t weights[GAME_LEGAL_MAX];
};

void imagined_open(struct imagined *imagined, const struct game *game, const struct game_view *view,
                   uint8_t players, const uint8_t *key);
/* Makes up another position that fits the view. */
void imagined_deal(struct imagined *imagined);
bool imagined_goes_on(const struct imagined *imagined);
/* The lowest seat that may act. */
uint8_t imagined_mover(const struct imagined *imagined);
/* Lists the seat's legal moves. */
void imagined_list(struct imagined *imagined, uint8_t seat);
/* Weighs the moves listed. */
void imagined_weigh(struct imagined *imagined, uint8_t seat);
/* Index of a move drawn by its weight. */
size_t imagined_draw(struct imagined *imagined);
void imagined_apply(struct imagined *imagined, uint8_t seat, game_move move);
/* Plays on to the game's horizon, until new cards would be dealt, or to the end. */
void imagined_play_out(struct imagined *imagined);
/* What the position is worth to each seat, from 0 to 1. */
void imagined_judge(const struct imagined *imagined, double worth[GAME_SEATS_MAX]);
/* The move that looks best to the seat at first sight; of equal ones any. */
game_move imagined_best_at_sight(struct imagined *imagined, uint8_t seat);

#endif
