/* The coach: what a person could have known about their move.
 *
 * A look is one position as one seat sees it. The coach rates every legal move by the search that
 * the bot's own seats use (player_rate), takes the best two, and the move that was made if there is
 * one, and compares them: each hidden deal that it draws is played through once with every one of
 * them first. So luck that is the same for all of them cancels out, and the verdict says how
 * doubtful the difference is.
 *
 * A verdict follows from the view alone. The random numbers have a fixed key and the iterations are
 * counted, so the same look has the same verdict at any time and on every machine.
 */
#ifndef BELFRY_BOT_PLAYERS_COACH_H
#define BELFRY_BOT_PLAYERS_COACH_H

#include "bot/players/player.h"

enum {
    COACH_ITERATIONS = 3000, /* of the rating */
    COACH_DEALS = 800,       /* that are played through with each of the moves compared */
    COACH_MOVES = 3
};

struct coach_look {
    const struct game *game;
    uint8_t players, seat;      /* the seat may act */
    union game_view_block view; /* of the seat */
    bool made;
    game_move move; /* that was made, legal; if `made` */
};

/* Whether both ask the same: then both have the same verdict. */
bool coach_look_is(const struct coach_look *one, const struct coach_look *other);

/* One of the moves compared. */
struct coach_line {
    game_move move;
    double share;  /* of the games that the seat wins after it, from 0 to 1 (player_prospect) */
    double points; /* of the seat at the end of what was played through, in the mean
                      (determinization_count_points) */
    double others; /* of the other seats, summed */
    double doubt;  /* standard error of how much more the first line's share is */
};

struct coach_verdict {
    size_t legal; /* how many legal moves there are */
    size_t count; /* of lines; 1 if only one move is legal, 0 if the time was over before */
    struct coach_line lines[COACH_MOVES]; /* best first */
};

/* Judges the look. `expired` is asked all the time, and true ends it without a verdict; NULL:
 * never. */
void coach_judge(struct player *player, const struct coach_look *look,
                 bool (*expired)(void *context), void *context, struct coach_verdict *verdict);

/* Returns the line of a move that was compared; NULL: it was not. */
const struct coach_line *coach_find(const struct coach_verdict *verdict, game_move move);

/* Whether the first line is better than this one beyond doubt: by at least two hundredths and more
 * than two standard errors. */
bool coach_is_better(const struct coach_verdict *verdict, const struct coach_line *than);

/* Why the first line is better than another, as far as what was played through shows. */
enum coach_reason {
    COACH_ONLY_MOVE,
    COACH_ALL_WON,      /* with the first line every game was won */
    COACH_ALL_LOST,     /* with both of them every game was lost */
    COACH_EQUAL,        /* it is not better beyond doubt */
    COACH_MORE_POINTS,  /* the seat ends with more points, */
    COACH_FEWER_POINTS, /* or the others with fewer, */
    COACH_MORE_WINS,    /* or it wins more often although the points are much the same */
    COACH_REASONS
};

/* `than`: a line of the verdict, NULL for the only move. `*points` gets the difference in whole
 * points, where the reason is one. */
enum coach_reason coach_explain(const struct coach_verdict *verdict, const struct coach_line *than,
                                unsigned *points);

#endif
