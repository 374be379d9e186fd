#include "adapters/net/painter/blocks.h"

#include <stddef.h>

#include "adapters/net/painter/painter.h"

/* Edges of a cell: its borders, its middle, and a line through its middle. */
enum {
    RIGHT = PAINTER_CELL_WIDTH,
    BOTTOM = PAINTER_CELL_HEIGHT,
    MIDDLE_X = RIGHT / 2,
    MIDDLE_Y = BOTTOM / 2,
    EIGHTH = BOTTOM / 8,
    HALF_LINE = 2, /* pixels: lines are twice as thick */
    X1 = MIDDLE_X - HALF_LINE,
    X2 = MIDDLE_X + HALF_LINE,
    Y1 = MIDDLE_Y - HALF_LINE,
    Y2 = MIDDLE_Y + HALF_LINE,
    APART = 4 /* pixels between the middle and each line of a double line */
};

#define ACROSS    {0, Y1, RIGHT, Y2}
#define DOWN      {X1, 0, X2, BOTTOM}
#define FROM_LEFT {0, Y1, X2, Y2}
#define TO_RIGHT  {X1, Y1, RIGHT, Y2}
#define FROM_TOP  {X1, 0, X2, Y2}
#define TO_BOTTOM {X1, Y1, X2, BOTTOM}
/* The lowest eighths. */
#define LOWEST(n) {0, BOTTOM - (n) * EIGHTH, RIGHT, BOTTOM}

static const struct {
    uint32_t code;
    struct painter_rectangle rectangles[PAINTER_RECTANGLES_MAX];
} blocks[] = {
    {0x2500, {ACROSS}},               /* ─ */
    {0x2502, {DOWN}},                 /* │ */
    {0x250C, {TO_RIGHT, TO_BOTTOM}},  /* ┌ */
    {0x2510, {FROM_LEFT, TO_BOTTOM}}, /* ┐ */
    {0x2514, {TO_RIGHT, FROM_TOP}},   /* └ */
    {0x2518, {FROM_LEFT, FROM_TOP}},  /* ┘ */
    {0x251C, {DOWN, TO_RIGHT}},       /* ├ */
    {0x2524, {DOWN, FROM_LEFT}},      /* ┤ */
    {0x252C, {ACROSS, TO_BOTTOM}},    /* ┬ */
    {0x2534, {ACROSS, FROM_TOP}},     /* ┴ */
    {0x253C, {ACROSS, DOWN}},         /* ┼ */
    {0x2550,                          /* ═ */
     {{0, Y1 - APART, RIGHT, Y2 - APART}, {0, Y1 + APART, RIGHT, Y2 + APART}}},
    {0x2580, {{0, 0, RIGHT, MIDDLE_Y}}},      /* ▀ */
    {0x2581, {LOWEST(1)}},                    /* ▁ */
    {0x2582, {LOWEST(2)}},                    /* ▂ */
    {0x2583, {LOWEST(3)}},                    /* ▃ */
    {0x2584, {LOWEST(4)}},                    /* ▄ */
    {0x2585, {LOWEST(5)}},                    /* ▅ */
    {0x2586, {LOWEST(6)}},                    /* ▆ */
    {0x2587, {LOWEST(7)}},                    /* ▇ */
    {0x2588, {{0, 0, RIGHT, BOTTOM}}},        /* █ */
    {0x258C, {{0, 0, MIDDLE_X, BOTTOM}}},     /* ▌ */
    {0x2590, {{MIDDLE_X, 0, RIGHT, BOTTOM}}}, /* ▐ */
    {0x2594, {{0, 0, RIGHT, EIGHTH}}},        /* ▔ */
};

unsigned painter_blocks_find(uint32_t code,
                             struct painter_rectangle rectangles[PAINTER_RECTANGLES_MAX])
{
    unsigned count = 0;
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (blocks[i].code == code)
            for (; count < PAINTER_RECTANGLES_MAX && blocks[i].rectangles[count].right > 0; count++)
                rectangles[count] = blocks[i].rectangles[count];
    return count;
}
