/* Campanile, first edition (Hanno and Wilfried Kuhn, Blatz 1996): five towers grow, and players
 * bet tokens on the tallest.
 *
 * Rule numbers refer to the game's page of rules; RULES.md is the version for players.
 * All data is exact.
 *
 * Rulings: equal points are a shared win (rule 11).
 */
#ifndef BELFRY_GAMES_CAMPANILE_CAMPANILE_H
#define BELFRY_GAMES_CAMPANILE_CAMPANILE_H

#include "games/game.h"
#include "games/shared/towers_scene.h"

enum {
    CAMPANILE_SEATS = 5,
    CAMPANILE_HAND = 3,
    CAMPANILE_CARDS = 70,
    CAMPANILE_PILES = 3,
    CAMPANILE_PILE_MAX = 18,
    CAMPANILE_REMOVED_MAX = 2,
    CAMPANILE_TURN_MOVES = 2,
    CAMPANILE_LEGAL_MAX = 32
};

enum campanile_step {
    CAMPANILE_DEAL,
    CAMPANILE_BUILD_STEP, /* rule 3 */
    CAMPANILE_BET_STEP,   /* rule 4 */
    CAMPANILE_END
};

enum campanile_action { CAMPANILE_BUILD, CAMPANILE_BET, CAMPANILE_PASS };

/* An unpacked move. `number` is the number of storeys or the value of the token. */
struct campanile_move {
    uint8_t action, tower, number;
};

/* Numbers are in the order of the moves' texts: see game.h. */
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
    uint8_t played[TOWERS]; /* cards; remembered, but never shown again */
    struct majority bets[TOWERS];
    uint8_t tokens[CAMPANILE_SEATS][TOWER_TOKEN_VALUES]; /* not yet bet */
    uint8_t face_up[CAMPANILE_PILES];                    /* TOWER_NONE: the pile is used up */
    uint8_t pile_left[CAMPANILE_PILES];                  /* with the card that lies face up */
    uint8_t known[CAMPANILE_SEATS]
                 [TOWERS]; /* cards of the hands that everybody saw; never shown again */
    uint8_t last_seat;     /* who made the moves `last`; GAME_SPECTATOR before the first move */
    uint8_t last_count;
    uint8_t last[CAMPANILE_TURN_MOVES]; /* packed moves of that turn so far */
};

/* Hands are counted by tower. */
struct campanile_state {
    struct rng rng;
    struct campanile_board board;
    uint8_t hands[CAMPANILE_SEATS][TOWERS];
    /* The cards that lie face down. The next card of a pile is [size - left + 1]; those before it
     * are zero. */
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

/* Writes the mover's legal moves in rising order, at most CAMPANILE_LEGAL_MAX; `hand` is their
 * hand, counted by tower, which matters for builds alone. */
size_t campanile_legal(const struct campanile_board *board, const uint8_t *hand, game_move *moves);

/* The flags of ranks 1 to 5. */
extern const struct tower_flag campanile_flags[TOWERS];
/* Writes the points of each seat as the towers stand (rules 9 and 10); returns the seats with the
 * most points. */
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

/* Fills in the details of CAMPANILE_WON. */
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
extern const struct game_advice campanile_advice;
extern const struct game_lesson campanile_lesson;
extern const struct game campanile_game;

/* picture.c */
struct towers_scene campanile_scene(const struct campanile_board *board,
                                    const struct telling *telling);
void campanile_picture(const struct game_view *view, const struct telling *telling,
                       struct canvas *canvas);
void campanile_scoring(const struct game_view *view, const struct telling *telling,
                       struct canvas *canvas);
/* hand.c */
void campanile_hand(const struct game_view *opaque, const struct telling *telling,
                    struct text *out);

#endif
