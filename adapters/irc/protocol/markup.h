/* Text to and from people: formatting codes, control characters, invalid UTF-8, and lines that are
 * too long for the protocol. Pure.
 */
#ifndef BELFRY_ADAPTERS_IRC_PROTOCOL_MARKUP_H
#define BELFRY_ADAPTERS_IRC_PROTOCOL_MARKUP_H

#include <stdbool.h>
#include <stddef.h>

#include "games/shared/text.h"

/* The codes are: bold 02; colour 03 with one or two digits and optionally a comma and one or two
 * more; colour 04 with six hex digits; reset 0F; fixed width 11; reverse 16; italic 1D;
 * strikethrough 1E; underline 1F. */

/* Cleans what somebody typed, so that the bot can read and repeat it. Removes codes and controls
 * (including those that change the direction of writing), replaces invalid UTF-8 by U+FFFD, and
 * leaves only single blanks and none at the ends. */
void irc_markup_clean(const char *raw, struct text *text);
/* What the bot says, one line of it: paints (games/shared/paint.h) become colour codes, controls go
 * (no line end, no CTCP), broken UTF-8 is repaired. */
void irc_markup_sendable(const char *raw, size_t length, struct text *text);
/* Removes the codes, for channels that refuse them. */
void irc_markup_plain(const char *raw, struct text *text);
bool irc_markup_present(const char *raw);

/* Inserts a zero-width character (U+200B) after the first character of each name, so that no client
 * highlights it. `is_name` is asked about each word that could be a nick. A name of one character
 * stays as it is. */
void irc_markup_break_names(const char *raw, bool (*is_name)(void *context, const char *word),
                            void *context, struct text *text);

/* Removes an incomplete character at the end, which a cut may leave. */
void irc_utf8_trim(char *text);

/* Cuts what irc_markup_sendable() made into lines of at most `room` bytes: at blanks, never inside
 * a character (grapheme) or a code unless nothing else is left to do; a line begins with the colour
 * that holds where it was cut. Start with {.rest = text} and call until false. `room` is at least
 * 40. */
struct irc_split {
    const char *rest;
    char colour[8]; /* the code with its digits, or "" */
    bool begun;
};
bool irc_split_next(struct irc_split *split, size_t room, struct text *line);

#endif
