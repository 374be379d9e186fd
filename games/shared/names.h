/* Names of seats, as the texts of several games write them. */
#ifndef BELFRY_GAMES_SHARED_NAMES_H
#define BELFRY_GAMES_SHARED_NAMES_H

#include "games/game.h"

/* Adds a seat's name, cut to `columns` display columns. */
void names_fit(const struct telling *telling, unsigned seat, unsigned columns, struct text *out);
/* Adds the whole names of a set of seats, in seat order, with `separator` between them. */
void names_join(const struct telling *telling, seat_set seats, const char *separator,
                struct text *out);
/* Does the same with each name cut. */
void names_join_fitted(const struct telling *telling, seat_set seats, unsigned columns,
                       const char *separator, struct text *out);
/* Adds each seat's name and number: `Alice 10, Bruno 8`. With `gains`, positive numbers have a plus
 * sign. */
void names_with_numbers(const struct telling *telling, unsigned players, const int16_t *numbers,
                        bool gains, struct text *out);

#endif
