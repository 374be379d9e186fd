/* The transport without TLS, against plain sockets on loopback. */
#include <arpa/inet.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/unit/transport_kit.h"

/* A connected plain pair: `record` is ours, the result is the server's end. */
static int plain_pair(struct record *record)
{
    uint16_t port = 0;
    int listener = peer_listen(AF_INET, &port), fd;
    struct transport_target target = target_at("127.0.0.1", port);

    record_begin(record, &target);
    record_run_until_connected(record);
    fd = accept(listener, NULL, NULL);
    assert_true(fd >= 0);
    close(listener);
    return fd;
}

static void plain_bytes_both_ways(void **state)
{
    struct record record = {.greeting = "NICK me\r\n"};
    int fd = plain_pair(&record);
    char bytes[64] = "";

    (void)state;
    assert_string_equal(record.address, "127.0.0.1");
    assert_int_equal(recv(fd, bytes, 9, MSG_WAITALL), 9);
    assert_string_equal(bytes, "NICK me\r\n");
    peer_send(fd, "PING :1\r\nPING :2\r\n");
    record_run_until_received(&record, "PING :1\r\nPING :2\r\n");
    close(fd);
    record_run_to_the_end(&record);
    assert_string_equal(record.reason, "closed by the server");
}

static void half_a_line_at_the_end_arrives(void **state)
{
    struct record record = {0};
    int fd = plain_pair(&record);

    (void)state;
    peer_send(fd, "PING :half");
    close(fd);
    record_run_to_the_end(&record);
    assert_string_equal(record.received, "PING :half");
    assert_string_equal(record.reason, "closed by the server");
}

static void a_peer_that_vanishes_is_reported(void **state)
{
    struct record record = {0};
    int fd = plain_pair(&record);

    (void)state;
    peer_close_hard(fd);
    record_run_to_the_end(&record);
    assert_string_equal(record.reason, "connection reset by peer");
}

static void last_words_are_read_although_writing_fails(void **state)
{
    struct record record = {0};
    int fd = plain_pair(&record);

    (void)state;
    peer_send(fd, "ERROR :K-lined\r\n");
    peer_close_hard(fd);
    for (int i = 0; i < 3; i++)
        transport_write(record.transport, "PING :x\r\n", 9);
    record_run_to_the_end(&record);
    assert_string_equal(record.received, "ERROR :K-lined\r\n");
}

static void closing_from_inside_callbacks(void **state)
{
    struct record first = {.reaction = CLOSE_WHEN_CONNECTED, .greeting = "x"};
    struct record second = {.reaction = CLOSE_WHEN_RECEIVED};
    int fd = plain_pair(&first);

    (void)state;
    peer_send(fd, "too late");
    record_run_to_the_end(&first);
    assert_int_equal(first.length, 0);
    assert_string_equal(first.reason, "closed by us");
    close(fd);
    fd = plain_pair(&second);
    peer_send(fd, "now");
    record_run_to_the_end(&second);
    assert_string_equal(second.received, "now");
    close(fd);
}

static void closing_before_anything_happened(void **state)
{
    struct transport_target target = target_at("nobody.test", 6667);
    struct record record = {0};

    (void)state;
    record_begin(&record, &target);
    assert_false(transport_write(record.transport, "x", 1));
    transport_close(record.transport, true);
    transport_close(record.transport, false);
    assert_int_equal(record.closed, 0);
    record_run_to_the_end(&record);
    assert_string_equal(record.reason, "closed by us");
}

/* --- closing with a flush --- */

enum { BULK = 200 * 1024 };

struct drain {
    int fd;
    size_t length;
    char last;
};

static void *drain_to_the_end(void *context)
{
    struct drain *drain = context;
    char bytes[65536];
    ssize_t length;

    while ((length = recv(drain->fd, bytes, sizeof(bytes), 0)) > 0) {
        drain->length += (size_t)length;
        drain->last = bytes[length - 1];
    }
    close(drain->fd);
    return NULL;
}

