#include "adapters/protocol/client.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"

/* One line on its way. */
struct sending {
    uv_write_t request;
    struct client *client;
    char bytes[];
};

/* -- The end ----------------------------------------------------------------------------------- */

static void closed(uv_handle_t *handle)
{
    struct client *client = handle->data;
    client->listener->gone(client->listener->context, client);
}

void client_close(struct client *client)
{
    if (client->closing)
        return;
    client->closing = true;
    uv_close((uv_handle_t *)&client->pipe, closed);
}

static void farewell_said(uv_shutdown_t *request, int status)
{
    (void)status;
    client_close(request->data);
}

void client_finish(struct client *client)
{
    client->farewell.data = client;
    uv_read_stop((uv_stream_t *)&client->pipe);
    if (!client->closing &&
        uv_shutdown(&client->farewell, (uv_stream_t *)&client->pipe, farewell_said) != 0)
        client_close(client);
}

/* -- Reading ----------------------------------------------------------------------------------- */

static void offer_room(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer)
{
    struct client *client = handle->data;
    (void)suggested;
    *buffer = uv_buf_init(client->input + client->length,
                          (unsigned)(CLIENT_INPUT_BYTES - client->length));
}

static void stop_reading(struct client *client)
{
    client->reading = false;
    uv_read_stop((uv_stream_t *)&client->pipe);
}

static void has_read(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer)
{
    struct client *client = stream->data;
    (void)buffer;
    if (length > 0)
        client->length += (size_t)length;
    else if (length < 0 && length != UV_ENOBUFS)
        client->ended = true;
    if (client->ended || client->length == CLIENT_INPUT_BYTES)
        stop_reading(client);
    client->listener->heard(client->listener->context);
}

static void read_on(struct client *client)
{
    if (client->reading || client->ended || client->closing || client->length == CLIENT_INPUT_BYTES)
        return;
    client->reading = true;
    if (uv_read_start((uv_stream_t *)&client->pipe, offer_room, has_read) != 0)
        client->ended = true;
}

bool client_open(struct client *client, uv_stream_t *server, const struct client_listener *listener)
{
    client->own_listener = *listener;
    client->listener = &client->own_listener;
    uv_pipe_init(server->loop, &client->pipe, 0);
    client->pipe.data = client;
    bool taken = uv_accept(server, (uv_stream_t *)&client->pipe) == 0;
    if (taken)
        read_on(client);
    else
        client_close(client);
    return taken;
}

static const char *line_end(const struct client *client)
{
    return memchr(client->input, '\n', client->length);
}

static void drop(struct client *client, size_t used)
{
    client->length -= used;
    memmove(client->input, client->input + used, client->length);
}

/* Drops what is there of a line that is too long. */
static void skip(struct client *client)
{
    const char *end = line_end(client);
    drop(client, end != NULL ? (size_t)(end - client->input) + 1 : client->length);
    client->skipping = end == NULL;
}

bool client_has_line(const struct client *client)
{
    return line_end(client) != NULL || client->length > REQUEST_LINE_MAX;
}

enum client_line client_take(struct client *client, char line[REQUEST_LINE_MAX], size_t *length)
{
    enum client_line taken = CLIENT_NOTHING;
    if (client->skipping)
        skip(client);
    const char *end = line_end(client);
    *length = end != NULL ? (size_t)(end - client->input) : client->length;
    if (*length > REQUEST_LINE_MAX) {
        taken = CLIENT_TOO_LONG;
        skip(client);
    } else if (end != NULL) {
        taken = CLIENT_LINE;
        memcpy(line, client->input, *length);
        drop(client, *length + 1);
    }
    read_on(client);
    return taken;
}

bool client_may(struct client *client, int64_t pace, uint64_t now)
{
    const uint64_t second = 1000000000, each = second / (uint64_t)pace;
    if (client->due > now)
        return false;
    uint64_t earliest = now - second; /* so much may be saved up */
    client->due = (client->due > earliest ? client->due : earliest) + each;
    return true;
}

/* -- Writing ----------------------------------------------------------------------------------- */

static void sent(uv_write_t *request, int status)
{
    struct sending *sending = request->data;
    struct client *client = sending->client;
    client->waiting--;
    if (status < 0)
        client_close(client);
    free(sending);
}

bool client_send(struct client *client, const char *line, size_t length)
{
    if (client->closing)
        return false;
    if (uv_stream_get_write_queue_size((uv_stream_t *)&client->pipe) + length > CLIENT_QUEUE_MAX) {
        client_close(client);
        return false;
    }
    struct sending *sending = memory_new(sizeof *sending + length);
    memcpy(sending->bytes, line, length);
    sending->client = client;
    sending->request.data = sending;
    const uv_buf_t buffer = uv_buf_init(sending->bytes, (unsigned)length);
    client->waiting++;
    if (uv_write(&sending->request, (uv_stream_t *)&client->pipe, &buffer, 1, sent) == 0)
        return true;
    client->waiting--;
    free(sending);
    client_close(client);
    return false;
}
