/* Shared by the tests of the transport: a connection whose events are recorded, and plain peers on
 * loopback. It replaces libuv's name look-up: "dual.test" and "dual.test." have the addresses
 * 127.0.0.1 and ::1, and "nobody.test" does not exist, whatever the machine's resolver says. */
#ifndef BELFRY_TESTS_TRANSPORT_KIT_H
#define BELFRY_TESTS_TRANSPORT_KIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "adapters/net/transport.h"

enum reaction { JUST_LISTEN, CLOSE_WHEN_CONNECTED, CLOSE_WHEN_RECEIVED };

struct record {
    uv_loop_t loop;
    uv_timer_t patience;
    struct transport *transport;
    enum reaction reaction;
    const char *greeting; /* sent when connected, unless NULL */
    unsigned connected, closed;
    bool established;
    char address[64];
    char received[4096];
    size_t length;
    char reason[TLS_REASON_MAX];
};

/* A plain connection, without verification or files. */
struct transport_target target_at(const char *host, uint16_t port);

/* Begins to connect. A test fails when nothing happens for long. */
void record_begin(struct record *record, const struct transport_target *target);
void record_run_until_connected(struct record *record);
void record_run_until_received(struct record *record, const char *expected);
/* Checks that the loop becomes empty by itself, and that nothing of the connection is left. */
void record_run_to_the_end(struct record *record);

void assert_contains(const char *text, const char *part);
/* Makes a whole attempt that must fail before it is established, with this text in the reason. */
void expect_failure(const struct transport_target *target, const char *reason);
/* Checks that transport_connect itself refuses, with this text in the error. */
void expect_refusal(const struct transport_target *target, const char *reason);
/* Checks that this address is the one that gets connected. */
void expect_winner(const struct transport_target *target, const char *address);

/* Returns a socket on loopback, of AF_INET or AF_INET6. Port 0 takes any port and fills it in. -1
 * if the port or the family is not available. */
int peer_bind(int family, uint16_t *port);
int peer_listen(int family, uint16_t *port);
void peer_send(int fd, const char *text);
/* Closes so that the other side gets a reset. */
void peer_close_hard(int fd);

#endif
