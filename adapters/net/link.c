#include "adapters/net/link.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#ifdef __linux__
#include <linux/sockios.h>
#endif

#include "bot/base/memory.h"

enum { READ_SIZE = 4096 };

struct link {
    uv_tcp_t socket;
    uv_connect_t connecting;
    uv_shutdown_t finishing_request;
    const struct link_listener *listener;
    struct tls *tls; /* NULL without TLS */
    enum link_stage stage;
    bool finishing;
    char reason[TLS_REASON_MAX]; /* why it is being closed */
    char bytes[READ_SIZE];       /* raw, as received */
};

/* Bytes that are being sent. */
struct outgoing {
    uv_write_t request;
    char bytes[];
};

static void on_closed(uv_handle_t *handle)
{
    struct link *link = handle->data;

    link->listener->gone(link->listener->context, link, link->stage, link->reason);
    tls_free(link->tls);
    free(link);
}

static bool is_closing(const struct link *link)
{
    return uv_is_closing((const uv_handle_t *)&link->socket);
}

void link_close(struct link *link, const char *reason)
{
    if (!is_closing(link)) {
        snprintf(link->reason, sizeof(link->reason), "%s", reason);
        uv_close((uv_handle_t *)&link->socket, on_closed);
    }
}

static void on_written(uv_write_t *request, int status)
{
    /* Reading handles a failure: the server's last lines may still be unread, and the end follows
     * them. */
    (void)status;
    free(request->data);
}

static struct outgoing *outgoing_new(size_t length)
{
    struct outgoing *outgoing = memory_new(sizeof(*outgoing) + length);

    outgoing->request.data = outgoing;
    return outgoing;
}

/* Takes ownership of `outgoing`. */
static bool outgoing_send(struct link *link, struct outgoing *outgoing, size_t length)
{
    uv_buf_t buffer = uv_buf_init(outgoing->bytes, (unsigned)length);

    if (uv_write(&outgoing->request, (uv_stream_t *)&link->socket, &buffer, 1, on_written) == 0)
        return true;
    free(outgoing);
    return false;
}

/* Sends what TLS has produced. */
static bool send_pending(struct link *link)
{
    size_t length = tls_pending(link->tls);
    struct outgoing *outgoing;

    if (length == 0)
        return true;
    outgoing = outgoing_new(length);
    return outgoing_send(link, outgoing, tls_take(link->tls, outgoing->bytes, length));
}

bool link_write(struct link *link, const char *bytes, size_t length, size_t most)
{
    size_t waiting = uv_stream_get_write_queue_size((const uv_stream_t *)&link->socket);
    struct outgoing *outgoing;

    if (is_closing(link) || link->finishing || link->stage != LINK_READY)
        return false;
    if (waiting > most || length > most - waiting)
        return false;
    if (length == 0)
        return true;
    if (link->tls)
        return tls_write(link->tls, bytes, length) && send_pending(link);
    outgoing = outgoing_new(length);
    memcpy(outgoing->bytes, bytes, length);
    return outgoing_send(link, outgoing, length);
}

/* What the system keeps because the other side takes nothing more for now. */
static size_t kept_by_system(const struct link *link)
{
    int count = 0;
#ifdef SIOCOUTQNSD
    uv_os_fd_t descriptor;

    if (uv_fileno((const uv_handle_t *)&link->socket, &descriptor) != 0 ||
        ioctl(descriptor, SIOCOUTQNSD, &count) != 0 || count < 0)
        return 0;
#else
    (void)link;
#endif
    return (size_t)count;
}

size_t link_waiting(const struct link *link)
{
    return uv_stream_get_write_queue_size((const uv_stream_t *)&link->socket) +
           kept_by_system(link);
}

static void on_finished(uv_shutdown_t *request, int status)
{
    /* The other side closes next. The caller limits the wait. */
    if (status < 0)
        link_close(request->data, uv_strerror(status));
}

