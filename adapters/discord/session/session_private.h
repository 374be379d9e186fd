/* A session, and what all parts of it use. Each part includes only parts above it in this list:
 *
 *     session_private    the session itself
 *     mentions           commands in texts
 *     directs            direct messages to people
 *     places             channels and threads that the bot may use
 *     keep               what is known of guilds, kept over a restart
 *     guilds             what Discord says about guilds, channels and threads
 *     images             tables as images
 *     posts              messages in places
 *     threads            threads that the bot makes
 *     welcome            the first words in a server
 *     asking             answers to interactions, on their way to Discord
 *     answers            answers to interactions
 *     interactions       interactions and typed messages
 *     registration       slash commands
 *     session            what the adapter calls
 */
#ifndef BELFRY_ADAPTERS_DISCORD_SESSION_SESSION_PRIVATE_H
#define BELFRY_ADAPTERS_DISCORD_SESSION_SESSION_PRIVATE_H

#include "adapters/discord/session/session.h"
#include "adapters/discord/translation/interaction.h"
#include "adapters/discord/translation/message.h"
#include "adapters/net/talk/recall.h"
#include "adapters/net/talk/talk.h"
#include "bot/base/hash.h"

/* How far our clock seems to be ahead of Discord's, told by ids: an id's delay is our time less
 * when it was made. See discord_age(). */
struct discord_clock {
    bool known;
    int64_t least, before; /* least delays of this window and the one before it */
    int64_t began, heard;  /* when this window began, and its last id came */
    unsigned late_count;   /* late ids in a row that a correction of our clock could explain */
    int64_t late_since, late_at, late_delay; /* the first, and the last of them */
};

/* See keep.h. */
struct discord_keep {
    bool guild_changed, list_changed; /* since it was written */
    bool too_big;                     /* nothing is kept */
    struct talk_recall *recall;
    struct discord_guild *reading; /* whose text is asked for */
    bool asking, answered;
    void (*done)(void *context, bool known);
    void *context;
};

struct discord_session {
    char network[NETWORK_NAME_MAX];
    const struct discord_settings *settings;
    struct adapter_listener listener;
    struct discord_courier courier;
    struct talk_network talk;
    int64_t now;
    struct discord_clock clock;
    struct painter *painter; /* NULL until a table is shown as an image */
    bool cannot_paint;
    char application[DISCORD_ID_BYTES];
    char user[DISCORD_ID_BYTES]; /* the bot's */
    char name[NAME_MAX_BYTES];
    /* directs */
    struct discord_direct *directs; /* by user */
    struct discord_direct *touched_directs;
    int64_t opening_pause; /* no new direct channels until then */
    /* places */
    struct discord_guild *guilds; /* by id */
    struct discord_place *touched_places;
    size_t guild_count, place_count; /* that the bot is in, and theirs */
    struct discord_keep keep;
    /* threads */
    struct discord_wish *wishes;
    /* welcome */
    struct discord_welcome *welcomes;
    /* answers */
    struct discord_asking *askings; /* by request */
    uint64_t requests;
    /* interactions */
    bool heard; /* the host heard of a command since discord_session_has_heard() */
    /* registration */
    bool registered, looked;
    struct talk_recall *recall; /* the commands that Discord has, and their ids */
    struct discord_command_word *command_words;
};

void discord_send(struct discord_session *session, const struct rest_call *call);
/* Asks for a tick. */
void discord_wake(struct discord_session *session);

/* Discord's time, as far as ids have told it. */
int64_t discord_time(const struct discord_session *session);
/* How long ago an id was made, as far as can be told. A time service corrects our clock by letting
 * it run up to a tenth faster or slower, so only the delays of the last seconds count; and when
 * several ids in a row, seconds apart, come equally late, the clock was corrected and a new count
 * begins. Before the first id, our clock is believed to a minute. */
int64_t discord_age(struct discord_session *session, const char *id);

/* Appends a message of the catalog in the language of `locale`. */
void discord_phrase(struct discord_session *session, const char *locale, const char *key,
                    struct text *out);
/* The same as the body of a message that one person sees. */
json_t *discord_phrase_body(struct discord_session *session, const char *locale, const char *key);

/* Attaches a file to a request; `*attached` must live as long as both. NULL: no file. */
void discord_attach(const struct talk_file *file, struct request_file *attached,
                    struct rest_call *call);
/* Names a new message, so that sending it again does not post it twice. */
void discord_nonce(char nonce[REST_NONCE_MAX + 1]);
/* The user's id in an identity; "" for a person of another network. */
const char *discord_user_of(const char *identity);
/* A string of an object; "" for none. */
const char *discord_string(const json_t *object, const char *key);

#endif
