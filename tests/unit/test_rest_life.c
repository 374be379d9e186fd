/* Connections and ends of the REST client: TLS, HTTP/2, names, what happens when it closes. */
#include <dlfcn.h>
#include <netdb.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/log.h"
#include "tests/unit/rest_kit.h"

/* --- names --- */

/* Stands in front of the C library's, for libcurl's resolver thread: "slow.test" is looked up until
 * the test says that it is enough. */
static sem_t enough;

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

/* --- the peer --- */

static int start_peer(void **state)
{
    sem_init(&enough, 0, 0);
    return rest_peer_start(state);
}

static int end_peer(void **state)
{
    sem_destroy(&enough);
    return rest_peer_end(state);
}

static void get(struct rest_kit *kit, int index, const char *channel, enum rest_priority priority)
{
    struct rest_call call = rest_kit_call(kit, index, REST_CHANNEL_GET, channel, NULL);
    call.priority = priority;
    rest_send(kit->rest, &call);
}

/* --- connections --- */

static void tls_is_verified(void **state)
{
    struct rest_kit *kit = *state;
    rest_kit_use_tls(kit, kit->peer->tls_port, "authority.crt");
    rest_kit_open(kit);
    get(kit, 0, "1", REST_NORMAL);
    rest_kit_run_until(kit, 1);
    rest_kit_expect(kit, 0, REST_DONE, 200, 0);
    get(kit, 1, "1", REST_NORMAL);
    rest_kit_run_until(kit, 2);
    assert_int_equal(rest_counters(kit->rest)->connections, 1);
}

static void a_strange_authority_is_not_trusted(void **state)
{
    struct rest_kit *kit = *state;
    char *bytes = NULL;
    size_t length = 0;
    FILE *log = open_memstream(&bytes, &length);
    rest_kit_use_tls(kit, kit->peer->tls_port, "stranger.crt");
    rest_kit_open(kit);
    log_to(log, LOG_LEVEL_WARNING);
    struct rest_call call = rest_kit_call(kit, 0, REST_CHANNEL_GET, "1", NULL);
    call.deadline = 200;
    rest_send(kit->rest, &call);
    rest_kit_run_until(kit, 1);
    log_to(stderr, LOG_LEVEL_ERROR);
    fclose(log);
    rest_kit_expect(kit, 0, REST_LATE, 0, 0);
    /* Said once, though it was tried several times. */
    assert_true(rest_counters(kit->rest)->sent > 1);
    const char *line = strstr(bytes, "event=discord.rest.unreachable");
    assert_non_null(line);
    assert_non_null(strstr(line, "certificate"));
    assert_null(strstr(line + 1, "event="));
    free(bytes);
}

static void http2_carries_all_over_one_connection(void **state)
{
    struct rest_kit *kit = *state;
    char channel[16];
    rest_kit_use_tls(kit, kit->peer->http2_port, "authority.crt");
    rest_kit_open(kit);
    for (int i = 0; i < 20; i++) {
        snprintf(channel, sizeof channel, "%d", i + 1);
        get(kit, i, channel, REST_NORMAL);
    }
    assert_int_equal(rest_counters(kit->rest)->in_flight, 20);
    rest_kit_run_until(kit, 20);
    for (int i = 0; i < 20; i++) {
        snprintf(channel, sizeof channel, "%d", i + 1);
        rest_kit_expect(kit, i, REST_DONE, 200, 0);
        assert_string_equal(json_string_value(json_object_get(kit->replies[i].json, "id")),
                            channel);
    }
    assert_int_equal(rest_counters(kit->rest)->connections, 1);
}

static void a_slow_resolver_stops_nobody(void **state)
{
    struct rest_kit *kit = *state;
    snprintf(kit->base, sizeof kit->base, "http://slow.test:1/api/v10");
    rest_kit_open(kit);
    struct rest_call call = rest_kit_call(kit, 0, REST_INTERACTION_ANSWER, "1", "t");
    call.deadline = 50;
    rest_send(kit->rest, &call);
    /* Comes although the resolver has not answered: it does so only after that. */
    rest_kit_run_until(kit, 1);
    rest_kit_expect(kit, 0, REST_LATE, 0, 0);
    sem_post(&enough);
}

