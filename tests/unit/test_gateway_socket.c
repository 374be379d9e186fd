/* The websocket of the gateway over loopback, against an independent server, with and without
 * TLS. The names are those of transport_kit.h. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include <libwebsockets.h>

#include "adapters/discord/gateway/socket.h"
#include "bot/base/log.h"
#include "tests/unit/certificates.h"
#include "tests/unit/gateway_server_kit.h"
#include "tests/unit/transport_kit.h"

enum { PATIENCE_MS = 20000, MEBIBYTE = 1 << 20 };

/* One socket and what it did. */
static struct {
    uv_loop_t loop;
    uv_timer_t patience;
    struct gateway_route route;
    struct gateway_socket *socket;
    const char *greeting; /* sent when opened */
    unsigned opened, closed, pieces, messages;
    size_t total, message;  /* bytes in total, and of the last message */
    size_t messages_wanted; /* after this many messages it closes with `farewell` */
    uint16_t farewell, code;
    char text[256]; /* beginning of the first message */
    char reason[512];
} it;

static void out_of_patience(uv_timer_t *timer)
{
    (void)timer;
    fail_msg("nothing happens any more");
}

static void on_opened(void *context)
{
    (void)context;
    it.opened++;
    if (it.greeting)
        assert_true(gateway_socket_send(it.socket, it.greeting, strlen(it.greeting)));
    if (it.messages_wanted == 0 && it.farewell)
        gateway_socket_close(it.socket, it.farewell);
}

static void on_received(void *context, const char *bytes, size_t length, bool binary, bool last)
{
    (void)context;
    assert_false(binary);
    if (it.messages == 0 && it.total + length < sizeof(it.text))
        memcpy(it.text + it.total, bytes, length);
    it.pieces++;
    it.total += length;
    it.message += length;
    if (!last)
        return;
    it.messages++;
    if (it.messages < it.messages_wanted)
        it.message = 0;
    else {
        gateway_socket_close(it.socket, it.farewell);
        assert_false(gateway_socket_send(it.socket, "too late", 8));
    }
}

static void on_closed(void *context, uint16_t code, const char *reason)
{
    (void)context;
    it.closed++;
    it.code = code;
    it.socket = NULL;
    snprintf(it.reason, sizeof(it.reason), "%s", reason);
}

static void begin(const char *url, const char *ca_file)
{
    const struct gateway_socket_listener listener = {NULL, on_opened, on_received, on_closed};
    struct gateway_url parsed;
    char error[256] = "";

    assert_int_equal(uv_loop_init(&it.loop), 0);
    uv_timer_init(&it.loop, &it.patience);
    uv_timer_start(&it.patience, out_of_patience, PATIENCE_MS, 0);
    uv_unref((uv_handle_t *)&it.patience);
    it.route.user_agent = "DiscordBot (test, 1)";
    if (it.route.connect_ms == 0)
        it.route.connect_ms = 10000;
    if (it.route.close_ms == 0)
        it.route.close_ms = 10000;
    if (!gateway_route_open(&it.route, &it.loop, ca_file, error, sizeof(error)))
        fail_msg("%s", error);
    assert_true(gateway_url_parse(url, false, &parsed));
    it.socket = gateway_socket_open(&it.route, &parsed, &listener);
    assert_non_null(it.socket);
}

/* Runs until the socket is closed; then nothing may be left of it. */
static void finish(void)
{
    while (!it.closed)
        uv_run(&it.loop, UV_RUN_ONCE);
    gateway_route_close(&it.route);
    uv_run(&it.loop, UV_RUN_DEFAULT);
    assert_int_equal(it.closed, 1);
    uv_close((uv_handle_t *)&it.patience, NULL);
    uv_run(&it.loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&it.loop), 0);
}

static int clear(void **state)
{
    (void)state;
    memset(&it, 0, sizeof(it));
    return 0;
}

static void expect_no_connection(const char *url, const char *ca_file, const char *reason)
{
    clear(NULL);
    begin(url, ca_file);
    finish();
    assert_int_equal(it.opened, 0);
    assert_int_equal(it.code, 0);
    assert_contains(it.reason, reason);
}

