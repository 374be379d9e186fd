/* What trick-taking games share: sets of cards, the trick on the table and who takes it.
 *
 * A game numbers its cards below 64; a hand is a set of cards. Two cards that are written alike
 * have neighbouring numbers, and the set `twins` holds the upper one of each pair. A set that holds
 * one card of a pair holds the lower number, so that equal hands are equal numbers and nobody can
 * tell the two cards apart: `card_set_add` and `card_set_remove` keep it that way. A game without
 * such pairs passes 0.
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

/* Removes the lowest card from a set, which is not empty, and returns it. */
static inline uint8_t card_set_next(card_set *set)
{
    uint8_t card = (uint8_t)__builtin_ctzll(*set);
    *set &= *set - 1;
    return card;
}

/* The lower number of the cards that are written like this one. */
uint8_t card_kind(uint8_t card, card_set twins);
/* The set with one more card written like `card`; there is room for it. */
card_set card_set_add(card_set set, uint8_t card, card_set twins);
/* The set without one card written like `card`; the set holds one. */
card_set card_set_remove(card_set set, uint8_t card, card_set twins);
/* The set without all cards of `others`; the set holds them all. */
card_set card_set_without(card_set set, card_set others, card_set twins);

/* The cards on the table in the order in which they were played, clockwise from the leader. */
struct trick {
    uint8_t leader;
    uint8_t count;
    uint8_t cards[GAME_SEATS_MAX];
};

void trick_add(struct trick *trick, uint8_t card);
/* The seat that played, or will play, the card at `position`. */
uint8_t trick_seat(const struct trick *trick, uint8_t players, uint8_t position);
/* Whose turn it is while the trick is not complete. */
uint8_t trick_mover(const struct trick *trick, uint8_t players);
/* Finds the position of the seat's card in the trick; false if the seat has not played yet. */
bool trick_position(const struct trick *trick, uint8_t players, uint8_t seat, uint8_t *position);

/* The strength of a card in this trick, by the game's rule. */
typedef unsigned trick_strength(const void *rule, const struct trick *trick, uint8_t card);
/* The position of the strongest card; of equal cards the one played later. The trick is not
 * empty. */
uint8_t trick_strongest(const struct trick *trick, trick_strength *strength, const void *rule);

#endif
