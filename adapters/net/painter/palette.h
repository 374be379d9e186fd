/* The colours of an image: each that a drawing uses, in some levels, so that the edges of its
 * letters are smooth. Pure. */
#ifndef BELFRY_ADAPTERS_NET_PAINTER_PALETTE_H
#define BELFRY_ADAPTERS_NET_PAINTER_PALETTE_H

#include <stdint.h>

#include "games/shared/paint.h"

enum {
    PAINTER_LEVELS = 7, /* of each colour, between the background and all of it */
    PAINTER_COLOURS_MAX = 1 + PAINT_COUNT * PAINTER_LEVELS
};

struct painter_palette {
    uint8_t colours[PAINTER_COLOURS_MAX][3]; /* red, green, blue; the first is the background */
    unsigned count;
    uint8_t first[PAINT_COUNT]; /* index of a paint's weakest level; 0: not used */
};

/* `used` is the set of paints, bit p for paint p. */
struct painter_palette painter_palette_of(uint32_t used);
/* The index of a pixel: `ink` from 0 to 255. */
uint8_t painter_palette_index(const struct painter_palette *palette, enum paint paint, uint8_t ink);

#endif
