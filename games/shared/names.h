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
/* Adds the cut names as a list: `Alice, Bruno and Carol`. */
void names_list(const struct telling *telling, seat_set seats, unsigned columns, struct text *out);
/* Adds each seat's name and number: `Alice 10, Bruno 8`. With `gains`, positive numbers have a plus
 * sign. */
void names_with_numbers(const struct telling *telling, unsigned players, const int16_t *numbers,
                        bool gains, struct text *out);

/* Says something with each name cut to `columns` display columns. */
typedef void names_saying(const void *about, unsigned columns, struct text *out);

enum { NAME_COLUMNS_MAX = 10, NAME_COLUMNS_MIN = 5 };

/* Says it with the widest names that keep it within `room` display columns, or with the narrowest
 * if none do. */
void names_say_within(names_saying *say, const void *about, unsigned room, struct text *out);

#endif
