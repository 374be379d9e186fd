#include "bot/turn/host_private.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/duration.h"
#include "bot/base/error.h"
#include "bot/base/fault.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/commands/downloads.h"
#include "bot/core/style.h"
#include "bot/tables/seeking.h"

/* -- What happens by itself -------------------------------------------------------------------- */

static void work(uv_idle_t *handle)
{
    struct host *host = handle->data;
    session_play_bots(&host->sessions);
}

static void alarmed(void *context)
{
    struct host *host = context;
    session_ring(&host->sessions);
    session_ring_seekers(&host->sessions);
}

/* Whatever was timed goes on as if the clock had always been right. That waits until the store
 * saves: a table that is read again has the times that were last saved. */
void host_follow_clock(struct host *host)
{
    if (host->turns != NULL || host->unsaved_turn)
        return;
    int64_t by = clock_follow(&host->clock);
    if (by == 0)
        return;
    log_warning("clock.set", "seconds", LOG_NUMBER(by / SECOND));
    host->counters.clock_corrections++;
    host->started += by;
    session_clock_set(&host->sessions, by);
    downloads_redate(host->config->export_folder, by);
}

static void set_alarm(struct host *host)
{
    const struct table *first = deadlines_first(&host->sessions.deadlines);
    int64_t due = session_seekers_due(&host->sessions), leagues = host->sessions.leagues_due;
    if (first != NULL)
        due = earlier_of(due, first->due);
    if (leagues != 0)
        due = earlier_of(due, leagues);
    due = earlier_of(due, host->sessions.sending_due);
    alarm_set(&host->alarm, due == DEADLINE_NEVER || host->stopping ? ALARM_NEVER : due,
              clock_now(&host->clock));
}

static void before_wait(uv_prepare_t *handle)
{
    struct host *host = handle->data;
    host_end_turn(host);
    host->looks_again = false;
}

static void after_wait(uv_check_t *handle)
{
    host_end_turn(handle->data);
}

/* -- Start, reload, stop ----------------------------------------------------------------------- */

static void thought(void *context, const struct thought *thought)
{
    struct host *host = context;
    session_thought(&host->sessions, thought);
}

static void give_settings(struct host *host, const struct config *config, struct catalog *catalog)
{
    host->settings = (struct settings){
        .store = host->store, .networks = &host->networks, .clock = &host->clock, .config = config};
    host->styles = (struct styles){.settings = &host->settings,
                                   .catalog = catalog,
                                   .networks = &host->networks,
                                   .outbox = &host->outbox};
}

static void give_sessions(struct host *host)
{
    host->thinker = thinkers_as_thinker(&host->thinkers);
    host->sessions = (struct sessions){.store = host->store,
                                       .outbox = &host->outbox,
                                       .settings = &host->settings,
                                       .styles = &host->styles,
                                       .networks = &host->networks,
                                       .clock = &host->clock,
                                       .cooldowns = &host->cooldowns,
                                       .counters = &host->counters,
                                       .thinker = &host->thinker};
}

static void give_commands(struct host *host, struct catalog *catalog)
{
    host->commands = (struct commands){.sessions = &host->sessions,
                                       .store = host->store,
                                       .outbox = &host->outbox,
                                       .settings = &host->settings,
                                       .styles = &host->styles,
                                       .networks = &host->networks,
                                       .clock = &host->clock,
                                       .catalog = catalog,
                                       .cooldowns = &host->cooldowns,
                                       .coach = &host->coaching.coach};
}

void host_open(struct host *host, uv_loop_t *loop, struct catalog *catalog, struct store *store,
               struct config *config)
{
    enum { TABLES_ENOUGH = 16 }; /* a turn costs a server as much as eight more tables in one */
    *host = (struct host){.loop = loop,
                          .store = store,
                          .config = config,
                          .tables_enough = TABLES_ENOUGH,
                          .farewell = "farewell",
                          .way_back = ""};
    clock_follow(&host->clock);
    host->started = clock_now(&host->clock);
    give_settings(host, config, catalog);
    give_sessions(host);
    give_commands(host, catalog);
    host->listener = host_listener(host);
    _Static_assert(sizeof host->listener.generation == STORE_GENERATION_BYTES, "one and the same");
    memcpy(host->listener.generation, store_generation(store), STORE_GENERATION_BYTES);
    outbox_open(&host->outbox);
    outbox_open(&host->unsaved);
    thinkers_open(&host->thinkers, loop, thought, host);
    coaching_open(&host->coaching, loop, &host->thinkers);
    store_attach(store, loop);
    uv_prepare_init(loop, &host->before_wait);
    uv_check_init(loop, &host->after_wait);
    uv_idle_init(loop, &host->working);
    alarm_open(&host->alarm, loop, alarmed, host);
    feed_open(&host->feed, loop, &host->sessions, &host->settings);
    leases_open(&host->leases, loop);
    outage_open(&host->outage, host);
    host->before_wait.data = host->after_wait.data = host->working.data = host;
    uv_prepare_start(&host->before_wait, before_wait);
    uv_check_start(&host->after_wait, after_wait);
}

/* What is asked of the store at the start. */
struct recovery {
    struct host *host;
    host_recovered *recovered;
    void *context;
};

static void recover(void *context, struct store_inquiry *inquiry)
{
    const struct recovery *recovery = context;
    struct host *host = recovery->host;
    bool read =
        settings_load(&host->settings, inquiry) && session_recover(&host->sessions, inquiry);
    if (!store_inquiry_waits(inquiry))
        recovery->recovered(recovery->context, read ? NULL : store_inquiry_error(inquiry));
}

