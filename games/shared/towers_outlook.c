#include "games/shared/towers_outlook.h"

enum { PLACES = 2, SURE = 256, STAKE = TOWERS_STEP / SURE };

/* -- Places at a tower ------------------------------------------------------------------------- */

/* The seats that have most. Of equal seats the one that entered first is ahead. */
struct podium {
    uint8_t seats[PLACES];
    int sums[PLACES];
};

static void enter(struct podium *podium, uint8_t seat, int sum)
{
    int place = 0;
    while (place < PLACES && sum <= podium->sums[place])
        place++;
    if (place == PLACES)
        return;
    for (int after = PLACES - 1; after > place; after--) {
        podium->seats[after] = podium->seats[after - 1];
        podium->sums[after] = podium->sums[after - 1];
    }
    podium->seats[place] = seat;
    podium->sums[place] = sum;
}

/* The first place counts twice. What others have counts as much as what the seat has, if there is
 * one of them, else as the mean of all. */
static int stake_with(const struct towers_outlook *outlook, unsigned tower, int added)
{
    const struct majority *majority = &outlook->majorities[tower];
    const uint8_t seat = outlook->seat;
    struct podium podium = {{0}, {0}};
    for (unsigned i = 0; i < majority->count; i++) {
        uint8_t other = majority->order[i];
        enter(&podium, other, majority->sums[other] + (other == seat ? added : 0));
    }
    if (majority->sums[seat] == 0)
        enter(&podium, seat, added);
    int stake = 0;
    for (int place = 0; place < PLACES; place++)
        if (podium.sums[place] > 0)
            stake += (PLACES - place) *
                     (podium.seats[place] == seat ? STAKE : -STAKE / (outlook->players - 1));
    return stake;
}

/* -- Ranks ------------------------------------------------------------------------------------- */

/* A tower stays the higher one for sure if it leads by one storey, and three sixteenths more for
 * each turn to come. */
static int slope_after(unsigned turns)
{
    return 4 * SURE / (int)(16 + 3 * turns);
}

void towers_look(struct towers_outlook *outlook, const unsigned turns[TOWERS_SCORINGS_MAX])
{
    for (unsigned i = 0; i < outlook->scorings; i++)
        outlook->slopes[i] = slope_after(turns[i]);
    for (unsigned tower = 0; tower < TOWERS; tower++)
        outlook->stakes[tower] = stake_with(outlook, tower, 0);
}

/* The chance that a tower ends above another one, by its lead in half storeys. */
static int chance_by(int lead, int slope)
{
    int chance = SURE / 2 + lead * slope;
    return chance < 0 ? 0 : chance > SURE ? SURE : chance;
}

/* In half storeys, of which the tower nearer to A has one more. */
static int lead_of(const struct towers_outlook *outlook, unsigned tower, unsigned other)
{
    return 2 * (outlook->heights[tower] - outlook->heights[other]) + (tower < other ? 1 : -1);
}

void towers_gain_by_storeys(const struct towers_outlook *outlook, unsigned tower,
                            int gains[TOWER_STOREYS_MAX])
{
    for (int i = 0; i < TOWER_STOREYS_MAX; i++)
        gains[i] = 0;
    for (unsigned other = 0; other < TOWERS; other++) {
        int stake = outlook->stakes[tower] - outlook->stakes[other];
        if (stake == 0)
            continue;
        int lead = lead_of(outlook, tower, other);
        for (unsigned i = 0; i < outlook->scorings; i++) {
            int slope = outlook->slopes[i], before = chance_by(lead, slope);
            for (int storeys = 1; storeys <= TOWER_STOREYS_MAX; storeys++)
                gains[storeys - 1] += stake * (chance_by(lead + 2 * storeys, slope) - before);
        }
    }
}

static int towers_below(const struct towers_outlook *outlook, unsigned tower)
{
    int below = 0;
    for (unsigned other = 0; other < TOWERS; other++)
        for (unsigned i = 0; other != tower && i < outlook->scorings; i++)
            below += chance_by(lead_of(outlook, tower, other), outlook->slopes[i]);
    return below;
}

int towers_gain_by_token(const struct towers_outlook *outlook, unsigned tower, int value)
{
    int change = stake_with(outlook, tower, value) - outlook->stakes[tower];
    return change == 0 ? 0 : change * towers_below(outlook, tower);
}
