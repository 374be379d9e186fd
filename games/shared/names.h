/* Names of seats as the text functions of several games write them. */
#ifndef BELFRY_GAMES_SHARED_NAMES_H
#define BELFRY_GAMES_SHARED_NAMES_H

#include "games/game.h"

/* A seat's name cut to `columns` display columns. */
void names_fit(const struct telling *telling, unsigned seat, unsigned columns, struct text *out);
/* The whole names of the seats of a set, in seat order, with `separator` between them. */
void names_join(const struct telling *telling, seat_set seats, const char *separator,
                struct text *out);
/* The same with each name cut. */
void names_join_fitted(const struct telling *telling, seat_set seats, unsigned columns,
                       const char *separator, struct text *out);
/* A number for each seat, with a plus before a gain if `gains`: `Alice 10, Bruno 8`. */
void names_with_numbers(const struct telling *telling, unsigned players, const int16_t *numbers,
                        bool gains, struct text *out);

#endif
