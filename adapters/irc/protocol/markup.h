/* Text on the way in and on the way out: formatting codes, controls, broken UTF-8, and lines that
 * are too long for the protocol. Pure.
 */
#ifndef BELFRY_ADAPTERS_IRC_PROTOCOL_MARKUP_H
#define BELFRY_ADAPTERS_IRC_PROTOCOL_MARKUP_H

#include <stdbool.h>
#include <stddef.h>

#include "games/shared/text.h"

/* Codes: bold 02, colour 03 (one or two digits, perhaps a comma and as many again), colour by
 * 04 and six hex digits, reset 0F, fixed width 11, reverse 16, italic 1D, struck 1E, underlined 1F.
 */

/* What somebody typed, as the bot may read and repeat it: without codes, without controls (also
 * those that turn the direction of writing), with U+FFFD for what is no UTF-8, and with single
 * blanks at neither end. */
void irc_markup_clean(const char *raw, struct text *text);
/* What the bot says, one line of it: paints (games/shared/paint.h) become colour codes, controls go
 * (no line end, no CTCP), broken UTF-8 is repaired. */
void irc_markup_sendable(const char *raw, size_t length, struct text *text);
/* Without the codes, for channels that refuse them. */
void irc_markup_plain(const char *raw, struct text *text);
bool irc_markup_present(const char *raw);

/* Puts a character without width (U+200B) behind the first one of each name, so that no client
 * calls its owner. `is_name` is asked for each word that may be one: letters, digits and what else
 * a nick may hold. A name of a single character stays as it is. */
void irc_markup_break_names(const char *raw, bool (*is_name)(void *context, const char *word),
                            void *context, struct text *text);

/* Takes half a character off the end, as a cut leaves it. */
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
