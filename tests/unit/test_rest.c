/* Requests to Discord: what is sent, repeated, given up and reported, and what is logged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "adapters/discord/rest/rest.h"
#include "bot/base/log.h"
#include "tests/unit/request_kit.h"

static const char *said(const json_t *request, const char *name)
{
    const char *value = json_string_value(json_object_get(request, name));
    return value ? value : "";
}

static struct rest_call call_of(struct request_kit *kit, int index, enum rest_route route,
                                const char *first, const char *second)
{
    return (struct rest_call){.route = route,
                              .parameters = {first, second},
                              .priority = REQUEST_NORMAL,
                              .done = request_kit_done(kit),
                              .context = &kit->replies[index]};
}

static void ask(struct request_kit *kit, int index, enum rest_route route, const char *first,
                const char *second)
{
    struct rest_call call = call_of(kit, index, route, first, second);
    rest_send(kit->requests, &call);
}

static void post(struct request_kit *kit, int index, const char *channel, const char *nonce)
{
    struct rest_call call = call_of(kit, index, REST_MESSAGE_CREATE, channel, NULL);
    json_t *body = json_pack("{s:i}", "content", index);
    call.body = body;
    call.nonce = nonce;
    rest_send(kit->requests, &call);
    json_decref(body);
}

static int begin(void **state)
{
    request_kit_begin(state);
    struct request_kit *kit = *state;
    kit->service = &rest_service;
    kit->settings.authorization = "Bot the-secret-token";
    kit->settings.user_agent = "DiscordBot (https://example.org, 1.0)";
    return 0;
}

static int begin_open(void **state)
{
    begin(state);
    request_kit_open(*state);
    json_decref(request_kit_record(*state));
    return 0;
}

#define WITH_REST(test)         cmocka_unit_test_setup_teardown(test, begin_open, request_kit_end)
#define WITH_REST_TO_OPEN(test) cmocka_unit_test_setup_teardown(test, begin, request_kit_end)

/* -- What is sent -- */

static void a_message_is_sent_as_discord_wants_it(void **state)
{
    struct request_kit *kit = *state;
    post(kit, 7, "1", "table-1-event-2");
    request_kit_run_until(kit, 1);
    request_kit_expect(kit, 7, REQUEST_DONE, 200, 0);
    assert_string_equal(said(kit->replies[7].json, "id"), "1");
    json_t *record = request_kit_record(kit);
    const json_t *request = json_array_get(record, 0);
    assert_string_equal(said(request, "method"), "POST");
    assert_string_equal(said(request, "path"), "/channels/1/messages");
    assert_string_equal(said(request, "Authorization"), "Bot the-secret-token");
    assert_string_equal(said(request, "User-Agent"), "DiscordBot (https://example.org, 1.0)");
    assert_string_equal(said(request, "Content-Type"), "application/json");
    assert_string_equal(said(request, "Expect"), "");
    assert_string_equal(said(request, "body"),
                        "{\"content\":7,\"nonce\":\"table-1-event-2\",\"enforce_nonce\":true}");
    json_decref(record);
}

static void an_interaction_goes_without_the_bots_token(void **state)
{
    struct request_kit *kit = *state;
    struct rest_call call = call_of(kit, 0, REST_INTERACTION_ANSWER, "1", "to/ken");
    json_t *body = json_pack("{s:i}", "type", 5);
    call.body = body;
    call.query = "with_response=true";
    rest_send(kit->requests, &call);
    request_kit_run_until(kit, 1);
    json_t *record = request_kit_record(kit);
    const json_t *request = json_array_get(record, 0);
    assert_string_equal(said(request, "path"),
                        "/interactions/1/to%2Fken/callback?with_response=true");
    assert_string_equal(said(request, "Authorization"), "");
    assert_string_equal(said(request, "body"), "{\"type\":5}");
    json_decref(record);
    json_decref(body);
}

