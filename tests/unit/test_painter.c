/* Tables as images: their size, their colours, and that blocks join. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>
#include <png.h>

#include "adapters/net/painter/blocks.h"
#include "adapters/net/painter/letters.h"
#include "adapters/net/painter/painter.h"
#include "adapters/net/painter/palette.h"
#include "bot/base/memory.h"

static struct painter *painter;

static int begin(void **state)
{
    char error[256];
    (void)state;
    painter = painter_open(error, sizeof error);
    return painter != NULL ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    painter_close(painter);
    return 0;
}

/* An image in memory, three bytes a pixel. */
struct seen {
    unsigned width, height;
    uint8_t *pixels;
};

static struct seen look_at(const char *text)
{
    size_t size;
    unsigned char *png = painter_draw(painter, text, &size);
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_non_null(png);
    assert_true(png_image_begin_read_from_memory(&image, png, size) != 0);
    image.format = PNG_FORMAT_RGB;
    struct seen seen = {image.width, image.height, memory_new(PNG_IMAGE_SIZE(image))};
    assert_true(png_image_finish_read(&image, NULL, seen.pixels, 0, NULL) != 0);
    free(png);
    return seen;
}

static uint32_t pixel(const struct seen *seen, unsigned x, unsigned y)
{
    const uint8_t *at = seen->pixels + 3 * ((size_t)y * seen->width + x);
    return (uint32_t)at[0] << 16 | (uint32_t)at[1] << 8 | at[2];
}

enum { BACKGROUND = 0x1E1F24, INK = 0xE8E6DF };

static void the_size_fits_the_text(void **state)
{
    static const struct {
        size_t columns;
        unsigned width;
    } sizes[] = {{1, 936}, {36, 936}, {37, 1512}, {60, 1512}, {61, 1992}, {80, 1992}};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char text[96] = "";
        memset(text, 'x', sizes[i].columns);
        memcpy(text + sizes[i].columns, "\n\nlast", sizeof "\n\nlast");
        struct seen seen = look_at(text);
        assert_int_equal(seen.width, sizes[i].width);
        assert_int_equal(seen.height, 3 * 48 + 72);
        free(seen.pixels);
    }
    struct seen seen = look_at("");
    assert_int_equal(seen.height, 72);
    free(seen.pixels);
}

/* From the PNG's own header: a palette, no transparency. */
static void an_image_is_small(void **state)
{
    char buffer[1024];
    struct text text = TEXT_IN(buffer);
    (void)state;
    for (int paint = 0; paint < PAINT_COUNT; paint++)
        paint_add(&text, (enum paint)paint, "abc");
    size_t size;
    unsigned char *png = painter_draw(painter, text.bytes, &size);
    assert_non_null(png);
    assert_true(size < 60 * 1000);
    assert_int_equal(png[25], 3); /* by a palette */
    assert_null(memmem(png, size, "tRNS", 4));
    free(png);
}

static void the_same_text_gives_the_same_bytes(void **state)
{
    size_t sizes[2];
    (void)state;
    unsigned char *one = painter_draw(painter, "Émile ██", &sizes[0]);
    unsigned char *other = painter_draw(painter, "Émile ██", &sizes[1]);
    assert_int_equal(sizes[0], sizes[1]);
    assert_memory_equal(one, other, sizes[0]);
    free(one);
    free(other);
}

static void blocks_and_lines_join(void **state)
{
    (void)state;
    struct seen seen = look_at("██\n█▄\n──\n││\n│└");
    for (unsigned x = 36; x < 36 + 48; x++) {
        assert_int_equal(pixel(&seen, x, 36), INK);
        assert_int_equal(pixel(&seen, x, 36 + 2 * 48 + 24), INK); /* across the two lines */
    }
    for (unsigned y = 36; y < 36 + 2 * 48; y++)
        assert_int_equal(pixel(&seen, 36, y), INK);
    for (unsigned y = 36 + 3 * 48; y < 36 + 5 * 48; y++)
        assert_int_equal(pixel(&seen, 36 + 12, y), INK); /* down two lines */
    assert_int_equal(pixel(&seen, 36 + 24, 36 + 48 + 23), BACKGROUND);
    assert_int_equal(pixel(&seen, 36 + 24, 36 + 48 + 24), INK); /* the lower half */
    assert_int_equal(pixel(&seen, 35, 36), BACKGROUND);
    assert_int_equal(pixel(&seen, 36 + 48, 36), BACKGROUND);
    free(seen.pixels);
}

