/* What there is to say about a move, for the advice (games/shared/traits.h). */
#ifndef BELFRY_GAMES_CASTELLERS_TRAITS_H
#define BELFRY_GAMES_CASTELLERS_TRAITS_H

#include "games/castellers/outline.h"
#include "games/shared/traits.h"

/* ROW(name, count): of `count` traits in a row, a move has at most one. A castle or a pawn counts
 * as useful, late and so on as traits.c says. */
#define CASTELLERS_TRAIT_ROWS(ROW)                                                                 \
    ROW(PASSES, 1)                                                                                 \
    ROW(PASSES_HALF_A_TURN, 1)                                                                     \
    ROW(RECRUITS, 8)      /* by pairs of pawns in the reserve */                                   \
    ROW(BEGINS, 6)        /* a castle, by how many there are */                                    \
    ROW(BEGINS_NEEDED, 1) /* while one more is needed to end the game */                           \
    ROW(BEGINS_LATE, 1)                                                                            \
    ROW(BEGINS_VALUE, 7)                                                                           \
    ROW(BEGINS_WHITE, 1)                                                                           \
    ROW(BEGINS_UNDER, 1) /* a pawn of the reserve */                                               \
    ROW(WIDENS, 5)       /* by the columns that there are */                                       \
    ROW(WIDENS_FIRST, 1) /* nothing is wider than a column, which never has eight pawns */         \
    ROW(WIDENS_LATE, 1)                                                                            \
    ROW(WIDENS_VALUE, 7)                                                                           \
    ROW(WIDENS_WHITE, 1)                                                                           \
    ROW(WIDENS_UNDER, 1)                                                                           \
    ROW(STANDS_GAP, 6)   /* by the values left out */                                              \
    ROW(STANDS_LEVEL, 4) /* from the second */                                                     \
    ROW(STANDS_WIDTH, 5) /* by the columns of the castle */                                        \
    ROW(STANDS_VALUE, 7)                                                                           \
    ROW(STANDS_WHITE, 1)                                                                           \
    ROW(STANDS_ON_VALID, 1)                                                                        \
    ROW(STANDS_IN_VAIN, 1) /* in a single column that will never have four pawns */                \
    ROW(GROWS_TO_LARGE, 1) /* in a wide castle, while none has eight pawns */                      \
    ROW(MAKES_VALID, 1)                                                                            \
    ROW(MAKES_LARGE, 1) /* the seat's first castle of eight */                                     \
    ROW(ENDS_AHEAD, 1)  /* the game */                                                             \
    ROW(ENDS_BEHIND, 1)                                                                            \
    ROW(SWAPS_VALUE, 7) /* besides the traits of the pawn's best place */                          \
    ROW(SWAPS_LATE, 1)                                                                             \
    ROW(GIVES_VALUE, 7)                                                                            \
    ROW(GIVES_WHITE, 1)                                                                            \
    ROW(GIVES_USEFUL, 1) /* it could stand in a castle of the giver */                             \
    ROW(GIVES_HELP, 1)   /* or of the other */                                                     \
    ROW(GIVES_MORE, 1)   /* than the swap needs */                                                 \
    ROW(STOPS_GIVING, 1)                                                                           \
    ROW(FALLS_WHITE, 1)                                                                            \
    ROW(FALLS_FROM_VALID, 1)                                                                       \
    ROW(FALLS_TO_INVALID, 1)

enum castellers_trait {
#define ROW(name, count) TRAIT_##name, TRAIT_##name##_LAST = TRAIT_##name + (count) - 1,
    CASTELLERS_TRAIT_ROWS(ROW)
#undef ROW
        CASTELLERS_TRAITS
};

/* What the moves of a position have in common. */
struct castellers_plan {
    const struct castellers_board *board;
    const int16_t *worths;
    /* Higher values can stand in a castle of the seat, by colour. */
    uint8_t lowest[CASTELLERS_SEATS][CASTELLERS_COLOURS];
    struct castellers_outline outlines[CASTELLERS_BASES]; /* as board->castles; of the mover */
    unsigned reserve, needed;
    unsigned castles, hopeful, wide, valid, large; /* of the mover */
    bool late;                                     /* the bag is nearly empty */
    int lead; /* of the mover over the best other seat, if the next castle may end the game */
};

/* worths.c: written by tests/bench/learn. */
extern const int16_t castellers_worths[CASTELLERS_TRAITS];

void castellers_plan(const struct castellers_board *board, const int16_t *worths,
                     struct castellers_plan *plan);
/* Returns their worth. */
int castellers_find_traits(const struct castellers_plan *plan, game_move packed,
                           struct traits *traits);

#endif
