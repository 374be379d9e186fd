/* Campanile, second edition (Hanno and Wilfried Kuhn, DDD 2009): five towers grow and are scored
 * twice, at the Intermezzo card and at the Finito card.
 *
 * Rule numbers refer to the game's page of rules; RULES.md is the version for players.
 * All data is exact.
 *
 * Rulings: Intermezzo lies after exactly half of the deck's tower cards, unless the option middle
 * says otherwise (setup 1). A player who
 * shifts away their last marker loses their place in the order (rule 7). An aborted game scores the
 * chips won so far.
 */
#ifndef BELFRY_GAMES_CAMPANILE_INTERMEZZO_CAMPANILE_INTERMEZZO_H
#define BELFRY_GAMES_CAMPANILE_INTERMEZZO_CAMPANILE_INTERMEZZO_H

#include "games/game.h"
#include "games/shared/towers_scene.h"

enum {
    INTERMEZZO_SEATS = 5,
    INTERMEZZO_HAND = 3,
    INTERMEZZO_CARDS = 60,
    INTERMEZZO_DISPLAY = 3,
    INTERMEZZO_DECK_MAX = 53, /* three players: 51 tower cards and the two cards below */
    INTERMEZZO_FINITO_PLACES = 11,
    INTERMEZZO_CHIP_MAX = 6, /* the largest number on a flag */
    INTERMEZZO_TURN_MOVES = 3,
    INTERMEZZO_LEGAL_MAX = 64
};

/* Codes of cards: towers from 0, then these. */
enum { INTERMEZZO_CARD = TOWERS, FINITO_CARD };

enum intermezzo_step {
    INTERMEZZO_DEAL,
    INTERMEZZO_BUILD_STEP, /* rule 3 */
    INTERMEZZO_MARK_STEP,  /* rules 4 and 7 */
    INTERMEZZO_TAKE_STEP,  /* rule 6 */
    INTERMEZZO_END
};

enum intermezzo_action {
    INTERMEZZO_BUILD,
    INTERMEZZO_MARK,
    INTERMEZZO_PASS,
    INTERMEZZO_SHIFT,
    INTERMEZZO_TAKE
};

/* An unpacked move. `number` is the number of storeys, `from` the tower that a marker leaves. */
struct intermezzo_move {
    uint8_t action, tower, number, from;
};

/* Numbers are in the order of the moves' texts: see game.h. */
game_move intermezzo_move_pack(struct intermezzo_move move);
bool intermezzo_move_unpack(game_move packed, struct intermezzo_move *move);

/* A scoring, kept so that it can be shown again. */
struct intermezzo_scoring {
    uint8_t finito; /* the scoring at Finito, else at Intermezzo */
    uint8_t heights[TOWERS];
    uint8_t before[INTERMEZZO_SEATS]; /* points */
    struct majority markers[TOWERS];
};

/* What everybody sees or has seen. */
struct intermezzo_board {
    uint8_t players;
    uint8_t shift;   /* rule 7 is in play: option shift, with two players */
    uint8_t about;   /* Intermezzo lies near the middle, nobody knows where: option middle */
    uint8_t step;    /* enum intermezzo_step */
    uint8_t mover;   /* who acts now */
    uint8_t turn;    /* from 1; 0 before the deal */
    uint8_t storeys; /* built in this turn; 0: not yet */
    uint8_t heights[TOWERS];
    uint8_t played[TOWERS]; /* cards; remembered, but never shown again */
    struct majority markers[TOWERS];
    uint8_t twos[TOWERS][INTERMEZZO_SEATS];             /* the markers of value 2 among them */
    uint8_t left[INTERMEZZO_SEATS][TOWER_TOKEN_VALUES]; /* markers not yet placed */
    uint8_t display[INTERMEZZO_DISPLAY];                /* TOWER_NONE: no card */
    uint8_t deck_left;
    uint8_t known[INTERMEZZO_SEATS]
                 [TOWERS]; /* cards of the hands that everybody saw; never shown again */
    uint8_t chips[INTERMEZZO_SEATS][INTERMEZZO_CHIP_MAX + 1]; /* how many of each number */
    uint8_t scorings;                                         /* made so far */
    struct intermezzo_scoring last_scoring;
    uint8_t last_seat; /* who made the moves `last`; GAME_SPECTATOR before the first move */
    uint8_t last_count;
    uint8_t last[INTERMEZZO_TURN_MOVES]; /* packed moves of that turn so far */
};

/* Hands are counted by tower. */
struct intermezzo_state {
    struct rng rng;
    struct intermezzo_board board;
    uint8_t hands[INTERMEZZO_SEATS][TOWERS];
    uint8_t
        deck[INTERMEZZO_DECK_MAX]; /* the next card is [size - deck_left]; those before it are 0 */
};

struct intermezzo_view {
    struct intermezzo_board board;
    uint8_t viewer;
    uint8_t hand[TOWERS]; /* the viewer's; zero for a spectator */
};