/* Writes until nothing more is accepted, so that some of it waits in the transport. */
static size_t write_until_full(struct record *record)
{
    char *bulk = test_calloc(1, BULK);
    size_t written = 0;

    while (transport_write(record->transport, bulk, BULK)) {
        written += BULK;
        assert_true(written < 512 * 1024 * 1024);
    }
    assert_false(transport_write(record->transport, bulk, BULK));
    test_free(bulk);
    return written;
}

static void a_flush_writes_everything_first(void **state)
{
    struct record record = {0};
    struct drain drain = {.fd = plain_pair(&record)};
    size_t written = write_until_full(&record);
    pthread_t thread;

    (void)state;
    assert_true(transport_write(record.transport, "QUIT\r\n", 6));
    transport_close(record.transport, true);
    assert_false(transport_write(record.transport, "x", 1));
    assert_int_equal(pthread_create(&thread, NULL, drain_to_the_end, &drain), 0);
    record_run_to_the_end(&record);
    pthread_join(thread, NULL);
    assert_int_equal(drain.length, written + 6);
    assert_int_equal(drain.last, '\n');
    assert_string_equal(record.reason, "closed by us");
}

/* The other side hangs up last: closing before that could take our last words back. */
static void a_flush_waits_for_the_other_side(void **state)
{
    struct record record = {0};
    int fd = plain_pair(&record);
    char byte;

    (void)state;
    transport_close(record.transport, true);
    for (int turn = 0; turn < 20; turn++) {
        uv_run(&record.loop, UV_RUN_NOWAIT);
        usleep(1000);
    }
    assert_int_equal(recv(fd, &byte, 1, 0), 0);
    assert_int_equal(record.closed, 0);
    close(fd);
    record_run_to_the_end(&record);
    assert_string_equal(record.reason, "closed by us");
}

static void what_waits_to_be_written_is_bounded(void **state)
{
    struct record record = {0};
    int fd = plain_pair(&record);
    char *bulk = test_calloc(1, TRANSPORT_OUT_MAX + 1);

    (void)state;
    assert_false(transport_write(record.transport, bulk, TRANSPORT_OUT_MAX + 1));
    assert_true(transport_write(record.transport, bulk, TRANSPORT_OUT_MAX));
    test_free(bulk);
    write_until_full(&record);
    /* Nobody reads: the flush gives up on its own. */
    transport_close(record.transport, true);
    record_run_to_the_end(&record);
    assert_string_equal(record.reason, "closed by us");
    close(fd);
}

/* --- connecting --- */

static void a_refused_port_is_named_so(void **state)
{
    uint16_t port = 0;
    int fd = peer_bind(AF_INET, &port);
    struct transport_target target = target_at("127.0.0.1", port);

    (void)state;
    expect_failure(&target, "connection refused");
    target.encrypted = true;
    expect_failure(&target, "connection refused");
    close(fd);
}

static void an_unknown_name_is_named_so(void **state)
{
    struct transport_target target = target_at("nobody.test", 6667);

    (void)state;
    expect_failure(&target, "nobody.test: no such host");
}

static void silence_times_out(void **state)
{
    uint16_t port = 0;
    int fd = peer_listen(AF_INET, &port);
    struct transport_target target = target_at("127.0.0.1", port);

    (void)state;
    target.encrypted = true;
    target.connect_timeout = 50;
    expect_failure(&target, "timed out");
    close(fd);
}

static void senseless_targets_are_refused(void **state)
{
    struct transport_target target = target_at("", 6667);

    (void)state;
    expect_refusal(&target, "not a host name and a port");
    target = target_at("localhost", 0);
    expect_refusal(&target, "not a host name and a port");
    target = target_at("localhost", 6667);
    target.bind_address = "eth0";
    expect_refusal(&target, "not a numeric address");
    target = target_at("localhost", 6697);
    target.encrypted = true;
    target.terms.authority_file = "/nonexistent/ca.pem";
    expect_refusal(&target, "authority file /nonexistent/ca.pem: No such file");
    target.terms.authority_file = "";
    target.terms.certificate_file = "/nonexistent/me.pem";
    expect_refusal(&target, "client certificate /nonexistent/me.pem: No such file");
    target.terms.certificate_file = "";
    target.terms.verify = TLS_VERIFY_PIN;
    target.terms.pin = "abcd";
    expect_refusal(&target, "a pin has 64 hex digits");
    target.terms.pin = "zz00000000000000000000000000000000000000000000000000000000000000";
    expect_refusal(&target, "a pin has 64 hex digits");
}

