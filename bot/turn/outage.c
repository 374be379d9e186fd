#include "bot/turn/outage.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>

#include "bot/base/memory.h"
#include "bot/core/inbound.h"
#include "bot/turn/host_private.h"

/* After so many looks without an answer people are told. */
enum { LOOK_MS = 250, LOOKS = 8, KEPT_MAX = 256 };

struct asker {
    char network[NETWORK_NAME_MAX], identity[IDENTITY_MAX];
    struct asker *next;
};

struct waiting {
    struct inbound *inbound;
    int64_t epoch; /* of the lease when it was typed */
    struct waiting *next;
};

/* -- Telling ----------------------------------------------------------------------------------- */

static bool was_told(const struct outage *outage, const struct inbound *inbound)
{
    const struct asker *asker = outage->told;
    while (asker != NULL && (strcmp(asker->network, inbound->network) != 0 ||
                             strcmp(asker->identity, inbound->person.identity) != 0))
        asker = asker->next;
    return asker != NULL;
}

static void tell(void *context, const struct inbound *inbound)
{
    struct outage *outage = context;
    if (was_told(outage, inbound) || !host_hears(outage->host, inbound))
        return;
    struct asker *asker = memory_new(sizeof *asker);
    struct text network = TEXT_IN(asker->network), identity = TEXT_IN(asker->identity);
    text_add(&network, inbound->network);
    text_add(&identity, inbound->person.identity);
    LL_PREPEND(outage->told, asker);
    host_say_waits(outage->host, inbound);
}

static void forget_told(struct outage *outage)
{
    struct asker *asker, *next;
    LL_FOREACH_SAFE (outage->told, asker, next)
        free(asker);
    outage->told = NULL;
}

/* A process that stood still has not looked meanwhile. */
static void look(uv_timer_t *timer)
{
    struct outage *outage = timer->data;
    bool is_answered = outage->host->feed.heard != outage->heard;
    outage->heard = outage->host->feed.heard;
    outage->looks = is_answered ? 0 : outage->looks + 1;
    if (is_answered)
        forget_told(outage);
    if (outage->looks >= LOOKS && !outage->host->stopping)
        host_visit_waiting(outage->host, tell, outage);
}

bool outage_is_likely(const struct outage *outage)
{
    return outage->looks > 0;
}

/* -- Keeping ----------------------------------------------------------------------------------- */

static int64_t epoch_of(const struct outage *outage, const struct inbound *inbound)
{
    struct host *host = outage->host;
    unsigned part = networks_part_of_place(&host->networks, inbound->network, inbound->place);
    return leases_part_epoch(&host->leases, inbound->network, part);
}

void outage_keep(struct outage *outage, const struct inbound *inbound)
{
    int64_t epoch = epoch_of(outage, inbound);
    if (epoch == 0 || outage->kept_count >= KEPT_MAX)
        return;
    struct waiting *waiting = memory_new(sizeof *waiting);
    *waiting = (struct waiting){.inbound = inbound_copy(inbound), .epoch = epoch};
    LL_APPEND(outage->kept, waiting);
    outage->kept_count++;
}

static struct inbound *take_first(struct outage *outage)
{
    struct waiting *first = outage->kept;
    struct inbound *inbound = first->inbound;
    LL_DELETE(outage->kept, first);
    outage->kept_count--;
    free(first);
    return inbound;
}

/* Whoever has served the place meanwhile has heard it, too. */
struct inbound *outage_take(struct outage *outage)
{
    while (outage->kept != NULL && epoch_of(outage, outage->kept->inbound) != outage->kept->epoch)
        inbound_free(take_first(outage));
    bool is_due = outage->kept != NULL && host_hears(outage->host, outage->kept->inbound);
    return is_due ? take_first(outage) : NULL;
}

/* -- Life -------------------------------------------------------------------------------------- */

void outage_open(struct outage *outage, struct host *host)
{
    *outage = (struct outage){.host = host};
    uv_timer_init(host->loop, &outage->timer);
    outage->timer.data = outage;
}

void outage_start(struct outage *outage)
{
    if (store_is_shared(outage->host->store))
        uv_timer_start(&outage->timer, look, LOOK_MS, LOOK_MS);
}

void outage_close(struct outage *outage)
{
    uv_close((uv_handle_t *)&outage->timer, NULL);
}

void outage_clear(struct outage *outage)
{
    forget_told(outage);
    while (outage->kept != NULL)
        inbound_free(take_first(outage));
}
