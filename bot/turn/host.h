/* The host: everything of one process that runs tables, joined on one event loop.
 *
 *     adapter → host → command → session → game
 *                                   ↓
 *               adapter ← outbox ← store
 *
 * Only the loop's thread touches it. One turn of the loop is one transaction: whatever came in is
 * worked off, then the store commits, then the outbox is said.
 */
#ifndef BELFRY_BOT_TURN_HOST_H
#define BELFRY_BOT_TURN_HOST_H

#include <stdbool.h>
#include <uv.h>

#include "bot/adapter.h"
#include "bot/commands/cooldown.h"
#include "bot/commands/pager.h"
#include "bot/configuration/config.h"
#include "bot/core/outbox.h"
#include "bot/core/settings.h"
#include "bot/store/store.h"
#include "bot/tables/session.h"
#include "bot/turn/alarm.h"
#include "bot/turn/counters.h"
#include "bot/words/catalog.h"

struct host {
    uv_loop_t *loop;
    struct catalog *catalog;
    struct store *store;
    struct config *config; /* replaced as a whole by a reload */
    struct sessions sessions;
    struct settings settings;
    struct outbox outbox;
    struct cooldowns cooldowns;
    struct pager pager;
    struct counters counters;
    int64_t started;           /* seconds since 1970 */
    struct adapter **adapters; /* one per network of the configuration; NULL when it failed */
    bool *failed;              /* beside each adapter: it will not come back */
    size_t adapter_count;
    struct adapter_listener listener;
    const struct inbound *current; /* being worked off; NULL between messages */
    struct outbox unsaved;         /* said instead of the outbox when it can't be saved */
    uv_prepare_t before_wait;      /* the two points at which a turn ends */
    uv_check_t after_wait;
    uv_idle_t working;            /* runs while seats of the bot have something to do */
    struct alarm alarm;           /* set for the first table that wants attention */
    const int64_t *simulated_now; /* of tests; NULL: the system's clock */
    bool unsaved_turn;            /* the last turn that had something to save could not be saved */
    bool stopping;
    size_t closing;       /* adapters that still say goodbye */
    const char *farewell; /* catalog key of what is said at the end */
    const char *failure;  /* why the host had to stop by itself, NULL: it was asked to */
    /* Called once when it stops, for whatever else is on the loop; NULL: nothing is. */
    void (*stopped)(void *context);
    void *stopped_context;
};

/* Takes ownership of nothing; all of it must outlive the host. */
void host_open(struct host *host, uv_loop_t *loop, struct catalog *catalog, struct store *store,
               struct config *config);
/* Starts the networks of the configuration. False with a log line when none could be started. */
bool host_start_networks(struct host *host);
/* Reads a new configuration into the running networks; says in the log what needs a restart. */
void host_reload(struct host *host, struct config *config);
/* Tells every network goodbye and lets the loop run dry. Safe to call twice. */
void host_stop(struct host *host);
void host_close(struct host *host);

/* Milliseconds since 1970. Only what people wait for goes by it; networks go by the loop's clock,
 * which nobody sets. */
int64_t host_now(const struct host *host);

struct adapter *host_adapter(struct host *host, const char *network);
/* How much of a place's key names its server; 0: the network is the server. */
size_t host_server_length(struct host *host, const char *network, const char *place);
/* Appends the name under which the store keeps what belongs to a server: "NETWORK", and where a
 * network has several "NETWORK SERVER". */
void host_server_name(struct host *host, const char *network, const char *place, struct text *name);
/* Ends a turn: commits, then says. Called by the loop; tests call it themselves. */
void host_end_turn(struct host *host);

/* -- What commands and sessions say ---------------------------------------------------------- */

/* Puts a message into the outbox; it carries the request of what is being worked off, if it goes
 * there or to that person. */
void host_put(struct host *host, const struct outbound *message);
/* To the person who is being answered, in private. */
void host_answer(struct host *host, const char *key, const struct word_argument *arguments,
                 size_t count);
void host_answer_text(struct host *host, enum outbound_kind kind, const char *text);
/* A long answer in private, page by page where that is the network's way. */
void host_answer_long(struct host *host, const char *text);
/* The next page of the last long answer; false when there is none. */
bool host_answer_more(struct host *host);
/* The same with something to press; about a table, if it is not NULL. */
void host_answer_choices(struct host *host, const struct table *table, const char *text,
                         const struct choices *choices);
/* Where it was asked: to the channel, or to the person when it was asked in private. A picture is
 * `table`'s. */
void host_answer_here(struct host *host, enum outbound_kind kind, const struct table *table,
                      const char *text);
#define host_reply(host, key, ...)                                                                 \
    host_answer((host), (key), (const struct word_argument[]){__VA_ARGS__},                        \
                sizeof((const struct word_argument[]){__VA_ARGS__}) /                              \
                    sizeof(struct word_argument))
#define host_reply_here(host, key, ...)                                                            \
    host_say_here((host), (key), (const struct word_argument[]){__VA_ARGS__},                      \
                  sizeof((const struct word_argument[]){__VA_ARGS__}) /                            \
                      sizeof(struct word_argument))
void host_say_here(struct host *host, const char *key, const struct word_argument *arguments,
                   size_t count);
#define host_reply_plain(host, key) host_answer((host), (key), NULL, 0)

/* Who is being answered: himself, or everybody where he asked. */
struct setting_scope host_asker(const struct host *host);
struct setting_scope host_audience(const struct host *host);
/* Words for who is being answered, to him alone. */
struct words host_asker_words(struct host *host);
/* Words of the language spoken in a place. */
struct words host_words(struct host *host, const char *network, const char *place);
/* Places of this network have a board, and its people can press choices. */
bool host_keeps_boards(struct host *host, const char *network);
/* The channel of a thread, in `parent`; any other place is `place` itself. */
const char *host_channel(struct host *host, const char *network, const char *place,
                         char parent[PLACE_MAX]);
/* A place as people read its name who are on network `reader`. */
void host_place_name(struct host *host, const char *network, const char *place, const char *reader,
                     char name[PLACE_MAX]);

#endif
