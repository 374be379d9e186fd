/* The Pillars of the Earth, the card game (Michael Rieneck, Kosmos 2010): win your own craftsmen
 * and materials in tricks, whoever plays them, and turn the materials into points.
 *
 * Rule numbers refer to the game's page of rules; RULES.md is the version for players.
 *
 * [reconstructed]: values and points of the neutral cards, the number of material cards and the
 * value of the advantage cards (all in cards.c).
 * Rulings: after the King's trick the player of the King leads (rule 7); if several players have no
 * trick, nobody gets the King's trick (rule 8); players with equal points and equally many
 * advantage cards share the win (rule 15). An aborted game counts the rounds whose evaluation is
 * finished.
 */
#ifndef BELFRY_GAMES_PILLARS_PILLARS_H
#define BELFRY_GAMES_PILLARS_PILLARS_H

#include "games/game.h"
#include "games/shared/notation.h"
#include "games/shared/tricks.h"

enum {
    PILLARS_SEATS_MAX = 4,
    PILLARS_HAND_MAX = 10,
    PILLARS_ADVANTAGES = 5,
    PILLARS_KEEP = 3, /* materials kept for the next round (rule 12) */
    PILLARS_NOBODY = GAME_SPECTATOR
};

/* -- Cards ------------------------------------------------------------------------------------ */

/* Everything with a name is numbered in the order of the texts: `1:10` comes before `1:2`. */
enum pillars_craft {
    PILLARS_BUILDER,   /* 10 */
    PILLARS_TOOLMAKER, /* 2 */
    PILLARS_MASON,     /* 4 */
    PILLARS_CARPENTER, /* 6 */
    PILLARS_MIXER,     /* 8 */
    PILLARS_CRAFTS
};

/* A craftsman is their seat times PILLARS_CRAFTS plus the craft. The neutral cards and the
 * advantage cards follow. */
enum pillars_card {
    PILLARS_ALFRED = PILLARS_SEATS_MAX * PILLARS_CRAFTS,
    PILLARS_ALIENA,
    PILLARS_ASSISTANT,
    PILLARS_BRICKMAKER,
    PILLARS_ELLEN,
    PILLARS_FOUNDER,
    PILLARS_KING,
    PILLARS_PAINTER,
    PILLARS_PHILIP,
    PILLARS_POTTER,
    PILLARS_REGAN,
    PILLARS_SAND,
    PILLARS_STONE = PILLARS_SAND + 2,
    PILLARS_TOM = PILLARS_STONE + 2,
    PILLARS_WALERAN,
    PILLARS_WILLIAM,
    PILLARS_WOOD,
    PILLARS_CARDS = PILLARS_WOOD + 2,
    PILLARS_NAMED = PILLARS_CARDS - PILLARS_ALFRED
};

enum pillars_material {
    PILLARS_METAL,
    PILLARS_SAND_MATERIAL,
    PILLARS_STONE_MATERIAL,
    PILLARS_WOOD_MATERIAL,
    PILLARS_MATERIALS
};

/* The second cards of sand, stone and wood. */
extern const card_set pillars_twins;
/* The five advantage cards, in the order of the game's page. */
extern const uint8_t pillars_advantages[PILLARS_ADVANTAGES];

static inline bool pillars_is_craftsman(uint8_t card)
{
    return card < PILLARS_ALFRED;
}

static inline uint8_t pillars_craftsman_seat(uint8_t card)
{
    return card / PILLARS_CRAFTS;
}

static inline uint8_t pillars_craftsman(uint8_t seat, uint8_t craft)
{
    return (uint8_t)(seat * PILLARS_CRAFTS + craft);
}

/* A seat's five craftsmen. */
static inline card_set pillars_craftsmen(uint8_t seat)
{
    return (CARD_BIT(PILLARS_CRAFTS) - 1) << (seat * PILLARS_CRAFTS);
}

