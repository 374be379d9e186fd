/* The inside of a session: what the files of this folder share. */
#ifndef BELFRY_ADAPTERS_DISCORD_SESSION_SESSION_PRIVATE_H
#define BELFRY_ADAPTERS_DISCORD_SESSION_SESSION_PRIVATE_H

#include "adapters/discord/session/session.h"
#include "adapters/discord/translation/interaction.h"
#include "adapters/discord/translation/message.h"
#include "adapters/net/talk/recall.h"
#include "bot/base/hash.h"

enum {
    EVENT_LINES = 3, /* that a board shows under its table */
    EVENT_BYTES = 600,
    DIRECTS_MAX = 20000, /* people that are remembered */
    DIRECT_QUEUE_MAX = 8,
    OPENING_PAUSE_MS = 60 * 1000 /* after 40003 */
};

/* Something that the host said, kept until the end of its turn. */
struct discord_heard {
    enum outbound_kind kind;
    char *text;
    bool block; /* in columns: a table of some kind, told in a code block */
    bool quiet;
    uint64_t table;
    uint32_t line;
    char (*calls)[DISCORD_ID_BYTES]; /* of users */
    size_t call_count;
    struct outbound_choice *choices;
    size_t choice_count;
    struct discord_file *file; /* NULL: none */
    struct discord_heard *next;
};

/* A file that goes along with a message. */
struct discord_file {
    char *name, *bytes;
    size_t length;
};

/* A message on its way to be an answer. */
struct discord_parcel {
    json_t *body;
    bool public;               /* if the interaction's token fails, it is posted to the channel */
    bool board;                /* it is the place's board */
    struct discord_file *file; /* NULL: none */
    struct discord_parcel *next;
};

enum discord_asking_state { ASKING_OPEN, ASKING_DEFERRED, ASKING_ANSWERED };

/* An interaction that wants its answer. */
struct discord_asking {
    struct discord_session *session;
    uint64_t request;
    struct discord_interaction what; /* its text is of no interest any more */
    int64_t asked_at;
    enum discord_asking_state state;
    bool dead; /* its token does not work any more */
    bool in_flight;
    struct discord_heard *heard;    /* list */
    struct discord_parcel *parcels; /* list: what is sent one after the other */
    UT_hash_handle hh;
};

/* The one message that shows the table of a place. */
struct discord_board {
    uint64_t table;
    uint32_t line;
    char message[DISCORD_ID_BYTES]; /* "" when there is none */
    int64_t posted_at;
    int64_t behind;           /* messages that came after it */
    char *picture;            /* NULL: not known since the start */
    char events[EVENT_BYTES]; /* the last lines */
    struct outbound_choice *choices;
    size_t choice_count;
    char (*calls)[DISCORD_ID_BYTES]; /* whom the next new message calls */
    size_t call_count;
    bool dirty, wants_new, in_flight;
};

/* The person who asked last in a place, who can be told about a problem. */
struct discord_asker {
    char application[DISCORD_ID_BYTES];
    char token[DISCORD_TOKEN_BYTES];
    char locale[16];
    int64_t asked_at;
};

/* A guild that the bot is in. */
struct discord_guild {
    char id[DISCORD_ID_BYTES];
    UT_hash_handle hh;
};

/* A channel or thread of a guild. */
struct discord_place {
    struct discord_session *session;
    char *key;    /* "GUILD/CHANNEL" */
    char *name;   /* "" when unknown */
    char *parent; /* key of the thread's channel; NULL: none that is known */
    bool thread;
    bool open; /* the host may use it */
    bool lost; /* the host was told that it is gone */
    bool deleted;
    struct discord_board *board; /* NULL until a table is shown */
    struct talk_recall *recall;  /* which message the board is */
    struct discord_heard *notes; /* events for a message of their own */
    unsigned in_flight;          /* requests that will come back to it */
    struct discord_asker *asker; /* NULL when nobody asked yet */
    bool touched;
    struct discord_place *next_touched;
    UT_hash_handle hh;
};

/* A person, and the channel of their direct messages. */
struct discord_direct {
    struct discord_session *session;
    char user[DISCORD_ID_BYTES];
    char channel[DISCORD_ID_BYTES]; /* "" until asked for */
    struct talk_recall *recall;     /* the channel */
    bool recalled;                  /* it was asked for */
    int64_t acted_at;
    bool unreachable;
    bool in_flight;
    struct discord_heard *heard; /* list */
    bool touched;
    struct discord_direct *next_touched;
    UT_hash_handle hh;
};

/* A thread that shall be made. */
struct discord_thread_wish {
    struct discord_session *session;
    char *place;
    uint64_t table;
    json_t *body;
    struct discord_thread_wish *next;
};

