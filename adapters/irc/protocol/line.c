#include "adapters/irc/protocol/line.h"

#include <libircclient.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char *skip_blanks(char *text)
{
    return text + strspn(text, " ");
}

/* Ends the word at `text` and returns what follows. */
static char *end_word(char *text)
{
    text += strcspn(text, " ");
    if (*text)
        *text++ = '\0';
    return skip_blanks(text);
}

static unsigned numeric_of(const char *command)
{
    static const char digits[] = "0123456789";
    if (strlen(command) != 3 || strspn(command, digits) != 3)
        return 0;
    return (unsigned)strtoul(command, NULL, 10);
}

bool irc_line_parse(char *text, struct irc_line *line)
{
    *line = (struct irc_line){.tags = "", .source = ""};
    text = skip_blanks(text);
    if (*text == '@') {
        line->tags = text + 1;
        text = end_word(text);
    }
    if (*text == ':') {
        line->source = text + 1;
        text = end_word(text);
    }
    line->command = text;
    text = end_word(text);
    line->numeric = numeric_of(line->command);
    while (*text) {
        if (*text == ':' || line->count == IRC_PARAMETERS_MAX - 1) {
            line->parameters[line->count++] = *text == ':' ? text + 1 : text;
            break;
        }
        line->parameters[line->count++] = text;
        text = end_word(text);
    }
    return *line->command != '\0';
}

const char *irc_line_parameter(const struct irc_line *line, size_t number)
{
    return number < line->count ? line->parameters[number] : "";
}

const char *irc_line_last(const struct irc_line *line)
{
    return line->count > 0 ? line->parameters[line->count - 1] : "";
}

static char unescape(char code)
{
    switch (code) {
    case ':':
        return ';';
    case 's':
        return ' ';
    case 'r':
        return '\r';
    case 'n':
        return '\n';
    default:
        return code;
    }
}

static void copy_value(const char *raw, size_t length, char *value, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; i < length && used + 1 < size; i++) {
        char character = raw[i];
        if (character == '\\') {
            if (++i == length)
                break;
            character = unescape(raw[i]);
        }
        value[used++] = character;
    }
    value[used] = '\0';
}

bool irc_line_tag(const struct irc_line *line, const char *name, char *value, size_t size)
{
    size_t wanted = strlen(name);
    bool found = false;
    /* If a tag is given twice, the last one counts. */
    for (const char *tag = line->tags; *tag;) {
        size_t length = strcspn(tag, ";");
        if (length >= wanted && memcmp(tag, name, wanted) == 0 &&
            (length == wanted || tag[wanted] == '=')) {
            found = true;
            if (value && length == wanted)
                value[0] = '\0';
            else if (value)
                copy_value(tag + wanted + 1, length - wanted - 1, value, size);
        }
        tag += length;
        tag += *tag == ';';
    }
    return found;
}

int64_t irc_line_time(const struct irc_line *line)
{
    char value[64];
    struct tm parts = {0};
    if (!irc_line_tag(line, "time", value, sizeof value))
        return 0;
    const char *rest = strptime(value, "%Y-%m-%dT%H:%M:%S", &parts);
    if (!rest)
        return 0;
    int64_t milliseconds = *rest == '.' ? (int64_t)strtol(rest + 1, NULL, 10) : 0;
    if (milliseconds < 0 || milliseconds > 999)
        milliseconds = 0;
    return (int64_t)timegm(&parts) * 1000 + milliseconds;
}

static bool copy_part(char *target, size_t size, const char *part, size_t length)
{
    if (length >= size)
        return false;
    memcpy(target, part, length);
    target[length] = '\0';
    return true;
}

bool irc_source_parse(const char *source, struct irc_source *parts)
{
    char nick[IRC_LONG_LINE_MAX + 1], rest[IRC_LONG_LINE_MAX + 1];
    *parts = (struct irc_source){{0}, {0}, {0}};
    irc_target_get_nick(source, nick, sizeof nick);
    irc_target_get_host(source, rest, sizeof rest);
    /* `rest` is "!user@host", or all of "nick@host". */
    const char *host = strrchr(rest, '@');
    size_t nick_length = strcspn(nick, "@");
    if (nick_length == 0 || *nick == ':' || memchr(nick, ',', nick_length) ||
        !copy_part(parts->nick, sizeof parts->nick, nick, nick_length))
        return false;
    if (host && !copy_part(parts->host, sizeof parts->host, host + 1, strlen(host + 1)))
        return false;
    if (*rest != '!')
        return true;
    size_t user_length = host ? (size_t)(host - rest) - 1 : strlen(rest) - 1;
    return copy_part(parts->user, sizeof parts->user, rest + 1, user_length);
}

bool irc_nick_fits(const char *nick)
{
    struct irc_source parts;
    return strlen(nick) < sizeof parts.nick && *nick != '\0' && *nick != ':' &&
           !strpbrk(nick, " ,!@");
}

void irc_frame_clear(struct irc_frame *frame)
{
    frame->length = 0;
    frame->spoiled = false;
}

static void take_byte(struct irc_frame *frame, char byte)
{
    if (byte == '\0' || frame->length == IRC_FRAME_MAX)
        frame->spoiled = true;
    else
        frame->text[frame->length++] = byte;
}

char *irc_frame_next(struct irc_frame *frame, const char **bytes, size_t *length)
{
    while (*length > 0) {
        char byte = *(*bytes)++;
        (*length)--;
        if (byte != '\r' && byte != '\n') {
            take_byte(frame, byte);
            continue;
        }
        bool usable = !frame->spoiled && frame->length > 0;
        frame->text[frame->length] = '\0';
        irc_frame_clear(frame);
        if (usable)
            return frame->text;
    }
    return NULL;
}
