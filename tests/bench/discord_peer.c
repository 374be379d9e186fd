#include "discord_peer.h"

#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    REQUEST_MAX = 1 << 18,
    HEAD_MAX = 16,
    ANSWER_MAX = 1024,
    FRAME_LONG = 126,
    FRAME_HUGE = 127
};

struct connection {
    uv_tcp_t socket;
    struct peer *peer;
    bool websocket;
    size_t length;
    char bytes[REQUEST_MAX + 1];
};

struct sending {
    uv_write_t request;
    char bytes[];
};

static void sent(uv_write_t *request, int status)
{
    (void)status;
    free(request->data);
}

static void send_bytes(uv_stream_t *stream, const char *head, size_t head_length, const char *bytes,
                       size_t length)
{
    struct sending *sending = malloc(sizeof *sending + head_length + length);
    if (sending == NULL)
        abort();
    memcpy(sending->bytes, head, head_length);
    memcpy(sending->bytes + head_length, bytes, length);
    sending->request.data = sending;
    uv_buf_t buffer = uv_buf_init(sending->bytes, (unsigned)(head_length + length));
    if (uv_write(&sending->request, stream, &buffer, 1, sent) != 0)
        free(sending);
}

void peer_say(struct peer *peer, const char *message, size_t length)
{
    unsigned char head[HEAD_MAX] = {0x81};
    size_t size = 2;
    if (length < FRAME_LONG) {
        head[1] = (unsigned char)length;
    } else if (length < 1 << 16) {
        head[1] = FRAME_LONG;
        head[2] = (unsigned char)(length >> 8);
        head[3] = (unsigned char)length;
        size = 4;
    } else {
        head[1] = FRAME_HUGE;
        for (int i = 0; i < 8; i++)
            head[2 + i] = (unsigned char)((uint64_t)length >> (56 - 8 * i));
        size = 10;
    }
    if (peer->gateway != NULL)
        send_bytes(peer->gateway, (const char *)head, size, message, length);
}

/* -- HTTP -------------------------------------------------------------------------------------- */

static const char *header(const char *head, const char *name)
{
    size_t length = strlen(name);
    for (const char *line = strstr(head, "\r\n"); line != NULL; line = strstr(line + 2, "\r\n"))
        if (strncasecmp(line + 2, name, length) == 0 && line[2 + length] == ':')
            return line + 2 + length + 1 + strspn(line + 2 + length + 1, " ");
    return NULL;
}

static void upgrade(struct connection *connection)
{
    unsigned char digest[EVP_MAX_MD_SIZE], accept[64];
    char key[128], answer[256];
    unsigned length = 0;
    const char *given = header(connection->bytes, "Sec-WebSocket-Key");
    snprintf(key, sizeof key, "%.24s258EAFA5-E914-47DA-95CA-C5AB0DC85B11",
             given != NULL ? given : "");
    EVP_Digest(key, strlen(key), digest, &length, EVP_sha1(), NULL);
    EVP_EncodeBlock(accept, digest, (int)length);
    int size = snprintf(answer, sizeof answer,
                        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                        "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
                        accept);
    send_bytes((uv_stream_t *)&connection->socket, answer, (size_t)size, "", 0);
    connection->websocket = true;
    connection->peer->gateway = (uv_stream_t *)&connection->socket;
    connection->peer->connected(connection->peer->context);
}

static void answer_request(struct connection *connection, const struct peer_request *request)
{
    char answer[ANSWER_MAX] = "", head[256];
    struct peer *peer = connection->peer;
    int status = peer->asked(peer->context, request, answer, sizeof answer);
    size_t length = strlen(answer);
    int size = snprintf(head, sizeof head,
                        status == 204 ? "HTTP/1.1 204 No Content\r\n\r\n"
                                      : "HTTP/1.1 %d OK\r\nContent-Type: application/json\r\n"
                                        "Content-Length: %zu\r\n\r\n",
                        status, length);
    send_bytes((uv_stream_t *)&connection->socket, head, (size_t)size, answer, length);
}