bool pillars_is_advantage(uint8_t card);
/* All cards in play, except the advantage card of the round. */
card_set pillars_deck(uint8_t players);
/* A card's value in a trick (rule 5); the King's is the highest. */
uint8_t pillars_value(uint8_t card);
/* The points for a neutral card (rule 9); 0 for other cards. */
int pillars_points(uint8_t card);
/* The material that a card brings; false if it brings none. */
bool pillars_brings(uint8_t card, uint8_t *material);

void pillars_print_card(uint8_t card, struct text *out);
bool pillars_parse_card(const char *bytes, size_t length, uint8_t *card);
/* Lists a set like a sorted hand: craftsmen by seat and rising value, then the others by falling
 * value. Returns how many. */
unsigned pillars_sort_cards(card_set set, uint8_t cards[PILLARS_CARDS]);
/* Prints a set in that order. */
void pillars_print_cards(card_set set, struct text *out);
/* `alfred` to `wood`, from PILLARS_ALFRED on; NULL for the second cards of twins. */
extern const char *const pillars_card_words[PILLARS_NAMED];
extern const char *const pillars_material_words[PILLARS_MATERIALS];

/* -- Conversions (rule 11) --------------------------------------------------------------------- */

enum pillars_converter {
    PILLARS_WITH_ASSISTANT,
    PILLARS_WITH_BRICKMAKER,
    PILLARS_WITH_BUILDER,
    PILLARS_WITH_CARPENTER,
    PILLARS_WITH_FOUNDER,
    PILLARS_WITH_MASON,
    PILLARS_WITH_MIXER,
    PILLARS_WITH_POTTER,
    PILLARS_WITH_TOOLMAKER,
    PILLARS_CONVERTERS
};

extern const char *const pillars_converter_words[PILLARS_CONVERTERS];
/* The points for one of each material; 0 for the brickmaker. */
extern const uint8_t pillars_yields[PILLARS_CONVERTERS][PILLARS_MATERIALS];

/* The materials that a converter takes, as bits. */
uint8_t pillars_takes(uint8_t converter);
/* Whether a seat has the converter through its won cards and advantage cards. */
bool pillars_has_converter(uint8_t converter, uint8_t seat, card_set won, card_set advantages);
/* All that it has, as bits. */
uint16_t pillars_converters(uint8_t seat, card_set won, card_set advantages);

/* -- Moves ------------------------------------------------------------------------------------- */

enum pillars_action {
    PILLARS_CONVERT,
    PILLARS_DONE,
    PILLARS_DROP,
    PILLARS_PLAY,
    PILLARS_TOM_GIVES
};

struct pillars_move {
    uint8_t action;
    uint8_t what;     /* a card or a converter, else 0 */
    uint8_t material; /* else 0 */
};

/* Numbers are in the order of the moves' texts: see game.h. */
game_move pillars_move_pack(struct pillars_move move);
bool pillars_move_unpack(game_move packed, struct pillars_move *move);

/* -- State and view ---------------------------------------------------------------------------- */

enum pillars_step {
    PILLARS_DEAL,       /* the cards of a round are due */
    PILLARS_TRICKS,     /* rules 3 to 7 */
    PILLARS_EVALUATION, /* rules 8 to 13; each seat has its own steps */
    PILLARS_END
};

enum pillars_seat_step {
    PILLARS_CHOOSES,  /* the material from Tom (rule 9) */
    PILLARS_CONVERTS, /* rule 11 */
    PILLARS_DROPS,    /* rule 12 */
    PILLARS_READY
};

/* The current evaluation, or the last one. */
struct pillars_evaluation {
    card_set cards[PILLARS_SEATS_MAX]; /* in each seat's tricks, with the King's trick */
    int16_t before[PILLARS_SEATS_MAX]; /* points before the round */
    uint16_t used[PILLARS_SEATS_MAX];  /* converters, as bits */
    uint8_t earned[PILLARS_SEATS_MAX][PILLARS_CONVERTERS]; /* points by converter */
    uint8_t steps[PILLARS_SEATS_MAX];                      /* enum pillars_seat_step */
    uint16_t round;                                        /* 0: none yet */
    uint8_t advantage;                                     /* the card of the round */
    uint8_t advantage_seat; /* who got it; PILLARS_NOBODY: it went under the pile */
    uint8_t kings_seat;     /* who got the King's trick, or PILLARS_NOBODY */
    uint8_t painter_seat;   /* who has the painter, or PILLARS_NOBODY */
    uint8_t last;           /* the game ends with this round */
    uint8_t unused;         /* keeps the structure free of padding */
};

