#include "adapters/net/painter/palette.h"

#include <stdbool.h>

enum colour { INK, FAINT, SKY, ORANGE, ORCHID, VIOLET, CRIMSON, RED, GREEN, GOLD, COLOUR_COUNT };

static const uint8_t background[3] = {0x1E, 0x1F, 0x24};

/* The hues of terminals, as light as small letters on the background need. */
static const uint8_t colours[COLOUR_COUNT][3] = {
    [INK] = {0xE8, 0xE6, 0xDF},     [FAINT] = {0x8A, 0x8F, 0x98},  [SKY] = {0x1E, 0x9B, 0xEB},
    [ORANGE] = {0xE8, 0x77, 0x22},  [ORCHID] = {0xDD, 0x6F, 0xBA}, [VIOLET] = {0x80, 0x80, 0xFF},
    [CRIMSON] = {0xFF, 0x33, 0x84}, [RED] = {0xFF, 0x4B, 0x4B},    [GREEN] = {0x2F, 0xA8, 0x2F},
    [GOLD] = {0xC0, 0x96, 0x10}};

static const enum colour colour_of[PAINT_COUNT] = {
    [PAINT_NONE] = INK,       [PAINT_TITLE] = INK,     [PAINT_SEAT_1] = SKY,
    [PAINT_SEAT_2] = ORANGE,  [PAINT_SEAT_3] = ORCHID, [PAINT_SEAT_4] = VIOLET,
    [PAINT_SEAT_5] = CRIMSON, [PAINT_SEAT_6] = INK,    [PAINT_FAINT] = FAINT,
    [PAINT_RED] = RED,        [PAINT_GREEN] = GREEN,   [PAINT_BLUE] = SKY,
    [PAINT_YELLOW] = GOLD,    [PAINT_PINK] = ORCHID,   [PAINT_GREY] = FAINT};

/* Colours of the set, bit c for colour c. */
static uint32_t colours_used(uint32_t paints)
{
    uint32_t used = 0;
    for (unsigned paint = 0; paint < PAINT_COUNT; paint++)
        if (paints & UINT32_C(1) << paint)
            used |= UINT32_C(1) << colour_of[paint];
    return used;
}

static void add_levels(struct painter_palette *palette, enum colour colour)
{
    for (unsigned level = 1; level <= PAINTER_LEVELS; level++, palette->count++)
        for (int part = 0; part < 3; part++) {
            int from = background[part], to = colours[colour][part];
            palette->colours[palette->count][part] =
                (uint8_t)(from + (to - from) * (int)level / PAINTER_LEVELS);
        }
}

struct painter_palette painter_palette_of(uint32_t used)
{
    uint32_t wanted = colours_used(used);
    struct painter_palette palette = {.count = 1};
    for (int part = 0; part < 3; part++)
        palette.colours[0][part] = background[part];
    for (unsigned colour = 0; colour < COLOUR_COUNT; colour++) {
        if (!(wanted & UINT32_C(1) << colour))
            continue;
        for (unsigned paint = 0; paint < PAINT_COUNT; paint++)
            if (colour_of[paint] == colour)
                palette.first[paint] = (uint8_t)palette.count;
        add_levels(&palette, (enum colour)colour);
    }
    return palette;
}

uint8_t painter_palette_index(const struct painter_palette *palette, enum paint paint, uint8_t ink)
{
    unsigned level = (ink * PAINTER_LEVELS + 127u) / 255;
    return level == 0 ? 0 : (uint8_t)(palette->first[paint] + level - 1);
}
