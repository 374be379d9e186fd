/* Traits of moves, for advice that is learned: each move has a few, and a trait has a worth.
 * Sixteen units of worth double the chance that a good player makes the move. The worths are
 * learned from games of the search (tests/bench/learn.h).
 */
#ifndef BELFRY_GAMES_SHARED_TRAITS_H
#define BELFRY_GAMES_SHARED_TRAITS_H

#include "games/shared/weights.h"

enum { TRAITS_OF_MOVE = 16, TRAITS_WORTH_DOUBLES = 16 };

struct traits {
    unsigned count;
    uint16_t list[TRAITS_OF_MOVE];
};

/* The place of a value among `count` of them from `least` on; those outside count as the first or
 * the last. */
static inline unsigned traits_place(int value, int least, unsigned count)
{
    int place = value - least;
    return place < 0 ? 0 : place >= (int)count ? count - 1 : (unsigned)place;
}

static inline void traits_add(struct traits *traits, unsigned trait)
{
    traits->list[traits->count++] = (uint16_t)trait;
}

static inline void traits_add_if(struct traits *traits, bool has, unsigned trait)
{
    if (has)
        traits_add(traits, trait);
}

/* Of a row from `first` to `last` the one at `place`, or the last. */
static inline void traits_add_of_row(struct traits *traits, unsigned first, unsigned last,
                                     unsigned place)
{
    traits_add(traits, first + place < last ? first + place : last);
}

static inline bool traits_have(const struct traits *traits, unsigned trait)
{
    for (unsigned i = 0; i < traits->count; i++)
        if (traits->list[i] == trait)
            return true;
    return false;
}

static inline int traits_worth(const struct traits *traits, const int16_t *worths)
{
    int worth = 0;
    for (unsigned i = 0; i < traits->count; i++)
        worth += worths[traits->list[i]];
    return worth;
}

/* What stands for a worth until traits_weigh: a move's worth is kept where its weight will be, so
 * that no playout needs room for a list of them. */
static inline uint16_t traits_worth_kept(int worth)
{
    return (uint16_t)(worth - INT16_MIN);
}

/* Makes worths that are kept into weights, in proportion to the chances that they stand for; the
 * most likely move has the largest weight. */
static inline void traits_weigh(uint16_t *weights, size_t count)
{
    enum { REACH = WEIGHT_DOUBLINGS / 2, MOST = REACH * TRAITS_WORTH_DOUBLES };
    int most = 0;
    for (size_t i = 0; i < count; i++)
        most = weights[i] > most ? weights[i] : most;
    for (size_t i = 0; i < count; i++)
        weights[i] = weight_of_gain(MOST + weights[i] - most, TRAITS_WORTH_DOUBLES, REACH);
}

#endif
