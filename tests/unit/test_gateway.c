/* The whole gateway over loopback, against gateway_server.py. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "adapters/discord/gateway/gateway.h"
#include "adapters/discord/gateway/shard.h"
#include "bot/base/log.h"
#include "tests/unit/gateway_server_kit.h"

enum { PATIENCE_MS = 20000, EVENT_BYTES = 200000 };

/* When the owner closes the gateway. */
enum until { NEVER, ON_RECALL, ON_NEED_INFO, ON_READY, ON_RESUMED, ON_EVENT, ON_FAILED };

static struct {
    uv_loop_t loop;
    uv_timer_t patience, later, memory;
    struct gateway_settings settings;
    struct gateway *gateway;
    struct gateway_info info;
    unsigned unanswered; /* number of first requests for it that get no answer */
    bool answers_end;    /* once a shard has entered, they get none either */
    unsigned asked_before_failure;
    enum until until;
    unsigned ready_wanted;
    unsigned asked, ready, resumed, events, failed, closed;
    size_t event_bytes;
    char budget[64]; /* the remembered value */
    char session[GATEWAY_SESSION_BYTES];
    bool remembers, keeps; /* at the end: gateway_remember(keeps) */
    uint64_t recall_ms;    /* how long the memory takes to answer */
    char failure[GATEWAY_REASON_MAX];
    char *log;
    size_t log_size;
    FILE *log_stream;
} it;

static struct gateway_server server;

static void on_gateway_closed(void *context)
{
    (void)context;
    it.closed++;
}

static void reached(enum until moment)
{
    if (it.until == moment && it.gateway) {
        if (it.remembers)
            gateway_remember(it.gateway, it.keeps);
        gateway_close(it.gateway, on_gateway_closed, NULL);
        it.gateway = NULL;
    }
}

static void on_need_info(void *context)
{
    (void)context;
    it.asked++;
    if (it.until == ON_NEED_INFO)
        reached(ON_NEED_INFO);
    else if (it.asked <= it.unanswered || (it.answers_end && it.budget[0] != '\0'))
        gateway_no_info(it.gateway);
    else
        gateway_info(it.gateway, &it.info);
}

static void on_ready(void *context, unsigned shard, const json_t *data)
{
    (void)context;
    (void)shard;
    assert_string_equal(json_string_value(json_object_get(json_object_get(data, "user"), "id")),
                        "1");
    if (++it.ready >= it.ready_wanted) {
        assert_true(gateway_is_ready(it.gateway));
        reached(ON_READY);
    }
}

static void on_resumed(void *context, unsigned shard)
{
    (void)context;
    (void)shard;
    it.resumed++;
    reached(ON_RESUMED);
}

static void on_dispatch(void *context, unsigned shard, const char *event, const json_t *data)
{
    (void)context;
    (void)shard;
    assert_string_equal(event, "INTERACTION_CREATE");
    it.events++;
    it.event_bytes = json_string_length(json_object_get(data, "text"));
    reached(ON_EVENT);
}

static void on_remember(void *context, const char *key, const char *value)
{
    (void)context;
    if (strcmp(key, "gateway.session 0") == 0) {
        snprintf(it.session, sizeof(it.session), "%s", value ? value : "");
        return;
    }
    assert_string_equal(key, "gateway.identifies");
    snprintf(it.budget, sizeof(it.budget), "%s", value);
}

/* The memory has answered. */
static void on_recalled(uv_timer_t *timer)
{
    uv_close((uv_handle_t *)timer, NULL);
    assert_int_equal(it.asked, 0);
    gateway_recalled(it.gateway, it.budget);
}

static void on_recall(void *context, const char *key)
{
    (void)context;
    if (strncmp(key, "gateway.session ", 16) == 0) {
        gateway_recalled(it.gateway, it.session[0] != '\0' ? it.session : NULL);
        return;
    }
    assert_string_equal(key, "gateway.identifies");
    if (it.until == ON_RECALL) {
        reached(ON_RECALL);
    } else if (it.recall_ms > 0) {
        uv_timer_init(&it.loop, &it.memory);
        uv_timer_start(&it.memory, on_recalled, it.recall_ms, 0);
    } else {
        gateway_recalled(it.gateway, it.budget[0] != '\0' ? it.budget : NULL);
    }
}

static void on_failed(void *context, const char *reason)
{
    (void)context;
    it.failed++;
    it.asked_before_failure = it.asked;
    snprintf(it.failure, sizeof(it.failure), "%s", reason);
    reached(ON_FAILED);
}

