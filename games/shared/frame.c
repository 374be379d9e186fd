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
