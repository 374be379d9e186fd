/* Advice (games/advice.h): build and move floors where they bring the seat ahead in a tower, the
 * more the fewer floors the city still takes; build where a card with nobles can be drawn. */
#include "games/advice.h"
#include "games/patrician/patrician.h"
#include "games/shared/weights.h"

enum {
    POINT = 64 /* what promises are counted in */,
    NOBLE = 2 * POINT /* three make six points */
};

/* -- Towers ------------------------------------------------------------------------------------ */

/* A tower as a seat sees it. */
struct outlook {
    int height;
    int own, other; /* floors of the seat, and of the best of the others */
    int tie;        /* 1: the seat wins one, as its highest floor lies higher; else -1 */
};

struct prospect {
    int limit;
    struct outlook towers[PATRICIAN_SITES];
};

/* The tie of equal seats goes to the one that got its last floor later. */
static struct outlook outlook_of(const uint8_t *floors, unsigned height, uint8_t seat)
{
    uint8_t counts[PATRICIAN_SEATS] = {0};
    struct outlook outlook = {.height = (int)height, .tie = -1};
    for (unsigned i = 0; i < height; i++) {
        int count = ++counts[floors[i]];
        if (floors[i] == seat) {
            outlook.own = count;
            outlook.tie = count >= outlook.other ? 1 : outlook.tie;
        } else if (count >= outlook.other) {
            outlook.other = count;
            outlook.tie = count >= outlook.own ? -1 : outlook.tie;
        }
    }
    return outlook;
}

static struct prospect prospect_of(const struct patrician_city *city, unsigned number, uint8_t seat)
{
    struct prospect prospect = {.limit = patrician_cities[number].limit};
    for (unsigned site = 0; site < PATRICIAN_SITES; site++)
        prospect.towers[site] = outlook_of(city->floors[site], city->heights[site], seat);
    return prospect;
}

static void add_own(struct outlook *outlook)
{
    outlook->height++;
    outlook->own++;
    if (outlook->own >= outlook->other)
        outlook->tie = 1;
}

/* -- What a city promises ---------------------------------------------------------------------- */

/* From -POINT to POINT: how sure a lead is that less than `change` could turn around. */
static int sureness(int lead, int change)
{
    if (lead >= change || lead <= -change)
        return lead > 0 ? POINT : -POINT;
    return POINT * lead / change;
}

static int lead_in(const struct outlook *tower, int left)
{
    return sureness(2 * (tower->own - tower->other) + tower->tie, 2 * left + 1);
}

/* What the tiles promise the seat, less what they promise the best of the others. The higher tower
 * brings three points more than the lower one. */
static int worth_of(const struct prospect *prospect)
{
    const struct outlook *one = &prospect->towers[0], *two = &prospect->towers[1];
    int left = prospect->limit - one->height - two->height;
    int first = lead_in(one, left), second = lead_in(two, left);
    int higher = sureness(one->height - two->height, left + 1);
    return ((2 * prospect->limit - 3) * (first + second) + 3 * higher * (first - second) / POINT) /
           2;
}

static int gain_by_play(const struct prospect *before, const struct patrician_move *move)
{
    struct prospect after = *before;
    for (unsigned i = 0; i < PATRICIAN_SITES && move->sites[i] != 0; i++)
        add_own(&after.towers[move->sites[i] - 1]);
    return worth_of(&after);
}

static int gain_by_moving(const struct patrician_city *city, const struct patrician_move *move,
                          uint8_t seat)
{
    struct patrician_city after = *city;
    unsigned from = move->sites[0] - 1u, to = 1 - from;
    uint8_t owner = after.floors[from][--after.heights[from]];
    after.floors[to][after.heights[to]++] = owner;
    const struct prospect prospect = prospect_of(&after, move->city, seat);
    return worth_of(&prospect);
}

/* -- Moves ------------------------------------------------------------------------------------- */

static int nobles_on(uint8_t card)
{
    static const uint8_t nobles[PATRICIAN_WHATS] = {
        [PATRICIAN_B] = 1,         [PATRICIAN_H] = 1,         [PATRICIAN_L] = 1,
        [PATRICIAN_B_STARRED] = 1, [PATRICIAN_H_STARRED] = 1, [PATRICIAN_L_STARRED] = 1,
        [PATRICIAN_BB] = 2,        [PATRICIAN_HH] = 2,        [PATRICIAN_LL] = 2};
    return card == PATRICIAN_NO_CARD ? 0 : nobles[patrician_card_what(card)];
}

/* A city that a seat's moves change. */
struct place {
    const struct patrician_city *city;
    struct prospect prospect;
    int worth;
};

static int gain_by(const struct place *place, const struct patrician_move *move, uint8_t seat)
{
    switch (move->action) {
    case PATRICIAN_PLAYING:
        return gain_by_play(&place->prospect, move) - place->worth +
               NOBLE * nobles_on(place->city->open);
    case PATRICIAN_MOVING:
        return gain_by_moving(place->city, move, seat) - place->worth;
    case PATRICIAN_TAKING:
        return NOBLE * nobles_on(place->city->open);
    default:
        return 0;
    }
}

static void weigh(const struct game_state *opaque, uint8_t seat, const game_move *moves,
                  size_t count, uint16_t *weights)
{
    const struct patrician_board *board = &OWN(patrician, opaque)->board;
    struct place place = {0};
    for (size_t i = 0; i < count; i++) {
        struct patrician_move move;
        patrician_move_unpack(moves[i], &move);
        if (place.city != &board->cities[move.city]) {
            place.city = &board->cities[move.city];
            place.prospect = prospect_of(place.city, move.city, seat);
            place.worth = worth_of(&place.prospect);
        }
        weights[i] = weight_of_gain(gain_by(&place, &move, seat) * WEIGHT_STEPS / (2 * POINT));
    }
}

const struct game_advice patrician_advice = {.weigh = weigh, .scale = 8};
