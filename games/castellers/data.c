/* The contents of the box. Certain: 66 pawns, five colours including the joker white, values 1 to
 * 7, 12 bases, two bonus tokens.
 *
 * [reconstructed]: how often each pawn occurs, that values 6 and 7 have the blue background that
 * scores two points, and that a bonus token scores three points.
 */
#include "games/castellers/castellers.h"

/* How many pawns of each value there are, in a colour (0) and in white (1). */
static const uint8_t copies[2][CASTELLERS_VALUES] = {{2, 2, 2, 2, 2, 2, 1}, {2, 2, 2, 2, 2, 2, 2}};

const uint8_t castellers_points[CASTELLERS_VALUES] = {1, 1, 1, 1, 1, 2, 2};

const uint8_t castellers_bonus = 3;

const char castellers_letters[CASTELLERS_COLOURS] = {'b', 'g', 'p', 'r', 'w'};

unsigned castellers_pawn_copies(unsigned pawn)
{
    return copies[castellers_colour(pawn) == CASTELLERS_WHITE][castellers_value(pawn) - 1];
}

void castellers_print_pawn(uint8_t pawn, struct text *out)
{
    text_add_char(out, castellers_letters[castellers_colour(pawn)]);
    text_add_number(out, castellers_value(pawn));
}
