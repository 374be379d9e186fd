/* Pages over HTTP, asked for by a plain client. */
#include <arpa/inet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "adapters/net/monitor.h"
#include "tests/unit/transport_kit.h"

enum { ANSWER_BYTES = 512 * 1024, PATIENCE_MS = 10000 };

struct visit {
    uv_loop_t loop;
    struct monitor *monitor;
    uint16_t port;
    int client;
    char answer[ANSWER_BYTES];
};

static char name[] = "belfry";
static unsigned written; /* how often a page was */

static unsigned write_health(void *context, struct text *page)
{
    written++;
    text_add_format(page, "%s is well\n", (const char *)context);
    return 200;
}

static unsigned write_illness(void *context, struct text *page)
{
    (void)context;
    text_add(page, "ill\n");
    return 503;
}

static unsigned write_long(void *context, struct text *page)
{
    (void)context;
    for (size_t i = 0; i < MONITOR_PAGE_BYTES - 1; i++)
        text_add_char(page, i % 64 == 63 ? '\n' : 'x');
    return 200;
}

static unsigned write_too_long(void *context, struct text *page)
{
    write_long(context, page);
    text_add(page, "more");
    return 200;
}

static const struct monitor_page pages[] = {
    {"/health", "text/plain; charset=utf-8", write_health},
    {"/illness", "application/json", write_illness},
    {"/long", "text/plain; charset=utf-8", write_long},
    {"/too-long", "application/json", write_too_long},
    {NULL, NULL, NULL},
};

static int open_monitor(void **state)
{
    static struct visit visit;
    char error[256] = "";
    int taken = peer_bind(AF_INET, &visit.port);
    close(taken);
    memset(visit.answer, 0, sizeof visit.answer);
    uv_loop_init(&visit.loop);
    const struct monitor_address address = {
        .host = "127.0.0.1", .port = visit.port, .loopback = true};
    visit.monitor = monitor_open(&visit.loop, &address, pages, name, error, sizeof error);
    assert_string_equal(error, "");
    *state = &visit;
    written = 0;
    visit.client = -1;
    return 0;
}

static int close_monitor(void **state)
{
    struct visit *visit = *state;
    monitor_close(visit->monitor);
    if (visit->client >= 0)
        close(visit->client);
    uv_run(&visit->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&visit->loop), 0);
    return 0;
}

static void turn(struct visit *visit)
{
    uv_run(&visit->loop, UV_RUN_NOWAIT);
    usleep(1000);
}

static void connect_client(struct visit *visit)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(visit->port)};
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    if (visit->client >= 0)
        close(visit->client);
    visit->client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(visit->client >= 0 &&
                connect(visit->client, (struct sockaddr *)&address, sizeof address) == 0);
}

/* Whether there is an answer whose page is as long as it says; `head` has no page. */
static bool is_whole(const char *answer, bool head)
{
    const char *page = strstr(answer, "\r\n\r\n"), *told = strcasestr(answer, "content-length: ");
    if (page == NULL || told == NULL)
        return false;
    return head || strlen(page + 4) >= strtoul(told + strlen("content-length: "), NULL, 10);
}

/* Reads until the answer is whole or the monitor hangs up; false when it hung up. */
static bool receive(struct visit *visit, bool head)
{
    size_t length = 0;
    memset(visit->answer, 0, sizeof visit->answer);
    for (int waited = 0; waited < PATIENCE_MS; waited++) {
        turn(visit);
        ssize_t count = recv(visit->client, visit->answer + length,
                             sizeof visit->answer - 1 - length, MSG_DONTWAIT);
        if (count == 0)
            return false;
        length += count > 0 ? (size_t)count : 0;
        if (is_whole(visit->answer, head))
            return true;
    }
    fail_msg("no whole answer: %s", visit->answer);
    return false;
}

/* Whether the monitor hangs up now. */
static bool hangs_up(struct visit *visit)
{
    char byte;
    for (int waited = 0; waited < 200; waited++) {
        turn(visit);
        if (recv(visit->client, &byte, 1, MSG_DONTWAIT) == 0)
            return true;
    }
    return false;
}

static void send_bytes(const struct visit *visit, const char *bytes, size_t length)
{
    assert_true(visit->client >= 0 && send(visit->client, bytes, length, 0) == (ssize_t)length);
}

static void ask(struct visit *visit, const char *line)
{
    char request[256];
    int length = snprintf(request, sizeof request, "%s HTTP/1.1\r\nHost: x\r\n\r\n", line);
    send_bytes(visit, request, (size_t)length);
    assert_true(receive(visit, strncmp(line, "HEAD", 4) == 0));
}

