#include "adapters/discord/turns.h"

#include <stdlib.h>

#include "bot/base/memory.h"

enum { PERMIT_NAME_BYTES = 24 };

struct discord_turn {
    struct discord_turn **slot; /* in the owner; NULL: dropped */
    struct adapter_listener listener;
    char network[NETWORK_NAME_MAX];
    char name[PERMIT_NAME_BYTES];
    struct gateway_turn asked;
    struct network_permit_told told;
    struct gateway *gateway;
};

static struct network_permit permit_of(const struct discord_turn *turn)
{
    return (struct network_permit){.name = turn->name,
                                   .budget = "identifies",
                                   .hold_ms = turn->asked.hold,
                                   .most = turn->asked.total,
                                   .used = turn->asked.used,
                                   .budget_ms = turn->asked.day_left};
}

static void end(struct discord_turn *turn, bool identified)
{
    const struct network_permit permit = permit_of(turn);
    turn->listener.end_permit(turn->listener.context, turn->network, &permit, &turn->told,
                              identified ? turn->asked.gap : 0, identified);
    free(turn);
}

/* Whoever has the turn usually ends it long before its time. */
static int64_t wait_of(const struct discord_turn *turn, const struct network_permit_told *told)
{
    return told->spent || told->wait_ms < turn->asked.gap ? told->wait_ms : turn->asked.gap;
}

static void take_answer(void *asker, const struct network_permit_told *told)
{
    struct discord_turn *turn = asker;
    struct gateway *gateway = turn->gateway;
    const struct network_permit_told answer = *told;
    int64_t wait = wait_of(turn, told);
    turn->told = answer;
    if (turn->slot == NULL && answer.given) {
        end(turn, false);
        return;
    }
    if (!answer.given) {
        if (turn->slot != NULL)
            *turn->slot = NULL;
        else
            gateway = NULL;
        free(turn);
    }
    if (gateway != NULL)
        gateway_turn_told(gateway, answer.given, answer.spent, wait);
}

void discord_turn_ask(struct discord_turn **turn, const struct adapter_listener *listener,
                      const char *network, const struct gateway_turn *asked,
                      struct gateway *gateway)
{
    struct discord_turn *asking = memory_new(sizeof *asking);
    struct text name = TEXT_IN(asking->name), kept = TEXT_IN(asking->network);
    asking->slot = turn;
    asking->listener = *listener;
    asking->asked = *asked;
    asking->gateway = gateway;
    text_add(&kept, network);
    text_add_format(&name, "identify %u", asked->bucket);
    *turn = asking;
    const struct network_permit permit = permit_of(asking);
    listener->ask_permit(listener->context, network, &permit, take_answer, asking);
}

void discord_turn_end(struct discord_turn **turn, bool identified)
{
    struct discord_turn *ended = *turn;
    *turn = NULL;
    if (ended != NULL)
        end(ended, identified);
}

void discord_turn_drop(struct discord_turn **turn)
{
    if (*turn != NULL)
        (*turn)->slot = NULL;
    *turn = NULL;
}
