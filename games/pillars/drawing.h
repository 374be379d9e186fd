/* What the pictures, the hand and the sentences of Pillars share: cards and stocks in words. */
#ifndef BELFRY_GAMES_PILLARS_DRAWING_H
#define BELFRY_GAMES_PILLARS_DRAWING_H

#include "games/pillars/pillars.h"
#include "games/shared/flow.h"
#include "games/shared/names.h"

enum { PILLARS_TEXT_MAX = 512 };

struct pillars_drawing {
    const struct pillars_board *board;
    const struct telling *telling;
    struct canvas *canvas;
};

/* -- wording.c --------------------------------------------------------------------------------- */

/* The message key of a neutral or advantage card's name in pictures. */
const char *pillars_short_message(uint8_t card);
/* Adds a card as `player` played it: `Carol's carpenter (6)`, `their own mason (4)`, `Prior Philip
 * (7)`. */
void pillars_say_card(const struct telling *telling, uint8_t card, uint8_t player,
                      struct text *out);

/* The shown order of the materials. */
extern const uint8_t pillars_materials_shown[PILLARS_MATERIALS];
/* Adds what a seat has: `1 wood, 2 sand`, or that it has nothing. */
void pillars_say_materials(const struct telling *telling, const struct pillars_board *board,
                           uint8_t seat, struct text *out);

/* -- picture.c --------------------------------------------------------------------------------- */

/* Adds the materials that a seat has, then its advantage cards: `1 wood, 2 sand · founder`. */
void pillars_flow_stock(const struct pillars_drawing *drawing, uint8_t seat, struct flow *flow);
bool pillars_has_stock(const struct pillars_board *board, uint8_t seat);
/* Adds a card as the player showed it: `Bruno's mixer 8`, `Waleran 7, worth -3`. */
void pillars_say_shown(const struct pillars_drawing *drawing, uint8_t card, uint8_t player,
                       unsigned columns, struct text *out);
/* Says who gets the trick so far, and through which card; `opaque` is a struct
 * pillars_drawing. */
void pillars_say_taker(const void *opaque, unsigned columns, struct text *out);
/* Says what has to be decided in the evaluation. */
void pillars_say_task(const void *opaque, unsigned columns, struct text *out);
/* The rounds that follow at least, if each advantage card is won. */
unsigned pillars_rounds_to_go(const struct pillars_board *board);
/* Adds what is in play and what may still come, or who got the King's trick. */
void pillars_flow_round(const struct pillars_drawing *drawing, struct flow *flow);
/* The message key of what the seat does in the evaluation: `sells`, `ready`. */
const char *pillars_doing_message(const struct pillars_board *board, uint8_t seat);
/* Writes a row that names people, with the names cut until it fits the canvas. */
void pillars_draw_fitted(const struct pillars_drawing *drawing, unsigned row, unsigned column,
                         names_saying *say);

/* short_picture.c: draws the rows below the head. */
void pillars_draw_short(const struct pillars_drawing *drawing, unsigned row);

#endif