static void out_of_patience(uv_timer_t *timer)
{
    (void)timer;
    fail_msg("nothing happens any more: asked %u, ready %u, resumed %u, events %u", it.asked,
             it.ready, it.resumed, it.events);
}

static int begin(void **state)
{
    struct gateway_timers timers = {.connect = 5000,
                                    .hello = 5000,
                                    .ready = 5000,
                                    .close = 5000,
                                    .backoff_least = 10,
                                    .backoff_most = 50,
                                    .stable = 0,
                                    .identify_gap = 20,
                                    .invalid_least = 1,
                                    .invalid_most = 5,
                                    .info_freshness = 60000};

    (void)state;
    memset(&it, 0, sizeof(it));
    it.settings = gateway_settings_default();
    it.settings.network = "discord";
    it.settings.token = "SECRET";
    it.settings.user_agent = "DiscordBot (test, 1)";
    it.settings.timers = timers;
    it.info = (struct gateway_info){NULL, 1, 1000, 1000, 0, 1};
    it.ready_wanted = 1;
    it.log_stream = open_memstream(&it.log, &it.log_size);
    log_to(it.log_stream, LOG_LEVEL_DEBUG);
    uv_loop_init(&it.loop);
    uv_timer_init(&it.loop, &it.patience);
    uv_timer_start(&it.patience, out_of_patience, PATIENCE_MS, 0);
    uv_unref((uv_handle_t *)&it.patience);
    return 0;
}

static int end(void **state)
{
    (void)state;
    log_to(NULL, LOG_LEVEL_ERROR);
    fclose(it.log_stream);
    free(it.log);
    return 0;
}

static void open_gateway(const char *url)
{
    const struct gateway_listener listener = {.need_info = on_need_info,
                                              .ready = on_ready,
                                              .resumed = on_resumed,
                                              .dispatch = on_dispatch,
                                              .remember = on_remember,
                                              .recall = on_recall,
                                              .failed = on_failed};
    char error[256] = "";

    it.info.url = url;
    it.gateway = gateway_open(&it.loop, &it.settings, &listener, error, sizeof(error));
    if (!it.gateway)
        fail_msg("%s", error);
}

/* Runs until the owner has closed the gateway; then nothing may be left, and the token must not
 * have been logged. */
static void finish(void)
{
    while (!it.closed)
        uv_run(&it.loop, UV_RUN_ONCE);
    uv_run(&it.loop, UV_RUN_DEFAULT);
    assert_int_equal(it.closed, 1);
    uv_close((uv_handle_t *)&it.patience, NULL);
    uv_run(&it.loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&it.loop), 0);
    fflush(it.log_stream);
    assert_null(strstr(it.log, "SECRET"));
}

/* Returns how many connections were lost so far, as the log says. */
static unsigned times_lost(void)
{
    unsigned count = 0;

    fflush(it.log_stream);
    for (const char *at = it.log; (at = strstr(at, "event=gateway.lost")) != NULL; at++)
        count++;
    return count;
}

static const char *server_url(const char *path)
{
    return gateway_server_url(&server, "ws", "localhost", path);
}

static void expect_line(const char *line)
{
    assert_string_equal(gateway_server_line(&server), line);
}

/* Expects lines of two connections, in either order. */
static void expect_lines(const char *one, const char *other)
{
    bool first = strcmp(gateway_server_line(&server), one) == 0;

    assert_string_equal(server.line, first ? one : other);
    expect_line(first ? other : one);
}

#define AGENT " DiscordBot (test, 1)"
#define IDENTIFY(shard, count)                                                                     \
    "text "                                                                                        \
    "{\"op\":2,\"d\":{\"token\":\"*\",\"intents\":1,\"large_threshold\":50,\"shard\":[" #shard     \
    "," #count "],\"properties\":{\"os\":\"linux\",\"browser\":\"belfry\","                        \
    "\"device\":\"belfry\"}}}"

static void a_session_from_the_beginning_to_the_end(void **state)
{
    (void)state;
    gateway_server_start(&server, '4', NULL);
    it.until = ON_EVENT;
    open_gateway(server_url("/discord"));
    finish();
    assert_int_equal(it.asked, 1);
    assert_int_equal(it.ready, 1);
    assert_int_equal(it.event_bytes, EVENT_BYTES);
    assert_memory_equal(it.budget, "1 ", 2);
    expect_line("open /discord?v=10&encoding=json&compress=zlib-stream" AGENT);
    expect_line(IDENTIFY(0, 1));
    expect_line("closed 1000");
    gateway_server_stop(&server);
}