/* Content that is not kept for a second try goes in portions. */
static void a_long_message_goes_whole(void **state)
{
    static char text[200000];
    struct request_kit *kit = *state;
    struct rest_call call = call_of(kit, 0, REST_FOLLOWUP_CREATE, "1", "token");
    for (size_t i = 0; i + 1 < sizeof text; i++)
        text[i] = (char)('a' + i % 23);
    json_t *body = json_pack("{s:s}", "content", text);
    call.body = body;
    rest_send(kit->requests, &call);
    request_kit_run_until(kit, 1);
    json_t *record = request_kit_record(kit);
    char *expected = json_dumps(body, JSON_COMPACT);
    assert_string_equal(said(json_array_get(record, 0), "body"), expected);
    free(expected);
    json_decref(record);
    json_decref(body);
}

static void a_file_goes_as_multipart(void **state)
{
    static const char *const parts[] = {
        "name=\"payload_json\"",    "Content-Type: application/json",
        "{\"content\":\"here\"}",   "name=\"files[0]\"; filename=\"table.txt\"",
        "Content-Type: text/plain", "the table\n"};
    struct request_kit *kit = *state;
    const struct request_file file = {NULL, "table.txt", "text/plain", "the table\n", 10};
    struct rest_call call = call_of(kit, 0, REST_MESSAGE_CREATE, "1", NULL);
    json_t *body = json_pack("{s:s}", "content", "here");
    call.body = body;
    call.file = &file;
    rest_send(kit->requests, &call);
    request_kit_run_until(kit, 1);
    request_kit_expect(kit, 0, REQUEST_DONE, 200, 0);
    json_t *record = request_kit_record(kit);
    const json_t *request = json_array_get(record, 0);
    assert_non_null(strstr(said(request, "Content-Type"), "multipart/form-data; boundary="));
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        assert_non_null(strstr(said(request, "body"), parts[i]));
    json_decref(record);
    json_decref(body);
}

static void the_connection_is_kept_and_the_order_too(void **state)
{
    struct request_kit *kit = *state;
    for (int i = 0; i < 20; i++)
        post(kit, i, "1", NULL);
    request_kit_run_until(kit, 20);
    json_t *record = request_kit_record(kit);
    char body[32];
    for (int i = 0; i < 20; i++) {
        assert_int_equal(kit->replies[i].order, i + 1);
        snprintf(body, sizeof body, "{\"content\":%d}", i);
        assert_string_equal(said(json_array_get(record, (size_t)i), "body"), body);
        assert_int_equal(
            json_integer_value(json_object_get(json_array_get(record, (size_t)i), "connection")),
            json_integer_value(json_object_get(json_array_get(record, 0), "connection")));
    }
    json_decref(record);
}

/* It arrives in many pieces. */
static void a_long_answer_is_read_whole(void **state)
{
    struct request_kit *kit = *state;
    post(kit, 7, "200008", NULL);
    request_kit_run_until(kit, 1);
    request_kit_expect(kit, 7, REQUEST_DONE, 200, 0);
    assert_string_equal(said(kit->replies[7].json, "id"), "1");
    const char *filler = said(kit->replies[7].json, "filler");
    assert_int_equal(strlen(filler), 100000);
    assert_int_equal(strspn(filler, "x"), 100000);
    assert_string_equal(said(kit->replies[7].json, "last"), "z");
}

static void the_malformed_is_not_sent(void **state)
{
    struct request_kit *kit = *state;
    ask(kit, 0, REST_MESSAGE_CREATE, "1/../2", NULL);
    post(kit, 1, "1", "a nonce of more than 25 ch");
    struct rest_call call = call_of(kit, 2, REST_MESSAGE_EDIT, "1", "2");
    call.nonce = "n";
    rest_send(kit->requests, &call);
    assert_int_equal(kit->told, 0);
    request_kit_run_until(kit, 3);
    for (int i = 0; i < 3; i++)
        request_kit_expect(kit, i, REQUEST_MALFORMED, 0, 0);
    assert_int_equal(request_kit_seen(kit), 0);
}

