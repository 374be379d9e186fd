/* Certainty: what a move brings for sure, whatever is hidden and whatever the others do.
 *
 * For each legal move of the seat the play goes on in many determinizations: other seats answer
 * with what is worst for the seat, as if they saw everything, and the seat itself has a single
 * legal move or none. Where every line ends like that (the round or the game is over), the least
 * value of all lines and worlds is a floor: an attack that nobody can parry, the last cards of a
 * hand. Once the seat has a choice later on there is no floor, since it must choose the same in all
 * the worlds that it can't tell apart.
 *
 * The proof goes through all worlds, or through a sample of them (bot/players/worlds.h). Where the
 * steps end before CERTAINTY_WORLDS_LEAST worlds, and not all were tried, nothing is certain.
 */
#ifndef BELFRY_BOT_PLAYERS_CERTAINTY_H
#define BELFRY_BOT_PLAYERS_CERTAINTY_H

#include "bot/players/player.h"
#include "bot/players/worlds.h"

enum { CERTAINTY_WORLDS_LEAST = 256 };

struct certainty {
    size_t count;
    game_move moves[GAME_LEGAL_MAX];
    /* Values; below 0: the move brings nothing for sure. One more for a move that wins the game, so
     * that nothing that is only likely outranks it. */
    double floors[GAME_LEGAL_MAX];
};

/* Fills `certainty` for the seat in question, with a number of steps that follows from
 * question->iterations alone. */
void certainty_find(struct certainty *certainty, struct worlds *worlds,
                    const struct player_question *question);

#endif
