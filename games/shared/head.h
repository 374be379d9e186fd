/* The head of a picture: who must do what, and the game.
 *
 *     > Carol: bet 3 A or pass                   Campanile, turn 25
 *
 * A narrow picture has the game in a row of its own. In the short sizes it follows in the same row.
 */
#ifndef BELFRY_GAMES_SHARED_HEAD_H
#define BELFRY_GAMES_SHARED_HEAD_H

#include "games/game.h"

/* Says who must do what (`Carol: bet 3 A or pass`), or how the game ended, with each name cut to
 * `columns` display columns. `brief`: with a verb (`Carol to bet`) instead of the choice as it is
 * typed. */
typedef void head_situation(const void *drawing, unsigned columns, bool brief, struct text *out);

struct head {
    const char *game; /* its name and how far it is: `Campanile, turn 25` */
    bool is_over;     /* nobody must act, so the row has no mark */
    head_situation *say;
    const void *drawing; /* for `say` */
};

/* Draws the head. Where it would be too wide it becomes brief, then the names are cut further.
 * Returns the first row below it. */
unsigned head_draw(const struct telling *telling, struct canvas *canvas, const struct head *head);

#endif
