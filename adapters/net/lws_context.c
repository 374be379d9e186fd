#include "adapters/net/lws_context.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/log.h"
#include "bot/base/memory.h"

/* Enough for 1,024 shards, the maximum. Without a limit libwebsockets allocates 16 bytes for each
 * descriptor that the process may open. */
enum { SOCKETS_MAX = 2048 };

struct lws_service {
    /* Must be the first member. Its `data` is the address of `mark`, by which we find the handle in
     * the loop. It is not active while the context is in use. */
    uv_idle_t unmaking;
    struct lws_context *context;
    void *foreign_loop;
    unsigned users;
    bool destroyed_once;
};

static const char mark;

struct search {
    struct lws_service *found;
};

static void look_at(uv_handle_t *handle, void *context)
{
    struct search *search = context;
    struct lws_service *service = (struct lws_service *)handle;

    if (handle->data == (const void *)&mark && service->users > 0)
        search->found = service;
}

static struct lws_service *find(uv_loop_t *loop)
{
    struct search search = {0};

    uv_walk(loop, look_at, &search);
    return search.found;
}

/* Newer versions write "[2026/01/31 12:00:00:0000] E: " before it, which our log says itself. */
static const char *after_stamp(const char *line)
{
    const char *end = line[0] == '[' ? strstr(line, ": ") : NULL;

    return end != NULL ? end + 2 : line;
}

/* libwebsockets reports reasons of failures only in its log. */
static void on_log(int level, const char *line)
{
    char text[256];

    line = after_stamp(line);
    snprintf(text, sizeof(text), "%.*s", (int)strcspn(line, "\n"), line);
    log_line(level == LLL_ERR ? LOG_LEVEL_WARNING : LOG_LEVEL_DEBUG, "lws", "text", text,
             (const char *)NULL);
}

static void on_handle_closed(uv_handle_t *handle)
{
    free(handle);
}

static void *allocate(void *block, size_t size, const char *reason)
{
    (void)reason;
    if (size > 0)
        return memory_resize(block, size);
    free(block);
    return NULL;
}

static bool create(struct lws_service *service, uv_loop_t *loop)
{
    struct lws_context_creation_info info = {0};

    lws_set_allocator(allocate);
    lws_set_log_level(LLL_ERR | LLL_WARN, on_log);
    service->foreign_loop = loop;
    info.port = CONTEXT_PORT_NO_LISTEN;
    info.options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT |
                   LWS_SERVER_OPTION_EXPLICIT_VHOSTS;
    info.fd_limit_per_thread = SOCKETS_MAX;
    info.foreign_loops = &service->foreign_loop;
    info.pcontext = &service->context;
    info.gid = (gid_t)-1;
    info.uid = (uid_t)-1;
    service->context = lws_create_context(&info);
    return service->context != NULL;
}

struct lws_service *lws_service_take(uv_loop_t *loop, char *error, size_t error_size)
{
    struct lws_service *service = find(loop);

    if (service) {
        service->users++;
        return service;
    }
    service = memory_new(sizeof(*service));
    uv_idle_init(loop, &service->unmaking);
    if (!create(service, loop)) {
        uv_close((uv_handle_t *)&service->unmaking, on_handle_closed);
        snprintf(error, error_size,
                 "libwebsockets does not start: is its libuv plug-in installed (package "
                 "libwebsockets-evlib-uv)?");
        return NULL;
    }
    service->unmaking.data = (void *)(uintptr_t)&mark;
    service->users = 1;
    return service;
}

struct lws_context *lws_service_context(const struct lws_service *service)
{
    return service->context;
}

static void count_closing(uv_handle_t *handle, void *context)
{
    *(unsigned *)context += uv_is_closing(handle) ? 1 : 0;
}

/* The first step closes handles, which close further handles. The second step must wait until all
 * are closed. libwebsockets does not report that, but then none of the loop's handles is closing.
 */
static void on_turn(uv_idle_t *handle)
{
    struct lws_service *service = (struct lws_service *)handle;
    unsigned closing = 0;

    if (!service->destroyed_once) {
        service->destroyed_once = true;
        lws_context_destroy(service->context);
        return;
    }
    uv_walk(handle->loop, count_closing, &closing);
    if (closing > 0)
        return;
    if (service->context)
        lws_context_destroy(service->context);
    uv_close((uv_handle_t *)handle, on_handle_closed);
}

void lws_service_give_back(struct lws_service *service)
{
    if (--service->users == 0)
        uv_idle_start(&service->unmaking, on_turn);
}