void host_recover(struct host *host, host_recovered *recovered, void *context)
{
    struct recovery *recovery = memory_new(sizeof *recovery);
    *recovery = (struct recovery){.host = host, .recovered = recovered, .context = context};
    host->sessions.shares = host->shares;
    store_ask(host->store, recover, free, recovery);
}

bool host_open_network(struct host *host, const struct config_network *network,
                       struct network_part part)
{
    char error[ERROR_BYTES] = "";
    struct adapter_listener listener = host->listener;
    listener.part = part;
    listener.shared = store_is_shared(host->store);
    struct adapter *adapter = network->class->open(host->loop, network->name, network->settings,
                                                   &listener, error, sizeof error);
    if (adapter == NULL) {
        log_error("network.failed", "network", network->name, "reason", error);
        return false;
    }
    adapter->part = part;
    networks_add(&host->networks, adapter);
    host_join_invited(host, adapter->network);
    return true;
}

bool host_start_networks(struct host *host)
{
    const struct config *config = host->config;
    for (size_t i = 0; i < config->network_count; i++)
        host_open_network(host, &config->networks[i], (struct network_part){0});
    session_settings_changed(&host->sessions);
    feed_start(&host->feed);
    return host->networks.count > 0;
}

void host_reload(struct host *host, struct config *config)
{
    for (size_t i = 0; i < host->networks.count; i++) {
        struct adapter *adapter = host->networks.adapters[i];
        const struct config_network *network =
            adapter != NULL ? config_find_network(config, adapter->network) : NULL;
        char unchanged[ERROR_BYTES] = "";
        if (adapter == NULL)
            continue;
        if (network == NULL || network->class != adapter->class) {
            log_warning("config.needs-restart", "network", adapter->network, "keys", "networks");
            continue;
        }
        adapter->class->reload(adapter, network->settings, unchanged, sizeof unchanged);
        log_info("config.reloaded", "network", adapter->network, "needs_restart",
                 unchanged[0] != '\0' ? unchanged : NULL);
    }
    for (size_t i = 0; i < config->network_count; i++)
        if (networks_find(&host->networks, config->networks[i].name, NULL) == NULL &&
            !leases_knows(&host->leases, config->networks[i].name))
            log_warning("config.needs-restart", "network", config->networks[i].name, "keys",
                        "networks");
    host->config = config;
    host->settings.config = config;
    session_settings_changed(&host->sessions);
}

static void close_handles(void *context)
{
    struct host *host = context;
    store_detach(host->store);
    uv_close((uv_handle_t *)&host->before_wait, NULL);
    uv_close((uv_handle_t *)&host->after_wait, NULL);
    uv_close((uv_handle_t *)&host->working, NULL);
    alarm_close(&host->alarm);
    feed_close(&host->feed);
    leases_close(&host->leases);
    outage_close(&host->outage);
}

/* What the adapters remember for the next process is saved before that may take over. */
void host_network_closed(void *context)
{
    struct host *host = context;
    host->closing--;
    if (!host->closed || host->closing > 0)
        return;
    host_end_turn(host);
    leases_leave(&host->leases, close_handles, host);
}

void host_close_network(struct host *host, struct adapter *adapter, bool says_goodbye,
                        void (*closed)(void *context), void *context)
{
    char buffer[1024];
    struct text farewell = TEXT_IN(buffer);
    struct words words = style_place_words(&host->styles, adapter->network, "");
    if (says_goodbye)
        words_say(&words, &farewell, host->farewell, SAY_TEXT(host->way_back));
    networks_remove(&host->networks, adapter);
    host->closing++;
    adapter->class->close(adapter, farewell.bytes, closed, context);
}

/* Everything is on disk and said. */
static void close_networks(struct host *host)
{
    host->closing++;
    for (size_t i = 0; i < host->networks.count; i++) {
        struct adapter *adapter = host->networks.adapters[i];
        if (adapter != NULL)
            host_close_network(
                host, adapter,
                leases_holds(&host->leases, adapter->network, (int)adapter->part.number),
                host_network_closed, host);
    }
    host_network_closed(host);
}

static void deafen_networks(const struct host *host)
{
    for (size_t i = 0; i < host->networks.count; i++) {
        struct adapter *adapter = host->networks.adapters[i];
        if (adapter != NULL && adapter->class->deafen != NULL)
            adapter->class->deafen(adapter);
    }
}

void host_stop(struct host *host)
{
    if (host->stopping)
        return;
    host->stopping = true;
    host_drop_endings(host); /* every network is closed soon */
    deafen_networks(host);
    if (host->stopped != NULL)
        host->stopped(host->stopped_context);
    thinkers_close(&host->thinkers);
    coaching_close(&host->coaching);
    host_end_turn(host);
}

void host_set_going(struct host *host)
{
    if ((host->sessions.bots_due != NULL || host->looks_again) && !host->stopping)
        uv_idle_start(&host->working, work);
    else
        uv_idle_stop(&host->working);
    set_alarm(host);
    if (!host->stopping)
        host_end_given(host);
    if (host->stopping && host->turns == NULL && !host->closed) {
        host->closed = true;
        close_networks(host);
    }
}

void host_close(struct host *host)
{
    host_drop_turns(host);
    feed_clear(&host->feed);
    leases_clear(&host->leases);
    outage_clear(&host->outage);
    outbox_drop(&host->outbox);
    outbox_drop(&host->unsaved);
    sessions_free(&host->sessions);
    settings_clear(&host->settings);
    cooldowns_clear(&host->cooldowns);
    commands_clear(&host->commands);
    networks_clear(&host->networks);
}
