/* The client of a public beacon over TLS, against request_peer.py. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/net/beacon_client.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "tests/unit/request_kit.h"

#define VALUE "abababababababababababababababababababababababababababababababab"

/* What was answered: "TABLE ROUND VALUE;" each. */
static char answers[4096];
static struct text answers_text;
static unsigned answer_count;
static struct config *config;
static struct beacon_client *client;

static void answered(void *context, int64_t table, uint64_t round, const char *value)
{
    assert_ptr_equal(context, &client);
    answer_count++;
    text_add_format(&answers_text, "%lld %llu %s;", (long long)table, (unsigned long long)round,
                    value != NULL ? value : "none");
}

static int begin(void **state)
{
    request_kit_begin_open(state);
    log_to(NULL, LOG_LEVEL_ERROR);
    answers_text = TEXT_IN(answers);
    text_clear(&answers_text);
    answer_count = 0;
    config = memory_new(sizeof *config);
    return 0;
}

static void open_client(struct request_kit *kit, const char *scheme, const char *chain,
                        const char *authority)
{
    snprintf(config->beacon_address, sizeof config->beacon_address,
             "%s://localhost:%d/api/v10/beacon", scheme,
             strcmp(scheme, "https") == 0 ? kit->peer->tls_port : kit->peer->plain_port);
    snprintf(config->beacon_chain, sizeof config->beacon_chain, "%s", chain);
    snprintf(config->beacon_authority, sizeof config->beacon_authority, "%s/%s", kit->peer->folder,
             authority);
    client = beacon_client_open(&kit->loop, config, answered, &client);
    assert_non_null(client);
    memset(config, 0, sizeof *config); /* it copies what it needs */
}

static int end(void **state)
{
    beacon_client_close(client);
    client = NULL;
    free(config);
    return request_kit_end(state);
}

static void run_until(struct request_kit *kit, unsigned count)
{
    while (answer_count < count)
        uv_run(&kit->loop, UV_RUN_ONCE);
    assert_int_equal(answer_count, count);
}

static void only_the_value_of_the_round_counts(void **state)
{
    struct request_kit *kit = *state;
    open_client(kit, "https", "chain", "authority.crt");
    for (unsigned round = 7; round <= 15; round++) {
        beacon_client_ask(client, 100 + round, round);
        assert_int_equal(answer_count, round - 7); /* not from inside */
        run_until(kit, round - 6);
    }
    assert_string_equal(answers, "107 7 " VALUE ";"  /* as published */
                                 "108 8 none;"       /* another round */
                                 "109 9 none;"       /* nothing but the number */
                                 "110 10 none;"      /* no number */
                                 "111 11 none;"      /* not yet */
                                 "112 12 none;"      /* cut off */
                                 "113 13 " VALUE ";" /* as long as it may be */
                                 "114 14 none;"      /* longer */
                                 "115 15 none;" /* no answer */);
    text_clear(&answers_text);
    beacon_client_ask(client, 1, UINT64_C(1) << 40);
    run_until(kit, 10);
    assert_string_equal(answers, "1 1099511627776 " VALUE ";");
    json_t *record = request_kit_record(kit);
    const json_t *first = json_array_get(record, 0);
    assert_string_equal(json_string_value(json_object_get(first, "path")),
                        "/beacon/chain/public/7");
    assert_string_equal(json_string_value(json_object_get(first, "method")), "GET");
    assert_memory_equal(json_string_value(json_object_get(first, "User-Agent")), "belfry/", 7);
    const json_t *last = json_array_get(record, json_array_size(record) - 1);
    assert_string_equal(json_string_value(json_object_get(last, "path")),
                        "/beacon/chain/public/1099511627776");
    json_decref(record);
}

/* Each answer goes to its own question, over one connection. */
static void questions_may_wait_for_each_other(void **state)
{
    struct request_kit *kit = *state;
    open_client(kit, "https", "rounds", "authority.crt");
    for (unsigned round = 1; round <= 3; round++)
        beacon_client_ask(client, 10 * round, round);
    run_until(kit, 3);
    static const char *const each[] = {"10 1 none;", "20 2 none;", "30 3 none;"};
    for (size_t i = 0; i < 3; i++)
        assert_non_null(strstr(answers, each[i])); /* in any order */
    json_t *record = request_kit_record(kit);
    assert_int_equal(json_array_size(record), 3);
    for (size_t i = 1; i < 3; i++)
        assert_true(json_equal(json_object_get(json_array_get(record, i), "connection"),
                               json_object_get(json_array_get(record, 0), "connection")));
    json_decref(record);
}

static void a_stranger_is_no_beacon(void **state)
{
    struct request_kit *kit = *state;
    open_client(kit, "https", "chain", "stranger.crt");
    beacon_client_ask(client, 1, 7);
    run_until(kit, 1);
    assert_string_equal(answers, "1 7 none;");
    assert_int_equal(request_kit_seen(kit), 0);
}

/* The configuration allows https alone; so does the client. */
static void nothing_is_asked_in_the_clear(void **state)
{
    struct request_kit *kit = *state;
    open_client(kit, "http", "chain", "authority.crt");
    beacon_client_ask(client, 1, 7);
    run_until(kit, 1);
    assert_string_equal(answers, "1 7 none;");
    assert_int_equal(request_kit_seen(kit), 0);
}

/* Nobody hears of it; the frame's end finds nothing left on the loop. */
static void open_questions_are_given_up(void **state)
{
    struct request_kit *kit = *state;
    open_client(kit, "https", "slow-chain", "authority.crt");
    beacon_client_ask(client, 1, 7);
    beacon_client_ask(client, 2, 8);
    while (request_kit_seen(kit) == 0)
        uv_run(&kit->loop, UV_RUN_NOWAIT);
    assert_int_equal(answer_count, 0);
}

static void a_client_that_was_never_opened_is_closed(void **state)
{
    (void)state;
    assert_null(client);
}

#define WITH_BEACON(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_BEACON(only_the_value_of_the_round_counts),
        WITH_BEACON(questions_may_wait_for_each_other),
        WITH_BEACON(a_stranger_is_no_beacon),
        WITH_BEACON(nothing_is_asked_in_the_clear),
        WITH_BEACON(open_questions_are_given_up),
        WITH_BEACON(a_client_that_was_never_opened_is_closed),
    };
    return cmocka_run_group_tests(tests, request_peer_start, request_peer_end);
}
