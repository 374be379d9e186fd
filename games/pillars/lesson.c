/* Pillars: the King, craftsmen and a material. */
#include "games/pillars/pillars.h"

static const struct game_lesson_move moves[] = {
    LESSON_MOVE(2, "play assistant"), LESSON_MOVE(3, "play philip"), LESSON_ASK("play king"),
    LESSON_ASK("play 1:2"),           LESSON_MOVE(2, "play 2:8"),    LESSON_MOVE(3, "play waleran"),
    LESSON_MOVE(2, "play 2:10"),      LESSON_MOVE(3, "play 1:10"),   LESSON_ASK("play 1:6"),
    LESSON_ASK("play 3:2"),           LESSON_MOVE(2, "play 2:4"),    LESSON_MOVE(3, "play 1:8"),
    LESSON_ASK("play sand"),          LESSON_MOVE(2, "play tom"),    LESSON_MOVE(3, "play sand"),
    LESSON_MOVE(2, "play aliena"),    LESSON_MOVE(3, "play stone"),  LESSON_END,
};

const struct game_lesson pillars_lesson = {.key = 1, .players = 3, .moves = moves};
