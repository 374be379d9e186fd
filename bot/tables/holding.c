/* Which tables this process holds in memory, where several share a store. */
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/tables/recovery.h"

enum {
    GUEST_KEPT = 60 * SECOND, /* after somebody has asked for it */
    FETCHED_MAX = 64,         /* tables of one person or place */
    LOADED_AT_ONCE = 128      /* tables, between which the loop goes on */
};

/* -- What is held ------------------------------------------------------------------------------ */

bool session_concerns(const struct sessions *sessions, const char *network, const char *place)
{
    const struct networks *networks = sessions->networks;
    bool is_person = place[0] == '\0';
    if (is_person && networks_has_parts(networks, network))
        return false;
    return networks_find(networks, network, place) != NULL;
}

bool session_holds(const struct sessions *sessions, const struct table *table)
{
    bool held = !sessions->shares;
    const struct watcher *watcher;
    for (const struct table_place *at = table->places; !held && at != NULL; at = at->next)
        held = session_concerns(sessions, at->network, at->place);
    for (unsigned seat = 0; !held && seat < table->seat_count; seat++)
        held = table->seats[seat].identity != NULL &&
               session_concerns(sessions, table->seats[seat].network, "");
    for (unsigned i = 0; !held && (watcher = watch_each(table->watch, i)) != NULL; i++)
        held = session_concerns(sessions, watcher->network, "");
    return held;
}

/* -- Guests ------------------------------------------------------------------------------------ */

void session_end_guest(struct sessions *sessions, struct table *table)
{
    if (table->guest_until != 0)
        DL_DELETE2(sessions->guests, table, guests_prev, guests_next);
    table->guest_until = 0;
}

void session_keep_guest(struct sessions *sessions, struct table *table, int64_t until)
{
    session_end_guest(sessions, table);
    table->guest_until = until;
    if (until != 0)
        DL_APPEND2(sessions->guests, table, guests_prev, guests_next);
}

void session_note_guest(struct sessions *sessions, struct table *table)
{
    if (session_holds(sessions, table))
        session_end_guest(sessions, table);
    else
        session_keep_guest(sessions, table, clock_steady(sessions->clock) + GUEST_KEPT);
}

static void dismiss(struct sessions *sessions, struct table *table)
{
    struct table_place *places[STORE_PLACES_MAX];
    size_t count = 0;
    for (struct table_place *at = table->places; at != NULL && count < STORE_PLACES_MAX;
         at = at->next)
        places[count++] = at;
    session_forget(sessions, table);
    for (size_t i = 0; i < count; i++)
        session_drop_place(sessions, places[i]);
}

void session_dismiss_guests(struct sessions *sessions)
{
    struct table *table, *next;
    int64_t now = clock_steady(sessions->clock);
    DL_FOREACH_SAFE2(sessions->guests, table, next, guests_next)
    {
        if (session_holds(sessions, table))
            session_end_guest(sessions, table);
        else if (table->guest_until <= now && !table->touched && !session_is_in_flight(table))
            dismiss(sessions, table);
    }
}

/* -- Reading what is not known ----------------------------------------------------------------- */

static void take_in(struct sessions *sessions, int64_t id)
{
    struct table *table = session_by_id(sessions, id);
    if (table == NULL)
        return;
    table_note_known(table);
    session_clock_start(sessions, table);
    session_apply_settings(sessions, table);
    session_note_guest(sessions, table);
}

/* Reads tables that are not known. Returns false while the inquiry waits, and when the store can't
 * be read. */
static bool read_unknown(struct recovery *recovery, struct store_inquiry *inquiry,
                         const int64_t *tables, size_t count)
{
    struct store_reader reader = recovery_reader(recovery);
    if (count == 0)
        return true;
    for (size_t i = 0; i < count; i++)
        session_waiting_read(inquiry, tables[i], &recovery->waiting);
    bool read = !store_inquiry_waits(inquiry) && store_read_some(inquiry, tables, count, &reader);
    session_waiting_drop(&recovery->waiting);
    for (size_t i = 0; read && i < count; i++)
        take_in(recovery->sessions, tables[i]);
    if (!read && !store_inquiry_waits(inquiry))
        log_error("table.not-read", "table", LOG_NUMBER(tables[0]), "reason",
                  store_inquiry_error(inquiry));
    return read;
}

/* -- For somebody who asks --------------------------------------------------------------------- */

struct fetching {
    int64_t tables[FETCHED_MAX];
    size_t count;
};

static bool note_fetched(void *context, int64_t table)
{
    struct fetching *fetching = context;
    size_t i = 0;
    while (i < fetching->count && fetching->tables[i] != table)
        i++;
    if (i == fetching->count)
        fetching->tables[fetching->count++] = table;
    return fetching->count < FETCHED_MAX;
}

static bool fetch(struct sessions *sessions, struct store_inquiry *inquiry,
                  const struct fetching *wanted)
{
    struct recovery recovery = {.sessions = sessions, .lives = true};
    struct fetching unknown = {.count = 0};
    for (size_t i = 0; i < wanted->count; i++) {
        struct table *known = session_by_id(sessions, wanted->tables[i]);
        if (known == NULL)
            note_fetched(&unknown, wanted->tables[i]);
        else if (known->guest_until != 0)
            session_note_guest(sessions, known);
    }
    return read_unknown(&recovery, inquiry, unknown.tables, unknown.count) ||
           !store_inquiry_waits(inquiry);
}