static void keeps_its_session_for_the_next_process(void **state)
{
    char session[128];
    (void)state;
    gateway_server_start(&server, '4', NULL);
    it.until = ON_EVENT;
    it.remembers = it.keeps = true;
    open_gateway(server_url("/discord"));
    finish();
    snprintf(session, sizeof(session), "1 1 s1 3 ws://localhost:%u/discord?resumed=1", server.port);
    assert_string_equal(it.session, session);
    expect_line("open /discord?v=10&encoding=json&compress=zlib-stream" AGENT);
    expect_line(IDENTIFY(0, 1));
    expect_line("closed 4900");
    gateway_server_stop(&server);
}

/* A session that can't be kept is ended. */
static void resumes_the_session_of_an_earlier_process(void **state)
{
    (void)state;
    gateway_server_start(&server, '4', NULL);
    snprintf(it.session, sizeof(it.session), "1 1 s1 2 ");
    it.until = ON_EVENT;
    it.remembers = true;
    open_gateway(server_url("/discord"));
    finish();
    assert_int_equal(it.ready, 0);
    assert_int_equal(it.resumed, 1);
    assert_string_equal(it.session, "");
    assert_string_equal(it.budget, "");
    expect_line("open /discord?v=10&encoding=json&compress=zlib-stream" AGENT);
    expect_line("text {\"op\":6,\"d\":{\"token\":\"*\",\"session_id\":\"s1\",\"seq\":2}}");
    expect_line("closed 1000");
    gateway_server_stop(&server);
}

static void without_compression(void **state)
{
    (void)state;
    gateway_server_start(&server, '4', NULL);
    it.until = ON_EVENT;
    it.settings.compress = false;
    open_gateway(server_url("/discord"));
    finish();
    assert_int_equal(it.event_bytes, EVENT_BYTES);
    expect_line("open /discord?v=10&encoding=json" AGENT);
    expect_line(IDENTIFY(0, 1));
    expect_line("closed 1000");
    gateway_server_stop(&server);
}

static void resumes_where_discord_wants_it(void **state)
{
    (void)state;
    gateway_server_start(&server, '4', NULL);
    it.until = ON_EVENT;
    open_gateway(server_url("/reconnect"));
    finish();
    assert_int_equal(it.asked, 1);
    assert_int_equal(it.resumed, 1);
    assert_int_equal(times_lost(), 1);
    assert_memory_equal(it.budget, "1 ", 2);
    expect_line("open /reconnect?v=10&encoding=json&compress=zlib-stream" AGENT);
    expect_line(IDENTIFY(0, 1));
    expect_lines("closed 4900",
                 "open /reconnect?resumed=1&v=10&encoding=json&compress=zlib-stream" AGENT);
    expect_line("text {\"op\":6,\"d\":{\"token\":\"*\",\"session_id\":\"s1\",\"seq\":1}}");
    expect_line("closed 1000");
    gateway_server_stop(&server);
}

static void stops_with_one_line_when_an_operator_must_mend_it(void **state)
{
    (void)state;
    gateway_server_start(&server, '4', NULL);
    it.until = ON_FAILED;
    open_gateway(server_url("/forbidden"));
    finish();
    assert_int_equal(it.failed, 1);
    assert_non_null(strstr(it.failure, "developer portal"));
    assert_null(strchr(it.failure, '\n'));
    gateway_server_stop(&server);
}

static void some_shards_of_many_in_order(void **state)
{
    (void)state;
    gateway_server_start(&server, '4', NULL);
    it.until = ON_READY;
    it.ready_wanted = 2;
    it.settings.compress = false;
    it.settings.shard_count = 5;
    it.settings.shard_first = 1;
    it.settings.shard_limit = 2;
    open_gateway(server_url("/discord"));
    finish();
    expect_line("open /discord?v=10&encoding=json" AGENT);
    expect_line(IDENTIFY(1, 5));
    expect_line("open /discord?v=10&encoding=json" AGENT);
    expect_line(IDENTIFY(2, 5));
    assert_memory_equal(it.budget, "2 ", 2);
    gateway_server_stop(&server);
}

/* From the first one on, however many are allowed here: on_ready() checks that these are all. */
static void no_more_shards_than_there_are(void **state)
{
    (void)state;
    gateway_server_start(&server, '4', NULL);
    it.until = ON_READY;
    it.ready_wanted = 2;
    it.settings.shard_count = 3;
    it.settings.shard_first = 1;
    it.settings.shard_limit = 5;
    open_gateway(server_url("/discord"));
    finish();
    gateway_server_stop(&server);
}

