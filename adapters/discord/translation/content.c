#include "adapters/discord/translation/content.h"

#include <stdlib.h>
#include <string.h>

#include <utf8proc.h>

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

/* Bytes of the longest beginning of whole characters with at most `units`. */
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

/* Discord reads these only at the beginning of a line: headings, quotations, lists, small print. */
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

void discord_content_add_plain(struct text *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        bool markup = strchr("\\*_~`|<>[]", text[i]) != NULL || begins_markup(text, i) ||
                      is_list_dot(text, i);
        if (markup && text[i] != '\0')
            text_add_char(out, '\\');
        text_add_bytes(out, text + i, 1);
    }
}

/* -- Code blocks --------------------------------------------------------------------------------
 */

static bool has_colours(const char *text, size_t length)
{
    return memchr(text, '\033', length) != NULL;
}

/* Discord knows 0, 1, 4, 30 to 37 and 40 to 47; bright colours become their plain ones. */
static void add_colour_code(struct text *out, unsigned long code, bool *begun)
{
    if (code >= 90 && code <= 97)
        code -= 60;
    bool known = code <= 1 || code == 4 || (code >= 30 && code <= 37) || (code >= 40 && code <= 47);
    if (!known)
        return;
    text_add_format(out, *begun ? ";%lu" : "\033[%lu", code);
    *begun = true;
}

/* ESC [ numbers m; returns its length, 1 for an escape that is no colour and is left out. */
static size_t add_colour(struct text *out, const char *text, size_t length)
{
    size_t end = 2;
    while (end < length && strchr("0123456789;", text[end]) != NULL && text[end] != '\0')
        end++;
    if (length < 3 || text[1] != '[' || end >= length || text[end] != 'm')
        return 1;
    bool begun = false;
    if (end == 2)
        add_colour_code(out, 0, &begun); /* no number is 0 */
    for (const char *at = text + 2; at < text + end;) {
        char *stop;
        add_colour_code(out, strtoul(at, &stop, 10), &begun);
        at = stop + 1;
    }
    if (begun)
        text_add_char(out, 'm');
    return end + 1;
}

/* Three backticks would end the block, and they may meet from two pieces, so none is left. */
static void add_block_text(struct text *out, const char *text, size_t length)
{
    size_t taken;
    for (size_t i = 0; i < length; i += taken) {
        taken = text[i] == '\033' ? add_colour(out, text + i, length - i) : 1;
        if (text[i] != '\033')
            text_add_bytes(out, text[i] == '`' ? "'" : text + i, 1);
    }
}

void discord_content_add_block(struct text *out, const char *text, size_t length)
{
    text_add(out, has_colours(text, length) ? FENCE "ansi\n" : FENCE "\n");
    add_block_text(out, text, length);
    text_add(out, "\n" FENCE);
}

bool discord_content_is_table(const char *text)
{
    /* Colours, columns, or what tables are drawn with: U+2500 to U+25BF */
    return strchr(text, '\033') != NULL || strstr(text, "   ") != NULL ||
           strstr(text, "\xE2\x94") != NULL || strstr(text, "\xE2\x95") != NULL ||
           strstr(text, "\xE2\x96") != NULL;
}

/* -- Pieces -------------------------------------------------------------------------------------
 */

static size_t units_written(const char *text, size_t length, bool table)
{
    static const size_t around = sizeof FENCE "ansi\n" + sizeof "\n" FENCE;
    if (table)
        return units_of(text, length) + around;
    size_t units = units_of(text, length);
    for (size_t i = 0; i < length; i++)
        units += strchr("\\*_~`|<>[]#-+.", text[i]) != NULL;
    return units;
}

/* The lines that fit; at least a part of the first if `units` is that of a whole message. */
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
        length = fitting(text, strcspn(text, "\n"), units / 3); /* however much is escaped */
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

/* Leaves the sequences that set colours out: ESC [ numbers m. */
static void add_uncoloured(struct text *out, const char *text)
{
    while (*text != '\0') {
        size_t plain = strcspn(text, "\033");
        text_add_bytes(out, text, plain);
        text += plain;
        if (*text != '\0')
            text += strcspn(text, "m");
        if (*text != '\0')
            text++;
    }
}

void discord_content_add_picture(struct text *out, const char *picture, size_t units)
{
    if (units_written(picture, strlen(picture), true) <= units) {
        discord_content_add_block(out, picture, strlen(picture));
        return;
    }
    char buffer[DISCORD_CONTENT_BYTES];
    struct text plain = TEXT_IN(buffer);
    add_uncoloured(&plain, picture);
    const char *rest = plain.bytes;
    discord_content_take(&rest, true, units, out);
}

void discord_content_add_label(struct text *out, const char *label, size_t units)
{
    text_add_bytes(out, label, fitting(label, strlen(label), units));
}
