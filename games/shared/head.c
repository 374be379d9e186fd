#include "games/shared/head.h"

#include "games/shared/names.h"

enum { HEAD_BYTES = 512, HEAD_GAP = 2 };

static bool is_in_one_line(enum picture_size size)
{
    return size == PICTURE_SHORT || size == PICTURE_LINE;
}

/* The columns that the game takes from the row of the situation. */
static unsigned game_columns(const struct telling *telling, const struct head *head)
{
    if (telling->size == PICTURE_NARROW)
        return 0;
    return display_width(head->game) +
           (is_in_one_line(telling->size) ? display_width(telling_separator(telling)) : HEAD_GAP);
}

static void say(const struct head *head, unsigned columns, bool brief, struct text *out)
{
    text_clear(out);
    text_add(out, head->is_over ? "" : "> ");
    head->say(head->drawing, columns, brief, out);
}

/* Says the situation in at most `room` display columns, if that can be done. */
static void say_within(const struct head *head, unsigned room, struct text *out)
{
    say(head, NAME_COLUMNS_MAX, false, out);
    for (unsigned columns = NAME_COLUMNS_MAX;
         columns >= NAME_COLUMNS_MIN && display_width(out->bytes) > room; columns--)
        say(head, columns, true, out);
}

unsigned head_draw(const struct telling *telling, struct canvas *canvas, const struct head *head)
{
    char buffer[HEAD_BYTES];
    struct text line = TEXT_IN(buffer);
    unsigned taken = game_columns(telling, head);
    say_within(head, canvas->width > taken ? canvas->width - taken : 0, &line);
    if (is_in_one_line(telling->size)) {
        text_add(&line, telling_separator(telling));
        text_add(&line, head->game);
    }
    canvas_write(canvas, 0, 0, PAINT_TITLE, line.bytes);
    if (is_in_one_line(telling->size))
        return 1;
    if (telling->size == PICTURE_NARROW) {
        canvas_write(canvas, 1, 0, PAINT_NONE, head->game);
        return 2;
    }
    unsigned columns = display_width(head->game);
    canvas_write(canvas, 0, canvas->width > columns ? canvas->width - columns : 0, PAINT_TITLE,
                 head->game);
    return 1;
}
