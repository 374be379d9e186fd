#include "tests/unit/transport_kit.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { PATIENCE_MS = 20000 };

/* --- names --- */

/* Replaces libuv's function: "dual.test" has IPv4 and IPv6, "nobody.test" does not exist, whatever
 * the machine's resolver says. All other names are looked up as usual. */
struct shim {
    uv_getaddrinfo_cb done;
};

static struct shim shim;

typedef int getaddrinfo_function(uv_loop_t *, uv_getaddrinfo_t *, uv_getaddrinfo_cb, const char *,
                                 const char *, const struct addrinfo *);

static void add_ipv6(uv_getaddrinfo_t *request, int status, struct addrinfo *found)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM,
                                   .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV};
    char service[8];

    assert_int_equal(status, 0);
    snprintf(service, sizeof(service), "%d",
             ntohs(((struct sockaddr_in *)found->ai_addr)->sin_port));
    assert_int_equal(getaddrinfo("::1", service, &hints, &found->ai_next), 0);
    shim.done(request, status, found);
}

int uv_getaddrinfo(uv_loop_t *loop, uv_getaddrinfo_t *request, uv_getaddrinfo_cb done,
                   const char *name, const char *service, const struct addrinfo *hints)
{
    struct addrinfo numeric = *hints;
    getaddrinfo_function *real = NULL;

    *(void **)&real = dlsym(RTLD_NEXT, "uv_getaddrinfo");
    numeric.ai_flags |= AI_NUMERICHOST;
    if (strcmp(name, "dual.test") == 0 || strcmp(name, "dual.test.") == 0) {
        shim.done = done;
        return real(loop, request, add_ipv6, "127.0.0.1", service, &numeric);
    }
    if (strcmp(name, "nobody.test") == 0)
        return real(loop, request, done, name, service, &numeric);
    return real(loop, request, done, name, service, hints);
}

/* --- what a connection did --- */

static void on_connected(void *context, const char *address)
{
    struct record *record = context;

    record->connected++;
    snprintf(record->address, sizeof(record->address), "%s", address);
    if (record->greeting)
        assert_true(transport_write(record->transport, record->greeting, strlen(record->greeting)));
    if (record->reaction == CLOSE_WHEN_CONNECTED)
        transport_close(record->transport, false);
}

static void on_received(void *context, const char *bytes, size_t length)
{
    struct record *record = context;

    assert_true(record->length + length < sizeof(record->received));
    memcpy(record->received + record->length, bytes, length);
    record->length += length;
    if (record->reaction == CLOSE_WHEN_RECEIVED)
        transport_close(record->transport, false);
}

static void on_closed(void *context, const char *reason, bool established)
{
    struct record *record = context;

    record->closed++;
    record->established = established;
    record->transport = NULL;
    snprintf(record->reason, sizeof(record->reason), "%s", reason);
}

static void out_of_patience(uv_timer_t *timer)
{
    (void)timer;
    fail_msg("nothing happens any more");
}

struct transport_target target_at(const char *host, uint16_t port)
{
    return (struct transport_target){
        .host = host,
        .port = port,
        .terms = {.authority_file = "", .pin = "", .certificate_file = "", .key_file = ""},
        .bind_address = ""};
}

void record_begin(struct record *record, const struct transport_target *target)
{
    const struct transport_listener listener = {record, on_connected, on_received, on_closed};
    char error[256] = "";

    assert_int_equal(uv_loop_init(&record->loop), 0);
    uv_timer_init(&record->loop, &record->patience);
    uv_timer_start(&record->patience, out_of_patience, PATIENCE_MS, 0);
    uv_unref((uv_handle_t *)&record->patience);
    record->transport = transport_connect(&record->loop, target, &listener, error, sizeof(error));
    if (!record->transport)
        fail_msg("%s", error);
}

void record_run_until_connected(struct record *record)
{
    while (!record->connected) {
        if (record->closed)
            fail_msg("closed: %s", record->reason);
        uv_run(&record->loop, UV_RUN_ONCE);
    }
}

void record_run_until_received(struct record *record, const char *expected)
{
    while (record->length < strlen(expected)) {
        if (record->closed)
            fail_msg("closed: %s", record->reason);
        uv_run(&record->loop, UV_RUN_ONCE);
    }
    record->received[record->length] = 0;
    assert_string_equal(record->received, expected);
}

void record_run_to_the_end(struct record *record)
{
    uv_run(&record->loop, UV_RUN_DEFAULT);
    assert_int_equal(record->closed, 1);
    assert_int_equal(record->established, record->connected);
    assert_null(strpbrk(record->reason, "\r\n"));
    record->received[record->length] = 0;
    uv_close((uv_handle_t *)&record->patience, NULL);
    uv_run(&record->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&record->loop), 0);
}

void assert_contains(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("\"%s\" does not contain \"%s\"", text, part);
}

void expect_failure(const struct transport_target *target, const char *reason)
{
    struct record record = {0};

    record_begin(&record, target);
    record_run_to_the_end(&record);
    assert_int_equal(record.connected, 0);
    assert_contains(record.reason, reason);
}

void expect_refusal(const struct transport_target *target, const char *reason)
{
    const struct transport_listener listener = {0};
    char error[256] = "";
    uv_loop_t loop;

    uv_loop_init(&loop);
    assert_null(transport_connect(&loop, target, &listener, error, sizeof(error)));
    assert_contains(error, reason);
    assert_int_equal(uv_run(&loop, UV_RUN_DEFAULT), 0);
    assert_int_equal(uv_loop_close(&loop), 0);
}

void expect_winner(const struct transport_target *target, const char *address)
{
    struct record record = {0};

    record_begin(&record, target);
    record_run_until_connected(&record);
    assert_string_equal(record.address, address);
    transport_close(record.transport, false);
    record_run_to_the_end(&record);
}

/* --- plain peers --- */

int peer_bind(int family, uint16_t *port)
{
    struct sockaddr_storage address = {.ss_family = (sa_family_t)family};
    struct sockaddr_in *four = (struct sockaddr_in *)&address;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)&address;
    socklen_t size = family == AF_INET ? sizeof(*four) : sizeof(*six);
    int fd = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (fd < 0)
        return -1;
    if (family == AF_INET) {
        four->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        four->sin_port = htons(*port);
    } else {
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &(int){1}, sizeof(int));
        six->sin6_addr = in6addr_loopback;
        six->sin6_port = htons(*port);
    }
    if (bind(fd, (struct sockaddr *)&address, size) != 0) {
        close(fd);
        return -1;
    }
    getsockname(fd, (struct sockaddr *)&address, &size);
    *port = ntohs(family == AF_INET ? four->sin_port : six->sin6_port);
    return fd;
}

int peer_listen(int family, uint16_t *port)
{
    int fd = peer_bind(family, port);

    if (fd >= 0)
        assert_int_equal(listen(fd, 8), 0);
    return fd;
}

void peer_send(int fd, const char *text)
{
    assert_int_equal(send(fd, text, strlen(text), MSG_NOSIGNAL), strlen(text));
}

void peer_close_hard(int fd)
{
    const struct linger linger = {.l_onoff = 1, .l_linger = 0};

    setsockopt(fd, SOL_SOCKET, SO_LINGER, &linger, sizeof(linger));
    close(fd);
}
