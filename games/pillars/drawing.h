/* What the pictures of Pillars share. */
#ifndef BELFRY_GAMES_PILLARS_DRAWING_H
#define BELFRY_GAMES_PILLARS_DRAWING_H

#include "games/pillars/pillars.h"
#include "games/shared/names.h"

enum { PILLARS_TEXT_MAX = 512 };

struct pillars_drawing {
    const struct pillars_board *board;
    const struct telling *telling;
    struct canvas *canvas;
};

/* Adds the materials that a seat has, then its advantage cards: `1 wood, 2 sand · founder`. */
void pillars_say_stock(const struct pillars_drawing *drawing, uint8_t seat, struct text *out);
/* Adds a card as the player showed it, in words: `Bruno's mixer 8`, `Waleran 7, worth -3`. */
void pillars_say_shown(const struct pillars_drawing *drawing, uint8_t card, uint8_t player,
                       unsigned columns, struct text *out);
/* Says who gets the trick so far, and through which card; `drawing` is a struct pillars_drawing. */
void pillars_say_taker(const void *drawing, unsigned columns, struct text *out);
/* Says what is in play and what may still come. */
void pillars_say_round(const void *drawing, unsigned columns, struct text *out);
/* Writes a row that names people, with the names cut until it fits the canvas. */
void pillars_draw_fitted(const struct pillars_drawing *drawing, unsigned row, unsigned column,
                         names_saying *say);
/* short_picture.c: draws the rows below the head. */
void pillars_draw_short(const struct pillars_drawing *drawing);

#endif
