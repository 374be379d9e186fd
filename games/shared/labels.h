/* Labels of a table: messages cut to their column, in a faint paint. */
#ifndef BELFRY_GAMES_SHARED_LABELS_H
#define BELFRY_GAMES_SHARED_LABELS_H

#include "games/game.h"

/* Adds the message, cut to `columns` display columns. */
void label_say(const struct telling *telling, const char *key, unsigned columns, struct text *out);
/* Draws the label from `column` on. */
void label_draw(const struct telling *telling, struct canvas *canvas, unsigned row, unsigned column,
                unsigned columns, const char *key);
/* Draws the label so that it ends before column `end`, like the numbers below it. */
void label_draw_to(const struct telling *telling, struct canvas *canvas, unsigned row, unsigned end,
                   unsigned columns, const char *key);

#endif