static void assert_answer(const struct visit *visit, const char *status, const char *page)
{
    assert_memory_equal(visit->answer, status, strlen(status));
    assert_string_equal(strstr(visit->answer, "\r\n\r\n") + 4, page);
}

static void a_page_is_answered_again_and_again(void **state)
{
    struct visit *visit = *state;
    connect_client(visit);
    for (unsigned i = 1; i <= 3; i++) {
        ask(visit, "GET /health");
        assert_answer(visit, "HTTP/1.1 200", "belfry is well\n");
        assert_non_null(strcasestr(visit->answer, "content-type: text/plain; charset=utf-8\r\n"));
        assert_non_null(strcasestr(visit->answer, "cache-control: no-store\r\n"));
        assert_null(strcasestr(visit->answer, "connection: close"));
        assert_int_equal(written, i);
    }
}

static void a_request_may_come_in_pieces(void **state)
{
    struct visit *visit = *state;
    static const char request[] = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n";
    connect_client(visit);
    for (size_t i = 0; i < sizeof request - 1; i++) {
        send_bytes(visit, request + i, 1);
        turn(visit);
    }
    assert_true(receive(visit, false));
    assert_answer(visit, "HTTP/1.1 200", "belfry is well\n");
}

static void a_page_has_a_status_and_a_type_of_its_own(void **state)
{
    struct visit *visit = *state;
    connect_client(visit);
    ask(visit, "GET /illness");
    assert_answer(visit, "HTTP/1.1 503", "ill\n");
    assert_non_null(strcasestr(visit->answer, "content-type: application/json\r\n"));
    assert_non_null(strcasestr(visit->answer, "connection: close\r\n"));
    assert_true(hangs_up(visit));
}

static void the_head_alone_has_no_page(void **state)
{
    struct visit *visit = *state;
    connect_client(visit);
    ask(visit, "HEAD /health");
    assert_answer(visit, "HTTP/1.1 200", "");
    assert_non_null(strcasestr(visit->answer, "content-length: 15\r\n"));
    ask(visit, "GET /health");
    assert_answer(visit, "HTTP/1.1 200", "belfry is well\n");
    ask(visit, "HEAD /");
    assert_answer(visit, "HTTP/1.1 404", "");
}

static void what_is_no_page_is_told_which_there_are(void **state)
{
    static const char *const missing[] = {"GET /", "GET /healt", "GET /health/", "GET /Health"};
    struct visit *visit = *state;
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++) {
        connect_client(visit);
        ask(visit, missing[i]);
        assert_answer(visit, "HTTP/1.1 404",
                      "there is no such page; there is: /health /illness /long /too-long\n");
        assert_true(hangs_up(visit));
    }
    assert_int_equal(written, 0);
}

static void only_reading_is_allowed(void **state)
{
    static const char *const methods[] = {"POST /health", "PUT /health", "DELETE /health"};
    struct visit *visit = *state;
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        connect_client(visit);
        ask(visit, methods[i]);
        assert_answer(visit, "HTTP/1.1 405", "only GET and HEAD\n");
        assert_non_null(strcasestr(visit->answer, "allow: GET, HEAD\r\n"));
    }
    assert_int_equal(written, 0);
}

/* -- Too much ---------------------------------------------------------------------------------- */

static void what_never_ends_is_not_kept(void **state)
{
    struct visit *visit = *state;
    char bytes[5000];
    memset(bytes, 'a', sizeof bytes);
    connect_client(visit);
    send_bytes(visit, "GET /health HTTP/1.1\r\nX: ", 25);
    send_bytes(visit, bytes, sizeof bytes);
    assert_false(receive(visit, false));
    assert_int_equal(written, 0);
}

static void a_client_that_is_slow_is_hung_up_on(void **state)
{
    struct visit *visit = *state;
    bool gone = false;
    connect_client(visit);
    for (int waited = 0; waited < PATIENCE_MS / 100 && !gone; waited++) {
        gone = send(visit->client, "G", 1, MSG_NOSIGNAL) < 0;
        for (int i = 0; i < 100; i++)
            turn(visit);
    }
    assert_true(gone);
}

static void whoever_asks_is_answered_among_many_that_do_not(void **state)
{
    struct visit *visit = *state;
    int idle[MONITOR_VISITS_MAX * 2];
    for (size_t i = 0; i < sizeof idle / sizeof *idle; i++) {
        connect_client(visit);
        send_bytes(visit, "GET /hea", 8);
        turn(visit);
        idle[i] = visit->client;
        visit->client = -1;
    }
    connect_client(visit);
    ask(visit, "GET /health");
    assert_answer(visit, "HTTP/1.1 200", "belfry is well\n");
    char byte;
    size_t gone = 0;
    for (size_t i = 0; i < sizeof idle / sizeof *idle; i++) {
        gone += recv(idle[i], &byte, 1, MSG_DONTWAIT) == 0;
        close(idle[i]);
    }
    assert_int_equal(gone, MONITOR_VISITS_MAX + 1);
}

