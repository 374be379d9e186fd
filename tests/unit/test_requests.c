/* Requests to a network that is not Discord: what is sent, what is repeated, what is learned from
 * answers that speak in the network's own words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/net/requests/limits.h"
#include "bot/base/log.h"
#include "tests/unit/request_kit.h"

static const char *said(const json_t *request, const char *name)
{
    const char *value = json_string_value(json_object_get(request, name));
    return value ? value : "";
}

static uint64_t sent(const struct request_kit *kit)
{
    return requests_counters(kit->requests)->sent;
}

/* -- What is sent -- */

static void method_path_headers_and_json(void **state)
{
    struct request_kit *kit = *state;
    char path[64];
    struct request_call call = request_kit_call(kit, 0, KIT_THING_POST, "red", path);
    call.json = "{\"colour\":1}";
    requests_send(kit->requests, &call);
    request_kit_run_until(kit, 1);
    request_kit_expect(kit, 0, REQUEST_DONE, 200, 0);
    json_t *record = request_kit_record(kit);
    const json_t *request = json_array_get(record, 0);
    assert_string_equal(said(request, "method"), "POST");
    assert_string_equal(said(request, "path"), "/things/red");
    assert_string_equal(said(request, "Authorization"), "Key the-secret-token");
    assert_string_equal(said(request, "User-Agent"), "Kit (https://example.org, 1.0)");
    assert_string_equal(said(request, "Content-Type"), "application/json");
    assert_string_equal(said(request, "Expect"), "");
    assert_non_null(strstr(said(request, "Accept-Encoding"), "gzip"));
    assert_string_equal(said(request, "body"), "{\"colour\":1}");
    json_decref(record);
}

static void a_route_with_a_token_goes_without_the_authorization(void **state)
{
    struct request_kit *kit = *state;
    request_kit_ask(kit, 0, KIT_REPLY_POST, "token");
    request_kit_run_until(kit, 1);
    json_t *record = request_kit_record(kit);
    assert_string_equal(said(json_array_get(record, 0), "path"), "/replies/token");
    assert_string_equal(said(json_array_get(record, 0), "Authorization"), "");
    json_decref(record);
}

static void a_file_goes_with_the_networks_part_names(void **state)
{
    static const char *const parts[] = {"name=\"json\"", "{\"a\":1}",
                                        "name=\"upload\"; filename=\"table.txt\"",
                                        "Content-Type: text/plain", "the table\n"};
    struct request_kit *kit = *state;
    const struct request_file file = {"upload", "table.txt", "text/plain", "the table\n", 10};
    char path[64];
    struct request_call call = request_kit_call(kit, 0, KIT_THING_POST, "red", path);
    call.json = "{\"a\":1}";
    call.file = &file;
    requests_send(kit->requests, &call);
    request_kit_run_until(kit, 1);
    json_t *record = request_kit_record(kit);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        assert_non_null(strstr(said(json_array_get(record, 0), "body"), parts[i]));
    json_decref(record);
}

static void a_request_without_a_body_says_so(void **state)
{
    struct request_kit *kit = *state;
    request_kit_ask(kit, 0, KIT_THING_PUT, "1");
    request_kit_ask(kit, 1, KIT_THING_GET, "2");
    request_kit_run_until(kit, 2);
    json_t *record = request_kit_record(kit);
    for (size_t i = 0; i < 2; i++) {
        const json_t *request = json_array_get(record, i);
        bool get = strcmp(said(request, "method"), "GET") == 0;
        assert_string_equal(said(request, "Content-Type"), "");
        assert_string_equal(said(request, "Content-Length"), get ? "" : "0");
    }
    json_decref(record);
}

static void requests_about_one_thing_keep_their_order(void **state)
{
    struct request_kit *kit = *state;
    for (int i = 0; i < 10; i++)
        request_kit_ask(kit, i, KIT_THING_POST, "red");
    request_kit_ask(kit, 10, KIT_THING_POST, "blue");
    assert_int_equal(sent(kit), 3); /* the one that asked for the record, one of each thing */
    request_kit_run_until(kit, 11);
    for (int i = 1; i < 10; i++)
        assert_true(kit->replies[i].order > kit->replies[i - 1].order);
}

static void a_malformed_call_is_not_sent(void **state)
{
    struct request_kit *kit = *state;
    char path[64];
    struct request_call call = request_kit_call(kit, 0, KIT_THING_POST, "red", path);
    call.path = NULL;
    requests_send(kit->requests, &call);
    call = request_kit_call(kit, 1, KIT_THING_POST, "red", path);
    call.route = KIT_ROUTES;
    requests_send(kit->requests, &call);
    assert_int_equal(kit->told, 0);
    request_kit_run_until(kit, 2);
    request_kit_expect(kit, 0, REQUEST_MALFORMED, 0, 0);
    request_kit_expect(kit, 1, REQUEST_MALFORMED, 0, 0);
    assert_int_equal(request_kit_seen(kit), 0);
}

