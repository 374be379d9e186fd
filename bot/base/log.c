#include "bot/base/log.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
#include <utf8proc.h>

#include "games/shared/text.h"

/* One fwrite per line, so that lines of several threads don't mix. */
enum { LINE_MAX_BYTES = 4096, VALUE_MAX_BYTES = 1024 };

const char *const log_level_names[] = {"error", "warning", "info", "debug", NULL};
const char *const log_format_names[] = {"text", "json", NULL};

/* Lines whose repetitions are counted, and how many of them are written before in one period. */
enum { RECENT_LINES = 8, WRITTEN_ERRORS = 1, WRITTEN_OTHERS = 20, PERIOD_SECONDS = 60 };

/* A line that was written within the last period. */
struct recent_line {
    char bytes[LINE_MAX_BYTES]; /* from the level on; "": a free place */
    size_t length;
    time_t since;      /* when the period began */
    unsigned written;  /* how often in this period */
    uint64_t repeated; /* how often it was only counted */
};

static struct {
    FILE *stream; /* NULL: standard error */
    enum log_level least;
    enum log_format format;
    pthread_mutex_t lock; /* of the recent lines */
    struct recent_line recent[RECENT_LINES];
} destination = {
    NULL, LOG_LEVEL_INFO, LOG_FORMAT_TEXT, PTHREAD_MUTEX_INITIALIZER, {{{0}, 0, 0, 0, 0}}};

void log_to(FILE *stream, enum log_level least)
{
    log_tell_repeated(true);
    destination.stream = stream;
    destination.least = least;
}

