/* Networks that several processes share: each is connected while this one holds its lease. */
#include <stdlib.h>
#include <string.h>

#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/turn/host_private.h"

static const struct network_part everything = {0, 0};

static void recover_untold(void *context, struct store_inquiry *inquiry)
{
    struct host *host = context;
    session_recover_untold(&host->sessions, inquiry);
}

/* -- A lease is taken -------------------------------------------------------------------------- */

/* A network whose lease was taken. What its last holder did is read before the network is
 * connected, so that nothing old is said there, and nothing again. */
struct opening {
    struct host *host;
    size_t lease;
    int64_t epoch;
    uint64_t began; /* uv_hrtime() */
};

static struct adapter *find_leased(const struct host *host, const struct lease *lease)
{
    for (size_t i = 0; i < host->networks.count; i++) {
        struct adapter *adapter = host->networks.adapters[i];
        if (adapter != NULL && adapter->part.number == lease->part.number &&
            strcmp(adapter->network, lease->network) == 0)
            return adapter;
    }
    return NULL;
}

static void open_leased(struct host *host, size_t lease)
{
    const struct lease *held = &host->leases.leases[lease];
    const struct config_network *network = config_find_network(host->config, held->network);
    if (find_leased(host, held) != NULL)
        return;
    /* The answer is there long before the network is connected. */
    store_ask(host->store, recover_untold, NULL, host);
    if (network != NULL && host_open_network(host, network, held->part))
        session_settings_changed(&host->sessions);
    else
        leases_refuse(&host->leases, lease, true);
}

/* Whether the opening goes on: meanwhile the lease may be lost, and even taken again. Frees it if
 * not. */
static bool goes_on(struct opening *opening, bool read)
{
    struct host *host = opening->host;
    bool holds = !host->stopping && leases_epoch(&host->leases, opening->lease) == opening->epoch;
    if (holds && !read)
        leases_refuse(&host->leases, opening->lease, false);
    if (!holds || !read)
        free(opening);
    return holds && read;
}

static void loaded(void *context, bool loaded)
{
    struct opening *opening = context;
    if (!goes_on(opening, loaded))
        return;
    open_leased(opening->host, opening->lease);
    feed_look_again(&opening->host->feed, opening->began);
    free(opening);
}

static void caught_up(void *context, bool caught_up)
{
    struct opening *opening = context;
    if (!goes_on(opening, caught_up))
        return;
    struct host *host = opening->host;
    const struct lease *lease = &host->leases.leases[opening->lease];
    const struct config_network *network = config_find_network(host->config, lease->network);
    if (network != NULL)
        session_load(&host->sessions, network->class, network->name, lease->part, loaded, opening);
    else
        loaded(opening, true); /* which refuses the lease */
}

static void gained(void *context, size_t lease)
{
    struct host *host = context;
    struct opening *opening = memory_new(sizeof *opening);
    *opening = (struct opening){host, lease, leases_epoch(&host->leases, lease), uv_hrtime()};
    feed_catch_up(&host->feed, caught_up, opening);
}

/* -- A lease is lost or given away ------------------------------------------------------------- */

/* A connection that ends because its lease does. */
struct ending {
    struct host *host;
    size_t lease;
    struct ending *next; /* while people still wait for answers */
};

static const struct lease *lease_of(const struct ending *ending)
{
    return &ending->host->leases.leases[ending->lease];
}

static void connection_ended(void *context)
{
    struct ending ending = *(struct ending *)context;
    free(context);
    leases_ended(&ending.host->leases, ending.lease);
    host_network_closed(ending.host);
}

static void end_connection(struct ending *ending)
{
    struct host *host = ending->host;
    const struct lease *lease = lease_of(ending);
    struct adapter *adapter = find_leased(host, lease);
    if (adapter == NULL) { /* it is being closed */
        leases_ended(&host->leases, ending->lease);
        free(ending);
        return;
    }
    host_close_network(host, adapter, lease->gives, connection_ended, ending);
    session_network_closed(&host->sessions, lease->network);
}

