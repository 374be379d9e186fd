#include "games/shared/canvas.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <utf8proc.h>

#include "games/shared/letters.h"

/* Controls, format characters (direction marks among them) but for joiners in their place, line and
 * paragraph separators. `before` is the letter before it, 0 for none, and `rest` what follows. */
static bool is_harmful(utf8proc_int32_t before, utf8proc_int32_t letter, const char *rest)
{
    switch (utf8proc_category(letter)) {
    case UTF8PROC_CATEGORY_CF:
        return !letter_joins(before, letter, rest, -1);
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
        return true;
    default:
        return false;
    }
}

static unsigned letter_width(utf8proc_int32_t letter)
{
    int width = utf8proc_charwidth(letter);
    return width > 0 ? (unsigned)width : 0;
}

/* A walk over the letters of a string that may be shown. Begin with only `rest` set. */
struct walk {
    const char *rest;
    utf8proc_int32_t letter;
    const char *bytes; /* of the letter */
    size_t length;
    unsigned width;
};

/* Goes on to the next letter; false at the end. Broken UTF-8 reads as U+FFFD. */
static bool next_shown(struct walk *walk)
{
    while (*walk->rest != '\0') {
        utf8proc_int32_t before = walk->letter;
        utf8proc_ssize_t length =
            utf8proc_iterate((const utf8proc_uint8_t *)walk->rest, -1, &walk->letter);
        bool broken = length <= 0;
        walk->bytes = broken ? "\xEF\xBF\xBD" : walk->rest;
        walk->length = broken ? 3 : (size_t)length;
        walk->letter = broken ? 0xFFFD : walk->letter;
        walk->rest += broken ? 1 : length;
        walk->width = letter_width(walk->letter);
        if (!is_harmful(before, walk->letter, walk->rest))
            return true;
    }
    return false;
}

/* The ASCII character to use for a letter or for a sign of the pictures; 0 if there is none. */
static char plain_letter(utf8proc_int32_t letter)
{
    utf8proc_int32_t parts[8] = {0};
    int class = 0;
    switch (letter) {
    case 0x00A0: /* no-break space */
        return ' ';
    case 0x00AB: /* « */
    case 0x00BB: /* » */
    case 0x201C: /* “ */
    case 0x201D: /* ” */
    case 0x201E: /* „ */
        return '"';
    case 0x00DF: /* ß */
        return 's';
    case 0x00A1: /* ¡ */
        return '!';
    case 0x00BF: /* ¿ */
        return '?';
    case 0x00AA: /* ª */
        return 'a';
    case 0x00BA: /* º */
        return 'o';
    case 0x2019: /* ’ */
        return '\'';
    case 0x2013: /* – */
    case 0x2014: /* — */
    case 0x2026: /* … */
    case 0x2500: /* ─ */
        return '-';
    case 0x00B7: /* · */
        return '.';
    case 0x00D7: /* × */
        return 'x';
    case 0x2190: /* ← */
        return '<';
    case 0x2192: /* → */
        return '>';
    case 0x2502: /* │ */
        return '|';
    case 0x2550: /* ═ */
        return '=';
    case 0x2580: /* ▀ */
        return '"';
    case 0x2584: /* ▄ */
        return '_';
    case 0x2588: /* █ */
        return '#';
    case 0x258C: /* ▌ */
    case 0x2590: /* ▐ */
        return ':';
    case 0x25CF: /* ● */
        return 'o';
    default:
        if (letter >= 0x250C && letter <= 0x253C) /* corners and crossings of lines */
            return '+';
        utf8proc_decompose_char(letter, parts, 8, UTF8PROC_DECOMPOSE, &class);
        return parts[0] < 0x80 ? (char)parts[0] : '\0';
    }
}

void canvas_open(struct canvas *canvas, unsigned width, unsigned height)
{
    memset(canvas, 0, sizeof *canvas);
    canvas->width = (uint8_t)(width < CANVAS_WIDTH_MAX ? width : CANVAS_WIDTH_MAX);
    canvas->height = (uint8_t)(height < CANVAS_HEIGHT_MAX ? height : CANVAS_HEIGHT_MAX);
}

void canvas_touch(struct canvas *canvas, unsigned row)
{
    if (row < canvas->height && row >= canvas->rows)
        canvas->rows = (uint8_t)(row + 1);
}

static void add_mark(struct canvas_cell *cell, const char *bytes, size_t length)
{
    if (cell->length > 0 && cell->length + length <= CANVAS_CELL_BYTES) {
        memcpy(cell->bytes + cell->length, bytes, length);
        cell->length = (uint8_t)(cell->length + length);
    }
}

static void set_cell(struct canvas_cell *cell, enum paint paint, const char *bytes, size_t length)
{
    *cell = (struct canvas_cell){.length = (uint8_t)length, .paint = paint};
    memcpy(cell->bytes, bytes, length);
}

/* When one half of a wide letter is overwritten, the other half is cleared too. */
static void clear_cells(struct canvas_cell *cells, unsigned column, unsigned width,
                        unsigned row_width)
{
    if (column > 0 && cells[column].covered)
        cells[column - 1] = (struct canvas_cell){0};
    if (column + width < row_width && cells[column + width].covered)
        cells[column + width] = (struct canvas_cell){0};
}

/* Puts the letter into the cells from `column` on. */
static void write_letter(struct canvas *canvas, struct canvas_cell *cells, unsigned column,
                         enum paint paint, const struct walk *walk)
{
    clear_cells(cells, column, walk->width, canvas->width);
    char plain = canvas->ascii ? plain_letter(walk->letter) : '\0';
    if (plain != '\0')
        set_cell(&cells[column], paint, &plain, 1);
    else
        set_cell(&cells[column], paint, walk->bytes, walk->length);
    if (walk->width == 2)
        cells[column + 1] = (struct canvas_cell){.covered = true, .paint = paint};
}

