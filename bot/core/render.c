#include "bot/core/render.h"

#include <string.h>

void render_events(const struct game *game, const struct game_view *spectator,
                   const struct telling *telling, const struct game_events *events,
                   struct text *out)
{
    bool decided = false;
    for (unsigned i = 0; i < events->count; i++) {
        const struct game_event *event = &events->list[i];
        size_t before = out->length;
        if (before > 0)
            text_add_char(out, event->decisive && !decided ? '\n' : ' ');
        size_t start = out->length;
        game->text->tell(spectator, telling, event, out);
        if (out->length > start)
            decided |= event->decisive;
        else
            out->bytes[out->length = before] = '\0'; /* nothing to tell: removes the blank too */
    }
    char buffer[512];
    struct text situation = TEXT_IN(buffer);
    game->text->situation(spectator, telling, &situation);
    if (situation.length > 0) {
        text_separate(out, " ");
        text_add(out, situation.bytes);
    }
}

/* -- Colours: always an additional sign, never the only one ------------------------------------ */

struct colour {
    const char *mirc; /* two digits, so that a digit after it stays text */
    const char *ansi;
};

static const struct colour colours[] = {
    [PAINT_NONE] = {NULL, NULL},   [PAINT_TITLE] = {NULL, "1"},   [PAINT_SEAT_1] = {"04", "31"},
    [PAINT_SEAT_2] = {"12", "34"}, [PAINT_SEAT_3] = {"03", "32"}, [PAINT_SEAT_4] = {"06", "35"},
    [PAINT_SEAT_5] = {"07", "33"}, [PAINT_SEAT_6] = {"10", "36"}, [PAINT_FAINT] = {"14", "90"},
    [PAINT_RED] = {"04", "31"},    [PAINT_GREEN] = {"03", "32"},  [PAINT_BLUE] = {"12", "34"},
    [PAINT_YELLOW] = {"07", "33"}, [PAINT_PINK] = {"13", "35"},   [PAINT_GREY] = {"14", "90"},
};

static void add_run(const struct text *run, enum paint paint, enum dialect dialect,
                    struct text *out)
{
    const struct colour *colour = &colours[paint];
    bool blank = strspn(run->bytes, " ") == run->length;
    if (dialect == DIALECT_MIRC && colour->mirc != NULL && !blank)
        text_add_format(out, "\x03%s%s\x0F", colour->mirc, run->bytes);
    else if (dialect == DIALECT_ANSI && colour->ansi != NULL && !blank)
        text_add_format(out, "\x1B[%sm%s\x1B[0m", colour->ansi, run->bytes);
    else
        text_add(out, run->bytes);
}

static void add_canvas(const struct canvas *canvas, enum dialect dialect, struct text *out)
{
    for (unsigned row = 0; row < canvas->rows; row++) {
        char buffer[CANVAS_WIDTH_MAX * CANVAS_CELL_BYTES + 1];
        struct text run = TEXT_IN(buffer);
        enum paint paint;
        if (row > 0)
            text_add_char(out, '\n');
        for (unsigned column = 0; canvas_next_run(canvas, row, &column, &paint, &run);)
            add_run(&run, paint, dialect, out);
    }
}

static const struct {
    uint8_t width, height;
} sizes[] = {[PICTURE_WIDE] = {60, 16},
             [PICTURE_NARROW] = {36, 16},
             [PICTURE_SHORT] = {60, 8},
             [PICTURE_LINE] = {60, 1}};

void render_picture(const struct game *game, const struct game_view *view,
                    const struct telling *telling, enum dialect dialect, struct text *out)
{
    struct canvas canvas;
    canvas_open(&canvas, sizes[telling->size].width, sizes[telling->size].height);
    canvas.ascii = telling->alphabet == ALPHABET_ASCII;
    game->text->picture(view, telling, &canvas);
    add_canvas(&canvas, dialect, out);
}

void render_table(const struct game *game, const struct game_view *view,
                  const struct telling *telling, const struct style *style, struct text *out)
{
    if (style->sentences)
        game->text->describe(view, telling, out);
    else
        render_picture(game, view, telling, style->dialect, out);
}

void render_scoring(const struct game *game, const struct game_view *view,
                    const struct telling *telling, enum dialect dialect, struct text *out)
{
    struct canvas canvas;
    canvas_open(&canvas, sizes[telling->size].width, CANVAS_HEIGHT_MAX);
    canvas.ascii = telling->alphabet == ALPHABET_ASCII;
    game->text->scoring(view, telling, &canvas);
    add_canvas(&canvas, dialect, out);
}
