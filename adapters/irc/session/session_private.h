/* The inside of struct irc_session, for the files of this folder only. They are layers: each calls
 * only files above it in this list.
 *
 * state.c         who we are, what the server supports, the end
 * send.c          lines for the sender
 * batch.c         groups of lines
 * nick.c          our own nick: in use, lost, regained
 * identity.c      one person: identity, rank, account
 * deliver.c       commands to the listener: flood limit, waiting for an account
 * presence.c      people coming, going and changing their names
 * lists.c         people as the server lists them: NAMES, WHO, WHOIS
 * channels.c      joining, refusals, kicks, invitations, modes
 * failures.c      what did not arrive
 * say.c           what the bot says
 * registration.c  CAP, SASL, welcome, login at services
 * messages.c      what people type
 * input.c         bytes to lines to handlers
 * session.c       life and time
 *
 * Below all of them, without a session: people.c, flood.c, netsplit.c.
 */
#ifndef BELFRY_ADAPTERS_IRC_SESSION_SESSION_PRIVATE_H
#define BELFRY_ADAPTERS_IRC_SESSION_SESSION_PRIVATE_H

#include "adapters/irc/protocol/capability.h"
#include "adapters/irc/protocol/isupport.h"
#include "adapters/irc/protocol/line.h"
#include "adapters/irc/protocol/markup.h"
#include "adapters/irc/session/flood.h"
#include "adapters/irc/session/netsplit.h"
#include "adapters/irc/session/people.h"
#include "adapters/irc/session/session.h"
#include "bot/base/duration.h"
#include "bot/core/sender.h"

#define IRC_NEVER INT64_MAX

enum {
    IRC_CHANNELS_MAX = 512,
    IRC_BATCHES_MAX = 16,
    IRC_PRIVATE_MAX = 64,
    IRC_HELD_MAX = 32,
    IRC_COLOURED_MAX = 8,
    /* While more lines are waiting, people who join are not looked up. */
    IRC_WHOIS_WAITING_MAX = 10,
    IRC_CTCP_ANSWERS = 3 /* in IRC_CTCP_WINDOW_MS */
};
#define IRC_CTCP_WINDOW_MS (10 * SECOND)
/* How long after a line the server may refuse it. */
#define IRC_REFUSAL_MS (30 * SECOND)
/* How long a command waits for the person's account. */
#define IRC_HOLD_MS (5 * SECOND)
/* After so long the nick of a person out of sight, whom MONITOR does not watch, may belong to
 * somebody else. */
#define IRC_OUT_OF_SIGHT_MS (10 * MINUTE)
#define IRC_PEOPLE_CHECK_MS MINUTE
/* How long we wait for the end of the message of the day, and for services to free our nick. */
#define IRC_GREETING_MS     (10 * SECOND)
#define IRC_NICK_RELEASE_MS (3 * SECOND)
/* How far behind ours a server's clock may be before its lines look repeated. */
#define IRC_CLOCK_SKEW_MS MINUTE

enum irc_stage {
    IRC_STAGE_OFFLINE,
    IRC_STAGE_NEGOTIATING, /* CAP and SASL */
    IRC_STAGE_WELCOMING,   /* waiting for 001 */
    IRC_STAGE_GREETING,    /* waiting for the end of the message of the day */
    IRC_STAGE_IDENTIFYING, /* waiting for services */
    IRC_STAGE_READY
};

enum irc_sasl { IRC_SASL_IDLE, IRC_SASL_EXTERNAL, IRC_SASL_PLAIN };

struct irc_registration {
    enum irc_stage stage;
    int64_t deadline; /* of the stage */
    int64_t ready_at;
    int64_t clock_ahead; /* how far the server's is ahead of ours, if it tells */
    struct irc_capabilities capabilities;
    unsigned requests;  /* CAP REQ without an answer */
    bool one_by_one;    /* a request was refused as a whole */
    enum irc_sasl sasl; /* the mechanism in progress */
    bool sasl_sent;     /* we have answered */
    bool external_failed, plain_failed;
    int64_t sasl_deadline;
    bool logged_in;
    size_t nick_tries;
    int64_t nick_at;        /* when to try for our nick again */
    bool nick_asked;        /* services were asked to free it */
    unsigned nick_refusals; /* since services were asked */
    bool nick_watched;      /* by MONITOR */
};