static void as_many_shards_as_recommended(void **state)
{
    (void)state;
    gateway_server_start(&server, '4', NULL);
    it.until = ON_READY;
    it.ready_wanted = 3;
    it.info.shards = 3;
    it.info.max_concurrency = 16;
    open_gateway(server_url("/discord"));
    finish();
    gateway_server_stop(&server);
}

static void shards_that_do_not_exist(void **state)
{
    (void)state;
    it.until = ON_FAILED;
    it.settings.shard_count = 2;
    it.settings.shard_first = 2;
    open_gateway("ws://localhost:9/");
    finish();
    assert_non_null(strstr(it.failure, "shard"));
}

static void the_server_moves(void **state)
{
    (void)state;
    gateway_server_start(&server, '4', NULL);
    it.settings.timers.info_freshness = 0;
    open_gateway(server_url("/discord"));
    while (it.events == 0)
        uv_run(&it.loop, UV_RUN_ONCE);
    gateway_server_stop(&server);
    while (times_lost() < 3) /* its address for resuming does not work */
        uv_run(&it.loop, UV_RUN_ONCE);
    gateway_server_start(&server, '4', NULL);
    it.info.url = server_url("/discord");
    it.until = ON_READY;
    finish();
    assert_int_equal(it.ready, 2);
    assert_true(it.asked >= 2);
    /* The second of them brought the same interaction as the first. */
    assert_int_equal(it.events, 1);
    assert_memory_equal(it.budget, "2 ", 2);
    gateway_server_stop(&server);
}

static void asks_again_when_there_is_no_answer(void **state)
{
    (void)state;
    gateway_server_start(&server, '4', NULL);
    it.unanswered = 3;
    it.until = ON_READY;
    open_gateway(server_url("/discord"));
    finish();
    assert_int_equal(it.asked, 4);
    gateway_server_stop(&server);
}

static void on_later(uv_timer_t *timer)
{
    uv_close((uv_handle_t *)timer, NULL);
    gateway_close(it.gateway, on_gateway_closed, NULL);
    it.gateway = NULL;
}

/* Lets the gateway try for a while, then closes it. */
static void run_for(uint64_t ms)
{
    uv_update_time(&it.loop); /* opening took a while */
    uv_timer_init(&it.loop, &it.later);
    uv_timer_start(&it.later, on_later, ms, 0);
    finish();
}

/* The second shard waits for an answer when the first is refused: nobody asks for it any more. */
static void nothing_is_asked_after_a_failure(void **state)
{
    (void)state;
    gateway_server_start(&server, '4', NULL);
    it.settings.shard_count = 2;
    it.settings.timers.info_freshness = 0;
    it.settings.timers.backoff_least = it.settings.timers.backoff_most = 300;
    it.settings.timers.identify_gap = 1;
    it.answers_end = true;
    open_gateway(server_url("/forbidden"));
    while (it.failed == 0)
        uv_run(&it.loop, UV_RUN_ONCE);
    run_for(1000);
    assert_int_equal(it.failed, 1);
    assert_true(it.asked_before_failure >= 2);
    assert_int_equal(it.asked, it.asked_before_failure);
    gateway_server_stop(&server);
}

static void never_more_identifies_than_the_budget(void **state)
{
    struct timespec now;

    (void)state;
    gateway_server_start(&server, '4', NULL);
    clock_gettime(CLOCK_REALTIME, &now);
    snprintf(it.budget, sizeof(it.budget), "1000 %lld", ((long long)now.tv_sec + 3600) * 1000);
    open_gateway(server_url("/discord"));
    run_for(100);
    assert_int_equal(it.ready, 0);
    fflush(it.log_stream);
    assert_non_null(strstr(it.log, "event=gateway.budget"));
    end(NULL);
    begin(NULL);
    it.info.remaining = 0;
    it.info.reset_after = 3600 * 1000;
    open_gateway(server_url("/discord"));
    run_for(100);
    assert_int_equal(it.ready, 0);
    gateway_server_stop(&server);
}

static void nothing_is_asked_before_the_budget_is_recalled(void **state)
{
    (void)state;
    gateway_server_start(&server, '4', NULL);
    it.until = ON_READY;
    it.recall_ms = 50;
    open_gateway(server_url("/discord"));
    finish();
    assert_int_equal(it.asked, 1);
    gateway_server_stop(&server);
}

