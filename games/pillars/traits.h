/* What there is to say about a card that a seat may play, for the advice (games/shared/traits.h).
 * The worths are learned from games of the search (tests/bench/learn.h).
 */
#ifndef BELFRY_GAMES_PILLARS_TRAITS_H
#define BELFRY_GAMES_PILLARS_TRAITS_H

#include "games/pillars/pillars.h"
#include "games/shared/traits.h"

enum {
    PILLARS_SORTS = 24,      /* of cards, by what they are to their player */
    PILLARS_PLACES = 3,      /* in the trick: first, between, last */
    PILLARS_STAGES = 3,      /* of the round */
    PILLARS_TAKERS = 3,      /* the seat itself, another, nobody */
    PILLARS_FOLLOWERS = 3,   /* seats that play after the card: none, one, more */
    PILLARS_SITUATIONS = 9,  /* taker and followers */
    PILLARS_POTS = 16,       /* worths of a trick, from -3 points */
    PILLARS_RIVAL_POTS = 6,  /* the same in steps of two points */
    PILLARS_CARD_WORTHS = 9, /* in points */
    PILLARS_BEATERS = 8,     /* unseen cards that take the trick from its taker */
    PILLARS_VALUES = 12,     /* of cards (rule 5) */
    PILLARS_GOODS = 5        /* in the rest of the hand: cards that the seat wants to win */
};

/* ROW(name, count): of `count` traits in a row, a card has at most one. The taker is who gets the
 * trick if nobody beats the card that decides it now. */
#define PILLARS_TRAIT_ROWS(ROW)                                                                    \
    ROW(SORT, PILLARS_SORTS *PILLARS_PLACES)                                                       \
    ROW(SORT_TAKEN, PILLARS_SORTS *PILLARS_TAKERS)                                                 \
    ROW(SORT_STAGE, PILLARS_SORTS *PILLARS_STAGES)                                                 \
    ROW(SPENT, PILLARS_CARD_WORTHS *PILLARS_SITUATIONS) /* the card to the seat itself */          \
    ROW(POT, PILLARS_POTS *PILLARS_SITUATIONS)          /* the trick to the taker */               \
    ROW(MISSED, PILLARS_POTS *PILLARS_FOLLOWERS)        /* to the seat, if it isn't the taker */   \
    ROW(HOLDS, PILLARS_BEATERS *PILLARS_SITUATIONS)     /* others follow */                        \
    ROW(HOLDS_POT, PILLARS_BEATERS *PILLARS_POTS)       /* the same for the seat itself */         \
    ROW(ADVANTAGE, 2 * PILLARS_SITUATIONS)              /* in the trick already, or the card */    \
    ROW(CHANGES, 4 * 4 * 2)                  /* the taker before and after; others follow */       \
    ROW(KINGS_TRICK, PILLARS_TAKERS * 2 * 2) /* no trick yet; it is set aside */                   \
    ROW(STRENGTH, PILLARS_VALUES *PILLARS_TAKERS)                                                  \
    ROW(SAVED, 4 * PILLARS_GOODS)           /* by strength */                                      \
    ROW(GIVEN, PILLARS_CARD_WORTHS * 2 * 2) /* to another taker; is ahead; others follow */        \
    ROW(RIVAL, 3 * PILLARS_RIVAL_POTS)      /* to another taker, by the score */                   \
    ROW(OTHER_TO_PLAY, 2)                   /* whether another taker still plays */

enum pillars_trait {
#define ROW(name, count) TRAIT_##name, TRAIT_##name##_LAST = TRAIT_##name + (count) - 1,
    PILLARS_TRAIT_ROWS(ROW)
#undef ROW
        PILLARS_TRAITS
};

/* What all cards of a hand have in common. Worths are in halves of a point. */
struct pillars_plan {
    const struct pillars_board *board;
    card_set hand;
    card_set unseen_from[PILLARS_VALUES]; /* cards of this value or more that others may hold */
    uint8_t seat;
    uint8_t followers; /* seats that play after this one */
    uint8_t value;     /* of the card that decides so far, 0 of an empty trick */
    uint8_t taker;     /* so far; PILLARS_NOBODY also of an empty trick */
    bool has_advantage;
    int8_t craftsmen[PILLARS_SEATS_MAX][PILLARS_CRAFTS];
    int8_t materials[PILLARS_SEATS_MAX][PILLARS_MATERIALS];
    int8_t advantage;
    int16_t pots[PILLARS_SEATS_MAX]; /* the trick so far to each seat */
};

/* worths.c: written by tests/bench/learn. */
extern const int16_t pillars_worths[PILLARS_TRAITS];

/* The rounds after this one, as far as it is known. */
int pillars_rounds_left(const struct pillars_board *board);
/* What a material is worth to a seat that may sell it in this round or keep it, in halves of a
 * point. */
extern const uint8_t pillars_kept_worths[PILLARS_MATERIALS];
/* What an advantage card brings in so many rounds, in halves of a point. */
int pillars_worth_of_advantage(uint8_t card, int rounds);
/* The cards are being played, and it is the seat's turn. Only what the seat knows counts. */
void pillars_plan(const struct pillars_state *state, uint8_t seat, struct pillars_plan *plan);
void pillars_find_traits(const struct pillars_plan *plan, uint8_t card, struct traits *traits);

#endif
