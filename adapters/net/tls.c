#include "adapters/net/tls.h"

#include <ctype.h>
#include <dirent.h>
#include <limits.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "bot/base/memory.h"
#include "games/shared/text.h"

enum { HOST_MAX = 254, PIN_BYTES = 32 };

struct tls_policy {
    SSL_CTX *context;
    enum tls_verify verify;
    unsigned char pin[PIN_BYTES];
    bool numeric; /* the host is a numeric address */
    char host[HOST_MAX];
};

struct tls {
    const struct tls_policy *policy;
    SSL *ssl;
    BIO *from_network, *to_network; /* owned by ssl */
};

/* Returns OpenSSL's text for the first error in its queue. */
static const char *library_reason(void)
{
    unsigned long code = ERR_peek_error();
    const char *reason =
        ERR_SYSTEM_ERROR(code) ? strerror(ERR_GET_REASON(code)) : ERR_reason_error_string(code);

    return reason ? reason : "unknown error";
}

static bool pin_parse(const char *text, unsigned char pin[PIN_BYTES])
{
    size_t digits = 0;

    memset(pin, 0, PIN_BYTES);
    for (; *text; text++) {
        unsigned char letter = (unsigned char)tolower((unsigned char)*text);

        if (letter == ':')
            continue;
        if (!isxdigit(letter) || digits == 2 * PIN_BYTES)
            return false;
        pin[digits / 2] = (unsigned char)(pin[digits / 2] << 4 |
                                          (letter <= '9' ? letter - '0' : letter - 'a' + 10));
        digits++;
    }
    return digits == 2 * PIN_BYTES;
}

static bool host_is_numeric(const char *host)
{
    unsigned char address[sizeof(struct in6_addr)];

    return uv_inet_pton(AF_INET, host, address) == 0 || uv_inet_pton(AF_INET6, host, address) == 0;
}

/* OpenSSL must not block the loop by asking for a key's passphrase at the terminal. */
static int no_passphrase(char *buffer, int size, int writing, void *context)
{
    (void)buffer, (void)size, (void)writing, (void)context;
    return -1;
}

/* Whether the system's folder of authorities has files named by hash, from which OpenSSL reads only
 * those that it needs. */
static bool folder_is_hashed(void)
{
    const char *name = getenv(X509_get_default_cert_dir_env());
    DIR *folder = opendir(name ? name : X509_get_default_cert_dir());
    struct dirent *entry;
    bool hashed = false;

    if (!folder)
        return false;
    while (!hashed && (entry = readdir(folder))) {
        size_t length = strlen(entry->d_name);
        hashed = length == 10 && strcmp(entry->d_name + 8, ".0") == 0;
    }
    closedir(folder);
    return hashed;
}

/* Reading the bundle in one file costs a megabyte and blocks the loop for 25 ms, so it is read only
 * where the folder is not usable. */
static bool use_system_authorities(SSL_CTX *context)
{
    if (!getenv(X509_get_default_cert_file_env()) && folder_is_hashed())
        return SSL_CTX_set_default_verify_dir(context) == 1;
    return SSL_CTX_set_default_verify_paths(context) == 1;
}

static bool use_authorities(SSL_CTX *context, const char *file, char *error, size_t error_size)
{
    if (!*file)
        return use_system_authorities(context);
    if (SSL_CTX_load_verify_file(context, file) == 1)
        return true;
    snprintf(error, error_size, "authority file %s: %s", file, library_reason());
    return false;
}

static bool use_certificate(SSL_CTX *context, const struct tls_terms *terms, char *error,
                            size_t error_size)
{
    const char *key = *terms->key_file ? terms->key_file : terms->certificate_file;

    if (!*terms->certificate_file)
        return true;
    SSL_CTX_set_default_passwd_cb(context, no_passphrase);
    if (SSL_CTX_use_certificate_chain_file(context, terms->certificate_file) != 1) {
        snprintf(error, error_size, "client certificate %s: %s", terms->certificate_file,
                 library_reason());
        return false;
    }
    if (SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) != 1 ||
        SSL_CTX_check_private_key(context) != 1) {
        snprintf(error, error_size, "client key %s: %s", key, library_reason());
        return false;
    }
    return true;
}