/* -- Limits -- */

static void limited_requests_wait_and_are_sent_again(void **state)
{
    struct request_kit *kit = *state;
    post(kit, 0, "429001", NULL);
    post(kit, 1, "429002", NULL);
    request_kit_run_until(kit, 2);
    post(kit, 2, "429003", NULL);
    post(kit, 3, "429004", NULL);
    request_kit_run_until(kit, 4);
    for (int i = 0; i < 4; i++)
        request_kit_expect(kit, i, REQUEST_DONE, 200, 0);
    const struct request_counters *counters = requests_counters(kit->requests);
    assert_int_equal(counters->limited_user, 1);
    assert_int_equal(counters->limited_shared, 1);
    assert_int_equal(counters->limited_global, 1);
    assert_int_equal(counters->blocked, 1);
    assert_int_equal(counters->repeated, 4);
    assert_int_equal(counters->outcomes[REQUEST_DONE], 5);
    assert_int_equal(request_kit_seen(kit), 8);
}

static void an_exhausted_bucket_is_not_asked(void **state)
{
    struct request_kit *kit = *state;
    post(kit, 0, "200004", NULL);
    post(kit, 1, "200004", NULL);
    request_kit_run_until(kit, 2);
    request_kit_expect(kit, 1, REQUEST_DONE, 200, 0);
}

/* -- Failures -- */

static void only_what_cant_happen_twice_is_repeated(void **state)
{
    struct request_kit *kit = *state;
    post(kit, 0, "503001", "n1");
    request_kit_run_until(kit, 1);
    request_kit_expect(kit, 0, REQUEST_DONE, 200, 0);
    assert_int_equal(requests_counters(kit->requests)->repeated, 2);
    assert_int_equal(request_kit_seen(kit), 3);
    struct rest_call call = call_of(kit, 1, REST_FOLLOWUP_CREATE, "503002", "t");
    rest_send(kit->requests, &call);
    request_kit_run_until(kit, 2);
    request_kit_expect(kit, 1, REQUEST_FAILED, 503, 0);
    call = call_of(kit, 2, REST_FOLLOWUP_CREATE, "503003", "t");
    call.harmless = true;
    rest_send(kit->requests, &call);
    request_kit_run_until(kit, 3);
    request_kit_expect(kit, 2, REQUEST_DONE, 200, 0);
}

static void a_lost_answer_is_no_reason_to_say_it_twice(void **state)
{
    struct request_kit *kit = *state;
    post(kit, 0, "200001", NULL);
    request_kit_run_until(kit, 1);
    request_kit_expect(kit, 0, REQUEST_FAILED, 0, 0);
    assert_int_equal(request_kit_seen(kit), 1);
    post(kit, 1, "200002", "n2");
    request_kit_run_until(kit, 2);
    request_kit_expect(kit, 1, REQUEST_FAILED, 0, 0);
    post(kit, 2, "200003", NULL);
    request_kit_run_until(kit, 3);
    request_kit_expect(kit, 2, REQUEST_DONE, 200, 0);
    assert_null(kit->replies[2].json);
}

static void an_answer_given_twice_was_given(void **state)
{
    struct request_kit *kit = *state;
    kit->settings.request_timeout = 100;
    request_kit_open(kit);
    struct rest_call call = call_of(kit, 0, REST_INTERACTION_ANSWER, "400602", "t");
    call.deadline = REST_ANSWER_DEADLINE;
    rest_send(kit->requests, &call);
    request_kit_run_until(kit, 1);
    request_kit_expect(kit, 0, REQUEST_DONE, 204, 0);
}

