#include "adapters/discord/gateway/socket.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

#include "bot/base/log.h"

enum { REASON_MAX = 512, AUTHORITY_MAX = 300 };

#define HOST_NAME "gateway"

/* What the timer is for. It does everything that ends or restarts something, since neither
 * libwebsockets nor our callers expect that inside their own calls. */
enum step {
    STEP_CONNECT, /* to the next address */
    STEP_GIVE_UP, /* on this address, or on the answer to our close */
    STEP_END
};

struct frame {
    struct frame *next;
    size_t length;
    unsigned char bytes[]; /* LWS_PRE bytes of head room before the text */
};

struct lookup {
    uv_getaddrinfo_t request;
    struct gateway_socket *socket; /* NULL: nobody waits */
};

struct gateway_socket {
    const struct gateway_route *route;
    struct gateway_url url;
    struct gateway_socket_listener listener;
    struct lookup *lookup;      /* under way */
    struct addrinfo *addresses; /* owned */
    const struct addrinfo *next_address;
    uv_timer_t timer;
    enum step step;
    struct lws *wsi; /* NULL between connections */
    bool open;
    bool certificate_bad;
    uint16_t our_code; /* of the close that we have asked for; 0: none */
    bool closing;      /* libwebsockets has been asked to send it */
    uint16_t peer_code;
    struct frame *frames;
    char reason[REASON_MAX];
};

/* -- Steps ------------------------------------------------------------------------------------- */

static void free_frames(struct gateway_socket *socket)
{
    struct frame *frame, *other;

    LL_FOREACH_SAFE (socket->frames, frame, other) {
        LL_DELETE(socket->frames, frame);
        free(frame);
    }
}

static void on_timer_closed(uv_handle_t *handle)
{
    struct gateway_socket *socket = handle->data;

    uv_freeaddrinfo(socket->addresses);
    free_frames(socket);
    socket->listener.closed(socket->listener.context, socket->peer_code, socket->reason);
    free(socket);
}

static void on_timer(uv_timer_t *timer);

static void schedule(struct gateway_socket *socket, enum step step, int64_t ms)
{
    socket->step = step;
    uv_timer_start(&socket->timer, on_timer, (uint64_t)ms, 0);
}

static void end(struct gateway_socket *socket, const char *reason)
{
    if (reason)
        snprintf(socket->reason, sizeof(socket->reason), "%s", reason);
    socket->open = false;
    schedule(socket, STEP_END, 0);
}

/* libwebsockets closes the connection at once and does not call us about it again. */
static void abandon(struct gateway_socket *socket)
{
    struct lws *wsi = socket->wsi;

    if (!wsi)
        return;
    socket->wsi = NULL;
    lws_set_wsi_user(wsi, NULL);
    lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_SYNC);
}

static void connect_next(struct gateway_socket *socket);

static void on_timer(uv_timer_t *timer)
{
    struct gateway_socket *socket = timer->data;

    switch (socket->step) {
    case STEP_CONNECT:
        connect_next(socket);
        break;
    case STEP_GIVE_UP:
        abandon(socket);
        if (socket->our_code)
            end(socket, "closed by us, without an answer");
        else {
            snprintf(socket->reason, sizeof(socket->reason), "no connection in time");
            connect_next(socket);
        }
        break;
    case STEP_END:
        abandon(socket);
        if (socket->lookup)
            socket->lookup->socket = NULL;
        uv_close((uv_handle_t *)&socket->timer, on_timer_closed);
        break;
    }
}

/* -- Connecting -------------------------------------------------------------------------------- */

/* Host and port as the request names them; TLS takes the name from here too. */
static void print_authority(const struct gateway_url *url, char authority[AUTHORITY_MAX])
{
    bool number = strchr(url->host, ':') != NULL;
    bool usual = url->port == (url->secure ? 443 : 80);
    int length = snprintf(authority, AUTHORITY_MAX, number ? "[%s]" : "%s", url->host);

    if (!usual)
        snprintf(authority + length, AUTHORITY_MAX - (size_t)length, ":%u", url->port);
}

static bool try_address(struct gateway_socket *socket, const struct addrinfo *address)
{
    char number[64], authority[AUTHORITY_MAX];
    struct lws_client_connect_info info = {0};

    if (uv_ip_name(address->ai_addr, number, sizeof(number)) != 0)
        return false;
    print_authority(&socket->url, authority);
    info.context = lws_service_context(socket->route->service);
    info.vhost = socket->route->host;
    info.address = number;
    info.port = socket->url.port;
    info.path = socket->url.path;
    info.host = authority;
    info.ssl_connection = socket->url.secure ? LCCSCF_USE_SSL : 0;
    info.ietf_version_or_minus_one = -1;
    info.local_protocol_name = "gateway";
    info.userdata = socket;
    info.pwsi = &socket->wsi;
    schedule(socket, STEP_GIVE_UP, socket->route->connect_ms);
    return lws_client_connect_via_info(&info) != NULL;
}

