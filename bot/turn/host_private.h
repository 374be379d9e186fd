/* Shared by the files of the host; nobody else includes this. */
#ifndef BELFRY_BOT_TURN_HOST_PRIVATE_H
#define BELFRY_BOT_TURN_HOST_PRIVATE_H

#include "bot/turn/host.h"

/* listener.c: returns what adapters report to; its context is the host. */
struct adapter_listener host_listener(struct host *host);
/* Sends the network's adapter to the places that people invited the bot to before a restart. */
void host_join_invited(struct host *host, const char *network);

/* permits.c: as in struct adapter_listener; the context is the host. */
void host_ask_permit(void *context, const char *network, const struct network_permit *permit,
                     void (*told)(void *asker, const struct network_permit_told *told),
                     void *asker);
void host_end_permit(void *context, const char *network, const struct network_permit *permit,
                     const struct network_permit_told *told, int64_t rest_ms, bool used);

/* listener.c: whether this process may answer it. */
bool host_hears(struct host *host, const struct inbound *inbound);

/* turn.c: calls `visit` for whatever somebody typed that is not answered, because the store has to
 * save or to tell something first. */
void host_visit_waiting(struct host *host,
                        void (*visit)(void *context, const struct inbound *inbound), void *context);
/* turn.c: tells whoever typed it, at once, that it waits. */
void host_say_waits(struct host *host, const struct inbound *inbound);
/* turn.c: frees the turns in flight, when the store will not answer any more. */
void host_drop_turns(struct host *host);
/* host.c: opens a network, or a part of it; {0, 0} is all of it. False with a log line. */
bool host_open_network(struct host *host, const struct config_network *network,
                       struct network_part part);
/* host.c: closes it; `closed` calls host_network_closed() in the end, or is that. */
void host_close_network(struct host *host, struct adapter *adapter, bool says_goodbye,
                        void (*closed)(void *context), void *context);
void host_network_closed(void *context);
/* sharing.c: ends the connections that were given away, as far as everybody there has their answer,
 * or another process may give it. */
void host_end_given(struct host *host);
/* sharing.c: forgets them, because every network is about to be closed. */
void host_drop_endings(struct host *host);
/* host.c: after each turn, arranges what happens next: moves of the bot's seats, the alarm, the
 * shutdown. */
void host_set_going(struct host *host);
/* host.c: when somebody has set the system's clock, tells everybody who keeps times. */
void host_follow_clock(struct host *host);
/* listener.c: handles commands whose table is no longer in flight. */
void host_work_off_held(struct host *host);

#endif
