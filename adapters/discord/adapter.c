#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "adapters/discord/discord.h"
#include "adapters/discord/gateway/gateway.h"
#include "adapters/discord/rest/rest.h"
#include "adapters/discord/session/session.h"
#include "adapters/discord/translation/interaction.h"
#include "adapters/discord/turns.h"
#include "adapters/net/talk/recall.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"

/* An event that the host did not hear of is kept within this time; it may come again. */
enum { KEEP_MS = 2000 };

struct discord_adapter {
    struct adapter base; /* the first member: the host holds its address */
    uv_loop_t *loop;
    const struct discord_settings *settings; /* the host's */
    struct adapter_listener listener;
    struct discord_session *session;
    struct requests *requests;
    struct gateway *gateway;
    struct talk_recall *recall;     /* the gateway's */
    bool begun[GATEWAY_SHARDS_MAX]; /* shards whose session this process has heard of */
    char *remembered;               /* a session that waits for what is known of its servers */
    bool asked, known;              /* that was asked for; it was there */
    bool budget_known;              /* the gateway's first question */
    bool crowded;                   /* Discord wants more shards */
    struct discord_turn *turn;      /* to identify; NULL: none is asked for or given */
    uv_timer_t keep;
    char agent[REST_USER_AGENT_BYTES];
    uv_timer_t work;
    int64_t clock; /* what to add to the loop's time to get ms since 1970 */
    bool failed;
    bool closing;
    int open; /* parts that are not closed yet */
    void (*closed)(void *context);
    void *closed_context;
};

static struct discord_adapter *adapter_of(struct adapter *base)
{
    return (struct discord_adapter *)base;
}

static int64_t now_of(const struct discord_adapter *adapter)
{
    return (int64_t)uv_now(adapter->loop) + adapter->clock;
}

/* -- The session's work ------------------------------------------------------------------------ */

static bool may_speak(void *context)
{
    const struct discord_adapter *adapter = context;
    const struct adapter_listener *listener = &adapter->listener;
    return !listener->may_speak ||
           listener->may_speak(listener->context, adapter->base.network, listener->part.number);
}

static void on_work(uv_timer_t *timer)
{
    enum { SILENT_MS = 250 };
    struct discord_adapter *adapter = timer->data;
    if (!may_speak(adapter)) {
        uv_timer_start(timer, on_work, SILENT_MS, 0);
        return;
    }
    int64_t due = discord_session_tick(adapter->session, now_of(adapter));
    int64_t now = now_of(adapter);
    /* What the tick said asks for the next one by itself. */
    if (due == INT64_MAX || uv_is_active((uv_handle_t *)timer))
        return;
    uv_timer_start(timer, on_work, (uint64_t)(due > now ? due - now : 0), 0);
}

static void wake(void *context)
{
    struct discord_adapter *adapter = context;
    if (!adapter->closing)
        uv_timer_start(&adapter->work, on_work, 0, 0);
}

static void send_call(void *context, const struct rest_call *call)
{
    struct discord_adapter *adapter = context;
    rest_send(adapter->requests, call);
}

static void permissions_changed(void *context, const char *channel)
{
    struct discord_adapter *adapter = context;
    requests_permissions_changed(adapter->requests, channel);
}

/* -- Failure ----------------------------------------------------------------------------------- */

static void fail(void *context, const char *reason)
{
    struct discord_adapter *adapter = context;
    if (adapter->failed)
        return;
    adapter->failed = true;
    adapter->listener.failed(adapter->listener.context, adapter->base.network, reason);
}

/* -- The gateway ------------------------------------------------------------------------------- */

static unsigned number_of(const json_t *object, const char *key)
{
    json_int_t number = json_integer_value(json_object_get(object, key));
    return number > 0 && number < 1000000 ? (unsigned)number : 0;
}

/* Whether the processes that share the bot have to agree on the number of shards first. */
static bool needs_number(const struct discord_adapter *adapter)
{
    return adapter->listener.divide != NULL && discord_shards(adapter->settings) == 0 &&
           (adapter->listener.part.count == 0 || adapter->crowded);
}

