/* Places: the channels and threads of guilds in which the bot may speak, or might. */
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

/* NULL for a place that is not known. */
struct discord_place *discord_places_find(const struct discord_session *session, const char *key);
/* Finds a place or adds it. */
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
