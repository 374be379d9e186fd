#include "bot/program/trial.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "bot/base/duration.h"
#include "bot/base/error.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/store/store.h"
#include "bot/turn/host.h"

enum { LOOK_EVERY = 50 /* ms */ };

struct trial {
    struct host host;
    uv_loop_t loop;
    uv_timer_t timer;
    uint64_t deadline;             /* on the loop's clock */
    bool told[CONFIG_NETWORK_MAX]; /* in the order of the configuration */
    size_t waiting;                /* networks that were not told yet */
    bool good;
};

static bool take_every_line(void *context, const struct inbound *inbound)
{
    (void)context;
    (void)inbound;
    return true;
}

/* The number of the network's adapter; -1: it has none any more. */
static int index_of(const struct networks *networks, const char *name)
{
    const struct adapter *adapter = networks_find(networks, name, NULL);
    for (size_t i = 0; adapter != NULL && i < networks->count; i++)
        if (networks->adapters[i] == adapter)
            return (int)i;
    return -1;
}

static void tell(struct trial *trial, size_t network, const char *failure)
{
    const char *name = trial->host.config->networks[network].name;
    trial->told[network] = true;
    trial->waiting--;
    trial->good = trial->good && failure == NULL;
    fprintf(failure == NULL ? stdout : stderr, "%s: %s\n", name,
            failure == NULL ? "connected" : failure);
}

static void look_at(struct trial *trial, size_t network)
{
    const struct networks *networks = &trial->host.networks;
    int index = index_of(networks, trial->host.config->networks[network].name);
    if (index < 0 || networks->failed[index])
        tell(trial, network, "refused");
    else if (networks_counters(networks, (size_t)index).connected)
        tell(trial, network, NULL);
    else if (uv_now(&trial->loop) >= trial->deadline)
        tell(trial, network, "not connected in time");
}

static void look(uv_timer_t *timer)
{
    struct trial *trial = timer->data;
    for (size_t i = 0; i < trial->host.config->network_count; i++)
        if (!trial->told[i])
            look_at(trial, i);
    if (trial->waiting == 0)
        host_stop(&trial->host);
}

static void stopped(void *context)
{
    struct trial *trial = context;
    uv_close((uv_handle_t *)&trial->timer, NULL);
}

static void recovered(void *context, const char *error)
{
    struct trial *trial = context;
    if (error == NULL && host_start_networks(&trial->host)) {
        uv_timer_start(&trial->timer, look, LOOK_EVERY, LOOK_EVERY);
        return;
    }
    fprintf(stderr, "%s\n", error != NULL ? error : "no network could be started");
    trial->good = false;
    host_stop(&trial->host);
}

static bool try_networks(struct config *config, struct catalog *catalog, struct store *store,
                         unsigned seconds)
{
    struct trial *trial = memory_new(sizeof *trial);
    uv_loop_init(&trial->loop);
    host_open(&trial->host, &trial->loop, catalog, store, config);
    trial->host.stays = true;
    trial->host.offered = take_every_line;
    trial->host.stopped = stopped;
    trial->host.stopped_context = trial;
    trial->good = true;
    trial->waiting = config->network_count;
    uv_timer_init(&trial->loop, &trial->timer);
    trial->timer.data = trial;
    trial->deadline = uv_now(&trial->loop) + (uint64_t)seconds * SECOND;
    host_recover(&trial->host, recovered, trial);
    uv_run(&trial->loop, UV_RUN_DEFAULT);
    bool good = trial->good;
    host_close(&trial->host);
    uv_loop_close(&trial->loop);
    free(trial);
    return good;
}

/* Puts terminals last; returns how many networks are none. */
static size_t sort(struct config *config)
{
    size_t count = 0;
    for (size_t i = 0; i < config->network_count; i++) {
        struct config_network network = config->networks[i];
        if (network.class->solitary)
            continue;
        config->networks[i] = config->networks[count];
        config->networks[count++] = network;
    }
    return count;
}

bool trial_run(struct config *config, unsigned seconds)
{
    char error[ERROR_BYTES] = "";
    size_t all = config->network_count;
    struct catalog *catalog = catalog_open(error, sizeof error);
    struct store *store = catalog != NULL ? store_open(":memory:", error, sizeof error) : NULL;
    bool good = store != NULL;
    if (!good)
        fprintf(stderr, "%s\n", error);
    signal(SIGPIPE, SIG_IGN);
    log_to(stderr, LOG_LEVEL_WARNING);
    config->network_count = sort(config);
    if (good && config->network_count > 0)
        good = try_networks(config, catalog, store, seconds);
    config->network_count = all; /* all are freed */
    store_close(store);
    catalog_free(catalog);
    return good;
}
