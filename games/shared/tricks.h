/* What trick-taking games share: cards as sets, the trick on the table and who takes it.
 *
 * A card is a number below 64 of the game's own choosing, a hand is a set of them. Cards that are
 * written alike have neighbouring numbers, and the game names the upper ones in a set, its `twins`.
 * A set that holds only one of two alike cards holds the lower number, so that equal hands are
 * equal numbers and nobody can tell alike cards apart; `card_set_add` and `card_set_remove` see to
 * it. A game without alike cards passes 0.
 */
#ifndef BELFRY_GAMES_SHARED_TRICKS_H
#define BELFRY_GAMES_SHARED_TRICKS_H

#include <stdbool.h>
#include <stdint.h>

#include "games/game.h"

typedef uint64_t card_set; /* bit c: card c */

#define CARD_BIT(card) ((card_set)1 << (card))

static inline bool card_set_has(card_set set, uint8_t card)
{
    return set >> card & 1;
}

static inline unsigned card_set_count(card_set set)
{
    return (unsigned)__builtin_popcountll(set);
}

/* Takes the lowest number out of a set that is not empty. */
static inline uint8_t card_set_next(card_set *set)
{
    uint8_t card = (uint8_t)__builtin_ctzll(*set);
    *set &= *set - 1;
    return card;
}

/* The lower number of the cards written like this one. */
uint8_t card_kind(uint8_t card, card_set twins);
/* One more card written like `card`; there is room for it. */
card_set card_set_add(card_set set, uint8_t card, card_set twins);
/* One card written like `card` less; the set holds one. */
card_set card_set_remove(card_set set, uint8_t card, card_set twins);
/* All cards of `others` less, each of which the set holds. */
card_set card_set_without(card_set set, card_set others, card_set twins);

/* The cards on the table in the order in which they were played, clockwise from the leader. */
struct trick {
    uint8_t leader;
    uint8_t count;
    uint8_t cards[GAME_SEATS_MAX];
};

void trick_add(struct trick *trick, uint8_t card);
/* Who played, or will play, the card at `position`. */
uint8_t trick_seat(const struct trick *trick, uint8_t players, uint8_t position);
/* Whose turn it is while the trick is not complete. */
uint8_t trick_mover(const struct trick *trick, uint8_t players);
/* Where the card of `seat` lies in the trick; false if the seat has not played yet. */
bool trick_position(const struct trick *trick, uint8_t players, uint8_t seat, uint8_t *position);

/* How strong a card of this trick is by the game's rule. */
typedef unsigned trick_strength(const void *rule, const struct trick *trick, uint8_t card);
/* Position of the strongest card; of equal ones the one played later. The trick has a card. */
uint8_t trick_strongest(const struct trick *trick, trick_strength *strength, const void *rule);

#endif
