/* The gateway of Discord (version 10): events of one bot, over one websocket a shard.
 *
 * It keeps every shard connected: identifies, beats, resumes where a session can be resumed, pauses
 * where the network or Discord wants it, and counts identifies so that the daily budget is never
 * exceeded, not even over restarts. Nothing blocks; names are looked up off the loop. It stops for
 * good only on what an operator must mend (failed), and it never shows the token to anybody but
 * Discord.
 *
 * What it can't ask itself is GET /gateway/bot: need_info asks the owner, who answers with
 * gateway_info or gateway_no_info.
 *
 * Listener functions are called from the loop only, never from inside a function of this header,
 * but for remember, which may not call back. In the others every function of this header may be
 * called.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_GATEWAY_GATEWAY_H
#define BELFRY_ADAPTERS_DISCORD_GATEWAY_GATEWAY_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

struct gateway;

/* Interactions need no intent at all; GUILDS tells which servers, channels and threads there are.
 * MESSAGE_CONTENT must be allowed in the developer portal, or Discord closes with 4014. */
enum gateway_intent {
    GATEWAY_INTENT_GUILDS = 1 << 0,
    GATEWAY_INTENT_GUILD_MESSAGES = 1 << 9,
    GATEWAY_INTENT_DIRECT_MESSAGES = 1 << 12,
    GATEWAY_INTENT_MESSAGE_CONTENT = 1 << 15
};

enum {
    GATEWAY_SHARDS_MAX = 1024,
    GATEWAY_PAYLOAD_MAX = 4096, /* bytes of what we send; above it Discord closes with 4002 */
    GATEWAY_REASON_MAX = 256
};

/* All in ms. */
struct gateway_timers {
    int64_t connect;       /* one address: TCP, TLS and websocket */
    int64_t hello;         /* from connected to Hello */
    int64_t ready;         /* from Identify to READY; between two events of a resume */
    int64_t close;         /* for the other side to answer our close */
    int64_t backoff_least; /* pause after the first failure; doubled with each up to ... */
    int64_t backoff_most;
    int64_t stable;         /* sessions that end sooner count as failures before an Identify */
    int64_t identify_gap;   /* between two of one bucket; Discord's is 5000 */
    int64_t invalid_least;  /* after op 9 with `false`: a random pause from here ... */
    int64_t invalid_most;   /* ... to here */
    int64_t info_freshness; /* how long the limits of gateway_info are believed */
};

/* Strings must outlive the gateway. */
struct gateway_settings {
    const char *network; /* for the log */
    const char *token;   /* without "Bot " */
    const char *user_agent;
    const char *ca_file;  /* PEM; trusted instead of the system's authorities, which NULL means */
    uint32_t intents;     /* enum gateway_intent */
    unsigned shard_count; /* of the whole bot; 0: as many as Discord recommends */
    /* What this process runs: shard_limit shards from shard_first; 0: all from there on. Several
     * processes must agree on shard_count; each asks Discord for the limits before it identifies,
     * and where two come at once op 9 makes one of them try again. */
    unsigned shard_first, shard_limit;
    bool compress; /* ask for zlib-stream; plain text is understood all the same */
    struct gateway_timers timers;
};

/* GUILDS alone, one shard as recommended, compressed, the usual times; the strings are NULL. */
struct gateway_settings gateway_settings_default(void);

/* The answer of GET /gateway/bot. */
struct gateway_info {
    const char *url;
    unsigned shards;
    unsigned total, remaining; /* of session_start_limit */
    int64_t reset_after;       /* ms */
    unsigned max_concurrency;
};

struct gateway_listener {
    void *context;
    /* Ask Discord; not called again until answered. */
    void (*need_info)(void *context);
    /* A new session: `data` is that of READY (user, application, guilds). What is known of the
     * shard's guilds is to be forgotten; GUILD_CREATE follows for each. */
    void (*ready)(void *context, unsigned shard, const json_t *data);
    /* The session goes on; what was missed has been dispatched already. An interaction among it
     * may be past its 3 seconds: its id tells its age. */
    void (*resumed)(void *context, unsigned shard);
    /* Any other event. Unknown ones come, too. Interactions and messages come once, whatever
     * Discord repeats; other events may be repeated. */
    void (*dispatch)(void *context, unsigned shard, const char *event, const json_t *data);
    /* As in struct adapter_listener: the identify budget, under a key with "gateway.". recall() is
     * called once, before need_info, and answered with gateway_recalled. NULL: only Discord knows
     * the budget. */
    void (*remember)(void *context, const char *key, const char *value);
    void (*recall)(void *context, const char *key);
    /* Nothing is connected any more and nothing will be tried again; one clear line. */
    void (*failed)(void *context, const char *reason);
};

/* Starts; the first call will be recall, then need_info. Settings and listener are copied. NULL
 * with one line in `error` when it can't. */
struct gateway *gateway_open(uv_loop_t *loop, const struct gateway_settings *settings,
                             const struct gateway_listener *listener, char *error,
                             size_t error_size);
/* The answer to recall, perhaps from inside it; NULL: nothing is remembered. No shard identifies
 * before. */
void gateway_recalled(struct gateway *gateway, const char *value);
/* The answer to need_info; `info` is copied. */
void gateway_info(struct gateway *gateway, const struct gateway_info *info);
/* It could not be had: asked again after a pause. */
void gateway_no_info(struct gateway *gateway);
/* Whether all shards of this process are in a session now. */
bool gateway_is_ready(const struct gateway *gateway);
/* Closes every connection with 1000, so that Discord ends the sessions and shows the bot as
 * offline, and frees the gateway; then `closed` is called from the loop. No listener function but
 * remember is called any more. Takes at most timers.close. */
void gateway_close(struct gateway *gateway, void (*closed)(void *context), void *context);

#endif