static void an_own_address_can_be_given(void **state)
{
    uint16_t port = 0;
    int listener = peer_listen(AF_INET, &port);
    struct transport_target target = target_at("127.0.0.1", port);
    struct record record = {0};
    struct sockaddr_in from = {0};
    int fd;

    (void)state;
    target.bind_address = "127.0.0.2";
    record_begin(&record, &target);
    record_run_until_connected(&record);
    fd = accept(listener, (struct sockaddr *)&from, &(socklen_t){sizeof(from)});
    assert_int_equal(from.sin_addr.s_addr, htonl(INADDR_LOOPBACK + 1));
    assert_true(ntohs(from.sin_port) >= 1024); /* the system chose it */
    transport_close(record.transport, false);
    record_run_to_the_end(&record);
    target.bind_address = "::1";
    expect_failure(&target, "address family not supported");
    close(fd);
    close(listener);
}

/* Binds two ports of the same number; skips the test without IPv6. */
static void both_families(int *four, int *six, uint16_t *port)
{
    uint16_t any = 0;
    int probe = peer_bind(AF_INET6, &any);

    if (probe < 0)
        skip();
    close(probe);
    for (int i = 0; i < 100; i++) {
        *port = 0;
        *six = peer_bind(AF_INET6, port);
        *four = peer_bind(AF_INET, port);
        if (*four >= 0)
            return;
        close(*six);
    }
    fail_msg("no port is free in both families");
}

static void ipv6_goes_first_and_ipv4_steps_in(void **state)
{
    int four, six;
    uint16_t port;
    struct transport_target target;

    (void)state;
    both_families(&four, &six, &port);
    target = target_at("dual.test", port);
    expect_failure(&target, "connection refused");
    listen(four, 8);
    expect_winner(&target, "127.0.0.1");
    listen(six, 8);
    expect_winner(&target, "::1");
    close(four);
    close(six);
}

/* The last address was tried early; when the first one's head start is over, there is no next. */
static void after_the_last_address_comes_none(void **state)
{
    int four, six;
    uint16_t port;
    struct transport_target target;

    (void)state;
    both_families(&four, &six, &port);
    target = target_at("dual.test", port);
    target.encrypted = true; /* the listener does not speak TLS */
    target.terms.verify = TLS_VERIFY_OFF;
    target.connect_timeout = TRANSPORT_HEAD_START_MS * 2;
    listen(four, 8);
    expect_failure(&target, "connection refused");
    close(four);
    close(six);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_bytes_both_ways),
        cmocka_unit_test(half_a_line_at_the_end_arrives),
        cmocka_unit_test(a_peer_that_vanishes_is_reported),
        cmocka_unit_test(last_words_are_read_although_writing_fails),
        cmocka_unit_test(closing_from_inside_callbacks),
        cmocka_unit_test(closing_before_anything_happened),
        cmocka_unit_test(a_flush_writes_everything_first),
        cmocka_unit_test(a_flush_waits_for_the_other_side),
        cmocka_unit_test(what_waits_to_be_written_is_bounded),
        cmocka_unit_test(a_refused_port_is_named_so),
        cmocka_unit_test(an_unknown_name_is_named_so),
        cmocka_unit_test(silence_times_out),
        cmocka_unit_test(senseless_targets_are_refused),
        cmocka_unit_test(an_own_address_can_be_given),
        cmocka_unit_test(ipv6_goes_first_and_ipv4_steps_in),
        cmocka_unit_test(after_the_last_address_comes_none),
    };

    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
