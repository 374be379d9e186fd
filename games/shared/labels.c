#include "games/shared/labels.h"

enum { LABEL_BYTES = 128 };

void label_say(const struct telling *telling, const char *key, unsigned columns, struct text *out)
{
    char buffer[LABEL_BYTES];
    struct text whole = TEXT_IN(buffer);
    words_say_plain(telling->words, &whole, key);
    display_fit(whole.bytes, columns, telling_is_ascii(telling), out);
}

void label_draw(const struct telling *telling, struct canvas *canvas, unsigned row, unsigned column,
                unsigned columns, const char *key)
{
    char buffer[LABEL_BYTES];
    struct text label = TEXT_IN(buffer);
    label_say(telling, key, columns, &label);
    canvas_write(canvas, row, column, PAINT_FAINT, label.bytes);
}

void label_draw_to(const struct telling *telling, struct canvas *canvas, unsigned row, unsigned end,
                   unsigned columns, const char *key)
{
    char buffer[LABEL_BYTES];
    struct text label = TEXT_IN(buffer);
    label_say(telling, key, columns, &label);
    canvas_write(canvas, row, end - display_width(label.bytes), PAINT_FAINT, label.bytes);
}
