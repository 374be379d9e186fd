/* One bot in Discord without its sockets: events in, requests out, and between them the host.
 *
 * It turns interactions into commands and what the host says into answers, boards and direct
 * messages; it knows servers, channels and threads, and what the bot may do there. Times are
 * milliseconds of one clock that never goes back and tells the time since 1970 at the start.
 *
 * Everything goes through the courier, and its answers come back from the loop (rest.h). Listener
 * functions are called from events, from answers and from discord_session_tick, never from inside
 * discord_session_say.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_SESSION_SESSION_H
#define BELFRY_ADAPTERS_DISCORD_SESSION_SESSION_H

#include <jansson.h>

#include "adapters/discord/rest/rest.h"
#include "adapters/discord/settings.h"
#include "bot/adapter.h"

struct discord_session;

/* The way to Discord: rest_send and rest_permissions_changed, or a test. */
struct discord_courier {
    void *context;
    void (*send)(void *context, const struct rest_call *call);
    void (*permissions_changed)(void *context, const char *channel);
    /* Something waits for discord_session_tick, which is to be called from the loop. */
    void (*wake)(void *context);
};

/* Settings must outlive the session; the listener is copied. */
struct discord_session *discord_session_new(const char *network,
                                            const struct discord_settings *settings,
                                            const struct adapter_listener *listener,
                                            const struct discord_courier *courier, int64_t now);
/* Only when no request is on its way any more. */
void discord_session_free(struct discord_session *session);
void discord_session_reload(struct discord_session *session,
                            const struct discord_settings *settings);

/* READY of a shard, and every other event of the gateway. */
void discord_session_ready(struct discord_session *session, const json_t *data, int64_t now);
void discord_session_event(struct discord_session *session, const char *event, const json_t *data,
                           int64_t now);

/* Keeps what the host says; discord_session_tick sends it, together with the rest of its turn. */
void discord_session_say(struct discord_session *session, const struct outbound *outbound,
                         int64_t now);
/* As adapter_class.open_thread. */
void discord_session_open_thread(struct discord_session *session, const char *place, uint64_t table,
                                 const char *title);

/* How many tables were shown by nobody, since a newer one came before they were sent. */
uint64_t discord_session_superseded(const struct discord_session *session);

/* Sends what waits and does what is due. Returns when something will be due next, INT64_MAX for
 * never. */
int64_t discord_session_tick(struct discord_session *session, int64_t now);

/* As adapter_class.find_place, place_name and own_name. */
bool discord_session_find_place(const struct discord_session *session, const char *typed,
                                char place[PLACE_MAX]);
void discord_session_place_name(const struct discord_session *session, const char *place,
                                char name[PLACE_MAX]);
bool discord_session_parent(const struct discord_session *session, const char *place,
                            char parent[PLACE_MAX]);
bool discord_session_has_place(const struct discord_session *session, const char *place);
const char *discord_session_own_name(const struct discord_session *session);

#endif
