#include "games/campanile_intermezzo/traits.h"

#include <string.h>

enum { NEXT, LATER, LEADS_ABOUT = 3 };

/* Of how two seats stand at a tower. */
enum standing { NOBODY, ALONE, AHEAD, BEHIND, OTHER_ALONE };

/* -- The plan ---------------------------------------------------------------------------------- */

/* What a seat's markers and the other's are at a tower, and who came first. */
struct pair {
    int mine, theirs;
    bool first;
};

static struct pair pair_at(const struct intermezzo_plan *plan, unsigned tower)
{
    const struct majority *markers = &plan->board->markers[tower];
    return (struct pair){markers->sums[plan->seat], markers->sums[plan->other],
                         markers->count > 0 && markers->order[0] == plan->seat};
}

static bool is_ahead(const struct pair *pair)
{
    return pair->mine > pair->theirs || (pair->mine == pair->theirs && pair->first);
}

static enum standing standing_of(const struct pair *pair)
{
    if (pair->mine == 0)
        return pair->theirs == 0 ? NOBODY : OTHER_ALONE;
    if (pair->theirs == 0)
        return ALONE;
    return is_ahead(pair) ? AHEAD : BEHIND;
}

/* By how many points the seat is ahead at a tower, by its rank: what the flags of two players come
 * to (intermezzo_flags). */
static const int8_t leads[INTERMEZZO_SCORINGS][INTERMEZZO_STANDINGS][TOWERS] = {
    {[ALONE] = {4, 3, 2, 1, 0},
     [AHEAD] = {2, 1, 1, 1, 0},
     [BEHIND] = {-2, -1, -1, -1, 0},
     [OTHER_ALONE] = {-4, -3, -2, -1, 0}},
    {[ALONE] = {6, 5, 4, 3, 2},
     [AHEAD] = {3, 3, 3, 2, 2},
     [BEHIND] = {-3, -3, -3, -2, -2},
     [OTHER_ALONE] = {-6, -5, -4, -3, -2}}};

int intermezzo_lead_of_two(bool finito, unsigned standing, unsigned rank)
{
    return leads[finito][standing][rank];
}

/* Whether it is that at Finito. */
static bool is_finito(const struct intermezzo_plan *plan, unsigned scoring)
{
    return scoring == LATER || plan->phase >= INTERMEZZO_PHASES_BEFORE;
}

static uint8_t phase_of(const struct intermezzo_board *board)
{
    unsigned left = board->deck_left;
    if (board->scorings > 0)
        return left >= 10 ? 5 : left >= 7 ? 6 : left >= 4 ? 7 : 8;
    unsigned takes = intermezzo_takes_to_intermezzo(board);
    return takes >= 7 ? 0 : takes >= 5 ? 1 : takes >= 3 ? 2 : takes == 2 ? 3 : 4;
}

static void find_ranks(const uint8_t *heights, uint8_t ranks[TOWERS])
{
    memset(ranks, 0, TOWERS);
    for (unsigned tower = 1; tower < TOWERS; tower++)
        for (unsigned before = 0; before < tower; before++)
            ranks[heights[before] >= heights[tower] ? tower : before]++;
}

static int lead_with(const struct intermezzo_plan *plan, unsigned scoring,
                     const uint8_t ranks[TOWERS])
{
    const bool finito = is_finito(plan, scoring);
    int lead = 0;
    for (unsigned tower = 0; tower < TOWERS; tower++)
        lead += leads[finito][plan->standings[tower]][ranks[tower]];
    return lead;
}

void intermezzo_plan(const struct intermezzo_board *board, const uint8_t *hand,
                     struct intermezzo_plan *plan)
{
    memset(plan, 0, sizeof *plan);
    plan->board = board;
    plan->hand = hand;
    plan->seat = board->mover;
    plan->other = (uint8_t)(1 - board->mover);
    plan->phase = phase_of(board);
    find_ranks(board->heights, plan->ranks);
    for (unsigned slot = 0; slot < INTERMEZZO_DISPLAY; slot++)
        if (board->display[slot] < TOWERS)
            plan->displayed[board->display[slot]]++;
    for (unsigned tower = 0; tower < TOWERS; tower++) {
        struct pair pair = pair_at(plan, tower);
        plan->standings[tower] = (uint8_t)standing_of(&pair);
    }
    plan->next = lead_with(plan, NEXT, plan->ranks);
    plan->later = lead_with(plan, LATER, plan->ranks);
}

