/* Ziegen Kriegen (Günter Burkhardt, Amigo 2007): win goats in tricks, but not more than the hill
 * allows.
 *
 * Rule numbers refer to the game's page of rules; RULES.md is the version for players.
 *
 * [reconstructed]: the heads of most cards (goats_heads) and the numbers on the hill cards
 * (goats_hill_cards).
 * Rulings: the next round's first player is the next one clockwise (rule 9). In a series, a player
 * without a trick gets the larger printed number of the fourth hill card, or with no-trick=first
 * the number chosen on the first one, since sources differ (rule 10).
 */
#ifndef BELFRY_GAMES_GOATS_GOATS_H
#define BELFRY_GAMES_GOATS_GOATS_H

#include "games/game.h"
#include "games/shared/tricks.h"

enum {
    GOATS_CARDS = 50, /* numbered in C by their values, 1 to 50 */
    GOATS_HAND = 8,
    GOATS_TRICKS = 8,
    GOATS_HILL_CARDS = 12,
    GOATS_HILL_STEPS = 4, /* hill cards of a round */
    GOATS_HILL_NUMBER_MAX = 8
};

enum goats_step {
    GOATS_DEAL, /* the cards of a round are due */
    GOATS_PLAY, /* rule 2 */
    GOATS_HILL, /* rule 3 */
    GOATS_END
};

/* A hill card's code is its smaller number times 16 plus its larger number. */
static inline uint8_t goats_hill_smaller(uint8_t hill)
{
    return hill >> 4;
}

static inline uint8_t goats_hill_larger(uint8_t hill)
{
    return hill & 15;
}

extern const uint8_t goats_hill_cards[GOATS_HILL_CARDS];

/* The goat heads on a card. */
uint8_t goats_heads(uint8_t card);

/* An unpacked move: a card to play, or a number to choose from the hill card. */
struct goats_move {
    bool hill;
    uint8_t number;
};

/* Numbers are in the order of the moves' texts: see game.h. */
game_move goats_move_pack(struct goats_move move);
bool goats_move_unpack(game_move packed, struct goats_move *move);

/* The hill. The first `built` cards have a chosen number; one more may be turned up. */
struct goats_hill {
    uint8_t turned, built;
    uint8_t cards[GOATS_HILL_STEPS];
    uint8_t numbers[GOATS_HILL_STEPS];
};

/* The sum of the chosen numbers; with four of them it is the limit (rule 5). */
unsigned goats_hill_sum(const struct goats_hill *hill);

/* The last scored round. */
struct goats_scoring {
    uint8_t round; /* 0: none yet */
    struct goats_hill hill;
    uint8_t tricks[GAME_SEATS_MAX];
    uint8_t heads[GAME_SEATS_MAX];
    uint8_t points[GAME_SEATS_MAX]; /* rule 10; in a single round the heads */
};

/* What everybody sees. */
struct goats_board {
    uint8_t players;
    uint8_t series;       /* rules 9 to 11 */
    uint8_t step;         /* enum goats_step */
    uint8_t mover;        /* who acts now */
    uint8_t first;        /* who leads the first trick of this round, or of the round to be dealt */
    uint8_t round;        /* from 1; 0 before the first deal */
    uint8_t trick_number; /* from 1 */
    uint8_t taker;        /* of the previous trick in this round; GAME_SPECTATOR: none */
    struct trick trick;
    uint8_t tricks[GAME_SEATS_MAX];
    struct goats_hill hill;
    struct goats_scoring scoring;
    uint8_t no_trick_first;          /* rule 10: option no-trick=first */
    uint16_t scores[GAME_SEATS_MAX]; /* of the scored rounds */
};

struct goats_state {
    struct rng rng;
    card_set hands[GAME_SEATS_MAX];
    card_set played;                 /* in this round */
    uint8_t heads[GAME_SEATS_MAX];   /* taken in this round */
    uint8_t hills[GOATS_HILL_CARDS]; /* top first, with those turned up */
    struct goats_board board;
};

struct goats_view {
    card_set hand;   /* the viewer's; empty for a spectator */
    card_set played; /* seen in this round; remembered, but never shown again */
    uint8_t viewer;
    uint8_t hand_sizes[GAME_SEATS_MAX];
    uint8_t heads[GAME_SEATS_MAX]; /* seen when the tricks were taken; remembered, but never told */
    uint8_t unused;                /* keeps the structure free of padding */
    struct goats_board board;
};

struct goats_chance {
    uint8_t first; /* in the setup only */
    uint8_t hand_counts[GAME_SEATS_MAX];
    uint8_t hands[GAME_SEATS_MAX][GOATS_HAND];
    uint8_t hill_count;
    uint8_t hills[GOATS_HILL_CARDS];
};

/* The positions of the highest card, which takes the trick, and of the lowest card, whose player
 * turns up a hill card. */
uint8_t goats_trick_highest(const struct trick *trick);
uint8_t goats_trick_lowest(const struct trick *trick);

/* After a scored round: the seats in the lead, or the winners after the last round (rules 7, 8 and
 * 11). */
seat_set goats_leaders(const struct goats_board *board);

enum goats_event {
    GOATS_PLAYED,    /* details: card, heads */
    GOATS_TURNED,    /* a hill card is turned up; details: smaller, larger number */
    GOATS_BUILT,     /* details: number, sum of the hill, numbers chosen so far */
    GOATS_TAKEN,     /* details: card, heads of the trick, 1 if it was the round's last trick */
    GOATS_COUNTED,   /* a round; details: limit, then the heads of each seat; the rest is in the
                        scoring of the view */
    GOATS_WON,       /* the game; details: set of seats, 0 for nobody; points */
    GOATS_NEW_ROUND, /* seat: who leads; details: round, rounds */
    GOATS_EVENTS
};

enum goats_refusal {
    GOATS_ACCEPTED,
    GOATS_NOT_A_MOVE,
    GOATS_NOT_YOUR_TURN,
    GOATS_NO_SUCH_CARD,
    GOATS_HILL_FIRST,
    GOATS_NO_HILL_NOW,
    GOATS_NOT_ON_THE_HILL_CARD,
    GOATS_IMPOSSIBLE_DEAL,
    GOATS_REFUSALS
};

extern const struct game_rules goats_rules;
extern const struct game_text goats_text;
extern const struct game_advice goats_advice;
extern const struct game_lesson goats_lesson;
extern const struct game goats_game;

/* picture.c */
void goats_picture(const struct game_view *opaque, const struct telling *telling,
                   struct canvas *canvas);
/* hand.c */
void goats_hand(const struct game_view *opaque, const struct telling *telling, struct text *out);
/* scoring.c */
void goats_scoring_picture(const struct game_view *opaque, const struct telling *telling,
                           struct canvas *canvas);

#endif
