#include "games/castellers/traits.h"

#include <limits.h>
#include <string.h>

enum { LATE = 8, NOTHING = CASTELLERS_VALUES + 1 };

/* -- The plan ---------------------------------------------------------------------------------- */

static void note_lowest(const struct castellers_castle *castle, uint8_t lowest[CASTELLERS_COLOURS])
{
    unsigned open = NOTHING;
    for (uint64_t tops = castellers_open_tops(castle); tops != 0; tops &= tops - 1) {
        unsigned value = castellers_value((unsigned)__builtin_ctzll(tops));
        open = value < open ? value : open;
    }
    for (unsigned colour = 0; colour < CASTELLERS_COLOURS; colour++)
        if (open < lowest[colour] &&
            castellers_takes_colour(castle, castellers_pawn(colour, CASTELLERS_VALUES)))
            lowest[colour] = (uint8_t)open;
}

static int lead_of(const struct castellers_board *board)
{
    struct castellers_score scores[CASTELLERS_SEATS];
    int best = INT_MIN;
    castellers_scores(board, scores);
    for (unsigned seat = 0; seat < board->players; seat++)
        if (seat != board->mover && castellers_total(&scores[seat]) > best)
            best = castellers_total(&scores[seat]);
    return castellers_total(&scores[board->mover]) - best;
}

static void count_castle(struct castellers_plan *plan, unsigned index)
{
    const struct castellers_castle *castle = &plan->board->castles[index];
    struct castellers_outline outline = castellers_outline_of(castle);
    plan->outlines[index] = outline;
    plan->castles++;
    plan->wide += castle->width > 1;
    plan->valid += outline.valid;
    plan->hopeful += outline.hopeful;
    plan->large += outline.valid && outline.pawns >= CASTELLERS_LARGE_PAWNS;
}

void castellers_plan(const struct castellers_board *board, const int16_t *worths,
                     struct castellers_plan *plan)
{
    memset(plan, 0, sizeof *plan);
    memset(plan->lowest, NOTHING, sizeof plan->lowest);
    plan->board = board;
    plan->worths = worths;
    plan->needed = castellers_castles_to_end(board->players);
    plan->late = board->bag_left < LATE;
    plan->reserve = castellers_reserve_size(board, board->mover);
    for (unsigned i = 0; i < board->castle_count; i++) {
        const struct castellers_castle *castle = &board->castles[i];
        if (board->step == CASTELLERS_GIVE)
            note_lowest(castle, plan->lowest[castle->owner]);
        if (castle->owner == board->mover)
            count_castle(plan, i);
    }
    if (plan->valid + 1 >= plan->needed)
        plan->lead = lead_of(board);
}

/* -- Building ---------------------------------------------------------------------------------- */

/* Whether the mover has a pawn that can stand on a pawn of this value in a castle of this colour.
 */
static bool has_next(const struct castellers_board *board, unsigned colour, unsigned value)
{
    const uint8_t *reserve = board->reserves[board->mover];
    for (unsigned next = value + 1; next <= CASTELLERS_VALUES; next++)
        if (reserve[castellers_pawn(CASTELLERS_WHITE, next)] > 0 ||
            reserve[castellers_pawn(colour, next)] > 0)
            return true;
    return false;
}

static void add_begun(const struct castellers_plan *plan, uint8_t pawn, struct traits *traits)
{
    unsigned value = castellers_value(pawn), colour = castellers_colour(pawn);
    traits_add_of_row(traits, TRAIT_BEGINS, TRAIT_BEGINS_LAST, plan->castles);
    traits_add(traits, TRAIT_BEGINS_VALUE + value - 1);
    traits_add_if(traits, plan->hopeful < plan->needed, TRAIT_BEGINS_NEEDED);
    traits_add_if(traits, plan->late, TRAIT_BEGINS_LATE);
    traits_add_if(traits, colour == CASTELLERS_WHITE, TRAIT_BEGINS_WHITE);
    traits_add_if(traits, has_next(plan->board, colour, value), TRAIT_BEGINS_UNDER);
}