void link_finish(struct link *link)
{
    if (is_closing(link) || link->finishing)
        return;
    link->finishing = true;
    if (link->tls) {
        tls_finish(link->tls);
        send_pending(link);
    }
    link->finishing_request.data = link;
    if (uv_shutdown(&link->finishing_request, (uv_stream_t *)&link->socket, on_finished) != 0)
        link_close(link, "closed");
}

/* Passes on what TLS has decrypted. */
static void read_tls(struct link *link)
{
    char bytes[READ_SIZE], reason[TLS_REASON_MAX];
    size_t length;

    while (!is_closing(link) && !link->finishing) {
        switch (tls_read(link->tls, bytes, sizeof(bytes), &length, reason, sizeof(reason))) {
        case TLS_DONE:
            link->listener->received(link->listener->context, link, bytes, length);
            break;
        case TLS_WAITING:
            return;
        case TLS_CLOSED:
            link_close(link, "closed by the server");
            return;
        case TLS_FAILED:
            link_close(link, reason);
            return;
        }
    }
}

static void become_ready(struct link *link)
{
    link->stage = LINK_READY;
    link->listener->ready(link->listener->context, link);
}

static void shake_hands(struct link *link)
{
    char reason[TLS_REASON_MAX];
    enum tls_result result = tls_handshake(link->tls, reason, sizeof(reason));

    /* Also after a failure: the alert tells the other side the reason. */
    if (!send_pending(link))
        link_close(link, "can't write");
    else if (result == TLS_DONE)
        become_ready(link);
    else if (result != TLS_WAITING)
        link_close(link, result == TLS_FAILED ? reason : "closed by the server");
}

static void take_bytes(struct link *link, size_t length)
{
    if (link->finishing)
        return;
    if (!link->tls) {
        link->listener->received(link->listener->context, link, link->bytes, length);
        return;
    }
    if (!tls_feed(link->tls, link->bytes, length)) {
        link_close(link, "TLS takes no more bytes");
        return;
    }
    if (link->stage == LINK_SECURING)
        shake_hands(link);
    if (link->stage == LINK_READY)
        read_tls(link);
    /* TLS answers some records by itself. */
    if (!is_closing(link) && !send_pending(link))
        link_close(link, "can't write");
}

static void on_allocate(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer)
{
    struct link *link = handle->data;

    (void)suggested;
    *buffer = uv_buf_init(link->bytes, sizeof(link->bytes));
}

static void on_read(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer)
{
    struct link *link = stream->data;

    (void)buffer;
    if (length > 0)
        take_bytes(link, (size_t)length);
    else if (length == UV_EOF)
        link_close(link, link->stage == LINK_SECURING
                             ? "closed by the server during the TLS handshake"
                             : "closed by the server");
    else if (length < 0)
        link_close(link, uv_strerror((int)length));
}

static void on_connected(uv_connect_t *request, int status)
{
    struct link *link = request->data;

    if (is_closing(link))
        return;
    if (status == 0)
        status = uv_read_start((uv_stream_t *)&link->socket, on_allocate, on_read);
    if (status < 0) {
        link_close(link, uv_strerror(status));
        return;
    }
    uv_tcp_nodelay(&link->socket, 1);
    if (link->tls) {
        link->stage = LINK_SECURING;
        shake_hands(link);
    } else {
        become_ready(link);
    }
}

struct link *link_open(uv_loop_t *loop, const struct sockaddr *address, const struct sockaddr *from,
                       const struct tls_policy *policy, const struct link_listener *listener)
{
    struct link *link = memory_new(sizeof(*link));
    int status = 0;

    link->listener = listener;
    link->tls = policy ? tls_new(policy) : NULL;
    uv_tcp_init(loop, &link->socket);
    link->socket.data = link;
    link->connecting.data = link;
    if (from && from->sa_family != address->sa_family)
        status = UV_EAFNOSUPPORT;
    else if (from)
        status = uv_tcp_bind(&link->socket, from, 0);
    if (policy && !link->tls) {
        link_close(link, "TLS can't be set up");
        return link;
    }
    if (status == 0)
        status = uv_tcp_connect(&link->connecting, &link->socket, address, on_connected);
    if (status != 0)
        link_close(link, uv_strerror(status));
    return link;
}
