/* En Garde's endings, solved exactly by the rules alone, to measure players against.
 *
 * With one or two cards left in the pile there are at most 25 deals that a fencer can't tell apart,
 * and each can be played to the end of the round in every way. The value of a move is the part of
 * the round that it wins (1; drawn 1/2), in the mean of all deals that the fencer thinks possible,
 * each as likely as it is after a fair shuffle.
 *
 * The other fencer plays as well as they can from what they see, and takes all deals for possible
 * too. Whoever takes the last card leaves nothing hidden: from then on each knows what the other
 * holds. So with one card in the pile the values follow from the rules alone; with two, the other
 * fencer draws no conclusion from the move that they answer.
 */
#ifndef BELFRY_TESTS_ENDGAME_H
#define BELFRY_TESTS_ENDGAME_H

#include "games/en_garde/en_garde.h"

enum { ENDGAME_PILE_MAX = 2, ENDGAME_MOVES_MAX = 64 };

struct endgame {
    size_t count;
    game_move moves[ENDGAME_MOVES_MAX]; /* legal ones of the mover */
    double values[ENDGAME_MOVES_MAX];
};

/* Deals an ending from `rng`: the mover has the turn, and the score is 4 : 4, so that the round
 * decides the game. */
void endgame_deal(struct en_garde_state *state, struct rng *rng);
/* Solves it. Of the state only what the mover sees matters. */
void endgame_solve(const struct en_garde_state *state, struct endgame *endgame);
/* The largest and the smallest value. */
double endgame_best(const struct endgame *endgame);
double endgame_worst(const struct endgame *endgame);
/* The value of a legal move. */
double endgame_value(const struct endgame *endgame, game_move move);

#endif