/* Until they have, Discord is asked again and again. */
static void divide(struct discord_adapter *adapter, unsigned shards)
{
    const struct network_part *part = &adapter->listener.part;
    if (shards <= part->count && adapter->crowded) {
        fail(adapter, "Discord wants more shards, but does not say how many");
        return;
    }
    if (shards == 0)
        shards = 1;
    adapter->listener.divide(adapter->listener.context, adapter->base.network, part->number,
                             part->count, shards);
    gateway_no_info(adapter->gateway);
}

static void got_info(void *context, const struct request_answer *answer)
{
    struct discord_adapter *adapter = context;
    const json_t *limit = json_object_get(answer->json, "session_start_limit");
    const char *url = json_string_value(json_object_get(answer->json, "url"));
    const char *own = adapter->settings->gateway;
    if (adapter->gateway == NULL)
        return;
    if (answer->outcome != REQUEST_DONE || (url == NULL && own[0] == '\0')) {
        if (answer->outcome != REQUEST_STOPPED)
            gateway_no_info(adapter->gateway);
        return;
    }
    if (needs_number(adapter)) {
        divide(adapter, number_of(answer->json, "shards"));
        return;
    }
    const struct gateway_info info = {.url = own[0] != '\0' ? own : url,
                                      .shards = number_of(answer->json, "shards"),
                                      .total = number_of(limit, "total"),
                                      .remaining = number_of(limit, "remaining"),
                                      .reset_after =
                                          json_integer_value(json_object_get(limit, "reset_after")),
                                      .max_concurrency = number_of(limit, "max_concurrency")};
    gateway_info(adapter->gateway, &info);
}

static void need_info(void *context)
{
    struct discord_adapter *adapter = context;
    rest_send(adapter->requests, &(struct rest_call){.route = REST_GATEWAY_GET,
                                                     .priority = REQUEST_NORMAL,
                                                     .done = got_info,
                                                     .context = adapter});
}

static void crowded(void *context)
{
    struct discord_adapter *adapter = context;
    adapter->crowded = true;
}

static void ask_turn(void *context, const struct gateway_turn *turn)
{
    struct discord_adapter *adapter = context;
    discord_turn_ask(&adapter->turn, &adapter->listener, adapter->base.network, turn,
                     adapter->gateway);
}

static void end_turn(void *context, bool identified)
{
    struct discord_adapter *adapter = context;
    discord_turn_end(&adapter->turn, identified);
}

static void keep_now(struct discord_adapter *adapter)
{
    uv_timer_stop(&adapter->keep);
    gateway_remember(adapter->gateway, discord_session_keep(adapter->session));
}

static void on_keep(uv_timer_t *timer)
{
    keep_now(timer->data);
}

static void keep_soon(struct discord_adapter *adapter)
{
    if (!uv_is_active((uv_handle_t *)&adapter->keep))
        uv_timer_start(&adapter->keep, on_keep, KEEP_MS, 0);
}

static void ready(void *context, unsigned shard, const json_t *data)
{
    struct discord_adapter *adapter = context;
    adapter->begun[shard] = true;
    discord_session_ready(adapter->session, data, now_of(adapter));
    keep_soon(adapter);
}

/* The shard's first event, unless that is READY: it goes on with a session of an earlier process.
 */
static void go_on(struct discord_adapter *adapter, unsigned shard)
{
    if (adapter->begun[shard])
        return;
    adapter->begun[shard] = true;
    discord_session_resumed(adapter->session, shard, gateway_shard_count(adapter->gateway),
                            now_of(adapter));
}

static void resumed(void *context, unsigned shard)
{
    struct discord_adapter *adapter = context;
    go_on(adapter, shard);
    keep_soon(adapter);
    log_info("discord.resumed", "network", adapter->base.network, "shard", LOG_NUMBER(shard));
}

