#include "adapters/discord/translation/content.h"

#include <string.h>

#include "games/shared/paint.h"

#define FENCE "```"

/* -- Counting ---------------------------------------------------------------------------------- */

static size_t units_of(const char *text, size_t length)
{
    size_t units = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        if ((byte & 0xC0) != 0x80)
            units += byte >= 0xF0 ? 2 : 1;
    }
    return units;
}

size_t discord_content_units(const char *text)
{
    return units_of(text, strlen(text));
}

/* Bytes of the whole characters at the beginning that take at most `units`. */
static size_t fitting(const char *text, size_t length, size_t units)
{
    size_t end = 0;
    while (end < length) {
        size_t next = end + 1;
        while (next < length && ((unsigned char)text[next] & 0xC0) == 0x80)
            next++;
        if (units_of(text, next) > units)
            return end;
        end = next;
    }
    return end;
}

/* -- Plain text -------------------------------------------------------------------------------- */

/* Headings, quotations, lists and small print count only at the beginning of a line. */
static bool begins_markup(const char *text, size_t at)
{
    bool first = at == 0 || text[at - 1] == '\n';
    return first && strchr("#>-+", text[at]) != NULL;
}

static bool is_list_dot(const char *text, size_t at)
{
    size_t digits = at;
    while (digits > 0 && text[digits - 1] >= '0' && text[digits - 1] <= '9')
        digits--;
    return text[at] == '.' && digits < at && (digits == 0 || text[digits - 1] == '\n');
}

static bool is_markup(const char *text, size_t at)
{
    return (text[at] != '\0' && strchr("\\*_~`|<>[]", text[at]) != NULL) ||
           begins_markup(text, at) || is_list_dot(text, at);
}

/* There are no colours outside of a block. */
void discord_content_add_plain(struct text *out, const char *text, size_t length)
{
    struct painted piece;
    for (const char *rest = text; paint_next(&rest, text + length, &piece);)
        for (const char *at = piece.bytes; at < piece.bytes + piece.length; at++) {
            if (is_markup(text, (size_t)(at - text)))
                text_add_char(out, '\\');
            text_add_bytes(out, at, 1);
        }
}

/* -- Code blocks ------------------------------------------------------------------------------- */

/* Discord has no bright colours: dark stands for grey. */
static const char *const colours[PAINT_COUNT] = {
    [PAINT_TITLE] = "1",   [PAINT_SEAT_1] = "31", [PAINT_SEAT_2] = "34", [PAINT_SEAT_3] = "32",
    [PAINT_SEAT_4] = "35", [PAINT_SEAT_5] = "33", [PAINT_SEAT_6] = "36", [PAINT_FAINT] = "30",
    [PAINT_RED] = "31",    [PAINT_GREEN] = "32",  [PAINT_BLUE] = "34",   [PAINT_YELLOW] = "33",
    [PAINT_PINK] = "35",   [PAINT_GREY] = "30"};

/* Three backticks would end the block, and two pieces may bring them together, so all go. */
static void add_block_text(struct text *out, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        text_add_bytes(out, bytes[i] == '`' ? "'" : bytes + i, 1);
}

void discord_content_add_block(struct text *out, const char *text, size_t length)
{
    struct painted piece;
    text_add(out, paint_present(text, length) ? FENCE "ansi\n" : FENCE "\n");
    for (const char *rest = text; paint_next(&rest, text + length, &piece);) {
        const char *colour = colours[piece.paint];
        if (colour != NULL)
            text_add_format(out, "\033[%sm", colour);
        add_block_text(out, piece.bytes, piece.length);
        if (colour != NULL)
            text_add(out, "\033[0m");
    }
    text_add(out, "\n" FENCE);
}

/* -- Pieces ------------------------------------------------------------------------------------ */

static size_t units_in_block(const struct painted *piece)
{
    const char *colour = colours[piece->paint];
    size_t codes = colour != NULL ? strlen("\033[m\033[0m") + strlen(colour) : 0;
    return units_of(piece->bytes, piece->length) + codes;
}

/* An upper bound: not all of these signs are escaped everywhere. */
static size_t units_in_plain(const struct painted *piece)
{
    size_t units = units_of(piece->bytes, piece->length);
    for (size_t i = 0; i < piece->length; i++)
        units += strchr("\\*_~`|<>[]#-+.", piece->bytes[i]) != NULL;
    return units;
}

static size_t units_written(const char *text, size_t length, bool table)
{
    size_t units = table ? sizeof FENCE "ansi\n" + sizeof "\n" FENCE : 0;
    struct painted piece;
    for (const char *rest = text; paint_next(&rest, text + length, &piece);)
        units += table ? units_in_block(&piece) : units_in_plain(&piece);
    return units;
}

/* Bytes of the lines that fit; with the `units` of a whole message at least a part of the first. */
static size_t measure(const char *text, bool table, size_t units)
{
    size_t length = 0;
    while (text[length] != '\0') {
        size_t next = length + strcspn(text + length, "\n");
        next += text[next] == '\n';
        if (units_written(text, next, table) > units)
            break;
        length = next;
    }
    if (length == 0 && units == DISCORD_CONTENT_UNITS)
        length = fitting(text, strcspn(text, "\n"), units / 3); /* even if all of it is escaped */
    return length;
}

bool discord_content_take(const char **rest, bool table, size_t units, struct text *out)
{
    size_t length = measure(*rest, table, units);
    if (length == 0)
        return false;
    size_t shown = length;
    while (shown > 0 && (*rest)[shown - 1] == '\n')
        shown--;
    if (table)
        discord_content_add_block(out, *rest, shown);
    else
        discord_content_add_plain(out, *rest, shown);
    *rest += length;
    return true;
}

void discord_content_add_picture(struct text *out, const char *picture, size_t units)
{
    if (units_written(picture, strlen(picture), true) <= units) {
        discord_content_add_block(out, picture, strlen(picture));
        return;
    }
    char buffer[DISCORD_CONTENT_BYTES];
    struct text plain = TEXT_IN(buffer);
    paint_strip(picture, strlen(picture), &plain);
    const char *rest = plain.bytes;
    discord_content_take(&rest, true, units, out);
}

void discord_content_add_label(struct text *out, const char *label, size_t units)
{
    text_add_bytes(out, label, fitting(label, strlen(label), units));
}
