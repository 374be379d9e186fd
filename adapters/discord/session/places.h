/* Places: the channels and threads of guilds in which the bot may speak, or might. Each guild holds
 * its own, so that work for one guild does not grow with the number of the others. */
#ifndef BELFRY_ADAPTERS_DISCORD_SESSION_PLACES_H
#define BELFRY_ADAPTERS_DISCORD_SESSION_PLACES_H

#include "adapters/discord/session/session_private.h"

/* The person who asked last in a place; they can be told about a problem. */
struct discord_asker {
    char application[DISCORD_ID_BYTES];
    char token[DISCORD_TOKEN_BYTES];
    char locale[16];
    int64_t asked_at;
};

/* The token of an interaction that reaches a message: for DISCORD_TOKEN_MS the message can be
 * edited and deleted through it, by requests that Discord does not count. */
struct discord_reach {
    char message[DISCORD_ID_BYTES];
    bool original; /* the token knows it as its "@original" */
    char application[DISCORD_ID_BYTES];
    char token[DISCORD_TOKEN_BYTES];
    int64_t born; /* Discord's time */
};

/* What tokens reach in a place. */
struct discord_reached {
    struct discord_reach board;
    struct discord_reach line; /* which tells whose turn it is */
};

struct discord_image;

/* A big bot knows millions of these. */
struct discord_place {
    struct discord_session *session;
    struct discord_guild *guild;
    uint64_t channel;                /* its id */
    uint64_t parent;                 /* id of the thread's channel; 0: none that is known */
    char *name;                      /* "" when unknown */
    struct talk_place *talk;         /* NULL until something is said here */
    struct discord_asker *asker;     /* NULL when nobody asked yet */
    struct discord_image *image;     /* NULL: no table is shown as an image here */
    struct discord_reached *reached; /* NULL: no token reached anything yet */
    struct discord_place *next_touched;
    uint64_t last_message; /* the newest that is known of; 0: none */
    unsigned in_flight;    /* requests that will come back to it */
    unsigned posting;      /* new messages among these */
    unsigned answers;      /* answers for everybody that wait or are on their way */
    unsigned answering;    /* those on their way, and what is posted instead of one */
    bool thread;
    bool open;  /* the host may use it */
    bool rests; /* it was open in an earlier process, whose session has not been resumed yet */
    bool lost;  /* the host was told that it is gone */
    bool deleted;
    bool refuses_files; /* the bot may not attach any here */
    bool touched;
    char key[]; /* "GUILD/CHANNEL" */
};

/* The conversation with one person is a place too: a guild of its own with the id of its only
 * channel. It is known while the person writes there. */
bool discord_place_is_direct(const struct discord_place *place);

/* It is freed with its last place once the bot is not in it any more. */
struct discord_guild {
    char id[DISCORD_ID_BYTES];
    bool joined;                   /* the bot is in it */
    char role[DISCORD_ID_BYTES];   /* that Discord made for the bot; "" for none */
    bool named;                    /* by the READY that is being read */
    bool changed;                  /* since it was kept (keep.h) */
    struct discord_place **places; /* by channel */
    size_t count, room;
    UT_hash_handle hh;
};

/* Finds a guild, in which the bot need not be. `length` is that of the id. */
struct discord_guild *discord_guild_find(const struct discord_session *session, const char *id,
                                         size_t length);
/* Finds a guild or adds it. */
struct discord_guild *discord_guild_take(struct discord_session *session, const char *id);
/* The bot is in the guild, or not any more. */
void discord_guild_join(struct discord_session *session, struct discord_guild *guild);
void discord_guild_part(struct discord_session *session, struct discord_guild *guild);
/* Something has changed that must outlive a restart in the guild. */
void discord_guild_changed(struct discord_session *session, struct discord_guild *guild);
bool discord_guild_is_of(const struct discord_guild *guild, uint64_t shard, uint64_t count);
/* Frees it when nothing needs it any more. */
void discord_guild_drop(struct discord_session *session, struct discord_guild *guild);

/* NULL for a place that is not known. */
struct discord_place *discord_places_find(const struct discord_session *session, const char *key);
/* Finds a place or adds it. Both ids are numbers. */
struct discord_place *discord_places_take(struct discord_session *session, const char *guild,
                                          const char *channel);
/* A place's key. */
const char *discord_places_key(const char *guild, const char *channel, char key[PLACE_MAX]);
/* Sends what waits in the places that were touched, and frees those that were deleted. */
void discord_places_flush(struct discord_session *session);
void discord_places_free(struct discord_session *session);

const char *discord_place_channel(const struct discord_place *place);
struct talk_place *discord_place_talk(struct discord_place *place);
/* The next tick looks at it. */
void discord_place_touch(struct discord_place *place);
/* Tells the host that it may use the place, that it may not for a while, or that the place is gone;
 * `why` as in adapter_listener.place_lost. */
void discord_place_open(struct discord_place *place);
void discord_place_close(struct discord_place *place);
void discord_place_lose(struct discord_place *place, const char *why);
/* It is gone, and will be freed. */
void discord_place_delete(struct discord_place *place, const char *why);

#endif
