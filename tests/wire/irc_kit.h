/* An IRC session for tests: settings by key, a clock that is turned by hand, lines and events as
 * texts in the order in which they came.
 *
 * Events are written so:
 *     received PLACE IDENTITY NAME RANK [addressed]: TEXT      PLACE is - for a private message
 *     flooding PLACE IDENTITY
 *     renamed OLD-IDENTITY NEW-IDENTITY NAME
 *     left PLACE IDENTITY | left-network IDENTITY | left-split IDENTITY
 *     joined PLACE IDENTITY NAME [quietly]
 *     opened PLACE | closed PLACE
 *     undelivered IDENTITY KEY
 *     verdict reconnect | throttled | upgrade PORT | stop
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
    struct irc_settings *active;   /* as the session has them */
    struct irc_session *session;
    int64_t now;
    struct irc_kit_texts lines, events;
    bool online;
    bool judged;       /* the verdict stands among the events */
    const char *reply; /* said in private to whoever a command comes from, inside the callback */
};

/* Without limits of pace and flood; `host`, `operator` and nick `belfry` are set. */
void irc_kit_init(struct irc_kit *kit);
void irc_kit_free(struct irc_kit *kit);
/* A setting as written in the configuration; a list gets one more item. Before the first
 * irc_kit_connect, or taken with irc_kit_reload. False when the key or the value is wrong. */
bool irc_kit_set(struct irc_kit *kit, const char *key, const char *value);
/* The session takes the settings as they are now. */
void irc_kit_reload(struct irc_kit *kit);
void irc_kit_connect(struct irc_kit *kit, bool secure);
void irc_kit_disconnect(struct irc_kit *kit);
/* Bytes as they are; then everything that may be sent is taken. */
void irc_kit_bytes(struct irc_kit *kit, const char *bytes, size_t length);
/* One line; CRLF is added. */
void irc_kit_receive(struct irc_kit *kit, const char *line);
/* Turns the clock, stopping wherever the session has something to do. */
void irc_kit_wait(struct irc_kit *kit, int64_t milliseconds);
/* `kind` is answer, hand, event, picture or help; a `place` or `identity` of "-" is none. */
bool irc_kit_say(struct irc_kit *kit, const char *kind, const char *place, const char *identity,
                 const char *text);
/* The next line or event that nobody asked for yet, or NULL. */
const char *irc_kit_line(struct irc_kit *kit);
const char *irc_kit_event(struct irc_kit *kit);
void irc_kit_forget(struct irc_kit *kit);

/* Connects and goes through a registration with those capabilities ("" for a server without CAP)
 * and those tokens of 005, joins what is configured, and forgets what was sent and told. */
void irc_kit_welcome(struct irc_kit *kit, const char *capabilities, const char *tokens);
/* The server's answers to our JOIN: `names` as in 353, then WHO's end. */
void irc_kit_enter(struct irc_kit *kit, const char *channel, const char *names);

#endif
