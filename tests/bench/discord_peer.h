/* A cheap stand-in for Discord: it knows just enough of the protocols for people to play En Garde
 * with a bot, so that a measurement measures the bot. The strict stand-in is tests/e2e/discord. */
#ifndef BELFRY_TESTS_BENCH_DISCORD_PEER_H
#define BELFRY_TESTS_BENCH_DISCORD_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

/* A complete HTTP request. */
struct peer_request {
    const char *method, *path; /* the path with the query */
    const char *body;          /* "" for none */
};

struct peer {
    uv_loop_t *loop;
    uv_tcp_t listener;
    int port;
    uv_stream_t *gateway; /* NULL until a client is connected there */
    void *context;
    /* Writes the answer's JSON to `answer`, of `size` bytes; returns the HTTP status. */
    int (*asked)(void *context, const struct peer_request *request, char *answer, size_t size);
    /* Called for a client's message on the gateway, and for a new client. */
    void (*heard)(void *context, const char *message);
    void (*connected)(void *context);
};

/* Listens on a port of the loopback interface. */
bool peer_open(struct peer *peer, uv_loop_t *loop);
/* Sends a text message on the gateway. */
void peer_say(struct peer *peer, const char *message, size_t length);

#endif