static void a_full_queue_refuses(void **state)
{
    struct request_kit *kit = *state;
    char path[64];
    kit->settings.queue = 2;
    kit->settings.queue_bytes = 30;
    request_kit_open(kit);
    request_kit_ask(kit, 0, KIT_THING_GET, "200006");
    request_kit_ask(kit, 1, KIT_THING_GET, "200006");
    struct request_call call = request_kit_call(kit, 2, KIT_THING_POST, "1", path);
    call.json = "{\"text\":\"longer than the queue may be\"}";
    requests_send(kit->requests, &call);
    request_kit_ask(kit, 3, KIT_THING_GET, "200006");
    request_kit_ask(kit, 4, KIT_THING_GET, "200006");
    request_kit_run_until(kit, 2);
    request_kit_expect(kit, 2, REQUEST_FULL, 0, 0);
    request_kit_expect(kit, 4, REQUEST_FULL, 0, 0);
    kit->settings.flush = 0;
}

/* -- Limits -- */

static void limited_requests_wait_and_are_sent_again(void **state)
{
    struct request_kit *kit = *state;
    request_kit_ask(kit, 0, KIT_THING_POST, "limited");
    request_kit_run_until(kit, 1);
    request_kit_ask(kit, 1, KIT_THING_POST, "everywhere");
    request_kit_run_until(kit, 2);
    request_kit_ask(kit, 2, KIT_THING_POST, "proxy");
    request_kit_run_until(kit, 3);
    for (int i = 0; i < 3; i++)
        request_kit_expect(kit, i, REQUEST_DONE, 200, 0);
    const struct request_counters *counters = requests_counters(kit->requests);
    assert_int_equal(counters->limited_user, 1);
    assert_int_equal(counters->limited_global, 1);
    assert_int_equal(counters->blocked, 1);
    assert_int_equal(counters->repeated, 3);
    assert_int_equal(request_kit_seen(kit), 6);
}

static void an_exhausted_bucket_is_not_asked(void **state)
{
    struct request_kit *kit = *state;
    request_kit_ask(kit, 0, KIT_THING_POST, "exhausted");
    request_kit_ask(kit, 1, KIT_THING_POST, "exhausted");
    request_kit_run_until(kit, 2);
    request_kit_expect(kit, 1, REQUEST_DONE, 200, 0);
}

static void what_waits_too_long_is_late(void **state)
{
    struct request_kit *kit = *state;
    char path[64];
    for (int i = 0; i < 2; i++) {
        struct request_call call = request_kit_call(kit, i, KIT_THING_GET, "200007", path);
        call.deadline = 50;
        requests_send(kit->requests, &call);
    }
    request_kit_run_until(kit, 2);
    request_kit_expect(kit, 0, REQUEST_LATE, 0, 0);
    request_kit_expect(kit, 1, REQUEST_LATE, 0, 0);
    assert_false(kit->replies[1].perhaps);
    assert_int_equal(sent(kit), 2); /* the other one: for the record */
}

/* -- Failures -- */

static void only_what_may_happen_twice_is_repeated(void **state)
{
    struct request_kit *kit = *state;
    char path[64];
    request_kit_ask(kit, 0, KIT_THING_POST, "503001");
    request_kit_run_until(kit, 1);
    request_kit_expect(kit, 0, REQUEST_FAILED, 503, 0);
    assert_true(kit->replies[0].perhaps);
    request_kit_ask(kit, 1, KIT_THING_PUT, "503002");
    request_kit_run_until(kit, 2);
    request_kit_expect(kit, 1, REQUEST_DONE, 200, 0);
    assert_false(kit->replies[1].perhaps);
    struct request_call call = request_kit_call(kit, 2, KIT_THING_POST, "503003", path);
    call.harmless = true;
    requests_send(kit->requests, &call);
    request_kit_run_until(kit, 3);
    request_kit_expect(kit, 2, REQUEST_DONE, 200, 0);
    assert_int_equal(request_kit_seen(kit), 7);
}

static void what_was_done_before_is_done(void **state)
{
    struct request_kit *kit = *state;
    kit->settings.request_timeout = 100;
    request_kit_open(kit);
    request_kit_ask(kit, 0, KIT_REPLY_PUT, "again");
    request_kit_run_until(kit, 1);
    request_kit_expect(kit, 0, REQUEST_DONE, 204, 0);
}

