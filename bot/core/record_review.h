/* The numbers of a review: what the coach made of each decision that one seat had at a table that
 * is over. Shares are of the games won, from 0 to 1.
 */
#ifndef BELFRY_BOT_CORE_RECORD_REVIEW_H
#define BELFRY_BOT_CORE_RECORD_REVIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "games/game.h"

struct record_look {
    uint32_t n;                      /* line of the transcript */
    double best, made;               /* the shares of the best move and of the one that was made */
    char better[GAME_MOVE_TEXT_MAX]; /* the best move, if the one made was among the costliest;
                                        otherwise "" */
};

struct record_review {
    uint8_t seat; /* from 0 */
    bool ended;   /* with a result; the game was not aborted */
    double won;   /* the seat's part of the win, if it ended */
    size_t count;
    struct record_look *looks; /* in the order of the game */
};

/* Whether the move was one of the costliest. */
static inline bool record_look_is_costly(const struct record_look *look)
{
    return look->better[0] != '\0';
}

void record_review_free(struct record_review *review);

#endif