static void add_widened(const struct castellers_plan *plan, const struct castellers_castle *castle,
                        uint8_t pawn, struct traits *traits)
{
    unsigned value = castellers_value(pawn);
    traits_add_of_row(traits, TRAIT_WIDENS, TRAIT_WIDENS_LAST, castle->width - 1u);
    traits_add(traits, TRAIT_WIDENS_VALUE + value - 1);
    traits_add_if(traits, plan->wide == 0, TRAIT_WIDENS_FIRST);
    traits_add_if(traits, plan->late, TRAIT_WIDENS_LATE);
    traits_add_if(traits, castellers_colour(pawn) == CASTELLERS_WHITE, TRAIT_WIDENS_WHITE);
    traits_add_if(traits, has_next(plan->board, castle->colour, value), TRAIT_WIDENS_UNDER);
}

/* What one pawn more makes of a castle. */
static void add_growth(const struct castellers_plan *plan, const struct castellers_outline *outline,
                       struct traits *traits)
{
    unsigned pawns = outline->pawns + 1u;
    bool valid = outline->lacks_one;
    bool large =
        valid ? pawns >= CASTELLERS_LARGE_PAWNS : outline->valid && pawns == CASTELLERS_LARGE_PAWNS;
    traits_add_if(traits, valid, TRAIT_MAKES_VALID);
    traits_add_if(traits, large && plan->large == 0, TRAIT_MAKES_LARGE);
    bool ends = (valid || large) && plan->large + large > 0 && plan->valid + valid >= plan->needed;
    int gain = valid ? (int)pawns : 1;
    traits_add_if(traits, ends, plan->lead + gain > 0 ? TRAIT_ENDS_AHEAD : TRAIT_ENDS_BEHIND);
}

static void add_standing(const struct castellers_plan *plan, const struct castellers_castle *castle,
                         uint8_t pawn, uint8_t target, struct traits *traits)
{
    const struct castellers_outline *outline = &plan->outlines[castle - plan->board->castles];
    unsigned value = castellers_value(pawn);
    traits_add_of_row(traits, TRAIT_STANDS_GAP, TRAIT_STANDS_GAP_LAST,
                      value - castellers_value(target) - 1);
    traits_add_of_row(traits, TRAIT_STANDS_LEVEL, TRAIT_STANDS_LEVEL_LAST, outline->level - 2u);
    traits_add_of_row(traits, TRAIT_STANDS_WIDTH, TRAIT_STANDS_WIDTH_LAST, castle->width - 1u);
    traits_add(traits, TRAIT_STANDS_VALUE + value - 1);
    traits_add_if(traits, castellers_colour(pawn) == CASTELLERS_WHITE, TRAIT_STANDS_WHITE);
    traits_add_if(traits, outline->valid, TRAIT_STANDS_ON_VALID);
    traits_add_if(traits, castle->width == 1 && !castellers_reaches_four(value, outline->level),
                  TRAIT_STANDS_IN_VAIN);
    traits_add_if(traits, castle->width > 1 && plan->large == 0, TRAIT_GROWS_TO_LARGE);
    add_growth(plan, outline, traits);
}

static void add_building(const struct castellers_plan *plan, const struct castellers_move *move,
                         uint8_t pawn, struct traits *traits)
{
    if (move->number == 0) {
        add_begun(plan, pawn, traits);
        return;
    }
    const struct castellers_castle *castle =
        castellers_find(plan->board, plan->board->mover, move->number);
    if (move->target == CASTELLERS_CODES)
        add_widened(plan, castle, pawn, traits);
    else
        add_standing(plan, castle, pawn, move->target, traits);
}

/* -- Swaps and falls --------------------------------------------------------------------------- */

struct place {
    struct traits traits;
    int worth;
};

static void look_for_place(const struct castellers_plan *plan,
                           const struct castellers_castle *castle, uint8_t pawn, struct place *best)
{
    for (uint64_t tops = castellers_open_tops(castle); tops != 0; tops &= tops - 1) {
        uint8_t top = (uint8_t)__builtin_ctzll(tops);
        struct place place = {0};
        if (castellers_value(top) >= castellers_value(pawn))
            continue;
        add_standing(plan, castle, pawn, top, &place.traits);
        place.worth = traits_worth(&place.traits, plan->worths);
        if (best->traits.count == 0 || place.worth > best->worth)
            *best = place;
    }
}