void log_as(enum log_format format)
{
    log_tell_repeated(true);
    destination.format = format;
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

/* -- JSON -------------------------------------------------------------------------------------- */

static void add_json_escaped(struct text *out, utf8proc_int32_t character)
{
    enum { BEYOND = 0x10000, HIGH = 0xD800, LOW = 0xDC00, BITS = 10, MASK = 0x3FF };
    if (character <= 0xFFFF)
        text_add_format(out, "\\u%04X", (unsigned)character);
    else
        text_add_format(out, "\\u%04X\\u%04X", (unsigned)(HIGH + ((character - BEYOND) >> BITS)),
                        (unsigned)(LOW + ((character - BEYOND) & MASK)));
}

/* Whole characters of `value`, as far as there is room. */
static void add_json_text(struct text *out, const char *value)
{
    enum { LONGEST = 16 }; /* an escaped character, or the ellipsis */
    const utf8proc_uint8_t *at = (const utf8proc_uint8_t *)value;
    size_t end = out->length + VALUE_MAX_BYTES - LONGEST;
    while (*at && out->length < end) {
        utf8proc_int32_t character;
        utf8proc_ssize_t length = utf8proc_iterate(at, -1, &character);
        if (length <= 0)
            text_add_format(out, "\\\\x%02X", *at);
        else if (is_invisible(character))
            add_json_escaped(out, character);
        else {
            if (character == '"' || character == '\\')
                text_add_char(out, '\\');
            text_add_bytes(out, (const char *)at, (size_t)length);
        }
        at += length > 0 ? length : 1;
    }
    if (*at)
        text_add(out, "…");
}

/* A pair for which there is no room is left out, so that the line stays an object. */
static void add_json_pair(struct text *line, const char *key, const char *value)
{
    char buffer[VALUE_MAX_BYTES + 128];
    struct text pair = TEXT_IN(buffer);
    text_add_format(&pair, ",\"%s\":\"", key);
    add_json_text(&pair, value);
    text_add_char(&pair, '"');
    if (!pair.truncated && line->length + pair.length < line->size)
        text_add_bytes(line, pair.bytes, pair.length);
}

/* -- Pairs ------------------------------------------------------------------------------------- */

static void add_text_pair(struct text *line, const char *key, const char *value)
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

static void add_pair(struct text *line, const char *key, const char *value)
{
    if (destination.format == LOG_FORMAT_JSON)
        add_json_pair(line, key, value);
    else
        add_text_pair(line, key, value);
}

static void add_time(struct text *line)
{
    bool json = destination.format == LOG_FORMAT_JSON;
    struct timespec now;
    struct tm parts;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    text_add(line, json ? "{\"time\":\"" : "time=");
    text_add_format(line, "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", parts.tm_year + 1900,
                    parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
                    (int)(now.tv_nsec / 1000000));
    if (json)
        text_add_char(line, '"');
}

/* `line`: from the level on. */
static void write_line(const struct text *line, uint64_t repeated)
{
    char buffer[LINE_MAX_BYTES];
    bool json = destination.format == LOG_FORMAT_JSON;
    /* Two bytes are kept for the end. */
    struct text out = text_in(buffer, sizeof buffer - 2);
    add_time(&out);
    text_add_bytes(&out, line->bytes, line->length);
    if (repeated > 0)
        add_pair(&out, "repeated", LOG_NUMBER(repeated));
    if (json)
        buffer[out.length++] = '}';
    buffer[out.length++] = '\n';
    FILE *stream = destination.stream ? destination.stream : stderr;
    fwrite(buffer, 1, out.length, stream);
    fflush(stream);
}

/* -- Lines that repeat ------------------------------------------------------------------------- */

static time_t now_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

static void tell_repeated(struct recent_line *recent)
{
    const struct text line = {.bytes = recent->bytes, .length = recent->length};
    if (recent->repeated > 0)
        write_line(&line, recent->repeated);
    recent->repeated = 0;
}

/* A line that went on repeating is told once a period. */
static void end_period(struct recent_line *recent, time_t now)
{
    bool goes_on = recent->repeated > 0;
    tell_repeated(recent);
    recent->since = now;
    if (!goes_on)
        recent->length = 0;
}

static void end_periods(time_t now)
{
    for (size_t i = 0; i < RECENT_LINES; i++) {
        struct recent_line *recent = &destination.recent[i];
        if (recent->length > 0 && now - recent->since >= PERIOD_SECONDS)
            end_period(recent, now);
    }
}

/* Returns the line's place, or the free or oldest one. */
static struct recent_line *find_recent(const struct text *line)
{
    struct recent_line *oldest = &destination.recent[0];
    for (size_t i = 0; i < RECENT_LINES; i++) {
        struct recent_line *recent = &destination.recent[i];
        if (recent->length == line->length && memcmp(recent->bytes, line->bytes, line->length) == 0)
            return recent;
        if (oldest->length > 0 && (recent->length == 0 || recent->since < oldest->since))
            oldest = recent;
    }
    tell_repeated(oldest);
    oldest->length = 0;
    return oldest;
}

static void write_or_count(const struct text *line, unsigned most)
{
    time_t now = now_seconds();
    end_periods(now);
    struct recent_line *recent = find_recent(line);
    if (recent->length == 0) {
        memcpy(recent->bytes, line->bytes, line->length);
        recent->length = line->length;
        recent->since = now;
        recent->written = 0;
    }
    if (recent->written < most) {
        recent->written++;
        write_line(line, 0);
    } else {
        recent->repeated++;
    }
}

void log_tell_repeated(bool all)
{
    pthread_mutex_lock(&destination.lock);
    if (!all)
        end_periods(now_seconds());
    for (size_t i = 0; all && i < RECENT_LINES; i++) {
        tell_repeated(&destination.recent[i]);
        destination.recent[i].length = 0;
    }
    pthread_mutex_unlock(&destination.lock);
}

/* -- Lines ------------------------------------------------------------------------------------- */

void log_line(enum log_level level, const char *event, ...)
{
    enum { TIME_BYTES = 64 }; /* and the line feed */
    if (level > destination.least)
        return;
    char buffer[LINE_MAX_BYTES - TIME_BYTES];
    struct text line = TEXT_IN(buffer);
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
    pthread_mutex_lock(&destination.lock);
    write_or_count(&line, level == LOG_LEVEL_ERROR ? WRITTEN_ERRORS : WRITTEN_OTHERS);
    pthread_mutex_unlock(&destination.lock);
}