static void talks_and_says_who_it_is(void **state)
{
    struct gateway_server server;

    (void)state;
    gateway_server_start(&server, '4', NULL);
    it.greeting = "hello";
    it.messages_wanted = 1;
    it.farewell = 1000;
    begin(gateway_server_url(&server, "ws", "localhost", "/echo"), NULL);
    assert_false(gateway_socket_send(it.socket, "too soon", 8));
    finish();
    assert_string_equal(it.text, "hello");
    assert_int_equal(it.opened, 1);
    assert_int_equal(it.code, 0); /* the echo of our own code is not the other side's */
    assert_string_equal(it.reason, "closed by us");
    assert_string_equal(gateway_server_line(&server),
                        "open /echo?v=10&encoding=json DiscordBot (test, 1)");
    assert_string_equal(gateway_server_line(&server), "text hello");
    assert_string_equal(gateway_server_line(&server), "closed 1000");
    gateway_server_stop(&server);
}

static void the_other_side_learns_our_code(void **state)
{
    struct gateway_server server;

    (void)state;
    gateway_server_start(&server, '4', NULL);
    it.farewell = 4900;
    begin(gateway_server_url(&server, "ws", "localhost", "/echo"), NULL);
    finish();
    gateway_server_line(&server);
    assert_string_equal(gateway_server_line(&server), "closed 4900");
    gateway_server_stop(&server);
}

static void the_other_side_learns_our_code_although_it_reads_late(void **state)
{
    struct gateway_server server;

    (void)state;
    gateway_server_start(&server, '4', NULL);
    it.messages_wanted = 1;
    it.farewell = 4900;
    begin(gateway_server_url(&server, "ws", "localhost", "/late"), NULL);
    finish();
    assert_int_equal(it.messages, 1);
    assert_string_equal(it.reason, "closed by us");
    gateway_server_line(&server);
    assert_string_equal(gateway_server_line(&server), "closed 4900");
    gateway_server_stop(&server);
}

static void frames_in_pieces_and_huge_ones(void **state)
{
    struct gateway_server server;

    (void)state;
    gateway_server_start(&server, '4', NULL);
    it.messages_wanted = 3;
    it.farewell = 1000;
    begin(gateway_server_url(&server, "ws", "localhost", "/pieces"), NULL);
    finish();
    assert_int_equal(it.messages, 3);
    assert_string_equal(it.text, "one two three");
    assert_int_equal(it.total, strlen("one two three") + MEBIBYTE + MEBIBYTE / 1000 * 1000);
    assert_int_equal(it.message, MEBIBYTE / 1000 * 1000);
    gateway_server_stop(&server);
}

static void the_code_of_the_other_side(void **state)
{
    struct gateway_server server;

    (void)state;
    gateway_server_start(&server, '4', NULL);
    begin(gateway_server_url(&server, "ws", "localhost", "/close"), NULL);
    finish();
    assert_int_equal(it.code, 4004);
    assert_string_equal(it.reason, "Authentication failed.");
    gateway_server_stop(&server);
}

static void a_connection_that_breaks(void **state)
{
    struct gateway_server server;

    (void)state;
    gateway_server_start(&server, '4', NULL);
    begin(gateway_server_url(&server, "ws", "localhost", "/drop"), NULL);
    finish();
    assert_int_equal(it.opened, 1);
    assert_int_equal(it.code, 0);
    assert_string_equal(it.reason, "the connection broke");
    gateway_server_stop(&server);
}

static void a_server_that_dies(void **state)
{
    struct gateway_server server;

    (void)state;
    gateway_server_start(&server, '4', NULL);
    begin(gateway_server_url(&server, "ws", "localhost", "/echo"), NULL);
    while (!it.opened)
        uv_run(&it.loop, UV_RUN_ONCE);
    gateway_server_stop(&server);
    finish();
    assert_int_equal(it.code, 0);
}

static void a_server_that_does_not_answer_our_close(void **state)
{
    struct gateway_server server;

    (void)state;
    gateway_server_start(&server, '4', NULL);
    it.messages_wanted = 1;
    it.farewell = 4900;
    it.route.close_ms = 300;
    begin(gateway_server_url(&server, "ws", "localhost", "/mute"), NULL);
    finish();
    assert_int_equal(it.messages, 1);
    assert_string_equal(it.reason, "closed by us, without an answer");
    gateway_server_stop(&server);
}

