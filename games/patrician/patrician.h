/* Patrician (Michael Schacht, Amigo 2007): own the most floors in the towers of ten Italian cities.
 *
 * Rule numbers refer to the game's page of rules; RULES.md is the version for players.
 *
 * [reconstructed]: the limits of most cities and what most cards show. All of this is in data.c,
 * which says what is certain.
 * Rulings: players with equal points and equal floors share the win (rule 10).
 */
#ifndef BELFRY_GAMES_PATRICIAN_PATRICIAN_H
#define BELFRY_GAMES_PATRICIAN_PATRICIAN_H

#include "games/game.h"

enum {
    PATRICIAN_SEATS = 5,
    PATRICIAN_CITIES = 10, /* the last one is in play with five players only */
    PATRICIAN_SITES = 2,
    PATRICIAN_TOWER_MAX = 8, /* floors: the highest limit minus one floor on the other site */
    PATRICIAN_HAND = 3,
    PATRICIAN_CARDS = 55,
    PATRICIAN_PLAYED_MAX = 24, /* cards that one of two players plays */
    PATRICIAN_DECK_MAX = 33,
    PATRICIAN_NO_CITY = 255
};

/* -- Cards (data.c) ---------------------------------------------------------------------------- */

/* What a card shows beside its crest, in the byte order of the texts. */
enum patrician_what {
    PATRICIAN_TWO,
    PATRICIAN_B,
    PATRICIAN_B_STARRED,
    PATRICIAN_BB,
    PATRICIAN_FREE,
    PATRICIAN_H,
    PATRICIAN_H_STARRED,
    PATRICIAN_HH,
    PATRICIAN_L,
    PATRICIAN_L_STARRED,
    PATRICIAN_LL,
    PATRICIAN_MOVE,
    PATRICIAN_WHATS
};

enum patrician_noble { PATRICIAN_LADY, PATRICIAN_HAT, PATRICIAN_BEARD, PATRICIAN_NOBLES };

/* A card's code is the alphabetical rank of its city times PATRICIAN_WHATS plus what it shows, so
 * that codes are in the order of their texts. Equal cards have the same code. */
enum {
    PATRICIAN_CODES = PATRICIAN_CITIES * PATRICIAN_WHATS,
    PATRICIAN_UNSEEN_CARD = 254, /* in views: a card that the viewer has not seen */
    PATRICIAN_NO_CARD = 255
};

struct patrician_city_data {
    const char *name, *code;
    enum paint paint; /* closest to the printed colour */
    uint8_t limit;    /* of floors; also the points of the large tile */
    uint8_t cards[PATRICIAN_WHATS];
};

/* In the order of the page. */
extern const struct patrician_city_data patrician_cities[PATRICIAN_CITIES];
/* The cities in alphabetical order of their codes, and the rank of each city in this order. */
extern const uint8_t patrician_alphabet[PATRICIAN_CITIES];
extern const uint8_t patrician_rank[PATRICIAN_CITIES];
extern const char *const patrician_whats[PATRICIAN_WHATS];

unsigned patrician_cities_in_play(unsigned players);
/* The points of the large tile (0) or the small tile (1). */
unsigned patrician_tile(unsigned city, unsigned tile);
uint8_t patrician_card(unsigned city, enum patrician_what what);
unsigned patrician_card_city(uint8_t card);
enum patrician_what patrician_card_what(uint8_t card);
/* How many cards of a code below PATRICIAN_CODES the box has. */
unsigned patrician_card_copies(uint8_t card);
bool patrician_is_starred(uint8_t card);
/* How many nobles of a kind a card shows. */
unsigned patrician_nobles(uint8_t card, enum patrician_noble noble);
/* `roma:l*` */
void patrician_print_card(uint8_t card, struct text *out);

/* -- Positions --------------------------------------------------------------------------------- */

enum patrician_step {
    PATRICIAN_DEAL,
    PATRICIAN_TO_PLAY, /* rule 2 */
    PATRICIAN_TO_MOVE, /* rule 5 */
    PATRICIAN_TO_TAKE, /* rule 6 */
    PATRICIAN_END
};

