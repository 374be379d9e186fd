#include "games/shared/title.h"

void title_draw(const struct telling *telling, struct canvas *canvas, const char *head,
                title_situation *say_situation, const void *drawing, unsigned name_columns)
{
    char buffer[512];
    struct text line = TEXT_IN(buffer);
    bool own_row = telling->size == PICTURE_NARROW;
    if (own_row)
        canvas_write(canvas, 0, 0, PAINT_TITLE, head);
    for (unsigned columns = name_columns; columns > 0; columns--) {
        text_clear(&line);
        if (!own_row) {
            text_add(&line, head);
            text_separate(&line, telling_separator(telling));
        }
        say_situation(drawing, columns, &line);
        if (display_width(line.bytes) <= canvas->width)
            break;
    }
    canvas_write(canvas, own_row ? 1 : 0, 0, PAINT_TITLE, line.bytes);
}
