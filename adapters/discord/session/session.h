/* One bot in Discord without its sockets: events come in, requests go out, and the host is between
 * them.
 *
 * It turns interactions into commands, and what the host says into answers, boards and direct
 * messages. It knows the servers, channels and threads, and where the bot may speak. Times are ms
 * of a clock that never goes back and that starts at the time since 1970.
 *
 * All requests go through the courier; their answers come back from the loop (rest.h). Listener
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

/* The way to Discord: requests_send and requests_permissions_changed, or a test. */
struct discord_courier {
    void *context;
    void (*send)(void *context, const struct rest_call *call);
    void (*permissions_changed)(void *context, const char *channel);
    /* Asks for a call of discord_session_tick from the loop. */
    void (*wake)(void *context);
};

/* Settings must outlive the session; the listener is copied. */
struct discord_session *discord_session_new(const char *network,
                                            const struct discord_settings *settings,
                                            const struct adapter_listener *listener,
                                            const struct discord_courier *courier, int64_t now);
/* Only when no request is under way. */
void discord_session_free(struct discord_session *session);
void discord_session_reload(struct discord_session *session,
                            const struct discord_settings *settings);

/* Reads what an earlier process kept, before the first event; it holds from discord_session_resumed
 * on. `done`, perhaps called from inside: whether there was anything. Not called when the session
 * is freed before. */
void discord_session_recall(struct discord_session *session,
                            void (*done)(void *context, bool known), void *context);
/* A shard goes on with the session of an earlier process; comes before its first event. */
void discord_session_resumed(struct discord_session *session, unsigned shard, unsigned count,
                             int64_t now);
/* Lets the host remember, with the next commit, what a session that is resumed does not hear again.
 * Returns false when that would be too much (keep.h); then the session can't be resumed. */
bool discord_session_keep(struct discord_session *session);
/* Whether the host has heard of a command since this was asked last: the event that brought it must
 * not come again. */
bool discord_session_has_heard(struct discord_session *session);

/* READY of a shard, and any other event of the gateway. */
void discord_session_ready(struct discord_session *session, const json_t *data, int64_t now);
void discord_session_event(struct discord_session *session, const char *event, const json_t *data,
                           int64_t now);

/* Keeps what the host says; discord_session_tick sends it together with the rest of the turn. */
void discord_session_say(struct discord_session *session, const struct outbound *outbound,
                         int64_t now);
/* As adapter_class.open_thread. */
void discord_session_open_thread(struct discord_session *session, const char *place, uint64_t table,
                                 bool closed, const char *title);

/* How many pictures of tables were never sent, because newer ones replaced them. */
uint64_t discord_session_superseded(const struct discord_session *session);

/* Sends what waits and does what is due. Returns when something will be due next; INT64_MAX: never.
 */
int64_t discord_session_tick(struct discord_session *session, int64_t now);

/* As adapter_class.find_place, place_name and own_name. */
bool discord_session_find_place(const struct discord_session *session, const char *here,
                                const char *typed, char place[PLACE_MAX]);
void discord_session_place_name(const struct discord_session *session, const char *place,
                                char name[PLACE_MAX]);
bool discord_session_parent(const struct discord_session *session, const char *place,
                            char parent[PLACE_MAX]);
bool discord_session_has_place(const struct discord_session *session, const char *place);
/* As adapter_class.find_person: a mention of a user or a role, or a user's number. */
bool discord_session_find_person(const char *typed, char who[IDENTITY_MAX],
                                 char name[NAME_MAX_BYTES]);
const char *discord_session_own_name(const struct discord_session *session);

#endif
