/* What the towers promise a seat, for the advice of both editions of Campanile.
 *
 * From rank to rank a flag's numbers fall by about the same step. So a place at a tower is worth
 * that step for each tower that ends lower, and a seat wants the towers where it is ahead to rise
 * past those where others are.
 */
#ifndef BELFRY_GAMES_SHARED_TOWERS_OUTLOOK_H
#define BELFRY_GAMES_SHARED_TOWERS_OUTLOOK_H

#include "games/shared/towers.h"

enum {
    TOWERS_SCORINGS_MAX = 2,
    TOWERS_STEP = 12 * 256, /* in gains: the step of a second place, which doubles a weight */
    TOWERS_REACH = 4        /* doublings of a weight, up and down */
};

struct towers_outlook {
    /* Set by the game. */
    uint8_t players, seat;
    uint8_t scorings; /* to come */
    const uint8_t *heights;
    const struct majority *majorities;
    /* Found by towers_look. */
    int slopes[TOWERS_SCORINGS_MAX]; /* how much a half storey adds to the chance to be higher */
    int stakes[TOWERS];              /* the seat's places there, less those of the others */
};

/* Each scoring is about so many turns away. */
void towers_look(struct towers_outlook *outlook, const unsigned turns[TOWERS_SCORINGS_MAX]);
/* What 1, 2 and 3 storeys more on a tower gain. */
void towers_gain_by_storeys(const struct towers_outlook *outlook, unsigned tower,
                            int gains[TOWER_STOREYS_MAX]);
/* What a token of this value gains at a tower; of a negative value: what it gains to take one away.
 */
int towers_gain_by_token(const struct towers_outlook *outlook, unsigned tower, int value);

#endif
