/* How long to wait before connecting again. Pure.
 *
 * The figures: 5 s, doubled with every failure up to 300 s, 20 % jitter either way, back to the
 * beginning after 2 minutes of a registered connection; at least 60 s when the server said that we
 * come too often (solanum's stock setting allows 4 connections in 60 s); never by itself when it
 * banned us.
 */
#ifndef BELFRY_ADAPTERS_IRC_RECONNECT_H
#define BELFRY_ADAPTERS_IRC_RECONNECT_H

#include <stdbool.h>
#include <stdint.h>

enum {
    IRC_RECONNECT_FIRST_MS = 5000,
    IRC_RECONNECT_MOST_MS = 300000,
    IRC_RECONNECT_THROTTLED_MS = 60000,
    IRC_RECONNECT_STABLE_MS = 120000
};

enum irc_reconnect_reason {
    IRC_RECONNECT_ORDINARY,
    IRC_RECONNECT_THROTTLED, /* we connect too often */
    IRC_RECONNECT_BANNED     /* K-line, G-line: stop and tell the operator */
};

/* Milliseconds until the next attempt; -1: do not try again. `failures` counts those since the last
 * stable connection, this one included (from 1; 0 counts as 1). `random` is any random number. With
 * IRC_RECONNECT_THROTTLED the jitter only adds. */
int64_t irc_reconnect_delay(unsigned failures, enum irc_reconnect_reason reason, uint32_t random);

/* The failures to count after a connection that was registered for `up_ms`. */
unsigned irc_reconnect_failures(unsigned failures, int64_t up_ms);

/* What the text of a server's ERROR (or of 465) means. Letter case does not matter. */
enum irc_reconnect_reason irc_reconnect_read_error(const char *text);

#endif
