/* Learns from choices of the search what traits of moves are worth (games/shared/traits.h), and
 * writes them as the worths of a game's advice:
 *
 *     learn GAME FILE GAMES ITERATIONS KEY > worths.c && mv worths.c games/…/
 *
 * Seats at `hard` play whole games with the numbers of players of the lesson in turn; what they
 * choose is added to FILE. Then the worths are fitted to all of FILE, so that the moves that were
 * chosen are as likely as possible if a move is chosen in proportion to 2^(worth / 16): logistic
 * regression by stochastic gradient descent. A tenth of the choices is kept back, and stderr shows
 * how well the worths fit these.
 *
 * The search itself draws by the worths, so one learns in rounds. */
#ifndef BELFRY_TESTS_BENCH_LEARN_H
#define BELFRY_TESTS_BENCH_LEARN_H

#include "games/game.h"
#include "games/shared/traits.h"

enum { LEARN_TRAITS_MAX = 1024, LEARN_PLAYERS = 4 };

/* Traits that stand together, as a row of a game's traits.h. */
struct learn_row {
    const char *name;
    unsigned first, count;
};

struct learn_lesson {
    const struct game *game;
    const char *header; /* that declares the worths */
    const char *table;  /* how they are declared */
    const struct learn_row *rows;
    unsigned row_count;
    uint8_t players[LEARN_PLAYERS];
    unsigned traits;
    /* The traits of the seat's legal moves. */
    void (*find)(const struct game_state *state, uint8_t seat, const int16_t *worths,
                 const game_move *moves, size_t count, struct traits *found);
};

/* learn_castellers.c, learn_intermezzo.c, learn_njet.c, learn_pillars.c */
extern const struct learn_lesson learn_castellers, learn_intermezzo, learn_njet, learn_pillars;

#endif