/* No colour is lost, and letters have smooth edges, however many colours there are. */
static void a_palette_has_every_colour_in_levels(void **state)
{
    (void)state;
    for (uint32_t used = 0; used < UINT32_C(1) << PAINT_COUNT; used++) {
        struct painter_palette palette = painter_palette_of(used);
        assert_true(palette.count >= 1 && palette.count <= PAINTER_COLOURS_MAX);
        for (unsigned paint = 0; paint < PAINT_COUNT; paint++)
            if (used & UINT32_C(1) << paint) {
                uint8_t full = painter_palette_index(&palette, (enum paint)paint, 255);
                uint8_t half = painter_palette_index(&palette, (enum paint)paint, 128);
                assert_true(full < palette.count && half < full);
                assert_int_equal(painter_palette_index(&palette, (enum paint)paint, 0), 0);
            }
    }
    for (int ink = 0; ink <= 255; ink++) { /* the nearest level */
        const struct painter_palette one = painter_palette_of(1 << PAINT_NONE);
        int level = painter_palette_index(&one, PAINT_NONE, (uint8_t)ink);
        assert_in_range(2 * abs(level * 255 - ink * PAINTER_LEVELS), 0, 255);
    }
    struct painter_palette two = painter_palette_of(1 << PAINT_NONE | 1 << PAINT_FAINT);
    assert_memory_equal(two.colours[PAINTER_LEVELS], "\xE8\xE6\xDF", 3);
    assert_memory_equal(two.colours[2 * PAINTER_LEVELS], "\x8A\x8F\x98", 3);
}

static double luminance(const uint8_t colour[3])
{
    static const double weights[3] = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (int part = 0; part < 3; part++) {
        double value = colour[part] / 255.0;
        sum +=
            weights[part] * (value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4));
    }
    return sum;
}

/* As the guidelines for accessible contents demand of text. */
static void every_colour_can_be_read(void **state)
{
    (void)state;
    for (unsigned paint = 0; paint < PAINT_COUNT; paint++) {
        struct painter_palette palette = painter_palette_of(UINT32_C(1) << paint);
        double ink = luminance(palette.colours[PAINTER_LEVELS]);
        double background = luminance(palette.colours[0]);
        assert_true((ink + 0.05) / (background + 0.05) >= 4.5);
    }
}

/* The font has every sign of the tables that is not a block. */
static void the_font_has_every_sign(void **state)
{
    static const uint32_t signs[] = {0xB7,   0xD7,   0x2026, 0x2013, 0x2190,
                                     0x2192, 0x25CF, 0xC9,   0x2019};
    struct painter_libraries libraries;
    char error[256];
    (void)state;
    assert_true(painter_libraries_load(&libraries, error, sizeof error));
    struct painter_letters *letters = painter_letters_open(&libraries, error, sizeof error);
    assert_non_null(letters);
    const struct painter_letter *none = painter_letters_find(letters, 0x10FFFD, false);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        for (int bold = 0; bold < 2; bold++)
            assert_memory_not_equal(painter_letters_find(letters, signs[i], bold), none,
                                    sizeof *none);
    for (uint32_t code = 0x4E00; code < 0x4E00 + 3000; code++) /* more than are remembered */
        assert_non_null(painter_letters_find(letters, code, false));
    painter_letters_close(letters);
    painter_libraries_unload(&libraries);
}

/* Whatever people are called, an image comes out. */
static void names_harm_nothing(void **state)
{
    (void)state;
    static const char *const texts[] = {"日本 wide", "e\xCC\x81 combined", "\xF0\x9F\x8E\xB2 dice",
                                        "\x0E"
                                        "A"
                                        "cut",
                                        "\x10"
                                        "a\n\x10"
                                        "b"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct seen seen = look_at(texts[i]);
        assert_int_equal(seen.width, 936);
        free(seen.pixels);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_size_fits_the_text),
        cmocka_unit_test(an_image_is_small),
        cmocka_unit_test(the_same_text_gives_the_same_bytes),
        cmocka_unit_test(blocks_and_lines_join),
        cmocka_unit_test(a_palette_has_every_colour_in_levels),
        cmocka_unit_test(every_colour_can_be_read),
        cmocka_unit_test(the_font_has_every_sign),
        cmocka_unit_test(names_harm_nothing),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