static void a_refusal_is_remembered_until_permissions_change(void **state)
{
    struct request_kit *kit = *state;
    request_kit_ask(kit, 0, KIT_THING_POST, "not-allowed");
    request_kit_run_until(kit, 1);
    request_kit_expect(kit, 0, REQUEST_REFUSED, 403, KIT_NOT_ALLOWED);
    request_kit_ask(kit, 1, KIT_THING_POST, "not-allowed");
    request_kit_ask(kit, 2, KIT_THING_GET, "not-allowed");
    request_kit_run_until(kit, 3);
    request_kit_expect(kit, 1, REQUEST_FORBIDDEN, 0, 0);
    request_kit_expect(kit, 2, REQUEST_DONE, 200, 0);
    requests_permissions_changed(kit->requests, "not-allowed");
    request_kit_ask(kit, 3, KIT_THING_POST, "not-allowed");
    request_kit_run_until(kit, 4);
    request_kit_expect(kit, 3, REQUEST_DONE, 200, 0);
}

static void a_dead_token_is_not_used_again(void **state)
{
    struct request_kit *kit = *state;
    request_kit_ask(kit, 0, KIT_REPLY_POST, "old");
    request_kit_run_until(kit, 1);
    request_kit_expect(kit, 0, REQUEST_REFUSED, 410, KIT_OLD_REPLY);
    request_kit_ask(kit, 1, KIT_REPLY_PUT, "old");
    request_kit_run_until(kit, 2);
    request_kit_expect(kit, 1, REQUEST_FORBIDDEN, 0, 0);
}

static void a_wrong_authorization_ends_everything(void **state)
{
    struct request_kit *kit = *state;
    char *bytes = NULL;
    size_t length = 0;
    FILE *log = open_memstream(&bytes, &length);
    kit->settings.in_flight = 1;
    request_kit_open(kit);
    log_to(log, LOG_LEVEL_ERROR);
    request_kit_ask(kit, 0, KIT_THING_POST, "wrong-token");
    request_kit_ask(kit, 1, KIT_THING_POST, "1");
    request_kit_run_until(kit, 2);
    request_kit_ask(kit, 2, KIT_THING_POST, "1");
    request_kit_run_until(kit, 3);
    log_to(stderr, LOG_LEVEL_ERROR);
    fclose(log);
    request_kit_expect(kit, 0, REQUEST_STOPPED, 401, KIT_WRONG_TOKEN);
    request_kit_expect(kit, 1, REQUEST_STOPPED, 0, 0);
    request_kit_expect(kit, 2, REQUEST_STOPPED, 0, 0);
    assert_int_equal(kit->stopped, 1);
    assert_int_equal(sent(kit), 1);
    assert_non_null(strstr(bytes, "event=requests.stopped network=kit "
                                  "reason=\"the token is wrong\""));
    free(bytes);
}

/* -- Silence -- */

static void nothing_is_sent_while_it_may_not_be(void **state)
{
    struct request_kit *kit = *state;
    kit->silent = 3;
    request_kit_ask(kit, 0, KIT_THING_POST, "1");
    request_kit_ask(kit, 1, KIT_THING_GET, "2");
    assert_int_equal(sent(kit), 1); /* the one that asked for the record */
    request_kit_run_until(kit, 2);
    request_kit_expect(kit, 0, REQUEST_DONE, 200, 0);
    request_kit_expect(kit, 1, REQUEST_DONE, 200, 0);
    assert_int_equal(kit->silent, 0);
}

/* The process stood still while the connection was made, and does not own the network any more. */
static void what_may_not_go_out_any_more_waits(void **state)
{
    struct request_kit *kit = *state;
    char *bytes = NULL;
    size_t length = 0;
    FILE *log = open_memstream(&bytes, &length);
    log_to(log, LOG_LEVEL_INFO);
    request_kit_ask(kit, 0, KIT_THING_POST, "1");
    kit->silent = 3;
    request_kit_run_until(kit, 1);
    log_to(stderr, LOG_LEVEL_ERROR);
    fclose(log);
    request_kit_expect(kit, 0, REQUEST_DONE, 200, 0);
    assert_false(kit->replies[0].perhaps);
    assert_null(strstr(bytes, "reachable")); /* the service is, all the time */
    free(bytes);
    assert_int_equal(kit->silent, 0);
    assert_int_equal(requests_counters(kit->requests)->repeated, 1);
    assert_int_equal(requests_counters(kit->requests)->failures, 0);
    assert_int_equal(request_kit_seen(kit), 1);
}

