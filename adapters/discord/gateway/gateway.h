/* The gateway of Discord (version 10): the events of one bot, over one websocket per shard.
 *
 * It keeps every shard connected: it identifies, sends heartbeats, resumes sessions, and pauses
 * when the network or Discord requires it. Sessions that were remembered (gateway_remember) are
 * resumed after a restart too. It counts identifies, so that the daily budget is never exceeded,
 * not even over restarts. Nothing blocks; names are looked up off the loop. It stops for
 * good only when an operator must act (failed). It shows the token to nobody but Discord.
 *
 * It does not call GET /gateway/bot itself: need_info asks the owner, who answers with gateway_info
 * or gateway_no_info.
 *
 * Listener functions are called from the loop only, never from inside a function of this header.
 * They may call every function of this header. The exception is remember(), which may be called
 * from inside and must not call back.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_GATEWAY_GATEWAY_H
#define BELFRY_ADAPTERS_DISCORD_GATEWAY_GATEWAY_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

struct gateway;

/* Interactions need no intent. GUILDS brings the servers, channels and threads. MESSAGE_CONTENT
 * must be allowed in the developer portal; otherwise Discord closes with 4014. */
enum gateway_intent {
    GATEWAY_INTENT_GUILDS = 1 << 0,
    GATEWAY_INTENT_GUILD_MESSAGES = 1 << 9,
    GATEWAY_INTENT_DIRECT_MESSAGES = 1 << 12,
    GATEWAY_INTENT_MESSAGE_CONTENT = 1 << 15
};

enum {
    GATEWAY_SHARDS_MAX = 1024,
    GATEWAY_PAYLOAD_MAX = 4096, /* bytes that we send; Discord closes with 4002 if there are more */
    GATEWAY_REASON_MAX = 256
};

/* All in ms. */
struct gateway_timers {
    int64_t connect;        /* to one address: TCP, TLS and websocket */
    int64_t hello;          /* from connected to Hello */
    int64_t ready;          /* from Identify to READY; between two events of a resume */
    int64_t close;          /* for the other side to answer our close */
    int64_t backoff_least;  /* the pause after the first failure; each further failure doubles it */
    int64_t backoff_most;   /* the longest pause */
    int64_t stable;         /* a shorter session counts as a failure */
    int64_t identify_gap;   /* between two identifies of one bucket; Discord requires 5000 */
    int64_t invalid_least;  /* after op 9 with `false`: the shortest random pause */
    int64_t invalid_most;   /* the longest */
    int64_t info_freshness; /* how long the limits of gateway_info hold */
};

/* Strings must outlive the gateway. */
struct gateway_settings {
    const char *network; /* for the log */
    const char *token;   /* without "Bot " */
    const char *user_agent;
    const char *ca_file;  /* PEM; trusted instead of the system's authorities, which NULL means */
    uint32_t intents;     /* enum gateway_intent */
    unsigned shard_count; /* of the whole bot; 0: as many as Discord recommends */
    /* This process runs shard_limit shards from shard_first; 0: all from there on. Several
     * processes must agree on shard_count, and on who identifies when (ask_turn). */
    unsigned shard_first, shard_limit;
    bool compress; /* ask for zlib-stream; plain text is understood too */
    struct gateway_timers timers;
};

/* The intent GUILDS, as many shards as recommended, compression, the usual times; the strings are
 * NULL. */
struct gateway_settings gateway_settings_default(void);

/* The answer of GET /gateway/bot. */
struct gateway_info {
    const char *url;
    unsigned shards;
    unsigned total, remaining; /* of session_start_limit */
    int64_t reset_after;       /* ms */
    unsigned max_concurrency;
};

/* What all processes together may do only so often. */
struct gateway_turn {
    unsigned bucket; /* one of them at a time has a turn of this bucket, … */
    int64_t hold;    /* … for at most so many ms */
    int64_t gap;     /* and so long nobody has one after somebody has identified */
    /* The day's budget: as Discord and this process have counted, so many are used, and after so
     * many ms a new day begins. */
    unsigned total, used;
    int64_t day_left;
};

