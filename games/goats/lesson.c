/* Goats: the hill of the first four tricks. */
#include "games/goats/goats.h"

static const struct game_lesson_move moves[] = {
    LESSON_MOVE(3, "play 38"), LESSON_ASK("play 8"),      LESSON_MOVE(2, "play 50"),
    LESSON_ASK("hill 6"),      LESSON_MOVE(2, "play 43"), LESSON_MOVE(3, "play 31"),
    LESSON_ASK("play 46"),     LESSON_MOVE(3, "hill 3"),  LESSON_ASK("play 9"),
    LESSON_MOVE(2, "play 41"), LESSON_MOVE(3, "play 36"), LESSON_ASK("hill 5"),
    LESSON_MOVE(2, "play 4"),  LESSON_MOVE(3, "play 30"), LESSON_ASK("play 24"),
    LESSON_MOVE(2, "hill 8"),  LESSON_MOVE(3, "play 20"), LESSON_END,
};

const struct game_lesson goats_lesson = {.key = 1, .players = 3, .moves = moves};