static bool is_after(const struct intermezzo_plan *plan)
{
    return plan->phase >= INTERMEZZO_PHASES_BEFORE;
}

/* -- Markers ----------------------------------------------------------------------------------- */

static enum standing standing_with(const struct intermezzo_plan *plan, unsigned tower, int mine,
                                   int theirs)
{
    struct pair pair = pair_at(plan, tower);
    pair.first |= pair.theirs == 0 && pair.mine + mine > 0;
    pair.mine += mine;
    pair.theirs += theirs;
    return standing_of(&pair);
}

/* What a tower of this rank gains if the seats stand like that. */
static int gain_of(const struct intermezzo_plan *plan, unsigned scoring, unsigned tower,
                   unsigned rank, enum standing standing)
{
    const int8_t(*lead)[TOWERS] = leads[is_finito(plan, scoring)];
    return lead[standing][rank] - lead[plan->standings[tower]][rank];
}

/* At both scorings to come. */
static int gain_of_both(const struct intermezzo_plan *plan, unsigned tower, unsigned rank,
                        enum standing standing)
{
    int gain = gain_of(plan, NEXT, tower, rank, standing);
    return is_after(plan) ? gain : gain + gain_of(plan, LATER, tower, rank, standing);
}

/* The most that a marker of this value gains. */
static int best_mark(const struct intermezzo_plan *plan, const uint8_t ranks[TOWERS], int value)
{
    int best = 0;
    for (unsigned tower = 0; tower < TOWERS; tower++) {
        if (plan->displayed[tower] == 0)
            continue;
        int gain = gain_of_both(plan, tower, ranks[tower], standing_with(plan, tower, value, 0));
        best = gain > best ? gain : best;
    }
    return best;
}

/* The most that the other seat may gain with a marker at this tower. */
static int others_mark(const struct intermezzo_plan *plan, unsigned tower)
{
    const uint8_t *left = plan->board->left[plan->other];
    int value = left[2] > 0 ? 3 : left[1] > 0 ? 2 : left[0] > 0 ? 1 : 0;
    return value == 0 ? 0
                      : -gain_of(plan, NEXT, tower, plan->ranks[tower],
                                 standing_with(plan, tower, 0, value));
}

static void add_mark(const struct intermezzo_plan *plan, unsigned tower, struct traits *traits)
{
    const int value = plan->board->storeys;
    const struct pair pair = pair_at(plan, tower);
    const unsigned after = is_after(plan), rank = plan->ranks[tower];
    enum standing standing = standing_with(plan, tower, value, 0);
    unsigned gain =
        traits_place(gain_of(plan, NEXT, tower, rank, standing), 0, INTERMEZZO_MARK_GAINS);
    traits_add(traits, TRAIT_MARKS_GAIN + plan->phase * INTERMEZZO_MARK_GAINS + gain);
    if (!after) {
        gain = traits_place(gain_of(plan, LATER, tower, rank, standing), 0, INTERMEZZO_MARK_GAINS);
        traits_add(traits, TRAIT_MARKS_LATER + plan->phase * INTERMEZZO_MARK_GAINS + gain);
    }
    traits_add(traits,
               TRAIT_MARKS_STANDING +
                   (after * TOWER_STOREYS_MAX + (unsigned)value - 1) * INTERMEZZO_STANDINGS +
                   plan->standings[tower]);
    traits_add(traits, TRAIT_MARKS_RANK + after * TOWERS + rank);
    traits_add(traits,
               TRAIT_MARKS_LEAD + traits_place(pair.mine + value - pair.theirs, -LEADS_ABOUT, 7));
    traits_add_of_row(traits, TRAIT_MARKS_UNPLAYED, TRAIT_MARKS_UNPLAYED_LAST,
                      6u - plan->board->played[tower]);
}

static void add_pass(const struct intermezzo_plan *plan, struct traits *traits)
{
    unsigned value = plan->board->storeys - 1u;
    traits_add(traits, TRAIT_PASSES + plan->phase * TOWER_STOREYS_MAX + value);
    traits_add(traits, TRAIT_PASSES_LEFT + plan->board->left[plan->seat][value]);
}

