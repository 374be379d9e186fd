#include "games/shared/names.h"

void names_join(const struct telling *telling, seat_set seats, const char *separator,
                struct text *out)
{
    const char *between = "";
    for (unsigned seat = 0; seat < GAME_SEATS_MAX; seat++) {
        if (!(seats & SEAT_BIT(seat)))
            continue;
        text_add(out, between);
        text_add(out, telling->names[seat]);
        between = separator;
    }
}

void names_join_fitted(const struct telling *telling, seat_set seats, unsigned columns,
                       const char *separator, struct text *out)
{
    const char *between = "";
    for (unsigned seat = 0; seat < GAME_SEATS_MAX; seat++) {
        if (!(seats & SEAT_BIT(seat)))
            continue;
        text_add(out, between);
        display_fit(telling->names[seat], columns, telling->alphabet == ALPHABET_ASCII, out);
        between = separator;
    }
}
