/* Connections of the request client and how they end: TLS, HTTP/2, names, what happens when it
 * closes. */
#include <dlfcn.h>
#include <netdb.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "bot/base/log.h"
#include "tests/unit/request_kit.h"

/* -- What libcurl asks of the system ----------------------------------------------------------- */

/* These replace the C library's functions. The look-up of "slow.test" lasts until the test ends it;
 * connections are counted. */
static sem_t enough;
static int connections;

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints,
                struct addrinfo **found)
{
    int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **) = NULL;
    *(void **)&real = dlsym(RTLD_NEXT, "getaddrinfo");
    if (name && strcmp(name, "slow.test") == 0) {
        sem_wait(&enough);
        return EAI_NONAME;
    }
    return real(name, service, hints, found);
}

int socket(int domain, int type, int protocol)
{
    int (*real)(int, int, int) = NULL;
    *(void **)&real = dlsym(RTLD_NEXT, "socket");
    connections += domain == AF_INET && (type & SOCK_STREAM); /* the peer has no IPv6 */
    return real(domain, type, protocol);
}

/* -- The peer ---------------------------------------------------------------------------------- */

static int start_peer(void **state)
{
    sem_init(&enough, 0, 0);
    return request_peer_start(state);
}

static int end_peer(void **state)
{
    sem_destroy(&enough);
    return request_peer_end(state);
}

static void get(struct request_kit *kit, int index, const char *thing,
                enum request_priority priority)
{
    char path[64];
    struct request_call call = request_kit_call(kit, index, KIT_THING_GET, thing, path);
    call.priority = priority;
    requests_send(kit->requests, &call);
}

/* -- Connections ------------------------------------------------------------------------------- */

static void tls_is_verified(void **state)
{
    struct request_kit *kit = *state;
    request_kit_use_tls(kit, kit->peer->tls_port, "authority.crt");
    request_kit_open(kit);
    get(kit, 0, "1", REQUEST_NORMAL);
    request_kit_run_until(kit, 1);
    request_kit_expect(kit, 0, REQUEST_DONE, 200, 0);
    connections = 0;
    get(kit, 1, "1", REQUEST_NORMAL);
    request_kit_run_until(kit, 2);
    assert_int_equal(connections, 0); /* the one that there is is kept */
}

static void a_strange_authority_is_not_trusted(void **state)
{
    struct request_kit *kit = *state;
    char *bytes = NULL;
    size_t length = 0;
    FILE *log = open_memstream(&bytes, &length);
    request_kit_use_tls(kit, kit->peer->tls_port, "stranger.crt");
    request_kit_open(kit);
    log_to(log, LOG_LEVEL_WARNING);
    char path[64];
    struct request_call call = request_kit_call(kit, 0, KIT_THING_GET, "1", path);
    call.deadline = 200;
    requests_send(kit->requests, &call);
    request_kit_run_until(kit, 1);
    log_to(stderr, LOG_LEVEL_ERROR);
    fclose(log);
    request_kit_expect(kit, 0, REQUEST_LATE, 0, 0);
    /* Logged once, although it was tried several times. */
    assert_true(requests_counters(kit->requests)->sent > 1);
    const char *line = strstr(bytes, "event=requests.unreachable");
    assert_non_null(line);
    assert_non_null(strstr(line, "certificate"));
    assert_null(strstr(line + 1, "event="));
    free(bytes);
}

static void http2_carries_all_over_one_connection(void **state)
{
    struct request_kit *kit = *state;
    char thing[16];
    request_kit_use_tls(kit, kit->peer->http2_port, "authority.crt");
    connections = 0;
    request_kit_open(kit);
    for (int i = 0; i < 20; i++) {
        snprintf(thing, sizeof thing, "%d", i + 1);
        get(kit, i, thing, REQUEST_NORMAL);
    }
    assert_int_equal(requests_counters(kit->requests)->in_flight, 20);
    request_kit_run_until(kit, 20);
    for (int i = 0; i < 20; i++) {
        snprintf(thing, sizeof thing, "%d", i + 1);
        request_kit_expect(kit, i, REQUEST_DONE, 200, 0);
        assert_string_equal(json_string_value(json_object_get(kit->replies[i].json, "id")), thing);
    }
    assert_int_equal(connections, 1);
}

