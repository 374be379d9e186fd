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

void render_picture(const struct game *game, const struct game_view *view,
                    const struct telling *telling, bool coloured, struct text *out)
{
    struct canvas canvas;
    frame_open(&canvas, telling);
    game->text->picture(view, telling, &canvas);
    canvas_draw(&canvas, coloured, out);
}

void render_table(const struct game *game, const struct game_view *view,
                  const struct telling *telling, const struct style *style, struct text *out)
{
    if (style->sentences)
        game->text->describe(view, telling, out);
    else
        render_picture(game, view, telling, style->coloured, out);
}

void render_hand(const struct game *game, const struct game_view *view,
                 const struct telling *telling, const struct style *style, struct text *out)
{
    char buffer[RENDER_PICTURE_BYTES];
    struct text hand = TEXT_IN(buffer);
    struct telling spoken = *telling;
    if (style->sentences)
        spoken.size = PICTURE_SHORT;
    game->text->hand(view, &spoken, &hand);
    if (!drawn_present(hand.bytes))
        words_say(&style->words, out, "hand.row", SAY_TEXT(hand.bytes));
    else if (style->coloured)
        text_add(out, hand.bytes);
    else
        paint_remove(hand.bytes, out);
}

void render_scoring(const struct game *game, const struct game_view *view,
                    const struct telling *telling, bool coloured, struct text *out)
{
    struct canvas canvas;
    frame_open(&canvas, telling);
    canvas.height = CANVAS_HEIGHT_MAX;
    game->text->scoring(view, telling, &canvas);
    canvas_draw(&canvas, coloured, out);
}
