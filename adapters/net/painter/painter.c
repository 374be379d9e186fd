#include "adapters/net/painter/painter.h"

#include <stdlib.h>
#include <string.h>

#include "adapters/net/painter/blocks.h"
#include "adapters/net/painter/letters.h"
#include "adapters/net/painter/palette.h"
#include "bot/base/memory.h"
#include "games/shared/canvas.h"

struct painter {
    struct painter_libraries libraries;
    struct painter_letters *letters;
};

struct painter *painter_open(char *error, size_t error_size)
{
    struct painter *painter = memory_new(sizeof *painter);
    if (painter_libraries_load(&painter->libraries, error, error_size))
        painter->letters = painter_letters_open(&painter->libraries, error, error_size);
    if (painter->letters != NULL)
        return painter;
    painter_close(painter);
    return NULL;
}

void painter_close(struct painter *painter)
{
    if (painter == NULL)
        return;
    if (painter->letters != NULL)
        painter_letters_close(painter->letters);
    painter_libraries_unload(&painter->libraries);
    free(painter);
}

/* -- Reading ----------------------------------------------------------------------------------- */

static void read_line(const char *line, size_t length, unsigned row, struct canvas *canvas)
{
    struct painted piece;
    unsigned column = 0;
    canvas_touch(canvas, row);
    for (const char *rest = line; paint_next(&rest, line + length, &piece);) {
        char bytes[CANVAS_WIDTH_MAX * CANVAS_CELL_BYTES + 1];
        struct text text = TEXT_IN(bytes);
        text_add_bytes(&text, piece.bytes, piece.length);
        column = canvas_write(canvas, row, column, piece.paint, text.bytes);
    }
}

static void read_text(const char *text, struct canvas *canvas)
{
    canvas_open(canvas, CANVAS_WIDTH_MAX, CANVAS_HEIGHT_MAX);
    for (unsigned row = 0; row < CANVAS_HEIGHT_MAX && *text != '\0'; row++) {
        size_t length = strcspn(text, "\n");
        read_line(text, length, row, canvas);
        text += length + (text[length] == '\n');
    }
}

static bool is_blank(const struct canvas_cell *cell)
{
    return cell->length == 0 || cell->bytes[0] == ' ';
}

/* The columns of the narrowest size that holds everything, so that the width changes rarely. */
static unsigned columns_of(const struct canvas *canvas)
{
    static const unsigned widths[] = {36, 60, CANVAS_WIDTH_MAX};
    unsigned used = 0, size = 0;
    for (unsigned row = 0; row < canvas->rows; row++)
        for (unsigned column = used; column < CANVAS_WIDTH_MAX; column++)
            if (!is_blank(&canvas->cells[row][column]))
                used = column + 1;
    while (widths[size] < used)
        size++;
    return widths[size];
}

static uint32_t paints_of(const struct canvas *canvas)
{
    uint32_t paints = 0;
    for (unsigned row = 0; row < canvas->rows; row++)
        for (unsigned column = 0; column < CANVAS_WIDTH_MAX; column++)
            if (!is_blank(&canvas->cells[row][column]))
                paints |= UINT32_C(1) << canvas->cells[row][column].paint;
    return paints;
}

/* -- Painting ---------------------------------------------------------------------------------- */

struct sheet {
    struct painter_letters *letters;
    struct painter_palette palette;
    unsigned width, height; /* pixels */
    uint8_t *pixels;        /* an index each */
};

/* A cell's top left pixel. */
static uint8_t *cell_of(const struct sheet *sheet, unsigned row, unsigned column)
{
    size_t top = PAINTER_MARGIN + (size_t)row * PAINTER_CELL_HEIGHT;
    size_t left = PAINTER_MARGIN + (size_t)column * PAINTER_CELL_WIDTH;
    return sheet->pixels + top * sheet->width + left;
}

static void fill(const struct sheet *sheet, uint8_t *cell, const struct painter_rectangle *area,
                 uint8_t index)
{
    for (size_t y = area->top; y < area->bottom; y++)
        memset(cell + y * sheet->width + area->left, index, (size_t)(area->right - area->left));
}

