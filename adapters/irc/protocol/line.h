/* Parses a line of the IRC protocol and its tags, and splits a stream of bytes into lines.
 *
 * Nothing here knows what a command means. Parsing changes the text; the parsed line points into
 * it.
 */
#ifndef BELFRY_ADAPTERS_IRC_PROTOCOL_LINE_H
#define BELFRY_ADAPTERS_IRC_PROTOCOL_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    IRC_LINE_MAX = 510,       /* bytes without tags and line end, where LINELEN allows no more */
    IRC_LONG_LINE_MAX = 2046, /* the most that the bot makes use of */
    IRC_TAGS_MAX = 8191,      /* bytes of tags with '@' and blank */
    IRC_FRAME_MAX = IRC_TAGS_MAX + IRC_LONG_LINE_MAX, /* the longest valid line */
    IRC_PARAMETERS_MAX = 64                           /* further ones remain part of the last */
};

struct irc_line {
    const char *tags;    /* raw, without '@'; "" when there are none */
    const char *source;  /* "nick!user@host" or a server; "" when there is none */
    const char *command; /* never empty */
    unsigned numeric;    /* the command as a number; 0 when it is a word */
    const char *parameters[IRC_PARAMETERS_MAX];
    size_t count;
};

/* Parses `text` in place. False when there is no command in it. */
bool irc_line_parse(char *text, struct irc_line *line);
/* The parameter with that number, counted from 0; "" when there is none. */
const char *irc_line_parameter(const struct irc_line *line, size_t number);
/* The last parameter; "" when there is none. */
const char *irc_line_last(const struct irc_line *line);

/* Copies the unescaped value of a tag, cut to fit; `value` may be NULL. False when there is no such
 * tag. */
bool irc_line_tag(const struct irc_line *line, const char *name, char *value, size_t size);

/* The server-time tag in ms since 1970; 0 when there is none. */
int64_t irc_line_time(const struct irc_line *line);

/* The parts of "nick!user@host"; a missing part is "". */
struct irc_source {
    char nick[64];
    char user[32];
    char host[96];
};
/* False when there is no nick or a part is too long. */
bool irc_source_parse(const char *source, struct irc_source *parts);

/* Whether a nick can be a parameter and fits struct irc_source. */
bool irc_nick_fits(const char *nick);

/* Collects bytes until a line is complete. CR, LF and CRLF end a line. Empty lines, lines with a
 * NUL and lines longer than IRC_FRAME_MAX are skipped. */
struct irc_frame {
    char text[IRC_FRAME_MAX + 1];
    size_t length;
    bool spoiled; /* this line will be skipped */
};
void irc_frame_clear(struct irc_frame *frame);
/* Takes bytes up to the end of a line and moves `*bytes` and `*length` past them. Returns the line,
 * which is valid until the next call, or NULL when all bytes are taken. */
char *irc_frame_next(struct irc_frame *frame, const char **bytes, size_t *length);

#endif
