/* A grid of character cells on which a table is drawn. Widths are display widths (utf8proc).
 *
 * A cell holds one letter with its combining marks; a wide letter takes two cells. What does not
 * fit is cut. Control characters never get onto a canvas, and what is written from right to left
 * stays in its columns: left-to-right marks, which take no column, stand around it. Plain data of
 * fixed size; nothing allocates.
 */
#ifndef BELFRY_GAMES_SHARED_CANVAS_H
#define BELFRY_GAMES_SHARED_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "games/shared/paint.h"
#include "games/shared/text.h"

enum { CANVAS_WIDTH_MAX = 80, CANVAS_HEIGHT_MAX = 24, CANVAS_CELL_BYTES = 14 };

struct canvas_cell {
    char bytes[CANVAS_CELL_BYTES]; /* not terminated */
    uint8_t length;                /* 0: blank, or the second half of a wide letter */
    uint8_t paint : 6;
    uint8_t covered : 1; /* second half of a wide letter */
};

struct canvas {
    uint8_t width, height;
    bool ascii;   /* accents are dropped; punctuation, blocks and lines become plain ASCII */
    uint8_t rows; /* the highest row used so far plus 1 */
    bool cut;     /* something visible was cut */
    struct canvas_cell cells[CANVAS_HEIGHT_MAX][CANVAS_WIDTH_MAX];
};

/* Makes the canvas empty, with `ascii` off. */
void canvas_open(struct canvas *canvas, unsigned width, unsigned height);
/* Writes a string from `column` on and cuts it at the right edge. Nothing is written in a row
 * outside. Returns the column after the string. */
unsigned canvas_write(struct canvas *canvas, unsigned row, unsigned column, enum paint paint,
                      const char *string);
__attribute__((format(printf, 5, 6))) unsigned canvas_format(struct canvas *canvas, unsigned row,
                                                             unsigned column, enum paint paint,
                                                             const char *format, ...);
/* Counts a row as used although nothing is written on it. */
void canvas_touch(struct canvas *canvas, unsigned row);

/* Writes the next piece of a row that has one paint into `out`, without the row's trailing blanks.
 * Start with *column = 0. Returns false at the end of the row. */
bool canvas_next_run(const struct canvas *canvas, unsigned row, unsigned *column, enum paint *paint,
                     struct text *out);
/* Prints the whole canvas without paint. Every row ends with '\n'. */
void canvas_print(const struct canvas *canvas, struct text *out);
/* Adds the rows as lines of a drawing (games/shared/paint.h), without a '\n' behind the last.
 * `coloured`: with their paints marked. */
void canvas_draw(const struct canvas *canvas, bool coloured, struct text *out);

/* The display columns of a string. */
unsigned display_width(const char *string);
/* Adds `name` cut to `columns` display columns; a cut name ends with `…` (`~` in ASCII). Control,
 * format and direction characters are left out, joiners in their place are not. Short names are not
 * padded. */
void display_fit(const char *name, unsigned columns, bool ascii, struct text *out);

#endif
