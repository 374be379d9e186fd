/* What the pictures of the sizes share. */
#ifndef BELFRY_GAMES_PATRICIAN_PICTURE_H
#define BELFRY_GAMES_PATRICIAN_PICTURE_H

#include "games/patrician/patrician.h"

enum { PATRICIAN_LETTER_BYTES = 8, PATRICIAN_SITE_COLUMNS = PATRICIAN_TOWER_MAX + 1 };

struct patrician_drawing {
    const struct patrician_board *board;
    const struct patrician_view *view;
    const struct telling *telling;
    struct canvas *canvas;
    /* A player's mark: the first letter of the name, or a small letter in seat order. */
    char letters[PATRICIAN_SEATS][PATRICIAN_LETTER_BYTES];
};

/* Who has or would get the large (0) and the small (1) tile of a city; GAME_SPECTATOR: nobody yet.
 */
void patrician_leaders(const struct patrician_city *city, uint8_t leaders[2]);
/* Writes the letter of a seat, or `·` for GAME_SPECTATOR; returns the column after it. */
unsigned patrician_draw_letter(const struct patrician_drawing *drawing, unsigned row,
                               unsigned column, uint8_t seat);
/* Writes the floors of a site from the ground up; returns the column after the highest. */
unsigned patrician_draw_floors(const struct patrician_drawing *drawing, unsigned row,
                               unsigned column, const struct patrician_city *city, unsigned site);
/* Writes a city's name, cut to `columns`, in its colour. */
void patrician_draw_name(const struct patrician_drawing *drawing, unsigned row, unsigned column,
                         unsigned city, unsigned columns);
/* Writes a card as its city and what it shows (`Firenze beard`) in at most `columns`; the city is
 * cut to `city_columns`, or further where there is no room. */
void patrician_draw_card(const struct patrician_drawing *drawing, unsigned row, unsigned column,
                         uint8_t card, unsigned columns, unsigned city_columns);
/* Writes letter, name and points of all players from `row` on, `per_row` in a row of `width`
 * columns. Returns the row after the last. */
unsigned patrician_draw_players(const struct patrician_drawing *drawing, unsigned row,
                                unsigned column, unsigned per_row, unsigned width);
/* `floors left A 18, B 15` and, where it fits into `columns`, the cards in hand. */
void patrician_say_supplies(const struct patrician_drawing *drawing, unsigned columns,
                            struct text *out);
/* `last: Bruno built on Ferrara and took Siena 2 floors`, names cut until it fits; nothing before
 * the first turn. */
void patrician_say_last(const struct patrician_drawing *drawing, unsigned columns,
                        struct text *out);

void patrician_draw_wide(const struct patrician_drawing *drawing, unsigned row);
void patrician_draw_narrow(const struct patrician_drawing *drawing, unsigned row);
void patrician_draw_short(const struct patrician_drawing *drawing, unsigned row);
void patrician_draw_large(const struct patrician_drawing *drawing, unsigned row);

/* The key of the message that tells a kind of card; `brief`: where there is little room. */
const char *patrician_what_message(enum patrician_what what, bool brief);
/* Adds what a card shows, as a word: `2 floors`, `beard`. */
void patrician_say_what(const struct words *words, enum patrician_what what, bool brief,
                        struct text *out);
/* `Parma 2 floors`. */
void patrician_say_card(const struct telling *telling, uint8_t card, struct text *out);

#endif
