/* What the tests of the transport share: a connection whose doings are recorded, and plain peers on
 * loopback. It stands in front of libuv's look-up of names: "dual.test" and "dual.test." have the
 * addresses 127.0.0.1 and ::1, "nobody.test" does not exist, whatever the machine's resolver says.
 */
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
    const char *greeting; /* written when connected, unless NULL */
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
/* The loop must run dry by itself, and nothing may be left of it. */
void record_run_to_the_end(struct record *record);

void assert_contains(const char *text, const char *part);
/* A whole attempt that must fail before it is established, with this in the reason. */
void expect_failure(const struct transport_target *target, const char *reason);
/* transport_connect itself must say no, with this in the error. */
void expect_refusal(const struct transport_target *target, const char *reason);
/* This address must be the one that is connected. */
void expect_winner(const struct transport_target *target, const char *address);

/* A socket on loopback of AF_INET or AF_INET6; port 0 takes any and is filled in. -1 if the port or
 * the family can't be had. */
int peer_bind(int family, uint16_t *port);
int peer_listen(int family, uint16_t *port);
void peer_send(int fd, const char *text);
/* Closes so that the other side gets a reset. */
void peer_close_hard(int fd);

#endif