static void a_slow_resolver_stops_nobody(void **state)
{
    struct request_kit *kit = *state;
    snprintf(kit->base, sizeof kit->base, "http://slow.test:1/api/v10");
    request_kit_open(kit);
    char path[64];
    struct request_call call = request_kit_call(kit, 0, KIT_REPLY_PUT, "1", path);
    call.deadline = 50;
    requests_send(kit->requests, &call);
    /* This ends although the resolver has not answered: it answers only after the test. */
    request_kit_run_until(kit, 1);
    request_kit_expect(kit, 0, REQUEST_LATE, 0, 0);
    sem_post(&enough);
}

/* -- The end ----------------------------------------------------------------------------------- */

static void closing_lets_what_is_on_its_way_and_urgent_finish(void **state)
{
    struct request_kit *kit = *state;
    request_kit_open(kit);
    get(kit, 0, "200005", REQUEST_LOW);
    get(kit, 1, "200005", REQUEST_URGENT);
    get(kit, 2, "200005", REQUEST_NORMAL);
    request_kit_close(kit);
    get(kit, 3, "1", REQUEST_URGENT);
    assert_int_equal(kit->told, 0);
    request_kit_run_until(kit, 4);
    request_kit_expect(kit, 0, REQUEST_DONE, 200, 0);
    request_kit_expect(kit, 1, REQUEST_DONE, 200, 0);
    request_kit_expect(kit, 2, REQUEST_STOPPED, 0, 0);
    request_kit_expect(kit, 3, REQUEST_STOPPED, 0, 0);
    assert_true(kit->replies[2].order < kit->replies[0].order);
}

/* "200001" is a connection that breaks. */
static void closing_repeats_only_what_is_urgent(void **state)
{
    struct request_kit *kit = *state;
    request_kit_open(kit);
    get(kit, 0, "200001", REQUEST_LOW);
    request_kit_close(kit);
    request_kit_run_until(kit, 1);
    request_kit_expect(kit, 0, REQUEST_STOPPED, 0, 0);
}

static void closing_does_not_wait_for_ever(void **state)
{
    struct request_kit *kit = *state;
    kit->settings.flush = 50;
    request_kit_open(kit);
    get(kit, 0, "200006", REQUEST_URGENT);
    get(kit, 1, "200006", REQUEST_URGENT);
    request_kit_close(kit);
    request_kit_run_until(kit, 2);
    request_kit_expect(kit, 0, REQUEST_STOPPED, 0, 0);
    request_kit_expect(kit, 1, REQUEST_STOPPED, 0, 0);
}

/* Another process serves the network now. */
static void closing_waits_for_nothing_that_may_not_be_sent(void **state)
{
    struct request_kit *kit = *state;
    kit->settings.flush = 60 * 60 * 1000;
    request_kit_open(kit);
    kit->silent = 1000;
    get(kit, 0, "1", REQUEST_URGENT);
    request_kit_close(kit);
    request_kit_run_until(kit, 1);
    request_kit_expect(kit, 0, REQUEST_STOPPED, 0, 0);
}

static void closing_at_once_is_possible(void **state)
{
    struct request_kit *kit = *state;
    request_kit_open(kit);
    request_kit_close(kit);
}

/* -- Calls from inside `done` ------------------------------------------------------------------ */

struct chain {
    struct request_kit *kit;
    int asked;
};