/* A swap is as good as the best place for its pawn: on another one, or else in a new castle. */
static void add_swap(const struct castellers_plan *plan, uint8_t pawn, struct traits *traits)
{
    const struct castellers_board *board = plan->board;
    struct place best = {0};
    for (unsigned i = 0; i < board->castle_count; i++)
        if (board->castles[i].owner == board->mover &&
            castellers_takes_colour(&board->castles[i], pawn))
            look_for_place(plan, &board->castles[i], pawn, &best);
    if (best.traits.count == 0)
        add_begun(plan, pawn, &best.traits);
    *traits = best.traits;
    traits_add(traits, TRAIT_SWAPS_VALUE + castellers_value(pawn) - 1);
    traits_add_if(traits, plan->late, TRAIT_SWAPS_LATE);
}

static void add_gift(const struct castellers_plan *plan, uint8_t pawn, struct traits *traits)
{
    const struct castellers_board *board = plan->board;
    unsigned value = castellers_value(pawn), colour = castellers_colour(pawn);
    traits_add(traits, TRAIT_GIVES_VALUE + value - 1);
    traits_add_if(traits, colour == CASTELLERS_WHITE, TRAIT_GIVES_WHITE);
    traits_add_if(traits, value > plan->lowest[board->mover][colour], TRAIT_GIVES_USEFUL);
    traits_add_if(traits, value > plan->lowest[board->swapped_from][colour], TRAIT_GIVES_HELP);
    traits_add_if(traits, board->given > castellers_value(board->swapped), TRAIT_GIVES_MORE);
}

static void add_fall(const struct castellers_plan *plan, const struct castellers_move *move,
                     struct traits *traits)
{
    const struct castellers_castle *castle =
        castellers_find(plan->board, plan->board->mover, move->number);
    bool valid = castellers_is_valid(castle);
    bool lowest = castellers_levels(castle) == (castle->width == 1 ? CASTELLERS_VALID_PAWNS : 2);
    traits_add_if(traits, castellers_colour(move->pawn) == CASTELLERS_WHITE, TRAIT_FALLS_WHITE);
    traits_add_if(traits, valid, TRAIT_FALLS_FROM_VALID);
    traits_add_if(traits, valid && lowest, TRAIT_FALLS_TO_INVALID);
}

/* -- All moves --------------------------------------------------------------------------------- */

static void add_traits(const struct castellers_plan *plan, const struct castellers_move *move,
                       struct traits *traits)
{
    switch (move->word) {
    case CASTELLERS_RECRUITING:
        traits_add_of_row(traits, TRAIT_RECRUITS, TRAIT_RECRUITS_LAST, plan->reserve / 2);
        break;
    case CASTELLERS_RAISING:
        add_building(plan, move, move->pawn, traits);
        break;
    case CASTELLERS_PLACING:
        add_building(plan, move, plan->board->swapped, traits);
        break;
    case CASTELLERS_SWAPPING:
        add_swap(plan, move->pawn, traits);
        break;
    case CASTELLERS_GIVING:
        add_gift(plan, move->pawn, traits);
        break;
    case CASTELLERS_DONE_GIVING:
        traits_add(traits, TRAIT_STOPS_GIVING);
        break;
    case CASTELLERS_FALLING:
        add_fall(plan, move, traits);
        break;
    default:
        traits_add(traits, TRAIT_PASSES);
        traits_add_if(traits, plan->board->actions > 0, TRAIT_PASSES_HALF_A_TURN);
    }
}

int castellers_find_traits(const struct castellers_plan *plan, game_move packed,
                           struct traits *traits)
{
    struct castellers_move move;
    castellers_move_unpack(packed, &move);
    traits->count = 0;
    add_traits(plan, &move, traits);
    return traits_worth(traits, plan->worths);
}
