/* What the pictures of goats share. */
#ifndef BELFRY_GAMES_GOATS_DRAWING_H
#define BELFRY_GAMES_GOATS_DRAWING_H

#include "games/goats/goats.h"
#include "games/shared/names.h"

enum { GOATS_TEXT_MAX = 512 };

struct goats_drawing {
    const struct goats_board *board;
    const struct telling *telling;
    struct canvas *canvas;
};

/* What a card is in its trick. */
enum goats_place { GOATS_ORDINARY, GOATS_LED, GOATS_LOWEST, GOATS_HIGHEST };

/* What the card at `position` is: the highest one, the lowest one while that matters, or the one
 * that was led. A card alone is only led. */
enum goats_place goats_place_of(const struct goats_board *board, uint8_t position);
/* The word of a place; NULL: none. */
const char *goats_place_message(enum goats_place place);

/* Whether somebody must act. */
static inline bool goats_in_play(const struct goats_board *board)
{
    return board->step == GOATS_PLAY || board->step == GOATS_HILL;
}

/* Whether the lowest card of the trick picks a number of the hill. */
static inline bool goats_hill_grows(const struct goats_board *board)
{
    return board->trick_number <= GOATS_HILL_STEPS;
}

/* The heads on the cards of the trick. */
unsigned goats_trick_heads(const struct goats_board *board);
/* Adds a sign for each head of a card. */
void goats_add_heads(uint8_t card, bool ascii, struct text *out);

/* picture.c: writes a row that names people, with the names cut until it fits the canvas. */
void goats_draw_fitted(const struct goats_drawing *drawing, unsigned row, unsigned column,
                       names_saying *say);
/* hill_picture.c */
struct goats_hill_layout {
    unsigned stair_columns;
    unsigned rows; /* the hill may be so high */
    bool tall;     /* each step is twice as high */
};
/* The rows of the hill with the goat on top and the numbers below. */
unsigned goats_hill_rows(const struct goats_board *board, const struct goats_hill_layout *layout);
/* Draws it from column 0 on, its numbers in row `foot`. */
void goats_draw_hill(const struct goats_drawing *drawing, const struct goats_hill_layout *layout,
                     unsigned foot);
/* short_picture.c: draws the rows below the head. */
void goats_draw_short(const struct goats_drawing *drawing);

#endif
