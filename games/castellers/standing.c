/* Castles as they stand, pawn upon pawn; the ground is double where a castle counts.
 *
 *        g7                    \o/
 *     w7 w6                   ▐g7▌
 *     g6 g4              \o/    o
 *     w1 g2             ▐w7▌  ▐w6▌
 *    ═══1═══            ═════1═════
 *    Alice 16            Alice 16
 */
#include "games/castellers/picture.h"
#include "games/shared/head.h"
#include "games/shared/names.h"

enum { GAP = 3, LARGE_LEVEL = 2 };

/* A player's castles with the name below. */
struct strip {
    uint8_t seat;
    unsigned castles; /* columns of the castles side by side */
    unsigned width;   /* of castles or name, whichever is wider */
    unsigned levels;
    char label[64]; /* `Alice 16` */
};

static bool is_large(const struct castellers_stand *stand)
{
    return stand->level == LARGE_LEVEL;
}

/* The ground, `═══1═══`, reaches one column further on either side than the pawns. Large pawns have
 * two blanks beside them, so the last column is blank. */
static unsigned castle_columns(const struct castellers_stand *stand,
                               const struct castellers_castle *castle)
{
    return castle->width * stand->pawn + 1u;
}

static void say_label(const struct castellers_drawing *drawing,
                      const struct castellers_stand *stand, unsigned seat, unsigned columns,
                      struct text *out)
{
    names_fit(drawing->telling, seat, columns, out);
    if (stand->with_points)
        text_add_format(out, " %d", castellers_total(&drawing->scores[seat]));
}

static struct strip strip_of(const struct castellers_drawing *drawing,
                             const struct castellers_stand *stand, unsigned seat,
                             unsigned name_columns)
{
    const struct castellers_board *board = drawing->board;
    struct strip strip = {.seat = (uint8_t)seat};
    struct text label = TEXT_IN(strip.label);
    for (unsigned i = castellers_first(board, seat);
         i < board->castle_count && board->castles[i].owner == seat; i++) {
        unsigned levels = castellers_levels(&board->castles[i]);
        strip.castles += castle_columns(stand, &board->castles[i]);
        strip.levels = levels > strip.levels ? levels : strip.levels;
    }
    say_label(drawing, stand, seat, name_columns, &label);
    unsigned name = display_width(label.bytes);
    strip.width = strip.castles > name ? strip.castles : name;
    return strip;
}

/* -- One castle -------------------------------------------------------------------------------- */

static void draw_pawn(const struct castellers_drawing *drawing,
                      const struct castellers_stand *stand, unsigned row, unsigned column,
                      uint8_t pawn, bool top)
{
    char buffer[4];
    struct text text = TEXT_IN(buffer);
    enum paint paint = castellers_paint(pawn);
    castellers_print_pawn(pawn, &text);
    if (!is_large(stand)) {
        canvas_write(drawing->canvas, row, column, paint, text.bytes);
        return;
    }
    canvas_format(drawing->canvas, row, column, paint, "▐%s▌", text.bytes);
    canvas_write(drawing->canvas, row - 1, column + (top ? 1 : 2), paint, top ? "\\o/" : "o");
}

static void draw_ground(const struct castellers_drawing *drawing, unsigned row, unsigned column,
                        unsigned columns, const struct castellers_castle *castle)
{
    bool valid = castellers_is_valid(castle);
    for (unsigned i = 0; i < columns; i++)
        canvas_write(drawing->canvas, row, column + i, valid ? PAINT_NONE : PAINT_FAINT,
                     valid ? "═" : "─");
    canvas_format(drawing->canvas, row, column + (columns - 1) / 2, PAINT_TITLE, "%u",
                  castle->number);
}

static void draw_castle(const struct castellers_drawing *drawing,
                        const struct castellers_stand *stand, unsigned ground, unsigned column,
                        const struct castellers_castle *castle)
{
    unsigned columns = castle_columns(stand, castle) - (is_large(stand) ? 2 : 0);
    draw_ground(drawing, ground, column, columns, castle);
    for (unsigned i = 0; i < castle->width; i++) {
        unsigned height = castellers_column_height(&castle->columns[i]);
        for (unsigned level = 1; level <= height; level++)
            draw_pawn(drawing, stand, ground - 1 - (level - 1) * stand->level,
                      column + 1 + i * stand->pawn, castellers_pawn_at(castle, i, level),
                      level == height);
    }
}

