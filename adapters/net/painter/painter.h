/* Drawings (games/shared/paint.h) as PNG images, for people whose screen can't show columns of
 * letters.
 *
 * Each letter takes a cell of 24 × 48 pixels. Blocks and lines are rectangles, so those of
 * neighbouring cells join. Drawing needs FreeType, libpng and the font DejaVu Sans Mono. They are
 * loaded by painter_open(), so that a bot which draws nothing does not pay for them.
 */
#ifndef BELFRY_ADAPTERS_NET_PAINTER_PAINTER_H
#define BELFRY_ADAPTERS_NET_PAINTER_PAINTER_H

#include <stddef.h>

enum {
    PAINTER_CELL_WIDTH = 24,
    PAINTER_CELL_HEIGHT = 48,
    PAINTER_MARGIN = 36,
    PAINTER_BYTES_MAX = 256 * 1024 /* of a PNG */
};

struct painter;

/* Returns NULL, with one line in `error`, when a library or the font is not installed. */
struct painter *painter_open(char *error, size_t error_size);
/* NULL is allowed. */
void painter_close(struct painter *painter);

/* Draws the lines of a text. Returns the PNG, free() it, and its size; NULL when it can't be drawn.
 * The same text gives the same bytes. */
unsigned char *painter_draw(struct painter *painter, const char *text, size_t *size);

#endif
