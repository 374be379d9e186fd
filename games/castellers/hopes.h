/* What a seat has and can hope for in the middle of a game, for the evaluation in the advice: its
 * points as they stand, its castles, and what its reserve is good for. Each hope is a count, and
 * has a worth that was learned from games (tests/bench/learn_hopes.c): what one more of it adds to
 * the seat's lead at the end. */
#ifndef BELFRY_GAMES_CASTELLERS_HOPES_H
#define BELFRY_GAMES_CASTELLERS_HOPES_H

#include "games/castellers/outline.h"

/* ROW(name, count): hopes in a row. */
#define CASTELLERS_HOPE_ROWS(ROW)                                                                  \
    ROW(POINTS, 1)        /* as they stand */                                                      \
    ROW(VALID, 4)         /* one of them: by the number of valid castles, from one on */           \
    ROW(LARGE, 1)         /* 1: has a valid castle of eight pawns, */                              \
    ROW(LARGEST, 9)       /* or else one of them: by the pawns of the largest hopeful castle */    \
    ROW(HOPEFUL, 1)       /* castles that are not valid, but can become so, */                     \
    ROW(HOPEFUL_PAWNS, 1) /* their pawns, */                                                       \
    ROW(LACKS_ONE, 1)     /* those of them that lack one pawn, */                                  \
    ROW(COMPLETES, 1)     /* and those that the reserve has it for */                              \
    ROW(GROWS, 1)         /* valid castles that the reserve has a next pawn for */                 \
    ROW(LOST, 1)          /* castles that can't become valid */                                    \
    ROW(WIDE, 1)          /* castles of two columns or more */                                     \
    ROW(ROOM, 1)          /* values above the lowest open top, in all castles */                   \
    ROW(FOLLOWS, 1)       /* kinds of pawns in the reserve that can stand on a castle */           \
    ROW(RESERVE, 7)       /* pawns by value, */                                                    \
    ROW(WHITE, 7)         /* and the white ones */                                                 \
    ROW(ACTIONS, 1)       /* left in its turn */

enum castellers_hope {
#define ROW(name, count) HOPE_##name, HOPE_##name##_LAST = HOPE_##name + (count) - 1,
    CASTELLERS_HOPE_ROWS(ROW)
#undef ROW
        CASTELLERS_HOPES
};

/* What a hope is worth depends on how near the end is: how many valid castles the leader lacks, 3
 * or more being one stage. */
enum { CASTELLERS_STAGES = 4, CASTELLERS_HOPE_UNIT = 64 /* of a point */ };

/* hope_worths.c: written by tests/bench/learn_hopes; by players from two on, stage and hope. */
extern const int16_t castellers_hope_worths[CASTELLERS_SEATS - 1][CASTELLERS_STAGES]
                                           [CASTELLERS_HOPES];

/* `scores`: as castellers_scores. */
unsigned castellers_stage(const struct castellers_board *board,
                          const struct castellers_score *scores);
/* Counts the seat's hopes; `score` is its own. */
void castellers_find_hopes(const struct castellers_board *board, uint8_t seat,
                           const struct castellers_score *score, int hopes[CASTELLERS_HOPES]);

#endif