enum patrician_action { PATRICIAN_MOVING, PATRICIAN_PASSING, PATRICIAN_PLAYING, PATRICIAN_TAKING };

/* An unpacked move. */
struct patrician_move {
    uint8_t action;
    uint8_t city;                   /* when moving or taking; when playing, the card's city */
    uint8_t card;                   /* when playing */
    uint8_t sites[PATRICIAN_SITES]; /* 1 or 2; 0: none. A floor is moved from the first */
};

/* Numbers are in the order of the moves' texts: see game.h. */
game_move patrician_move_pack(struct patrician_move move);
bool patrician_move_unpack(game_move packed, struct patrician_move *move);

struct patrician_city {
    uint8_t heights[PATRICIAN_SITES];
    uint8_t floors[PATRICIAN_SITES][PATRICIAN_TOWER_MAX]; /* their owners, from the ground up */
    uint8_t tiles[2]; /* who got the large and the small tile; GAME_SPECTATOR before the scoring */
    uint8_t open;     /* the open card */
};

/* The last turn, as far as it was played. */
struct patrician_turn {
    uint8_t seat; /* GAME_SPECTATOR: none yet */
    uint8_t card;
    uint8_t sites[PATRICIAN_SITES];
    uint8_t moved; /* a city; PATRICIAN_NO_CITY: none */
    uint8_t moved_from;
    uint8_t taken; /* a city; PATRICIAN_NO_CITY: none */
    uint8_t taken_card;
};

/* What everybody has seen. Played cards are closed (rule 2), but everybody saw them being played.
 * So they are remembered, but before the end only their owner is told them. */
struct patrician_board {
    uint8_t players;
    uint8_t step; /* enum patrician_step */
    uint8_t mover;
    uint8_t deck_left;
    struct patrician_turn turn;
    uint8_t floors_left[PATRICIAN_SEATS];
    uint8_t played_counts[PATRICIAN_SEATS];
    uint8_t played[PATRICIAN_SEATS][PATRICIAN_PLAYED_MAX];
    struct patrician_city cities[PATRICIAN_CITIES]; /* cities not in play are zero */
};

struct patrician_state {
    struct rng rng;
    /* By seat, the starred cards that were dealt at the start and not played yet: the only cards in
     * hands that the others have not seen. The bit of a card is 3 × rank + noble. */
    uint32_t secrets[PATRICIAN_SEATS];
    struct patrician_board board;
    uint8_t hands[PATRICIAN_SEATS][PATRICIAN_HAND]; /* in rising order, then PATRICIAN_NO_CARD */
    uint8_t deck[PATRICIAN_DECK_MAX];               /* the top is deck[deck_left - 1] */
};

struct patrician_view {
    uint32_t secrets; /* the viewer's */
    struct patrician_board board;
    uint8_t viewer;
    /* The known cards in rising order: all of the viewer's, and those that others took openly. Then
     * PATRICIAN_UNSEEN_CARD for each unknown card, then PATRICIAN_NO_CARD. */
    uint8_t hands[PATRICIAN_SEATS][PATRICIAN_HAND];
};

struct patrician_chance {
    uint8_t first;
    uint8_t hand_counts[PATRICIAN_SEATS];
    uint8_t hands[PATRICIAN_SEATS][PATRICIAN_HAND];
    uint8_t open[PATRICIAN_CITIES]; /* in the order of the page */
    uint8_t deck_count;
    uint8_t deck[PATRICIAN_DECK_MAX]; /* top first */
};

unsigned patrician_floors(const struct patrician_city *city);
bool patrician_is_scored(const struct patrician_city *city);
unsigned patrician_hand_size(const uint8_t hand[PATRICIAN_HAND]);
/* Writes the legal moves of the acting seat in rising order; `hand` is its hand. */
size_t patrician_legal(const struct patrician_board *board, const uint8_t hand[PATRICIAN_HAND],
                       game_move *moves);

void patrician_hand_add(uint8_t hand[PATRICIAN_HAND], uint8_t card);
/* The card's bit in `secrets`; 0 if the card is not starred. */
uint32_t patrician_secret_bit(uint8_t card);