static void nobody_there(void **state)
{
    struct gateway_server server;
    char url[256];

    (void)state;
    gateway_server_start(&server, '4', NULL);
    snprintf(url, sizeof(url), "%s", gateway_server_url(&server, "ws", "127.0.0.1", "/echo"));
    expect_no_connection(gateway_server_url(&server, "ws", "localhost", "/refuse"), NULL,
                         "ws upgrade response not 101");
    gateway_server_stop(&server);
    expect_no_connection(url, NULL, "closed before established");
    expect_no_connection("ws://nobody.test", NULL, "can't find nobody.test");
    expect_no_connection("wss://nobody.test", NULL, "can't find nobody.test");
}

/* Starts the server at ::1, the second address of dual.test, and returns a socket that holds its
 * port at the first, 127.0.0.1. Another program may have it there: then the server gets another. */
static int start_at_the_second_address(struct gateway_server *server)
{
    for (int tries = 0; tries < 20; tries++) {
        gateway_server_start(server, '6', NULL);
        int first = peer_bind(AF_INET, &server->port);
        if (first >= 0)
            return first;
        gateway_server_stop(server);
    }
    fail_msg("no port is free at both addresses");
    return -1;
}

static void the_next_address_is_tried(void **state)
{
    struct gateway_server server;
    int refusing = start_at_the_second_address(&server);

    (void)state;
    it.farewell = 1000;
    begin(gateway_server_url(&server, "ws", "dual.test", "/echo"), NULL);
    finish();
    assert_int_equal(it.opened, 1);
    close(refusing);
    gateway_server_stop(&server);
}

static void a_port_that_says_nothing(void **state)
{
    uint16_t port = 0;
    int silent = peer_listen(AF_INET, &port);
    char url[64];

    (void)state;
    assert_true(silent >= 0);
    it.route.connect_ms = 200;
    snprintf(url, sizeof(url), "ws://127.0.0.1:%u", port);
    begin(url, NULL);
    finish();
    assert_string_equal(it.reason, "no connection in time");
    close(silent);
}

static void the_next_address_is_tried_after_silence(void **state)
{
    struct gateway_server server;
    int silent = start_at_the_second_address(&server);

    (void)state;
    assert_int_equal(listen(silent, 8), 0);
    it.route.connect_ms = 1000; /* the second one answers within that on a busy machine, too */
    it.farewell = 1000;
    begin(gateway_server_url(&server, "ws", "dual.test", "/echo"), NULL);
    finish();
    assert_int_equal(it.opened, 1);
    assert_string_equal(it.reason, "closed by us");
    close(silent);
    gateway_server_stop(&server);
}

static void closed_before_it_stands(void **state)
{
    uint16_t port = 0;
    int silent = peer_listen(AF_INET, &port);
    char url[64];

    (void)state;
    assert_true(silent >= 0);
    snprintf(url, sizeof(url), "ws://127.0.0.1:%u", port);
    begin(url, NULL);
    gateway_socket_close(it.socket, 1000); /* while the name is looked up */
    finish();
    clear(NULL);
    begin(url, NULL);
    for (int i = 0; i < 3; i++)
        uv_run(&it.loop, UV_RUN_ONCE);
    gateway_socket_close(it.socket, 1000); /* while it connects */
    finish();
    assert_int_equal(it.opened, 0);
    assert_string_equal(it.reason, "closed by us");
    close(silent);
}

static void tls_is_verified(void **state)
{
    struct gateway_server server;

    (void)state;
    gateway_server_start(&server, '4', "good");
    it.greeting = "hello";
    it.messages_wanted = 1;
    it.farewell = 1000;
    begin(gateway_server_url(&server, "wss", "localhost", "/echo"), certificates_path("ca.pem"));
    finish();
    assert_string_equal(it.text, "hello");
    expect_no_connection(gateway_server_url(&server, "wss", "localhost", "/echo"),
                         certificates_path("otherca.pem"),
                         "certificate of localhost: unable to get local issuer certificate");
    expect_no_connection(gateway_server_url(&server, "wss", "localhost", "/echo"), NULL,
                         "certificate of localhost: unable to get local issuer certificate");
    expect_no_connection(gateway_server_url(&server, "wss", "127.0.0.1", "/echo"),
                         certificates_path("ca.pem"), "certificate of 127.0.0.1: ");
    gateway_server_stop(&server);
    gateway_server_start(&server, '4', "elsewhere");
    expect_no_connection(gateway_server_url(&server, "wss", "localhost", "/echo"),
                         certificates_path("ca.pem"),
                         "certificate of localhost: hostname mismatch");
    gateway_server_stop(&server);
    gateway_server_start(&server, '4', "expired");
    expect_no_connection(gateway_server_url(&server, "wss", "localhost", "/echo"),
                         certificates_path("ca.pem"),
                         "certificate of localhost: certificate has expired");
    gateway_server_stop(&server);
}

