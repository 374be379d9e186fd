/* Plays whole games as fast as possible, without a network: `belfry simulate`. */
#ifndef BELFRY_BOT_PROGRAM_SIMULATION_H
#define BELFRY_BOT_PROGRAM_SIMULATION_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "bot/players/player.h"

struct simulation {
    const struct game *game;
    uint8_t players;
    uint8_t options[GAME_OPTIONS_MAX];
    uint64_t games;
    uint8_t
        seed[RNG_KEY_BYTES]; /* of a single game; of several, each game's seed is derived from it */
    enum player_level levels[GAME_SEATS_MAX]; /* the list of bots, one entry per seat */
    bool rotate;                              /* game k rotates the list of bots by k seats */
    uint32_t iterations; /* limit of a search for one move; 0: the limit of its level, iterations or
                            time */
    /* Chooses for an entry of the list of bots, in place of player_choose; NULL: nobody does. A
     * random bot is not asked. */
    game_move (*choose)(void *context, unsigned entry, const struct player_question *question);
    void *context;
    FILE *transcript; /* NULL for none */
    bool legal;       /* all legal moves in every move line */
    /* Called after each game; NULL for none. */
    void (*progress)(const struct simulation *simulation, uint64_t games_done);
};

struct simulation_sums {
    uint64_t moves;              /* move lines */
    double wins[GAME_SEATS_MAX]; /* by seat, or by entry of the list of bots if they rotate */
};

/* The generator of game `index`, counted from 0. */
struct rng simulation_rng(const struct simulation *simulation, uint64_t index);
/* False when the transcript could not be written; errno says why. */
bool simulation_run(const struct simulation *simulation, struct simulation_sums *sums);

#endif
