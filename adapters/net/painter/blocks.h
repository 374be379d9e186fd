/* Blocks and lines as rectangles that join those of the neighbouring cells. Pure. */
#ifndef BELFRY_ADAPTERS_NET_PAINTER_BLOCKS_H
#define BELFRY_ADAPTERS_NET_PAINTER_BLOCKS_H

#include <stdint.h>

/* Pixels of a cell, from the left and from above; the ends are behind the last. */
struct painter_rectangle {
    uint8_t left, top, right, bottom;
};

enum { PAINTER_RECTANGLES_MAX = 2 };

/* Writes the rectangles of a letter and returns how many; 0: it is no block and no line. */
unsigned painter_blocks_find(uint32_t code,
                             struct painter_rectangle rectangles[PAINTER_RECTANGLES_MAX]);

#endif
