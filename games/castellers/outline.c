#include "games/castellers/outline.h"

bool castellers_reaches_four(unsigned value, unsigned level)
{
    return level >= CASTELLERS_VALID_PAWNS ||
           value + (CASTELLERS_VALID_PAWNS - level) <= CASTELLERS_VALUES;
}

static bool can_be_valid(const struct castellers_castle *castle)
{
    return castle->width > 1 || castellers_reaches_four(castellers_value(castellers_top(castle, 0)),
                                                        castellers_levels(castle));
}

struct castellers_outline castellers_outline_of(const struct castellers_castle *castle)
{
    struct castellers_outline outline = {.level = CASTELLERS_VALUES,
                                         .valid = castellers_is_valid(castle)};
    unsigned lowest = 0;
    for (unsigned i = 0; i < castle->width; i++) {
        unsigned height = castellers_column_height(&castle->columns[i]);
        outline.pawns = (uint8_t)(outline.pawns + height);
        lowest = height < outline.level ? 1 : lowest + (height == outline.level);
        outline.level = (uint8_t)(height < outline.level ? height : outline.level);
    }
    outline.level++;
    outline.hopeful = outline.valid || can_be_valid(castle);
    unsigned decisive = castle->width == 1 ? CASTELLERS_VALID_PAWNS : 2;
    outline.lacks_one = !outline.valid && outline.level == decisive && lowest == 1;
    return outline;
}
