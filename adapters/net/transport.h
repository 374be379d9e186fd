/* A connection to an IRC server: bytes in, bytes out.
 *
 * One transport is one attempt and, if that succeeds, one connection: names are looked up without
 * blocking, IPv6 is tried before IPv4 with 250 ms between one address and the next (RFC 8305,
 * section 5), the first address that is connected, TLS and its checks included, wins and the others
 * are dropped. Nothing is sent before TLS is verified. It knows nothing of IRC.
 *
 * TLS is at least 1.2 and asks for the host's name (SNI). VERIFY_FULL checks chain and name (for a
 * numeric host: the address in the certificate); VERIFY_PIN checks only that the certificate is the
 * one that is pinned; VERIFY_OFF checks nothing and logs a warning at every connection. Files are
 * read at every transport_connect, so a renewed certificate needs no restart.
 *
 * A name look-up that has begun can't be called back: after transport_close closed() comes at once,
 * but the loop stays alive until the resolver has answered or given up.
 *
 * Listener functions are called from the loop only, never from inside a transport_ function. From
 * inside them transport_write and transport_close may be called. SIGPIPE must be ignored.
 */
#ifndef BELFRY_ADAPTERS_NET_TRANSPORT_H
#define BELFRY_ADAPTERS_NET_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

enum {
    TRANSPORT_HEAD_START_MS = 250,
    TRANSPORT_CONNECT_TIMEOUT_MS = 60000, /* when the target says 0 */
    TRANSPORT_FLUSH_MS = 1000,
    TRANSPORT_OUT_MAX = 256 * 1024, /* bytes waiting to be written */
    TRANSPORT_ADDRESSES_MAX = 16,   /* of one name; further ones are not tried */
    TRANSPORT_REASON_MAX = 384      /* room for a host name of 253 bytes */
};

enum transport_tls { TRANSPORT_PLAIN, TRANSPORT_TLS };
enum transport_verify { VERIFY_FULL, VERIFY_PIN, VERIFY_OFF };

/* Where and how. Strings are copied by transport_connect; none may be NULL. */
struct transport_target {
    const char *host; /* a name or a numeric address */
    uint16_t port;
    enum transport_tls tls;
    enum transport_verify verify;
    const char *authority_file; /* PEM; "": the system's store. Used by VERIFY_FULL */
    const char *pin; /* VERIFY_PIN: SHA-256 of the certificate (DER), 64 hex digits; colons and case
                        do not matter */
    const char *certificate_file, *key_file; /* client certificate, PEM, or "" */
    const char *bind_address; /* numeric address to come from, or ""; addresses of the other family
                                 then fail */
    int64_t connect_timeout;  /* ms for everything until connected(), 0 for the standard */
};

struct transport_listener {
    void *context;
    /* Connected, TLS done and verified. `address` is the numeric one. */
    void (*connected)(void *context, const char *address);
    void (*received)(void *context, const char *bytes, size_t length);
    /* Exactly once, at the end; the transport is gone when it returns. `reason` is one line for an
     * operator, for example "certificate of irc.example.org: self-signed certificate".
     * `established`: connected() came before. */
    void (*closed)(void *context, const char *reason, bool established);
};

struct transport;

/* Begins to connect. NULL, with one line in `error`, when the target makes no sense (a malformed
 * pin, an unreadable file) or memory lacks; closed() is then not called. */
struct transport *transport_connect(uv_loop_t *loop, const struct transport_target *target,
                                    const struct transport_listener *listener, char *error,
                                    size_t error_size);

/* Queues a copy. False, and nothing queued, when TRANSPORT_OUT_MAX would be exceeded, before
 * connected() and after transport_close. */
bool transport_write(struct transport *transport, const char *bytes, size_t length);

/* Ends it, also before connected(). `flush`: what is queued is written first, in at most
 * TRANSPORT_FLUSH_MS. No connected() and no received() comes any more; closed() comes, later. */
void transport_close(struct transport *transport, bool flush);

#endif
