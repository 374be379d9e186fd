/* What there is to say about a move, for the advice (games/shared/traits.h). The worths are learned
 * from games of the search (tests/bench/learn.h).
 */
#ifndef BELFRY_GAMES_NJET_TRAITS_H
#define BELFRY_GAMES_NJET_TRAITS_H

#include "games/njet/njet.h"
#include "games/shared/traits.h"

enum {
    NJET_LEFT = 4,      /* free cells of a row before a stone: two to five */
    NJET_STRENGTHS = 6, /* of a hand */
    NJET_SORTS = 19,    /* of cards: a 1 of the super colour, nine plain ones, nine trumps */
    NJET_PLACES = 4,    /* in the trick: first, second, between, last */
    NJET_STAGES = 3,    /* of the tricks */
    NJET_TAKERS = 3,    /* the seat itself, a partner, another */
    NJET_FOLLOWERS = 3, /* seats that play after the card: none, one, more */
    NJET_WAYS = 5,      /* leads plain, leads a trump, follows, trumps, throws off */
    NJET_BEATERS = 6,   /* unseen cards that beat the trick's best one by colour */
    NJET_CARDS_LEFT = 5 /* of a colour in the rest of the hand */
};

/* ROW(name, count): of `count` traits in a row, a move has at most one; two cards that are
 * discarded have one each. The taker is who gets the trick if it ends with this card. */
#define NJET_TRAIT_ROWS(ROW)                                                                       \
    ROW(STONE, NJET_ROWS *NJET_LEFT)                                                               \
    ROW(TRUMP_CARDS, 8 * NJET_LEFT)  /* cards of the colour */                                     \
    ROW(TRUMP_HIGH, 4 * NJET_LEFT)   /* high ones */                                               \
    ROW(TRUMP_RANK, 4 * NJET_LEFT)   /* free colours that suit the seat better */                  \
    ROW(TRUMP_SUPER, 3)              /* the 1s, if it is the super colour */                       \
    ROW(SUPER_ONES, 3 * NJET_LEFT)   /* 1s of the colour */                                        \
    ROW(SUPER_NONE, 5 * NJET_LEFT)   /* all 1s */                                                  \
    ROW(SUPER_OTHERS, 5 * NJET_LEFT) /* 1s of the other free colours */                            \
    ROW(POINTS, 4 * NJET_LEFT * NJET_STRENGTHS)                                                    \
    ROW(START, NJET_SEATS_MAX *NJET_LEFT)                                                          \
    ROW(DISCARD, 3 * NJET_LEFT * 4) /* weak cards */                                               \
    ROW(PARTNER_SEAT, NJET_SEATS_MAX)                                                              \
    ROW(PARTNER_TRUMPS, 4) /* the partner's stones in the row */                                   \
    ROW(PARTNER_SUPERS, 5)                                                                         \
    ROW(PARTNER_FEWER, 3) /* the partner's stones on fewer points */                               \
    ROW(PARTNER_MORE, 3)                                                                           \
    ROW(PARTNER_BEHIND, 3) /* seats with more points than the partner */                           \
    ROW(ALONE, NJET_STRENGTHS)                                                                     \
    ROW(DISCARDS, NJET_SORTS)                                                                      \
    ROW(DISCARDS_LEFT, NJET_CARDS_LEFT * 3) /* a trump, plain with trumps in the hand, without */  \
    ROW(CARD, NJET_SORTS *NJET_PLACES)                                                             \
    ROW(CARD_TAKEN, NJET_SORTS *NJET_TAKERS)                                                       \
    ROW(CARD_STAGE, NJET_SORTS *NJET_STAGES)                                                       \
    ROW(HOLDS, NJET_BEATERS *NJET_TAKERS *NJET_FOLLOWERS) /* others follow */                      \
    ROW(TRUMPED, 4 * 3 * NJET_TAKERS)     /* unseen trumps, unseen of the led colour */            \
    ROW(BOOTY, 3 * NJET_TAKERS)           /* the others' 1s in the trick */                        \
    ROW(RISK, 3 * NJET_TAKERS)            /* the team's 1s */                                      \
    ROW(CHANGES, 3 * NJET_TAKERS * 2 * 2) /* others follow; a partner does */                      \
    ROW(LEFT, NJET_WAYS *NJET_CARDS_LEFT)                                                          \
    ROW(MASTER, NJET_WAYS * 2 * 2) /* no unseen card is higher; trumps are unseen */               \
    ROW(LED_VOID, 3 * 2 * 2)       /* others, a partner have none; a trump */                      \
    ROW(OWN_TRUMPS, NJET_WAYS *NJET_CARDS_LEFT)                                                    \
    ROW(SUPERS_OUT, NJET_WAYS * 3)                                                                 \
    ROW(LOWER, 4 * NJET_TAKERS * 2) /* own lower cards of the colour; others follow */

enum njet_trait {
#define ROW(name, count) TRAIT_##name, TRAIT_##name##_LAST = TRAIT_##name + (count) - 1,
    NJET_TRAIT_ROWS(ROW)
#undef ROW
        NJET_TRAITS
};

/* What all moves of a seat have in common. */
struct njet_plan {
    const struct njet_state *state;
    const struct njet_board *board;
    uint8_t seat;
    card_set hand;
    uint8_t left[NJET_ROWS]; /* free cells; while stones are placed */
    uint8_t strength;        /* of the hand: from 0 to NJET_STRENGTHS - 1 */
    /* While cards are discarded and played. */
    struct njet_ranking ranking;
    card_set trumps, supers; /* a card is in one of them at most */
    /* While cards are played. */
    card_set unseen;
    seat_set team;
    uint8_t followers;
    bool partner_follows;
    uint8_t best, taker;  /* the trick's best card so far and whose it is */
    uint8_t theirs, ours; /* 1s in the trick */
};

/* What rules of thumb say of a hand, too: its 7s to 9s, and the cards of a colour, of which these
 * count twice. */
unsigned njet_high_cards(card_set hand);
unsigned njet_strength_in(card_set hand, uint8_t colour);
/* The cards of its colour that beat a card which is played before them. */
card_set njet_higher_than(uint8_t card);

/* worths.c: written by tests/bench/learn. */
extern const int16_t njet_worths[NJET_TRAITS];

/* It is the seat's turn. Only what the seat knows counts. */
void njet_plan(const struct njet_state *state, uint8_t seat, struct njet_plan *plan);
void njet_find_traits(const struct njet_plan *plan, game_move packed, struct traits *traits);

#endif
