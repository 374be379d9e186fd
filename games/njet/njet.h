/* Njet! (Stefan Dorra, Goldsieber 1997): first everybody says no, then tricks are played under the
 * conditions that are left.
 *
 * Rule numbers refer to the game's page of rules; RULES.md is the version for players.
 * All data is exact.
 *
 * Rulings: players who can't follow may play any card (rule 9; option must-trump is the strict
 * reading).
 */
#ifndef BELFRY_GAMES_NJET_NJET_H
#define BELFRY_GAMES_NJET_NJET_H

#include "games/game.h"
#include "games/shared/tricks.h"

enum {
    NJET_SEATS_MAX = 4,
    NJET_COLOURS = 4,
    NJET_CARDS_PER_COLOUR = 10,
    NJET_CARDS = 40,
    NJET_HAND_MAX = 12
};

/* Colours and cells are numbered in the order of their texts. */
enum njet_colour { NJET_BLUE, NJET_GREEN, NJET_BLACK, NJET_RED };

/* A card is its colour times 10, plus 0 or 1 for the two 1s, or plus its value. */
extern const card_set njet_twins; /* the second 1 of each colour */

static inline uint8_t njet_colour(uint8_t card)
{
    return card / NJET_CARDS_PER_COLOUR;
}

static inline uint8_t njet_value(uint8_t card)
{
    uint8_t place = card % NJET_CARDS_PER_COLOUR;
    return place < 2 ? 1 : place;
}

static inline uint8_t njet_card(uint8_t colour, uint8_t value)
{
    return (uint8_t)(colour * NJET_CARDS_PER_COLOUR + (value == 1 ? 0 : value));
}

/* All cards of a colour. */
static inline card_set njet_suit(uint8_t colour)
{
    return (CARD_BIT(NJET_CARDS_PER_COLOUR) - 1) << (colour * NJET_CARDS_PER_COLOUR);
}

/* The rank of a card in the order in which cards are written: r, k, b, g, and rising. */
uint8_t njet_written_order(uint8_t card);
/* Writes the cards of a set in that order; returns how many. */
unsigned njet_sort_cards(card_set set, uint8_t cards[NJET_CARDS]);

/* The two 1s of a colour. */
static inline card_set njet_ones(uint8_t colour)
{
    return (card_set)3 << (colour * NJET_CARDS_PER_COLOUR);
}

/* -- The board ------------------------------------------------------------------------------- */

enum njet_row {
    NJET_ROW_DISCARD,
    NJET_ROW_POINTS,
    NJET_ROW_START,
    NJET_ROW_SUPER,
    NJET_ROW_TRUMP,
    NJET_ROWS
};

enum { NJET_CELLS = 20, NJET_NO_COLOUR = 255 };

/* A row of the board: cells `first` to `first + count - 1`. */
struct njet_row_cells {
    uint8_t first, count;
};

extern const struct njet_row_cells njet_rows[NJET_ROWS];

uint8_t njet_row_of(uint8_t cell);
/* The colour of a cell in the trump or super row; NJET_NO_COLOUR for `super none`. */
uint8_t njet_cell_colour(uint8_t cell);

enum njet_stone {
    NJET_FREE,
    NJET_STONE,                                /* NJET_STONE + seat: covered by that seat */
    NJET_COVERED = NJET_STONE + NJET_SEATS_MAX /* covered from the beginning (rule 1) */
};

/* -- Moves ------------------------------------------------------------------------------------- */

enum njet_action { NJET_ALONE, NJET_DISCARD, NJET_NJET, NJET_PARTNER, NJET_PLAY };

enum { NJET_NO_CARD = 63 };

struct njet_move {
    uint8_t action;
    uint8_t what;   /* a cell, a seat or a card */
    uint8_t second; /* the second of two discards, else NJET_NO_CARD */
};

/* Numbers are in the order of the moves' texts: see game.h. */
game_move njet_move_pack(struct njet_move move);
bool njet_move_unpack(game_move packed, struct njet_move *move);

/* -- State and view ---------------------------------------------------------------------------- */

enum njet_step {
    NJET_DEAL,           /* the cards of a round are due */
    NJET_STONES,         /* rule 2 */
    NJET_CHOOSE_PARTNER, /* rule 3 */
    NJET_DISCARDING,     /* rule 4 */
    NJET_TRICKS,         /* rule 5 */
    NJET_END
};