static void dispatch(void *context, unsigned shard, const char *event, const json_t *data)
{
    struct discord_adapter *adapter = context;
    go_on(adapter, shard);
    discord_session_event(adapter->session, event, data, now_of(adapter));
    if (discord_session_has_heard(adapter->session))
        keep_now(adapter);
    else
        keep_soon(adapter);
}

static void remember(void *context, const char *key, const char *value)
{
    struct discord_adapter *adapter = context;
    adapter->listener.remember(adapter->listener.context, adapter->base.network,
                               adapter->listener.part.number, key, value);
}

static void servers_recalled(void *context, bool known)
{
    struct discord_adapter *adapter = context;
    char *session = adapter->remembered;
    adapter->known = known;
    adapter->remembered = NULL;
    if (adapter->gateway != NULL)
        gateway_recalled(adapter->gateway, known ? session : NULL);
    free(session);
}

/* The budget. */
static void recalled(void *context, const char *value)
{
    const struct discord_adapter *adapter = context;
    gateway_recalled(adapter->gateway, value);
}

/* A session can go on only if its servers are known. */
static void session_recalled(void *context, const char *value)
{
    struct discord_adapter *adapter = context;
    if (value == NULL || adapter->asked) {
        gateway_recalled(adapter->gateway, adapter->known ? value : NULL);
        return;
    }
    adapter->asked = true;
    adapter->remembered = memory_copy(value);
    discord_session_recall(adapter->session, servers_recalled, adapter);
}

static void recall(void *context, const char *key)
{
    struct discord_adapter *adapter = context;
    bool budget = !adapter->budget_known;
    adapter->budget_known = true;
    talk_recall_ask(&adapter->recall, &adapter->listener, adapter->base.network, key,
                    budget ? recalled : session_recalled, adapter);
}

/* A part is a shard. */
static void choose_shards(const struct discord_adapter *adapter, struct gateway_settings *gateway)
{
    const struct network_part *part = &adapter->listener.part;
    gateway->shard_count = part->count > 0 ? part->count : discord_shards(adapter->settings);
    gateway->shard_first = part->number;
    gateway->shard_limit = part->count > 0 ? 1 : 0;
}

static struct gateway *open_gateway(struct discord_adapter *adapter, char *error, size_t error_size)
{
    const struct discord_settings *settings = adapter->settings;
    struct gateway_settings gateway = gateway_settings_default();
    gateway.network = adapter->base.network;
    gateway.token = settings->token;
    gateway.user_agent = rest_user_agent(settings, adapter->agent);
    gateway.ca_file = settings->authority_file[0] != '\0' ? settings->authority_file : NULL;
    if (settings->channel_messages)
        gateway.intents |= GATEWAY_INTENT_GUILD_MESSAGES;
    if (settings->typed)
        gateway.intents |= GATEWAY_INTENT_DIRECT_MESSAGES;
    choose_shards(adapter, &gateway);
    gateway.compress = settings->compress;
    gateway.timers.hello = settings->hello_timeout;
    gateway.timers.ready = settings->ready_timeout;
    gateway.timers.backoff_least = settings->reconnect_after;
    gateway.timers.backoff_most = settings->reconnect_most;
    gateway.timers.identify_gap = settings->identify_gap;
    gateway.timers.invalid_most = settings->invalid_session_wait;
    if (gateway.timers.invalid_least > gateway.timers.invalid_most)
        gateway.timers.invalid_least = gateway.timers.invalid_most;
    bool shares = adapter->listener.ask_permit != NULL;
    bool divides = adapter->listener.divide != NULL && discord_shards(settings) == 0;
    const struct gateway_listener listener = {.context = adapter,
                                              .need_info = need_info,
                                              .ready = ready,
                                              .resumed = resumed,
                                              .dispatch = dispatch,
                                              .remember = remember,
                                              .recall = recall,
                                              .ask_turn = shares ? ask_turn : NULL,
                                              .end_turn = end_turn,
                                              .crowded = divides ? crowded : NULL,
                                              .failed = fail};
    return gateway_open(adapter->loop, &gateway, &listener, error, error_size);
}

