/* One IRC network: turns bytes into events, and what the bot says into wire lines.
 *
 * A session knows no socket, no loop and no clock. Bytes come in with the time (ms of any monotonic
 * clock), events go to the listener, and lines wait in a sender until they are asked for. A session
 * outlives its connections: it keeps which channels it was invited to or kicked from and forgets
 * the rest.
 *
 * Listener functions are called from irc_session_bytes and irc_session_tick only, never from
 * irc_session_say; inside them irc_session_say, irc_session_forgive, irc_session_shows_colours,
 * irc_session_prefix and irc_session_quit may be called.
 */
#ifndef BELFRY_ADAPTERS_IRC_SESSION_SESSION_H
#define BELFRY_ADAPTERS_IRC_SESSION_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adapters/irc/settings.h"
#include "bot/adapter.h"

struct irc_session;

enum { IRC_SEED_BYTES = 32 };

/* What to do with the connection. */
enum irc_course {
    IRC_COURSE_STAY,
    IRC_COURSE_RECONNECT, /* close and connect again after a pause */
    IRC_COURSE_THROTTLED, /* the same, after a longer pause */
    IRC_COURSE_BARRED,    /* the same, after an hour or more: the server banned us for a time */
    IRC_COURSE_UPGRADE,   /* close and connect again at once, with TLS, to `port` (STS) */
    IRC_COURSE_STOP       /* close and never try again: the server banned us for good */
};

struct irc_verdict {
    enum irc_course course;
    uint16_t port;
    char reason[256]; /* one line for the operator */
};

/* `settings` must outlive the session or be replaced by irc_session_reload. */
struct irc_session *irc_session_new(const char *network, const struct irc_settings *settings,
                                    const struct adapter_listener *listener, const char *version);
void irc_session_free(struct irc_session *session);

/* A connection is established; `secure`: with TLS. `wall` is the time of day in ms since 1970,
 * which tells lines that a bouncer repeats. `seed` is random, another one for each connection.
 * Queues the registration. */
void irc_session_connected(struct irc_session *session, bool secure, int64_t now, int64_t wall,
                           const uint8_t seed[IRC_SEED_BYTES]);
/* The connection is lost: closes all places and forgets what was not sent. */
void irc_session_disconnected(struct irc_session *session, int64_t now);
void irc_session_bytes(struct irc_session *session, const char *bytes, size_t length, int64_t now);
/* Does what is due. Returns when to call again at the latest; INT64_MAX: never. Call it after any
 * other function of this header. */
int64_t irc_session_tick(struct irc_session *session, int64_t now);
/* The next line to send, without line end, valid until the next call. NULL when none may go now;
 * `*wait` is then how long in ms, or -1 when nothing waits. */
const char *irc_session_next_line(struct irc_session *session, int64_t now, int64_t *wait);
/* Whether the next line is for one person. It gets their nick when it is taken, so whoever takes it
 * writes it at once: a line that waits elsewhere may reach the next owner of the nick. */
bool irc_session_next_is_private(const struct irc_session *session);
struct irc_verdict irc_session_verdict(const struct irc_session *session);
/* Whether the server has said over TLS for how long it must be reached that way only (STS);
 * `*lasting` is then the time in ms, 0: not any more. */
bool irc_session_sts(const struct irc_session *session, int64_t *lasting);

/* Fills all counters except those of requests. */
void irc_session_count(const struct irc_session *session, struct adapter_counters *counters);

void irc_session_say(struct irc_session *session, const struct outbound *outbound, int64_t now);
/* Joins a channel that the bot was invited to before it was restarted. */
void irc_session_join(struct irc_session *session, const char *place);
void irc_session_forgive(struct irc_session *session, const char *identity);
/* `asked`: with colours even where the settings have none. */
bool irc_session_shows_colours(const struct irc_session *session, const char *place, bool asked);
/* Returns what is typed before the name of a command; "" in private, where it may be left out. */
const char *irc_session_prefix(const struct irc_session *session, const char *place);
/* The key of a channel that is written so, of PLACE_MAX bytes; false: that is no channel here. */
bool irc_session_find_place(const struct irc_session *session, const char *typed, char *place);
/* As adapter_class.find_person and fits: the nick of somebody whom the bot sees, "account:NAME", or
 * a mask such as *!*@host. Somebody without an account is meant by their host. */
bool irc_session_find_person(const struct irc_session *session, const char *typed,
                             char who[IDENTITY_MAX], char name[NAME_MAX_BYTES]);
bool irc_session_fits(const struct irc_session *session, const char *pattern, const char *identity);
/* Whether somebody with that identity is seen in the channel. */
bool irc_session_sees(const struct irc_session *session, const char *place, const char *identity);
/* Whether somebody who wrote the first down means the second, an identity of this network. */
bool irc_session_means(const struct irc_session *session, const char *written,
                       const char *identity);
/* Whether the bot is in the channel and the listener knows. */
bool irc_session_has_place(const struct irc_session *session, const char *place);
/* Sends QUIT before anything else; then the server closes the connection. */
void irc_session_quit(struct irc_session *session, const char *farewell, int64_t now);
/* Takes other settings. Nick, channels, pace, people and timers take effect at once, the rest with
 * the next connection. The old settings may be freed afterwards. */
void irc_session_reload(struct irc_session *session, const struct irc_settings *settings,
                        int64_t now);

/* Whether the bot is welcomed and logged in as far as possible; `*since` is since when. */
bool irc_session_ready(const struct irc_session *session, int64_t *since);
const char *irc_session_nick(const struct irc_session *session);

#endif