struct irc_channel {
    char key[PLACE_MAX];                /* the name, folded */
    struct irc_channel_setting setting; /* name as the server writes it, key, rejoin, prefix */
    bool configured, invited;
    bool joined;
    bool opened;         /* the listener knows */
    bool barred;         /* kicked; see `rejoin` */
    bool returned;       /* has rejoined by itself once */
    bool refused;        /* the refusal of JOIN was logged */
    bool colourless;     /* +c, or a coloured line was refused */
    int64_t join_at;     /* when to try JOIN; IRC_NEVER for not */
    int64_t joined_wall; /* time of day of our JOIN, by the server's clock if it tells */
    struct irc_member *members;
    /* Recently sent lines with colours, oldest first. */
    struct {
        int64_t at;
        char line[SENDER_LINE_MAX + 1];
    } coloured[IRC_COLOURED_MAX];
    size_t coloured_count;
    UT_hash_handle hh;
};

enum irc_batch_kind { IRC_BATCH_OTHER, IRC_BATCH_SPLIT, IRC_BATCH_JOIN, IRC_BATCH_PLAYBACK };

/* Somebody we wrote to in private; a refusal names only their nick. */
struct irc_private {
    char key[64];
    char identity[IDENTITY_MAX];
    int64_t at;
    bool told;
};

/* A command of somebody whose account is being looked up. */
struct irc_held {
    char nick[64];
    char place[PLACE_MAX];
    char *text; /* owned; NULL: empty slot */
    bool addressed;
    int64_t until;
};

struct irc_session {
    char network[NETWORK_NAME_MAX];
    const struct irc_settings *settings;
    struct adapter_listener listener;
    const char *version;
    struct sender *sender;     /* NULL while offline */
    struct sender_counts past; /* of earlier connections and of the time between them */
    struct irc_frame frame;
    struct irc_support support;
    struct irc_registration registration;
    struct irc_people people;
    struct irc_channel *channels;
    struct irc_flood flood;
    struct irc_missing missing;
    struct irc_verdict verdict;
    int64_t now;
    int64_t wall_offset; /* time of day minus `now` */
    bool secure;
    bool quitting;
    char nick[64], user[32], host[96]; /* ours, as the server shows us */
    int64_t heard_at;
    int64_t pinged_at; /* 0: no ping without an answer */
    int64_t people_checked_at;
    struct {
        char reference[64];
        enum irc_batch_kind kind;
    } batches[IRC_BATCHES_MAX];
    struct irc_private privates[IRC_PRIVATE_MAX];
    size_t next_private;
    /* People who could not be reached; the next tick tells the listener. */
    char unreachable[IRC_PRIVATE_MAX][IDENTITY_MAX];
    size_t unreachable_count;
    struct irc_held held[IRC_HELD_MAX];
    int64_t ctcp_at[IRC_CTCP_ANSWERS];
    size_t ctcp_next;
    char line[SENDER_LINE_MAX + 1];
};

typedef void irc_handler(struct irc_session *session, const struct irc_line *line);

/* state.c */
void irc_session_end(struct irc_session *session, enum irc_course course, const char *reason);
bool irc_session_is_self(const struct irc_session *session, const char *nick);
/* Whether we are the source of the line. */
bool irc_session_sent(const struct irc_session *session, const struct irc_line *line);
/* The time of day now, in ms since 1970. */
int64_t irc_session_wall(const struct irc_session *session);
bool irc_session_capable(const struct irc_session *session, enum irc_capability which);
/* Whether there is a password and it may be sent over this connection. */
bool irc_password_allowed(const struct irc_session *session);
struct irc_channel *irc_channel_find(const struct irc_session *session, const char *name);

/* send.c: `target` groups lines in the sender; "" for nobody in particular. */
struct sender_pace irc_session_pace(const struct irc_settings *settings);
void irc_send_lines(struct irc_session *session, enum sender_priority priority, const char *target,
                    uint64_t replaces, const char *const *lines, size_t count);
__attribute__((format(printf, 4, 5))) void irc_send(struct irc_session *session,
                                                    enum sender_priority priority,
                                                    const char *target, const char *format, ...);
/* Sends configured lines with every `mark` replaced by `value`. */
void irc_send_templates(struct irc_session *session, const struct config_list *templates,
                        const char *target, const char *mark, const char *value);

/* batch.c */
irc_handler irc_on_batch;
enum irc_batch_kind irc_batch_of(const struct irc_session *session, const struct irc_line *line);

/* nick.c */
irc_handler irc_on_nick_refused;
/* If we have another nick, asks services for ours or waits for it. */
void irc_nick_recover(struct irc_session *session);
void irc_nick_tick(struct irc_session *session);
/* That nick became free. */
void irc_nick_freed(struct irc_session *session, const char *nick);
/* Our nick, session->nick, has changed. */
void irc_nick_changed(struct irc_session *session);
void irc_nick_service_notice(struct irc_session *session);

/* identity.c */
/* What the listener is told of a person; `person` points into the buffers. */
struct irc_told {
    char identity[IDENTITY_MAX];
    char name[NAME_MAX_BYTES];
    struct person person;
};
/* False while the identity is not known. `channel` may be NULL. */
bool irc_person_tell(const struct irc_session *session, const struct irc_channel *channel,
                     const struct irc_person *person, struct irc_told *told);
