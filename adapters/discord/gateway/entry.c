/* When a shard may identify: the gate of this process, and the turn among all of them. */
#include <time.h>

#include "adapters/discord/gateway/gateway_private.h"
#include "bot/base/log.h"

static void remember_budget(struct gateway *gateway)
{
    char text[GATEWAY_BUDGET_BYTES];

    gateway_gate_print(&gateway->gate, text);
    if (gateway->listener.remember)
        gateway->listener.remember(gateway->listener.context, BUDGET_KEY, text);
}

static int64_t steady_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_BOOTTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Returns what port_enter does. */
static const char *ask_for_turn(struct gateway *gateway, unsigned shard, int64_t *wait)
{
    const struct gateway_timers *timers = &gateway->settings.timers;
    const struct gateway_gate *gate = &gateway->gate;
    int64_t usable = timers->connect + timers->hello,
            day_left = gate->day_end - gateway_time_of_day();
    const struct gateway_turn turn = {.bucket = shard % gate->max_concurrency,
                                      .hold = usable + timers->identify_gap,
                                      .gap = timers->identify_gap,
                                      .total = gate->total,
                                      .used = gateway_gate_used(gate),
                                      .day_left = day_left > 0 ? day_left : 0};

    gateway->turn.stage = TURN_ASKED;
    gateway->turn.until = steady_now() + usable;
    gateway->turn.from_inside = true;
    gateway->listener.ask_turn(gateway->listener.context, &turn);
    gateway->turn.from_inside = false;
    if (gateway->turn.stage == TURN_GIVEN)
        return gateway->url;
    *wait = gateway->turn.stage == TURN_ASKED ? GATEWAY_NEVER
                                              : gateway->turn.after - gateway_now(gateway);
    return NULL;
}

static void log_spent(const struct gateway *gateway, unsigned shard, int64_t wait)
{
    log_error("gateway.budget", "network", gateway->settings.network, "shard", LOG_NUMBER(shard),
              "reason", "no identify is left of the day's", "pause_ms", LOG_NUMBER(wait));
}

static void end_turn(struct gateway *gateway, bool identified)
{
    if (gateway->turn.stage == TURN_GIVEN)
        gateway->listener.end_turn(gateway->listener.context, identified);
    gateway->turn.stage = TURN_NONE;
}

void gateway_entry_give_back(struct gateway *gateway)
{
    end_turn(gateway, false);
}

void gateway_turn_told(struct gateway *gateway, bool given, bool spent, int64_t wait)
{
    enum { AGAIN_MS = 100 };
    const struct member *member = &gateway->members[0];

    gateway->turn.stage = given ? TURN_GIVEN : TURN_NONE;
    if (gateway->closing || gateway->failed || steady_now() > gateway->turn.until)
        gateway_entry_give_back(gateway);
    if (gateway->closing || gateway->failed)
        return;
    if (gateway->turn.stage == TURN_NONE) {
        gateway->turn.after = gateway_now(gateway) + (wait > AGAIN_MS ? wait : AGAIN_MS);
        gateway_gate_leave(&gateway->gate, member->number);
    }
    if (spent)
        log_spent(gateway, member->number, wait);
    if (gateway->turn.from_inside)
        return;
    gateway_shard_wake(member->shard, gateway_now(gateway));
    gateway_arrange(gateway);
}

/* Nobody else identifies meanwhile. */
bool gateway_entry_may_identify(void *context, unsigned shard)
{
    const struct gateway *gateway = context;

    (void)shard;
    return !gateway->listener.ask_turn ||
           (gateway->turn.stage == TURN_GIVEN && steady_now() <= gateway->turn.until);
}

static const char *enter_gate(struct gateway *gateway, unsigned shard, int64_t *wait)
{
    switch (gateway_gate_enter(&gateway->gate, shard, gateway_now(gateway), gateway_time_of_day(),
                               wait)) {
    case GATEWAY_PASS_GO:
        if (gateway->listener.ask_turn)
            return ask_for_turn(gateway, shard, wait);
        /* Before the Identify is sent: the process may die in between. */
        remember_budget(gateway);
        return gateway->url;
    case GATEWAY_PASS_ASK:
        if (!gateway->asking && gateway->ask_at == GATEWAY_NEVER)
            gateway->ask_at = gateway_now(gateway);
        *wait = GATEWAY_NEVER;
        return NULL;
    case GATEWAY_PASS_SPENT:
        log_spent(gateway, shard, *wait);
        return NULL;
    case GATEWAY_PASS_QUEUE:
        return NULL;
    }
    return NULL;
}

const char *gateway_entry_enter(void *context, unsigned shard, int64_t *wait)
{
    struct gateway *gateway = context;

    if (gateway->turn.stage == TURN_GIVEN)
        return gateway->url;
    *wait = gateway->turn.stage == TURN_ASKED ? GATEWAY_NEVER
                                              : gateway->turn.after - gateway_now(gateway);
    return *wait > 0 ? NULL : enter_gate(gateway, shard, wait);
}

void gateway_entry_identified(void *context, unsigned shard)
{
    struct gateway *gateway = context;

    gateway_gate_identified(&gateway->gate, shard, gateway_now(gateway));
    end_turn(gateway, true);
    gateway_wake_all(gateway);
}

void gateway_entry_leave(void *context, unsigned shard)
{
    struct gateway *gateway = context;

    if (gateway_gate_leave(&gateway->gate, shard) && !gateway->listener.ask_turn)
        remember_budget(gateway);
    end_turn(gateway, false);
    gateway_wake_all(gateway);
}
