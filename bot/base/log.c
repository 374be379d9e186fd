#include "bot/base/log.h"

#include <stdarg.h>
#include <string.h>
#include <time.h>
#include <utf8proc.h>

#include "games/shared/text.h"

/* One fwrite per line, so that lines of several threads don't mix. */
enum { LINE_MAX_BYTES = 4096, VALUE_MAX_BYTES = 1024 };

const char *const log_level_names[] = {"error", "warning", "info", "debug", NULL};

static struct {
    FILE *stream; /* NULL: standard error */
    enum log_level least;
} destination = {NULL, LOG_LEVEL_INFO};

void log_to(FILE *stream, enum log_level least)
{
    destination.stream = stream;
    destination.least = least;
}

const char *log_number(char buffer[24], long long number)
{
    struct text text = text_in(buffer, 24);
    text_add_number(&text, number);
    return buffer;
}

/* Controls, line separators and marks that reorder or hide what a terminal shows. */
static bool is_invisible(utf8proc_int32_t character)
{
    switch (utf8proc_category(character)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
        return true;
    default:
        return false;
    }
}

static void add_escaped(struct text *out, utf8proc_int32_t character)
{
    if (character == '\n')
        text_add(out, "\\n");
    else if (character == '\r')
        text_add(out, "\\r");
    else if (character == '\t')
        text_add(out, "\\t");
    else if (character > 0xFFFF)
        text_add_format(out, "\\U%08X", (unsigned)character);
    else
        text_add_format(out, "\\u%04X", (unsigned)character);
}

/* `value` escaped; true if it must stand in quotes. */
static bool escape(struct text *out, const char *value)
{
    const utf8proc_uint8_t *at = (const utf8proc_uint8_t *)value;
    bool quotes = *value == '\0';
    while (*at) {
        utf8proc_int32_t character;
        utf8proc_ssize_t length = utf8proc_iterate(at, -1, &character);
        if (length <= 0) {
            text_add_format(out, "\\x%02X", *at);
            quotes = true;
            length = 1;
        } else if (is_invisible(character)) {
            add_escaped(out, character);
            quotes = true;
        } else {
            if (character == '"' || character == '\\')
                text_add_char(out, '\\');
            quotes = quotes || strchr(" \"\\=", *at);
            text_add_bytes(out, (const char *)at, (size_t)length);
        }
        at += length;
    }
    return quotes;
}

static void add_pair(struct text *line, const char *key, const char *value)
{
    char buffer[VALUE_MAX_BYTES];
    struct text escaped = TEXT_IN(buffer);
    bool quotes = escape(&escaped, value) || escaped.truncated;
    text_add_char(line, ' ');
    text_add(line, key);
    text_add_char(line, '=');
    if (quotes)
        text_add_char(line, '"');
    text_add(line, buffer);
    if (escaped.truncated)
        text_add(line, "…");
    if (quotes)
        text_add_char(line, '"');
}

static void add_time(struct text *line)
{
    struct timespec now;
    struct tm parts;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    text_add_format(line, "time=%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", parts.tm_year + 1900,
                    parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
                    (int)(now.tv_nsec / 1000000));
}

void log_line(enum log_level level, const char *event, ...)
{
    if (level > destination.least)
        return;
    char buffer[LINE_MAX_BYTES];
    /* One byte is kept for the line feed. */
    struct text line = text_in(buffer, sizeof buffer - 1);
    add_time(&line);
    add_pair(&line, "level", log_level_names[level]);
    add_pair(&line, "event", event);
    va_list pairs;
    va_start(pairs, event);
    for (const char *key = va_arg(pairs, const char *); key; key = va_arg(pairs, const char *)) {
        const char *value = va_arg(pairs, const char *);
        if (value)
            add_pair(&line, key, value);
    }
    va_end(pairs);
    buffer[line.length] = '\n';
    FILE *stream = destination.stream ? destination.stream : stderr;
    fwrite(buffer, 1, line.length + 1, stream);
    fflush(stream);
}
