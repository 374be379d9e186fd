/* Solving: the best move where two play and nothing is hidden any more.
 *
 * Where a single world fits what the seat sees, every line can be played to the end of the game or
 * round: minimax with alpha-beta pruning and a transposition table (D. E. Knuth, R. W. Moore, "An
 * Analysis of Alpha-Beta Pruning", Artificial Intelligence 6(4), 1975). First it asks whether the
 * seat can win, which is found out several times faster than by how much; only of what is not won
 * it finds the exact value. The averages of a tree come to such values late and unsteadily.
 *
 * At Patrician, where all cards are known once the deck is empty, the last ten choices of a game
 * take some 0.1 s and 90,000 steps; each choice before doubles that.
 */
#ifndef BELFRY_BOT_PLAYERS_SOLVER_H
#define BELFRY_BOT_PLAYERS_SOLVER_H

#include "bot/players/player.h"
#include "bot/players/worlds.h"

enum {
    SOLVER_ENTRIES = 1 << 16,
    SOLVER_DEPTH = 64, /* moves in a line, at most */
    SOLVER_KILLERS = 2
};

/* What is known of a position: its value to the seat is at least and at most that. */
struct solver_entry {
    uint64_t mark;
    double least, most;
    game_move best; /* so far */
};

struct solver {
    struct worlds *worlds;
    struct determinization *world;
    const struct player_question *clock; /* whose time limits the steps; NULL: none */
    uint8_t seat;
    bool is_open;         /* otherwise nothing can be solved */
    uint32_t steps;       /* left; none once the time is over */
    uint32_t steps_taken; /* to solve it, so far */
    bool is_without_win;
    bool is_solved; /* what follows holds */
    game_move best;
    double value; /* as a floor in bot/players/certainty.h; of a win, some of its values */
    game_move killers[SOLVER_DEPTH][SOLVER_KILLERS]; /* what refuted the last positions so deep */
    struct solver_entry table[SOLVER_ENTRIES];
};

/* `worlds` is open. Both it and the question stay the caller's, for as long as the solver is used.
 */
void solver_open(struct solver *solver, struct worlds *worlds,
                 const struct player_question *question);
/* Goes on for so many moves; returns whether it is solved: whether `best` is known, which brings
 * the seat most, or a win, against the best play. It never is where more is hidden, more than two
 * play or somebody would move in secret. The world ends anywhere. */
bool solver_solve(struct solver *solver, uint32_t steps);
/* Once it is solved: plays on from the world's position as is best for both, whatever the time.
 * Returns false where a choice takes many more steps than it took to solve the position; then the
 * world is somewhere in between. */
bool solver_play_on(struct solver *solver);

#endif