struct intermezzo_chance {
    uint8_t first;
    uint8_t hand_counts[INTERMEZZO_SEATS];
    uint8_t hands[INTERMEZZO_SEATS][INTERMEZZO_HAND];
    uint8_t deck_count;
    uint8_t deck[INTERMEZZO_DECK_MAX];
};

/* Writes the mover's legal moves in rising order, at most INTERMEZZO_LEGAL_MAX; `hand` is their
 * hand, counted by tower, which matters for builds alone. */
size_t intermezzo_legal(const struct intermezzo_board *board, const uint8_t *hand,
                        game_move *moves);

/* The flags of ranks 1 to 5 at a scoring. */
const struct tower_flag *intermezzo_flags(unsigned players, bool finito);
/* The size of the deck before the display is revealed, with Intermezzo and Finito. */
unsigned intermezzo_deck_size(unsigned players);
/* How many cards are taken until Intermezzo comes up, 0 once it has; with the option middle=about
 * until it would from the middle, at least 1. */
unsigned intermezzo_takes_to_intermezzo(const struct intermezzo_board *board);
/* A seat's points, and the number on its highest chip (rules 10 and 11). */
unsigned intermezzo_points(const struct intermezzo_board *board, unsigned seat);
unsigned intermezzo_highest_chip(const struct intermezzo_board *board, unsigned seat);
/* The seats with the most points, and those of them that are ahead by rule 11. */
seat_set intermezzo_seats_with_most(const struct intermezzo_board *board);
seat_set intermezzo_leaders(const struct intermezzo_board *board);

/* scoring.c: makes the scoring of the card that came up (rules 8 and 9). */
void intermezzo_score(struct intermezzo_board *board, bool finito, struct game_events *events);

/* deck.c: whether all cards are there, three in each hand, with Intermezzo and Finito in their
 * places. */
bool intermezzo_is_possible(const struct intermezzo_chance *outcome,
                            const struct intermezzo_board *board);
/* deck.c: see struct game_rules. */
void intermezzo_draw(struct game_state *opaque, struct game_chance *opaque_outcome);
bool intermezzo_record(struct game_chance *opaque, struct record *record, uint8_t players,
                       bool setup);
void intermezzo_redeal(const struct game_view *opaque_view, struct rng *rng,
                       struct game_state *opaque);

enum intermezzo_event {
    INTERMEZZO_DEALT,    /* seat: who begins */
    INTERMEZZO_BUILT,    /* details: tower, storeys, height after it */
    INTERMEZZO_MARKED,   /* details: value, tower, the seat's sum there after it */
    INTERMEZZO_SHIFTED,  /* details: tower left, tower, the seat's sum there after it */
    INTERMEZZO_PASSED,   /* rule 4 */
    INTERMEZZO_TAKEN,    /* rule 6; details: tower */
    INTERMEZZO_REVEALED, /* details: tower, cards left in the deck */
    INTERMEZZO_SCORED,   /* rule 8; details: points won by seat, then whether it is Finito */
    INTERMEZZO_WON, /* details: points by seat, winners as a seat_set, seats with most points */
    INTERMEZZO_EVENTS
};

/* Fills in the details of INTERMEZZO_WON. */
void intermezzo_fill_won(const struct intermezzo_board *board, struct game_event *event);

enum intermezzo_refusal {
    INTERMEZZO_ACCEPTED,
    INTERMEZZO_NOT_A_MOVE,
    INTERMEZZO_NOT_YOUR_TURN,
    INTERMEZZO_NO_SUCH_CARD,
    INTERMEZZO_BUILD_FIRST,
    INTERMEZZO_ALREADY_BUILT,
    INTERMEZZO_MARK_FIRST,
    INTERMEZZO_TAKE_NOW,
    INTERMEZZO_NO_SUCH_MARKER,
    INTERMEZZO_NOT_IN_DISPLAY,
    INTERMEZZO_NO_SHIFTS,
    INTERMEZZO_SHIFT_AFTER_TWO,
    INTERMEZZO_NO_TWO_THERE,
    INTERMEZZO_SAME_TOWER,
    INTERMEZZO_IMPOSSIBLE_DEAL,
    INTERMEZZO_REFUSALS
};

extern const struct game_rules intermezzo_rules;
extern const struct game_text intermezzo_text;
extern const struct game_advice intermezzo_advice;
extern const struct game_lesson intermezzo_lesson;
extern const struct game campanile_intermezzo_game;

/* picture.c */
/* `points` holds what the scene points at. */
struct towers_scene intermezzo_scene(const struct intermezzo_board *board,
                                     const struct telling *telling,
                                     uint8_t points[INTERMEZZO_SEATS]);
/* Adds the cards of the display: `A C E`. */
void intermezzo_print_display(const struct intermezzo_board *board, const char *separator,
                              struct text *out);
void intermezzo_picture(const struct game_view *view, const struct telling *telling,
                        struct canvas *canvas);
void intermezzo_scoring(const struct game_view *view, const struct telling *telling,
                        struct canvas *canvas);
/* hand.c */
void intermezzo_hand(const struct game_view *opaque, const struct telling *telling,
                     struct text *out);

#endif
