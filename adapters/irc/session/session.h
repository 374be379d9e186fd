/* One IRC network as a function from bytes to events and from what the bot says to wire lines.
 *
 * A session knows no socket, no loop and no clock: bytes come in with the time (ms of any monotonic
 * clock), events go to the listener, lines wait in a sender until they are asked for. It lives over
 * many connections; what it must not forget between them (channels that it was invited to or kicked
 * from, that a channel refuses colours) it keeps, the rest begins anew with each one.
 *
 * Listener functions are called from irc_session_bytes and irc_session_tick only, never from
 * irc_session_say; inside them irc_session_say, irc_session_forgive, irc_session_shows_colours
 * and irc_session_quit may be called.
 */
#ifndef BELFRY_ADAPTERS_IRC_SESSION_SESSION_H
#define BELFRY_ADAPTERS_IRC_SESSION_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adapters/irc/settings.h"
#include "bot/adapter.h"

struct irc_session;

/* What is to become of the connection. */
enum irc_course {
    IRC_COURSE_STAY,
    IRC_COURSE_RECONNECT, /* close and connect again after a pause */
    IRC_COURSE_THROTTLED, /* the same, after a longer pause */
    IRC_COURSE_UPGRADE,   /* close and connect again at once, with TLS, to `port` (STS) */
    IRC_COURSE_STOP       /* close and never try again: the server banned us */
};

struct irc_verdict {
    enum irc_course course;
    uint16_t port;
    char reason[256]; /* one line for an operator */
};

/* `settings` must live until the session is freed or given others. */
struct irc_session *irc_session_new(const char *network, const struct irc_settings *settings,
                                    const struct adapter_listener *listener, const char *version);
void irc_session_free(struct irc_session *session);

/* A connection stands; `secure`: with TLS. `wall` is the time of day in ms since 1970, to know
 * lines that a bouncer repeats. Queues the registration. */
void irc_session_connected(struct irc_session *session, bool secure, int64_t now, int64_t wall);
/* The connection is gone: places are closed, everything unsent is forgotten. */
void irc_session_disconnected(struct irc_session *session, int64_t now);
void irc_session_bytes(struct irc_session *session, const char *bytes, size_t length, int64_t now);
/* Does what time brings; returns when to call again at the latest, INT64_MAX for never. To be
 * called after each of the functions here. */
int64_t irc_session_tick(struct irc_session *session, int64_t now);
/* The next line to send now, without line end, valid until the next call; NULL with the wait in ms
 * (-1: nothing waits) in `*wait`. */
const char *irc_session_next_line(struct irc_session *session, int64_t now, int64_t *wait);
struct irc_verdict irc_session_verdict(const struct irc_session *session);

/* Fills everything but the requests. */
void irc_session_count(const struct irc_session *session, struct adapter_counters *counters);

void irc_session_say(struct irc_session *session, const struct outbound *outbound, int64_t now);
/* Joins a channel that somebody invited the bot to in an earlier life. */
void irc_session_join(struct irc_session *session, const char *place);
void irc_session_forgive(struct irc_session *session, const char *identity);
/* `asked`: with colours even where the settings have none. */
bool irc_session_shows_colours(const struct irc_session *session, const char *place, bool asked);
/* The key of a channel that is written so, of PLACE_MAX bytes; false: that is no channel here. */
bool irc_session_find_place(const struct irc_session *session, const char *typed, char *place);
/* The bot is in the channel, and the listener knows. */
bool irc_session_has_place(const struct irc_session *session, const char *place);
/* QUIT ahead of everything; the server closes then. */
void irc_session_quit(struct irc_session *session, const char *farewell, int64_t now);
/* Takes other settings: nick, channels, pace, people and timers at once, the rest with the next
 * connection. The old ones may be freed afterwards. */
void irc_session_reload(struct irc_session *session, const struct irc_settings *settings,
                        int64_t now);

/* Ready: welcomed, logged in as far as possible, joining. `*since` is when that began. */
bool irc_session_ready(const struct irc_session *session, int64_t *since);
const char *irc_session_nick(const struct irc_session *session);

#endif
