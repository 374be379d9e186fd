/* Advice: what a game may tell the bot's players, as heuristics. Without advice they play from the
 * rules alone.
 *
 * Advice is asked about a state, but the state is always a determinization (`redeal`) of the
 * player's own view, never the true one, so advice can't reveal anything. `weigh` must still depend
 * only on what the seat knows, since the rest of the state is random. Pure like the rules, and in
 * whole numbers only, so that the same seed plays the same game on every machine.
 */
#ifndef BELFRY_GAMES_ADVICE_H
#define BELFRY_GAMES_ADVICE_H

#include "games/game.h"

enum { ADVICE_WEIGHT_MAX = 4096 };

struct game_advice {
    /* The move heuristic: a weight from 1 to ADVICE_WEIGHT_MAX for each of the seat's legal moves.
     * A playout draws moves in proportion to their weights. A search takes the weights as priors
     * and widens to heavy moves first. */
    void (*weigh)(const struct game_state *state, uint8_t seat, const game_move *moves,
                  size_t count, uint16_t *weights);
    /* The same by rules of thumb, for the easy player, who makes the move with the largest weight:
     * where `weigh` was learned from searches, that alone plays nearly as they do. NULL: as
     * `weigh` does. */
    void (*weigh_by_thumb)(const struct game_state *state, uint8_t seat, const game_move *moves,
                           size_t count, uint16_t *weights);
    /* Whether `weigh` is a model of the other seats: a search draws their moves by it in the tree,
     * too, and looks for its own best answers. Otherwise it looks for their best moves, which it
     * knows only for all the hands that they may have together. */
    bool models_others;
    /* The evaluation function: the points that each seat can expect, in any unit; of a finished
     * game its final points. NULL: the points as they stand. */
    void (*estimate)(const struct game_state *state, int32_t points[GAME_SEATS_MAX]);
    int32_t scale; /* a lead, in that unit, that wins three games of four */
    int32_t point; /* of the game, in that unit, where people are told how much more they can expect
                      by `estimate`; 0: they are told of the points as they stand */
    /* How far the normal player looks, in iterations of its search. 0: as far as in most games.
     * Fewer where some dozens find nearly all that can be found, so that hard is clearly
     * stronger. */
    uint16_t normal_iterations;
    uint16_t horizon; /* moves after which a playout ends and is evaluated; 0: no limit. A playout
                         always ends where new cards would be dealt */
    /* The belief: how well a determinization explains what the others did in the open (stones,
     * discards, plays, passes), as a weight from 1 to ADVICE_WEIGHT_MAX. It judges by what the
     * board keeps for everybody, against the hands that the state happens to give the others;
     * `viewer` knows its own. The search draws worlds in proportion to it. NULL: all worlds
     * alike. */
    uint16_t (*explain)(const struct game_state *state, uint8_t viewer);
};

#endif
