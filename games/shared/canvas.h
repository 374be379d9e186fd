/* A grid of character cells on which a table is drawn. Widths are display widths (utf8proc).
 *
 * A cell holds one letter with its combining marks; a wide letter takes two cells. What does not
 * fit is cut. Control characters never get onto a canvas. Plain data of fixed size; nothing
 * allocates.
 */
#ifndef BELFRY_GAMES_SHARED_CANVAS_H
#define BELFRY_GAMES_SHARED_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "games/shared/paint.h"
#include "games/shared/text.h"

enum { CANVAS_WIDTH_MAX = 60, CANVAS_HEIGHT_MAX = 20, CANVAS_CELL_BYTES = 14 };

struct canvas_cell {
    char bytes[CANVAS_CELL_BYTES]; /* not terminated */
    uint8_t length;                /* 0: blank, or the second half of a wide letter */
    uint8_t paint : 6;
    uint8_t covered : 1; /* second half of a wide letter */
};

struct canvas {
    uint8_t width, height;
    bool ascii;   /* letters lose their accents, marks of punctuation become plain ones */
    uint8_t rows; /* rows written so far: the highest row used plus 1 */
    bool cut;     /* something visible did not fit */
    struct canvas_cell cells[CANVAS_HEIGHT_MAX][CANVAS_WIDTH_MAX];
};

/* Empty and not yet `ascii`. */
void canvas_open(struct canvas *canvas, unsigned width, unsigned height);
/* Writes from `column` on, cut at the right edge; a row outside is ignored. Returns the column
 * after it. */
unsigned canvas_write(struct canvas *canvas, unsigned row, unsigned column, enum paint paint,
                      const char *string);
__attribute__((format(printf, 5, 6))) unsigned canvas_format(struct canvas *canvas, unsigned row,
                                                             unsigned column, enum paint paint,
                                                             const char *format, ...);
/* A row that counts although nothing visible is written on it. */
void canvas_touch(struct canvas *canvas, unsigned row);

/* A piece of a row in one paint; trailing blanks of the row are left out. Start with *column = 0;
 * false at the end of the row. `out` is cleared first. */
bool canvas_next_run(const struct canvas *canvas, unsigned row, unsigned *column, enum paint *paint,
                     struct text *out);
/* The whole canvas without paint, rows ended by '\n' (the last one too). */
void canvas_print(const struct canvas *canvas, struct text *out);

/* Display columns of a text. */
unsigned display_width(const char *string);
/* `name` cut to `columns` display columns, ended by `…` (`~` in ASCII) if it was longer; control,
 * format and direction characters are left out. No padding. */
void display_fit(const char *name, unsigned columns, bool ascii, struct text *out);

#endif