static void nobody_there_is_tried_until_the_deadline(void **state)
{
    struct request_kit *kit = *state;
    snprintf(kit->base, sizeof kit->base, "http://127.0.0.1:1/api/v10");
    request_kit_open(kit);
    struct rest_call call = call_of(kit, 0, REST_INTERACTION_ANSWER, "1", "t");
    call.deadline = 200;
    rest_send(kit->requests, &call);
    call = call_of(kit, 1, REST_FOLLOWUP_CREATE, "1", "t");
    call.deadline = 200;
    rest_send(kit->requests, &call);
    call = call_of(kit, 2, REST_MESSAGE_CREATE, "1", NULL);
    call.deadline = 200;
    rest_send(kit->requests, &call);
    request_kit_run_until(kit, 3);
    for (int i = 0; i < 3; i++)
        request_kit_expect(kit, i, REQUEST_LATE, 0, 0);
    assert_true(requests_counters(kit->requests)->repeated >= 6);
    assert_int_equal(requests_counters(kit->requests)->failures,
                     requests_counters(kit->requests)->sent);
}

static void a_missing_permission_is_asked_about_once(void **state)
{
    struct request_kit *kit = *state;
    post(kit, 0, "403001", NULL);
    request_kit_run_until(kit, 1);
    request_kit_expect(kit, 0, REQUEST_REFUSED, 403, 50013);
    post(kit, 1, "403001", NULL);
    ask(kit, 2, REST_MESSAGE_EDIT, "403001", "1");
    request_kit_run_until(kit, 3);
    request_kit_expect(kit, 1, REQUEST_FORBIDDEN, 0, 0);
    request_kit_expect(kit, 2, REQUEST_DONE, 200, 0);
    requests_permissions_changed(kit->requests, "403001");
    post(kit, 3, "403001", NULL);
    request_kit_run_until(kit, 4);
    request_kit_expect(kit, 3, REQUEST_DONE, 200, 0);
    assert_int_equal(request_kit_seen(kit), 3);
}

static void a_dead_webhook_is_not_used_again(void **state)
{
    struct request_kit *kit = *state;
    ask(kit, 0, REST_FOLLOWUP_CREATE, "404001", "t");
    request_kit_run_until(kit, 1);
    request_kit_expect(kit, 0, REQUEST_REFUSED, 404, 10015);
    struct rest_call call = call_of(kit, 1, REST_FOLLOWUP_EDIT, "404001", "t");
    call.parameters[2] = "@original";
    rest_send(kit->requests, &call);
    request_kit_run_until(kit, 2);
    request_kit_expect(kit, 1, REQUEST_FORBIDDEN, 0, 0);
}

static void a_wrong_token_ends_all(void **state)
{
    struct request_kit *kit = *state;
    kit->settings.in_flight = 1;
    request_kit_open(kit);
    post(kit, 0, "401001", NULL);
    post(kit, 1, "401001", NULL);
    post(kit, 2, "1", NULL);
    log_to(fopen("/dev/null", "w"), LOG_LEVEL_ERROR);
    request_kit_run_until(kit, 3);
    request_kit_expect(kit, 0, REQUEST_STOPPED, 401, 0);
    request_kit_expect(kit, 1, REQUEST_STOPPED, 0, 0);
    request_kit_expect(kit, 2, REQUEST_STOPPED, 0, 0);
    post(kit, 3, "1", NULL);
    request_kit_run_until(kit, 4);
    request_kit_expect(kit, 3, REQUEST_STOPPED, 0, 0);
    assert_int_equal(kit->stopped, 1);
    assert_int_equal(requests_counters(kit->requests)->sent, 1);
}

