#include "tests/wire/gateway_kit.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

__attribute__((format(printf, 2, 3))) static void note(struct gateway_kit *kit, const char *format,
                                                       ...)
{
    va_list arguments;

    if (kit->count == GATEWAY_KIT_LINES)
        return;
    va_start(arguments, format);
    vsnprintf(kit->lines[kit->count++], GATEWAY_KIT_LINE_BYTES, format, arguments);
    va_end(arguments);
}

static void port_connect(void *context, unsigned shard, const char *url)
{
    (void)shard;
    note(context, "connect %s", url);
}

static void port_send(void *context, unsigned shard, const char *text, size_t length)
{
    (void)shard;
    note(context, "send %.*s", (int)length, text);
}

static void port_close(void *context, unsigned shard, uint16_t code)
{
    (void)shard;
    note(context, "close %u", code);
}

static const char *port_enter(void *context, unsigned shard, int64_t *wait)
{
    struct gateway_kit *kit = context;

    (void)shard;
    note(kit, "enter");
    *wait = kit->gate_wait;
    return kit->gate_shut ? NULL : "wss://gateway.test";
}

static void port_identified(void *context, unsigned shard)
{
    (void)shard;
    note(context, "identified");
}

static void port_leave(void *context, unsigned shard)
{
    (void)shard;
    note(context, "leave");
}

static uint32_t port_random(void *context)
{
    return ((struct gateway_kit *)context)->random;
}

static void port_ready(void *context, unsigned shard, const json_t *data)
{
    const char *session = json_string_value(json_object_get(data, "session_id"));

    (void)shard;
    note(context, "ready %s", session ? session : "");
}

static void port_resumed(void *context, unsigned shard)
{
    (void)shard;
    note(context, "resumed");
}

static void port_dispatch(void *context, unsigned shard, const char *event, const json_t *data)
{
    (void)shard;
    (void)data;
    note(context, "event %s", event);
}

static void port_failed(void *context, unsigned shard, const char *reason)
{
    (void)shard;
    note(context, "failed %s", reason);
}

static bool port_may_identify(void *context, unsigned shard)
{
    const struct gateway_kit *kit = context;

    (void)shard;
    return !kit->turn_passed;
}

static void port_crowded(void *context, unsigned shard, const char *reason)
{
    (void)shard;
    note(context, "crowded %s", reason);
}

void gateway_kit_init(struct gateway_kit *kit)
{
    memset(kit, 0, sizeof(*kit));
    kit->settings = gateway_settings_default();
    kit->settings.network = "test";
    kit->settings.token = "TOKEN";
    kit->now = 1000;
    kit->port = (struct gateway_port){.context = kit,
                                      .connect = port_connect,
                                      .send = port_send,
                                      .close = port_close,
                                      .enter = port_enter,
                                      .identified = port_identified,
                                      .leave = port_leave,
                                      .random = port_random,
                                      .ready = port_ready,
                                      .resumed = port_resumed,
                                      .dispatch = port_dispatch,
                                      .failed = port_failed,
                                      .may_identify = port_may_identify,
                                      .crowded = port_crowded};
    kit->shard = gateway_shard_new(&kit->settings, 0, 1, &kit->port);
}

void gateway_kit_free(struct gateway_kit *kit)
{
    gateway_shard_free(kit->shard);
}

const char *gateway_kit_line(struct gateway_kit *kit)
{
    return kit->first < kit->count ? kit->lines[kit->first++] : "";
}

void gateway_kit_forget(struct gateway_kit *kit)
{
    kit->first = kit->count = 0;
}

static void tick(struct gateway_kit *kit)
{
    kit->due = gateway_shard_tick(kit->shard, kit->now);
}

void gateway_kit_wait(struct gateway_kit *kit, int64_t ms)
{
    int64_t end = kit->now + ms;

    tick(kit);
    while (kit->due <= end) {
        kit->now = kit->due > kit->now ? kit->due : kit->now;
        tick(kit);
        /* Fails when something is due at once again and again. */
        if (kit->due <= kit->now)
            kit->now++;
    }
    kit->now = end;
}

void gateway_kit_opened(struct gateway_kit *kit)
{
    gateway_shard_opened(kit->shard, kit->now);
    tick(kit);
}

void gateway_kit_closed(struct gateway_kit *kit, uint16_t code)
{
    gateway_shard_closed(kit->shard, code, "the connection broke", kit->now);
    tick(kit);
}

void gateway_kit_receive(struct gateway_kit *kit, const char *text)
{
    gateway_kit_piece(kit, text, strlen(text), false, true);
}

void gateway_kit_piece(struct gateway_kit *kit, const char *bytes, size_t length, bool binary,
                       bool last)
{
    gateway_shard_received(kit->shard, bytes, length, binary, last, kit->now);
    tick(kit);
}

void gateway_kit_ready(struct gateway_kit *kit)
{
    uint32_t random = kit->random;

    gateway_kit_wait(kit, 0);
    gateway_kit_opened(kit);
    kit->random = UINT32_MAX / 2;
    gateway_kit_receive(kit, "{\"op\":10,\"d\":{\"heartbeat_interval\":40000}}");
    kit->random = random;
    gateway_kit_receive(kit, "{\"op\":0,\"t\":\"READY\",\"s\":1,\"d\":{\"session_id\":\"s1\","
                             "\"resume_gateway_url\":\"wss://resume.test\"}}");
    gateway_kit_forget(kit);
}
