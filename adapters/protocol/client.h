/* One program's connection: bytes that become lines, and lines that wait to be written.
 *
 * It knows nothing of what the lines say. What it reports, it reports from the loop. */
#ifndef BELFRY_ADAPTERS_PROTOCOL_CLIENT_H
#define BELFRY_ADAPTERS_PROTOCOL_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <uv.h>

#include "bot/core/request.h"

enum {
    CLIENT_INPUT_BYTES = 2 * REQUEST_LINE_MAX,
    CLIENT_QUEUE_MAX = 4 * 1024 * 1024 /* bytes that wait for a program that does not read */
};

struct client;

struct client_listener {
    void *context;
    void (*heard)(void *context);                       /* there may be a line, or the end */
    void (*gone)(void *context, struct client *client); /* its memory is the listener's now */
};

struct client {
    uv_pipe_t pipe;
    uv_shutdown_t farewell;
    const struct client_listener *listener;
    struct client_listener own_listener;
    size_t length;
    char input[CLIENT_INPUT_BYTES];
    bool reading;
    bool skipping; /* the rest of a line that is too long */
    bool ended;    /* the program writes nothing more */
    bool closing;
    uint64_t waiting; /* lines that are not written yet */
    uint64_t due;     /* when the next line may be taken, in ns */
};

enum client_line { CLIENT_NOTHING, CLIENT_LINE, CLIENT_TOO_LONG };

/* Takes the connection that waits at `server`. Returns false when it is gone already. `client` is
 * zero; afterwards, and also on false, it belongs to the loop until `gone`. */
bool client_open(struct client *client, uv_stream_t *server,
                 const struct client_listener *listener);
/* Takes the next line, without its end. */
enum client_line client_take(struct client *client, char line[REQUEST_LINE_MAX], size_t *length);
/* Whether its turn has come; if so, it has used it up. */
bool client_may(struct client *client, int64_t pace, uint64_t now);
bool client_has_line(const struct client *client);
/* Writes a line that ends with a line feed. One who leaves too much unread is cut off. Returns
 * false when it was not sent. */
bool client_send(struct client *client, const char *line, size_t length);
/* Closes once everything is written, or at once. */
void client_finish(struct client *client);
void client_close(struct client *client);

#endif
