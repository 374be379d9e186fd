/* What the pictures of the sizes share. */
#ifndef BELFRY_GAMES_CASTELLERS_PICTURE_H
#define BELFRY_GAMES_CASTELLERS_PICTURE_H

#include "games/castellers/castellers.h"

enum { CASTELLERS_NEVER = 255 /* rows of what can't be drawn at all */ };

struct castellers_drawing {
    const struct castellers_board *board;
    const struct telling *telling;
    struct canvas *canvas;
    bool measuring; /* only counts rows, writes nothing */
    struct castellers_score scores[CASTELLERS_SEATS];
};

enum paint castellers_paint(unsigned pawn);
/* Draws a note about the swap or the marks in a row of its own. */
void castellers_draw_note(const struct castellers_drawing *drawing, unsigned row, unsigned column,
                          const char *key);
/* Whether the seat must act now. */
bool castellers_acts(const struct castellers_board *board, unsigned seat);
/* The index of the seat's first castle, or of the place where it would be. */
unsigned castellers_first(const struct castellers_board *board, unsigned seat);

/* -- Text that flows over several rows (flow.c) ------------------------------------------------ */

struct castellers_flow {
    const struct castellers_drawing *drawing;
    unsigned row, column, left, right; /* further rows begin at `left` and end before `right` */
};

/* Writes a word, in the next row if this one is full. */
void castellers_flow_put(struct castellers_flow *flow, enum paint paint, const char *word);

enum castellers_spacing {
    CASTELLERS_APART,  /* `b2 b3  r5`: colours apart */
    CASTELLERS_SPACED, /* `b2 b3 r5` */
    CASTELLERS_JOINED, /* `b23 r5` */
    CASTELLERS_COUNTED /* `3 pawns` */
};

void castellers_flow_reserve(struct castellers_flow *flow, unsigned seat,
                             enum castellers_spacing spacing);

enum castellers_shape {
    CASTELLERS_IN_WORDS,         /* `castle 1 r1-w4 and r2-r5, counts` */
    CASTELLERS_COLUMN_BY_COLUMN, /* `1═ r1-w4 r2-r5` */
    CASTELLERS_CLOSE,            /* `1═r1w4|25` */
    CASTELLERS_BY_LEVEL,         /* `1═r2+2` */
    CASTELLERS_BY_CASTLE         /* `1═r4` */
};

void castellers_flow_castles(struct castellers_flow *flow, unsigned seat,
                             enum castellers_shape shape);

/* -- Castles in words, the last move (rows.c) -------------------------------------------------- */

/* Draws castles and reserves in rows that are read one by one. Returns the rows. */
unsigned castellers_draw_rows(const struct castellers_drawing *drawing, unsigned row);
/* Draws what the last move was, if there is room for it. */
void castellers_draw_last(const struct castellers_drawing *drawing, unsigned row, unsigned column);

/* -- Standing castles (standing.c) ------------------------------------------------------------- */

/* How castles stand: the size of a pawn and what is below them. */
struct castellers_stand {
    uint8_t left;     /* margin */
    uint8_t pawn;     /* columns of a pawn and the blank beside it */
    uint8_t level;    /* rows: 2 with arms and heads */
    bool with_points; /* behind the name */
};

/* Draws the castles of all players side by side, in as many banks as they need, each with a row of
 * names below. Returns the rows, CASTELLERS_NEVER if somebody's castles are too wide. */
unsigned castellers_draw_standing(const struct castellers_drawing *drawing, unsigned row,
                                  const struct castellers_stand *stand);

#endif