static void the_log_tells_what_and_nothing_private(void **state)
{
    struct request_kit *kit = *state;
    char *bytes = NULL;
    size_t length = 0;
    FILE *log = open_memstream(&bytes, &length);
    log_to(log, LOG_LEVEL_DEBUG);
    post(kit, 0, "400001", NULL);
    ask(kit, 1, REST_FOLLOWUP_CREATE, "400001", "interaction-token");
    request_kit_run_until(kit, 2);
    log_to(stderr, LOG_LEVEL_ERROR);
    fclose(log);
    request_kit_expect(kit, 0, REQUEST_REFUSED, 400, 50035);
    assert_non_null(strstr(bytes, "route=\"POST channels/{channel}/messages\" of=400001 "
                                  "reason=\"50035 Invalid Form Body, content: "
                                  "BASE_TYPE_MAX_LENGTH\""));
    assert_non_null(strstr(bytes, "route=\"POST webhooks/{application}/{token}\" reason="));
    assert_null(strstr(bytes, "secret"));
    assert_null(strstr(bytes, "interaction-token"));
    free(bytes);
}

/* -- Settings -- */

static void the_longest_token_goes_whole(void **state)
{
    struct request_kit *kit = *state;
    const struct request_listener listener = {0};
    struct discord_settings settings = {.requests_per_second = 50,
                                        .connect_timeout = 10000,
                                        .request_timeout = 10000,
                                        .retry_after = 10};
    char error[256] = "", expected[300];
    memset(settings.token, 't', sizeof settings.token - 1);
    snprintf(settings.api, sizeof settings.api, "%s", kit->base);
    snprintf(expected, sizeof expected, "Bot %s", settings.token);
    kit->requests = rest_open(&kit->loop, "discord", &settings, 0, &listener, error, sizeof error);
    assert_string_equal(error, "");
    json_decref(request_kit_record(kit));
    post(kit, 7, "1", "nonce");
    request_kit_run_until(kit, 1);
    json_t *record = request_kit_record(kit);
    assert_string_equal(said(json_array_get(record, 0), "Authorization"), expected);
    json_decref(record);
}

