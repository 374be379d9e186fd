/* Advice (games/advice.h). A move weighs as much as the search is likely to make a move with its
 * traits (traits.h), and a position is worth what its hopes are worth (hopes.h). Both were learned
 * from games.
 *
 * A game takes some 130 moves. A playout of all that are left says little more than the score of a
 * lottery, so it ends after about three turns of each of two players; 14 or 40 moves instead of 24
 * win .44 and .40 (+- .12) of 60 games of two.
 *
 * Measured at 20 ms a move: with the evaluation .89 (+- .10) of 40 games of two, .64 (+- .13) of 48
 * of three and .49 (+- .13) of 48 of four are won among searches without it, whose playouts go on
 * to the end. Then both were learned anew from games of that search. One seat with the worths of
 * before wins .23 (+- .11) of 60 games of two among seats with those that stand, .12 (+- .09) of 48
 * of three, .09 (+- .07) of 48 of four. The weights alone win .98 (+- .01) of 400 games of two
 * against the first rules of thumb, without a search (tests/bench/reference/castellers.c).
 */
#include "games/advice.h"
#include "games/castellers/hopes.h"
#include "games/castellers/traits.h"

/* -- Rules of thumb ---------------------------------------------------------------------------- */

enum {
    MIDDLE = 64,
    LOW_VALUE = 3, /* of pawns that carry others */
    BROAD = 3,
    BROADEST = 4,
    FULL_RESERVE = 8
};

/* The index of the mover's castle that is to have eight pawns: the widest of those that are broad
 * or still can be. CASTELLERS_BASES: there is none. */
static unsigned broad_castle(const struct castellers_board *board)
{
    unsigned broad = CASTELLERS_BASES, widest = 0;
    for (unsigned i = 0; i < board->castle_count; i++) {
        const struct castellers_castle *castle = &board->castles[i];
        bool counts = castle->width >= BROAD || castellers_may_widen(castle);
        if (castle->owner == board->mover && counts && castle->width > widest) {
            widest = castle->width;
            broad = i;
        }
    }
    return broad;
}

static bool is_broad(const struct castellers_board *board, const struct castellers_castle *castle)
{
    return (unsigned)(castle - board->castles) == broad_castle(board);
}

static unsigned count_hopeful(const struct castellers_board *board)
{
    unsigned count = 0;
    for (unsigned i = 0; i < board->castle_count; i++)
        count += board->castles[i].owner == board->mover &&
                 castellers_outline_of(&board->castles[i]).hopeful;
    return count;
}

/* A castle is begun only while one is needed to end the game. */
static int weigh_new(const struct castellers_board *board, unsigned value)
{
    if (count_hopeful(board) >= castellers_castles_to_end(board->players) &&
        broad_castle(board) < CASTELLERS_BASES)
        return 1;
    return value <= LOW_VALUE ? 3 * MIDDLE - 16 * (int)value : 8 - (int)value;
}

static int weigh_widening(const struct castellers_board *board,
                          const struct castellers_castle *castle, unsigned value)
{
    if (castle->width >= BROADEST || !is_broad(board, castle))
        return 1;
    return value <= LOW_VALUE + 1 ? 5 * MIDDLE - 16 * (int)value : 8;
}

/* The castle that is to be broad goes up once it is, after the others. A second level makes a
 * castle valid, whatever stands there; above it small steps matter. */
static int weigh_standing(const struct castellers_board *board,
                          const struct castellers_castle *castle, unsigned value, unsigned target)
{
    int gap = (int)value - (int)castellers_value(target);
    bool broad = is_broad(board, castle);
    if (broad && castle->width < BROAD && board->bag_left > 0)
        return 4;
    if (castle->width == 1 && !castellers_reaches_four(value, castellers_levels(castle) + 1))
        return 1;
    return 5 * MIDDLE - (broad ? 8 : 32) * gap + 8 * (int)value + (broad ? 0 : MIDDLE);
}

static int weigh_building(const struct castellers_board *board, const struct castellers_move *move,
                          uint8_t pawn)
{
    unsigned value = castellers_value(pawn);
    int white = castellers_colour(pawn) == CASTELLERS_WHITE;
    if (move->number == 0)
        return weigh_new(board, value);
    const struct castellers_castle *castle = castellers_find(board, board->mover, move->number);
    if (move->target == CASTELLERS_CODES)
        return weigh_widening(board, castle, value) - white;
    return weigh_standing(board, castle, value, move->target) - 8 * white;
}