static void the_last_descriptors_are_not_taken(void **state)
{
    struct visit *visit = *state;
    int taken[64];
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        taken[i] = dup(STDERR_FILENO);
    connect_client(visit);
    assert_true(hangs_up(visit));
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        close(taken[i]);
    connect_client(visit);
    ask(visit, "GET /health");
    assert_answer(visit, "HTTP/1.1 200", "belfry is well\n");
}

static int open_with_few_descriptors(void **state)
{
    const struct rlimit few = {96, 4096};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
    return open_monitor(state);
}

static void requests_may_follow_each_other_at_once(void **state)
{
    struct visit *visit = *state;
    static const char both[] = "GET /health HTTP/1.1\r\n\r\nGET /nothing HTTP/1.0\r\n\r\n";
    connect_client(visit);
    send_bytes(visit, both, sizeof both - 1);
    size_t length = 0;
    memset(visit->answer, 0, sizeof visit->answer);
    for (ssize_t count = -1; count != 0;) {
        turn(visit);
        count = recv(visit->client, visit->answer + length, sizeof visit->answer - 1 - length,
                     MSG_DONTWAIT);
        length += count > 0 ? (size_t)count : 0;
    }
    assert_memory_equal(visit->answer, "HTTP/1.1 200", 12);
    assert_non_null(strstr(visit->answer, "belfry is well\nHTTP/1.1 404"));
}

static void what_is_no_request_is_told_so(void **state)
{
    static const char *const requests[] = {"GET /health", "GET health HTTP/1.1", "/health",
                                           "GET /health HTTP/1.1\r\nUpgrade: websocket"};
    struct visit *visit = *state;
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        connect_client(visit);
        send_bytes(visit, requests[i], strlen(requests[i]));
        send_bytes(visit, "\r\n\r\n", 4);
        assert_true(receive(visit, false));
        assert_answer(visit, "HTTP/1.1 400", "this is no request\n");
        assert_true(hangs_up(visit));
    }
    assert_int_equal(written, 0);
}

static void a_page_may_be_as_long_as_there_is_room(void **state)
{
    struct visit *visit = *state;
    connect_client(visit);
    ask(visit, "GET /long");
    assert_int_equal(strlen(strstr(visit->answer, "\r\n\r\n") + 4), MONITOR_PAGE_BYTES - 1);
    connect_client(visit);
    ask(visit, "GET /too-long");
    assert_answer(visit, "HTTP/1.1 500", "the page is too long\n");
    assert_non_null(strcasestr(visit->answer, "content-type: text/plain"));
}

static void two_can_not_listen_at_one_address(void **state)
{
    struct visit *visit = *state;
    char error[256] = "", expected[256];
    const struct monitor_address address = {
        .host = "127.0.0.1", .port = visit->port, .loopback = true};
    assert_null(monitor_open(&visit->loop, &address, pages, NULL, error, sizeof error));
    snprintf(expected, sizeof expected, "nothing can listen at 127.0.0.1 port %u: is it in use?",
             visit->port);
    assert_string_equal(error, expected);
}

#define WITH_MONITOR(test) cmocka_unit_test_setup_teardown(test, open_monitor, close_monitor)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_MONITOR(a_page_is_answered_again_and_again),
        WITH_MONITOR(a_request_may_come_in_pieces),
        WITH_MONITOR(a_page_has_a_status_and_a_type_of_its_own),
        WITH_MONITOR(the_head_alone_has_no_page),
        WITH_MONITOR(what_is_no_page_is_told_which_there_are),
        WITH_MONITOR(only_reading_is_allowed),
        WITH_MONITOR(a_page_may_be_as_long_as_there_is_room),
        WITH_MONITOR(two_can_not_listen_at_one_address),
        WITH_MONITOR(requests_may_follow_each_other_at_once),
        WITH_MONITOR(what_is_no_request_is_told_so),
        WITH_MONITOR(what_never_ends_is_not_kept),
        WITH_MONITOR(a_client_that_is_slow_is_hung_up_on),
        WITH_MONITOR(whoever_asks_is_answered_among_many_that_do_not),
        cmocka_unit_test_setup_teardown(the_last_descriptors_are_not_taken,
                                        open_with_few_descriptors, close_monitor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
