/* The inside of struct irc_session, for the files of this folder only. They are layers: each calls
 * only files above it in this list.
 *
 * state.c         who we are, what the server supports, the end
 * send.c          lines for the sender
 * batch.c         groups of lines
 * nick.c          our own nick: in use, lost, regained
 * address.c       lines to people, who get them by the nick they have when a line goes
 * identity.c      one person: identity, rank, account
 * deliver.c       commands to the listener: flood limit, waiting for an account
 * presence.c      people coming, going and changing their names
 * lists.c         people as the server lists them: NAMES, WHO, WHOIS
 * channels.c      joining, refusals, kicks, modes
 * invitations.c   channels that people invite the bot to
 * failures.c      what did not arrive
 * say.c           what the bot says
 * sasl.c          the mechanisms of SASL
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
#include "adapters/irc/protocol/scram.h"
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
    /* After so many people in a row without an account, nobody is expected to have one. */
    IRC_ACCOUNTLESS_MAX = 8,
    IRC_CTCP_ANSWERS = 3, /* in IRC_CTCP_WINDOW_MS */
    IRC_ADDRESS_BYTES = 40
};
#define IRC_CTCP_WINDOW_MS (10 * SECOND)
/* How long after a line the server may refuse it. */
#define IRC_REFUSAL_MS (30 * SECOND)
/* How long a command waits for the person's account. */
#define IRC_HOLD_MS (5 * SECOND)
/* How long a nick out of sight counts as proven. */
#define IRC_PROOF_MS (2 * SECOND)
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

/* In order of preference. */
enum irc_sasl {
    IRC_SASL_IDLE,
    IRC_SASL_EXTERNAL,
    IRC_SASL_SCRAM,
    IRC_SASL_PLAIN,
    IRC_SASL_MECHANISMS
};

/* The login by SASL. */
struct irc_login {
    enum irc_sasl mechanism; /* in progress */
    int64_t deadline;
    unsigned failed; /* mechanisms, as bits */
    bool distrusted; /* the server does not know the password: it must not get it */
    bool answered;   /* PLAIN and EXTERNAL: we have */
    struct irc_scram scram;
    char heard[2 * IRC_SCRAM_TEXT_MAX]; /* the server's message so far, in base64 */
    size_t heard_length;
};

