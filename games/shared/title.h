/* The title of a picture: what is played and how far it is, then whose turn it is. */
#ifndef BELFRY_GAMES_SHARED_TITLE_H
#define BELFRY_GAMES_SHARED_TITLE_H

#include "games/game.h"

/* Adds whose turn it is, each name cut to `columns` display columns. */
typedef void title_situation(const void *drawing, unsigned columns, struct text *out);

/* `head` and the situation in the first row, in a narrow picture in a row each; names are as long
 * as there is room, at most `name_columns`. */
void title_draw(const struct telling *telling, struct canvas *canvas, const char *head,
                title_situation *say_situation, const void *drawing, unsigned name_columns);

#endif
