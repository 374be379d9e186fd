#include "adapters/discord/session/threads.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>

#include "adapters/discord/session/guilds.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"

/* A thread that is to be made. */
struct discord_wish {
    struct discord_session *session;
    char *place;
    uint64_t table;
    bool closed; /* a private thread */
    json_t *body;
    struct discord_wish *next;
};

static json_t *new_thread(const char *name, bool closed)
{
    enum { TYPE_PUBLIC = 11, TYPE_PRIVATE = 12, A_DAY = 1440 };
    json_t *body = json_pack("{s:s, s:i, s:i}", "name", name, "type",
                             closed ? TYPE_PRIVATE : TYPE_PUBLIC, "auto_archive_duration", A_DAY);
    if (closed) /* those who were let in may let nobody in */
        json_object_set_new(body, "invitable", json_false());
    return body;
}

void discord_session_open_thread(struct discord_session *session, const char *place, uint64_t table,
                                 bool closed, const char *title)
{
    enum { NAME_UNITS = 100 };
    char buffer[3 * NAME_UNITS + 1];
    struct text name = TEXT_IN(buffer);
    discord_content_add_label(&name, title, NAME_UNITS);
    struct discord_wish *wish = memory_new(sizeof *wish);
    wish->session = session;
    wish->place = memory_copy(place);
    wish->table = table;
    wish->closed = closed;
    wish->body = new_thread(name.bytes, closed);
    LL_APPEND(session->wishes, wish);
    discord_wake(session);
}

static void free_wish(struct discord_wish *wish)
{
    json_decref(wish->body);
    free(wish->place);
    free(wish);
}

void discord_threads_free(struct discord_session *session)
{
    struct discord_wish *wish, *next;
    LL_FOREACH_SAFE (session->wishes, wish, next)
        free_wish(wish);
}

/* Tells the host; NULL: no thread could be made. */
static void end_wish(struct discord_wish *wish, const char *thread)
{
    struct discord_session *session = wish->session;
    session->listener.thread_opened(session->listener.context, session->network, wish->place,
                                    wish->table, wish->closed, thread);
    free_wish(wish);
}

static void thread_made(void *context, const struct request_answer *answer)
{
    struct discord_wish *wish = context;
    char guild_buffer[DISCORD_ID_BYTES];
    struct text guild = TEXT_IN(guild_buffer);
    const char *id = discord_string(answer->json, "id");
    text_add_bytes(&guild, wish->place, strcspn(wish->place, "/"));
    if (answer->outcome != REQUEST_DONE || discord_snowflake_number(id) == 0) {
        log_warning("discord.no_thread", "network", wish->session->network, "reason",
                    answer->reason);
        end_wish(wish, NULL);
        return;
    }
    discord_guilds_take_channel(wish->session, guild.bytes, answer->json);
    end_wish(wish, discord_places_take(wish->session, guild.bytes, id)->key);
}

void discord_threads_flush(struct discord_session *session)
{
    for (struct discord_wish *wish; (wish = session->wishes) != NULL;) {
        session->wishes = wish->next;
        const struct discord_place *place = discord_places_find(session, wish->place);
        if (place == NULL || place->thread || !place->open) {
            end_wish(wish, NULL);
            continue;
        }
        discord_send(session, &(struct rest_call){.route = REST_THREAD_CREATE,
                                                  .parameters = {discord_place_channel(place)},
                                                  .body = wish->body,
                                                  .priority = REQUEST_NORMAL,
                                                  .done = thread_made,
                                                  .context = wish});
    }
}

/* -- Who is in one ----------------------------------------------------------------------------- */

static void member_changed(void *context, const struct request_answer *answer)
{
    const struct discord_session *session = context;
    if (answer->outcome != REQUEST_DONE)
        log_warning("discord.thread_member", "network", session->network, "reason", answer->reason);
}

void discord_threads_let_in(struct discord_session *session, const struct outbound *outbound)
{
    const char *thread = strchr(outbound->place, '/'), *user = strchr(outbound->identity, ':');
    if (thread == NULL || user == NULL)
        return;
    bool in = outbound->kind == OUTBOUND_LET_IN;
    discord_send(session, &(struct rest_call){.route = in ? REST_THREAD_MEMBER_PUT
                                                          : REST_THREAD_MEMBER_DELETE,
                                              .parameters = {thread + 1, user + 1},
                                              .priority = REQUEST_NORMAL,
                                              .done = member_changed,
                                              .context = session});
}