/* What everybody sees. */
struct pillars_board {
    struct pillars_evaluation evaluation;
    card_set advantages[PILLARS_SEATS_MAX]; /* that each seat has won */
    int16_t scores[PILLARS_SEATS_MAX];
    uint16_t round; /* from 1; 0 before the first deal */
    uint8_t players, max_rounds;
    uint8_t step;         /* enum pillars_step */
    uint8_t mover;        /* who plays now */
    uint8_t first;        /* who led the round: the holder of Aliena (rule 3) */
    uint8_t trick_number; /* from 1 */
    uint8_t taker;        /* of the previous trick in this round, or PILLARS_NOBODY */
    uint8_t kings_player; /* who played the King, once the King's trick is set aside */
    uint8_t tricks[PILLARS_SEATS_MAX];
    uint8_t materials[PILLARS_SEATS_MAX][PILLARS_MATERIALS];
    uint8_t advantage; /* the card of the round */
    uint8_t pile_left;
    uint8_t known[PILLARS_ADVANTAGES]; /* the pile's cards that everybody has seen, top first; 0:
                                          unknown */
    struct trick trick;
    uint8_t unused[3]; /* keeps the structure free of padding */
};

struct pillars_state {
    struct rng rng;
    card_set hands[PILLARS_SEATS_MAX];
    card_set taken[PILLARS_SEATS_MAX]; /* in the tricks of this round */
    card_set kings_trick;
    struct pillars_board board;
    uint8_t pile[8]; /* advantage cards, the top first; board.pile_left of them */
};

struct pillars_view {
    card_set hand; /* the viewer's; empty for a spectator */
    card_set
        taken[PILLARS_SEATS_MAX]; /* seen when the tricks were taken; remembered, but never told */
    card_set kings_trick;         /* the same */
    struct pillars_board board;
    uint8_t viewer;
    uint8_t hand_sizes[PILLARS_SEATS_MAX];
    uint8_t unused[3]; /* keeps the structure free of padding */
};

struct pillars_chance {
    uint8_t pile_count;               /* in the setup only */
    uint8_t pile[PILLARS_ADVANTAGES]; /* in the setup only */
    uint8_t hand_counts[PILLARS_SEATS_MAX];
    uint8_t hands[PILLARS_SEATS_MAX][PILLARS_HAND_MAX];
};

/* -- What is asked of a board ------------------------------------------------------------------ */

uint8_t pillars_hand_size(uint8_t players);
/* Cards that may be played from `hand` (rule 4). */
card_set pillars_playable(card_set hand);
/* The position of the card that takes the trick so far (rule 5). The trick is not empty. */
uint8_t pillars_deciding(const struct trick *trick);
/* The seat that would get the trick as it lies (rule 6); PILLARS_NOBODY: it would be set aside. */
uint8_t pillars_taker(const struct pillars_board *board);
unsigned pillars_stock(const struct pillars_board *board, uint8_t seat);
/* The materials that `seat` may convert with `converter` now, as bits. */
uint8_t pillars_convertible(const struct pillars_board *board, uint8_t seat, uint8_t converter);
/* The seats that may act. */
seat_set pillars_actors(const struct pillars_board *board);
/* The seats in the lead, or the winners (rule 15). */
seat_set pillars_leaders(const struct pillars_board *board);
/* Writes the seat's legal moves in rising order, at most 40; `hand` is its hand. */
size_t pillars_legal(const struct pillars_board *board, uint8_t seat, card_set hand,
                     game_move *moves);