/* Returns the length of the first request in bytes; 0 when it is not complete. */
static size_t take_request(struct connection *connection)
{
    char *bytes = connection->bytes, *end = strstr(bytes, "\r\n\r\n");
    if (end == NULL)
        return 0;
    size_t head = (size_t)(end - bytes) + 4;
    end[2] = '\0';
    const char *length = header(bytes, "Content-Length");
    size_t body = length != NULL ? strtoul(length, NULL, 10) : 0;
    bool upgrades = header(bytes, "Upgrade") != NULL;
    if (head + body > connection->length) {
        end[2] = '\r';
        return 0;
    }
    if (upgrades) {
        upgrade(connection);
        return head;
    }
    char *path = strchr(bytes, ' '), after = bytes[head + body];
    *path++ = '\0';
    path[strcspn(path, " ")] = '\0';
    bytes[head + body] = '\0';
    answer_request(connection,
                   &(struct peer_request){.method = bytes, .path = path, .body = bytes + head});
    bytes[head + body] = after;
    return head + body;
}

/* -- WebSocket --------------------------------------------------------------------------------- */

/* Reads a client's frame; here they have at most 64 KiB and are masked. */
static size_t take_frame(struct connection *connection)
{
    unsigned char *bytes = (unsigned char *)connection->bytes;
    if (connection->length < 6)
        return 0;
    size_t size = bytes[1] & 0x7F, head = 2;
    if (size == FRAME_LONG) {
        size = (size_t)bytes[2] << 8 | bytes[3];
        head = 4;
    }
    if (connection->length < head + 4 + size)
        return 0;
    unsigned char *mask = bytes + head, *text = mask + 4, after = text[size];
    for (size_t i = 0; i < size; i++)
        text[i] ^= mask[i % 4];
    text[size] = '\0';
    if ((bytes[0] & 0x0F) == 1)
        connection->peer->heard(connection->peer->context, (char *)text);
    text[size] = after;
    return head + 4 + size;
}

/* -- Connections ------------------------------------------------------------------------------- */

static void closed(uv_handle_t *handle)
{
    struct connection *connection = handle->data;
    if (connection->peer->gateway == (uv_stream_t *)handle)
        connection->peer->gateway = NULL;
    free(connection);
}

static void give_room(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer)
{
    struct connection *connection = handle->data;
    (void)suggested;
    *buffer = uv_buf_init(connection->bytes + connection->length,
                          (unsigned)(REQUEST_MAX - connection->length));
}

static void received(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    struct connection *connection = stream->data;
    (void)buffer;
    if (count < 0) {
        if (!uv_is_closing((uv_handle_t *)stream))
            uv_close((uv_handle_t *)stream, closed);
        return;
    }
    connection->length += (size_t)count;
    for (;;) {
        connection->bytes[connection->length] = '\0';
        size_t taken = connection->websocket ? take_frame(connection) : take_request(connection);
        if (taken == 0)
            return;
        connection->length -= taken;
        memmove(connection->bytes, connection->bytes + taken, connection->length);
    }
}

static void came(uv_stream_t *listener, int status)
{
    struct peer *peer = listener->data;
    struct connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL || status < 0)
        abort();
    connection->peer = peer;
    uv_tcp_init(peer->loop, &connection->socket);
    connection->socket.data = connection;
    if (uv_accept(listener, (uv_stream_t *)&connection->socket) != 0)
        abort();
    uv_tcp_nodelay(&connection->socket, 1);
    uv_read_start((uv_stream_t *)&connection->socket, give_room, received);
}

bool peer_open(struct peer *peer, uv_loop_t *loop)
{
    struct sockaddr_in address;
    int length = sizeof address;
    peer->loop = loop;
    uv_ip4_addr("127.0.0.1", 0, &address);
    uv_tcp_init(loop, &peer->listener);
    peer->listener.data = peer;
    if (uv_tcp_bind(&peer->listener, (const struct sockaddr *)&address, 0) != 0 ||
        uv_listen((uv_stream_t *)&peer->listener, 16, came) != 0)
        return false;
    uv_tcp_getsockname(&peer->listener, (struct sockaddr *)&address, &length);
    peer->port = (int)((unsigned)(address.sin_port & 0xFF) << 8 | (unsigned)address.sin_port >> 8);
    return true;
}
