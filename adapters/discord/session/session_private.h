/* The inside of a session: what the files of this folder share. */
#ifndef BELFRY_ADAPTERS_DISCORD_SESSION_SESSION_PRIVATE_H
#define BELFRY_ADAPTERS_DISCORD_SESSION_SESSION_PRIVATE_H

#include "adapters/discord/session/session.h"
#include "adapters/discord/translation/interaction.h"
#include "adapters/discord/translation/message.h"
#include "adapters/net/talk/recall.h"
#include "adapters/net/talk/talk.h"
#include "bot/base/hash.h"

enum {
    DIRECTS_MAX = 20000, /* people that are remembered */
    DIRECT_QUEUE_MAX = 8,
    OPENING_PAUSE_MS = 60 * 1000 /* after 40003 */
};

/* A message on its way to be an answer. */
struct discord_parcel {
    json_t *body;
    bool public;            /* if the interaction's token fails, it is posted to the channel */
    bool board;             /* it is the place's board */
    struct talk_file *file; /* NULL: none */
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
    struct talk_said *said;         /* list */
    struct discord_parcel *parcels; /* list: what is sent one after the other */
    UT_hash_handle hh;
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
    struct talk_place *talk;     /* NULL until something is said here */
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
    struct talk_said *said; /* list */
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
    struct talk_network talk;
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

/* session.c */
/* For a request; `*attached` must live as long as both. NULL: no file. */
void discord_file_attach(const struct talk_file *file, struct request_file *attached,
                         struct rest_call *call);
/* The user's id in an identity; "" for somebody of another network. */
const char *discord_user_of(const char *identity);
/* The body of a message of the catalog that one person reads. */
json_t *discord_phrase_body(struct discord_session *session, const char *locale, const char *key);
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

/* posts.c: messages in places */
struct talk_network discord_talk_network(struct discord_session *session);
/* The body of a message with what fits of a text; the rest stays in `*rest`, which is text->text at
 * first. NULL when nothing is left. */
json_t *discord_text_body(const struct talk_text *text, const char **rest);
/* The body of a message that shows a table. */
json_t *discord_view_body(struct discord_session *session, const struct talk_view *view);
/* Posts a message. Takes the body. */
void discord_post(struct discord_place *place, json_t *body);
/* What became of the board; `message` is Discord's answer. */
void discord_shown(struct discord_place *place, enum talk_shown how, const json_t *message);

/* places.c: guilds, channels, threads */
bool discord_knows_guild(const struct discord_session *session, const char *guild);
void discord_forget_guilds(struct discord_session *session);
/* READY names all guilds of its shard: those that it does not name any more are gone. */
void discord_ready_guilds(struct discord_session *session, const json_t *ready);
struct discord_place *discord_place_of(const struct discord_session *session, const char *key);
struct discord_place *discord_place_take(struct discord_session *session, const char *guild,
                                         const char *channel);
/* The next tick looks at it; a deleted one is freed then. */
void discord_place_touch(struct discord_place *place);
void discord_place_open(struct discord_place *place);
/* It is gone for good; `why` as in adapter_listener.place_lost. */
void discord_place_lose(struct discord_place *place, const char *why);
struct talk_place *discord_place_talk(struct discord_place *place);
void discord_place_flush(struct discord_place *place);
const char *discord_place_channel(const struct discord_place *place);
void discord_place_free(struct discord_place *place);
/* Does nothing for other events than those of guilds, channels and threads. */
void discord_guild_event(struct discord_session *session, const char *event, const json_t *data);
void discord_message_seen(struct discord_session *session, const json_t *data);
void discord_message_deleted(struct discord_session *session, const json_t *data);
void discord_wishes_flush(struct discord_session *session);
void discord_wishes_free(struct discord_session *session);

/* directs.c: direct messages */
struct discord_direct *discord_direct_of(struct discord_session *session, const char *user);
void discord_direct_acted(struct discord_direct *direct, bool in_private);
void discord_direct_hear(struct discord_direct *direct, struct talk_said *said);
void discord_direct_flush(struct discord_direct *direct);
void discord_direct_free(struct discord_direct *direct);

/* discord_register_commands.c: slash commands */
void discord_register_commands(struct discord_session *session);

#endif