/* Another process serves the place meanwhile: what was under way is not said once more. */
static void nothing_is_repeated_while_it_may_not_be(void **state)
{
    struct request_kit *kit = *state;
    char path[64];
    struct request_call call = request_kit_call(kit, 0, KIT_THING_PUT, "503004", path);
    call.priority = REQUEST_URGENT;
    requests_send(kit->requests, &call);
    assert_int_equal(sent(kit), 2); /* the other one: for the record */
    kit->speaks = 1;                /* the request goes out, … */
    kit->silent = 1000;             /* … and is not repeated */
    request_kit_close(kit);
    request_kit_run_until(kit, 1);
    request_kit_expect(kit, 0, REQUEST_STOPPED, 0, 0);
    assert_true(kit->replies[0].perhaps);
}

/* -- Settings -- */

static void refused_settings(struct request_settings settings, const char *part)
{
    const struct request_listener listener = {0};
    char error[256] = "";
    uv_loop_t loop;
    uv_loop_init(&loop);
    assert_null(requests_open(&loop, &kit_service, &settings, &listener, error, sizeof error));
    assert_non_null(strstr(error, part));
    assert_int_equal(uv_loop_close(&loop), 0);
}

static void settings_that_make_no_sense_are_refused(void **state)
{
    struct request_settings good = request_settings_default(), bad;
    (void)state;
    good.base = "https://example.org/api";
    bad = good;
    bad.base = "https://example.org/api/";
    refused_settings(bad, "base");
    bad.base = "ftp://example.org";
    refused_settings(bad, "base");
    bad = good;
    bad.authorization = "a\r\nb: c";
    refused_settings(bad, "authorization");
    bad = good;
    bad.user_agent = "a\nb";
    refused_settings(bad, "user agent");
    bad = good;
    bad.authority_file = "/nowhere/at/all.pem";
    refused_settings(bad, "authorities");
    bad = good;
    bad.requests_per_second = 0;
    refused_settings(bad, "bounds");
    bad.requests_per_second = REQUEST_PER_SECOND_MAX + 1;
    refused_settings(bad, "bounds");
    bad = good;
    bad.in_flight = 0;
    refused_settings(bad, "bounds");
    bad = good;
    bad.queue = 0;
    refused_settings(bad, "bounds");
    bad = good;
    bad.base = "https://example.org/a b";
    refused_settings(bad, "base");
    bad.base = "https://example.org/\x7F";
    refused_settings(bad, "base");
    bad = good;
    bad.authorization = "Key \x7F";
    refused_settings(bad, "authorization");
}

/* The least of each that is allowed suffices for several requests. */
static void the_least_settings_work(void **state)
{
    struct request_kit *kit = *state;
    kit->settings.requests_per_second = 1;
    kit->settings.in_flight = 1;
    kit->settings.queue = 1;
    request_kit_open(kit);
    request_kit_ask(kit, 0, KIT_THING_GET, "1");
    request_kit_run_until(kit, 1);
    request_kit_expect(kit, 0, REQUEST_DONE, 200, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_REQUESTS(method_path_headers_and_json),
        WITH_REQUESTS(a_route_with_a_token_goes_without_the_authorization),
        WITH_REQUESTS(a_file_goes_with_the_networks_part_names),
        WITH_REQUESTS(a_request_without_a_body_says_so),
        WITH_REQUESTS(requests_about_one_thing_keep_their_order),
        WITH_REQUESTS(a_malformed_call_is_not_sent),
        WITH_REQUESTS(nothing_is_sent_while_it_may_not_be),
        WITH_REQUESTS(what_may_not_go_out_any_more_waits),
        WITH_REQUESTS(nothing_is_repeated_while_it_may_not_be),
        WITH_REQUESTS_TO_OPEN(a_full_queue_refuses),
        WITH_REQUESTS(limited_requests_wait_and_are_sent_again),
        WITH_REQUESTS(an_exhausted_bucket_is_not_asked),
        WITH_REQUESTS(what_waits_too_long_is_late),
        WITH_REQUESTS_TO_OPEN(what_was_done_before_is_done),
        WITH_REQUESTS(only_what_may_happen_twice_is_repeated),
        WITH_REQUESTS(a_refusal_is_remembered_until_permissions_change),
        WITH_REQUESTS(a_dead_token_is_not_used_again),
        WITH_REQUESTS_TO_OPEN(a_wrong_authorization_ends_everything),
        WITH_REQUESTS_TO_OPEN(the_least_settings_work),
        cmocka_unit_test(settings_that_make_no_sense_are_refused),
    };
    return cmocka_run_group_tests(tests, request_peer_start, request_peer_end);
}
