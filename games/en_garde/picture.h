/* What the sizes of the picture share. */
#ifndef BELFRY_GAMES_EN_GARDE_PICTURE_H
#define BELFRY_GAMES_EN_GARDE_PICTURE_H

#include "games/en_garde/en_garde.h"
#include "games/shared/head.h"
#include "games/shared/names.h"

enum { EN_GARDE_ROW_BYTES = 512 };

struct en_garde_drawing {
    const struct en_garde_board *board;
    const struct telling *telling;
    struct canvas *canvas;
};

/* Draws the head; returns the row below it. `game` is the game and how far it is. */
unsigned en_garde_draw_head(const struct en_garde_drawing *drawing, const char *game);
/* Adds the touches that count, then dots for those that are missing; mirrored for the right. */
void en_garde_add_touches(const struct en_garde_drawing *drawing, unsigned seat, bool mirrored,
                          struct text *out);
/* Draws the score of both fencers in one row, the second at the right edge. */
void en_garde_draw_score(const struct en_garde_drawing *drawing, unsigned row, unsigned left,
                         unsigned right);
/* Draws the attacks that the distance allows, and the last move. Returns the row below them. */
unsigned en_garde_draw_hits(const struct en_garde_drawing *drawing, unsigned row, unsigned column);
unsigned en_garde_draw_last(const struct en_garde_drawing *drawing, unsigned row, unsigned column);
/* Adds `7 cards in the pile`, or what else there is to say about it with the key's message. */
void en_garde_say_pile(const struct en_garde_drawing *drawing, const char *key, struct text *out);

/* picture_rows.c */
void en_garde_draw_rows(const struct en_garde_drawing *drawing);
void en_garde_draw_line(const struct en_garde_drawing *drawing);
/* picture_large.c */
void en_garde_draw_large(const struct en_garde_drawing *drawing);

#endif