static void authorities_that_are_not_there(void **state)
{
    struct gateway_route route = {0};
    char error[256] = "";
    uv_loop_t loop;

    (void)state;
    uv_loop_init(&loop);
    assert_false(gateway_route_open(&route, &loop, "/nonexistent/ca.pem", error, sizeof(error)));
    assert_contains(error, "/nonexistent/ca.pem");
    uv_run(&loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&loop), 0);
}

static void one_context_a_loop(void **state)
{
    struct lws_service *first, *second, *third;
    char error[256] = "";
    uv_loop_t loop;

    (void)state;
    uv_loop_init(&loop);
    first = lws_service_take(&loop, error, sizeof(error));
    assert_non_null(first);
    second = lws_service_take(&loop, error, sizeof(error));
    assert_ptr_equal(first, second);
    lws_service_give_back(first);
    uv_run(&loop, UV_RUN_NOWAIT);
    assert_ptr_equal(lws_service_take(&loop, error, sizeof(error)), second);
    lws_service_give_back(second);
    lws_service_give_back(second);
    third = lws_service_take(&loop, error, sizeof(error)); /* while the first is being closed */
    assert_ptr_not_equal(third, first);
    uv_run(&loop, UV_RUN_NOWAIT);
    lws_service_give_back(third);
    uv_run(&loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&loop), 0);
}

/* One line each, errors as warnings and its warnings for those who look for faults. */
static void what_the_library_complains_of_is_logged(void **state)
{
    char error[256] = "", logged[1024] = "";
    uv_loop_t loop;

    (void)state;
    uv_loop_init(&loop);
    struct lws_service *service = lws_service_take(&loop, error, sizeof(error));
    assert_non_null(service);
    FILE *log = fmemopen(logged, sizeof(logged), "w");
    log_to(log, LOG_LEVEL_INFO);
    lwsl_err("no route\n");
    lwsl_warn("slow route\n");
    fflush(log);
    assert_contains(logged, "text=\"no route\"\n");
    assert_null(strstr(logged, "slow"));
    log_to(log, LOG_LEVEL_DEBUG);
    lwsl_warn("slow route\n");
    log_to(NULL, LOG_LEVEL_ERROR);
    fclose(log);
    assert_contains(logged, "text=\"slow route\"\n");
    lws_service_give_back(service);
    uv_run(&loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&loop), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(one_context_a_loop, clear),
        cmocka_unit_test_setup(talks_and_says_who_it_is, clear),
        cmocka_unit_test_setup(the_other_side_learns_our_code, clear),
        cmocka_unit_test_setup(the_other_side_learns_our_code_although_it_reads_late, clear),
        cmocka_unit_test_setup(frames_in_pieces_and_huge_ones, clear),
        cmocka_unit_test_setup(the_code_of_the_other_side, clear),
        cmocka_unit_test_setup(a_connection_that_breaks, clear),
        cmocka_unit_test_setup(a_server_that_dies, clear),
        cmocka_unit_test_setup(a_server_that_does_not_answer_our_close, clear),
        cmocka_unit_test_setup(nobody_there, clear),
        cmocka_unit_test_setup(the_next_address_is_tried, clear),
        cmocka_unit_test_setup(a_port_that_says_nothing, clear),
        cmocka_unit_test_setup(the_next_address_is_tried_after_silence, clear),
        cmocka_unit_test_setup(closed_before_it_stands, clear),
        cmocka_unit_test(what_the_library_complains_of_is_logged),
        cmocka_unit_test_setup(tls_is_verified, clear),
        cmocka_unit_test_setup(authorities_that_are_not_there, clear),
    };

    signal(SIGPIPE, SIG_IGN);
    alarm(500); /* a server that is silent must not block the whole test */
    log_to(NULL, LOG_LEVEL_ERROR);
    return cmocka_run_group_tests(tests, certificates_make, certificates_remove);
}
