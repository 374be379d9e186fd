/* Positions with a certain win, to ask players about: proven by trying everything, with the rules
 * alone and nothing of the players.
 *
 * A move wins for certain if the seat can win after it in every deal that it thinks possible,
 * whatever the others do, even if they saw everything. The seat itself sees what it sees: it makes
 * the same move in all deals that it can't tell apart. So a proof walks through sets of deals that
 * look the same to the seat. What must be won is the game, alone or with the
 * seat's team; in En Garde, where no move in one round helps in the next, a round will do.
 */
#ifndef BELFRY_TESTS_CERTAIN_WIN_H
#define BELFRY_TESTS_CERTAIN_WIN_H

#include "games/game.h"

struct certain_win {
    const struct game *game;
    uint8_t players, seat; /* the seat may act */
    const struct game_state *state;
    size_t count;
    game_move moves[GAME_LEGAL_MAX]; /* legal ones of the seat */
    bool certain[GAME_LEGAL_MAX];
};

/* Random games, and the proofs about their positions. */
struct certain_search;

struct certain_search *certain_search_new(const struct game *game, uint8_t players,
                                          const uint8_t seed[RNG_KEY_BYTES]);
void certain_search_free(struct certain_search *search);
/* Plays on to the next position where one legal move wins for certain and another one doesn't.
 * Returns what was found, valid until the next call; NULL: there is none in `moves` more moves. */
const struct certain_win *certain_search_next(struct certain_search *search, uint32_t moves);
/* Whether a legal move of the position wins for certain. */
bool certain_win_has(const struct certain_win *win, game_move move);

#endif
