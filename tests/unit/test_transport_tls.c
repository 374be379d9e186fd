/* The transport with TLS, against `openssl s_server` on loopback. */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "bot/base/log.h"
#include "tests/unit/certificates.h"
#include "tests/unit/transport_kit.h"

static void read_pin(char pin[128])
{
    FILE *file = fopen(certificates_path("pin"), "r");

    assert_non_null(file);
    assert_non_null(fgets(pin, 128, file));
    pin[strcspn(pin, "\n")] = 0;
    fclose(file);
}

struct server {
    pid_t pid;
    int output;
    uint16_t port;
};

static uint16_t read_port(int fd)
{
    char text[4096];
    size_t length = 0;
    const char *found;

    while (length + 1 < sizeof(text)) {
        ssize_t got = read(fd, text + length, sizeof(text) - 1 - length);

        if (got <= 0)
            break;
        length += (size_t)got;
        text[length] = 0;
        found = strstr(text, "ACCEPT 127.0.0.1:");
        if (found && strchr(found, '\n'))
            return (uint16_t)strtoul(found + strlen("ACCEPT 127.0.0.1:"), NULL, 10);
    }
    fail_msg("openssl s_server does not start");
    return 0;
}

/* Sends every line back reversed. `options` are separated by blanks; a word with .pem or .key is a
 * file of the directory. */
static struct server server_start(const char *options)
{
    struct server server;
    char command[1024];
    int ends[2];

    snprintf(command, sizeof(command),
             "cd %s && exec openssl s_server -accept 127.0.0.1:0 -rev %s 2>&1 </dev/null",
             certificates_folder(), options);
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    server.pid = fork();
    if (server.pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(ends[1], STDOUT_FILENO);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    server.output = ends[0];
    server.port = read_port(ends[0]);
    return server;
}

static void server_stop(const struct server *server)
{
    kill(server->pid, SIGKILL);
    waitpid(server->pid, NULL, 0);
    close(server->output);
}

static struct transport_target tls_target(const struct server *server)
{
    struct transport_target target = target_at("localhost", server->port);

    target.encrypted = true;
    target.terms.authority_file = certificates_path("ca.pem");
    return target;
}

static void expect_talk(const struct transport_target *target)
{
    struct record record = {.greeting = "hello\n"};

    record_begin(&record, target);
    record_run_until_received(&record, "olleh\n");
    assert_string_equal(record.address, "127.0.0.1");
    transport_close(record.transport, true);
    record_run_to_the_end(&record);
    assert_string_equal(record.reason, "closed by us");
}

static void tls_is_verified_against_a_file(void **state)
{
    struct server server = server_start("-cert good.pem -key good.key");
    struct transport_target target = tls_target(&server);

    (void)state;
    expect_talk(&target);
    target.host = "dual.test."; /* no certificate has the root's dot */
    expect_talk(&target);
    target.host = "localhost";
    target.terms.authority_file = certificates_path("otherca.pem");
    expect_failure(&target, "certificate of localhost: unable to get local issuer certificate");
    server_stop(&server);
}

static void tls_is_verified_against_the_system(void **state)
{
    struct server server = server_start("-cert good.pem -key good.key");
    struct transport_target target = tls_target(&server);

    (void)state;
    target.terms.authority_file = "";
    expect_failure(&target, "certificate of localhost: unable to get local issuer certificate");
    setenv("SSL_CERT_FILE", certificates_path("ca.pem"), 1);
    expect_talk(&target);
    unsetenv("SSL_CERT_FILE");
    setenv("SSL_CERT_DIR", certificates_path("hashed"), 1);
    expect_talk(&target);
    unsetenv("SSL_CERT_DIR");
    server_stop(&server);
}

/* A name of any length that certificates can have; the root's dot does not count. */
static void names_have_a_greatest_length(void **state)
{
    const struct tls_terms terms = {.verify = TLS_VERIFY_OFF,
                                    .authority_file = "",
                                    .pin = "",
                                    .certificate_file = "",
                                    .key_file = ""};
    enum { HOST_MAX = 254 }; /* 253 letters, and the end */
    char host[HOST_MAX + 2], error[256];

    (void)state;
    memset(host, 'a', sizeof(host));
    host[HOST_MAX] = '\0';
    assert_null(tls_policy_new(host, &terms, error, sizeof(error)));
    assert_string_equal(error, "not a host name");
    host[HOST_MAX - 1] = '.';
    struct tls_policy *policy = tls_policy_new(host, &terms, error, sizeof(error));
    assert_non_null(policy);
    tls_policy_free(policy);
    assert_null(tls_policy_new(".", &terms, error, sizeof(error)));
    assert_null(tls_policy_new("", &terms, error, sizeof(error)));
}

static void a_self_signed_certificate_is_named_so(void **state)
{
    struct server server = server_start("-cert otherca.pem -key otherca.key");
    struct transport_target target = tls_target(&server);

    (void)state;
    expect_failure(&target, "certificate of localhost: self-signed certificate");
    server_stop(&server);
}

static void the_name_must_match(void **state)
{
    struct server server = server_start("-cert elsewhere.pem -key elsewhere.key");
    struct transport_target target = tls_target(&server);

    (void)state;
    expect_failure(&target, "certificate of localhost: hostname mismatch");
    server_stop(&server);
}

static void the_name_is_asked_for(void **state)
{
    struct server server = server_start("-cert elsewhere.pem -key elsewhere.key "
                                        "-servername localhost -cert2 good.pem -key2 good.key");
    struct transport_target target = tls_target(&server);

    (void)state;
    expect_talk(&target);
    server_stop(&server);
}

static void a_numeric_host_needs_its_address_in_the_certificate(void **state)
{
    struct server server = server_start("-cert numeric.pem -key numeric.key");
    struct transport_target target = tls_target(&server);

    (void)state;
    target.host = "127.0.0.1";
    expect_talk(&target);
    server_stop(&server);
    server = server_start("-cert good.pem -key good.key");
    target.port = server.port;
    expect_failure(&target, "certificate of 127.0.0.1: IP address mismatch");
    server_stop(&server);
}

static void an_expired_certificate_is_named_so(void **state)
{
    struct server server = server_start("-cert expired.pem -key expired.key");
    struct transport_target target = tls_target(&server);

    (void)state;
    expect_failure(&target, "certificate of localhost: certificate has expired");
    server_stop(&server);
}

static void a_pin_counts_instead_of_the_chain(void **state)
{
    struct server server = server_start("-cert good.pem -key good.key");
    struct transport_target target = tls_target(&server);
    char pin[128];

    (void)state;
    read_pin(pin);
    target.terms.verify = TLS_VERIFY_PIN;
    target.terms.authority_file = "";
    target.terms.pin = pin;
    expect_talk(&target);
    server_stop(&server);
    server = server_start("-cert elsewhere.pem -key elsewhere.key");
    target.port = server.port;
    expect_failure(&target, "certificate of localhost: not the pinned one but ");
    server_stop(&server);
}

static void without_verification_there_is_a_warning(void **state)
{
    struct server server = server_start("-cert expired.pem -key expired.key");
    struct transport_target target = tls_target(&server);
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);