/* -- A bank ------------------------------------------------------------------------------------ */

static void draw_strip(const struct castellers_drawing *drawing,
                       const struct castellers_stand *stand, unsigned ground, unsigned column,
                       const struct strip *strip)
{
    const struct castellers_board *board = drawing->board;
    unsigned at = column;
    for (unsigned i = castellers_first(board, strip->seat);
         i < board->castle_count && board->castles[i].owner == strip->seat; i++) {
        draw_castle(drawing, stand, ground, at, &board->castles[i]);
        at += castle_columns(stand, &board->castles[i]);
    }
    if (castellers_acts(board, strip->seat))
        canvas_write(drawing->canvas, ground + 1, column - stand->left, PAINT_TITLE, ">");
    canvas_write(drawing->canvas, ground + 1, column, paint_of_seat(strip->seat), strip->label);
}

/* How many strips from `first` on stand side by side; their columns in `*used`. */
static unsigned bank_size(const struct castellers_drawing *drawing,
                          const struct castellers_stand *stand, const struct strip *strips,
                          unsigned first, unsigned *used)
{
    unsigned count = 0;
    *used = stand->left;
    while (first + count < drawing->board->players) {
        unsigned width = strips[first + count].width + (count > 0 ? GAP : 0);
        if (*used + width > drawing->canvas->width)
            break;
        *used += width;
        count++;
    }
    return count;
}

/* The columns from one strip to the next if all are as wide, 0 if they do not fit so. */
static unsigned even_step(const struct castellers_drawing *drawing,
                          const struct castellers_stand *stand, const struct strip *strips,
                          unsigned count)
{
    unsigned step = (drawing->canvas->width + 2 - stand->left) / drawing->board->players;
    for (unsigned i = 0; i < count; i++)
        if (strips[i].width + stand->left > step)
            return 0;
    return step;
}

/* Returns the rows of the bank. */
static unsigned draw_bank(const struct castellers_drawing *drawing,
                          const struct castellers_stand *stand, const struct strip *strips,
                          unsigned count, unsigned row)
{
    unsigned levels = 0, column = stand->left;
    unsigned step = even_step(drawing, stand, strips, count);
    for (unsigned i = 0; i < count; i++)
        levels = strips[i].levels > levels ? strips[i].levels : levels;
    unsigned rows = levels * stand->level + (levels > 0) + 1;
    for (unsigned i = 0; i < count && !drawing->measuring; i++) {
        draw_strip(drawing, stand, row + rows - 2, column, &strips[i]);
        column += step > 0 ? step : strips[i].width + GAP;
    }
    return rows;
}

static unsigned draw_with_names(const struct castellers_drawing *drawing,
                                const struct castellers_stand *stand, unsigned row,
                                unsigned name_columns)
{
    struct strip strips[CASTELLERS_SEATS];
    unsigned rows = 0, used;
    for (unsigned seat = 0; seat < drawing->board->players; seat++)
        strips[seat] = strip_of(drawing, stand, seat, name_columns);
    for (unsigned first = 0; first < drawing->board->players;) {
        unsigned count = bank_size(drawing, stand, strips, first, &used);
        if (count == 0)
            return CASTELLERS_NEVER;
        rows += draw_bank(drawing, stand, strips + first, count, row + rows);
        first += count;
    }
    return rows;
}

unsigned castellers_draw_standing(const struct castellers_drawing *drawing, unsigned row,
                                  const struct castellers_stand *stand)
{
    struct castellers_drawing measuring = *drawing;
    unsigned columns = NAME_COLUMNS_MAX, fewest = CASTELLERS_NEVER;
    measuring.measuring = true;
    for (unsigned name = NAME_COLUMNS_MAX; name >= NAME_COLUMNS_MIN; name--) {
        unsigned rows = draw_with_names(&measuring, stand, row, name);
        if (rows < fewest) {
            fewest = rows;
            columns = name;
        }
    }
    return fewest == CASTELLERS_NEVER ? fewest : draw_with_names(drawing, stand, row, columns);
}
