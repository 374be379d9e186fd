/* The sizes of pictures. */
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

#endif
