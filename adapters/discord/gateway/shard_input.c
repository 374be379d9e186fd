/* Payloads of Discord. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/discord/gateway/shard_private.h"
#include "adapters/net/backoff.h"
#include "bot/base/log.h"

enum opcode {
    OPCODE_DISPATCH = 0,
    OPCODE_HEARTBEAT = 1,
    OPCODE_RECONNECT = 7,
    OPCODE_INVALID_SESSION = 9,
    OPCODE_HELLO = 10,
    OPCODE_ACKNOWLEDGE = 11
};

/* Discord's interval is about 41 s; one outside of these limits is an error. */
enum { INTERVAL_LEAST_MS = 10, INTERVAL_MOST_MS = 600000 };

static void on_hello(struct gateway_shard *shard, const json_t *data, int64_t now)
{
    json_int_t interval = json_integer_value(json_object_get(data, "heartbeat_interval"));

    if (shard->stage != GATEWAY_STAGE_GREETING)
        return;
    if (interval < INTERVAL_LEAST_MS || interval > INTERVAL_MOST_MS) {
        gateway_shard_drop(shard, "a Hello without a sensible interval");
        return;
    }
    shard->interval = interval;
    shard->beat_at = now + backoff_spread(shard->port->random(shard->port->context), interval);
    shard->acknowledged = true;
    shard->deadline = now + shard->settings->timers.ready;
    if (shard->resuming)
        gateway_shard_resume(shard, now);
    else if (shard->port->may_identify(shard->port->context, shard->number))
        gateway_shard_identify(shard, now);
    else
        gateway_shard_drop(shard, "its turn to identify has passed");
}

static void on_invalid_session(struct gateway_shard *shard, const json_t *data)
{
    if (!json_is_true(data)) {
        gateway_shard_forget_session(shard);
        shard->refused = true;
    }
    gateway_shard_drop(shard, "the session is invalid");
}

static void copy_string(char *target, size_t size, const json_t *string)
{
    const char *text = json_string_value(string);

    /* A cut string would be of no use. */
    snprintf(target, size, "%s", text && strlen(text) < size ? text : "");
}

static void stand(struct gateway_shard *shard)
{
    shard->stage = GATEWAY_STAGE_READY;
    shard->was_ready = true;
    shard->resume_failures = 0;
    log_info(shard->resuming ? "gateway.resumed" : "gateway.ready", "network",
             shard->settings->network, "shard", LOG_NUMBER(shard->number));
}

static void on_ready(struct gateway_shard *shard, const json_t *data, int64_t now)
{
    if (shard->stage != GATEWAY_STAGE_IDENTIFYING)
        return;
    copy_string(shard->session.id, sizeof(shard->session.id), json_object_get(data, "session_id"));
    copy_string(shard->session.resume_url, sizeof(shard->session.resume_url),
                json_object_get(data, "resume_gateway_url"));
    shard->session_at = now;
    shard->measured = false;
    stand(shard);
    shard->port->ready(shard->port->context, shard->number, data);
}

static void on_resumed(struct gateway_shard *shard)
{
    if (shard->stage != GATEWAY_STAGE_RESUMING)
        return;
    stand(shard);
    shard->port->resumed(shard->port->context, shard->number);
}

/* Whether an event that must come only once was seen before. Remembers it. */
static bool is_repeated(struct gateway_shard *shard, const char *event, const json_t *data)
{
    const char *text = json_string_value(json_object_get(data, "id"));
    uint64_t id = text ? strtoull(text, NULL, 10) : 0;

    if (id == 0 ||
        (strcmp(event, "INTERACTION_CREATE") != 0 && strcmp(event, "MESSAGE_CREATE") != 0))
        return false;
    for (size_t i = 0; i < GATEWAY_RECENT_MAX; i++) {
        if (shard->recent[i] == id)
            return true;
    }
    shard->recent[shard->recent_next] = id;
    shard->recent_next = (shard->recent_next + 1) % GATEWAY_RECENT_MAX;
    return false;
}

static void on_dispatch(struct gateway_shard *shard, const json_t *payload, int64_t now)
{
    const char *event = json_string_value(json_object_get(payload, "t"));
    const json_t *data = json_object_get(payload, "d");
    const json_t *sequence = json_object_get(payload, "s");

    if (!event || shard->deaf || shard->stage == GATEWAY_STAGE_GREETING)
        return;
    if (json_is_integer(sequence) && json_integer_value(sequence) > shard->session.sequence)
        shard->session.sequence = json_integer_value(sequence);
    if (shard->stage == GATEWAY_STAGE_RESUMING)
        shard->deadline = now + shard->settings->timers.ready;
    if (strcmp(event, "READY") == 0)
        on_ready(shard, data, now);
    else if (strcmp(event, "RESUMED") == 0)
        on_resumed(shard);
    else if (shard->stage != GATEWAY_STAGE_IDENTIFYING && !is_repeated(shard, event, data))
        shard->port->dispatch(shard->port->context, shard->number, event, data);
}

static void on_payload(struct gateway_shard *shard, const json_t *payload, int64_t now)
{
    const json_t *opcode = json_object_get(payload, "op");
    const json_t *data = json_object_get(payload, "d");

    switch (json_is_integer(opcode) ? json_integer_value(opcode) : -1) {
    case OPCODE_DISPATCH:
        on_dispatch(shard, payload, now);
        break;
    case OPCODE_HEARTBEAT:
        gateway_shard_beat_now(shard, now);
        break;
    case OPCODE_RECONNECT:
        gateway_shard_drop(shard, "asked to reconnect");
        break;
    case OPCODE_INVALID_SESSION:
        on_invalid_session(shard, data);
        break;
    case OPCODE_HELLO:
        on_hello(shard, data, now);
        break;
    case OPCODE_ACKNOWLEDGE:
        if (!shard->acknowledged)
            shard->delay = now - shard->beaten_at;
        shard->acknowledged = true;
        break;
    default:
        break; /* Discord's documentation says to ignore it */
    }
}

void gateway_shard_read(struct gateway_shard *shard, const char *text, size_t length, int64_t now)
{
    json_error_t error;
    /* A person's message may contain U+0000; the bot must still read it. */
    json_t *payload = json_loadb(text, length, JSON_ALLOW_NUL, &error);

    if (payload)
        on_payload(shard, payload, now);
    else
        /* The content is not logged: it may be private. */
        log_warning("gateway.unreadable", "network", shard->settings->network, "shard",
                    LOG_NUMBER(shard->number), "bytes", LOG_NUMBER(length), "position",
                    LOG_NUMBER(error.position));
    json_decref(payload);
}
