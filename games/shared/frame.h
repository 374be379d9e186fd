/* The sizes of pictures and of hands. */
#ifndef BELFRY_GAMES_SHARED_FRAME_H
#define BELFRY_GAMES_SHARED_FRAME_H

#include "games/game.h"
#include "games/shared/canvas.h"

struct frame {
    const char *name;      /* as it is typed */
    uint8_t width, height; /* at most */
};

/* By enum picture_size. */
extern const struct frame frames[PICTURE_SIZES];

/* Opens the canvas for a picture as it is told. */
void frame_open(struct canvas *canvas, const struct telling *telling);

/* Whether a hand is told in one row, which no canvas limits, instead of drawn. */
bool frame_hand_is_row(const struct telling *telling);
/* Opens the canvas for a drawn hand: as wide as a narrow picture, else as a wide one. */
void frame_open_hand(struct canvas *canvas, const struct telling *telling);

#endif
