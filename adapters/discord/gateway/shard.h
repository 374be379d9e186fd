/* One shard of Discord's gateway as a function from frames and time to payloads and events.
 *
 * It knows no socket, no loop and no clock. What happens is passed in with the time (ms of any
 * monotonic clock); what is to be done goes out through the port. A shard keeps its session over
 * many connections. Functions of the port must not call the shard; only the events may call
 * gateway_shard_finish.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_GATEWAY_SHARD_H
#define BELFRY_ADAPTERS_DISCORD_GATEWAY_SHARD_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adapters/discord/gateway/gateway.h"

struct gateway_shard;

/* Close codes that we send. Discord ends the session after 1000 and 1001; after others it waits for
 * us to resume. */
enum { GATEWAY_CLOSE_NORMAL = 1000, GATEWAY_CLOSE_KEEP = 4900 };

enum {
    GATEWAY_RESUMES_MAX = 3, /* failed resumes until the shard gives the session up */
    GATEWAY_RECENT_MAX = 512 /* ids of events that were seen */
};
#define GATEWAY_NEVER INT64_MAX

/* A session as a text. */
enum { GATEWAY_SESSION_BYTES = 512 };

struct gateway_port {
    void *context;
    /* The connection. gateway_shard_opened or gateway_shard_closed follows connect(), and
     * gateway_shard_closed follows close(), but never from inside. The transport limits the time.
     */
    void (*connect)(void *context, unsigned shard, const char *url);
    void (*send)(void *context, unsigned shard, const char *text, size_t length);
    void (*close)(void *context, unsigned shard, uint16_t code);
    /* The gate (gate.h). enter() returns the address to identify at, valid until the next call; or
     * NULL, with the ms in `*wait` after which to ask again. After an address, the shard calls
     * identified() or leave(). */
    const char *(*enter)(void *context, unsigned shard, int64_t *wait);
    void (*identified)(void *context, unsigned shard);
    void (*leave)(void *context, unsigned shard);
    uint32_t (*random)(void *context);
    /* Events, as in struct gateway_listener. After failed() the shard does nothing. */
    void (*ready)(void *context, unsigned shard, const json_t *data);
    void (*resumed)(void *context, unsigned shard);
    void (*dispatch)(void *context, unsigned shard, const char *event, const json_t *data);
    void (*failed)(void *context, unsigned shard, const char *reason);
    /* Whether the shard, which has entered the gate, may still identify. */
    bool (*may_identify)(void *context, unsigned shard);
    /* Instead of failed(): Discord wants more shards. */
    void (*crowded)(void *context, unsigned shard, const char *reason);
};

/* Shard `number` of `count`. Settings and port must outlive it. NULL without memory. */
struct gateway_shard *gateway_shard_new(const struct gateway_settings *settings, unsigned number,
                                        unsigned count, const struct gateway_port *port);
void gateway_shard_free(struct gateway_shard *shard);

/* Writes the session, as far as its events have been dispatched, as a text to be remembered; ""
 * when there is none. */
void gateway_shard_print_session(const struct gateway_shard *shard,
                                 char text[GATEWAY_SESSION_BYTES]);
/* The shard, which has not started yet, will resume the session that an earlier process
 * remembered. `url` is where it would identify. Ignores a damaged text, and a session that was
 * begun with another number of shards or other intents. */
void gateway_shard_restore(struct gateway_shard *shard, const char *text, const char *url);

/* From now on the shard takes no events; the session stays as it is. */
void gateway_shard_deafen(struct gateway_shard *shard);

/* The gate may have opened: a shard that waits there tries now. */
void gateway_shard_wake(struct gateway_shard *shard, int64_t now);
void gateway_shard_opened(struct gateway_shard *shard, int64_t now);
/* A piece of a frame; `last`: the frame ends with it. */
void gateway_shard_received(struct gateway_shard *shard, const char *bytes, size_t length,
                            bool binary, bool last, int64_t now);
/* `code` as the other side gave it; 0: the connection broke, or never existed. */
void gateway_shard_closed(struct gateway_shard *shard, uint16_t code, const char *reason,
                          int64_t now);
/* Does what is due; the first call starts the shard. Returns when to call it again at the latest;
 * GATEWAY_NEVER: not by itself. Must be called after each of the other functions. */
int64_t gateway_shard_tick(struct gateway_shard *shard, int64_t now);

/* Ends the shard for good. If it is connected, port.close follows with `code`, a close code that we
 * send. */
void gateway_shard_finish(struct gateway_shard *shard, uint16_t code);
bool gateway_shard_is_ready(const struct gateway_shard *shard);
/* Returns how long the last heartbeat that was answered took, in ms; 0: none was yet. */
int64_t gateway_shard_delay(const struct gateway_shard *shard);

#endif
