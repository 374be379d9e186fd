#include "games/shared/frame.h"

const struct frame frames[PICTURE_SIZES] = {[PICTURE_WIDE] = {"wide", 60, 16},
                                            [PICTURE_NARROW] = {"narrow", 36, 16},
                                            [PICTURE_SHORT] = {"short", 60, 8},
                                            [PICTURE_LINE] = {"line", 60, 1},
                                            [PICTURE_LARGE] = {"large", 80, 24}};

void frame_open(struct canvas *canvas, const struct telling *telling)
{
    const struct frame *frame = &frames[telling->size];
    canvas_open(canvas, frame->width, frame->height);
    canvas->ascii = telling_is_ascii(telling);
}

bool frame_hand_is_row(const struct telling *telling)
{
    return telling->size == PICTURE_SHORT || telling->size == PICTURE_LINE;
}

void frame_open_hand(struct canvas *canvas, const struct telling *telling)
{
    enum picture_size size = telling->size == PICTURE_NARROW ? PICTURE_NARROW : PICTURE_WIDE;
    canvas_open(canvas, frames[size].width, CANVAS_HEIGHT_MAX);
    canvas->ascii = telling_is_ascii(telling);
}