/* -- The end ----------------------------------------------------------------------------------- */

static void part_closed(struct discord_adapter *adapter)
{
    if (--adapter->open > 0)
        return;
    void (*closed)(void *context) = adapter->closed;
    void *context = adapter->closed_context;
    discord_session_free(adapter->session);
    free(adapter->remembered);
    free(adapter);
    if (closed != NULL)
        closed(context);
}

static void on_timer_closed(uv_handle_t *handle)
{
    part_closed(handle->data);
}

static void on_part_closed(void *context)
{
    part_closed(context);
}

static void close_parts(struct discord_adapter *adapter)
{
    struct gateway *gateway = adapter->gateway;
    adapter->closing = true;
    adapter->gateway = NULL;
    talk_recall_drop(&adapter->recall);
    adapter->open = 2 + (adapter->requests != NULL) + (gateway != NULL);
    if (gateway != NULL)
        gateway_close(gateway, on_part_closed, adapter);
    discord_turn_drop(&adapter->turn);
    if (adapter->requests != NULL)
        requests_close(adapter->requests, on_part_closed, adapter);
    uv_close((uv_handle_t *)&adapter->work, on_timer_closed);
    uv_close((uv_handle_t *)&adapter->keep, on_timer_closed);
}

static void deafen(struct adapter *base)
{
    gateway_deafen(adapter_of(base)->gateway);
}

static void close_adapter(struct adapter *base, const char *farewell, void (*closed)(void *context),
                          void *context)
{
    struct discord_adapter *adapter = adapter_of(base);
    (void)farewell; /* Discord shows that the bot is away after some minutes */
    adapter->closed = closed;
    adapter->closed_context = context;
    if (may_speak(adapter))
        discord_session_tick(adapter->session, now_of(adapter));
    keep_now(adapter);
    close_parts(adapter);
}

/* -- The class --------------------------------------------------------------------------------- */

static int64_t time_of_day(void)
{
    struct timespec wall;
    clock_gettime(CLOCK_REALTIME, &wall);
    return (int64_t)wall.tv_sec * 1000 + wall.tv_nsec / 1000000;
}

static struct adapter *open_adapter(uv_loop_t *loop, const char *network, const void *settings,
                                    const struct adapter_listener *listener, char *error,
                                    size_t error_size)
{
    struct discord_adapter *adapter = memory_new(sizeof *adapter);
    struct text name = TEXT_IN(adapter->base.network);
    text_add(&name, network);
    adapter->base.class = &discord_adapter_class;
    adapter->loop = loop;
    adapter->settings = settings;
    adapter->listener = *listener;
    uv_update_time(loop);
    adapter->clock = time_of_day() - (int64_t)uv_now(loop);
    uv_timer_init(loop, &adapter->work);
    adapter->work.data = adapter;
    uv_timer_init(loop, &adapter->keep);
    adapter->keep.data = adapter;
    const char *key, *advice = discord_settings_section.advise(settings, &key);
    if (advice != NULL)
        log_warning("discord.no_agent_url", "network", network, "reason", advice);
    const struct discord_courier courier = {.context = adapter,
                                            .send = send_call,
                                            .permissions_changed = permissions_changed,
                                            .wake = wake};
    adapter->session = discord_session_new(network, settings, listener, &courier, now_of(adapter));
    const struct request_listener watcher = {
        .context = adapter, .stopped = fail, .may_send = may_speak};
    adapter->requests =
        rest_open(loop, network, settings, listener->part.count, &watcher, error, error_size);
    if (adapter->requests != NULL)
        adapter->gateway = open_gateway(adapter, error, error_size);
    if (adapter->gateway != NULL)
        return &adapter->base;
    close_parts(adapter);
    return NULL;
}

static void say(struct adapter *base, const struct outbound *outbound)
{
    struct discord_adapter *adapter = adapter_of(base);
    discord_session_say(adapter->session, outbound, now_of(adapter));
}

