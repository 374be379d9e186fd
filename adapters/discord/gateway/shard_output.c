/* Payloads to Discord. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/discord/gateway/shard_private.h"

static void send_text(struct gateway_shard *shard, const char *text, int64_t now)
{
    gateway_pace_sent(&shard->pace, now);
    shard->port->send(shard->port->context, shard->number, text, strlen(text));
}

/* Takes the payload over. It opens the session: if it can't be sent, the connection is closed. */
static void send_opening(struct gateway_shard *shard, json_t *payload, int64_t now)
{
    char *text = payload ? json_dumps(payload, JSON_COMPACT) : NULL;

    json_decref(payload);
    if (!text)
        gateway_shard_drop(shard, "out of memory");
    else if (strlen(text) > GATEWAY_PAYLOAD_MAX)
        gateway_shard_fail(shard, "the bot's token is no token: it is too long");
    else
        send_text(shard, text, now);
    free(text);
}

void gateway_shard_identify(struct gateway_shard *shard, int64_t now)
{
    shard->stage = GATEWAY_STAGE_IDENTIFYING;
    shard->session.sequence = -1;
    shard->entered = false;
    shard->port->identified(shard->port->context, shard->number);
    send_opening(shard,
                 json_pack("{s:i, s:{s:s, s:I, s:i, s:[i, i], s:{s:s, s:s, s:s}}}", "op", 2, "d",
                           "token", shard->settings->token, "intents",
                           (json_int_t)shard->settings->intents, "large_threshold", 50, "shard",
                           (int)shard->number, (int)shard->count, "properties", "os", "linux",
                           "browser", "belfry", "device", "belfry"),
                 now);
}

void gateway_shard_resume(struct gateway_shard *shard, int64_t now)
{
    shard->stage = GATEWAY_STAGE_RESUMING;
    send_opening(shard,
                 json_pack("{s:i, s:{s:s, s:s, s:I}}", "op", 6, "d", "token",
                           shard->settings->token, "session_id", shard->session.id, "seq",
                           shard->session.sequence < 0 ? 0 : shard->session.sequence),
                 now);
}

/* -- Heartbeats -------------------------------------------------------------------------------- */

static void beat(struct gateway_shard *shard, int64_t now)
{
    char text[64];

    if (shard->session.sequence < 0)
        snprintf(text, sizeof(text), "{\"op\":1,\"d\":null}");
    else
        snprintf(text, sizeof(text), "{\"op\":1,\"d\":%" JSON_INTEGER_FORMAT "}",
                 shard->session.sequence);
    send_text(shard, text, now);
}

/* Nothing waits for its acknowledgement: the next scheduled beat may be due at once. */
void gateway_shard_beat_now(struct gateway_shard *shard, int64_t now)
{
    if (gateway_pace_wait(&shard->pace, GATEWAY_PACE_ASKED, now) == 0)
        beat(shard, now);
}

void gateway_shard_beat(struct gateway_shard *shard, int64_t now)
{
    int64_t wait;

    if (!shard->acknowledged) {
        gateway_shard_drop(shard, "no answer to a heartbeat");
        return;
    }
    wait = gateway_pace_wait(&shard->pace, GATEWAY_PACE_BEAT, now);
    if (wait > 0) {
        shard->beat_at = now + wait;
        return;
    }
    shard->acknowledged = false;
    shard->beaten_at = now;
    shard->beat_at += shard->interval;
    if (shard->beat_at <= now)
        shard->beat_at = now + shard->interval;
    beat(shard, now);
}