static void end_turned(struct canvas_cell *turned)
{
    if (turned != NULL)
        add_mark(turned, LETTER_LEFT_TO_RIGHT, strlen(LETTER_LEFT_TO_RIGHT));
}

/* Puts marks around right-to-left parts. `turned` is the last cell of a part that has not ended,
 * NULL for none, and so is what is returned. Blanks don't end a part: names may have several words.
 */
static struct canvas_cell *keep_direction(struct canvas_cell *cell, const struct walk *walk,
                                          struct canvas_cell *turned)
{
    if (walk->letter == ' ')
        return turned;
    if (!letter_is_right_to_left(walk->letter)) {
        end_turned(turned);
        return NULL;
    }
    if (turned == NULL) {
        set_cell(cell, cell->paint, LETTER_LEFT_TO_RIGHT, strlen(LETTER_LEFT_TO_RIGHT));
        add_mark(cell, walk->bytes, walk->length);
    }
    return cell;
}

unsigned canvas_write(struct canvas *canvas, unsigned row, unsigned column, enum paint paint,
                      const char *string)
{
    if (row >= canvas->height) {
        canvas->cut |= *string != '\0';
        return column;
    }
    canvas_touch(canvas, row);
    struct canvas_cell *cells = canvas->cells[row], *turned = NULL;
    for (struct walk walk = {.rest = string}; next_shown(&walk);) {
        if (walk.width == 0) {
            if (column > 0 && column <= canvas->width)
                add_mark(&cells[column - 1 - cells[column - 1].covered], walk.bytes, walk.length);
            continue;
        }
        if (column >= canvas->width || walk.width > canvas->width - column) {
            canvas->cut |= walk.letter != ' ';
            break;
        }
        write_letter(canvas, cells, column, paint, &walk);
        turned = keep_direction(&cells[column], &walk, turned);
        column += walk.width;
    }
    end_turned(turned);
    return column;
}

unsigned canvas_format(struct canvas *canvas, unsigned row, unsigned column, enum paint paint,
                       const char *format, ...)
{
    char formatted[256];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(formatted, sizeof formatted, format, arguments);
    va_end(arguments);
    canvas->cut |= length >= (int)sizeof formatted;
    return canvas_write(canvas, row, column, paint, formatted);
}

static unsigned row_end(const struct canvas *canvas, unsigned row)
{
    unsigned end = canvas->width;
    while (end > 0) {
        const struct canvas_cell *cell = &canvas->cells[row][end - 1];
        bool blank = cell->length == 0 || (cell->length == 1 && cell->bytes[0] == ' ');
        if (cell->covered || !blank)
            break;
        end--;
    }
    return end;
}

/* A blank continues any run, since it looks the same in every paint. */
static bool continues_run(const struct canvas_cell *cell, enum paint paint)
{
    bool blank = !cell->covered && (cell->length == 0 || cell->bytes[0] == ' ');
    return blank || cell->paint == paint;
}

bool canvas_next_run(const struct canvas *canvas, unsigned row, unsigned *column, enum paint *paint,
                     struct text *out)
{
    text_clear(out);
    if (row >= canvas->rows || *column >= row_end(canvas, row))
        return false;
    unsigned end = row_end(canvas, row);
    *paint = canvas->cells[row][*column].paint;
    for (; *column < end && continues_run(&canvas->cells[row][*column], *paint); (*column)++) {
        const struct canvas_cell *cell = &canvas->cells[row][*column];
        if (cell->length > 0)
            text_add_bytes(out, cell->bytes, cell->length);
        else if (!cell->covered)
            text_add_char(out, ' ');
    }
    return true;
}

void canvas_print(const struct canvas *canvas, struct text *out)
{
    for (unsigned row = 0; row < canvas->rows; row++) {
        char buffer[CANVAS_WIDTH_MAX * CANVAS_CELL_BYTES + 1];
        struct text run = TEXT_IN(buffer);
        enum paint paint;
        for (unsigned column = 0; canvas_next_run(canvas, row, &column, &paint, &run);)
            text_add(out, run.bytes);
        text_add_char(out, '\n');
    }
}

void canvas_draw(const struct canvas *canvas, bool coloured, struct text *out)
{
    for (unsigned row = 0; row < canvas->rows; row++) {
        char buffer[CANVAS_WIDTH_MAX * CANVAS_CELL_BYTES + 1];
        struct text run = TEXT_IN(buffer);
        enum paint paint;
        if (row > 0)
            text_add_char(out, '\n');
        text_add_char(out, DRAWN_MARK);
        for (unsigned column = 0; canvas_next_run(canvas, row, &column, &paint, &run);)
            paint_add(out, coloured ? paint : PAINT_NONE, run.bytes);
    }
}

unsigned display_width(const char *string)
{
    unsigned width = 0;
    for (struct walk walk = {.rest = string}; next_shown(&walk);)
        width += walk.width;
    return width;
}

void display_fit(const char *name, unsigned columns, bool ascii, struct text *out)
{
    bool cut = display_width(name) > columns;
    unsigned room = cut && columns > 0 ? columns - 1 : columns;
    unsigned used = 0;
    for (struct walk walk = {.rest = name}; next_shown(&walk);) {
        if (used + walk.width > room)
            break;
        used += walk.width;
        text_add_bytes(out, walk.bytes, walk.length);
    }
    if (cut && columns > 0)
        text_add(out, ascii ? "~" : "…");
}
