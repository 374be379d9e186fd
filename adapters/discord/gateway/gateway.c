#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "adapters/discord/gateway/gateway_private.h"
#include "adapters/net/backoff.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"

enum { KEY_BYTES = 32 };

struct gateway_settings gateway_settings_default(void)
{
    return (struct gateway_settings){
        .intents = GATEWAY_INTENT_GUILDS,
        .compress = true,
        .timers = {.connect = 10000,
                   .hello = 20000,
                   .ready = 60000,
                   .close = 2000,
                   .backoff_least = 1000,
                   .backoff_most = 120000,
                   .stable = 60000,
                   .identify_gap = 5000,
                   .invalid_least = 1000,
                   .invalid_most = 5000,
                   .info_freshness = 60000},
    };
}

/* -- Time -------------------------------------------------------------------------------------- */

int64_t gateway_now(const struct gateway *gateway)
{
    return (int64_t)uv_now(gateway->loop);
}

int64_t gateway_time_of_day(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void on_timer(uv_timer_t *timer);

void gateway_arrange(struct gateway *gateway)
{
    int64_t now = gateway_now(gateway), next = gateway->asking ? GATEWAY_NEVER : gateway->ask_at;

    for (unsigned i = 0; i < gateway->restored; i++) {
        int64_t due = gateway_shard_tick(gateway->members[i].shard, now);

        if (due < next)
            next = due;
    }
    /* A shard may have asked for the limits meanwhile. */
    if (!gateway->asking && gateway->ask_at < next)
        next = gateway->ask_at;
    if (gateway->failure[0] != '\0')
        next = now;
    if (next == GATEWAY_NEVER)
        uv_timer_stop(&gateway->timer);
    else
        uv_timer_start(&gateway->timer, on_timer, next > now ? (uint64_t)(next - now) : 0, 0);
}

static const char *session_key(const struct member *member, char key[KEY_BYTES])
{
    snprintf(key, KEY_BYTES, "gateway.session %u", member->number);
    return key;
}

static void ask(struct gateway *gateway)
{
    const struct gateway_listener *listener = &gateway->listener;
    char key[KEY_BYTES];

    gateway->asking = true;
    gateway->ask_at = GATEWAY_NEVER;
    if (!gateway->recalled && listener->recall)
        listener->recall(listener->context, BUDGET_KEY);
    else if (listener->recall && gateway->restored < gateway->member_count)
        listener->recall(listener->context, session_key(&gateway->members[gateway->restored], key));
    else
        listener->need_info(listener->context);
}

static void on_timer(uv_timer_t *timer)
{
    struct gateway *gateway = timer->data;
    char failure[GATEWAY_REASON_MAX];

    snprintf(failure, sizeof(failure), "%s", gateway->failure);
    gateway->failure[0] = '\0';
    if (failure[0] != '\0' && !gateway->closing) {
        gateway->listener.failed(gateway->listener.context, failure);
    } else if (!gateway->asking && gateway_now(gateway) >= gateway->ask_at) {
        ask(gateway);
    }
    gateway_arrange(gateway);
}

void gateway_wake_all(struct gateway *gateway)
{
    for (unsigned i = 0; i < gateway->member_count; i++)
        gateway_shard_wake(gateway->members[i].shard, gateway_now(gateway));
}

/* -- The end ----------------------------------------------------------------------------------- */

static void on_timer_closed(uv_handle_t *handle)
{
    struct gateway *gateway = handle->data;
    void (*closed)(void *context) = gateway->closed;
    void *context = gateway->closed_context;

    for (unsigned i = 0; i < gateway->member_count; i++) {
        gateway_shard_free(gateway->members[i].shard);
        free(gateway->members[i].remembered);
    }
    free(gateway->members);
    gateway_route_close(&gateway->route);
    free(gateway);
    if (closed)
        closed(context);
}

static void free_when_quiet(struct gateway *gateway)
{
    if (!gateway->closing)
        return;
    for (unsigned i = 0; i < gateway->member_count; i++) {
        if (gateway->members[i].socket)
            return;
    }
    uv_close((uv_handle_t *)&gateway->timer, on_timer_closed);
}

static void finish_all(struct gateway *gateway, uint16_t code)
{
    gateway->ask_at = GATEWAY_NEVER;
    for (unsigned i = 0; i < gateway->member_count; i++)
        gateway_shard_finish(gateway->members[i].shard, code);
    gateway_entry_give_back(gateway);
}

/* Stops for good; the timer tells the listener. */
static void fail(struct gateway *gateway, const char *reason)
{
    if (gateway->failed)
        return;
    gateway->failed = true;
    snprintf(gateway->failure, sizeof(gateway->failure), "%s", reason);
    finish_all(gateway, GATEWAY_CLOSE_NORMAL);
}

void gateway_close(struct gateway *gateway, void (*closed)(void *context), void *context)
{
    gateway->closing = true;
    gateway->closed = closed;
    gateway->closed_context = context;
    finish_all(gateway, gateway->keeps ? GATEWAY_CLOSE_KEEP : GATEWAY_CLOSE_NORMAL);
    free_when_quiet(gateway);
}

/* -- Between a shard and its socket ------------------------------------------------------------ */

static struct member *member_of(struct gateway *gateway, unsigned shard)
{
    return &gateway->members[shard - gateway->settings.shard_first];
}

static void on_opened(void *context)
{
    struct member *member = context;

    gateway_shard_opened(member->shard, gateway_now(member->gateway));
    gateway_arrange(member->gateway);
}

static void on_received(void *context, const char *bytes, size_t length, bool binary, bool last)
{
    struct member *member = context;

    gateway_shard_received(member->shard, bytes, length, binary, last,
                           gateway_now(member->gateway));
    if (last)
        gateway_arrange(member->gateway);
}

static void on_closed(void *context, uint16_t code, const char *reason)
{
    struct member *member = context;

    member->socket = NULL;
    gateway_shard_closed(member->shard, code, reason, gateway_now(member->gateway));
    gateway_arrange(member->gateway);
    free_when_quiet(member->gateway);
}

static void port_connect(void *context, unsigned shard, const char *url)
{
    struct gateway *gateway = context;
    struct member *member = member_of(gateway, shard);
    const struct gateway_socket_listener listener = {
        .context = member, .opened = on_opened, .received = on_received, .closed = on_closed};
    struct gateway_url parsed;

    log_debug("gateway.connect", "network", gateway->settings.network, "shard", LOG_NUMBER(shard),
              "url", url);
    /* gateway_info and the shard have refused what can't be parsed. */
    gateway_url_parse(url, gateway->settings.compress, &parsed);
    member->socket = gateway_socket_open(&gateway->route, &parsed, &listener);
    if (!member->socket)
        fail(gateway, "out of memory");
}

static void port_send(void *context, unsigned shard, const char *text, size_t length)
{
    struct member *member = member_of(context, shard);

    if (member->socket)
        gateway_socket_send(member->socket, text, length);
}

static void port_close(void *context, unsigned shard, uint16_t code)
{
    struct member *member = member_of(context, shard);

    if (member->socket)
        gateway_socket_close(member->socket, code);
}

/* -- The gate ---------------------------------------------------------------------------------- */

static void take_budget(struct gateway *gateway, const char *value)
{
    gateway->recalled = true;
    if (value)
        gateway_gate_read(&gateway->gate, value, gateway_time_of_day());
}

static void take_session(struct gateway *gateway, const char *value)
{
    struct member *member = &gateway->members[gateway->restored++];

    if (!value)
        return;
    member->remembered = memory_copy(value);
    gateway_shard_restore(member->shard, value, gateway->url);
}

void gateway_recalled(struct gateway *gateway, const char *value)
{
    bool session = gateway->recalled;

    gateway->asking = false;
    if (session)
        take_session(gateway, value);
    else
        take_budget(gateway, value);
    if (gateway->closing || gateway->failed)
        return;
    if (!session || gateway->restored < gateway->member_count)
        gateway->ask_at = gateway_now(gateway);
    gateway_arrange(gateway);
}

static void remember_session(struct gateway *gateway, struct member *member, bool keep)
{
    const struct gateway_listener *listener = &gateway->listener;
    char text[GATEWAY_SESSION_BYTES] = "", key[KEY_BYTES];

    if (keep)
        gateway_shard_print_session(member->shard, text);
    if (strcmp(text, member->remembered ? member->remembered : "") == 0)
        return;
    free(member->remembered);
    member->remembered = text[0] != '\0' ? memory_copy(text) : NULL;
    listener->remember(listener->context, session_key(member, key), member->remembered);
}

void gateway_remember(struct gateway *gateway, bool keep)
{
    gateway->keeps = keep && gateway->listener.remember;
    for (unsigned i = 0; gateway->listener.remember && i < gateway->restored; i++)
        remember_session(gateway, &gateway->members[i], keep);
}

void gateway_deafen(struct gateway *gateway)
{
    for (unsigned i = 0; i < gateway->member_count; i++)
        gateway_shard_deafen(gateway->members[i].shard);
}

/* -- Events ------------------------------------------------------------------------------------ */

static uint32_t port_random(void *context)
{
    (void)context;
    return randombytes_random();
}

static void port_ready(void *context, unsigned shard, const json_t *data)
{
    const struct gateway *gateway = context;

    gateway->listener.ready(gateway->listener.context, shard, data);
}

static void port_resumed(void *context, unsigned shard)
{
    const struct gateway *gateway = context;

    gateway->listener.resumed(gateway->listener.context, shard);
}

static void port_dispatch(void *context, unsigned shard, const char *event, const json_t *data)
{
    const struct gateway *gateway = context;

    gateway->listener.dispatch(gateway->listener.context, shard, event, data);
}

static void port_crowded(void *context, unsigned shard, const char *reason)
{
    struct gateway *gateway = context;

    (void)shard;
    if (!gateway->listener.crowded) {
        fail(gateway, reason);
        return;
    }
    gateway->listener.crowded(gateway->listener.context);
    gateway->ask_at = gateway_now(gateway);
}

static void port_failed(void *context, unsigned shard, const char *reason)
{
    (void)shard;
    fail(context, reason);
}

/* -- From outside ------------------------------------------------------------------------------ */

struct gateway *gateway_open(uv_loop_t *loop, const struct gateway_settings *settings,
                             const struct gateway_listener *listener, char *error,
                             size_t error_size)
{
    struct gateway *gateway = calloc(1, sizeof(*gateway));

    if (!gateway) {
        snprintf(error, error_size, "out of memory");
        return NULL;
    }
    gateway->loop = loop;
    gateway->settings = *settings;
    gateway->listener = *listener;
    gateway->port = (struct gateway_port){.context = gateway,
                                          .connect = port_connect,
                                          .send = port_send,
                                          .close = port_close,
                                          .enter = gateway_entry_enter,
                                          .identified = gateway_entry_identified,
                                          .leave = gateway_entry_leave,
                                          .random = port_random,
                                          .ready = port_ready,
                                          .resumed = port_resumed,
                                          .dispatch = port_dispatch,
                                          .failed = port_failed,
                                          .may_identify = gateway_entry_may_identify,
                                          .crowded = port_crowded};
    gateway->route.user_agent = settings->user_agent;
    gateway->route.connect_ms = settings->timers.connect;
    gateway->route.close_ms = settings->timers.close;
    if (!gateway_route_open(&gateway->route, loop, settings->ca_file, error, error_size)) {
        free(gateway);
        return NULL;
    }
    gateway_gate_init(&gateway->gate, &settings->timers);
    uv_timer_init(loop, &gateway->timer);
    gateway->timer.data = gateway;
    gateway->ask_at = gateway_now(gateway);
    gateway_arrange(gateway);
    return gateway;
}

static void make_shards(struct gateway *gateway, unsigned recommended)
{
    const struct gateway_settings *settings = &gateway->settings;
    unsigned count = settings->shard_count ? settings->shard_count : recommended;
    unsigned first = settings->shard_first, here;

    if (count < 1)
        count = 1;
    if (count > GATEWAY_SHARDS_MAX || first >= count) {
        fail(gateway, first >= count ? "the first shard of this process is beyond the last one"
                                     : "there are more shards than the bot can run");
        return;
    }
    here = settings->shard_limit && settings->shard_limit < count - first ? settings->shard_limit
                                                                          : count - first;
    gateway->members = memory_new(here * sizeof(gateway->members[0]));
    for (unsigned i = 0; i < here; i++) {
        struct member *member = &gateway->members[i];

        *member = (struct member){.gateway = gateway, .number = first + i};
        member->shard = gateway_shard_new(settings, member->number, count, &gateway->port);
    }
    gateway->member_count = here;
    gateway->shard_count = count;
    if (gateway->listener.recall)
        gateway->ask_at = gateway_now(gateway);
    else
        gateway->restored = here;
}

void gateway_no_info(struct gateway *gateway)
{
    const struct gateway_timers *timers = &gateway->settings.timers;

    gateway->asking = false;
    if (gateway->closing || gateway->failed)
        return;
    gateway->ask_at =
        gateway_now(gateway) + backoff_pause(++gateway->ask_failures, timers->backoff_least,
                                             timers->backoff_most, randombytes_random());
    gateway_arrange(gateway);
}

void gateway_info(struct gateway *gateway, const struct gateway_info *info)
{
    struct gateway_url url;

    if (gateway->closing || gateway->failed)
        return;
    if (strlen(info->url) >= sizeof(gateway->url) || !gateway_url_parse(info->url, true, &url)) {
        log_warning("gateway.url", "network", gateway->settings.network, "url", info->url, "reason",
                    "not the address of a gateway");
        gateway_no_info(gateway);
        return;
    }
    gateway->asking = false;
    gateway->ask_failures = 0;
    snprintf(gateway->url, sizeof(gateway->url), "%s", info->url);
    gateway_gate_inform(&gateway->gate, info, gateway_now(gateway), gateway_time_of_day());
    if (gateway->member_count == 0)
        make_shards(gateway, info->shards);
    gateway_wake_all(gateway);
    gateway_arrange(gateway);
}

unsigned gateway_shard_count(const struct gateway *gateway)
{
    return gateway->shard_count;
}

bool gateway_is_ready(const struct gateway *gateway)
{
    for (unsigned i = 0; i < gateway->member_count; i++) {
        if (!gateway_shard_is_ready(gateway->members[i].shard))
            return false;
    }
    return gateway->member_count > 0;
}

int64_t gateway_delay(const struct gateway *gateway)
{
    int64_t longest = 0;
    for (unsigned i = 0; i < gateway->member_count; i++) {
        int64_t delay = gateway_shard_delay(gateway->members[i].shard);
        longest = delay > longest ? delay : longest;
    }
    return longest;
}