/* -- Storeys and cards ------------------------------------------------------------------------- */

static void find_ranks_with(const struct intermezzo_plan *plan, unsigned tower, unsigned storeys,
                            uint8_t ranks[TOWERS])
{
    uint8_t heights[TOWERS];
    memcpy(heights, plan->board->heights, sizeof heights);
    heights[tower] = (uint8_t)(heights[tower] + storeys);
    find_ranks(heights, ranks);
}

static unsigned build_gain(const struct intermezzo_plan *plan, unsigned scoring,
                           const uint8_t ranks[TOWERS])
{
    int before = scoring == NEXT ? plan->next : plan->later;
    return traits_place(lead_with(plan, scoring, ranks) - before, -(INTERMEZZO_BUILD_GAINS / 2),
                        INTERMEZZO_BUILD_GAINS);
}

static void add_build(const struct intermezzo_plan *plan, unsigned tower, unsigned storeys,
                      struct traits *traits)
{
    const unsigned after = is_after(plan), number = storeys - 1;
    const unsigned left = plan->board->left[plan->seat][number];
    uint8_t ranks[TOWERS];
    find_ranks_with(plan, tower, storeys, ranks);
    traits_add(traits, TRAIT_BUILDS_GAIN + plan->phase * INTERMEZZO_BUILD_GAINS +
                           build_gain(plan, NEXT, ranks));
    if (!after)
        traits_add(traits, TRAIT_BUILDS_LATER + plan->phase * INTERMEZZO_BUILD_GAINS +
                               build_gain(plan, LATER, ranks));
    traits_add(traits, TRAIT_BUILDS_STANDING +
                           (after * TOWER_STOREYS_MAX + number) * INTERMEZZO_STANDINGS +
                           plan->standings[tower]);
    traits_add(traits, TRAIT_BUILDS_RANK + number * TOWERS + plan->ranks[tower]);
    traits_add(traits, TRAIT_BUILDS_USABLE + number * 3 + (left < 2 ? left : 2));
    traits_add_if(traits, plan->displayed[tower] > 0 && left > 0,
                  TRAIT_BUILDS_SHOWN + plan->standings[tower]);
    int best = left > 0 ? best_mark(plan, ranks, (int)storeys) : 0;
    traits_add(traits, TRAIT_BUILDS_TO_MARK + plan->phase * INTERMEZZO_BEST_MARKS +
                           traits_place(best, 0, INTERMEZZO_BEST_MARKS));
}

static void add_take(const struct intermezzo_plan *plan, unsigned tower, struct traits *traits)
{
    uint8_t ranks[TOWERS];
    find_ranks_with(plan, tower, TOWER_STOREYS_MAX, ranks);
    traits_add(traits, TRAIT_TAKES_STANDING + is_after(plan) * INTERMEZZO_STANDINGS +
                           plan->standings[tower]);
    traits_add(traits, TRAIT_TAKES_RANK + plan->ranks[tower]);
    traits_add(traits, TRAIT_TAKES_CARDS + traits_place(plan->hand[tower], 0, INTERMEZZO_HAND));
    traits_add_if(traits, plan->displayed[tower] == 1,
                  TRAIT_TAKES_LAST + is_after(plan) * INTERMEZZO_MARK_GAINS +
                      traits_place(others_mark(plan, tower), 0, INTERMEZZO_MARK_GAINS));
    traits_add(traits, TRAIT_TAKES_TO_RAISE + plan->phase * INTERMEZZO_BUILD_GAINS +
                           build_gain(plan, NEXT, ranks));
}

void intermezzo_find_traits(const struct intermezzo_plan *plan, game_move packed,
                            struct traits *traits)
{
    struct intermezzo_move move;
    intermezzo_move_unpack(packed, &move);
    traits->count = 0;
    switch (move.action) {
    case INTERMEZZO_BUILD:
        add_build(plan, move.tower, move.number, traits);
        break;
    case INTERMEZZO_MARK:
        add_mark(plan, move.tower, traits);
        break;
    case INTERMEZZO_SHIFT:
        add_mark(plan, move.tower, traits);
        traits_add(traits, TRAIT_SHIFTS);
        break;
    case INTERMEZZO_TAKE:
        add_take(plan, move.tower, traits);
        break;
    default:
        add_pass(plan, traits);
    }
}
