/* Messages as labels of a table: cut to their column, in a faint paint. */
#ifndef BELFRY_GAMES_SHARED_LABELS_H
#define BELFRY_GAMES_SHARED_LABELS_H

#include "games/game.h"

/* The message cut to `columns` display columns. */
void label_say(const struct telling *telling, const char *key, unsigned columns, struct text *out);
/* The label from `column` on. */
void label_draw(const struct telling *telling, struct canvas *canvas, unsigned row, unsigned column,
                unsigned columns, const char *key);
/* The label that ends before column `end`, over numbers that end there. */
void label_draw_to(const struct telling *telling, struct canvas *canvas, unsigned row, unsigned end,
                   unsigned columns, const char *key);

#endif
