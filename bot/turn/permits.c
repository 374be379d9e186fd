/* What the processes that share a network may do only so often: each permit and each budget is a
 * row of the store (store_ration_take()). */
#include "bot/turn/host_private.h"

#include <stdlib.h>

#include "bot/base/memory.h"

enum { RATION_NAME_BYTES = 96, PERMIT_RETRY_MS = 1000 };

/* A permit that is asked for. */
struct asking {
    char name[RATION_NAME_BYTES], budget[RATION_NAME_BYTES];
    struct ration turn, day;
    struct network_permit_told told;
    void (*tell)(void *asker, const struct network_permit_told *told);
    void *asker;
};

static const char *ration_name(char name[RATION_NAME_BYTES], const char *network, const char *of)
{
    struct text text = text_in(name, RATION_NAME_BYTES);
    text_add_format(&text, "%s %s", network, of);
    return name;
}

/* Nothing of the budget is taken without the permit. */
static void take(void *context, struct store_inquiry *inquiry)
{
    struct asking *asking = context;
    struct network_permit_told *told = &asking->told;
    struct ration_use turn, day;
    *told = (struct network_permit_told){.wait_ms = PERMIT_RETRY_MS};
    if (!store_ration_take(inquiry, &asking->turn, &turn))
        return;
    told->epoch = turn.epoch;
    told->wait_ms = turn.left_ms;
    if (!turn.granted || !store_ration_take(inquiry, &asking->day, &day))
        return;
    told->budget_epoch = day.epoch;
    told->given = day.granted;
    told->spent = !day.granted;
    if (told->spent)
        told->wait_ms = day.left_ms;
}

static void tell(void *context)
{
    struct asking *asking = context;
    asking->tell(asking->asker, &asking->told);
    free(asking);
}

void host_ask_permit(void *context, const char *network, const struct network_permit *permit,
                     void (*told)(void *asker, const struct network_permit_told *told), void *asker)
{
    const struct host *host = context;
    struct asking *asking = memory_new(sizeof *asking);
    asking->turn = (struct ration){.name = ration_name(asking->name, network, permit->name),
                                   .most = 1,
                                   .period_ms = permit->hold_ms};
    asking->day = (struct ration){.name = ration_name(asking->budget, network, permit->budget),
                                  .most = permit->most,
                                  .used = permit->used,
                                  .period_ms = permit->budget_ms};
    asking->tell = told;
    asking->asker = asker;
    store_ask(host->store, take, tell, asking);
}

void host_end_permit(void *context, const char *network, const struct network_permit *permit,
                     const struct network_permit_told *told, int64_t rest_ms, bool used)
{
    const struct host *host = context;
    char name[RATION_NAME_BYTES];
    store_ration_end(host->store, ration_name(name, network, permit->name), told->epoch, rest_ms);
    if (!used)
        store_ration_return(host->store, ration_name(name, network, permit->budget),
                            told->budget_epoch);
}
