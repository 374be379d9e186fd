/* Campanile, first edition (Hanno and Wilfried Kuhn, Blatz 1996): five towers grow, tokens are bet
 * on the tallest.
 *
 * Rules are cited by their numbers in the game's page of rules; the players' version is RULES.md.
 * All data is exact.
 *
 * Rulings: most points shared is a shared win (rule 11).
 */
#ifndef BELFRY_GAMES_CAMPANILE_CAMPANILE_H
#define BELFRY_GAMES_CAMPANILE_CAMPANILE_H

#include "games/game.h"
#include "games/shared/towers.h"

enum {
    CAMPANILE_SEATS = 5,
    CAMPANILE_HAND = 3,
    CAMPANILE_CARDS = 70,
    CAMPANILE_CARDS_PER_TOWER = 14,
    CAMPANILE_PILES = 3,
    CAMPANILE_PILE_MAX = 18,
    CAMPANILE_REMOVED_MAX = 2,
    CAMPANILE_TURN_MOVES = 2
};

enum campanile_step {
    CAMPANILE_DEAL,
    CAMPANILE_BUILD_STEP, /* rule 3 */
    CAMPANILE_BET_STEP,   /* rule 4 */
    CAMPANILE_END
};

enum campanile_action { CAMPANILE_BUILD, CAMPANILE_BET, CAMPANILE_PASS };

/* A move unpacked. `number` is the storeys built or the value of the token. */
struct campanile_move {
    uint8_t action, tower, number;
};

/* Rising numbers are rising texts: see game.h. */
game_move campanile_move_pack(struct campanile_move move);
bool campanile_move_unpack(game_move packed, struct campanile_move *move);

/* What everybody sees or has seen. */
struct campanile_board {
    uint8_t players;
    uint8_t exact;          /* option tokens=exact */
    uint8_t built_counts;   /* option bet=visible-or-built */
    uint8_t step;           /* enum campanile_step */
    uint8_t mover;          /* who acts now */
    uint8_t turn;           /* from 1; 0 before the deal */
    uint8_t built, storeys; /* in this turn; storeys 0: not built yet */
    uint8_t heights[TOWERS];
    uint8_t played[TOWERS]; /* cards; remembered, never listed */
    struct majority bets[TOWERS];
    uint8_t tokens[CAMPANILE_SEATS][TOWER_TOKEN_VALUES]; /* left */
    uint8_t face_up[CAMPANILE_PILES];                    /* TOWER_NONE: the pile is used up */
    uint8_t pile_left[CAMPANILE_PILES];                  /* the card that lies face up included */
    uint8_t known[CAMPANILE_SEATS][TOWERS]; /* cards in hands that everybody saw; never listed */
    uint8_t last_seat; /* whose moves `last` are; GAME_SPECTATOR before the first */
    uint8_t last_count;
    uint8_t last[CAMPANILE_TURN_MOVES]; /* packed moves of that turn so far */
};

/* Hands are counts by tower. */
struct campanile_state {
    struct rng rng;
    struct campanile_board board;
    uint8_t hands[CAMPANILE_SEATS][TOWERS];
    /* Face-down cards: the next one of a pile is [size - left + 1]; those before it are zero. */
    uint8_t piles[CAMPANILE_PILES][CAMPANILE_PILE_MAX];
    uint8_t removed[CAMPANILE_REMOVED_MAX];
};

struct campanile_view {
    struct campanile_board board;
    uint8_t viewer;
    uint8_t hand[TOWERS]; /* the viewer's; zero for a spectator */
};

struct campanile_chance {
    uint8_t first;
    uint8_t hand_counts[CAMPANILE_SEATS];
    uint8_t hands[CAMPANILE_SEATS][CAMPANILE_HAND];
    uint8_t pile_counts[CAMPANILE_PILES];
    uint8_t piles[CAMPANILE_PILES][CAMPANILE_PILE_MAX];
    uint8_t removed_count;
    uint8_t removed[CAMPANILE_REMOVED_MAX];
};

/* The mover's legal moves in rising order; `hand` is his, as counts by tower. At most 32. */
size_t campanile_legal(const struct campanile_board *board, const uint8_t *hand, game_move *moves);

/* The flags of ranks 1 to 5. */
extern const struct tower_flag campanile_flags[TOWERS];
/* Points by seat as the towers stand (rules 9 and 10) and the seats that have most of them. */
seat_set campanile_score(const struct campanile_board *board, uint8_t points[CAMPANILE_SEATS]);

enum campanile_event {
    CAMPANILE_DEALT,     /* seat: who begins */
    CAMPANILE_BUILT,     /* details: tower, storeys, height after it */
    CAMPANILE_BET_MADE,  /* details: value, tower, the seat's sum there after it */
    CAMPANILE_PASSED,    /* rule 4 */
    CAMPANILE_TURNED_UP, /* rule 7; details: pile from 0, card, cards left */
    CAMPANILE_USED_UP,   /* rule 8; details: pile from 0 */
    CAMPANILE_RANKED,    /* rule 9; details: towers from the highest to the lowest */
    CAMPANILE_WON,       /* details: points by seat, then the winners as a seat_set */
    CAMPANILE_EVENTS
};

/* The details of CAMPANILE_WON. */
void campanile_fill_won(const struct campanile_board *board, struct game_event *event);

enum campanile_refusal {
    CAMPANILE_ACCEPTED,
    CAMPANILE_NOT_A_MOVE,
    CAMPANILE_NOT_YOUR_TURN,
    CAMPANILE_NO_SUCH_CARD,
    CAMPANILE_BUILD_FIRST,
    CAMPANILE_ALREADY_BUILT,
    CAMPANILE_NO_SUCH_TOKEN,
    CAMPANILE_NOT_FACE_UP,
    CAMPANILE_TOKEN_TOO_SMALL,
    CAMPANILE_TOKEN_NOT_EXACT,
    CAMPANILE_IMPOSSIBLE_DEAL,
    CAMPANILE_REFUSALS
};

extern const struct game_rules campanile_rules;
extern const struct game_text campanile_text;
extern const struct game campanile_game;

/* picture.c */
void campanile_picture(const struct game_view *view, const struct telling *telling,
                       struct canvas *canvas);
void campanile_scoring(const struct game_view *view, const struct telling *telling,
                       struct canvas *canvas);

#endif
