/* The host: everything in one process that runs tables, joined on one event loop.
 *
 *     adapter → host → command → session → game
 *                                   ↓
 *               adapter ← outbox ← store
 *
 * Only the loop's thread touches it. One turn of the loop is one transaction: all input is handled,
 * then the store commits, then the outbox is sent.
 */
#ifndef BELFRY_BOT_TURN_HOST_H
#define BELFRY_BOT_TURN_HOST_H

#include <stdbool.h>
#include <uv.h>

#include "bot/adapter.h"
#include "bot/commands/command.h"
#include "bot/configuration/config.h"
#include "bot/core/clock.h"
#include "bot/core/cooldown.h"
#include "bot/core/counters.h"
#include "bot/core/networks.h"
#include "bot/core/outbox.h"
#include "bot/core/settings.h"
#include "bot/core/style.h"
#include "bot/store/store.h"
#include "bot/tables/session.h"
#include "bot/turn/alarm.h"
#include "bot/turn/coaching.h"
#include "bot/turn/feed.h"
#include "bot/turn/leases.h"
#include "bot/turn/outage.h"
#include "bot/turn/thinkers.h"
#include "bot/words/catalog.h"

struct host {
    uv_loop_t *loop;
    struct store *store;
    struct config *config; /* a reload replaces the whole structure */
    struct clock clock;
    struct networks networks; /* an adapter for each configured network that could be started */
    struct settings settings;
    struct styles styles;
    struct outbox outbox;
    struct outbox unsaved; /* sent instead of the outbox when the turn can't be saved */
    struct cooldowns cooldowns;
    struct counters counters;
    struct thinkers thinkers;
    struct thinker thinker;
    struct coaching coaching;
    struct sessions sessions;
    struct commands commands;
    int64_t started; /* milliseconds since 1970 */
    struct adapter_listener listener;
    uv_prepare_t before_wait; /* the two points where a turn ends */
    uv_check_t after_wait;
    uv_idle_t working;  /* runs while seats of the bot have something to do, or to look again */
    struct alarm alarm; /* set for the first table that wants attention */
    struct feed feed;
    struct leases leases; /* none: every network is served here */
    struct outage outage;
    struct host_turn *turns; /* in flight, the newest first */
    /* A turn with so many tables does not wait for those in flight; a smaller one does, and then
     * for one more look at the networks. */
    size_t tables_enough;
    bool looks_again;
    bool unsaved_turn; /* the last turn that had something to save could not be saved */
    bool stopping;
    bool closed;            /* the networks were told goodbye, after the last turn in flight */
    size_t closing;         /* adapters that are being closed */
    struct ending *endings; /* of connections that are given to another process */
    const char *farewell;   /* catalog key of what is said at the end, … */
    const char *way_back;   /* … with this for {0}: the command that starts the program again */
    /* Is offered each line before it is read as a command; true: it was meant for it. NULL: every
     * line is a command. */
    bool (*offered)(void *context, const struct inbound *inbound);
    void *offered_context;
    /* Set by the owner before host_recover(): the networks will be shared (host_share_networks). */
    bool shares;
    bool stays;   /* set by the owner: goes on without any network instead of stopping */
    bool refused; /* every network refused the bot for good: starting it again does not help */
    const char *failure; /* why the host had to stop by itself, NULL: it was asked to */
    /* Called once when it stops, for whatever else is on the loop; NULL: nothing is. */
    void (*stopped)(void *context);
    void *stopped_context;
};

/* Takes no ownership; all arguments must outlive the host. */
void host_open(struct host *host, uv_loop_t *loop, struct catalog *catalog, struct store *store,
               struct config *config);
/* `error` says in one line why the store can't be read; NULL: it was read. */
typedef void host_recovered(void *context, const char *error);
/* Reads what is set and every live table, which of a host that shares its networks are read when
 * each network is started, and then calls `recovered` once: before this function
 * returns, or later from the loop. */
void host_recover(struct host *host, host_recovered *recovered, void *context);
/* Starts the networks of the configuration. Returns false, with a log line, when none could be
 * started. */
bool host_start_networks(struct host *host);
/* Shares the networks of the configuration with other processes on the same store, which must be
 * shared: starts each while its lease is held (leases.h). What is only of this process, such as its
 * terminal, is started at once. */
void host_share_networks(struct host *host);
/* Passes a new configuration to the running networks and logs what needs a restart. */
void host_reload(struct host *host, struct config *config);
/* Says goodbye on every network and lets the loop run until it is empty. Safe to call twice. */
void host_stop(struct host *host);
void host_close(struct host *host);

/* Ends a turn: commits, then sends. The loop calls it; tests call it themselves. */
void host_end_turn(struct host *host);

#endif
