/* Which networks this process serves, where several processes share a store: those whose leases it
 * holds (bot/store/store.h). A network that is shared by parts (adapter_class.parts), such as the
 * shards of Discord, has a lease for each part. Each process beats some times in a term; what a
 * dead process held is free when its leases have lapsed. The networks are spread evenly over the
 * processes that live: each takes no more than its share, and gives one back when a further process
 * has come.
 *
 * Where the network itself says into how many parts it is to be shared, the processes agree on its
 * number in the store. Without one the network has a single lease, and whoever holds that asks the
 * network and calls leases_agree(). All leases of an old number are given back before one of a new
 * number is taken: each beat tells the number too, so after a term nobody acts on the old one.
 *
 * A process that was stopped, or that the store does not answer, knows by its own clock that its
 * leases have lapsed: leases_holds() is false then, and nothing may be said. It keeps its
 * connections, because it may find that nobody has taken them over. After an outage of the store
 * all leases have lapsed; so nobody takes over what another process held before it has heard from
 * the store for a whole term without a gap.
 */
#ifndef BELFRY_BOT_TURN_LEASES_H
#define BELFRY_BOT_TURN_LEASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "bot/adapter.h"
#include "bot/store/store.h"

enum {
    LEASE_TERM_MS = 5000,
    LEASE_BEATS = 5,
    LEASE_PROCESS_BYTES = 96,
    LEASE_NAME_BYTES = ADAPTER_LABEL_BYTES,
    LEASE_ANY_PART = -1,
    LEASE_PARTS_MAX = 1024
};

enum lease_state {
    LEASE_AWAY,   /* not served here */
    LEASE_HELD,   /* served here */
    LEASE_ENDING, /* the owner closes the connection */
    LEASE_GIVEN   /* closed; the store does not know yet that it is given back */
};

/* A network that is offered; its name must stay. */
struct lease_offer {
    const char *network;
    unsigned parts; /* 0: it has none */
    bool agrees;    /* the processes agree on the number; `parts` is 0 */
};

/* A network whose number of parts the processes agree on. */
struct lease_division {
    const char *network;
    unsigned parts;     /* 0: none is known */
    unsigned told;      /* by the last beat */
    bool looks;         /* the next beat tells who serves parts already */
    int64_t settled_at; /* nobody acts on another number any more */
};

/* The lease of a network, or of one of its parts. */
struct lease {
    char name[LEASE_NAME_BYTES]; /* "NETWORK", or "NETWORK PART" */
    const char *network;
    struct network_part part;
    enum lease_state state;
    int64_t epoch;      /* while it is held or ending */
    bool gives;         /* while ending: it is given back */
    bool refused;       /* this process can't serve it */
    bool stays;         /* nobody else wanted it: it is kept beyond the share */
    bool wanted;        /* is being taken */
    int64_t since;      /* LEASE_GIVEN: when it was given back */
    int64_t free_since; /* 0: it is not free */
    /* As the store told last. */
    bool is_mine, is_free, has_lapsed;
    int64_t told_epoch;
};

/* What the owner does. */
struct leases_listener {
    void *context;
    /* The process may connect to the network, or calls leases_refuse(). */
    void (*gained)(void *context, size_t lease);
    /* The process closes the connection and then calls leases_ended(). `planned`: it may say
     * goodbye; else another process holds the lease, and nothing is said. */
    void (*lost)(void *context, size_t lease, bool planned);
};

struct leases {
    struct store *store;
    struct leases_listener listener;
    struct lease *leases; /* NULL: the store is not shared, and everything is held */
    size_t count;
    struct lease_division *divisions;
    size_t division_count;
    unsigned term; /* in milliseconds, with LEASE_BEATS beats */
    char process[LEASE_PROCESS_BYTES];
    uv_timer_t timer;
    bool asks, answered;
    bool alone;        /* no other process lived when this one asked */
    int64_t ticked_at; /* of the timer, which stands still with the process */
    int64_t asked_at;  /* when that went out; all times are of clock_steady(NULL) */
    int64_t held_until;
    int64_t answered_at, steady_since;
    unsigned living, position; /* of the processes; which of them this one is */
    unsigned told_living, told_position;
    int64_t living_since; /* so many */
    void (*left)(void *context);
    void *left_context;
};

/* The loop must run until the timer is released after leases_close(). */
void leases_open(struct leases *leases, uv_loop_t *loop);
/* Begins to take leases of these networks. */
void leases_start(struct leases *leases, struct store *store, const struct lease_offer *offers,
                  size_t count, const struct leases_listener *listener);
/* Gives everything back, with what the store has to save, and then calls `left`; waits no longer
 * than two seconds for the store. */
void leases_leave(struct leases *leases, void (*left)(void *context), void *context);
void leases_close(struct leases *leases);
/* Call it when the store is not going to answer any more. */
void leases_clear(struct leases *leases);

/* Gives a lease that is held back without a connection; `for_good`: this process can't serve the
 * network at all. */
void leases_refuse(struct leases *leases, size_t refused, bool for_good);
/* The epoch of a lease that is held; 0: it is not. */
int64_t leases_epoch(const struct leases *leases, size_t lease);
/* The same for a part of a network that this process holds as far as it has heard, even if its
 * lease has lapsed. */
int64_t leases_part_epoch(const struct leases *leases, const char *network, unsigned part);
/* The connection of a lost lease is closed. */
void leases_ended(struct leases *leases, size_t ended);
/* Whether this process may speak and listen on the part of the network now (0: it has none), or on
 * LEASE_ANY_PART. A lost lease is not held any more while its connection is being closed. */
bool leases_holds(const struct leases *leases, const char *network, int part);
/* Makes the turn depend on the part's lease. Returns false when the process knows that it has lost
 * it; then nothing may be written for it. */
bool leases_guard(const struct leases *leases, const char *network, unsigned part);
/* Whether the part is being given to another process, which answers what is said there from now on.
 */
bool leases_gives(const struct leases *leases, const char *network, unsigned part);
/* The network is to be shared by so many parts instead of `before` (0: the number was not known),
 * as it has told the holder of this part. That is saved with this turn, unless the processes have
 * agreed on something else meanwhile; beats tell what came of it. */
void leases_agree(const struct leases *leases, const char *network, unsigned part, unsigned before,
                  unsigned parts);
/* Whether there is no other process, as far as one that was not stopped since can know. */
bool leases_is_alone(const struct leases *leases);
/* Whether the network is one that processes share. */
bool leases_knows(const struct leases *leases, const char *network);
/* How many leases are held. */
size_t leases_held(const struct leases *leases);

#endif
