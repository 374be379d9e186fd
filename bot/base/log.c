#include "bot/base/log.h"

#include <ctype.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>
#include <utf8proc.h>

#include "games/shared/text.h"

/* One fwrite per line, so that lines of several threads don't mix. */
enum { LINE_MAX_BYTES = 4096, VALUE_MAX_BYTES = 1024 };

const char *const log_level_names[] = {"error", "warning", "info", "debug", NULL};
const char *const log_format_names[] = {"text", "json", "journald", NULL};

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
    int journal; /* a socket; -1: there is none */
    struct sockaddr_un journal_address;
} destination = {
    NULL, LOG_LEVEL_INFO,         LOG_FORMAT_TEXT, PTHREAD_MUTEX_INITIALIZER, {{{0}, 0, 0, 0, 0}},
    -1,   {.sun_family = AF_UNIX}};

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

/* A connection only tries whether somebody listens: each entry names its way, so that a journal
 * that was started again is found. */
bool log_find_journal(const char *socket_path)
{
    struct sockaddr_un *address = &destination.journal_address;
    struct text path = TEXT_IN(address->sun_path);
    text_add(&path, socket_path);
    int trial = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    bool listens = trial >= 0 && !path.truncated &&
                   connect(trial, (const struct sockaddr *)address, sizeof *address) == 0;
    if (trial >= 0)
        close(trial);
    if (listens && destination.journal < 0)
        destination.journal = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    return listens && destination.journal >= 0;
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

/* -- The journal ------------------------------------------------------------------------------- */

/* The line is an entry in the journal's native protocol, without its last line feed: MESSAGE first,
 * then the fields. Values are escaped, so they have no line feeds. */
static const char message_field[] = "MESSAGE=";

/* A field for which there is no room is left out. */
static void add_field(struct text *line, const char *key, const char *value)
{
    char buffer[VALUE_MAX_BYTES + 128], value_buffer[VALUE_MAX_BYTES];
    struct text field = TEXT_IN(buffer), escaped = TEXT_IN(value_buffer);
    escape(&escaped, value);
    text_add(&field, "\nBELFRY_");
    for (const char *at = key; *at != '\0'; at++)
        text_add_char(&field,
                      (char)(isalnum((unsigned char)*at) ? toupper((unsigned char)*at) : '_'));
    text_add_format(&field, "=%s%s", escaped.bytes, escaped.truncated ? "…" : "");
    if (!field.truncated && line->length + field.length < line->size)
        text_add_bytes(line, field.bytes, field.length);
}

/* The numbers of syslog. */
static void add_priority(struct text *line, enum log_level level)
{
    static const char *const priorities[] = {"3", "4", "6", "7"};
    text_add_format(line, "\nPRIORITY=%s\nSYSLOG_IDENTIFIER=belfry", priorities[level]);
}

static bool send_entry(const struct text *entry)
{
    const struct sockaddr_un *address = &destination.journal_address;
    return destination.journal >= 0 &&
           sendto(destination.journal, entry->bytes, entry->length, MSG_DONTWAIT | MSG_NOSIGNAL,
                  (const struct sockaddr *)address, sizeof *address) == (ssize_t)entry->length;
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

static void put(const struct text *out)
{
    FILE *stream = destination.stream ? destination.stream : stderr;
    fwrite(out->bytes, 1, out->length, stream);
    fflush(stream);
}

static void write_entry(const struct text *line, uint64_t repeated)
{
    char buffer[LINE_MAX_BYTES + 64];
    struct text entry = TEXT_IN(buffer);
    const char *end = memchr(line->bytes, '\n', line->length);
    size_t message = end != NULL ? (size_t)(end - line->bytes) : line->length;
    text_add_bytes(&entry, line->bytes, message);
    if (repeated > 0)
        add_text_pair(&entry, "repeated", LOG_NUMBER(repeated));
    size_t whole = entry.length;
    text_add_bytes(&entry, line->bytes + message, line->length - message);
    if (repeated > 0)
        add_field(&entry, "repeated", LOG_NUMBER(repeated));
    text_add_char(&entry, '\n');
    if (send_entry(&entry))
        return;
    char text_buffer[LINE_MAX_BYTES + 64];
    struct text text = TEXT_IN(text_buffer);
    add_time(&text);
    text_add_char(&text, ' ');
    text_add_bytes(&text, entry.bytes + sizeof message_field - 1, whole - sizeof message_field + 1);
    text_add_char(&text, '\n');
    put(&text);
}

/* `line`: from the level on. */
static void write_line(const struct text *line, uint64_t repeated)
{
    if (destination.format == LOG_FORMAT_JOURNALD) {
        write_entry(line, repeated);
        return;
    }
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
    put(&out);
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

static void add_pairs(struct text *line, va_list pairs,
                      void (*add)(struct text *line, const char *key, const char *value))
{
    for (const char *key = va_arg(pairs, const char *); key; key = va_arg(pairs, const char *)) {
        const char *value = va_arg(pairs, const char *);
        if (value)
            add(line, key, value);
    }
}

/* What people read is at most half of it, so that there is room for fields. */
static void add_message(struct text *line, enum log_level level, const char *event, va_list pairs)
{
    char buffer[LINE_MAX_BYTES / 2];
    struct text message = TEXT_IN(buffer);
    text_add_format(&message, "%slevel=%s event=%s", message_field, log_level_names[level], event);
    add_pairs(&message, pairs, add_text_pair);
    text_add_bytes(line, message.bytes, message.length);
    add_priority(line, level);
    add_field(line, "event", event);
}

void log_line(enum log_level level, const char *event, ...)
{
    enum { TIME_BYTES = 64 }; /* and the line feed */
    if (level > destination.least)
        return;
    char buffer[LINE_MAX_BYTES - TIME_BYTES];
    struct text line = TEXT_IN(buffer);
    bool journald = destination.format == LOG_FORMAT_JOURNALD;
    va_list pairs, again;
    va_start(pairs, event);
    va_copy(again, pairs);
    if (journald) {
        add_message(&line, level, event, again);
    } else {
        add_pair(&line, "level", log_level_names[level]);
        add_pair(&line, "event", event);
    }
    add_pairs(&line, pairs, journald ? add_field : add_pair);
    va_end(again);
    va_end(pairs);
    pthread_mutex_lock(&destination.lock);
    write_or_count(&line, level == LOG_LEVEL_ERROR ? WRITTEN_ERRORS : WRITTEN_OTHERS);
    pthread_mutex_unlock(&destination.lock);
}