/* A swap is worth what its pawn can do at once, or half of it while the bag may bring another. */
static int weigh_swap(const struct castellers_board *board, uint8_t pawn)
{
    int best = 0;
    for (unsigned i = 0; i < board->castle_count; i++) {
        const struct castellers_castle *castle = &board->castles[i];
        if (castle->owner != board->mover || !castellers_takes_colour(castle, pawn))
            continue;
        for (uint64_t tops = castellers_open_tops(castle); tops != 0; tops &= tops - 1) {
            unsigned top = (unsigned)__builtin_ctzll(tops), value = castellers_value(pawn);
            int weight =
                castellers_value(top) < value ? weigh_standing(board, castle, value, top) : 0;
            best = weight > best ? weight : best;
        }
    }
    return 2 + best / (board->bag_left > 0 ? 2 : 1);
}

/* Whoever has few pawns recruits; a swap is paid with large ones, as few as it needs. */
static int weigh_move(const struct castellers_board *board, const struct castellers_move *move)
{
    switch (move->word) {
    case CASTELLERS_RAISING:
        return weigh_building(board, move, move->pawn);
    case CASTELLERS_PLACING:
        return weigh_building(board, move, board->swapped);
    case CASTELLERS_RECRUITING:
        return castellers_reserve_size(board, board->mover) < FULL_RESERVE ? 2 * MIDDLE
                                                                           : MIDDLE / 2;
    case CASTELLERS_SWAPPING:
        return weigh_swap(board, move->pawn);
    case CASTELLERS_GIVING:
        return 4 + 8 * (int)castellers_value(move->pawn);
    case CASTELLERS_DONE_GIVING:
        return 8 * MIDDLE;
    default:
        return 1;
    }
}

static void weigh_by_thumb(const struct game_state *opaque, uint8_t seat, const game_move *moves,
                           size_t count, uint16_t *weights)
{
    const struct castellers_board *board = &OWN(castellers, opaque)->board;
    (void)seat;
    for (size_t i = 0; i < count; i++) {
        struct castellers_move move;
        castellers_move_unpack(moves[i], &move);
        int weight = weigh_move(board, &move);
        weights[i] = (uint16_t)(weight < 1 ? 1 : weight);
    }
}

/* -- What was learned -------------------------------------------------------------------------- */

static void weigh(const struct game_state *opaque, uint8_t seat, const game_move *moves,
                  size_t count, uint16_t *weights)
{
    (void)seat;
    struct castellers_plan plan;
    struct traits traits;
    castellers_plan(&OWN(castellers, opaque)->board, castellers_worths, &plan);
    for (size_t i = 0; i < count; i++)
        weights[i] = traits_worth_kept(castellers_find_traits(&plan, moves[i], &traits));
    traits_weigh(weights, count);
}

static void estimate(const struct game_state *opaque, int32_t points[GAME_SEATS_MAX])
{
    const struct castellers_board *board = &OWN(castellers, opaque)->board;
    struct castellers_score scores[CASTELLERS_SEATS];
    castellers_scores(board, scores);
    const int16_t *worths =
        castellers_hope_worths[board->players - 2][castellers_stage(board, scores)];
    for (uint8_t seat = 0; seat < board->players; seat++) {
        int hopes[CASTELLERS_HOPES];
        points[seat] = CASTELLERS_HOPE_UNIT * castellers_total(&scores[seat]);
        if (board->step == CASTELLERS_END)
            continue;
        castellers_find_hopes(board, seat, &scores[seat], hopes);
        points[seat] = 0;
        for (unsigned hope = 0; hope < CASTELLERS_HOPES; hope++)
            points[seat] += worths[hope] * hopes[hope];
    }
}

const struct game_advice castellers_advice = {.weigh = weigh,
                                              .weigh_by_thumb = weigh_by_thumb,
                                              .estimate = estimate,
                                              .scale = 9 * CASTELLERS_HOPE_UNIT / 2,
                                              .point = CASTELLERS_HOPE_UNIT,
                                              .normal_iterations = 50,
                                              .horizon = 24};
