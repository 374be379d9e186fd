/* Whole games as fast as possible, without a network: what `belfry simulate` runs. */
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
        seed[RNG_KEY_BYTES]; /* of the only game, or the one from which each game's is derived */
    enum player_level levels[GAME_SEATS_MAX]; /* the list of bots, an entry for each seat */
    bool rotate; /* game k moves the entries of the list of bots on by k seats */
    uint32_t
        iterations;   /* of a search on one move; 0: what its level spends in play, in time too */
    FILE *transcript; /* NULL for none */
    bool legal;       /* all legal moves in every move line */
    /* Called after each game; NULL for none. */
    void (*progress)(const struct simulation *simulation, uint64_t games_done);
};

struct simulation_sums {
    uint64_t moves;              /* move lines */
    double wins[GAME_SEATS_MAX]; /* by seat, or by entry of the list of bots if they rotate */
};

/* The generator of game number `index`, counted from 0. */
struct rng simulation_rng(const struct simulation *simulation, uint64_t index);
/* False when the transcript could not be written: errno says why. */
bool simulation_run(const struct simulation *simulation, struct simulation_sums *sums);

#endif
