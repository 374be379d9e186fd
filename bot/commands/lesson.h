/* A game's lesson (struct game_lesson) as it is played: the position before each of its steps.
 *
 * A step is a move that the learner is asked for. A lesson has no memory: every position is played
 * from the beginning, which takes no noticeable time.
 */
#ifndef BELFRY_BOT_COMMANDS_LESSON_H
#define BELFRY_BOT_COMMANDS_LESSON_H

#include "games/game.h"

enum { LESSON_LEARNER = 0 }; /* seat */

struct lesson {
    const struct game *game;
    union game_state_block state;
    unsigned players;
    unsigned line; /* of the lesson's moves, the next one */
};

/* Called for each move that was made, or with seat GAME_SPECTATOR for the first deal. */
typedef void lesson_played(void *context, const struct lesson *lesson, unsigned seat,
                           const struct game_events *events);

/* Returns how many steps the game's lesson has; 0: it has none. */
unsigned lesson_step_count(const struct game *game);
/* Sets up the position of a step, from 1; behind the last step, the one where the lesson ends. */
void lesson_begin(struct lesson *lesson, const struct game *game, unsigned step);
/* Makes the learner's move of this step and what follows until they are asked again. */
void lesson_go_on(struct lesson *lesson, lesson_played *played, void *context);
/* Lets the bot play all seats to the end of the game. */
void lesson_finish(struct lesson *lesson);
/* Returns the canonical text of the move that the step asks for. */
const char *lesson_move(const struct lesson *lesson);

#endif