struct discord_session {
    char network[NETWORK_NAME_MAX];
    const struct discord_settings *settings;
    struct adapter_listener listener;
    struct discord_courier courier;
    int64_t now;
    char application[DISCORD_ID_BYTES];
    char user[DISCORD_ID_BYTES];
    char name[NAME_MAX_BYTES];
    uint64_t requests;
    uint64_t superseded;    /* see discord_session_superseded() */
    int64_t least_delay;    /* of an interaction: how far Discord's clock is from ours ... */
    int64_t least_delay_at; /* ... or was then */
    bool registered;
    struct talk_recall *recall;           /* the commands that Discord has */
    struct discord_asking *askings;       /* by request */
    struct discord_guild *guilds;         /* by id */
    struct discord_place *places;         /* by key */
    struct discord_direct *directs;       /* by user */
    struct discord_place *touched_places; /* list: to be looked at by the next tick */
    struct discord_direct *touched_directs;
    struct discord_thread_wish *wishes;
    int64_t opening_pause; /* no new direct channels until then */
};

/* heard.c: what the host said */
struct discord_heard *discord_heard_new(const struct outbound *outbound);
void discord_heard_append(struct discord_heard **list, struct discord_heard *heard);
void discord_heard_free_list(struct discord_heard **list);
void discord_file_free(struct discord_file *file);
/* For a request; `*rest` lives as long as both. */
void discord_file_attach(const struct discord_file *file, struct request_file *attached,
                         struct rest_call *call);

/* session.c */
void discord_send(struct discord_session *session, const struct rest_call *call);
/* Asks for a tick. */
void discord_wake(struct discord_session *session);
/* Appends a message of the catalog in the language of `locale`. */
void discord_phrase(struct discord_session *session, const char *locale, const char *key,
                    struct text *out);
/* Tells one message from all others, so that it can be tried again without being there twice. */
void discord_nonce(char nonce[REST_NONCE_MAX + 1]);

/* interactions.c: interactions come in */
void discord_hear_interaction(struct discord_session *session, const json_t *data);
void discord_hear_message(struct discord_session *session, const json_t *data);
/* What time it is at Discord, as far as its ids have told. */
int64_t discord_time(const struct discord_session *session);

/* answers.c: and are answered */
void discord_asking_flush(struct discord_asking *asking);
int64_t discord_asking_due(const struct discord_asking *asking);
void discord_asking_free(struct discord_asking *asking);

/* boards.c: tables and events in places */
void discord_place_hear(struct discord_place *place, struct discord_heard *heard);
void discord_place_flush(struct discord_place *place);
void discord_place_post(struct discord_place *place, json_t *body);
/* Notes the new table; the message goes with discord_place_flush or as an answer. */
void discord_board_take_picture(struct discord_place *place, const struct discord_heard *picture);
void discord_board_take_event(struct discord_place *place, const struct discord_heard *event);
/* Whether it is known which message is the board. Asks for it the first time. */
bool discord_board_is_known(struct discord_place *place);
/* Whether the next show of the table has to be a new message. */
bool discord_board_wants_message(const struct discord_place *place);
/* Whether a text can stand above the table. */
bool discord_board_has_room(const char *before);
/* The body of the board with `before` above it; it is in flight after that. */
json_t *discord_board_body(struct discord_place *place, const char *before,
                           const char *const *rings, size_t ring_count);
/* The board is this message now. */
void discord_board_posted(struct discord_place *place, const json_t *message);
void discord_board_failed(struct discord_place *place);
/* Those of `calls` who did nothing for a while: ids into `rings`; how many. */
size_t discord_rings(struct discord_session *session, const char (*calls)[DISCORD_ID_BYTES],
                     size_t count, const char *rings[CHOICES_MAX]);
/* A request to a place failed: the place may be gone. True when it is. */
bool discord_place_failed(struct discord_place *place, const struct request_answer *answer);

/* places.c: guilds, channels, threads */
bool discord_knows_guild(const struct discord_session *session, const char *guild);
void discord_forget_guilds(struct discord_session *session);
/* READY names all guilds of its shard: those that it does not name any more are gone. */
void discord_ready_guilds(struct discord_session *session, const json_t *ready);
struct discord_place *discord_place_of(struct discord_session *session, const char *key);
struct discord_place *discord_place_take(struct discord_session *session, const char *guild,
                                         const char *channel);
/* The next tick looks at it; a deleted one is freed then. */
void discord_place_touch(struct discord_place *place);
void discord_place_open(struct discord_place *place);
const char *discord_place_channel(const struct discord_place *place);
void discord_place_free(struct discord_place *place);
/* True when the event was of guilds, channels or threads. */
bool discord_guild_event(struct discord_session *session, const char *event, const json_t *data);
void discord_message_seen(struct discord_session *session, const json_t *data);
void discord_message_deleted(struct discord_session *session, const json_t *data);
void discord_wishes_flush(struct discord_session *session);

/* directs.c: direct messages */
struct discord_direct *discord_direct_of(struct discord_session *session, const char *user);
void discord_direct_acted(struct discord_direct *direct, bool in_private);
void discord_direct_hear(struct discord_direct *direct, struct discord_heard *heard);
void discord_direct_flush(struct discord_direct *direct);
void discord_direct_free(struct discord_direct *direct);

/* discord_register_commands.c: slash commands */
void discord_register_commands(struct discord_session *session);

#endif
