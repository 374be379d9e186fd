/* How long to wait before connecting again. Pure.
 *
 * The first pause is 5 s. Every failure doubles it, up to 300 s; jitter of 20 % goes either way. A
 * connection that was registered for 2 minutes resets it. When the server says that we connect too
 * often, the pause is at least 60 s (solanum's default allows 4 connections in 60 s). After a ban
 * that ends, it is at least an hour and grows to a day, whatever the server says about its length.
 * After any other ban the bot does not try again.
 */
#ifndef BELFRY_ADAPTERS_IRC_RECONNECT_H
#define BELFRY_ADAPTERS_IRC_RECONNECT_H

#include <stdbool.h>
#include <stdint.h>

enum {
    IRC_RECONNECT_FIRST_MS = 5000,
    IRC_RECONNECT_MOST_MS = 300000,
    IRC_RECONNECT_THROTTLED_MS = 60000,
    IRC_RECONNECT_BARRED_MS = 3600000,
    IRC_RECONNECT_BARRED_MOST_MS = 86400000,
    IRC_RECONNECT_STABLE_MS = 120000
};

enum irc_reconnect_reason {
    IRC_RECONNECT_ORDINARY,
    IRC_RECONNECT_THROTTLED, /* we connect too often */
    IRC_RECONNECT_BARRED,    /* a ban that ends */
    IRC_RECONNECT_BANNED     /* K-line, G-line: stop and tell the operator */
};

/* Milliseconds until the next attempt; -1: do not try again. `failures` counts failures since the
 * last stable connection, including this one; 0 counts as 1. `random` is any random number. With
 * IRC_RECONNECT_THROTTLED and _BARRED the jitter only lengthens the pause. */
int64_t irc_reconnect_delay(unsigned failures, enum irc_reconnect_reason reason, uint32_t random);

/* The number of failures after a connection that was registered for `up_ms`. */
unsigned irc_reconnect_failures(unsigned failures, int64_t up_ms);

/* What the text of ERROR means, ignoring case. Only the server's own words count, not our nick and
 * host in "Closing Link: NICK[HOST] (REASON)", nor what a person gave as the reason of a KILL. */
enum irc_reconnect_reason irc_reconnect_read_error(const char *text);
/* The same for 465, which always means a ban. */
enum irc_reconnect_reason irc_reconnect_read_ban(const char *text);

#endif
