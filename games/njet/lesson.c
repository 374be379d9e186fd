/* Njet!: what is ruled out, the partner, three tricks. */
#include "games/njet/njet.h"

static const struct game_lesson_move moves[] = {
    LESSON_ASK("njet points 1"),
    LESSON_MOVE(2, "njet trump red"),
    LESSON_MOVE(3, "njet super none"),
    LESSON_ASK("njet trump black"),
    LESSON_MOVE(2, "njet super red"),
    LESSON_MOVE(3, "njet trump green"),
    LESSON_MOVE(1, "njet super black"),
    LESSON_MOVE(2, "njet super green"),
    LESSON_MOVE(3, "njet start 2"),
    LESSON_MOVE(1, "njet discard 2"),
    LESSON_MOVE(2, "njet points 4"),
    LESSON_MOVE(3, "njet points 2"),
    LESSON_MOVE(1, "njet start 3"),
    LESSON_MOVE(2, "njet discard 0"),
    LESSON_ASK("partner 2"),
    LESSON_ASK("discard r1"),
    LESSON_MOVE(2, "discard k1"),
    LESSON_MOVE(3, "discard r1"),
    LESSON_ASK("play b9"),
    LESSON_MOVE(2, "play b3"),
    LESSON_MOVE(3, "play b1"),
    LESSON_MOVE(3, "play k9"),
    LESSON_ASK("play k4"),
    LESSON_MOVE(2, "play k3"),
    LESSON_MOVE(3, "play r8"),
    LESSON_ASK("play r9"),
    LESSON_MOVE(2, "play r3"),
    LESSON_END,
};

const struct game_lesson njet_lesson = {.key = 1, .players = 3, .moves = moves};
