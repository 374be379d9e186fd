#include "games/shared/text.h"

#include <stdio.h>
#include <string.h>
#include <utf8proc.h>

#include "games/shared/letters.h"

struct text text_in(char *buffer, size_t size)
{
    buffer[0] = '\0';
    return (struct text){.bytes = buffer, .size = size};
}

void text_clear(struct text *text)
{
    text->bytes[0] = '\0';
    text->length = 0;
    text->truncated = false;
}

static bool continues_character(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

void text_add_bytes(struct text *text, const char *bytes, size_t length)
{
    size_t room = text->size - 1 - text->length;
    if (length > room) {
        text->truncated = true;
        length = room;
        while (length > 0 && continues_character(bytes[length]))
            length--;
    }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void text_add(struct text *text, const char *string)
{
    text_add_bytes(text, string, strlen(string));
}

void text_add_printable(struct text *text, const char *bytes, size_t length)
{
    utf8proc_int32_t letter = 0, before;
    while (length > 0) {
        before = letter;
        utf8proc_ssize_t used =
            utf8proc_iterate((const utf8proc_uint8_t *)bytes, (utf8proc_ssize_t)length, &letter);
        if (used <= 0) {
            text_add(text, "\xEF\xBF\xBD");
            used = 1;
        } else if (utf8proc_category(letter) == UTF8PROC_CATEGORY_CC) {
            text_add_char(text, ' ');
        } else if (utf8proc_category(letter) != UTF8PROC_CATEGORY_CF ||
                   letter_joins(before, letter, bytes + used, (ptrdiff_t)length - used)) {
            text_add_bytes(text, bytes, (size_t)used);
        }
        bytes += used;
        length -= (size_t)used;
    }
}

void text_add_char(struct text *text, char character)
{
    text_add_bytes(text, &character, 1);
}

void text_add_number(struct text *text, long long number)
{
    text_add_format(text, "%lld", number);
}

/* Returns how many of the bytes are whole characters, of which the last one may be cut. */
static size_t whole_characters(const char *bytes, size_t length)
{
    size_t last = length;
    utf8proc_int32_t letter;
    while (last > 0 && continues_character(bytes[last - 1]))
        last--;
    if (last == 0)
        return 0;
    last--;
    return utf8proc_iterate((const utf8proc_uint8_t *)bytes + last,
                            (utf8proc_ssize_t)(length - last), &letter) > 0
               ? length
               : last;
}

void text_add_format(struct text *text, const char *format, ...)
{
    char *end = text->bytes + text->length;
    size_t room = text->size - 1 - text->length;
    va_list arguments;
    va_start(arguments, format);
    int wanted = vsnprintf(end, room + 1, format, arguments);
    va_end(arguments);
    size_t length = wanted < 0 ? 0 : (size_t)wanted;
    if (length > room) {
        text->truncated = true;
        length = whole_characters(end, room);
    }
    text->length += length;
    text->bytes[text->length] = '\0';
}

void text_separate(struct text *text, const char *separator)
{
    if (text->length > 0)
        text_add(text, separator);
}

bool text_is(const struct text *text, const char *string)
{
    return strcmp(text->bytes, string) == 0;
}
