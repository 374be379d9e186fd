/* Advice (games/advice.h): build castles up from small pawns, and use few bases. Positions are
 * evaluated in quarters of a point.
 *
 * Measured: it wins all of 120 games against the search without it (tests/bench: bench_advice
 * castellers 2 120 300).
 */
#include "games/advice.h"
#include "games/castellers/castellers.h"

enum {
    MIDDLE = 64,
    POINT = 4,
    LOW_VALUE = 3,
    BROAD = 3,
    LARGE_CASTLE = 8,
    FULL_RESERVE = 8,
    VALID_PAWNS = 4
};

/* -- What a position is worth ---------------------------------------------------------------- */

/* The value of a castle that is not valid yet. Its pawns count in full if the column can go on. */
static int promise_of(const struct castellers_castle *castle)
{
    int promise = 0;
    for (unsigned column = 0; column < castle->width; column++) {
        unsigned height = castellers_column_height(&castle->columns[column]);
        bool goes_on = height > 1 || castellers_value(castellers_top(castle, column)) <= LOW_VALUE;
        promise += (int)height * (goes_on ? POINT - 1 : 1);
    }
    return promise;
}

static void estimate(const struct game_state *opaque, int32_t points[GAME_SEATS_MAX])
{
    const struct castellers_board *board = &OWN(castellers, opaque)->board;
    struct castellers_score scores[CASTELLERS_SEATS];
    castellers_scores(board, scores);
    for (uint8_t seat = 0; seat < board->players; seat++)
        points[seat] = POINT * castellers_total(&scores[seat]);
    if (board->step == CASTELLERS_END)
        return;
    for (unsigned i = 0; i < board->castle_count; i++)
        if (!castellers_is_valid(&board->castles[i]))
            points[board->castles[i].owner] += promise_of(&board->castles[i]);
    for (uint8_t seat = 0; seat < board->players; seat++)
        points[seat] += (int32_t)castellers_reserve_size(board, seat) * 2;
}

/* -- Moves ----------------------------------------------------------------------------------- */

/* The castle that is to have eight pawns: the widest of those that are wide or still can be. NULL:
 * there is none. */
static const struct castellers_castle *broad_castle(const struct castellers_board *board,
                                                    uint8_t seat)
{
    const struct castellers_castle *broad = NULL;
    for (unsigned i = 0; i < board->castle_count; i++) {
        const struct castellers_castle *castle = &board->castles[i];
        bool counts = castle->width >= BROAD || castellers_may_widen(castle);
        if (castle->owner == seat && counts && (broad == NULL || castle->width > broad->width))
            broad = castle;
    }
    return broad;
}

/* Whether a single column with this pawn on top, on this level, can still have four pawns. */
static bool reaches_four(unsigned value, unsigned level)
{
    return level >= VALID_PAWNS || value + (VALID_PAWNS - level) <= CASTELLERS_VALUES;
}

static bool can_be_valid(const struct castellers_castle *castle)
{
    unsigned levels = castellers_levels(castle);
    return castellers_is_valid(castle) || castle->width > 1 ||
           reaches_four(castellers_value(castellers_top(castle, 0)), levels);
}

/* The seat's castles that are valid or can still be. */
static unsigned hopeful_castles(const struct castellers_board *board, uint8_t seat)
{
    unsigned count = 0;
    for (unsigned i = 0; i < board->castle_count; i++)
        count += board->castles[i].owner == seat && can_be_valid(&board->castles[i]);
    return count;
}

/* What the moves of one position have in common. */
struct plan {
    const struct castellers_board *board;
    const struct castellers_castle *broad;
    bool begins; /* one more castle is needed to end the game */
};

static struct plan plan_for(const struct castellers_board *board, uint8_t seat)
{
    struct plan plan = {.board = board, .broad = broad_castle(board, seat)};
    plan.begins = plan.broad == NULL ||
                  hopeful_castles(board, seat) < castellers_castles_to_end(board->players);
    return plan;
}

static int weigh_new(const struct plan *plan, unsigned value)
{
    if (!plan->begins)
        return 1;
    return value <= LOW_VALUE ? 3 * MIDDLE - 16 * (int)value : 8 - (int)value;
}

/* Two pawns on each of two columns are easier to find than four in one. */
static int weigh_pair(const struct castellers_castle *castle, unsigned value)
{
    unsigned other = castellers_value(castellers_top(castle, 0));
    return value <= LOW_VALUE + 1 && other <= LOW_VALUE + 1 ? 4 * MIDDLE - 16 * (int)value : 1;
}

