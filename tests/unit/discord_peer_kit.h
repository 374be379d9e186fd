/* Discord for the tests of the whole adapter: a process of its own (discord_peer.py, where the
 * lines of both directions are described), and settings that lead to it. */
#ifndef BELFRY_TESTS_UNIT_DISCORD_PEER_KIT_H
#define BELFRY_TESTS_UNIT_DISCORD_PEER_KIT_H

#include <stddef.h>
#include <uv.h>

#include "adapters/discord/settings.h"
#include "tests/unit/peer_process.h"

enum { DISCORD_PEER_SEEN_BYTES = 1 << 20 };

struct discord_peer {
    struct peer_process process;
    unsigned requests_port, gateway_port;
    char seen[DISCORD_PEER_SEEN_BYTES]; /* all lines of its output */
    size_t length, read;                /* of `seen`; up to where the test has read */
};

/* Set-up and tear-down of a group of tests, whose *state is the peer. */
int discord_peer_start(void **state);
int discord_peer_stop(void **state);
/* Makes it as good as new; nobody may be connected. */
void discord_peer_forget(struct discord_peer *peer);

/* The defaults, with the token "SECRET", the peer's address of requests, and short pauses. */
void discord_peer_settings(const struct discord_peer *peer, struct discord_settings *settings);

/* Sends a line and waits until the peer has done what it says. */
__attribute__((format(printf, 2, 3))) void discord_peer_do(struct discord_peer *peer,
                                                           const char *format, ...);
/* Takes what the peer has printed until now. */
void discord_peer_take(struct discord_peer *peer);
/* Lets the loop (NULL: none) run until a line begins like this, after the lines that were awaited
 * before; returns its rest. Valid until the next call. */
const char *discord_peer_await(struct discord_peer *peer, uv_loop_t *loop, const char *beginning);

#endif
