/* TLS of one connection, between buffers in memory, without socket and loop.
 *
 * The caller passes in the bytes that come from the network. After every call it takes the bytes to
 * send; tls_pending says how many there are. TLS is at least 1.2 and sends the host's name (SNI).
 * libwebsockets can't do this: in 4.1.6 its raw client starts TLS before it has a socket, and so
 * always fails.
 */
#ifndef BELFRY_ADAPTERS_NET_TLS_H
#define BELFRY_ADAPTERS_NET_TLS_H

#include <stdbool.h>
#include <stddef.h>

enum { TLS_REASON_MAX = 384 /* room for a host name of 253 bytes */ };

enum tls_verify {
    TLS_VERIFY_FULL, /* the chain and the name, or the address of a numeric host */
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

/* A policy for one host with its files loaded. The connections of one attempt share it, so that a
 * renewed certificate takes effect with the next attempt. */
struct tls_policy;
struct tls;

enum tls_result {
    TLS_DONE,    /* the handshake is over and verified; bytes were read */
    TLS_WAITING, /* needs more from the network */
    TLS_CLOSED,  /* the other side has closed TLS */
    TLS_FAILED   /* the reason says why */
};

/* On failure returns NULL, with one line in `error`. */
struct tls_policy *tls_policy_new(const char *host, const struct tls_terms *terms, char *error,
                                  size_t error_size);
void tls_policy_free(struct tls_policy *policy);

/* The policy must outlive the connection. Returns NULL when OpenSSL fails. */
struct tls *tls_new(const struct tls_policy *policy);
void tls_free(struct tls *tls);

/* Passes in bytes from the network. Returns false when OpenSSL takes no more. */
bool tls_feed(struct tls *tls, const char *bytes, size_t length);
/* Call this first, and again after each feed as long as it returns TLS_WAITING. */
enum tls_result tls_handshake(struct tls *tls, char *reason, size_t reason_size);
/* Reads decrypted bytes. With TLS_DONE, `*length` is at least 1. */
enum tls_result tls_read(struct tls *tls, char *bytes, size_t size, size_t *length, char *reason,
                         size_t reason_size);
bool tls_write(struct tls *tls, const char *bytes, size_t length);
/* Closes TLS: tells the other side. */
void tls_finish(struct tls *tls);

/* Returns how many bytes wait to be sent. */
size_t tls_pending(const struct tls *tls);
size_t tls_take(struct tls *tls, char *bytes, size_t size);

#endif
