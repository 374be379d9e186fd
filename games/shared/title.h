/* The title of a picture: the game and its progress, then whose turn it is. */
#ifndef BELFRY_GAMES_SHARED_TITLE_H
#define BELFRY_GAMES_SHARED_TITLE_H

#include "games/game.h"

/* Says whose turn it is, with each name cut to `columns` display columns. */
typedef void title_situation(const void *drawing, unsigned columns, struct text *out);

/* Draws `head` and the situation in the first row, or in two rows of a narrow picture. Names are
 * cut to `name_columns`, or further until the row fits. */
void title_draw(const struct telling *telling, struct canvas *canvas, const char *head,
                title_situation *say_situation, const void *drawing, unsigned name_columns);

#endif