static void connect_next(struct gateway_socket *socket)
{
    while (socket->next_address) {
        const struct addrinfo *address = socket->next_address;

        socket->next_address = address->ai_next;
        if (try_address(socket, address))
            return;
    }
    end(socket, NULL);
}

static void on_lookup_done(uv_getaddrinfo_t *request, int status, struct addrinfo *found)
{
    struct lookup *lookup = request->data;
    struct gateway_socket *socket = lookup->socket;

    free(lookup);
    if (!socket) {
        uv_freeaddrinfo(found);
        return;
    }
    socket->lookup = NULL;
    if (status < 0) {
        snprintf(socket->reason, sizeof(socket->reason), "can't find %s: %s", socket->url.host,
                 uv_strerror(status));
        end(socket, NULL);
        return;
    }
    socket->addresses = found;
    socket->next_address = found;
    snprintf(socket->reason, sizeof(socket->reason), "no address of %s can be reached",
             socket->url.host);
    connect_next(socket);
}

static bool look_up(struct gateway_socket *socket)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_ADDRCONFIG};
    struct lookup *lookup = calloc(1, sizeof(*lookup));
    char port[8];

    if (!lookup)
        return false;
    lookup->request.data = lookup;
    lookup->socket = socket;
    snprintf(port, sizeof(port), "%u", socket->url.port);
    if (uv_getaddrinfo(socket->route->loop, &lookup->request, on_lookup_done, socket->url.host,
                       port, &hints) != 0) {
        free(lookup);
        return false;
    }
    socket->lookup = lookup;
    return true;
}

struct gateway_socket *gateway_socket_open(const struct gateway_route *route,
                                           const struct gateway_url *url,
                                           const struct gateway_socket_listener *listener)
{
    struct gateway_socket *socket = calloc(1, sizeof(*socket));

    if (!socket)
        return NULL;
    socket->route = route;
    socket->url = *url;
    socket->listener = *listener;
    uv_timer_init(route->loop, &socket->timer);
    socket->timer.data = socket;
    if (!look_up(socket))
        end(socket, "the look-up of the name can't start");
    return socket;
}

/* -- A connection that stands ------------------------------------------------------------------ */

bool gateway_socket_send(struct gateway_socket *socket, const char *text, size_t length)
{
    struct frame *frame;

    if (!socket->open || socket->our_code)
        return false;
    frame = malloc(sizeof(*frame) + LWS_PRE + length);
    if (!frame)
        return false;
    frame->next = NULL;
    frame->length = length;
    memcpy(frame->bytes + LWS_PRE, text, length);
    LL_APPEND(socket->frames, frame);
    lws_callback_on_writable(socket->wsi);
    return true;
}

void gateway_socket_close(struct gateway_socket *socket, uint16_t code)
{
    if (socket->our_code)
        return;
    socket->our_code = code;
    if (!socket->open) {
        end(socket, "closed by us");
        return;
    }
    lws_callback_on_writable(socket->wsi);
    schedule(socket, STEP_GIVE_UP, socket->route->close_ms);
}

/* Returns the callback's result. */
static int write_next(struct gateway_socket *socket)
{
    struct frame *frame = socket->frames;
    int written;

    if (!frame) {
        /* Closing from here would lose the code: libwebsockets sends it from its own timer. Asked
         * again, it would not wait for the answer, and who writes to a connection that is gone
         * does not read our code any more. */
        if (socket->our_code && !socket->closing) {
            socket->closing = true;
            lws_set_timer_usecs(socket->wsi, 1);
        }
        return 0;
    }
    LL_DELETE(socket->frames, frame);
    written = lws_write(socket->wsi, frame->bytes + LWS_PRE, frame->length, LWS_WRITE_TEXT);
    if (socket->frames || socket->our_code)
        lws_callback_on_writable(socket->wsi);
    if (written < (int)frame->length) {
        free(frame);
        return -1;
    }
    free(frame);
    return 0;
}

static int add_header(const struct gateway_socket *socket, void *in, size_t length)
{
    unsigned char **at = in;
    const char *agent = socket->route->user_agent;

    return lws_add_http_header_by_name(
        socket->wsi, (const unsigned char *)"User-Agent:", (const unsigned char *)agent,
        (int)strlen(agent), at, *at + length);
}