    (void)state;
    target.terms.verify = TLS_VERIFY_OFF;
    log_to(stream, LOG_LEVEL_WARNING);
    expect_talk(&target);
    log_to(stderr, LOG_LEVEL_WARNING);
    fclose(stream);
    assert_contains(text, "event=net.unverified host=localhost");
    free(text);
    server_stop(&server);
}

static void a_client_certificate_is_shown(void **state)
{
    struct server server =
        server_start("-cert good.pem -key good.key -Verify 1 -verify_return_error -CAfile ca.pem");
    struct transport_target target = tls_target(&server);
    struct record record = {0};

    (void)state;
    record_begin(&record, &target);
    record_run_to_the_end(&record);
    assert_contains(record.reason, "certificate required");
    target.terms.certificate_file = certificates_path("client.pem");
    target.terms.key_file = certificates_path("client.key");
    expect_talk(&target);
    target.terms.key_file = certificates_path("good.key");
    expect_refusal(&target, "key values mismatch");
    target.terms.key_file = certificates_path("locked.key"); /* without asking at the terminal */
    expect_refusal(&target, "client key ");
    server_stop(&server);
}

static void old_tls_is_refused(void **state)
{
    struct server server =
        server_start("-cert good.pem -key good.key -tls1_1 -cipher DEFAULT:@SECLEVEL=0");
    struct transport_target target = tls_target(&server);

    (void)state;
    target.terms.verify = TLS_VERIFY_OFF;
    expect_failure(&target, "TLS with localhost: ");
    server_stop(&server);
    server = server_start("-cert good.pem -key good.key -tls1_2");
    target = tls_target(&server);
    expect_talk(&target);
    server_stop(&server);
}

static void a_port_without_tls_is_named_so(void **state)
{
    uint16_t port = 0;
    int listener = peer_listen(AF_INET, &port), fd;
    struct transport_target target = target_at("localhost", port);
    struct record record = {0};

    (void)state;
    target.encrypted = true;
    record_begin(&record, &target);
    while (record.loop.active_reqs.count > 0) /* the look-up, then connecting */
        uv_run(&record.loop, UV_RUN_ONCE);
    fd = accept(listener, NULL, NULL);
    peer_send(fd, "NOTICE * :*** Looking up your hostname\r\n");
    record_run_to_the_end(&record);
    assert_string_equal(record.reason, "localhost does not speak TLS on this port");
    close(fd);
    close(listener);
}

static void a_server_that_hangs_up_in_the_handshake(void **state)
{
    uint16_t port = 0;
    int listener = peer_listen(AF_INET, &port), fd;
    struct transport_target target = target_at("localhost", port);
    struct record record = {0};
    char bytes[4096];

    (void)state;
    target.encrypted = true;
    record_begin(&record, &target);
    while (record.loop.active_reqs.count > 0)
        uv_run(&record.loop, UV_RUN_ONCE);
    fd = accept(listener, NULL, NULL);
    assert_true(recv(fd, bytes, sizeof(bytes), 0) > 0);
    close(fd);
    record_run_to_the_end(&record);
    assert_string_equal(record.reason, "closed by the server during the TLS handshake");
    close(listener);
}

