/* Castellers (Reiner Knizia, Devir 2008): human towers, pawn upon pawn.
 *
 * Rule numbers refer to the game's page of rules; RULES.md is the version for players.
 *
 * [reconstructed]: how often each pawn occurs, which pawns have a blue background, how much a bonus
 * scores. All of this is in data.c.
 * Rulings: levels above the second follow the same rule as the first two (rule 8); which of several
 * equal pawns falls (rule 9); an empty castle returns its base (rule 10); the end is checked after
 * every action, and two idle rounds end the game (rules 12 and 13); bonuses go to valid castles,
 * and white castles break ties (rules 15 and 16).
 */
#ifndef BELFRY_GAMES_CASTELLERS_CASTELLERS_H
#define BELFRY_GAMES_CASTELLERS_CASTELLERS_H

#include "games/game.h"

enum {
    CASTELLERS_SEATS = 4,
    CASTELLERS_PAWNS = 66,
    CASTELLERS_VALUES = 7,
    CASTELLERS_BASES = 12,
    CASTELLERS_OPENING = 2, /* pawns drawn at the opening */
    CASTELLERS_BAG = CASTELLERS_PAWNS - 2 * CASTELLERS_OPENING,
    CASTELLERS_COLUMNS = 27,    /* all pawns of a colour and all white pawns, side by side */
    CASTELLERS_ACTIONS = 2,     /* per turn */
    CASTELLERS_VALID_PAWNS = 4, /* the fewest of a valid castle (rule 11) */
    CASTELLERS_LARGE_PAWNS = 8  /* the fewest of the castle without which no game ends (rule 12) */
};

/* -- Pawns (data.c) ---------------------------------------------------------------------------- */

/* In the byte order of their letters. */
enum castellers_colour {
    CASTELLERS_BLUE,
    CASTELLERS_GREEN,
    CASTELLERS_PINK,
    CASTELLERS_RED,
    CASTELLERS_WHITE, /* also means that a castle has no colour */
    CASTELLERS_COLOURS
};

/* A pawn's code is its colour times CASTELLERS_VALUES plus its value minus 1, so that codes are in
 * the order of their texts. Equal pawns have the same code. */
enum { CASTELLERS_CODES = CASTELLERS_COLOURS * CASTELLERS_VALUES };

static inline unsigned castellers_value(unsigned pawn)
{
    return pawn % CASTELLERS_VALUES + 1;
}

static inline unsigned castellers_colour(unsigned pawn)
{
    return pawn / CASTELLERS_VALUES;
}

static inline uint8_t castellers_pawn(unsigned colour, unsigned value)
{
    return (uint8_t)(colour * CASTELLERS_VALUES + value - 1);
}

extern const uint8_t castellers_points[CASTELLERS_VALUES];
extern const uint8_t castellers_bonus;
extern const char castellers_letters[CASTELLERS_COLOURS];

unsigned castellers_pawn_copies(unsigned pawn);
/* `r3` */
void castellers_print_pawn(uint8_t pawn, struct text *out);

/* -- Castles (castle.c) ------------------------------------------------------------------------ */

/* A column rises strictly, so one bit per value describes it: bit v - 1 for value v. */
struct castellers_column {
    uint8_t values;
    uint8_t whites; /* the white ones among them */
};

struct castellers_castle {
    uint8_t owner;
    uint8_t number; /* from 1, per owner */
    uint8_t colour; /* CASTELLERS_WHITE: none */
    uint8_t width;  /* columns, in the order in which they were begun; the others are zero */
    struct castellers_column columns[CASTELLERS_COLUMNS];
};

unsigned castellers_column_height(const struct castellers_column *column);
/* The pawn on `level` (from 1) of a column, which is at least that high. */
uint8_t castellers_pawn_at(const struct castellers_castle *castle, unsigned column, unsigned level);
uint8_t castellers_top(const struct castellers_castle *castle, unsigned column);
unsigned castellers_castle_pawns(const struct castellers_castle *castle);
/* How many pawns are on a level; on level 1 it is the width. */
unsigned castellers_level_pawns(const struct castellers_castle *castle, unsigned level);
/* The height of the highest column. */
unsigned castellers_levels(const struct castellers_castle *castle);
/* Rule 11. */
bool castellers_is_valid(const struct castellers_castle *castle);
bool castellers_may_widen(const struct castellers_castle *castle);
/* The tops on which a pawn may stand by rule 8, as bits by code: those below the lowest incomplete
 * level. */
