/* What both editions of Campanile share: majorities, the ranking of towers, flags, cards, and how
 * the five towers A to E are written.
 *
 * Plain data, no allocation. Nothing here knows the rules of one edition.
 */
#ifndef BELFRY_GAMES_SHARED_TOWERS_H
#define BELFRY_GAMES_SHARED_TOWERS_H

#include "games/game.h"
#include "games/shared/notation.h"

/* -- Majorities ------------------------------------------------------------------------------ */

/* How much each seat has in one place. `order` lists the seats that have something there, in the
 * order in which they came, which breaks ties. Its unused entries are zero. */
struct majority {
    uint8_t count; /* of seats in order */
    uint8_t order[GAME_SEATS_MAX];
    uint8_t sums[GAME_SEATS_MAX]; /* by seat */
};

/* Gives `seat` `value` more. A seat that had nothing there joins the end of the order. */
void majority_add(struct majority *majority, uint8_t seat, uint8_t value);
/* Takes `value` from `seat`, which must have it. A seat that has nothing left leaves the order. */
void majority_remove(struct majority *majority, uint8_t seat, uint8_t value);
/* Writes the seats that have something, by falling sum; of equal sums the seat earlier in the order
 * comes first. Returns how many seats. */
unsigned majority_rank(const struct majority *majority, uint8_t ranked[GAME_SEATS_MAX]);

/* -- Towers and flags ------------------------------------------------------------------------ */

enum {
    TOWERS = 5,
    TOWER_TOKEN_VALUES = 3, /* tokens (markers) of value 1, 2 and 3 */
    TOWER_STOREYS_MAX = 3,  /* in one turn */
    TOWER_FLAG_PLACES = 3,
    TOWER_NONE = 255
};

/* How many tokens of value 1, 2 and 3 a player starts with. */
extern const uint8_t tower_tokens[TOWER_TOKEN_VALUES];

/* What the first, second and third player at a tower score. */
struct tower_flag {
    uint8_t places;
    uint8_t points[TOWER_FLAG_PLACES];
};

/* Writes the towers from the highest to the lowest; of equal towers the smaller index comes
 * first. */
void towers_rank(const uint8_t *heights, unsigned count, uint8_t *ranked);
/* Writes the points of each seat at a tower that has this flag. */
void towers_award(const struct majority *majority, const struct tower_flag *flag,
                  uint8_t points[GAME_SEATS_MAX]);

/* -- Cards of towers -------------------------------------------------------------------------- */

char tower_letter(unsigned tower);
/* Reads a letter from A to E, in either case. Consumes nothing on false. */
bool tower_read(struct notation *notation, uint8_t *tower);
/* Reads a tower and a number from 1 to 3 in either order: `c 2`, `c2`, `2 c`. */
bool tower_read_with_number(struct notation *notation, uint8_t *tower, uint8_t *number);
extern const struct record_token tower_record_token;

/* Adds cards, which are counted by tower: `A A C`. */
void tower_print_cards(const uint8_t counts[TOWERS], struct text *out);
/* Adds `cards` to counts by tower; false if one of them is not a tower. */
bool tower_count_cards(const uint8_t *cards, unsigned count, uint8_t counts[TOWERS]);
/* Updates what everybody knows of a hand after it played a card of `tower`. Cards of a tower are
 * alike, so the played card counts as a known one if one is known. */
void tower_forget_card(uint8_t known[TOWERS], unsigned tower);

/* What one viewer knows of the cards. */
struct tower_knowledge {
    uint8_t players;
    uint8_t viewer;
    uint8_t per_tower;              /* how many cards each tower has */
    uint8_t face_up_count;          /* of face_up */
    const uint8_t *face_up;         /* TOWER_NONE: no card */
    const uint8_t *played;          /* by tower */
    const uint8_t *hand;            /* the viewer's */
    const uint8_t (*shown)[TOWERS]; /* cards of each seat's hand that everybody saw */
};

/* Writes the cards that the viewer has not seen, in rising order; returns how many. */
unsigned tower_unseen_cards(const struct tower_knowledge *knowledge, uint8_t *cards);
/* Makes a hand of `size` cards: those that the viewer knows, filled up from `cards`. Returns the
 * first card not used. */
const uint8_t *tower_fill_hand(const struct tower_knowledge *knowledge, unsigned seat,
                               unsigned size, const uint8_t *cards, uint8_t hand[TOWERS]);

#endif