static bool policy_fill(struct tls_policy *policy, const char *host, const struct tls_terms *terms,
                        char *error, size_t error_size)
{
    size_t length = strlen(host);

    if (length > 0 && host[length - 1] == '.')
        length--; /* certificates name hosts without the root's dot */
    if (length == 0 || length >= sizeof(policy->host)) {
        snprintf(error, error_size, "not a host name");
        return false;
    }
    memcpy(policy->host, host, length);
    policy->numeric = host_is_numeric(policy->host);
    policy->verify = terms->verify;
    if (policy->verify == TLS_VERIFY_PIN && !pin_parse(terms->pin, policy->pin)) {
        snprintf(error, error_size, "a pin has 64 hex digits: the SHA-256 of the certificate");
        return false;
    }
    policy->context = SSL_CTX_new(TLS_client_method());
    if (!policy->context) {
        snprintf(error, error_size, "TLS: %s", library_reason());
        return false;
    }
    SSL_CTX_set_min_proto_version(policy->context, TLS1_2_VERSION);
    SSL_CTX_set_options(policy->context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    SSL_CTX_set_mode(policy->context, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_session_cache_mode(policy->context, SSL_SESS_CACHE_OFF);
    if (policy->verify == TLS_VERIFY_FULL &&
        !use_authorities(policy->context, terms->authority_file, error, error_size))
        return false;
    return use_certificate(policy->context, terms, error, error_size);
}

struct tls_policy *tls_policy_new(const char *host, const struct tls_terms *terms, char *error,
                                  size_t error_size)
{
    struct tls_policy *policy = memory_new(sizeof(*policy));

    ERR_clear_error();
    snprintf(error, error_size, "TLS can't be set up");
    if (!policy_fill(policy, host, terms, error, error_size)) {
        tls_policy_free(policy);
        policy = NULL;
    }
    ERR_clear_error();
    return policy;
}

void tls_policy_free(struct tls_policy *policy)
{
    if (policy) {
        SSL_CTX_free(policy->context);
        free(policy);
    }
}

/* Sets what the handshake checks, and the host's name that we send. */
static bool set_expectations(SSL *ssl, const struct tls_policy *policy)
{
    if (!policy->numeric && SSL_set_tlsext_host_name(ssl, policy->host) != 1)
        return false;
    if (policy->verify != TLS_VERIFY_FULL)
        return true; /* OpenSSL verifies nothing; the pin is compared after the handshake */
    SSL_set_verify(ssl, SSL_VERIFY_PEER, NULL);
    if (policy->numeric)
        return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), policy->host) == 1;
    SSL_set_hostflags(ssl, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    return SSL_set1_host(ssl, policy->host) == 1;
}

struct tls *tls_new(const struct tls_policy *policy)
{
    struct tls *tls;
    SSL *ssl = SSL_new(policy->context);
    BIO *from = BIO_new(BIO_s_mem()), *to = BIO_new(BIO_s_mem());

    if (!ssl || !from || !to || !set_expectations(ssl, policy)) {
        BIO_free(from);
        BIO_free(to);
        SSL_free(ssl);
        return NULL;
    }
    SSL_set_bio(ssl, from, to);
    SSL_set_connect_state(ssl);
    tls = memory_new(sizeof(*tls));
    *tls = (struct tls){.policy = policy, .ssl = ssl, .from_network = from, .to_network = to};
    return tls;
}

void tls_free(struct tls *tls)
{
    if (tls) {
        SSL_free(tls->ssl);
        free(tls);
    }
}

bool tls_feed(struct tls *tls, const char *bytes, size_t length)
{
    return length <= INT_MAX && BIO_write(tls->from_network, bytes, (int)length) == (int)length;
}

/* Compares the certificate with the pin. */
static bool pin_matches(const struct tls *tls, char *reason, size_t reason_size)
{
    X509 *certificate = SSL_get1_peer_certificate(tls->ssl);
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned length = 0;
    struct text text = text_in(reason, reason_size);

    text_add_format(&text, "certificate of %s: ", tls->policy->host);
    if (!certificate || X509_digest(certificate, EVP_sha256(), digest, &length) != 1 ||
        length != PIN_BYTES) {
        X509_free(certificate);
        text_add(&text, "none to compare with the pin");
        return false;
    }
    X509_free(certificate);
    if (memcmp(digest, tls->policy->pin, PIN_BYTES) == 0)
        return true;
    text_add(&text, "not the pinned one but ");
    for (size_t i = 0; i < PIN_BYTES; i++)
        text_add_format(&text, "%02x", digest[i]);
    return false;
}

/* Writes why an OpenSSL call failed; `code` is from SSL_get_error. */
static enum tls_result outcome(const struct tls *tls, int code, char *reason, size_t reason_size)
{
    long verified = SSL_get_verify_result(tls->ssl);

    if (code == SSL_ERROR_WANT_READ || code == SSL_ERROR_WANT_WRITE)
        return TLS_WAITING;
    if (code == SSL_ERROR_ZERO_RETURN)
        return TLS_CLOSED;
    if (tls->policy->verify == TLS_VERIFY_FULL && verified != X509_V_OK)
        snprintf(reason, reason_size, "certificate of %s: %s", tls->policy->host,
                 X509_verify_cert_error_string(verified));
    else if (ERR_GET_REASON(ERR_peek_error()) == SSL_R_WRONG_VERSION_NUMBER)
        snprintf(reason, reason_size, "%s does not speak TLS on this port", tls->policy->host);
    else
        snprintf(reason, reason_size, "TLS with %s: %s", tls->policy->host, library_reason());
    return TLS_FAILED;
}

enum tls_result tls_handshake(struct tls *tls, char *reason, size_t reason_size)
{
    int result;

    ERR_clear_error();
    result = SSL_do_handshake(tls->ssl);
    if (result != 1) {
        enum tls_result failure =
            outcome(tls, SSL_get_error(tls->ssl, result), reason, reason_size);

        ERR_clear_error();
        return failure;
    }
    if (tls->policy->verify == TLS_VERIFY_PIN && !pin_matches(tls, reason, reason_size))
        return TLS_FAILED;
    return TLS_DONE;
}

enum tls_result tls_read(struct tls *tls, char *bytes, size_t size, size_t *length, char *reason,
                         size_t reason_size)
{
    enum tls_result result = TLS_DONE;

    ERR_clear_error();
    if (SSL_read_ex(tls->ssl, bytes, size, length) != 1)
        result = outcome(tls, SSL_get_error(tls->ssl, 0), reason, reason_size);
    ERR_clear_error();
    return result;
}

bool tls_write(struct tls *tls, const char *bytes, size_t length)
{
    size_t written;
    bool done;

    ERR_clear_error();
    done = SSL_write_ex(tls->ssl, bytes, length, &written) == 1;
    ERR_clear_error();
    return done;
}

void tls_finish(struct tls *tls)
{
    ERR_clear_error();
    SSL_shutdown(tls->ssl);
    ERR_clear_error();
}

size_t tls_pending(const struct tls *tls)
{
    return BIO_ctrl_pending(tls->to_network);
}

size_t tls_take(struct tls *tls, char *bytes, size_t size)
{
    int taken = BIO_read(tls->to_network, bytes, size > INT_MAX ? INT_MAX : (int)size);

    return taken > 0 ? (size_t)taken : 0;
}