enum pillars_event {
    PILLARS_PLAYED,      /* details: card */
    PILLARS_TAKEN,       /* details: card, seat that played it, 1 if it was the last trick */
    PILLARS_SET_ASIDE,   /* seat: who played the King; details: 1 if it was the last trick */
    PILLARS_KINGS_TRICK, /* seat: who gets it, or PILLARS_NOBODY */
    PILLARS_ADVANTAGE,   /* seat: who gets it, or PILLARS_NOBODY; details: card */
    PILLARS_COUNTED,     /* details: points for cards and the painter by seat */
    PILLARS_TOM_GAVE,    /* details: material */
    PILLARS_CONVERTED,   /* details: converter, material, points, new score */
    PILLARS_STOPPED,     /* done converting */
    PILLARS_DROPPED,     /* details: material, number, 1 if nothing else could be dropped */
    PILLARS_ROUND,       /* the round is over; details: scores by seat */
    PILLARS_WON,         /* the game; details: set of seats, points, 1 if advantage cards decided */
    PILLARS_NEW_ROUND,   /* seat: who leads; details: round, advantage card */
    PILLARS_EVENTS
};

enum pillars_refusal {
    PILLARS_ACCEPTED,
    PILLARS_NOT_A_MOVE,
    PILLARS_NOT_YOUR_TURN,
    PILLARS_IS_READY,
    PILLARS_NO_SUCH_CARD,
    PILLARS_ALFRED_LAST,
    PILLARS_NOT_WHILE_PLAYING,
    PILLARS_HAND_IS_EMPTY,
    PILLARS_TOM_FIRST,
    PILLARS_TOM_IS_PAID,
    PILLARS_NO_SUCH_CONVERTER,
    PILLARS_CONVERTER_USED,
    PILLARS_WRONG_MATERIAL,
    PILLARS_NO_SUCH_MATERIAL,
    PILLARS_CONVERT_FIRST,
    PILLARS_DROP_FIRST,
    PILLARS_NOTHING_TO_DROP,
    PILLARS_IMPOSSIBLE_DEAL,
    PILLARS_REFUSALS
};

/* Whether the seat, with this hand, may make the move now: enum pillars_refusal. */
game_refusal pillars_check(const struct pillars_board *board, uint8_t seat, card_set hand,
                           const struct pillars_move *move);

extern const struct game_rules pillars_rules;
extern const struct game_text pillars_text;
extern const struct game_advice pillars_advice;
extern const struct game_lesson pillars_lesson;
extern const struct game pillars_game;

/* evaluation.c: begins the evaluation, when all hands are empty, and makes its automatic steps. */
void pillars_begin_evaluation(struct pillars_state *state, struct game_events *events);
/* Makes a legal move of the evaluation. */
void pillars_evaluate(struct pillars_state *state, uint8_t seat, const struct pillars_move *move,
                      struct game_events *events);

/* notation.c */
void pillars_print_move(game_move packed, struct text *out);
bool pillars_parse_move(const struct game_view *view, const struct words *words, const char *typed,
                        game_move *move, struct text *expected);

/* wording.c: message keys of names. */
/* Of a neutral or advantage card, for sentences, with an article where it has one. */
const char *pillars_card_message(uint8_t card);
const char *pillars_craft_message(uint8_t card);
/* As they are typed. */
const char *pillars_converter_message(uint8_t converter);
const char *pillars_material_message(uint8_t material);

/* picture.c */
void pillars_picture(const struct game_view *view, const struct telling *telling,
                     struct canvas *canvas);
/* hand.c */
void pillars_hand(const struct game_view *opaque, const struct telling *telling, struct text *out);
/* text.c: says who must do what; tells who won. */
void pillars_situation(const struct game_view *opaque, const struct telling *telling,
                       struct text *out);
void pillars_tell_won(const struct telling *telling, const struct game_event *event,
                      struct text *out);
/* sentences.c */
void pillars_describe(const struct game_view *view, const struct telling *telling,
                      struct text *out);
/* scoring.c */
void pillars_scoring_picture(const struct game_view *view, const struct telling *telling,
                             struct canvas *canvas);

#endif
