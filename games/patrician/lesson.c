/* Patrician: floors, nobles and a card that lets its player choose. */
#include "games/patrician/patrician.h"

static const struct game_lesson_move moves[] = {
    LESSON_MOVE(2, "play siena:b* 2"),
    LESSON_ASK("play verona:l* 2"),
    LESSON_MOVE(2, "play parma:h* 2"),
    LESSON_ASK("play firenze:b* 2"),
    LESSON_MOVE(2, "play lucca:l* 2"),
    LESSON_ASK("play parma:bb 2"),
    LESSON_MOVE(2, "play firenze:h* 2"),
    LESSON_ASK("play roma:ll 2"),
    LESSON_MOVE(2, "play milano:2 1 2"),
    LESSON_ASK("play lucca:free 2"),
    LESSON_ASK("take firenze"),
    LESSON_MOVE(2, "play ferrara:b* 2"),
    LESSON_END,
};

const struct game_lesson patrician_lesson = {.key = 1, .players = 2, .moves = moves};
