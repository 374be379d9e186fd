/* The letters of DejaVu Sans Mono as bitmaps of one cell. */
#ifndef BELFRY_ADAPTERS_NET_PAINTER_LETTERS_H
#define BELFRY_ADAPTERS_NET_PAINTER_LETTERS_H

#include <stddef.h>
#include <stdint.h>

#include "adapters/net/painter/libraries.h"
#include "adapters/net/painter/painter.h"

/* How much of each pixel is ink, from 0 to 255. */
struct painter_letter {
    uint8_t ink[PAINTER_CELL_HEIGHT][PAINTER_CELL_WIDTH];
};

struct painter_letters;

/* Returns NULL, with one line in `error`, when the font is not installed. `libraries` must outlive
 * the letters. */
struct painter_letters *painter_letters_open(const struct painter_libraries *libraries, char *error,
                                             size_t error_size);
void painter_letters_close(struct painter_letters *letters);

/* Returns a letter; those that the font lacks are all the same empty frame. It belongs to the
 * letters and lives until they are closed. NULL: it can't be drawn. */
const struct painter_letter *painter_letters_find(struct painter_letters *letters, uint32_t code,
                                                  bool bold);

#endif
