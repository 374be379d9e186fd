/* libircclient as a synchronous line parser.
 *
 * The library never sees the network: it holds one end of a socket pair, is fed one cleaned line at
 * a time and drained at once. Thereby its fixed buffers are always empty when a line comes, it
 * never waits, never looks up a name and never meets what would crash or deafen it. What it
 * believes of our nick and of private and public is not used. One pump serves one connection.
 */
#ifndef BELFRY_ADAPTERS_IRC_PUMP_H
#define BELFRY_ADAPTERS_IRC_PUMP_H

#include <stdbool.h>
#include <stddef.h>

#include "adapters/irc/line.h"

struct irc_pump;

/* NULL, with one line in `error`, when there is no socket for it (the library can't use descriptors
 * of 1024 and above) or no memory. */
struct irc_pump *irc_pump_new(const char *nick, const char *user, const char *realname, char *error,
                              size_t error_size);
void irc_pump_free(struct irc_pump *pump);

/* The next line that the library wrote (NICK, then USER, of its registration), without line end;
 * valid until the next call of this module. NULL when there is none. */
const char *irc_pump_output(struct irc_pump *pump);

/* Whether a line is one that may be fed: with a command in letters or a numeric from 001 with a
 * parameter, at most IRC_LINE_MAX bytes and ten parameters, no CTCP, and a source where the library
 * needs one. */
bool irc_pump_accepts(const struct irc_line *line);
/* Parses a line through the library. `*event` is valid until the next call of this module and has
 * the tags of `line`. False when the line is not accepted or the library made nothing of it. */
bool irc_pump_parse(struct irc_pump *pump, const struct irc_line *line, struct irc_line *event);

#endif