struct irc_registration {
    enum irc_stage stage;
    int64_t deadline; /* of the stage */
    int64_t ready_at;
    int64_t clock_ahead; /* how far the server's is ahead of ours, if it tells */
    struct irc_capabilities capabilities;
    unsigned requests; /* CAP REQ without an answer */
    bool one_by_one;   /* a request was refused as a whole */
    struct irc_login login;
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
    char invited_by[96]; /* host of the person; "": not known */
    int64_t join_at;     /* when to try JOIN; IRC_NEVER for not */
    int64_t
        alone_at; /* since when nobody else is there who would need us; IRC_NEVER: somebody is */
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

/* Somebody we wrote to in private; a refusal names only the nick that they had then. */
struct irc_recipient {
    uint64_t person; /* their number; 0: nobody */
    char key[64];    /* the nick that the last line went to, folded; "": none did */
    char identity[IDENTITY_MAX];
    char name[NAME_MAX_BYTES];
    char asked[PLACE_MAX]; /* the channel where they asked for it; "": none */
    bool told;
};

/* A private line that waits until its recipient is proven. */
struct irc_doubted {
    uint64_t person; /* their number */
    char *line;      /* owned */
    int64_t until;
};

/* A command of somebody whose account is being looked up. */
struct irc_held {
    uint64_t person; /* their number */
    char place[PLACE_MAX];
    char *text; /* owned; NULL: empty slot */
    bool addressed;
    uint64_t order; /* in which they were typed */
    bool ready;     /* it only waits for earlier ones */
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
    uint8_t seed[IRC_SEED_BYTES]; /* of random numbers for the login */
    bool quitting;
    char nick[64], user[32], host[96]; /* ours, as the server shows us */
    int64_t heard_at;
    int64_t pinged_at; /* 0: no ping without an answer */
    int64_t delay;     /* until the last one was answered */
    int64_t people_checked_at;
    struct {
        char reference[64];
        enum irc_batch_kind kind;
    } batches[IRC_BATCHES_MAX];
    struct irc_recipient recipients[IRC_PRIVATE_MAX];
    size_t next_recipient;
    /* Identities that people had before: what is on its way to one of them is for the person. */
    struct {
        char identity[IDENTITY_MAX];
        uint64_t person; /* their number */
    } former[IRC_PRIVATE_MAX];
    size_t next_former;
    struct irc_doubted doubted[IRC_HELD_MAX]; /* oldest first */
    size_t doubted_count;
    /* People whose lines were dropped while they were gone; they are told when they are seen. */
    char owed[IRC_PRIVATE_MAX][IDENTITY_MAX];
    size_t next_owed;
    /* Where commands were typed, by the number of the request. */
    char asked[IRC_PRIVATE_MAX][PLACE_MAX];
    uint64_t requests;
    /* People who could not be reached; the next tick tells the listener. */
    char unreachable[IRC_PRIVATE_MAX][IDENTITY_MAX];
    size_t unreachable_count;
    struct irc_held held[IRC_HELD_MAX];
    uint64_t held_order;
    bool source_refused;    /* the operator was told of somebody whose names are too long */
    unsigned accountless;   /* people in a row */
    int64_t accountless_at; /* when the last of them was looked up */
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
/* Whether there is a password and this server may get it over this connection. */
bool irc_password_allowed(const struct irc_session *session);
struct irc_channel *irc_channel_find(const struct irc_session *session, const char *name);

/* send.c: `target` groups lines in the sender; "" for nobody in particular. */
struct sender_pace irc_session_pace(const struct irc_settings *settings);
void irc_send_lines(struct irc_session *session, enum sender_priority priority, const char *target,
                    uint64_t replaces, const char *const *lines, size_t count);
/* Queues an event that may share a line with those before it that still wait. */
void irc_send_sentences(struct irc_session *session, const char *target,
                        const struct sender_joint *joint, const char *line);
__attribute__((format(printf, 4, 5))) void irc_send(struct irc_session *session,
                                                    enum sender_priority priority,
                                                    const char *target, const char *format, ...);
/* The same for a line that must not be cut, such as one with a password. False: it is too long, and
 * nothing was sent. */
__attribute__((format(printf, 4, 5))) bool irc_send_whole(struct irc_session *session,
                                                          enum sender_priority priority,
                                                          const char *target, const char *format,
                                                          ...);
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

/* address.c: a line to a person begins with irc_address, is queued for irc_address_target, and
 * irc_address_write gives it the nick that they have when it goes. */
void irc_address(const struct irc_person *person, const char *verb, struct text *out);
const char *irc_address_target(const struct irc_person *person, char target[IRC_ADDRESS_BYTES]);
/* Queues WHOIS. */
void irc_address_ask(struct irc_session *session, struct irc_person *person,
                     enum sender_priority priority);
/* Whether the line still waits for a nick. */
bool irc_address_is_waiting(const char *line);
/* Writes a line as it is sent; lines that are to nobody are returned as they are. NULL: nothing can
 * be sent now. */
const char *irc_address_write(struct irc_session *session, const char *line);
/* Sends the lines that waited for proof. False when there is none yet. */
bool irc_address_settle(struct irc_session *session, const struct irc_person *person);
/* Somebody whose proof is overdue, or NULL. */
struct irc_person *irc_address_overdue(const struct irc_session *session);
int64_t irc_address_deadline(const struct irc_session *session);
/* Forgets what waits for a person who is gone, and notes that they missed it. */
void irc_address_drop(struct irc_session *session, const struct irc_person *person);
void irc_address_clear(struct irc_session *session);
/* Whether we would see it if somebody else had the nick. */
bool irc_person_in_sight(const struct irc_person *person);
void irc_person_note_asked(const struct irc_session *session, struct irc_person *person);
/* Notes whom we write to, and in which channel they asked for it. */
void irc_recipient_add(struct irc_session *session, const struct irc_person *person,
                       const char *asked);
/* The person that a line went to by that nick, or NULL. */
struct irc_recipient *irc_recipient_named(struct irc_session *session, const char *nick);
/* Notes a person who can't be reached; the next tick tells the listener. */
void irc_unreachable_add(struct irc_session *session, const char *identity);
/* Notes a person for whom something was dropped; they are told when they are seen again. */
void irc_owed_add(struct irc_session *session, const char *identity);

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
/* The person that a text for this identity is for: who has it or, if nobody does, had it before.
 * NULL when that person is gone. */
struct irc_person *irc_person_meant(const struct irc_session *session, const char *identity);
/* Notes a new identity, and tells the listener if it knows the old one. */
void irc_person_tell_renamed(struct irc_session *session, const char *old_identity,
                             const struct irc_person *person);
/* Whether the account that we know is recent enough to act on. */
bool irc_account_is_fresh(const struct irc_session *session, const struct irc_person *person);
/* Whether it is worth a line to ask for accounts: not where nobody seems to have one, except now
 * and then. */
bool irc_accounts_expected(const struct irc_session *session);
/* WHOIS named no account for the person. */
void irc_person_accountless(struct irc_session *session, struct irc_person *person);
/* Whether it may be acted on until it is known better. */
bool irc_account_is_usable(const struct irc_person *person);
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
/* Whether a command of the same person or in the same channel is held: later ones may not overtake
 * it. */
bool irc_held_earlier(const struct irc_session *session, const struct irc_person *person,
                      const char *place);
/* Keeps a command until the person's account is known, or, if it is `ready`, until the earlier ones
 * have gone; false when there is no room. */
bool irc_hold(struct irc_session *session, const struct irc_person *person, const char *place,
              const char *text, bool addressed, bool ready);
/* Delivers what waited for this person's account. */
void irc_held_release(struct irc_session *session, const struct irc_person *person);
/* Delivers what waited too long, and what waited for that. */
void irc_held_tick(struct irc_session *session);
int64_t irc_held_deadline(const struct irc_session *session);
/* Drops the commands of a person who is gone: the next one with that nick did not type them. */
void irc_held_forget(struct irc_session *session, const struct irc_person *person);
void irc_held_clear(struct irc_session *session);

/* presence.c */
irc_handler irc_on_nick, irc_on_quit, irc_on_account, irc_on_host_change, irc_on_displayed_host,
    irc_on_online, irc_on_offline;
/* The person that the line comes from, added if new; NULL for a server. */
struct irc_person *irc_person_of(struct irc_session *session, const struct irc_line *line);
/* The person of that nick, added if new. Somebody who had the nick with another user or host is
 * gone. NULL when there are too many people. */
struct irc_person *irc_person_take(struct irc_session *session, const struct irc_source *source);
/* Forgets somebody who is gone without a word, and tells the listener. */
void irc_person_lose(struct irc_session *session, struct irc_person *person);
void irc_person_joined(struct irc_session *session, struct irc_channel *channel,
                       struct irc_person *person, bool quietly);
void irc_person_left(struct irc_session *session, struct irc_channel *channel,
                     struct irc_person *person);
/* To be called when the person may have left our last channel with them: forgets them, or watches
 * them if they played. */
void irc_person_out_of_sight(struct irc_session *session, struct irc_person *person);
void irc_person_drop(struct irc_session *session, struct irc_person *person);
/* WHOIS was answered, or never will be: sends what waited for proof, or gives the person up, who
 * then is gone. */
void irc_person_settle(struct irc_session *session, struct irc_person *person);
void irc_people_tick(struct irc_session *session);

/* lists.c */
irc_handler irc_on_names, irc_on_who, irc_on_whox, irc_on_end_of_who, irc_on_whois_user,
    irc_on_whois_account, irc_on_whois_bot, irc_on_end_of_whois;

/* channels.c */
irc_handler irc_on_join, irc_on_part, irc_on_kick, irc_on_channel_mode, irc_on_channel_modes,
    irc_on_join_refused, irc_on_forwarded, irc_on_end_of_names;
/* Finds or adds. NULL when the name can't be the key of a place or there are too many channels. */
struct irc_channel *irc_channel_take(struct irc_session *session, const char *name);
/* Applies the channels of the settings. */
void irc_channels_configure(struct irc_session *session);
/* Treats a channel as one that the bot was invited to. */
void irc_channels_return(struct irc_session *session, const char *place);
/* Joins wanted channels and leaves the others. */
void irc_channels_join(struct irc_session *session);
void irc_channels_tick(struct irc_session *session);
int64_t irc_channels_deadline(const struct irc_session *session);

/* invitations.c */
irc_handler irc_on_invite;
/* Leaves channels where the bot has been alone for too long. */
void irc_invitations_tick(struct irc_session *session);
int64_t irc_invitations_deadline(const struct irc_session *session);

/* failures.c */
irc_handler irc_on_undelivered, irc_on_channel_refused;
/* Tells the listener of people who can't be reached, and people who are back of what they missed.
 */
void irc_failures_tick(struct irc_session *session);
/* Notes a coloured line, to send it again without colours if it is refused. */
void irc_coloured_remember(struct irc_session *session, struct irc_channel *channel,
                           const char *line);

/* sasl.c */
/* Begins with the next mechanism that both sides support; false when there is none. */
bool irc_sasl_begin(struct irc_session *session);
/* Ends the mechanism in progress. */
void irc_sasl_stop(struct irc_session *session);
/* Takes a chunk of the server's message, and answers when it is whole. Returns NULL, or why the
 * server can't be trusted. */
const char *irc_sasl_hear(struct irc_session *session, const char *chunk);
/* Whether the server may not say yet that we are logged in: it must prove itself first, or failed
 * to. */
bool irc_sasl_unproven(const struct irc_session *session);
const char *irc_sasl_name(enum irc_sasl mechanism);
/* The account to log in to. */
const char *irc_sasl_account(const struct irc_session *session);

/* registration.c */
irc_handler irc_on_cap, irc_on_authenticate, irc_on_logged_in, irc_on_sasl_done,
    irc_on_sasl_already, irc_on_sasl_failed, irc_on_mechanisms, irc_on_welcome, irc_on_greeted;
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
