/* Castellers: a castle that falls, one that grows, and a swap. */
#include "games/castellers/castellers.h"

static const struct game_lesson_move moves[] = {
    LESSON_ASK("raise b2 new"),
    LESSON_ASK("recruit"),
    LESSON_MOVE(2, "raise p2 new"),
    LESSON_MOVE(2, "recruit"),
    LESSON_ASK("raise b2 new"),
    LESSON_ASK("raise w5 1"),
    LESSON_MOVE(2, "raise r1 new"),
    LESSON_MOVE(2, "recruit"),
    LESSON_ASK("raise w3 1 on b2"),
    LESSON_ASK("pass"),
    LESSON_MOVE(2, "raise p1 1"),
    LESSON_MOVE(2, "recruit"),
    LESSON_ASK("recruit"),
    LESSON_ASK("swap 2:w1"),
    LESSON_MOVE(2, "raise p2 1"),
    LESSON_MOVE(2, "recruit"),
    LESSON_END,
};

const struct game_lesson castellers_lesson = {.key = 1, .players = 2, .moves = moves};
