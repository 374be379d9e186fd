/* TLS of one connection, between buffers in memory: no socket, no loop.
 *
 * The caller feeds what comes from the network and, after every call, takes what is to be sent;
 * tls_pending says how much that is. TLS is at least 1.2 and sends the host's name (SNI).
 * libwebsockets can't do this: in 4.1.6 its raw client starts TLS before it has a socket, and so
 * always fails.
 */
#ifndef BELFRY_ADAPTERS_NET_TLS_H
#define BELFRY_ADAPTERS_NET_TLS_H

#include <stdbool.h>
#include <stddef.h>

enum { TLS_REASON_MAX = 384 /* room for a host name of 253 bytes */ };

enum tls_verify {
    TLS_VERIFY_FULL, /* the chain and the name; of a numeric host the address */
    TLS_VERIFY_PIN,  /* only that the certificate is the pinned one */
    TLS_VERIFY_OFF
};

/* How a server is verified and how we identify ourselves. No string may be NULL. */
struct tls_terms {
    enum tls_verify verify;
    const char *authority_file; /* PEM; "": the system's store. For TLS_VERIFY_FULL */
    const char *pin; /* for TLS_VERIFY_PIN: SHA-256 of the certificate (DER) in 64 hex digits of
                        either case, with or without colons */
    const char *certificate_file, *key_file; /* client certificate, PEM, or "" */
};

/* The terms for one host with their files loaded; shared by the connections of one attempt, so that
 * a renewed certificate takes effect with the next one. */
struct tls_policy;
struct tls;

enum tls_result {
    TLS_DONE,    /* the handshake is over and verified; bytes were read */
    TLS_WAITING, /* needs more from the network */
    TLS_CLOSED,  /* the other side said goodbye */
    TLS_FAILED   /* the reason says why */
};

/* NULL with one line in `error`. */
struct tls_policy *tls_policy_new(const char *host, const struct tls_terms *terms, char *error,
                                  size_t error_size);
void tls_policy_free(struct tls_policy *policy);

/* The policy must outlive it. NULL when OpenSSL refuses. */
struct tls *tls_new(const struct tls_policy *policy);
void tls_free(struct tls *tls);

/* Bytes from the network. False when OpenSSL takes no more. */
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