uint64_t castellers_open_tops(const struct castellers_castle *castle);
bool castellers_takes_colour(const struct castellers_castle *castle, unsigned pawn);

/* What everybody sees: everything except the order of the bag. */
enum castellers_step {
    CASTELLERS_DEAL,
    CASTELLERS_TURN,  /* an action, or pass */
    CASTELLERS_FALL,  /* rule 9 */
    CASTELLERS_GIVE,  /* during a swap (rule 4) */
    CASTELLERS_PLACE, /* during a swap */
    CASTELLERS_END
};

/* The last move. */
struct castellers_last {
    uint8_t kind; /* enum castellers_event; CASTELLERS_STARTED: there was none */
    uint8_t seat, pawn;
    uint8_t other;          /* whom a pawn was taken from, or given to */
    uint8_t number, levels; /* of the castle that grew or shrank */
    uint8_t begun;          /* 1: the castle is new */
};

struct castellers_board {
    uint8_t players;
    uint8_t step; /* enum castellers_step */
    uint8_t mover;
    uint8_t actions;    /* made in this turn */
    uint8_t idle_turns; /* in a row (rule 13) */
    uint8_t bag_left;
    uint8_t swapped;      /* during a swap: the pawn taken, */
    uint8_t swapped_from; /* whose it was, */
    uint8_t given;        /* and the sum given for it */
    uint8_t castle_count;
    struct castellers_last last;
    uint8_t reserves[CASTELLERS_SEATS][CASTELLERS_CODES]; /* counted by code */
    struct castellers_castle castles[CASTELLERS_BASES];   /* sorted by owner and number */
};

/* The seat's castle with this number, or NULL. */
const struct castellers_castle *castellers_find(const struct castellers_board *board, uint8_t seat,
                                                uint8_t number);
/* Puts a pawn into a castle, which must be legal. `number` 0 begins a new castle; `target` is the
 * top to stand on, or CASTELLERS_CODES for level 1. Returns the castle's index. */
unsigned castellers_put(struct castellers_board *board, uint8_t seat, uint8_t pawn, uint8_t number,
                        uint8_t target);
/* Removes a pawn from a castle: of several equal pawns the one that rule 9 names. It does not join
 * a reserve. */
void castellers_drop(struct castellers_board *board, uint8_t seat, uint8_t number, uint8_t pawn);

/* -- Moves (legal.c) --------------------------------------------------------------------------- */

enum castellers_word {
    CASTELLERS_DONE_GIVING,
    CASTELLERS_FALLING,
    CASTELLERS_GIVING,
    CASTELLERS_PASSING,
    CASTELLERS_PLACING,
    CASTELLERS_RAISING,
    CASTELLERS_RECRUITING,
    CASTELLERS_SWAPPING,
    CASTELLERS_WORDS
};

/* An unpacked move. */
struct castellers_move {
    uint8_t word;
    uint8_t pawn;
    uint8_t number; /* of a castle; 0: a new one */
    uint8_t target; /* the pawn to stand on; CASTELLERS_CODES: level 1 */
    uint8_t seat;   /* in a swap */
};

/* Numbers are in the order of the moves' texts: see game.h. */
game_move castellers_move_pack(struct castellers_move move);
bool castellers_move_unpack(game_move packed, struct castellers_move *move);
/* Writes the mover's legal moves in rising order; they follow from public facts. */
size_t castellers_legal(const struct castellers_board *board, game_move *moves);
/* Whether the mover may make a move, or why not. */
game_refusal castellers_check(const struct castellers_board *board,
                              const struct castellers_move *move);
unsigned castellers_reserve_sum(const struct castellers_board *board, uint8_t seat);
unsigned castellers_reserve_size(const struct castellers_board *board, uint8_t seat);
/* How many white pawns are in the bag, which everybody can work out (deal.c). */
unsigned castellers_whites_left(const struct castellers_board *board);

/* -- Scoring (scoring.c) ----------------------------------------------------------------------- */

struct castellers_score {
    uint8_t pawn_points; /* rule 14 */
    uint8_t bases;
    uint8_t valid; /* castles */
    bool tall, wide;
    uint8_t white_levels; /* rule 16 */
};
void castellers_scores(const struct castellers_board *board,
                       struct castellers_score scores[CASTELLERS_SEATS]);
/* How many valid castles of a player end the game (rule 12). */
unsigned castellers_castles_to_end(unsigned players);
int castellers_total(const struct castellers_score *score);
/* The points as they stand, and the winners as if the game were over. */
void castellers_standing(const struct castellers_board *board, struct game_result *result);
/* Rule 12. */
bool castellers_is_over(const struct castellers_board *board);