struct gateway_listener {
    void *context;
    /* Ask Discord. Not called again until it is answered. */
    void (*need_info)(void *context);
    /* A new session began; `data` is that of READY (user, application, guilds). GUILD_CREATE
     * follows for each guild of the shard. */
    void (*ready)(void *context, unsigned shard, const json_t *data);
    /* The session goes on; the missed events have been dispatched. An interaction among them may be
     * older than its 3 seconds: its id tells its age. */
    void (*resumed)(void *context, unsigned shard);
    /* Any other event, unknown ones too. Interactions and messages come once, even if Discord
     * repeats them; other events may be repeated. */
    void (*dispatch)(void *context, unsigned shard, const char *event, const json_t *data);
    /* As in struct adapter_listener: the identify budget and the sessions, under keys with
     * "gateway.". recall() is called once before need_info, and once for each shard before it
     * connects for the first time; it is answered with gateway_recalled. NULL: only Discord knows
     * the budget, and no session outlives the process. */
    void (*remember)(void *context, const char *key, const char *value);
    void (*recall)(void *context, const char *key);
    /* Where several processes share the bot, shard by shard: before the shard identifies it asks
     * for its turn, which gateway_turn_told() answers, perhaps from inside. A turn that was given
     * is ended once; `identified`: it was used. NULL: this process alone counts. */
    void (*ask_turn)(void *context, const struct gateway_turn *turn);
    void (*end_turn)(void *context, bool identified);
    /* Discord wants the bot to have more shards; nothing is connected any more. need_info follows,
     * again and again; the owner closes the gateway. NULL: it fails. */
    void (*crowded)(void *context);
    /* Nothing is connected any more, and nothing will be tried again; `reason` is one clear line.
     */
    void (*failed)(void *context, const char *reason);
};

/* Starts; the first call will be recall, then need_info. Settings and listener are copied. On
 * failure returns NULL, with one line in `error`. */
struct gateway *gateway_open(uv_loop_t *loop, const struct gateway_settings *settings,
                             const struct gateway_listener *listener, char *error,
                             size_t error_size);
/* The answer to recall, perhaps from inside it; NULL: nothing is remembered. No shard identifies
 * before. For a session that is resumed, everything that happened in it must be known. */
void gateway_recalled(struct gateway *gateway, const char *value);
/* Remembers the shards' sessions as far as their events have been dispatched: after a restart they
 * are resumed, and Discord sends what came later. So it must be called in the turn that handles an
 * event which may be handled only once. `keep` is false when they could not be resumed, because
 * what happened in them will not be known: then they are forgotten. */
void gateway_remember(struct gateway *gateway, bool keep);
/* From now on no event counts as dispatched, and none is: they come again when the session is
 * resumed. */
void gateway_deafen(struct gateway *gateway);
/* The answer to need_info; `info` is copied. */
void gateway_info(struct gateway *gateway, const struct gateway_info *info);
/* There is no answer: need_info follows again after a pause. */
void gateway_no_info(struct gateway *gateway);
/* The answer to ask_turn; not given: to be asked again after so many ms. `spent`: because the day's
 * budget is. */
void gateway_turn_told(struct gateway *gateway, bool given, bool spent, int64_t wait);
/* Whether all shards of this process are in a session now. */
bool gateway_is_ready(const struct gateway *gateway);
/* Returns the longest time that a shard's last heartbeat took, in ms; 0: none was answered yet. */
int64_t gateway_delay(const struct gateway *gateway);
/* How many shards the whole bot has; 0: it is not known yet. */
unsigned gateway_shard_count(const struct gateway *gateway);
/* Closes every connection: with 1000, so that Discord ends the sessions and shows the bot as
 * offline; but if they are remembered, in a way that keeps them for some minutes. Then frees the
 * gateway and calls `closed` from the loop. Only remember() is still called. Takes at most
 * timers.close. */
void gateway_close(struct gateway *gateway, void (*closed)(void *context), void *context);

#endif