/* Somebody on a connection who waits for their answer. */
struct waiting {
    const struct ending *ending;
    bool any;
};

static void note_waiting(void *context, const struct inbound *inbound)
{
    struct waiting *waiting = context;
    const struct lease *lease = lease_of(waiting->ending);
    waiting->any |= strcmp(inbound->network, lease->network) == 0 &&
                    networks_part_of_place(&waiting->ending->host->networks, inbound->network,
                                           inbound->place) == lease->part.number;
}

static bool is_waited_for(const struct ending *ending)
{
    struct waiting waiting = {ending, false};
    host_visit_waiting(ending->host, note_waiting, &waiting);
    return waiting.any;
}

void host_end_given(struct host *host)
{
    struct ending **link = &host->endings;
    while (*link != NULL) {
        struct ending *ending = *link;
        if (lease_of(ending)->gives && is_waited_for(ending)) {
            link = &ending->next;
            continue;
        }
        *link = ending->next;
        end_connection(ending);
    }
}

void host_drop_endings(struct host *host)
{
    while (host->endings != NULL) {
        struct ending *ending = host->endings;
        host->endings = ending->next;
        free(ending);
    }
}

static void lost(void *context, size_t number, bool planned)
{
    struct host *host = context;
    struct adapter *adapter = find_leased(host, &host->leases.leases[number]);
    struct ending *ending = memory_new(sizeof *ending);
    *ending = (struct ending){.host = host, .lease = number};
    if (!planned || adapter == NULL) {
        end_connection(ending);
        return;
    }
    if (adapter->class->deafen != NULL)
        adapter->class->deafen(adapter);
    ending->next = host->endings;
    host->endings = ending;
    host_end_given(host);
}

/* -- Start ------------------------------------------------------------------------------------- */

/* One part is everything. */
static struct lease_offer offer_of(const struct config_network *network)
{
    unsigned parts = network->class->parts != NULL ? network->class->parts(network->settings) : 1;
    return (struct lease_offer){
        .network = network->name, .parts = parts > 1 ? parts : 0, .agrees = parts == 0};
}

/* A network that is only of this process. */
struct own_network {
    struct host *host;
    char name[NETWORK_NAME_MAX];
};

static void own_loaded(void *context, bool loaded)
{
    struct own_network own = *(struct own_network *)context;
    const struct config_network *network = config_find_network(own.host->config, own.name);
    free(context);
    if (own.host->stopping || network == NULL)
        return;
    if (!loaded)
        log_error("network.failed", "network", own.name, "reason", "its tables can't be read");
    store_ask(own.host->store, recover_untold, NULL, own.host);
    if (loaded && host_open_network(own.host, network, everything))
        session_settings_changed(&own.host->sessions);
}

static void start_own(struct host *host, const struct config_network *network)
{
    struct own_network *own = memory_new(sizeof *own);
    struct text name = TEXT_IN(own->name);
    text_add(&name, network->name);
    own->host = host;
    session_load(&host->sessions, network->class, network->name, everything, own_loaded, own);
}

void host_share_networks(struct host *host)
{
    const struct config *config = host->config;
    const struct leases_listener listener = {host, gained, lost};
    struct lease_offer *offers = memory_new((config->network_count + 1) * sizeof *offers);
    size_t shared = 0;
    for (size_t i = 0; i < config->network_count; i++)
        if (!config->networks[i].class->solitary)
            offers[shared++] = offer_of(&config->networks[i]);
    for (size_t i = 0; i < config->network_count; i++)
        if (config->networks[i].class->solitary)
            start_own(host, &config->networks[i]);
    feed_start(&host->feed);
    leases_start(&host->leases, host->store, offers, shared, &listener);
    outage_start(&host->outage);
    free(offers);
}