static void ask_again(void *context, const struct request_answer *answer)
{
    struct chain *chain = context;
    const struct request_call call = {.route = KIT_THING_GET,
                                      .path = "/things/1",
                                      .key = "1",
                                      .done = ask_again,
                                      .context = chain};
    chain->kit->told++;
    assert_int_equal(answer->outcome, chain->asked < 5 ? REQUEST_DONE : REQUEST_STOPPED);
    if (chain->asked == 4)
        request_kit_close(chain->kit);
    if (chain->asked++ < 5)
        requests_send(chain->kit->requests, &call);
}

static void everything_may_be_called_from_inside_done(void **state)
{
    struct request_kit *kit = *state;
    struct chain chain = {kit, 0};
    request_kit_open(kit);
    const struct request_call call = {.route = KIT_THING_GET,
                                      .path = "/things/1",
                                      .key = "1",
                                      .done = ask_again,
                                      .context = &chain};
    requests_send(kit->requests, &call);
    request_kit_run_until(kit, 6);
    assert_int_equal(chain.asked, 6);
}

static void nobody_needs_to_listen(void **state)
{
    struct request_kit *kit = *state;
    request_kit_open(kit);
    const struct request_call call = {.route = KIT_THING_GET, .path = "/things/1", .key = "1"};
    requests_send(kit->requests, &call);
    get(kit, 0, "1", REQUEST_LOW);
    request_kit_run_until(kit, 1);
    assert_int_equal(requests_counters(kit->requests)->outcomes[REQUEST_DONE], 2);
}

static void run_until_sent(struct request_kit *kit, uint64_t tries)
{
    const struct request_counters *counters = requests_counters(kit->requests);
    while (counters->sent < tries || counters->in_flight > 0)
        uv_run(&kit->loop, UV_RUN_ONCE);
    assert_int_equal(counters->sent, tries);
    assert_int_equal(counters->failures, tries);
}

/* When nobody is there, requests wait together; one with a token of its own tells nothing about the
 * others. */
static void where_nobody_is_the_others_wait(void **state)
{
    struct request_kit *kit = *state;
    snprintf(kit->base, sizeof kit->base, "http://127.0.0.1:1/api");
    kit->settings.retry_first = kit->settings.retry_most = 3600000;
    kit->settings.patience = 7200000;
    request_kit_open(kit);
    request_kit_ask(kit, 0, KIT_REPLY_POST, "token");
    run_until_sent(kit, 1);
    request_kit_ask(kit, 1, KIT_THING_GET, "1");
    run_until_sent(kit, 2);
    request_kit_ask(kit, 2, KIT_THING_GET, "2");
    for (int i = 0; i < 50; i++) {
        uv_run(&kit->loop, UV_RUN_NOWAIT);
        usleep(1000);
    }
    assert_int_equal(requests_counters(kit->requests)->sent, 2);
    assert_int_equal(requests_counters(kit->requests)->waiting, 3);
    assert_int_equal(kit->told, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_REQUESTS_TO_OPEN(where_nobody_is_the_others_wait),
        WITH_REQUESTS_TO_OPEN(tls_is_verified),
        WITH_REQUESTS_TO_OPEN(a_strange_authority_is_not_trusted),
        WITH_REQUESTS_TO_OPEN(http2_carries_all_over_one_connection),
        WITH_REQUESTS_TO_OPEN(a_slow_resolver_stops_nobody),
        WITH_REQUESTS_TO_OPEN(closing_lets_what_is_on_its_way_and_urgent_finish),
        WITH_REQUESTS_TO_OPEN(closing_repeats_only_what_is_urgent),
        WITH_REQUESTS_TO_OPEN(closing_does_not_wait_for_ever),
        WITH_REQUESTS_TO_OPEN(closing_waits_for_nothing_that_may_not_be_sent),
        WITH_REQUESTS_TO_OPEN(closing_at_once_is_possible),
        WITH_REQUESTS_TO_OPEN(everything_may_be_called_from_inside_done),
        WITH_REQUESTS_TO_OPEN(nobody_needs_to_listen),
    };
    return cmocka_run_group_tests(tests, start_peer, end_peer);
}