static bool shows_colours(const struct adapter *base, const char *place, bool asked)
{
    (void)place;
    const struct discord_adapter *adapter = (const struct discord_adapter *)base;
    return asked || adapter->settings->colours;
}

static size_t server(const char *place)
{
    return strcspn(place, "/");
}

static unsigned parts(const void *settings)
{
    return discord_shards(settings);
}

static unsigned part(const char *place, unsigned count)
{
    return discord_shard_of(place, count);
}

static bool find_place(const struct adapter *base, const char *here, const char *typed,
                       char place[PLACE_MAX])
{
    return discord_session_find_place(((const struct discord_adapter *)base)->session, here, typed,
                                      place);
}

static bool find_person(const struct adapter *base, const char *here, const char *typed,
                        char who[IDENTITY_MAX], char name[NAME_MAX_BYTES])
{
    (void)base;
    (void)here;
    return discord_session_find_person(typed, who, name);
}

static void place_name(const struct adapter *base, const char *place, char name[PLACE_MAX])
{
    discord_session_place_name(((const struct discord_adapter *)base)->session, place, name);
}

static bool parent(const struct adapter *base, const char *place, char key[PLACE_MAX])
{
    return discord_session_parent(((const struct discord_adapter *)base)->session, place, key);
}

static bool has_place(const struct adapter *base, const char *place)
{
    return discord_session_has_place(((const struct discord_adapter *)base)->session, place);
}

static void open_thread(struct adapter *base, const char *place, uint64_t table, bool closed,
                        const char *title)
{
    discord_session_open_thread(adapter_of(base)->session, place, table, closed, title);
}

static const char *own_name(const struct adapter *base)
{
    return discord_session_own_name(((const struct discord_adapter *)base)->session);
}

static void count(const struct adapter *base, struct adapter_counters *counters)
{
    const struct discord_adapter *adapter = (const struct discord_adapter *)base;
    const struct request_counters *requests = requests_counters(adapter->requests);
    counters->connected =
        !adapter->failed && adapter->gateway != NULL && gateway_is_ready(adapter->gateway);
    counters->delay = adapter->gateway != NULL ? (uint64_t)gateway_delay(adapter->gateway) : 0;
    counters->sent = requests->outcomes[REQUEST_DONE];
    counters->superseded = discord_session_superseded(adapter->session);
    for (int outcome = REQUEST_REFUSED; outcome < REQUEST_OUTCOMES; outcome++)
        counters->dropped += requests->outcomes[outcome];
    counters->waiting = requests->waiting + requests->in_flight;
    counters->tries = requests->sent;
    counters->repeated = requests->repeated;
    counters->failed = requests->failures;
    counters->limited[LIMIT_USER] = requests->limited_user;
    counters->limited[LIMIT_SHARED] = requests->limited_shared;
    counters->limited[LIMIT_GLOBAL] = requests->limited_global;
    counters->limited[LIMIT_BLOCKED] = requests->blocked;
}

static void reload(struct adapter *base, const void *settings, char *unchanged,
                   size_t unchanged_size)
{
    struct discord_adapter *adapter = adapter_of(base);
    config_list_restarts(&discord_settings_section, adapter->settings, settings, unchanged,
                         unchanged_size);
    adapter->settings = settings;
    discord_session_reload(adapter->session, settings);
}

static const char *prefix(const struct adapter *base, const char *place)
{
    (void)base;
    (void)place;
    return "/";
}

const struct adapter_class discord_adapter_class = {
    .type = "discord",
    .boards = true,
    .images = true,
    .files = true,
    .settings = &discord_settings_section,
    .open = open_adapter,
    .say = say,
    .shows_colours = shows_colours,
    .prefix = prefix,
    .server = server,
    .parts = parts,
    .part = part,
    .find_place = find_place,
    .find_person = find_person,
    .place_name = place_name,
    .parent = parent,
    .has_place = has_place,
    .open_thread = open_thread,
    .own_name = own_name,
    .counters = count,
    .reload = reload,
    .deafen = deafen,
    .close = close_adapter,
};
