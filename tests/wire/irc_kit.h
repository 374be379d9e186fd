/* An IRC session for tests: settings by key, a clock that the test moves, and lines and events as
 * texts in the order in which they came.
 *
 * Events are written like this:
 *     received PLACE IDENTITY NAME RANK [addressed]: TEXT      PLACE is - for a private message
 *     flooding PLACE IDENTITY
 *     renamed OLD-IDENTITY NEW-IDENTITY NAME
 *     left PLACE IDENTITY | left-network IDENTITY | left-split IDENTITY
 *     joined PLACE IDENTITY NAME [quietly]
 *     opened PLACE | closed PLACE
 *     undelivered IDENTITY KEY | unanswered PLACE NAME KEY | missed IDENTITY
 *     verdict reconnect | throttled | barred | upgrade PORT | stop
 */
#ifndef BELFRY_TESTS_WIRE_IRC_KIT_H
#define BELFRY_TESTS_WIRE_IRC_KIT_H

#include "adapters/irc/session/session.h"

enum { IRC_KIT_TEXTS_MAX = 512 };

struct irc_kit_texts {
    char *texts[IRC_KIT_TEXTS_MAX]; /* owned */
    size_t count, next;
};

struct irc_kit {
    struct irc_settings *settings; /* as irc_kit_set writes them */
    struct irc_settings *active;   /* as the session uses them */
    struct irc_session *session;
    int64_t now;
    struct irc_kit_texts lines, events;
    bool online;
    bool judged;       /* the verdict is among the events */
    const char *reply; /* sent in private to the sender of each command, inside the callback */
    const char *next;  /* who gets a hand inside the next `undelivered`; NULL: nobody */
};

/* Opens a session without limits of pace and flood; `host`, `operator` and the nick `belfry` are
 * set. */
void irc_kit_init(struct irc_kit *kit);
/* The same for a bot of the channel #c that pings every hour; only errors are logged. */
void irc_kit_init_channel(struct irc_kit *kit);
void irc_kit_free(struct irc_kit *kit);
/* Sets a key as in the configuration file; a list gets one more item. Call it before the first
 * irc_kit_connect, or irc_kit_reload after it. Returns false when the key or the value is invalid.
 */
bool irc_kit_set(struct irc_kit *kit, const char *key, const char *value);
/* Gives the session the current settings. */
void irc_kit_reload(struct irc_kit *kit);
void irc_kit_connect(struct irc_kit *kit, bool secure);
void irc_kit_disconnect(struct irc_kit *kit);
/* Receives raw bytes, then takes everything that may be sent. */
void irc_kit_bytes(struct irc_kit *kit, const char *bytes, size_t length);
/* Receives one line; adds CRLF. */
void irc_kit_receive(struct irc_kit *kit, const char *line);
/* Lets time pass, stopping whenever the session has something to do. */
void irc_kit_wait(struct irc_kit *kit, int64_t milliseconds);
/* `kind` is answer, hand, event, picture or help; a `place` or `identity` of "-" is none. */
bool irc_kit_say(struct irc_kit *kit, const char *kind, const char *place, const char *identity,
                 const char *text);
/* Returns the next line or event that was not taken yet, or NULL. */
const char *irc_kit_line(struct irc_kit *kit);
const char *irc_kit_event(struct irc_kit *kit);
void irc_kit_forget(struct irc_kit *kit);

/* Connects and registers with those capabilities ("" for a server without CAP) and those tokens of
 * 005, joins the configured channels, and forgets all lines and events. */
void irc_kit_welcome(struct irc_kit *kit, const char *capabilities, const char *tokens);
/* The server's answers to our JOIN: `names` as in 353, then the end of WHO. */
void irc_kit_enter(struct irc_kit *kit, const char *channel, const char *names);
/* Both, into #c, where alice is. */
void irc_kit_enter_channel(struct irc_kit *kit);

#endif