static bool fetch_at(struct sessions *sessions, struct store_inquiry *inquiry, const char *network,
                     const char *place, const char *identity)
{
    struct fetching wanted = {.count = 0};
    if (!sessions->shares)
        return true;
    if (!store_read_live_at(inquiry, network, place, identity, &wanted, note_fetched))
        return !store_inquiry_waits(inquiry);
    return fetch(sessions, inquiry, &wanted);
}

bool session_fetch_of(struct sessions *sessions, struct store_inquiry *inquiry, const char *network,
                      const char *identity)
{
    return !networks_has_parts(sessions->networks, network) ||
           fetch_at(sessions, inquiry, network, "", identity);
}

bool session_fetch_at(struct sessions *sessions, struct store_inquiry *inquiry, const char *network,
                      const char *place)
{
    return session_concerns(sessions, network, place) ||
           fetch_at(sessions, inquiry, network, place, "");
}

bool session_fetch(struct sessions *sessions, struct store_inquiry *inquiry, int64_t table)
{
    const struct fetching wanted = {{table}, 1};
    return !sessions->shares || table <= 0 || fetch(sessions, inquiry, &wanted);
}

/* Somebody whose tables are read ahead. */
struct ahead {
    struct sessions *sessions;
    char *network, *identity;
};

static void fetch_ahead(void *context, struct store_inquiry *inquiry)
{
    const struct ahead *ahead = context;
    session_fetch_of(ahead->sessions, inquiry, ahead->network, ahead->identity);
}

static void ahead_free(void *context)
{
    struct ahead *ahead = context;
    free(ahead->network);
    free(ahead->identity);
    free(ahead);
}

void session_fetch_ahead(struct sessions *sessions, const char *network, const char *identity)
{
    if (!sessions->shares || !networks_has_parts(sessions->networks, network))
        return;
    struct ahead *ahead = memory_new(sizeof *ahead);
    *ahead = (struct ahead){sessions, memory_copy(network), memory_copy(identity)};
    store_ask(sessions->store, fetch_ahead, ahead_free, ahead);
}

bool session_fetch_traces(struct sessions *sessions, struct store_inquiry *inquiry,
                          const char *network, const char *identity)
{
    struct fetching wanted = {.count = 0};
    if (!sessions->shares)
        return true;
    store_read_live_at(inquiry, network, "", identity, &wanted, note_fetched);
    if (wanted.count < FETCHED_MAX)
        session_waiting_read_mentions(inquiry, identity, &wanted, note_fetched);
    return !store_inquiry_waits(inquiry) && fetch(sessions, inquiry, &wanted);
}

/* -- For a network that is about to be served -------------------------------------------------- */

struct loading {
    struct sessions *sessions;
    const struct adapter_class *class;
    struct network_part part;
    char *network;
    int64_t *tables;
    size_t count, room, done; /* so many are read */
    bool read;                /* what was asked for last */
    void (*loaded)(void *context, bool loaded);
    void *context;
};

static void end_loading(struct loading *loading, bool loaded)
{
    if (loaded)
        log_info("tables.loaded", "network", loading->network, "tables",
                 LOG_NUMBER((int64_t)loading->count));
    loading->loaded(loading->context, loaded);
    free(loading->network);
    free(loading->tables);
    free(loading);
}

/* One table's sites come one after the other. */
static bool note_site(void *context, const struct stored_site *site)
{
    struct loading *loading = context;
    bool known = loading->count > 0 && loading->tables[loading->count - 1] == site->table;
    if (known || !networks_would_serve(loading->class, loading->part, site->place))
        return true;
    if (loading->count == loading->room) {
        loading->room = 2 * loading->room + LOADED_AT_ONCE;
        loading->tables = memory_resize(loading->tables, loading->room * sizeof *loading->tables);
    }
    loading->tables[loading->count++] = site->table;
    return true;
}

static void list(void *context, struct store_inquiry *inquiry)
{
    struct loading *loading = context;
    loading->count = 0;
    loading->read = store_read_sites_on(inquiry, loading->network, loading, note_site);
}

static size_t next_count(const struct loading *loading)
{
    size_t left = loading->count - loading->done;
    return left < LOADED_AT_ONCE ? left : LOADED_AT_ONCE;
}

static void read_next(void *context, struct store_inquiry *inquiry)
{
    struct loading *loading = context;
    struct recovery recovery = {.sessions = loading->sessions, .lives = true, .refuses = true};
    int64_t unknown[LOADED_AT_ONCE];
    size_t count = 0, next = next_count(loading);
    for (size_t i = 0; i < next; i++)
        if (session_by_id(loading->sessions, loading->tables[loading->done + i]) == NULL)
            unknown[count++] = loading->tables[loading->done + i];
    loading->read = read_unknown(&recovery, inquiry, unknown, count);
}

static void ask_for_next(struct loading *loading);

static void have_read(void *context)
{
    struct loading *loading = context;
    loading->done += next_count(loading);
    ask_for_next(loading);
}

static void ask_for_next(struct loading *loading)
{
    bool read = loading->read;
    if (!read || loading->done == loading->count) {
        end_loading(loading, read);
        return;
    }
    loading->read = false;
    store_ask(loading->sessions->store, read_next, have_read, loading);
}

static void have_listed(void *context)
{
    ask_for_next(context);
}

void session_load(struct sessions *sessions, const struct adapter_class *class, const char *network,
                  struct network_part part, void (*loaded)(void *context, bool loaded),
                  void *context)
{
    struct loading *loading = memory_new(sizeof *loading);
    *loading = (struct loading){.sessions = sessions,
                                .class = class,
                                .part = part,
                                .network = memory_copy(network),
                                .loaded = loaded,
                                .context = context};
    store_ask(sessions->store, list, have_listed, loading);
}