static void print_letter(const struct sheet *sheet, uint8_t *cell, enum paint paint, uint32_t code)
{
    const struct painter_letter *letter =
        painter_letters_find(sheet->letters, code, paint == PAINT_TITLE);
    if (letter == NULL)
        return;
    for (size_t y = 0; y < PAINTER_CELL_HEIGHT; y++)
        for (size_t x = 0; x < PAINTER_CELL_WIDTH; x++) {
            uint8_t index = painter_palette_index(&sheet->palette, paint, letter->ink[y][x]);
            if (index > cell[y * sheet->width + x])
                cell[y * sheet->width + x] = index;
        }
}

/* The code of a letter in UTF-8; canvases hold nothing else. */
static uint32_t decode(const char **at)
{
    unsigned char first = (unsigned char)*(*at)++;
    int more = first < 0xC0 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
    uint32_t code = more == 0 ? first : first & (0x3Fu >> more);
    for (; more > 0; more--)
        code = code << 6 | ((unsigned char)*(*at)++ & 0x3Fu);
    return code;
}

/* Green has a line below, since red and green look alike to some. */
static void underline(const struct sheet *sheet, uint8_t *cell, enum paint paint)
{
    static const struct painter_rectangle below = {0, 42, PAINTER_CELL_WIDTH, 45};
    if (paint == PAINT_GREEN)
        fill(sheet, cell, &below, painter_palette_index(&sheet->palette, paint, 255));
}

static void print_cell(const struct sheet *sheet, const struct canvas_cell *cell, uint8_t *pixels)
{
    enum paint paint = (enum paint)cell->paint;
    const char *at = cell->bytes, *end = at + cell->length;
    while (at < end) {
        struct painter_rectangle rectangles[PAINTER_RECTANGLES_MAX];
        uint32_t code = decode(&at);
        unsigned count = painter_blocks_find(code, rectangles);
        for (unsigned i = 0; i < count; i++)
            fill(sheet, pixels, &rectangles[i], painter_palette_index(&sheet->palette, paint, 255));
        if (count == 0)
            print_letter(sheet, pixels, paint, code);
    }
    underline(sheet, pixels, paint);
}

static void print_canvas(const struct sheet *sheet, const struct canvas *canvas, unsigned columns)
{
    for (unsigned row = 0; row < canvas->rows; row++)
        for (unsigned column = 0; column < columns; column++)
            if (!is_blank(&canvas->cells[row][column]))
                print_cell(sheet, &canvas->cells[row][column], cell_of(sheet, row, column));
}

/* -- Encoding ---------------------------------------------------------------------------------- */

static unsigned char *encode(const struct painter *painter, const struct sheet *sheet, size_t *size)
{
    unsigned char *buffer = memory_new(PAINTER_BYTES_MAX), *png = NULL;
    png_alloc_size_t length = PAINTER_BYTES_MAX;
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = sheet->width,
                       .height = sheet->height,
                       .format = PNG_FORMAT_RGB_COLORMAP,
                       .colormap_entries = sheet->palette.count};
    if (painter->libraries.write_png(&image, buffer, &length, 0, sheet->pixels,
                                     (png_int_32)sheet->width, sheet->palette.colours) != 0) {
        png = memory_new(length);
        memcpy(png, buffer, length);
        *size = length;
    }
    free(buffer);
    return png;
}

unsigned char *painter_draw(struct painter *painter, const char *text, size_t *size)
{
    struct canvas canvas;
    read_text(text, &canvas);
    unsigned columns = columns_of(&canvas);
    struct sheet sheet = {.letters = painter->letters,
                          .palette = painter_palette_of(paints_of(&canvas)),
                          .width = columns * PAINTER_CELL_WIDTH + 2 * PAINTER_MARGIN,
                          .height = canvas.rows * PAINTER_CELL_HEIGHT + 2 * PAINTER_MARGIN};
    sheet.pixels = memory_new((size_t)sheet.width * sheet.height); /* all background */
    print_canvas(&sheet, &canvas, columns);
    unsigned char *png = encode(painter, &sheet, size);
    free(sheet.pixels);
    return png;
}
