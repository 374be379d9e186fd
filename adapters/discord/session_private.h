/* The inside of a session: what session*.c share. */
#ifndef BELFRY_ADAPTERS_DISCORD_SESSION_PRIVATE_H
#define BELFRY_ADAPTERS_DISCORD_SESSION_PRIVATE_H

#include <uthash.h>

#include "adapters/discord/interaction.h"
#include "adapters/discord/message.h"
#include "adapters/discord/session.h"

enum {
    EVENT_LINES = 3, /* that a board shows under its table */
    EVENT_BYTES = 600,
    DIRECTS_MAX = 20000, /* people that are remembered */
    DIRECT_QUEUE_MAX = 8,
    OPENING_PAUSE_MS = 60 * 1000 /* after 40003 */
};

/* Something that the host said, kept until the end of its turn. */
struct heard {
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
    struct carried_file *file; /* NULL: none */
    struct heard *next;
};

/* A file that goes along with a message. */
struct carried_file {
    char *name, *bytes;
    size_t length;
};

/* A message on its way to be an answer. */
struct parcel {
    json_t *body;
    bool public;               /* if the interaction's token fails, it is posted to the channel */
    bool board;                /* it is the place's board */
    struct carried_file *file; /* NULL: none */
    struct parcel *next;
};

enum asking_state { ASKING_OPEN, ASKING_DEFERRED, ASKING_ANSWERED };

/* An interaction that wants its answer. */
struct asking {
    struct discord_session *session;
    uint64_t request;
    struct interaction what; /* its text is of no interest any more */
    int64_t asked_at;
    enum asking_state state;
    bool dead; /* its token does not work any more */
    bool in_flight;
    struct heard *heard;    /* list */
    struct parcel *parcels; /* list: what is sent one after the other */
    UT_hash_handle hh;
};

