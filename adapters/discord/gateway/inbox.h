/* Puts a websocket's frames together to messages of the gateway and inflates them. Pure.
 *
 * A text frame is a message. Binary frames are zlib-stream: one deflate stream per connection; a
 * message ends with a frame that ends with 00 00 FF FF.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_GATEWAY_INBOX_H
#define BELFRY_ADAPTERS_DISCORD_GATEWAY_INBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <zlib.h>

enum {
    /* The longest inflated message; a server with 250,000 members takes a few MiB. */
    GATEWAY_MESSAGE_MAX = 16 * 1024 * 1024,
    /* Memory that is kept between messages. */
    GATEWAY_MESSAGE_KEPT = 64 * 1024
};

struct gateway_inbox {
    char *bytes; /* owned */
    size_t length, size;
    z_stream stream;
    bool inflating;        /* `stream` is set up */
    bool binary;           /* the frames in `bytes` so far */
    unsigned char tail[4]; /* the last compressed bytes */
};

enum gateway_inbox_result {
    GATEWAY_INBOX_MORE,    /* not complete yet */
    GATEWAY_INBOX_MESSAGE, /* complete: bytes and length, until gateway_inbox_next */
    GATEWAY_INBOX_TOO_LONG,
    GATEWAY_INBOX_DAMAGED
};

/* Frees what the inbox holds; a new connection may begin. The inbox may be all zero. */
void gateway_inbox_clear(struct gateway_inbox *inbox);
/* A piece of a frame; `last`: the frame ends with it. */
enum gateway_inbox_result gateway_inbox_add(struct gateway_inbox *inbox, const char *bytes,
                                            size_t length, bool binary, bool last);
/* The message was read. */
void gateway_inbox_next(struct gateway_inbox *inbox);

#endif