/* The last scored round. */
struct njet_scoring {
    uint8_t round; /* 0: none yet */
    uint8_t points;
    seat_set team;  /* of the start player */
    seat_set alone; /* who scores twice (rule 12) */
    uint8_t tricks[NJET_SEATS_MAX];
    uint8_t booty[NJET_SEATS_MAX];
};

/* What everybody sees. */
struct njet_board {
    uint8_t players, must_trump;
    uint8_t rounds, round; /* from 1; 0 before the first deal */
    uint8_t step;          /* enum njet_step */
    uint8_t mover;  /* who acts now; while discarding, the first seat that has not discarded yet */
    uint8_t dealer; /* of this round, or of the one to be dealt */
    uint8_t stones_left;
    uint8_t stones[NJET_CELLS]; /* enum njet_stone by cell */
    seat_set team;              /* of the start player; empty before they have chosen */
    seat_set discarded;         /* who has discarded */
    uint8_t trick_number;       /* from 1; 0 before the first */
    uint8_t taker;              /* of the previous trick in this round; GAME_SPECTATOR: none */
    struct trick trick;
    uint8_t tricks[NJET_SEATS_MAX];
    uint8_t booty[NJET_SEATS_MAX];
    struct njet_scoring scoring;
    uint16_t scores[NJET_SEATS_MAX];
};

/* `absent` holds the cards that a seat can't have, because it did not follow (or did not trump). */
struct njet_state {
    struct rng rng;
    card_set hands[NJET_SEATS_MAX];
    card_set discards[NJET_SEATS_MAX];
    card_set absent[NJET_SEATS_MAX];
    card_set played; /* in this round */
    struct njet_board board;
};

struct njet_view {
    card_set hand, discards;         /* the viewer's; empty for a spectator */
    card_set absent[NJET_SEATS_MAX]; /* seen; remembered, but never told */
    card_set played;                 /* seen in this round; remembered, but never shown again */
    uint8_t viewer;
    uint8_t hand_sizes[NJET_SEATS_MAX];
    uint8_t unused[3]; /* keeps the structure free of padding */
    struct njet_board board;
};

struct njet_chance {
    uint8_t dealer; /* in the setup only */
    uint8_t hand_counts[NJET_SEATS_MAX];
    uint8_t hands[NJET_SEATS_MAX][NJET_HAND_MAX];
};

/* The cards in play; with 3 players the 2s are out. */
card_set njet_deck(uint8_t players);
/* Those that a seat has not seen: neither in its hand nor among its discards, nor played. */
card_set njet_unseen(uint8_t players, card_set hand, card_set discards, card_set played);
/* The free cells, as bits. */
uint32_t njet_free_cells(const struct njet_board *board);
/* The lowest free cell of a row. Once it is the only one, it is a condition of the round. */
uint8_t njet_free_cell(const struct njet_board *board, uint8_t row);
bool njet_row_is_decided(const struct njet_board *board, uint8_t row);
/* The conditions, once their rows are decided. */
uint8_t njet_start_seat(const struct njet_board *board);
uint8_t njet_discard_count(const struct njet_board *board);
uint8_t njet_points(const struct njet_board *board);
uint8_t njet_trump(const struct njet_board *board);
uint8_t njet_super(const struct njet_board *board); /* NJET_NO_COLOUR: none */
/* The number of tricks of the round (rule 4). */
uint8_t njet_trick_count(const struct njet_board *board);
seat_set njet_everybody(const struct njet_board *board);
seat_set njet_team_of(const struct njet_board *board, uint8_t seat);
/* With 3 players, once there are teams: the seat that scores twice (rule 12). */
seat_set njet_alone(uint8_t players, seat_set team);
/* The tricks and booty of a team, times the points (rule 12), without doubling for a single
 * member. */
unsigned njet_team_sum(const struct njet_scoring *scoring, seat_set team);

/* The seats with the most points now (rule 13). */
seat_set njet_leaders(const struct njet_board *board);

/* The special colours of a round. */
struct njet_ranking {
    uint8_t trump, super;
};

struct njet_ranking njet_ranking_of(const struct njet_board *board);
/* The strength of a card in a trick that began with `led` (rule 10); of equal ones the later card
 * is the stronger. 0: it can't win. */