/* A port of 127.0.0.1 that takes no further connection. */
static uint16_t full_port(int sockets[4])
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t length = sizeof address;
    for (int i = 0; i < 4; i++)
        sockets[i] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | (i > 0 ? SOCK_NONBLOCK : 0), 0);
    assert_int_equal(bind(sockets[0], (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(sockets[0], 0), 0);
    assert_int_equal(getsockname(sockets[0], (struct sockaddr *)&address, &length), 0);
    for (int i = 1; i < 4; i++)
        connect(sockets[i], (struct sockaddr *)&address, sizeof address);
    return ntohs(address.sin_port);
}

static void a_connection_has_a_time_of_its_own(void **state)
{
    struct request_kit *kit = *state;
    const struct request_listener listener = {0};
    struct discord_settings settings = {.token = "t",
                                        .connect_timeout = 100,
                                        .request_timeout = 10000,
                                        .retry_after = 10,
                                        .requests_per_second = 50};
    struct rest_call call = call_of(kit, 7, REST_GATEWAY_GET, NULL, NULL);
    char error[256] = "";
    int sockets[4];
    snprintf(settings.api, sizeof settings.api, "http://127.0.0.1:%u", full_port(sockets));
    kit->requests = rest_open(&kit->loop, "discord", &settings, 0, &listener, error, sizeof error);
    assert_string_equal(error, "");
    call.deadline = 2000;
    rest_send(kit->requests, &call);
    request_kit_run_until(kit, 1);
    assert_int_equal(kit->replies[7].outcome, REQUEST_LATE);
    assert_in_range(requests_counters(kit->requests)->sent, 2, 50);
    for (int i = 0; i < 4; i++)
        close(sockets[i]);
}

static void refused_settings(const struct discord_settings *settings, const char *part)
{
    const struct request_listener listener = {0};
    char error[256] = "";
    uv_loop_t loop;
    uv_loop_init(&loop);
    assert_null(rest_open(&loop, "discord", settings, 0, &listener, error, sizeof error));
    assert_non_null(strstr(error, part));
    assert_int_equal(uv_loop_close(&loop), 0);
}

static void settings_that_make_no_sense_are_refused(void **state)
{
    struct discord_settings good = {.token = "t", .api = "https://discord.com/api/v10"}, bad;
    (void)state;
    bad = good;
    memcpy(bad.api, "ftp:", 4);
    refused_settings(&bad, "base");
    bad = good;
    memcpy(bad.token, "a\r\nb: c", 8);
    refused_settings(&bad, "token");
    bad.token[0] = '\0';
    refused_settings(&bad, "token");
    bad = good;
    memcpy(bad.user_agent, "curl/7", 7);
    refused_settings(&bad, "user agent");
}

static void the_user_agent_names_an_address_that_exists(void **state)
{
    char agent[REST_USER_AGENT_BYTES];
    /* The base64 of "1234567890", as in tokens; then a token of another kind. */
    struct discord_settings settings = {.token = "MTIzNDU2Nzg5MA.x.y"};
    (void)state;
    assert_ptr_equal(strstr(rest_user_agent(&settings, agent),
                            "DiscordBot (https://discord.com/users/1234567890, "),
                     agent);
    memcpy(settings.token, "SECRET!", 8);
    assert_ptr_equal(strstr(rest_user_agent(&settings, agent), "DiscordBot (https://discord.com, "),
                     agent);
    memcpy(settings.application, "77", 3);
    assert_ptr_equal(
        strstr(rest_user_agent(&settings, agent), "DiscordBot (https://discord.com/users/77, "),
        agent);
    memcpy(settings.agent_url, "https://example.org/b", 22);
    assert_ptr_equal(
        strstr(rest_user_agent(&settings, agent), "DiscordBot (https://example.org/b, "), agent);
    memcpy(settings.user_agent, "DiscordBot (x, 1)", 18);
    assert_string_equal(rest_user_agent(&settings, agent), "DiscordBot (x, 1)");
}

/* Processes that share the bot's shards share its limit too: together they stay below it, as long
 * as there are no more shards than requests. */
static void shards_share_the_limit(void **state)
{
    (void)state;
    assert_int_equal(rest_share(50, 0), 50);
    assert_int_equal(rest_share(50, 1), 50);
    for (unsigned shares = 1; shares <= 50; shares++)
        assert_in_range(shares * rest_share(50, shares), 1, 50);
    assert_int_equal(rest_share(50, 1000), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_user_agent_names_an_address_that_exists),
        WITH_REST(a_message_is_sent_as_discord_wants_it),
        WITH_REST(an_interaction_goes_without_the_bots_token),
        WITH_REST(a_long_message_goes_whole),
        WITH_REST(a_file_goes_as_multipart),
        WITH_REST(the_connection_is_kept_and_the_order_too),
        WITH_REST(a_long_answer_is_read_whole),
        WITH_REST(the_malformed_is_not_sent),
        WITH_REST(limited_requests_wait_and_are_sent_again),
        WITH_REST(an_exhausted_bucket_is_not_asked),
        WITH_REST(only_what_cant_happen_twice_is_repeated),
        WITH_REST(a_lost_answer_is_no_reason_to_say_it_twice),
        WITH_REST_TO_OPEN(an_answer_given_twice_was_given),
        WITH_REST_TO_OPEN(nobody_there_is_tried_until_the_deadline),
        WITH_REST(a_missing_permission_is_asked_about_once),
        WITH_REST(a_dead_webhook_is_not_used_again),
        WITH_REST_TO_OPEN(a_wrong_token_ends_all),
        WITH_REST(the_log_tells_what_and_nothing_private),
        WITH_REST_TO_OPEN(the_longest_token_goes_whole),
        WITH_REST_TO_OPEN(a_connection_has_a_time_of_its_own),
        cmocka_unit_test(settings_that_make_no_sense_are_refused),
        cmocka_unit_test(shards_share_the_limit),
    };
    return cmocka_run_group_tests(tests, request_peer_start, request_peer_end);
}
