/* En Garde: steps, two advancing attacks, a parry, and the end of the pile. */
#include "games/en_garde/en_garde.h"

static const struct game_lesson_move moves[] = {
    LESSON_MOVE(2, "advance 3"),
    LESSON_ASK("advance 4"),
    LESSON_MOVE(2, "advance 4"),
    LESSON_ASK("advance 5"),
    LESSON_MOVE(2, "retreat 1"),
    LESSON_ASK("advance 5 attack 2 x1"),
    LESSON_MOVE(2, "retreat 4"),
    LESSON_ASK("advance 5 attack 1 x2"),
    LESSON_MOVE(2, "retreat 2"),
    LESSON_ASK("retreat 5"),
    LESSON_MOVE(2, "advance 5 attack 3 x1"),
    LESSON_ASK("parry"),
    LESSON_END,
};

const struct game_lesson en_garde_lesson = {.key = 7, .players = 2, .moves = moves};