/* --- the end --- */

static void closing_lets_what_is_on_its_way_and_urgent_finish(void **state)
{
    struct rest_kit *kit = *state;
    rest_kit_open(kit);
    get(kit, 0, "200005", REST_LOW);
    get(kit, 1, "200005", REST_URGENT);
    get(kit, 2, "200005", REST_NORMAL);
    rest_kit_close(kit);
    get(kit, 3, "1", REST_URGENT);
    assert_int_equal(kit->told, 0);
    rest_kit_run_until(kit, 4);
    rest_kit_expect(kit, 0, REST_DONE, 200, 0);
    rest_kit_expect(kit, 1, REST_DONE, 200, 0);
    rest_kit_expect(kit, 2, REST_STOPPED, 0, 0);
    rest_kit_expect(kit, 3, REST_STOPPED, 0, 0);
    assert_true(kit->replies[2].order < kit->replies[0].order);
}

static void closing_does_not_wait_for_ever(void **state)
{
    struct rest_kit *kit = *state;
    kit->settings.flush = 50;
    rest_kit_open(kit);
    get(kit, 0, "200006", REST_URGENT);
    get(kit, 1, "200006", REST_URGENT);
    rest_kit_close(kit);
    rest_kit_run_until(kit, 2);
    rest_kit_expect(kit, 0, REST_STOPPED, 0, 0);
    rest_kit_expect(kit, 1, REST_STOPPED, 0, 0);
}

static void closing_at_once_is_possible(void **state)
{
    struct rest_kit *kit = *state;
    rest_kit_open(kit);
    rest_kit_close(kit);
}

/* --- calls from inside `done` --- */

struct chain {
    struct rest_kit *kit;
    int asked;
};

static void ask_again(void *context, const struct rest_answer *answer)
{
    struct chain *chain = context;
    const struct rest_call call = {
        .route = REST_CHANNEL_GET, .parameters = {"1"}, .done = ask_again, .context = chain};
    chain->kit->told++;
    assert_int_equal(answer->outcome, chain->asked < 5 ? REST_DONE : REST_STOPPED);
    if (chain->asked == 4)
        rest_kit_close(chain->kit);
    if (chain->asked++ < 5)
        rest_send(chain->kit->rest, &call);
}

static void everything_may_be_called_from_inside_done(void **state)
{
    struct rest_kit *kit = *state;
    struct chain chain = {kit, 0};
    rest_kit_open(kit);
    const struct rest_call call = {
        .route = REST_CHANNEL_GET, .parameters = {"1"}, .done = ask_again, .context = &chain};
    rest_send(kit->rest, &call);
    rest_kit_run_until(kit, 6);
    assert_int_equal(chain.asked, 6);
}

static void nobody_needs_to_listen(void **state)
{
    struct rest_kit *kit = *state;
    rest_kit_open(kit);
    const struct rest_call call = {.route = REST_CHANNEL_GET, .parameters = {"1"}};
    rest_send(kit->rest, &call);
    get(kit, 0, "1", REST_LOW);
    rest_kit_run_until(kit, 1);
    assert_int_equal(rest_counters(kit->rest)->outcomes[REST_DONE], 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_REST_TO_OPEN(tls_is_verified),
        WITH_REST_TO_OPEN(a_strange_authority_is_not_trusted),
        WITH_REST_TO_OPEN(http2_carries_all_over_one_connection),
        WITH_REST_TO_OPEN(a_slow_resolver_stops_nobody),
        WITH_REST_TO_OPEN(closing_lets_what_is_on_its_way_and_urgent_finish),
        WITH_REST_TO_OPEN(closing_does_not_wait_for_ever),
        WITH_REST_TO_OPEN(closing_at_once_is_possible),
        WITH_REST_TO_OPEN(everything_may_be_called_from_inside_done),
        WITH_REST_TO_OPEN(nobody_needs_to_listen),
    };
    return cmocka_run_group_tests(tests, start_peer, end_peer);
}
