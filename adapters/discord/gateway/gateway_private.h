/* The inside of struct gateway, for gateway.c and entry.c only. entry.c decides when a shard may
 * identify. */
#ifndef BELFRY_ADAPTERS_DISCORD_GATEWAY_GATEWAY_PRIVATE_H
#define BELFRY_ADAPTERS_DISCORD_GATEWAY_GATEWAY_PRIVATE_H

#include "adapters/discord/gateway/gate.h"
#include "adapters/discord/gateway/gateway.h"
#include "adapters/discord/gateway/shard.h"
#include "adapters/discord/gateway/socket.h"

#define BUDGET_KEY "gateway.identifies"

/* A shard and its present socket. */
struct member {
    struct gateway *gateway;
    struct gateway_shard *shard;
    struct gateway_socket *socket; /* NULL between connections */
    unsigned number;
    char *remembered; /* its session, as the listener knows it; NULL: none */
};

struct gateway {
    uv_loop_t *loop;
    struct gateway_settings settings;
    struct gateway_listener listener;
    struct gateway_port port;
    struct gateway_route route;
    struct gateway_gate gate;
    char url[GATEWAY_URL_MAX]; /* the last that Discord told */
    struct member *members;    /* NULL until it is known how many there are */
    unsigned member_count;
    uv_timer_t timer;
    bool recalled;     /* the budget is known, as far as anybody remembers it */
    unsigned restored; /* so many members know their remembered session */
    unsigned shard_count;
    bool keeps;     /* the sessions are remembered */
    bool asking;    /* recall or need_info is not answered yet */
    int64_t ask_at; /* GATEWAY_NEVER: not at all */
    unsigned ask_failures;
    bool failed, closing;
    struct {
        enum { TURN_NONE, TURN_ASKED, TURN_GIVEN } stage;
        bool from_inside; /* ask_turn has not returned */
        int64_t until;    /* it may be used, by a clock that also runs while the machine sleeps */
        int64_t after;    /* it may be asked for again */
    } turn;               /* of the only shard here, where processes share the bot */
    char failure[GATEWAY_REASON_MAX]; /* to be told by the timer; "" for none */
    void (*closed)(void *context);
    void *closed_context;
};

/* gateway.c */
int64_t gateway_now(const struct gateway *gateway);
int64_t gateway_time_of_day(void);
/* Called after everything that happens: the shards say when to call them again. */
void gateway_arrange(struct gateway *gateway);
void gateway_wake_all(struct gateway *gateway);

/* entry.c: functions of struct gateway_port. */
const char *gateway_entry_enter(void *context, unsigned shard, int64_t *wait);
bool gateway_entry_may_identify(void *context, unsigned shard);
void gateway_entry_identified(void *context, unsigned shard);
void gateway_entry_leave(void *context, unsigned shard);
/* Ends a turn that was not used, if one was given. */
void gateway_entry_give_back(struct gateway *gateway);

#endif
