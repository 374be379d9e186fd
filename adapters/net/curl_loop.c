#include "adapters/net/curl_loop.h"

#include <stdlib.h>

#include "bot/base/memory.h"

struct socket_watch {
    uv_poll_t poll;
    curl_socket_t socket;
    struct curl_loop *curl_loop;
};

struct curl_loop {
    uv_loop_t *loop;
    CURLM *multi;
    uv_timer_t timer;
    curl_loop_done *done;
    void *context;
    int handles; /* libuv handles that are not closed yet */
    bool acting; /* a caller on the stack uses `multi` */
    bool closing;
    void (*closed)(void *context);
    void *closed_context;
};

static void tell_closed_if_all_closed(struct curl_loop *curl_loop)
{
    if (!curl_loop->closing || curl_loop->handles > 0)
        return;
    void (*closed)(void *) = curl_loop->closed;
    void *context = curl_loop->closed_context;
    free(curl_loop);
    curl_global_cleanup();
    closed(context);
}

/* --- the end --- */

static void on_timer_closed(uv_handle_t *handle)
{
    struct curl_loop *curl_loop = handle->data;
    curl_loop->handles--;
    tell_closed_if_all_closed(curl_loop);
}

static void on_watch_closed(uv_handle_t *handle)
{
    struct socket_watch *watch = handle->data;
    struct curl_loop *curl_loop = watch->curl_loop;
    free(watch);
    curl_loop->handles--;
    tell_closed_if_all_closed(curl_loop);
}

static void destroy(struct curl_loop *curl_loop)
{
    /* This closes kept connections; on_socket closes their watches. */
    curl_multi_cleanup(curl_loop->multi);
    curl_loop->multi = NULL;
    uv_close((uv_handle_t *)&curl_loop->timer, on_timer_closed);
}

/* --- actions --- */

static void tell_finished(struct curl_loop *curl_loop)
{
    CURLMsg *message;
    int left;
    while ((message = curl_multi_info_read(curl_loop->multi, &left))) {
        if (message->msg != CURLMSG_DONE)
            continue;
        /* The removal frees it. */
        CURL *easy = message->easy_handle;
        CURLcode result = message->data.result;
        curl_multi_remove_handle(curl_loop->multi, easy);
        curl_loop->done(curl_loop->context, easy, result);
    }
}

static void act(struct curl_loop *curl_loop, curl_socket_t socket, int events)
{
    int running;
    curl_loop->acting = true;
    curl_multi_socket_action(curl_loop->multi, socket, events, &running);
    tell_finished(curl_loop);
    curl_loop->acting = false;
    if (curl_loop->closing)
        destroy(curl_loop);
}

static void on_ready(uv_poll_t *poll, int status, int events)
{
    struct socket_watch *watch = poll->data;
    int flags = 0;
    if (events & UV_READABLE)
        flags |= CURL_CSELECT_IN;
    if (events & UV_WRITABLE)
        flags |= CURL_CSELECT_OUT;
    if (status < 0)
        flags = CURL_CSELECT_ERR;
    act(watch->curl_loop, watch->socket, flags);
}

static void on_timeout(uv_timer_t *timer)
{
    act(timer->data, CURL_SOCKET_TIMEOUT, 0);
}

/* --- what libcurl wants --- */

static struct socket_watch *watch_new(struct curl_loop *curl_loop, curl_socket_t socket)
{
    struct socket_watch *watch = memory_new(sizeof *watch);
    watch->curl_loop = curl_loop;
    watch->socket = socket;
    if (uv_poll_init_socket(curl_loop->loop, &watch->poll, socket) != 0) {
        free(watch);
        return NULL;
    }
    watch->poll.data = watch;
    curl_loop->handles++;
    curl_multi_assign(curl_loop->multi, socket, watch);
    return watch;
}

static int on_socket(CURL *easy, curl_socket_t socket, int what, void *context, void *socket_data)
{
    struct curl_loop *curl_loop = context;
    struct socket_watch *watch = socket_data;
    (void)easy;
    if (what == CURL_POLL_REMOVE) {
        if (watch)
            uv_close((uv_handle_t *)&watch->poll, on_watch_closed);
        return 0;
    }
    if (watch == NULL)
        watch = watch_new(curl_loop, socket);
    if (watch == NULL)
        return -1;
    int events = 0;
    if (what & CURL_POLL_IN)
        events |= UV_READABLE;
    if (what & CURL_POLL_OUT)
        events |= UV_WRITABLE;
    return uv_poll_start(&watch->poll, events, on_ready);
}

static int on_timer(CURLM *multi, long timeout, void *context)
{
    struct curl_loop *curl_loop = context;
    (void)multi;
    if (timeout < 0)
        return uv_timer_stop(&curl_loop->timer);
    return uv_timer_start(&curl_loop->timer, on_timeout, (uint64_t)timeout, 0);
}

/* --- from outside --- */

struct curl_loop *curl_loop_new(uv_loop_t *loop, long connections, curl_loop_done *done,
                                void *context)
{
    if (curl_global_init_mem(CURL_GLOBAL_DEFAULT, memory_take, free, memory_resize, memory_copy,
                             memory_take_zeroed) != CURLE_OK)
        return NULL;
    CURLM *multi = curl_multi_init();
    if (multi == NULL) {
        curl_global_cleanup();
        return NULL;
    }
    struct curl_loop *curl_loop = memory_new(sizeof *curl_loop);
    curl_loop->loop = loop;
    curl_loop->multi = multi;
    curl_loop->done = done;
    curl_loop->context = context;
    uv_timer_init(loop, &curl_loop->timer);
    curl_loop->timer.data = curl_loop;
    curl_loop->handles = 1;
    curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, on_socket);
    curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, curl_loop);
    curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, on_timer);
    curl_multi_setopt(multi, CURLMOPT_TIMERDATA, curl_loop);
    curl_multi_setopt(multi, CURLMOPT_PIPELINING, CURLPIPE_MULTIPLEX);
    curl_multi_setopt(multi, CURLMOPT_MAX_HOST_CONNECTIONS, connections);
    return curl_loop;
}

bool curl_loop_add(struct curl_loop *curl_loop, CURL *easy)
{
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
    return curl_multi_add_handle(curl_loop->multi, easy) == CURLM_OK;
}

void curl_loop_remove(struct curl_loop *curl_loop, CURL *easy)
{
    curl_multi_remove_handle(curl_loop->multi, easy);
}

void curl_loop_close(struct curl_loop *curl_loop, void (*closed)(void *context), void *context)
{
    curl_loop->closing = true;
    curl_loop->closed = closed;
    curl_loop->closed_context = context;
    if (!curl_loop->acting)
        destroy(curl_loop);
}
