/* What there is to say about a move of a game of two, for the advice (games/shared/traits.h). The
 * worths are learned from games of the search (tests/bench/learn.h).
 */
#ifndef BELFRY_GAMES_CAMPANILE_INTERMEZZO_TRAITS_H
#define BELFRY_GAMES_CAMPANILE_INTERMEZZO_TRAITS_H

#include "games/campanile_intermezzo/campanile_intermezzo.h"
#include "games/shared/traits.h"

enum {
    INTERMEZZO_PHASES = 9,        /* by what is left to the next scoring: see traits.c */
    INTERMEZZO_PHASES_BEFORE = 5, /* Intermezzo */
    INTERMEZZO_STANDINGS = 5,     /* of two seats at a tower */
    INTERMEZZO_BUILD_GAINS = 11,  /* points, from -5 to 5 */
    INTERMEZZO_MARK_GAINS = 7,    /* points, from 0 to 6 */
    INTERMEZZO_BEST_MARKS = 12,   /* points */
    INTERMEZZO_SCORINGS = 2
};

/* ROW(name, count): of `count` traits in a row, a move has at most one. Gains are those in the lead
 * if the next scoring, or the one at Finito, were made at once. */
#define INTERMEZZO_TRAIT_ROWS(ROW)                                                                 \
    ROW(BUILDS_GAIN, INTERMEZZO_BUILD_GAINS *INTERMEZZO_PHASES)                                    \
    ROW(BUILDS_LATER, INTERMEZZO_BUILD_GAINS *INTERMEZZO_PHASES_BEFORE) /* at Finito */            \
    ROW(BUILDS_STANDING, INTERMEZZO_STANDINGS *TOWER_STOREYS_MAX * 2)   /* before, after */        \
    ROW(BUILDS_RANK, TOWERS *TOWER_STOREYS_MAX)                                                    \
    ROW(BUILDS_USABLE, 3 * TOWER_STOREYS_MAX) /* by the markers left */                            \
    ROW(BUILDS_SHOWN, INTERMEZZO_STANDINGS)   /* a tower that can be marked */                     \
    ROW(BUILDS_TO_MARK, INTERMEZZO_BEST_MARKS *INTERMEZZO_PHASES)                                  \
    ROW(MARKS_GAIN, INTERMEZZO_MARK_GAINS *INTERMEZZO_PHASES)                                      \
    ROW(MARKS_LATER, INTERMEZZO_MARK_GAINS *INTERMEZZO_PHASES_BEFORE)                              \
    ROW(MARKS_STANDING, INTERMEZZO_STANDINGS *TOWER_STOREYS_MAX * 2)                               \
    ROW(MARKS_RANK, TOWERS * 2)                                                                    \
    ROW(MARKS_LEAD, 7) /* by how much more than the other, from -3 */                              \
    ROW(MARKS_UNPLAYED, 7)                                                                         \
    ROW(SHIFTS, 1)                                                                                 \
    ROW(PASSES, TOWER_STOREYS_MAX *INTERMEZZO_PHASES)                                              \
    ROW(PASSES_LEFT, 6)                                                                            \
    ROW(TAKES_STANDING, INTERMEZZO_STANDINGS * 2)                                                  \
    ROW(TAKES_RANK, TOWERS)                                                                        \
    ROW(TAKES_CARDS, INTERMEZZO_HAND)                                                              \
    ROW(TAKES_LAST, INTERMEZZO_MARK_GAINS * 2) /* shown: by what the other gains with a marker */  \
    ROW(TAKES_TO_RAISE, INTERMEZZO_BUILD_GAINS *INTERMEZZO_PHASES)

enum intermezzo_trait {
#define ROW(name, count) TRAIT_##name, TRAIT_##name##_LAST = TRAIT_##name + (count) - 1,
    INTERMEZZO_TRAIT_ROWS(ROW)
#undef ROW
        INTERMEZZO_TRAITS
};

/* What the moves of a position have in common. */
struct intermezzo_plan {
    const struct intermezzo_board *board;
    const uint8_t *hand; /* of the mover */
    uint8_t seat, other;
    uint8_t phase;
    uint8_t standings[TOWERS], ranks[TOWERS], displayed[TOWERS];
    int next, later; /* the lead, if that scoring were made at once */
};

/* worths.c: written by tests/bench/learn. */
extern const int16_t intermezzo_worths[INTERMEZZO_TRAITS];

/* The position must be one of two players; `hand` is the mover's. */
void intermezzo_plan(const struct intermezzo_board *board, const uint8_t *hand,
                     struct intermezzo_plan *plan);
/* By how many points a seat is ahead at a tower of this rank, from 0: see traits.c. */
int intermezzo_lead_of_two(bool finito, unsigned standing, unsigned rank);
void intermezzo_find_traits(const struct intermezzo_plan *plan, game_move packed,
                            struct traits *traits);

#endif