/* -- The game ---------------------------------------------------------------------------------- */

struct castellers_state {
    struct rng rng;
    struct castellers_board board;
    uint8_t bag[CASTELLERS_BAG]; /* the next pawn is bag[bag_left - 1]; drawn pawns are zero */
};

struct castellers_view {
    struct castellers_board board;
    uint8_t viewer;
};

struct castellers_chance {
    uint8_t first;
    uint8_t reserve_counts[CASTELLERS_SEATS];
    uint8_t reserves[CASTELLERS_SEATS][CASTELLERS_OPENING];
    uint8_t bag_count;
    uint8_t bag[CASTELLERS_BAG]; /* in the order in which it will be drawn */
};

enum castellers_event {
    CASTELLERS_STARTED,   /* seat: who begins */
    CASTELLERS_RECRUITED, /* details: pawn, pawns left in the bag */
    CASTELLERS_RAISED,    /* details: pawn, castle, target, 1 if new, pawns, 1 if valid */
    CASTELLERS_PLACED,    /* the same, after a swap */
    CASTELLERS_FELL,      /* details: pawn, castle, pawns left in it */
    CASTELLERS_SWAPPED,   /* details: pawn, from whom */
    CASTELLERS_GAVE,      /* details: pawn, to whom, sum given, value taken */
    CASTELLERS_DONE,      /* details: sum given */
    CASTELLERS_PASSED,    /* details: actions made in this turn */
    CASTELLERS_FINISHED,  /* details: set of winners, points of each seat, 1 if all passed */
    CASTELLERS_EVENTS
};

enum castellers_refusal {
    CASTELLERS_ACCEPTED,
    CASTELLERS_NOT_A_MOVE,
    CASTELLERS_NOT_YOUR_TURN,
    CASTELLERS_BAG_EMPTY,
    CASTELLERS_NOT_IN_RESERVE,
    CASTELLERS_NO_BASE,
    CASTELLERS_NO_SUCH_CASTLE,
    CASTELLERS_WRONG_COLOUR,
    CASTELLERS_LEVEL_TWO_BEGUN,
    CASTELLERS_NO_SUCH_TOP,
    CASTELLERS_TOO_SMALL,
    CASTELLERS_LOWER_LEVEL_FIRST,
    CASTELLERS_NOT_THEIRS,
    CASTELLERS_RESERVE_TOO_SMALL,
    CASTELLERS_NOWHERE_TO_PLACE,
    CASTELLERS_NOT_THERE_TO_GIVE,
    CASTELLERS_GIVE_MORE,
    CASTELLERS_FALL_FIRST,
    CASTELLERS_GIVE_FIRST,
    CASTELLERS_PLACE_FIRST,
    CASTELLERS_NOT_NOW,
    CASTELLERS_NOT_THE_HIGHEST,
    CASTELLERS_IMPOSSIBLE_DEAL,
    CASTELLERS_REFUSALS
};

extern const struct game_rules castellers_rules;
extern const struct game_text castellers_text;
extern const struct game_advice castellers_advice;
extern const struct game_lesson castellers_lesson;
extern const struct game castellers_game;

/* deal.c: functions of struct game_rules (games/game.h). */
void castellers_draw(struct game_state *opaque, struct game_chance *opaque_outcome);
bool castellers_record(struct game_chance *opaque, struct record *record, uint8_t players,
                       bool setup);
game_refusal castellers_deal(struct game_state *opaque, const struct game_chance *opaque_outcome,
                             struct game_events *events);
void castellers_redeal(const struct game_view *opaque_view, struct rng *rng,
                       struct game_state *opaque);
/* notation.c */
void castellers_print(game_move packed, struct text *out);
bool castellers_parse(const struct game_view *opaque, const struct words *words, const char *typed,
                      game_move *packed, struct text *expected);
/* label.c; as struct game_text, label. */
void castellers_label(game_move packed, const struct telling *telling, struct text *out);
/* picture.c */
void castellers_picture(const struct game_view *opaque, const struct telling *telling,
                        struct canvas *canvas);
/* hand.c */
void castellers_hand(const struct game_view *opaque, const struct telling *telling,
                     struct text *out);
/* score_table.c */
void castellers_scoring_picture(const struct game_view *opaque, const struct telling *telling,
                                struct canvas *canvas);

#endif