/* The first address hangs up during the handshake; at the second one nobody listens. */
static void the_failure_that_got_farthest_is_told(void **state)
{
    uint16_t port = 0;
    int six = peer_listen(AF_INET6, &port), four = six < 0 ? -1 : peer_bind(AF_INET, &port), fd;
    struct transport_target target = target_at("dual.test", port);
    struct record record = {0};
    char bytes[4096];

    (void)state;
    if (four < 0)
        skip();
    target.encrypted = true;
    record_begin(&record, &target);
    while (record.loop.active_reqs.count > 0)
        uv_run(&record.loop, UV_RUN_ONCE);
    fd = accept(six, NULL, NULL);
    assert_true(recv(fd, bytes, sizeof(bytes), 0) > 0);
    close(fd);
    record_run_to_the_end(&record);
    assert_string_equal(record.reason, "closed by the server during the TLS handshake");
    close(four);
    close(six);
}

static void an_address_that_is_dumb_loses_the_race(void **state)
{
    struct server server = server_start("-cert good.pem -key good.key");
    struct transport_target target = tls_target(&server);
    int six = peer_listen(AF_INET6, &server.port);

    (void)state;
    if (six < 0) {
        server_stop(&server);
        skip();
    }
    target.host = "dual.test";
    expect_winner(&target, "127.0.0.1");
    close(six);
    server_stop(&server);
}

static void a_server_that_dies_is_reported(void **state)
{
    struct server server = server_start("-cert good.pem -key good.key");
    struct transport_target target = tls_target(&server);
    struct record record = {.greeting = "hello\n"};

    (void)state;
    record_begin(&record, &target);
    record_run_until_received(&record, "olleh\n");
    server_stop(&server);
    record_run_to_the_end(&record);
    assert_true(*record.reason);
}

/* Several records that arrive at once are all passed on at once: nothing waits for more bytes. */
static void records_that_come_together_are_all_read(void **state)
{
    struct server server = server_start("-cert good.pem -key good.key");
    struct transport_target target = tls_target(&server);
    struct record record = {0};

    (void)state;
    record_begin(&record, &target);
    record_run_until_connected(&record);
    assert_true(transport_write(record.transport, "one\n", 4));
    assert_true(transport_write(record.transport, "two\n", 4));
    assert_true(transport_write(record.transport, "three\n", 6));
    uv_run(&record.loop, UV_RUN_NOWAIT);
    usleep(300 * 1000); /* the server answers while nobody reads */
    record_run_until_received(&record, "eno\nowt\neerht\n");
    transport_close(record.transport, true);
    record_run_to_the_end(&record);
    server_stop(&server);
}

static void much_data_through_tls(void **state)
{
    struct server server = server_start("-cert good.pem -key good.key");
    struct transport_target target = tls_target(&server);
    char line[1024], reversed[1024];
    struct record record = {0};

    (void)state;
    for (int i = 0; i < 1022; i++)
        line[i] = reversed[1021 - i] = (char)('a' + i % 26);
    line[1022] = reversed[1022] = '\n';
    line[1023] = reversed[1023] = 0;
    record_begin(&record, &target);
    record_run_until_connected(&record);
    for (int i = 0; i < 200; i++) {
        assert_true(transport_write(record.transport, line, 1023));
        record.length = 0;
        record_run_until_received(&record, reversed);
    }
    transport_close(record.transport, true);
    record_run_to_the_end(&record);
    server_stop(&server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_have_a_greatest_length),
        cmocka_unit_test(tls_is_verified_against_a_file),
        cmocka_unit_test(tls_is_verified_against_the_system),
        cmocka_unit_test(a_self_signed_certificate_is_named_so),
        cmocka_unit_test(the_name_must_match),
        cmocka_unit_test(the_name_is_asked_for),
        cmocka_unit_test(a_numeric_host_needs_its_address_in_the_certificate),
        cmocka_unit_test(an_expired_certificate_is_named_so),
        cmocka_unit_test(a_pin_counts_instead_of_the_chain),
        cmocka_unit_test(without_verification_there_is_a_warning),
        cmocka_unit_test(a_client_certificate_is_shown),
        cmocka_unit_test(old_tls_is_refused),
        cmocka_unit_test(a_port_without_tls_is_named_so),
        cmocka_unit_test(a_server_that_hangs_up_in_the_handshake),
        cmocka_unit_test(the_failure_that_got_farthest_is_told),
        cmocka_unit_test(an_address_that_is_dumb_loses_the_race),
        cmocka_unit_test(a_server_that_dies_is_reported),
        cmocka_unit_test(records_that_come_together_are_all_read),
        cmocka_unit_test(much_data_through_tls),
    };

    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, certificates_make, certificates_remove);
}
