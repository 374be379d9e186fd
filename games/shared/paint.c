#include "games/shared/paint.h"

#include <string.h>

void paint_add(struct text *out, enum paint paint, const char *string)
{
    bool blank = string[strspn(string, " ")] == '\0';
    if (paint == PAINT_NONE || blank)
        text_add(out, string);
    else
        text_add_format(out, "%c%c%s%c", PAINT_MARK, 'A' + (int)paint, string, PAINT_END);
}

static bool is_mark(char byte)
{
    return byte == PAINT_MARK || byte == PAINT_END || byte == DRAWN_MARK;
}

/* The paint of the mark before `*at`, which is moved behind its letter. */
static enum paint take_paint(const char **at, const char *end)
{
    if (*at == end || **at <= 'A' || **at >= 'A' + PAINT_COUNT)
        return PAINT_NONE;
    return (enum paint)(*(*at)++ - 'A');
}

bool paint_next(const char **rest, const char *end, struct painted *piece)
{
    enum paint paint = PAINT_NONE;
    const char *at = *rest;
    while (at < end && is_mark(*at))
        paint = *at++ == PAINT_MARK ? take_paint(&at, end) : PAINT_NONE;
    *piece = (struct painted){.bytes = at, .paint = paint};
    while (at < end && !is_mark(*at))
        at++;
    piece->length = (size_t)(at - piece->bytes);
    *rest = at;
    return piece->length > 0;
}

void paint_strip(const char *text, size_t length, struct text *out)
{
    struct painted piece;
    for (const char *rest = text; paint_next(&rest, text + length, &piece);)
        text_add_bytes(out, piece.bytes, piece.length);
}

void paint_remove(const char *text, struct text *out)
{
    const char *end = text + strlen(text);
    while (text < end) {
        if (*text == DRAWN_MARK)
            text_add_char(out, *text++);
        size_t length = strcspn(text, "\x10");
        paint_strip(text, length, out);
        text += length;
    }
}

bool paint_present(const char *text, size_t length)
{
    return memchr(text, PAINT_MARK, length) != NULL;
}

bool drawn_present(const char *text)
{
    return strchr(text, DRAWN_MARK) != NULL;
}
