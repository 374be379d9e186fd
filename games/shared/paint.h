/* Paints and drawings, and texts in which they are marked.
 *
 * A paint is a hint for networks with colours: it never carries a meaning that the letters do not
 * carry. The network's adapter decides which colour it becomes and how that is written.
 *
 * A painted piece of a text is written as four things in a row:
 *
 *     PAINT_MARK, one letter ('A' + the paint), the piece, PAINT_END
 *
 * A piece contains neither another piece nor a line end. A line of a drawing begins with
 * DRAWN_MARK: its columns matter, so it is never wrapped. The marks are control characters. Apart
 * from line ends a text contains no others, so nothing that people write can be taken for a mark.
 */
#ifndef BELFRY_GAMES_SHARED_PAINT_H
#define BELFRY_GAMES_SHARED_PAINT_H

#include <stdbool.h>
#include <stddef.h>

#include "games/shared/text.h"

enum paint {
    PAINT_NONE,
    PAINT_TITLE,
    PAINT_SEAT_1, /* PAINT_SEAT_1 + seat */
    PAINT_SEAT_2,
    PAINT_SEAT_3,
    PAINT_SEAT_4,
    PAINT_SEAT_5,
    PAINT_SEAT_6,
    PAINT_FAINT,
    PAINT_RED,
    PAINT_GREEN,
    PAINT_BLUE,
    PAINT_YELLOW,
    PAINT_PINK,
    PAINT_GREY,
    PAINT_COUNT
};

static inline enum paint paint_of_seat(unsigned seat)
{
    return (enum paint)(PAINT_SEAT_1 + seat);
}

enum { PAINT_MARK = 0x0E, PAINT_END = 0x0F, DRAWN_MARK = 0x10 };

/* Appends `string` between marks. Blanks look the same in every paint and get no marks. */
void paint_add(struct text *out, enum paint paint, const char *string);

/* A piece of a text in one paint. */
struct painted {
    const char *bytes; /* not terminated */
    size_t length;     /* never 0 */
    enum paint paint;
};

/* Finds the next piece of the text from `*rest` to `end`, without any marks, and moves `*rest`
 * behind it. Returns false at the end. If a piece was cut in two, its second half has no paint. */
bool paint_next(const char **rest, const char *end, struct painted *piece);
/* Adds the text without any marks. */
void paint_strip(const char *text, size_t length, struct text *out);
/* Adds the text without its paints. Lines of a drawing stay marked. */
void paint_remove(const char *text, struct text *out);
/* Whether the text has a painted piece. */
bool paint_present(const char *text, size_t length);
/* Whether a line of the text is drawn. */
bool drawn_present(const char *text);

#endif
