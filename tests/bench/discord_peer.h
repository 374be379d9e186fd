/* A stand-in for Discord that costs little: it only knows enough of the protocols for people to
 * play En Garde with a bot, so that a measurement measures the bot. The one that is strict is
 * tests/e2e/discord.
 */
#ifndef BELFRY_TESTS_BENCH_DISCORD_PEER_H
#define BELFRY_TESTS_BENCH_DISCORD_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

/* One HTTP request, complete. */
struct peer_request {
    const char *method, *path; /* the path with its query */
    const char *body;          /* "" for none */
};

struct peer {
    uv_loop_t *loop;
    uv_tcp_t listener;
    int port;
    uv_stream_t *gateway; /* NULL until a client is connected there */
    void *context;
    /* Appends the answer's JSON to `answer` of `size` bytes; returns the status. */
    int (*asked)(void *context, const struct peer_request *request, char *answer, size_t size);
    /* A message of the client on the gateway, and a new client. */
    void (*heard)(void *context, const char *message);
    void (*connected)(void *context);
};

/* Listens on a port of the loopback. */
bool peer_open(struct peer *peer, uv_loop_t *loop);
/* One text message on the gateway. */
void peer_say(struct peer *peer, const char *message, size_t length);

#endif
