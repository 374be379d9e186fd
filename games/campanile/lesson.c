/* Campanile: two bets, one on a low tower and one on a high one. */
#include "games/campanile/campanile.h"

static const struct game_lesson_move moves[] = {
    LESSON_MOVE(2, "build C 3"),
    LESSON_MOVE(2, "bet 3 A"),
    LESSON_ASK("build B 3"),
    LESSON_ASK("bet 3 E"),
    LESSON_MOVE(2, "build A 3"),
    LESSON_ASK("build E 3"),
    LESSON_MOVE(2, "build D 3"),
    LESSON_ASK("build B 2"),
    LESSON_ASK("bet 2 C"),
    LESSON_MOVE(2, "build D 3"),
    LESSON_END,
};

const struct game_lesson campanile_lesson = {.key = 1, .players = 2, .moves = moves};