/* Tells the listener of a new identity, if it knows the old one. */
void irc_person_tell_renamed(struct irc_session *session, const char *old_identity,
                             const struct irc_person *person);
/* Whether the account that we know is recent enough to act on. */
bool irc_account_is_fresh(const struct irc_session *session, const struct irc_person *person);
/* Notes the account, NULL for none, and tells the listener when that changes the identity. */
void irc_person_account(struct irc_session *session, struct irc_person *person,
                        const char *account);
/* Looks the person up by WHOIS, unless that is in progress. */
void irc_person_ask(struct irc_session *session, struct irc_person *person,
                    enum sender_priority priority);

/* deliver.c */
/* Passes a command to the listener, within the flood limit. */
void irc_deliver(struct irc_session *session, struct irc_person *person, const char *place,
                 const char *text, bool addressed);
/* Keeps a command until the person's account is known; false when there is no room. */
bool irc_hold(struct irc_session *session, const struct irc_person *person, const char *place,
              const char *text, bool addressed);
/* Delivers what waited for this person's account. */
void irc_held_release(struct irc_session *session, const struct irc_person *person);
/* Delivers what waited too long. */
void irc_held_tick(struct irc_session *session);
int64_t irc_held_deadline(const struct irc_session *session);
void irc_held_rename(struct irc_session *session, const char *nick, const char *other);
/* Drops the commands of a person who is gone: the next one with that nick did not type them. */
void irc_held_forget(struct irc_session *session, const struct irc_person *person);
void irc_held_clear(struct irc_session *session);

/* presence.c */
irc_handler irc_on_nick, irc_on_quit, irc_on_account, irc_on_host_change, irc_on_displayed_host,
    irc_on_offline;
/* The person that the line comes from, added if new; NULL for a server. */
struct irc_person *irc_person_of(struct irc_session *session, const struct irc_line *line);
void irc_person_joined(struct irc_session *session, struct irc_channel *channel,
                       struct irc_person *person, bool quietly);
void irc_person_left(struct irc_session *session, struct irc_channel *channel,
                     struct irc_person *person);
/* To be called when the person may have left our last channel with them: forgets them, or watches
 * them if they played. */
void irc_person_out_of_sight(struct irc_session *session, struct irc_person *person);
void irc_person_drop(struct irc_session *session, struct irc_person *person);
void irc_people_tick(struct irc_session *session);

/* lists.c */
irc_handler irc_on_names, irc_on_who, irc_on_whox, irc_on_end_of_who, irc_on_whois_user,
    irc_on_whois_account, irc_on_whois_bot, irc_on_end_of_whois;

/* channels.c */
irc_handler irc_on_join, irc_on_part, irc_on_kick, irc_on_channel_mode, irc_on_channel_modes,
    irc_on_join_refused, irc_on_forwarded, irc_on_invite, irc_on_end_of_names;
/* Applies the channels of the settings. */
void irc_channels_configure(struct irc_session *session);
/* Treats a channel as one that the bot was invited to. */
void irc_channels_return(struct irc_session *session, const char *place);
/* Joins wanted channels and leaves the others. */
void irc_channels_join(struct irc_session *session);
void irc_channels_tick(struct irc_session *session);
int64_t irc_channels_deadline(const struct irc_session *session);

/* failures.c */
irc_handler irc_on_undelivered, irc_on_channel_refused;
/* Notes whom we write to: a refusal names only the nick. */
void irc_private_remember(struct irc_session *session, const struct irc_person *person,
                          const char *identity);
/* Notes a person who can't be reached; the next tick tells the listener. */
void irc_unreachable_add(struct irc_session *session, const char *identity);
void irc_unreachable_tick(struct irc_session *session);
/* Notes a coloured line, to send it again without colours if it is refused. */
void irc_coloured_remember(struct irc_session *session, struct irc_channel *channel,
                           const char *line);

/* registration.c */
irc_handler irc_on_cap, irc_on_authenticate, irc_on_logged_in, irc_on_sasl_done, irc_on_sasl_failed,
    irc_on_mechanisms, irc_on_welcome, irc_on_greeted;
void irc_registration_begin(struct irc_session *session);
void irc_registration_tick(struct irc_session *session);
int64_t irc_registration_deadline(const struct irc_session *session);
/* Signs that IDENTIFY may have succeeded: a notice of services, a mode of ours, or any other. */
void irc_registration_service_notice(struct irc_session *session, const char *text);
void irc_registration_own_mode(struct irc_session *session, const char *modes);
void irc_registration_identified(struct irc_session *session);

/* messages.c */
irc_handler irc_on_message, irc_on_ctcp, irc_on_notice;

#endif
