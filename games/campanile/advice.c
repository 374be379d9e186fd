/* Advice (games/advice.h): bet where the token wins a place at a tower that will be high, raise the
 * towers where the seat is ahead past those where others are, and draw their cards
 * (games/shared/towers_outlook.h).
 *
 * Measured: it wins 74 % (+- 6) of two and 34 % (+- 8) of four against the search without it
 * (tests/bench: bench_advice campanile 2 200 500, bench_advice campanile 4 120 300). */
#include "games/advice.h"
#include "games/campanile/campanile.h"
#include "games/shared/towers_outlook.h"
#include "games/shared/weights.h"

enum {
    STOREY_COST = TOWERS_STEP / 8, /* few storeys leave every token usable */
    TOKEN_COST = TOWERS_STEP / 3,  /* times its value: a large one may win more elsewhere */
    DRAWN_PART = 4                 /* of what a tower gains by the drawn card */
};

/* The game ends with the smallest pile, and about every other turn draws from it. */
static unsigned turns_left(const struct campanile_board *board)
{
    unsigned least = CAMPANILE_PILE_MAX;
    for (unsigned pile = 0; pile < CAMPANILE_PILES; pile++)
        if (board->pile_left[pile] < least)
            least = board->pile_left[pile];
    return 2 * least;
}

/* What each number of storeys gains on a tower, with the card that it draws. */
static void find_builds(const struct towers_outlook *outlook, const int draws[TOWER_STOREYS_MAX],
                        unsigned tower, int gains[TOWER_STOREYS_MAX])
{
    towers_gain_by_storeys(outlook, tower, gains);
    for (int i = 0; i < TOWER_STOREYS_MAX; i++)
        gains[i] += draws[i] - (i + 1) * STOREY_COST;
}

static void find_draws(const struct towers_outlook *outlook, const struct campanile_board *board,
                       int draws[CAMPANILE_PILES])
{
    for (unsigned pile = 0; pile < CAMPANILE_PILES; pile++) {
        int gains[TOWER_STOREYS_MAX];
        towers_gain_by_storeys(outlook, board->face_up[pile], gains);
        draws[pile] = gains[TOWER_STOREYS_MAX - 1] / DRAWN_PART;
    }
}

static int gain_by_bet(const struct towers_outlook *outlook, const struct campanile_move *move)
{
    return towers_gain_by_token(outlook, move->tower, move->number) - move->number * TOKEN_COST;
}

static void weigh(const struct game_state *opaque, uint8_t seat, const game_move *moves,
                  size_t count, uint16_t *weights)
{
    const struct campanile_board *board = &OWN(campanile, opaque)->board;
    struct towers_outlook outlook = {.players = board->players,
                                     .seat = seat,
                                     .scorings = 1,
                                     .heights = board->heights,
                                     .majorities = board->bets};
    int draws[CAMPANILE_PILES] = {0}, builds[TOWER_STOREYS_MAX];
    unsigned tower = TOWERS; /* of `builds` */
    towers_look(&outlook, (const unsigned[TOWERS_SCORINGS_MAX]){turns_left(board)});
    if (board->step == CAMPANILE_BUILD_STEP)
        find_draws(&outlook, board, draws);
    for (size_t i = 0; i < count; i++) {
        struct campanile_move move;
        campanile_move_unpack(moves[i], &move);
        int gain = move.action == CAMPANILE_BET ? gain_by_bet(&outlook, &move) : 0;
        if (move.action == CAMPANILE_BUILD) {
            if (move.tower != tower)
                find_builds(&outlook, draws, tower = move.tower, builds);
            gain = builds[move.number - 1];
        }
        weights[i] = weight_of_gain(gain, TOWERS_STEP, TOWERS_REACH);
    }
}

const struct game_advice campanile_advice = {.weigh = weigh, .scale = 8};
