#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/record/transcript.h"

enum line_result { LINE_READ, LINE_TOO_LONG, LINE_FAILED, LINE_NONE };

/* Reads one line without its line feed. `line` has TRANSCRIPT_LINE_MAX bytes. */
static enum line_result read_bytes(FILE *stream, char *line, size_t *length)
{
    int byte = 0;
    *length = 0;
    while ((byte = getc_unlocked(stream)) != EOF && byte != '\n') {
        if (*length == TRANSCRIPT_LINE_MAX)
            return LINE_TOO_LONG;
        line[(*length)++] = (char)byte;
    }
    if (ferror(stream))
        return LINE_FAILED;
    return byte == EOF && *length == 0 ? LINE_NONE : LINE_READ;
}

static bool complain_at(struct text *error, const char *name, unsigned long line,
                        const char *complaint)
{
    text_clear(error);
    text_add_format(error, "%s:%lu: %s", name, line, complaint);
    return false;
}

static bool read_lines(FILE *stream, const char *name, struct transcript_reader *reader,
                       transcript_follow *follow, void *context, char *line, struct text *error)
{
    char complaint_buffer[TRANSCRIPT_ERROR_MAX];
    struct text complaint = TEXT_IN(complaint_buffer);
    size_t length;
    for (unsigned long number = 1;; number++) {
        switch (read_bytes(stream, line, &length)) {
        case LINE_NONE:
            return transcript_read_end(reader, &complaint) ||
                   complain_at(error, name, number, complaint.bytes);
        case LINE_TOO_LONG:
            return complain_at(error, name, number, "expected a line of at most 1 MiB");
        case LINE_FAILED:
            return complain_at(error, name, number, strerror(errno));
        default:
            break;
        }
        if (!transcript_read_line(reader, line, length, &complaint))
            return complain_at(error, name, number, complaint.bytes);
        if (follow != NULL && !reader->ended)
            follow(context, reader);
    }
}

bool transcript_read_stream(FILE *stream, const char *name, struct transcript_reader *reader,
                            transcript_follow *follow, void *context, struct text *error)
{
    char *line = memory_new(TRANSCRIPT_LINE_MAX);
    transcript_reader_open(reader);
    bool read = read_lines(stream, name, reader, follow, context, line, error);
    free(line);
    return read;
}
