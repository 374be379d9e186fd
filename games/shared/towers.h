/* What the games about towers share: majorities, the ranking of towers, flags, and how the five
 * towers A to E of both editions of Campanile are written.
 *
 * Plain data, no allocation. Nothing here knows the rules of one game.
 */
#ifndef BELFRY_GAMES_SHARED_TOWERS_H
#define BELFRY_GAMES_SHARED_TOWERS_H

#include "games/game.h"
#include "games/shared/notation.h"

/* -- Majorities: who has how much in one place ---------------------------------------------- */

/* Who has how much in one place, and who comes first among those who have equally much. `order`
 * lists the seats that have something there; its unused places are zero. */
struct majority {
    uint8_t count; /* of seats in order */
    uint8_t order[GAME_SEATS_MAX];
    uint8_t sums[GAME_SEATS_MAX]; /* by seat */
};

/* `seat` gets `value` more; who had nothing there joins at the end of the order. */
void majority_add(struct majority *majority, uint8_t seat, uint8_t value);
/* `seat` gets `value` less, which he must have; who has nothing left leaves the order. */
void majority_remove(struct majority *majority, uint8_t seat, uint8_t value);
/* Writes the seats that have something, the largest sum first, of equal sums the one earlier in the
 * order; returns how many. */
unsigned majority_rank(const struct majority *majority, uint8_t ranked[GAME_SEATS_MAX]);

/* -- Towers and flags ------------------------------------------------------------------------ */

enum {
    TOWERS = 5,
    TOWER_TOKEN_VALUES = 3, /* tokens (markers) of value 1, 2 and 3 */
    TOWER_STOREYS_MAX = 3,  /* in one turn */
    TOWER_FLAG_PLACES = 3,
    TOWER_NONE = 255
};

/* Tokens of value 1, 2 and 3 that a player starts with. */
extern const uint8_t tower_tokens[TOWER_TOKEN_VALUES];

/* What the first, second … player at a tower gets. */
struct tower_flag {
    uint8_t places;
    uint8_t points[TOWER_FLAG_PLACES];
};

/* The towers from the highest to the lowest; of equal ones the one with the smaller index first. */
void towers_rank(const uint8_t *heights, unsigned count, uint8_t *ranked);
/* Points that a flag brings at one tower, by seat; zero for all others. */
void towers_award(const struct majority *majority, const struct tower_flag *flag,
                  uint8_t points[GAME_SEATS_MAX]);

/* -- Cards of towers -------------------------------------------------------------------------- */

char tower_letter(unsigned tower);
/* One letter A to E, in either case. Nothing is consumed on false. */
bool tower_read(struct notation *notation, uint8_t *tower);
/* A tower and a number from 1 to 3 in either order, as in `c 2`, `c2` and `2 c`. */
bool tower_read_with_number(struct notation *notation, uint8_t *tower, uint8_t *number);
extern const struct record_token tower_record_token;

/* Hands and the like are counts by tower: `A A C`. */
void tower_print_cards(const uint8_t counts[TOWERS], struct text *out);
/* Adds `cards` to counts by tower; false if one of them is no tower. */
bool tower_count_cards(const uint8_t *cards, unsigned count, uint8_t counts[TOWERS]);
/* What everybody knows of a hand after it played a card of `tower`. Cards are alike, so of what is
 * known of a hand a card played is always a known one if there is one. */
void tower_forget_card(uint8_t known[TOWERS], unsigned tower);

/* What one viewer knows of the cards. */
struct tower_knowledge {
    uint8_t players;
    uint8_t viewer;
    uint8_t per_tower;              /* cards of each tower in the game */
    uint8_t face_up_count;          /* of face_up */
    const uint8_t *face_up;         /* TOWER_NONE: no card lies there */
    const uint8_t *played;          /* by tower */
    const uint8_t *hand;            /* the viewer's */
    const uint8_t (*shown)[TOWERS]; /* cards in hands that everybody saw, by seat */
};

/* Writes the cards that the viewer has not seen, rising; returns how many. */
unsigned tower_unseen_cards(const struct tower_knowledge *knowledge, uint8_t *cards);
/* A hand of `size` cards: what the viewer knows of it, filled up from `cards`. Returns the cards
 * behind those used. */
const uint8_t *tower_fill_hand(const struct tower_knowledge *knowledge, unsigned seat,
                               unsigned size, const uint8_t *cards, uint8_t hand[TOWERS]);

#endif
