/* The hill: a stair for each number, the goat on the last one.
 *
 *               ,__))>
 *               || ||
 *               ▄▄▄▄▄▄
 *         ████████████
 *   ██████████████████
 *     5     +6    +1     ?
 */
#include "games/goats/drawing.h"

enum { GOAT_ROWS = 2, TALL_GOAT_ROWS = 4, NUMBER_ROWS = 1 };

/* The half rows that a number lifts the hill. */
static unsigned lift_of(uint8_t number)
{
    return number <= 3 ? 1 : number <= 6 ? 2 : 3;
}

/* The half rows of the first `stairs` stairs, at most those that the layout has. */
static unsigned height_of(const struct goats_hill *hill, const struct goats_hill_layout *layout,
                          unsigned stairs)
{
    unsigned whole = 0, height = 0, most = 2 * layout->rows;
    for (unsigned i = 0; i < hill->built; i++) {
        unsigned lift = lift_of(hill->numbers[i]) * (layout->tall ? 2 : 1);
        whole += lift;
        height += i < stairs ? lift : 0;
    }
    return whole > most ? (height * most + whole - 1) / whole : height;
}

static unsigned goat_rows(const struct goats_hill_layout *layout)
{
    return layout->tall ? TALL_GOAT_ROWS : GOAT_ROWS;
}

unsigned goats_hill_rows(const struct goats_board *board, const struct goats_hill_layout *layout)
{
    unsigned height = height_of(&board->hill, layout, board->hill.built);
    return goat_rows(layout) + (height + 1) / 2 + NUMBER_ROWS;
}

static void draw_stair(const struct goats_drawing *drawing, const struct goats_hill_layout *layout,
                       unsigned stair, unsigned foot)
{
    unsigned height = height_of(&drawing->board->hill, layout, stair + 1);
    for (unsigned row = 1; height > 0; row++) {
        const char *brick = height == 1 ? "▄" : "█";
        for (unsigned i = 0; i < layout->stair_columns; i++)
            canvas_write(drawing->canvas, foot - row, stair * layout->stair_columns + i,
                         PAINT_GREEN, brick);
        height -= height == 1 ? 1 : 2;
    }
}

/* Writes a stair's number below it, or the card to choose from. */
static void draw_number(const struct goats_drawing *drawing, const struct goats_hill_layout *layout,
                        unsigned stair, unsigned foot)
{
    const struct goats_hill *hill = &drawing->board->hill;
    unsigned column = stair * layout->stair_columns + layout->stair_columns / 2 - 1;
    uint8_t card = hill->cards[stair];
    if (stair < hill->built)
        canvas_format(drawing->canvas, foot, column, PAINT_NONE, stair == 0 ? "%u" : "+%u",
                      hill->numbers[stair]);
    else if (stair < hill->turned)
        canvas_format(drawing->canvas, foot, column, PAINT_TITLE, "%u/%u", goats_hill_smaller(card),
                      goats_hill_larger(card));
    else
        canvas_write(drawing->canvas, foot, column + (stair > 0), PAINT_FAINT, "?");
}

/* The goat stands on the last stair that is built, before the first one at the foot of the hill. */
static void draw_goat(const struct goats_drawing *drawing, const struct goats_hill_layout *layout,
                      unsigned foot)
{
    static const char *const small[GOAT_ROWS] = {",__))>", "|| ||"};
    static const char *const tall[TALL_GOAT_ROWS] = {"     ))", ",___/ o>", "|    /'", "||--||"};
    const struct goats_hill *hill = &drawing->board->hill;
    unsigned stair = hill->built > 0 ? hill->built - 1u : 0;
    unsigned row = foot + NUMBER_ROWS - goats_hill_rows(drawing->board, layout);
    for (unsigned i = 0; i < goat_rows(layout); i++)
        canvas_write(drawing->canvas, row + i, stair * layout->stair_columns, PAINT_YELLOW,
                     layout->tall ? tall[i] : small[i]);
}

void goats_draw_hill(const struct goats_drawing *drawing, const struct goats_hill_layout *layout,
                     unsigned foot)
{
    for (unsigned stair = 0; stair < GOATS_HILL_STEPS; stair++) {
        if (stair < drawing->board->hill.built)
            draw_stair(drawing, layout, stair, foot);
        draw_number(drawing, layout, stair, foot);
    }
    draw_goat(drawing, layout, foot);
}