/* The one message that shows the table of a place. */
struct board {
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

/* Who asked last in a place: to him a trouble can be explained. */
struct asker {
    char application[DISCORD_ID_BYTES];
    char token[DISCORD_TOKEN_BYTES];
    char locale[16];
    int64_t asked_at;
};

/* A guild that the bot is in. */
struct guild {
    char id[DISCORD_ID_BYTES];
    UT_hash_handle hh;
};

/* A channel or thread of a guild. */
struct place {
    struct discord_session *session;
    char *key;    /* "GUILD/CHANNEL" */
    char *name;   /* "" when unknown */
    char *parent; /* key of the thread's channel; NULL: none that is known */
    bool thread;
    bool open; /* the host may use it */
    bool lost; /* the host was told that it is gone */
    bool deleted;
    struct board *board; /* NULL until a table is shown */
    struct heard *notes; /* events for a message of their own */
    unsigned in_flight;  /* requests that will come back to it */
    struct asker *asker; /* NULL when nobody asked yet */
    bool touched;
    struct place *next_touched;
    UT_hash_handle hh;
};

/* A person, and the way to his direct messages. */
struct direct {
    struct discord_session *session;
    char user[DISCORD_ID_BYTES];
    char channel[DISCORD_ID_BYTES]; /* "" until asked for */
    int64_t acted_at;
    bool unreachable;
    bool in_flight;
    struct heard *heard; /* list */
    bool touched;
    struct direct *next_touched;
    UT_hash_handle hh;
};

/* A thread that shall be made. */
struct thread_wish {
    struct discord_session *session;
    char *place;
    uint64_t table;
    json_t *body;
    struct thread_wish *next;
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
    struct asking *askings;       /* by request */
    struct guild *guilds;         /* by id */
    struct place *places;         /* by key */
    struct direct *directs;       /* by user */
    struct place *touched_places; /* list: to be looked at by the next tick */
    struct direct *touched_directs;
    struct thread_wish *wishes;
    int64_t opening_pause; /* no new direct channels until then */
};

/* session_heard.c: what the host said */
struct heard *heard_new(const struct outbound *outbound);
void heard_append(struct heard **list, struct heard *heard);
void heard_free_list(struct heard **list);
void carried_file_free(struct carried_file *file);
/* For a request; `*rest` lives as long as both. */
void carried_file_attach(const struct carried_file *file, struct rest_file *attached,
                         struct rest_call *call);

/* session.c */
void session_send(struct discord_session *session, const struct rest_call *call);
/* Asks for a tick. */
void session_wake(struct discord_session *session);
/* Appends a message of the catalog in the language of `locale`. */
void session_phrase(struct discord_session *session, const char *locale, const char *key,
                    struct text *out);
/* Tells one message from all others, so that it can be tried again without being there twice. */
void session_nonce(char nonce[REST_NONCE_MAX + 1]);

/* session_ask.c: interactions come in */
void session_interaction(struct discord_session *session, const json_t *data);
void session_message(struct discord_session *session, const json_t *data);
/* What time it is at Discord, as far as its ids have told. */
int64_t session_discord_time(const struct discord_session *session);

/* session_answer.c: and are answered */
void asking_flush(struct asking *asking);
int64_t asking_due(const struct asking *asking);
void asking_add(struct asking *asking, json_t *body, bool public, bool board);
/* Posts the parcels one after the other; frees the asking behind the last one. */
void asking_send(struct asking *asking);
void asking_free(struct asking *asking);
/* Answers at once, before the host heard of it. */
void session_refuse(struct discord_session *session, const struct interaction *what,
                    const char *key);
/* One answer that nobody waits for; takes the reference of `body`. */
void session_answer_once(struct discord_session *session, const struct interaction *what,
                         json_t *body);

/* session_board.c: tables and events in places */
void place_hear(struct place *place, struct heard *heard);
void place_flush(struct place *place);
void place_post(struct place *place, json_t *body);
/* Notes the new table; the message goes with place_flush or as an answer. */
void board_take_picture(struct place *place, const struct heard *picture);
void board_take_event(struct place *place, const struct heard *event);
/* Whether the next show of the table has to be a new message. */
bool board_wants_message(const struct place *place);
/* Whether a text can stand above the table. */
bool board_has_room(const char *before);
/* The body of the board with `before` above it; it is in flight after that. */
json_t *board_body(struct place *place, const char *before, const char *const *rings,
                   size_t ring_count);
/* The board is this message now. */
void board_posted(struct place *place, const json_t *message);
void board_failed(struct place *place);
/* Those of `calls` who did nothing for a while: ids into `rings`; how many. */
size_t session_rings(struct discord_session *session, const char (*calls)[DISCORD_ID_BYTES],
                     size_t count, const char *rings[CHOICES_MAX]);
/* A request to a place failed: the place may be gone. True when it is. */
bool place_failed(struct place *place, const struct rest_answer *answer);

/* session_places.c: guilds, channels, threads */
bool session_knows_guild(const struct discord_session *session, const char *guild);
void session_forget_guilds(struct discord_session *session);
/* READY names all guilds of its shard: those that it does not name any more are gone. */
void session_ready_guilds(struct discord_session *session, const json_t *ready);
struct place *session_place_of(struct discord_session *session, const char *key);
struct place *session_place_take(struct discord_session *session, const char *guild,
                                 const char *channel);
/* The next tick looks at it; a deleted one is freed then. */
void place_touch(struct place *place);
void place_open(struct place *place);
void place_lose(struct place *place, const char *why);
const char *place_channel(const struct place *place);
void place_free(struct place *place);
/* True when the event was of guilds, channels or threads. */
bool session_guild_event(struct discord_session *session, const char *event, const json_t *data);
void session_message_seen(struct discord_session *session, const json_t *data);
void session_message_deleted(struct discord_session *session, const json_t *data);
void session_wishes_flush(struct discord_session *session);

/* session_direct.c: direct messages */
struct direct *session_direct_of(struct discord_session *session, const char *user);
void direct_acted(struct direct *direct, bool in_private);
void direct_hear(struct direct *direct, struct heard *heard);
void direct_flush(struct direct *direct);
void direct_free(struct direct *direct);

/* session_register.c: slash commands */
void session_register(struct discord_session *session);

#endif