static int weigh_widening(const struct plan *plan, const struct castellers_castle *castle,
                          unsigned value)
{
    if (castle != plan->broad)
        return castle->width == 1 ? weigh_pair(castle, value) : 1;
    if (castle->width >= BROAD)
        return 1;
    return value <= LOW_VALUE + 1 ? 5 * MIDDLE - 16 * (int)value : 8;
}

/* The castle that is to be broad goes up once it is. A second level makes a castle valid, whatever
 * stands there; a single column goes up without a gap as long as there are pawns to draw. What has
 * enough pawns to end the game leaves the others to castles that have not. */
static int weigh_standing(const struct plan *plan, const struct castellers_castle *castle,
                          unsigned value, unsigned target)
{
    int gap = (int)value - (int)castellers_value(target);
    bool broad = castle == plan->broad;
    bool enough =
        castellers_is_valid(castle) && (!broad || castellers_castle_pawns(castle) >= LARGE_CASTLE);
    if (broad && castle->width < BROAD && plan->board->bag_left > 0)
        return 4;
    if (enough)
        return MIDDLE / 4 - gap;
    if (castle->width == 1 && !reaches_four(value, castellers_levels(castle) + 1))
        return 1;
    if (castle->width == 1 && plan->board->bag_left > 0 && value > castellers_levels(castle) + 1)
        return 4;
    return 5 * MIDDLE - (broad ? 8 : 32) * gap + 8 * (int)value + (broad ? MIDDLE : 0);
}

static int weigh_building(const struct plan *plan, const struct castellers_move *move)
{
    unsigned value = castellers_value(move->pawn);
    int white = castellers_colour(move->pawn) == CASTELLERS_WHITE;
    if (move->number == 0)
        return weigh_new(plan, value);
    const struct castellers_castle *castle =
        castellers_find(plan->board, plan->board->mover, move->number);
    if (move->target == CASTELLERS_CODES)
        return weigh_widening(plan, castle, value) - white;
    return weigh_standing(plan, castle, value, move->target) - 8 * white;
}

/* A swap is worth what its pawn can do at once where nothing in the bag can. */
static int weigh_swap(const struct plan *plan, uint8_t pawn)
{
    const struct castellers_board *board = plan->board;
    int best = 0;
    for (unsigned i = 0; i < board->castle_count; i++) {
        const struct castellers_castle *castle = &board->castles[i];
        if (castle->owner != board->mover || !castellers_takes_colour(castle, pawn))
            continue;
        for (uint64_t tops = castellers_open_tops(castle); tops != 0; tops &= tops - 1) {
            unsigned top = (unsigned)__builtin_ctzll(tops);
            if (castellers_value(top) >= castellers_value(pawn))
                continue;
            int weight = weigh_standing(plan, castle, castellers_value(pawn), top);
            best = weight > best ? weight : best;
        }
    }
    return 2 + best / (board->bag_left > 0 ? 8 : 2);
}

static int weigh_move(const struct plan *plan, const struct castellers_move *move)
{
    const struct castellers_board *board = plan->board;
    struct castellers_move building = *move;
    switch (move->word) {
    case CASTELLERS_RAISING:
        return weigh_building(plan, move);
    case CASTELLERS_PLACING:
        building.pawn = board->swapped;
        return weigh_building(plan, &building);
    case CASTELLERS_RECRUITING:
        return castellers_reserve_size(board, board->mover) < FULL_RESERVE ? 2 * MIDDLE
                                                                           : MIDDLE / 2;
    case CASTELLERS_GIVING:
        return 4 + 8 * (int)castellers_value(move->pawn);
    case CASTELLERS_DONE_GIVING:
        return 8 * MIDDLE;
    case CASTELLERS_SWAPPING:
        return weigh_swap(plan, move->pawn);
    case CASTELLERS_PASSING:
        return 2;
    default:
        return MIDDLE;
    }
}

static void weigh(const struct game_state *opaque, uint8_t seat, const game_move *moves,
                  size_t count, uint16_t *weights)
{
    struct plan plan = plan_for(&OWN(castellers, opaque)->board, seat);
    for (size_t i = 0; i < count; i++) {
        struct castellers_move move;
        castellers_move_unpack(moves[i], &move);
        int weight = weigh_move(&plan, &move);
        weights[i] = (uint16_t)(weight < 1 ? 1 : weight);
    }
}

const struct game_advice castellers_advice = {
    .weigh = weigh, .estimate = estimate, .scale = 4 * POINT, .horizon = 40};