/* -- Scoring (scoring.c) ----------------------------------------------------------------------- */

/* Who gets the tile of a tower, and with how many floors. */
struct patrician_majority {
    uint8_t winner;
    uint8_t floors;
    bool tied; /* decided by the highest floor */
};

/* Rule 4. The tower has at least one floor. */
struct patrician_majority patrician_majority_in(const uint8_t *floors, unsigned height);
/* The site of the higher tower of a full city. */
unsigned patrician_higher_site(const struct patrician_city *city);

/* A seat's score (rules 9 and 10). */
struct patrician_score {
    uint8_t nobles[PATRICIAN_NOBLES];
    uint8_t tile_points;
    uint8_t noble_points;
    uint8_t floors; /* the seat's floors on the board */
};
/* The points for `count` nobles of a kind. */
unsigned patrician_noble_points(unsigned count);
struct patrician_score patrician_score_of(const struct patrician_board *board, unsigned seat);
/* The points as they stand, and the winners as if the game were over. */
void patrician_standing(const struct patrician_board *board, struct game_result *result);

enum patrician_event {
    PATRICIAN_PLAYED, /* details: card, sites, floors on site 1, on site 2 */
    PATRICIAN_SCORED, /* details: city, then twice (large tile, small tile): winner, floors,
                         tied */
    PATRICIAN_MOVED,  /* details: city, site it left, owner of the floor, floors on site 1, on site
                         2 */
    PATRICIAN_PASSED, /* moved nothing */
    PATRICIAN_TOOK,   /* details: city, card, card turned up or PATRICIAN_NO_CARD, whether in the
                         city of the card just played */
    PATRICIAN_FINISHED, /* the game; details: set of winners, then points of each seat */
    PATRICIAN_EVENTS
};

enum patrician_refusal {
    PATRICIAN_ACCEPTED,
    PATRICIAN_NOT_A_MOVE,
    PATRICIAN_NOT_YOUR_TURN,
    PATRICIAN_NO_SUCH_CARD,
    PATRICIAN_EMPTY_SITE_FIRST,
    PATRICIAN_PLAY_NOW,
    PATRICIAN_MOVE_NOW,
    PATRICIAN_TAKE_NOW,
    PATRICIAN_NOT_IN_PLAY,
    PATRICIAN_JUST_BUILT_THERE,
    PATRICIAN_ALREADY_SCORED,
    PATRICIAN_NO_OWN_FLOOR,
    PATRICIAN_NO_TOWER,
    PATRICIAN_NO_CARD_THERE,
    PATRICIAN_IMPOSSIBLE_DEAL,
    PATRICIAN_REFUSALS
};

extern const struct game_text patrician_text;
extern const struct game_advice patrician_advice;
extern const struct game_lesson patrician_lesson;
extern const struct game patrician_game;

/* deal.c: functions of struct game_rules (games/game.h). */
void patrician_draw(struct game_state *opaque, struct game_chance *opaque_outcome);
bool patrician_record(struct game_chance *opaque, struct record *record, uint8_t players,
                      bool setup);
game_refusal patrician_deal(struct game_state *opaque, const struct game_chance *opaque_outcome,
                            struct game_events *events);
void patrician_view(const struct game_state *opaque, uint8_t viewer, struct game_view *opaque_view);
void patrician_redeal(const struct game_view *opaque_view, struct rng *rng,
                      struct game_state *opaque);
/* notation.c */
/* As struct game_text, label. */
void patrician_label(game_move packed, const struct telling *telling, struct text *out);
void patrician_print(game_move packed, struct text *out);
bool patrician_parse(const struct game_view *opaque, const struct words *words, const char *typed,
                     game_move *packed, struct text *expected);
/* picture.c */
void patrician_picture(const struct game_view *opaque, const struct telling *telling,
                       struct canvas *canvas);
/* hand.c */
void patrician_hand(const struct game_view *opaque, const struct telling *telling,
                    struct text *out);
/* score_table.c */
void patrician_scoring_picture(const struct game_view *opaque, const struct telling *telling,
                               struct canvas *canvas);

#endif
