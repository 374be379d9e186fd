/* What the benchmarks of playing strength share: their arguments, who plays, and what is counted.
 *
 *     PROGRAM GAME PLAYERS COUNT SEED WHO,WHO,…
 *
 * WHO is a level (random, easy, normal, hard) or a yardstick of the benchmarks alone: `reference`
 * (tests/bench/reference/) or `seeing` (tests/bench/seeing.h). Then comes what it may spend on a
 * move: `hard:5000` iterations, `hard:250ms` of processor time, so that a busy machine takes
 * nothing away. Without it a level has its own budget. */
#ifndef BELFRY_TESTS_BENCH_CONTEST_H
#define BELFRY_TESTS_BENCH_CONTEST_H

#include "bot/players/player.h"

struct contender {
    enum { CONTENDER_LEVEL, CONTENDER_REFERENCE, CONTENDER_SEEING } kind;
    enum player_level level;
    struct player_budget budget;
    double seconds; /* of processor time spent so far */
    uint64_t moves;
};

struct reference;

struct contest {
    const struct game *game;
    const struct game *watched; /* to be played in place of `game`: see tests/bench/seeing.h */
    uint8_t players;
    uint8_t options[GAME_OPTIONS_MAX]; /* the defaults */
    uint32_t count;                    /* of games, deals or positions */
    uint8_t seed[RNG_KEY_BYTES];
    unsigned contender_count;
    struct contender contenders[GAME_SEATS_MAX];
    struct player *player;
    struct reference *reference;
    double end; /* of the move that is searched */
};

/* Reads the arguments, with so many contenders; 0: one for each player. Ends the program with a
 * line on standard error if they are wrong. */
void contest_open(struct contest *contest, int argc, char **argv, unsigned contenders);
void contest_close(struct contest *contest);

/* Deals a game with default options; `*keys` is for contest_question. */
void contest_begin(const struct contest *contest, const struct rng *rng, struct game_state *state,
                   struct rng *keys);
/* Asks contender `number`. The question's game, level and limits are the contest's. */
game_move contest_choose(struct contest *contest, unsigned number,
                         const struct player_question *asked);
/* The same question with a budget, which begins now. */
struct player_question contest_limit(struct contest *contest, struct player_budget budget,
                                     const struct player_question *asked);
/* The same question with another key. */
struct player_question contest_rekey(const struct player_question *question, struct rng *keys);

/* What the seat whose turn it is sees and is asked; `view` is filled. */
struct player_question contest_question(const struct contest *contest,
                                        const struct game_state *state, struct rng *keys,
                                        union game_view_block *view);

/* What a benchmark has counted. */
struct tally {
    uint64_t trials;
    double hits;
    double sum, squares; /* of the amounts */
};

void tally_add(struct tally *tally, double hit, double amount);
/* Prints it and what the first contender has spent as one line of JSON. */
void tally_print(const struct tally *tally, const struct contest *contest);

#endif
