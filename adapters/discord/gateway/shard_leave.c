/* Giving up a session, a place at the gate, a connection, or the shard. */
#include "adapters/discord/gateway/shard_private.h"

void gateway_shard_forget_session(struct gateway_shard *shard)
{
    shard->session = (struct gateway_session){.sequence = -1};
    shard->resume_failures = 0;
}

void gateway_shard_leave_gate(struct gateway_shard *shard)
{
    if (shard->entered)
        shard->port->leave(shard->port->context, shard->number);
    shard->entered = false;
}

void gateway_shard_drop(struct gateway_shard *shard, const char *reason)
{
    shard->dropped = reason;
    shard->stage = GATEWAY_STAGE_CLOSING;
    shard->port->close(shard->port->context, shard->number, GATEWAY_CLOSE_KEEP);
}

void gateway_shard_finish(struct gateway_shard *shard, uint16_t code)
{
    enum gateway_stage stage = shard->stage;

    shard->stage = GATEWAY_STAGE_STOPPED;
    gateway_shard_leave_gate(shard);
    if (stage == GATEWAY_STAGE_CONNECTING ||
        (stage >= GATEWAY_STAGE_GREETING && stage <= GATEWAY_STAGE_READY))
        shard->port->close(shard->port->context, shard->number, code);
}

void gateway_shard_fail(struct gateway_shard *shard, const char *reason)
{
    gateway_shard_finish(shard, GATEWAY_CLOSE_NORMAL);
    shard->port->failed(shard->port->context, shard->number, reason);
}
