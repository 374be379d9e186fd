#include "bot/core/render.h"

#include <string.h>

#include "games/shared/frame.h"

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

static void add_canvas(const struct canvas *canvas, bool coloured, struct text *out)
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

void render_picture(const struct game *game, const struct game_view *view,
                    const struct telling *telling, bool coloured, struct text *out)
{
    struct canvas canvas;
    frame_open(&canvas, telling);
    game->text->picture(view, telling, &canvas);
    add_canvas(&canvas, coloured, out);
}

void render_table(const struct game *game, const struct game_view *view,
                  const struct telling *telling, const struct style *style, struct text *out)
{
    if (style->sentences)
        game->text->describe(view, telling, out);
    else
        render_picture(game, view, telling, style->coloured, out);
}

void render_scoring(const struct game *game, const struct game_view *view,
                    const struct telling *telling, bool coloured, struct text *out)
{
    struct canvas canvas;
    frame_open(&canvas, telling);
    canvas.height = CANVAS_HEIGHT_MAX;
    game->text->scoring(view, telling, &canvas);
    add_canvas(&canvas, coloured, out);
}
