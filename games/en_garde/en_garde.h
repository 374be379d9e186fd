/* En Garde (Reiner Knizia, 1993): two fencers on a piste of 23 spaces.
 *
 * Rule numbers refer to the game's page of rules; RULES.md is the version for players.
 * All data is exact.
 *
 * Rulings: none of our own.
 */
#ifndef BELFRY_GAMES_EN_GARDE_EN_GARDE_H
#define BELFRY_GAMES_EN_GARDE_EN_GARDE_H

#include "games/game.h"

enum {
    EN_GARDE_LAST_SPACE = 23,
    EN_GARDE_VALUES = 5, /* card values 1 to 5, five cards of each */
    EN_GARDE_CARDS = 25,
    EN_GARDE_HAND = 5,
    EN_GARDE_PILE = 15 /* after the deal */
};

enum en_garde_level { EN_GARDE_BASIC, EN_GARDE_STANDARD, EN_GARDE_FULL }; /* rule 13 */

enum en_garde_step {
    EN_GARDE_DEAL,   /* the cards of a round are due */
    EN_GARDE_TURN,   /* rules 3 to 5 */
    EN_GARDE_ANSWER, /* to an indirect attack: rules 8 to 10 */
    EN_GARDE_END
};

enum en_garde_action {
    EN_GARDE_ADVANCE,
    EN_GARDE_ADVANCE_ATTACK,
    EN_GARDE_ATTACK,
    EN_GARDE_PARRY,
    EN_GARDE_RETREAT,
    EN_GARDE_YIELD
};

/* An unpacked move. `step` is the card that moves the fencer; `value` and `cards` are the
 * attack. */
struct en_garde_move {
    uint8_t action;
    uint8_t step;
    uint8_t value;
    uint8_t cards;
};

/* Numbers are in the order of the moves' texts: see game.h. */
game_move en_garde_move_pack(struct en_garde_move move);
bool en_garde_move_unpack(game_move packed, struct en_garde_move *move);

/* How a round ended. */
enum en_garde_ending {
    EN_GARDE_NO_ROUND_YET,
    EN_GARDE_HIT,        /* an attack without an answer */
    EN_GARDE_STUCK,      /* rule 7 */
    EN_GARDE_LAST_CARDS, /* rule 12: more cards of the distance; at the basic level rule 13 */
    EN_GARDE_FARTHER,    /* rules 12 and 13: walked further */
    EN_GARDE_DRAWN
};

/* What everybody sees. */
struct en_garde_board {
    uint8_t level, touches_to_win;
    uint8_t step;    /* enum en_garde_step */
    uint8_t mover;   /* who acts now */
    uint8_t starter; /* of this round, or of the one to be dealt */
    uint16_t round;  /* from 1; 0 before the first deal */
    uint8_t space[2];
    uint8_t touches[2];
    uint8_t pile_left;
    struct en_garde_move attack; /* to be answered; without cards there is none */
    struct en_garde_move last;   /* the last move of the round, by last_seat */
    uint8_t last_seat;           /* GAME_SPECTATOR: none yet in this round */
    uint8_t ending;              /* of the previous round: enum en_garde_ending */
    uint8_t ending_winner;       /* GAME_SPECTATOR: drawn */
};

/* Hands are counts by value; [0] is unused. */
struct en_garde_state {
    struct rng rng;
    struct en_garde_board board;
    uint8_t hands[2][EN_GARDE_VALUES + 1];
    uint8_t played[EN_GARDE_VALUES + 1];
    uint8_t pile[EN_GARDE_PILE]; /* the top is pile[EN_GARDE_PILE - pile_left] */
};

struct en_garde_view {
    struct en_garde_board board;
    uint8_t viewer;
    uint8_t hand[EN_GARDE_VALUES + 1]; /* the viewer's; zero for a spectator */
    uint8_t hand_sizes[2];
    uint8_t played[EN_GARDE_VALUES + 1]; /* seen in this round; remembered, but never shown again */
};

struct en_garde_chance {
    uint8_t first; /* in the setup only */
    uint8_t hand_counts[2];
    uint8_t hands[2][EN_GARDE_HAND];
    uint8_t pile_count;
    uint8_t pile[EN_GARDE_PILE];
};

/* The distance between the fencers, at least 1. */
unsigned en_garde_distance(const struct en_garde_board *board);
/* How many spaces a fencer has walked from the start (rule 12). */
unsigned en_garde_walked(const struct en_garde_board *board, uint8_t seat);

/* moves.c: what is legal depends only on the board and the mover's own hand. */
bool en_garde_is_card(unsigned value);
/* Whether the hand holds as many cards of the attack's value as the attack has (rule 8). */
bool en_garde_can_parry(const struct en_garde_board *board, const uint8_t *hand);
game_refusal en_garde_check(const struct en_garde_board *board, const uint8_t *hand,
                            const struct en_garde_move *move);
/* Whether the mover has a legal move at the beginning of a turn (rule 7). */
bool en_garde_can_move(const struct en_garde_board *board, const uint8_t *hand);
/* Writes the mover's legal moves in rising order, at most 64; `hand` is their hand, counted by
 * value. */
size_t en_garde_legal(const struct en_garde_board *board, const uint8_t *hand, game_move *moves);

enum en_garde_event {
    EN_GARDE_MADE,      /* details: action, step, value, cards, distance after it */
    EN_GARDE_PARRIED,   /* by itself (rule 10); details: value, cards */
    EN_GARDE_ROUND,     /* the round ended; seat: winner or GAME_SPECTATOR; details: enum
                           en_garde_ending, distance, cards of that value of seats 1 and 2 where
                           both show them (rule 12), walked by seats 1 and 2 */
    EN_GARDE_SCORE,     /* details: touches of seats 1 and 2 */
    EN_GARDE_WON,       /* the game */
    EN_GARDE_NEW_ROUND, /* seat: who begins; details: round */
    EN_GARDE_EVENTS
};

enum en_garde_refusal {
    EN_GARDE_ACCEPTED,
    EN_GARDE_NOT_A_MOVE,
    EN_GARDE_NOT_YOUR_TURN,
    EN_GARDE_NO_SUCH_CARD,
    EN_GARDE_TOO_FAR,
    EN_GARDE_OFF_THE_PISTE,
    EN_GARDE_WRONG_DISTANCE,
    EN_GARDE_NO_CARD_TO_ATTACK,
    EN_GARDE_NOT_ENOUGH_CARDS,
    EN_GARDE_ANSWER_FIRST,
    EN_GARDE_NOTHING_TO_ANSWER,
    EN_GARDE_CANNOT_PARRY,
    EN_GARDE_NO_CARD_TO_ANSWER,
    EN_GARDE_NO_ROOM_TO_ANSWER,
    EN_GARDE_CAN_STILL_ANSWER,
    EN_GARDE_ONE_CARD_ONLY,
    EN_GARDE_NOT_AT_THIS_LEVEL,
    EN_GARDE_IMPOSSIBLE_DEAL,
    EN_GARDE_REFUSALS
};

extern const struct game_rules en_garde_rules;
extern const struct game_text en_garde_text;
extern const struct game_advice en_garde_advice;
extern const struct game_lesson en_garde_lesson;
extern const struct game en_garde_game;

/* label.c; as struct game_text, label. */
void en_garde_label(game_move packed, const struct telling *telling, struct text *out);
/* picture.c */
void en_garde_picture(const struct game_view *opaque, const struct telling *telling,
                      struct canvas *canvas);
/* hand.c */
void en_garde_hand(const struct game_view *opaque, const struct telling *telling, struct text *out);

#endif