/* Without an answer the question waits for its pause, which grows. */
static void no_answer_is_no_reason_to_hurry(void **state)
{
    (void)state;
    it.unanswered = 100;
    it.settings.timers.backoff_least = it.settings.timers.backoff_most = 3600000;
    open_gateway("ws://localhost:9/");
    run_for(100);
    assert_int_equal(it.asked, 1);
    end(NULL);
    begin(NULL);
    it.unanswered = 100;
    it.settings.timers.backoff_least = 20;
    it.settings.timers.backoff_most = 3600000;
    open_gateway("ws://localhost:9/");
    run_for(400);
    assert_in_range(it.asked, 2, 6); /* 20, 40, 80, 160, 320 ms, each a fifth less at most */
}

static void defaults_are_those_of_the_header(void **state)
{
    const struct gateway_settings settings = gateway_settings_default();
    const struct gateway_timers *timers = &settings.timers;

    (void)state;
    assert_int_equal(settings.intents, GATEWAY_INTENT_GUILDS);
    assert_true(settings.compress);
    assert_null(settings.token);
    assert_int_equal(timers->connect, 10000);
    assert_int_equal(timers->hello, 20000);
    assert_int_equal(timers->ready, 60000);
    assert_int_equal(timers->close, 2000);
    assert_int_equal(timers->backoff_least, 1000);
    assert_int_equal(timers->backoff_most, 120000);
    assert_int_equal(timers->stable, 60000);
    assert_int_equal(timers->identify_gap, 5000);
    assert_int_equal(timers->invalid_least, 1000);
    assert_int_equal(timers->invalid_most, 5000);
    assert_int_equal(timers->info_freshness, 60000);
    open_gateway("ws://localhost:9/");
    gateway_close(it.gateway, on_gateway_closed, NULL);
    finish();
}

/* More shards than a bot can run are refused, and exactly that many are not. */
static void too_many_shards(void **state)
{
    (void)state;
    it.until = ON_FAILED;
    it.settings.shard_count = GATEWAY_SHARDS_MAX + 1;
    open_gateway("ws://localhost:9/");
    finish();
    assert_non_null(strstr(it.failure, "more shards"));
    end(NULL);
    begin(NULL);
    it.settings.shard_count = GATEWAY_SHARDS_MAX;
    it.settings.shard_limit = 1;
    open_gateway("ws://localhost:9/");
    run_for(50);
    assert_int_equal(it.failed, 0);
}

static void an_address_that_is_none(void **state)
{
    (void)state;
    open_gateway("http://localhost/");
    run_for(50);
    assert_int_equal(it.ready, 0);
    assert_true(it.asked >= 1);
}

static void closed_at_any_time(void **state)
{
    (void)state;
    it.until = ON_RECALL;
    open_gateway("ws://nobody.test/");
    finish();
    end(NULL);
    begin(NULL);
    it.until = ON_NEED_INFO;
    open_gateway("ws://nobody.test/");
    finish();
    end(NULL);
    begin(NULL);
    open_gateway("ws://nobody.test/"); /* before anything has happened */
    gateway_close(it.gateway, on_gateway_closed, NULL);
    finish();
    end(NULL);
    begin(NULL);
    open_gateway("ws://localhost:9/");
    run_for(30);
    end(NULL);
    begin(NULL);
    gateway_server_start(&server, '4', NULL);
    it.until = ON_READY; /* from inside an event */
    open_gateway(server_url("/discord"));
    finish();
    gateway_server_stop(&server);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(no_answer_is_no_reason_to_hurry),
        TEST(defaults_are_those_of_the_header),
        TEST(too_many_shards),
        TEST(a_session_from_the_beginning_to_the_end),
        TEST(keeps_its_session_for_the_next_process),
        TEST(resumes_the_session_of_an_earlier_process),
        TEST(without_compression),
        TEST(resumes_where_discord_wants_it),
        TEST(stops_with_one_line_when_an_operator_must_mend_it),
        TEST(nothing_is_asked_after_a_failure),
        TEST(some_shards_of_many_in_order),
        TEST(no_more_shards_than_there_are),
        TEST(as_many_shards_as_recommended),
        TEST(shards_that_do_not_exist),
        TEST(the_server_moves),
        TEST(asks_again_when_there_is_no_answer),
        TEST(never_more_identifies_than_the_budget),
        TEST(nothing_is_asked_before_the_budget_is_recalled),
        TEST(an_address_that_is_none),
        TEST(closed_at_any_time),
    };

    signal(SIGPIPE, SIG_IGN);
    alarm(500); /* a server that is silent must not block the whole test */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
