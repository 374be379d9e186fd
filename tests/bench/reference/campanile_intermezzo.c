/* Evaluates a position (games/advice.h): the chips won, and those of the next scoring if it were
 * made now. */
#include "games/campanile_intermezzo/campanile_intermezzo.h"
#include "games/advice.h"
#include "tests/bench/reference/reference.h"

static void estimate(const struct game_state *opaque, int32_t points[GAME_SEATS_MAX])
{
    const struct intermezzo_board *board = &OWN(intermezzo, opaque)->board;
    const struct tower_flag *flags = intermezzo_flags(board->players, board->scorings > 0);
    uint8_t ranked[TOWERS], won[GAME_SEATS_MAX];
    for (uint8_t seat = 0; seat < board->players; seat++)
        points[seat] = (int32_t)intermezzo_points(board, seat);
    if (board->step == INTERMEZZO_END)
        return;
    towers_rank(board->heights, TOWERS, ranked);
    for (unsigned rank = 0; rank < TOWERS; rank++) {
        towers_award(&board->markers[ranked[rank]], &flags[rank], won);
        for (uint8_t seat = 0; seat < board->players; seat++)
            points[seat] += won[seat];
    }
}

const struct game_advice reference_intermezzo = {.estimate = estimate, .scale = 5};