static void on_opened(struct gateway_socket *socket)
{
    uv_timer_stop(&socket->timer);
    socket->open = true;
    snprintf(socket->reason, sizeof(socket->reason), "the connection broke");
    socket->listener.opened(socket->listener.context);
}

/* Notes OpenSSL's judgement of a certificate, which libwebsockets does not report. libwebsockets
 * calls it for the first virtual host of the context, whatever the connection, without a `user`. */
static void note_certificate(struct lws *wsi, X509_STORE_CTX *judgement, bool good)
{
    struct gateway_socket *socket = lws_wsi_user(wsi);

    if (good || !socket || strcmp(lws_get_vhost_name(lws_get_vhost(wsi)), HOST_NAME) != 0)
        return;
    snprintf(socket->reason, sizeof(socket->reason), "certificate of %s: %s", socket->url.host,
             X509_verify_cert_error_string(X509_STORE_CTX_get_error(judgement)));
    socket->certificate_bad = true;
}

static void on_connection_error(struct gateway_socket *socket, const char *reason, size_t length)
{
    socket->wsi = NULL;
    if (!socket->certificate_bad && reason && length > 0)
        snprintf(socket->reason, sizeof(socket->reason), "%.*s", (int)length, reason);
    schedule(socket, STEP_CONNECT, 0);
}

static void on_closed(struct gateway_socket *socket)
{
    socket->wsi = NULL;
    end(socket, socket->our_code ? "closed by us" : NULL);
}

static void on_peer_close(struct gateway_socket *socket, const unsigned char *in, size_t length)
{
    if (length < 2 || socket->our_code)
        return;
    socket->peer_code = (uint16_t)(in[0] << 8 | in[1]);
    snprintf(socket->reason, sizeof(socket->reason), "%.*s", (int)(length - 2),
             (const char *)in + 2);
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    struct gateway_socket *socket = user;

    if (reason == LWS_CALLBACK_OPENSSL_PERFORM_SERVER_CERT_VERIFICATION) {
        note_certificate(wsi, user, length != 0);
        return 0;
    }
    if (!socket)
        return 0;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        return add_header(socket, in, length);
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        on_opened(socket);
        break;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        if (!socket->our_code)
            socket->listener.received(socket->listener.context, in, length,
                                      lws_frame_is_binary(wsi), lws_is_final_fragment(wsi));
        break;
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        return write_next(socket);
    case LWS_CALLBACK_TIMER:
        if (socket->our_code) {
            lws_close_reason(wsi, socket->our_code, NULL, 0);
            return -1;
        }
        break;
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        on_peer_close(socket, in, length);
        break;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        on_connection_error(socket, in, length);
        break;
    case LWS_CALLBACK_CLIENT_CLOSED:
        on_closed(socket);
        break;
    default:
        break;
    }
    return 0;
}

/* -- What the sockets share -------------------------------------------------------------------- */

/* libwebsockets would go on without authorities. */
static bool holds_authorities(const char *file)
{
    X509_STORE *store = X509_STORE_new();
    bool loaded = store && X509_STORE_load_file(store, file) == 1;

    X509_STORE_free(store);
    ERR_clear_error();
    return loaded;
}

bool gateway_route_open(struct gateway_route *route, uv_loop_t *loop, const char *ca_file,
                        char *error, size_t error_size)
{
    static const struct lws_protocols protocols[] = {{.name = "gateway", .callback = on_event},
                                                     {0}};
    struct lws_context_creation_info info = {0};

    if (ca_file && !holds_authorities(ca_file)) {
        snprintf(error, error_size, "there are no certificates in %s", ca_file);
        return false;
    }
    route->loop = loop;
    route->service = lws_service_take(loop, error, error_size);
    if (!route->service)
        return false;
    info.port = CONTEXT_PORT_NO_LISTEN;
    info.vhost_name = HOST_NAME;
    info.protocols = protocols;
    info.client_ssl_ca_filepath = ca_file;
    info.ssl_client_options_set = SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1;
    info.options = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    if (ca_file)
        info.options |= LWS_SERVER_OPTION_DISABLE_OS_CA_CERTS;
    route->host = lws_create_vhost(lws_service_context(route->service), &info);
    if (route->host)
        return true;
    snprintf(error, error_size, "TLS can't be set up");
    lws_service_give_back(route->service);
    return false;
}

void gateway_route_close(struct gateway_route *route)
{
    lws_vhost_destroy(route->host);
    lws_service_give_back(route->service);
}