unsigned njet_strength(struct njet_ranking ranking, uint8_t led, uint8_t card);
/* The position of the card that takes the trick so far (rules 6 to 10). */
uint8_t njet_trick_winner(const struct njet_board *board);
/* The cards of `hand` that may be played now (rules 8 and 9). */
card_set njet_playable(const struct njet_board *board, card_set hand);

/* The cards that a seat shows not to have by playing `card` now. The card is not in the trick
 * yet. */
card_set njet_shown_absent(const struct njet_board *board, uint8_t card);

enum njet_refusal {
    NJET_ACCEPTED,
    NJET_NOT_A_MOVE,
    NJET_NOT_YOUR_TURN,
    NJET_NOT_NOW,
    NJET_CELL_IS_COVERED,
    NJET_LAST_OF_ITS_ROW,
    NJET_NOT_YOURSELF,
    NJET_NO_SUCH_SEAT,
    NJET_NOT_ALONE,
    NJET_WRONG_NUMBER,
    NJET_HAS_DISCARDED,
    NJET_NO_SUCH_DISCARD,
    NJET_NO_SUCH_CARD,
    NJET_MUST_FOLLOW,
    NJET_MUST_TRUMP,
    NJET_IMPOSSIBLE_DEAL,
    NJET_REFUSALS
};

/* Whether the seat, with this hand, may make the move now: enum njet_refusal. */
game_refusal njet_check(const struct njet_board *board, uint8_t seat, card_set hand,
                        const struct njet_move *move);
/* Writes the seat's legal moves in rising order, at most 80; `hand` is its hand. */
size_t njet_legal(const struct njet_board *board, uint8_t seat, card_set hand, game_move *moves);
/* The seats that may act. */
seat_set njet_actors(const struct njet_board *board);

enum njet_event {
    NJET_SAID_NO,      /* details: cell, then the row's only free cell or -1 */
    NJET_CONDITIONS,   /* the last stone is placed; seat: who starts */
    NJET_TEAMS,        /* seat: who chose; details: set of its team */
    NJET_DISCARDED,    /* details: number of cards, number of seats that have not discarded yet */
    NJET_TRICKS_BEGIN, /* all have discarded; seat: who leads */
    NJET_PLAYED,       /* details: card */
    NJET_TAKEN,        /* details: card, booty, 1 if it was the round's last trick, 1 if the card
                          was played just now */
    NJET_COUNTED,      /* a team; details: set of its seats, tricks, booty, points, factor, score of
                          each */
    NJET_WON,          /* the game; details: set of seats, points */
    NJET_NEW_ROUND,    /* seat: dealer; details: round, rounds, who puts the first stone */
    NJET_EVENTS
};

extern const struct game_rules njet_rules;
extern const struct game_text njet_text;
extern const struct game_advice njet_advice;
extern const struct game_lesson njet_lesson;
extern const struct game njet_game;

/* redeal.c */
void njet_redeal(const struct game_view *opaque_view, struct rng *rng, struct game_state *opaque);

/* belief.c; as struct game_advice, explain. */
uint16_t njet_explain(const struct game_state *opaque, uint8_t viewer);

/* label.c; as struct game_text, label. */
void njet_label(game_move packed, const struct telling *telling, struct text *out);
/* notation.c */
void njet_print_card(uint8_t card, struct text *out);
bool njet_parse_card(const char *bytes, size_t length, uint8_t *card);
void njet_print_cards(card_set set, struct text *out);
void njet_print_move(game_move packed, struct text *out);
bool njet_parse_move(const struct game_view *opaque, const struct words *words, const char *typed,
                     game_move *move, struct text *expected);
bool njet_move_is_private(game_move packed);
/* The message key of a row's name. */
const char *njet_row_message(uint8_t row);
/* Says a cell's name: a player's name (cut to `columns`), a word or a number. */
void njet_say_cell(const struct telling *telling, uint8_t cell, unsigned columns, struct text *out);

/* picture.c */
void njet_picture(const struct game_view *opaque, const struct telling *telling,
                  struct canvas *canvas);
/* hand.c */
void njet_hand(const struct game_view *opaque, const struct telling *telling, struct text *out);
/* scoring.c */
void njet_scoring_picture(const struct game_view *opaque, const struct telling *telling,
                          struct canvas *canvas);

#endif
