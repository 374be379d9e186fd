/* Campanile, second edition: two markers. */
#include "games/campanile_intermezzo/campanile_intermezzo.h"

static const struct game_lesson_move moves[] = {
    LESSON_MOVE(2, "build D 3"),
    LESSON_MOVE(2, "mark D"),
    LESSON_MOVE(2, "take D"),
    LESSON_ASK("build B 3"),
    LESSON_ASK("mark B"),
    LESSON_ASK("take B"),
    LESSON_MOVE(2, "build D 1"),
    LESSON_MOVE(2, "mark A"),
    LESSON_MOVE(2, "take A"),
    LESSON_ASK("build B 2"),
    LESSON_ASK("mark C"),
    LESSON_MOVE(2, "build E 3"),
    LESSON_END,
};

const struct game_lesson intermezzo_lesson = {.key = 1, .players = 2, .moves = moves};
