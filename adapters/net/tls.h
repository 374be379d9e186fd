/* TLS of one connection, between bytes in memory: no socket, no loop.
 *
 * The connection feeds what comes from the network and takes away what is to be sent; tls_pending
 * says how much that is, after every call. libwebsockets can't do this part: in 4.1.6 its raw
 * client starts TLS before it has a socket, and so always fails.
 */
#ifndef BELFRY_ADAPTERS_NET_TLS_H
#define BELFRY_ADAPTERS_NET_TLS_H

#include <stdbool.h>
#include <stddef.h>

#include "adapters/net/transport.h"

/* How to verify a target and how to show ourselves; shared by the connections of one attempt. */
struct tls_policy;
struct tls;

enum tls_result {
    TLS_DONE,    /* the handshake is over and verified; bytes were read */
    TLS_WAITING, /* needs more from the network */
    TLS_CLOSED,  /* the other side said goodbye */
    TLS_FAILED   /* the reason says why */
};

/* NULL with one line in `error`. */
struct tls_policy *tls_policy_new(const struct transport_target *target, char *error,
                                  size_t error_size);
void tls_policy_free(struct tls_policy *policy);

/* The policy must outlive it. NULL without memory. */
struct tls *tls_new(const struct tls_policy *policy);
void tls_free(struct tls *tls);

/* Bytes from the network. False without memory. */
bool tls_feed(struct tls *tls, const char *bytes, size_t length);
/* To be called first, and again after each feed until it is no longer TLS_WAITING. */
enum tls_result tls_handshake(struct tls *tls, char *reason, size_t reason_size);
/* With TLS_DONE `*length` is at least 1. */
enum tls_result tls_read(struct tls *tls, char *bytes, size_t size, size_t *length, char *reason,
                         size_t reason_size);
bool tls_write(struct tls *tls, const char *bytes, size_t length);
/* Says goodbye. */
void tls_finish(struct tls *tls);

/* Bytes for the network that wait to be taken. */
size_t tls_pending(const struct tls *tls);
size_t tls_take(struct tls *tls, char *bytes, size_t size);

#endif
