/* One line of the IRC protocol, taken apart, with its tags unescaped; and the framing of a stream
 * of bytes into lines.
 *
 * Nothing here knows what a command means. A parsed line points into the text that it was parsed
 * from, which it changes.
 */
#ifndef BELFRY_ADAPTERS_IRC_PROTOCOL_LINE_H
#define BELFRY_ADAPTERS_IRC_PROTOCOL_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    IRC_LINE_MAX = 510,                          /* bytes without tags and line end */
    IRC_TAGS_MAX = 8191,                         /* bytes of tags, '@' and blank included */
    IRC_FRAME_MAX = IRC_TAGS_MAX + IRC_LINE_MAX, /* the longest line that can be right */
    IRC_PARAMETERS_MAX = 64                      /* the text of any more stays in the last one */
};

struct irc_line {
    const char *tags;    /* raw, without '@'; "" when there are none */
    const char *source;  /* "nick!user@host" or a server; "" when there is none */
    const char *command; /* never empty */
    unsigned numeric;    /* the command as a number, where it has three digits; else 0 */
    const char *parameters[IRC_PARAMETERS_MAX];
    size_t count;
};

/* Takes `text` apart in place. False when there is no command in it. */
bool irc_line_parse(char *text, struct irc_line *line);
/* The parameter of that number from 0, or "". */
const char *irc_line_parameter(const struct irc_line *line, size_t number);
/* The last parameter, or "". */
const char *irc_line_last(const struct irc_line *line);

/* The value of a tag, unescaped; NULL-safe `value`. False when there is no such tag; too long a
 * value is cut. */
bool irc_line_tag(const struct irc_line *line, const char *name, char *value, size_t size);

/* The server-time tag in ms since 1970; 0 when there is none. */
int64_t irc_line_time(const struct irc_line *line);

/* "nick!user@host" in three; each is "" when it is missing or does not fit. */
struct irc_source {
    char nick[64];
    char user[32];
    char host[96];
};
/* False when there is no nick, or a part is too long to be kept. */
bool irc_source_parse(const char *source, struct irc_source *parts);

/* Whether a nick can stand as a word in a line and fits struct irc_source. */
bool irc_nick_fits(const char *nick);

/* Collects bytes until a line is whole. CR, LF and CRLF end a line; empty lines, lines with a NUL
 * and lines longer than IRC_FRAME_MAX vanish, and what comes after them is read as usual. */
struct irc_frame {
    char text[IRC_FRAME_MAX + 1];
    size_t length;
    bool spoiled; /* the line so far can't be taken */
};
void irc_frame_clear(struct irc_frame *frame);
/* Takes bytes up to the end of one line and moves `*bytes` and `*length` behind it. Returns the
 * line, in the frame's own memory until the next call, or NULL when all bytes are taken. */
char *irc_frame_next(struct irc_frame *frame, const char **bytes, size_t *length);

#endif
