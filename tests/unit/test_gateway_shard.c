/* A shard of Discord's gateway, line by line: what comes in, what must go out, and when. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/log.h"
#include "tests/wire/gateway_kit.h"

#define HELLO     "{\"op\":10,\"d\":{\"heartbeat_interval\":40000}}"
#define READY     "{\"op\":0,\"t\":\"READY\",\"s\":1,\"d\":{\"session_id\":\"s1\"}}"
#define RESUMED   "{\"op\":0,\"t\":\"RESUMED\",\"s\":9,\"d\":{}}"
#define ACK       "{\"op\":11}"
#define RECONNECT "{\"op\":7,\"d\":null}"
#define RESUME    "send {\"op\":6,\"d\":{\"token\":\"TOKEN\",\"session_id\":\"s1\",\"seq\":%d}}"
#define IDENTIFY                                                                                   \
    "send {\"op\":2,\"d\":{\"token\":\"TOKEN\",\"intents\":1,\"large_threshold\":50,"              \
    "\"shard\":[0,1],\"properties\":{\"os\":\"linux\",\"browser\":\"belfry\","                     \
    "\"device\":\"belfry\"}}}"

static struct gateway_kit kit;

static int begin(void **state)
{
    (void)state;
    log_to(NULL, LOG_LEVEL_ERROR);
    gateway_kit_init(&kit);
    return 0;
}

static int end(void **state)
{
    (void)state;
    gateway_kit_free(&kit);
    return 0;
}

static void begin_anew(void)
{
    gateway_kit_free(&kit);
    gateway_kit_init(&kit);
}

static void expect(const char *line)
{
    assert_string_equal(gateway_kit_line(&kit), line);
}

static void expect_nothing(void)
{
    expect("");
}

static void expect_resume(int sequence)
{
    char line[256];

    snprintf(line, sizeof(line), RESUME, sequence);
    expect(line);
}

/* The connection is lost with `code`; the pause goes by. */
static void lose(uint16_t code)
{
    gateway_kit_closed(&kit, code);
    gateway_kit_wait(&kit, kit.settings.timers.backoff_most * 2);
}

/* A try to resume that stood as far as Hello. */
static void resume_as_far_as_hello(void)
{
    expect("connect wss://resume.test");
    gateway_kit_opened(&kit);
    gateway_kit_receive(&kit, HELLO);
    expect_resume(1);
}

/* -- Beginning ------------------------------------------------------------------------------- */

static void identifies_with_the_least_intents(void **state)
{
    (void)state;
    kit.random = UINT32_MAX;
    gateway_kit_wait(&kit, 0);
    expect("enter");
    expect("connect wss://gateway.test");
    gateway_kit_opened(&kit);
    expect_nothing();
    gateway_kit_receive(&kit, HELLO);
    expect("identified");
    expect(IDENTIFY);
    gateway_kit_receive(&kit, READY);
    expect("ready s1");
    expect_nothing();
    assert_true(gateway_shard_is_ready(kit.shard));
}

static void waits_at_the_gate(void **state)
{
    (void)state;
    kit.gate_shut = true;
    kit.gate_wait = 700;
    gateway_kit_wait(&kit, 699);
    expect("enter");
    expect_nothing();
    gateway_kit_wait(&kit, 1);
    expect("enter");
    kit.gate_shut = false;
    gateway_shard_wake(kit.shard, kit.now);
    gateway_kit_wait(&kit, 0);
    expect("enter");
    expect("connect wss://gateway.test");
}

static void no_hello_in_time(void **state)
{
    (void)state;
    gateway_kit_wait(&kit, 0);
    gateway_kit_opened(&kit);
    gateway_kit_forget(&kit);
    gateway_kit_wait(&kit, 19999);
    expect_nothing();
    gateway_kit_wait(&kit, 1);
    expect("close 4900");
    gateway_kit_closed(&kit, 4900);
    expect("leave");
    expect("lost no Hello in time");
}

static void no_ready_in_time(void **state)
{
    (void)state;
    gateway_kit_wait(&kit, 0);
    gateway_kit_opened(&kit);
    gateway_kit_receive(&kit, HELLO);
    for (int i = 0; i < 3; i++) {
        gateway_kit_wait(&kit, 19999);
        gateway_kit_receive(&kit, ACK);
    }
    gateway_kit_forget(&kit);
    gateway_kit_wait(&kit, 3);
    expect("close 4900");
    gateway_kit_closed(&kit, 0);
    expect("lost no READY in time");
}

static void a_hello_without_sense(void **state)
{
    static const char *const hellos[] = {"{\"op\":10}", "{\"op\":10,\"d\":[]}",
                                         "{\"op\":10,\"d\":{\"heartbeat_interval\":0}}",
                                         "{\"op\":10,\"d\":{\"heartbeat_interval\":-5}}",
                                         "{\"op\":10,\"d\":{\"heartbeat_interval\":\"9\"}}"};

    (void)state;
    for (size_t i = 0; i < sizeof(hellos) / sizeof(hellos[0]); i++) {
        gateway_kit_wait(&kit, 300000);
        gateway_kit_opened(&kit);
        gateway_kit_forget(&kit);
        gateway_kit_receive(&kit, hellos[i]);
        expect("close 4900");
        gateway_kit_closed(&kit, 0);
    }
}

/* -- Heartbeats ------------------------------------------------------------------------------ */

static void the_first_beat_has_jitter(void **state)
{
    (void)state;
    gateway_kit_ready(&kit); /* half of the interval */
    gateway_kit_wait(&kit, 19997);
    expect_nothing();
    gateway_kit_wait(&kit, 4);
    expect("send {\"op\":1,\"d\":1}");
    gateway_kit_receive(&kit, ACK);
    gateway_kit_wait(&kit, 39990);
    expect_nothing();
    gateway_kit_wait(&kit, 10);
    expect("send {\"op\":1,\"d\":1}");
}

static void beats_before_ready_with_null(void **state)
{
    (void)state;
    gateway_kit_wait(&kit, 0);
    gateway_kit_opened(&kit);
    gateway_kit_receive(&kit, HELLO); /* random is 0: at once */
    expect("enter");
    expect("connect wss://gateway.test");
    expect("identified");
    expect(IDENTIFY);
    expect("send {\"op\":1,\"d\":null}");
}

static void a_zombie_is_dropped_and_the_session_resumed(void **state)
{
    (void)state;
    gateway_kit_ready(&kit);
    gateway_kit_wait(&kit, 20001);
    expect("send {\"op\":1,\"d\":1}");
    gateway_kit_wait(&kit, 39990);
    expect_nothing();
    gateway_kit_wait(&kit, 10);
    expect("close 4900"); /* neither 1000 nor 1001: the session lives */
    gateway_kit_closed(&kit, 0);
    expect("lost no answer to a heartbeat");
    gateway_kit_wait(&kit, 1000);
    resume_as_far_as_hello();
}

static void beats_when_asked_and_keeps_the_schedule(void **state)
{
    (void)state;
    gateway_kit_ready(&kit);
    gateway_kit_wait(&kit, 19990);
    gateway_kit_receive(&kit, "{\"op\":1,\"d\":null}");
    expect("send {\"op\":1,\"d\":1}");
    /* Not acknowledged yet when the next is due by schedule: no zombie. */
    gateway_kit_wait(&kit, 11);
    expect("send {\"op\":1,\"d\":1}");
    expect_nothing();
}

/* -- Asked to go ----------------------------------------------------------------------------- */

static void reconnects_when_asked(void **state)
{
    (void)state;
    gateway_kit_ready(&kit);
    gateway_kit_receive(&kit, RECONNECT);
    expect("close 4900");
    gateway_kit_receive(&kit, "{\"op\":0,\"t\":\"TYPING_START\",\"s\":2,\"d\":{}}");
    gateway_kit_closed(&kit, 1000); /* it repeats what we said, or not: it was our close */
    expect("lost asked to reconnect");
    gateway_kit_wait(&kit, 1000);
    resume_as_far_as_hello();
    gateway_kit_receive(&kit, "{\"op\":0,\"t\":\"MESSAGE_CREATE\",\"s\":2,\"d\":{\"id\":\"7\"}}");
    gateway_kit_receive(&kit, RESUMED);
    gateway_kit_forget(&kit);
    assert_true(gateway_shard_is_ready(kit.shard));
    gateway_kit_receive(&kit, RECONNECT);
    gateway_kit_closed(&kit, 0);
    gateway_kit_wait(&kit, 1000);
    gateway_kit_opened(&kit);
    gateway_kit_receive(&kit, HELLO);
    expect("close 4900");
    expect("lost asked to reconnect");
    expect("connect wss://resume.test");
    expect_resume(9);
}

static void reconnects_when_asked_before_hello(void **state)
{
    (void)state;
    gateway_kit_ready(&kit);
    lose(0);
    expect("lost the connection broke");
    expect("connect wss://resume.test");
    gateway_kit_opened(&kit);
    gateway_kit_receive(&kit, RECONNECT);
    expect("close 4900");
    lose(0);
    expect("lost asked to reconnect");
    resume_as_far_as_hello();
}

static void an_invalid_session_that_can_be_resumed(void **state)
{
    (void)state;
    gateway_kit_ready(&kit);
    gateway_kit_receive(&kit, "{\"op\":9,\"d\":true}");
    expect("close 4900");
    lose(0);
    expect("lost the session is invalid");
    resume_as_far_as_hello();
}

static void an_invalid_session_is_forgotten(void **state)
{
    (void)state;
    gateway_kit_ready(&kit);
    gateway_kit_receive(&kit, "{\"op\":9,\"d\":false}");
    expect("close 4900");
    gateway_kit_closed(&kit, 0);
    expect("lost the session is invalid");
    gateway_kit_wait(&kit, 999); /* from 1 to 5 s */
    expect_nothing();
    gateway_kit_wait(&kit, 1);
    expect("enter");
    expect("connect wss://gateway.test");
    gateway_kit_opened(&kit);
    gateway_kit_receive(&kit, HELLO);
    expect("identified");
    expect(IDENTIFY);
    expect("send {\"op\":1,\"d\":null}");
}

static void an_invalid_session_waits_five_seconds_at_most(void **state)
{
    (void)state;
    gateway_kit_ready(&kit);
    gateway_kit_receive(&kit, "{\"op\":9,\"d\":false}");
    kit.random = UINT32_MAX;
    gateway_kit_closed(&kit, 0);
    gateway_kit_forget(&kit);
    gateway_kit_wait(&kit, 4999);
    expect_nothing();
    gateway_kit_wait(&kit, 1);
    expect("enter");
}

/* -- Close codes ----------------------------------------------------------------------------- */

static void codes_that_keep_the_session(void **state)
{
    static const uint16_t codes[] = {0, 1006, 1011, 4000, 4001, 4002, 4003, 4005, 4008, 4321};

    (void)state;
    for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
        begin_anew();
        gateway_kit_ready(&kit);
        lose(codes[i]);
        gateway_kit_line(&kit);
        resume_as_far_as_hello();
    }
}

static void codes_that_end_the_session(void **state)
{
    static const uint16_t codes[] = {4007, 4009};

    (void)state;
    for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
        begin_anew();
        gateway_kit_ready(&kit);
        lose(codes[i]);
        gateway_kit_line(&kit);
        expect("enter");
        expect("connect wss://gateway.test");
    }
}

static void codes_that_stop(void **state)
{
    static const uint16_t codes[] = {4004, 4010, 4011, 4012, 4013, 4014};

    (void)state;
    for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
        const char *line;

        begin_anew();
        gateway_kit_ready(&kit);
        lose(codes[i]);
        line = gateway_kit_line(&kit);
        assert_true(strncmp(line, "failed ", 7) == 0 && !strchr(line, '\n'));
        assert_null(strstr(line, "TOKEN"));
        gateway_kit_wait(&kit, 24 * 3600 * 1000);
        expect_nothing();
    }
}

static void a_normal_close_is_resumed_once(void **state)
{
    static const uint16_t codes[] = {1000, 1001};

    (void)state;
    for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
        begin_anew();
        gateway_kit_ready(&kit);
        lose(codes[i]);
        gateway_kit_line(&kit);
        resume_as_far_as_hello();
        gateway_kit_forget(&kit);
        lose(codes[i]);
        gateway_kit_line(&kit);
        expect("enter");
    }
}

/* -- Resuming -------------------------------------------------------------------------------- */

static void three_failed_resumes_are_enough(void **state)
{
    (void)state;
    gateway_kit_ready(&kit);
    lose(0);
    gateway_kit_line(&kit);
    resume_as_far_as_hello();
    gateway_kit_forget(&kit);
    lose(4000);
    gateway_kit_line(&kit);
    expect("connect wss://resume.test");
    lose(0); /* not even connected */
    gateway_kit_line(&kit);
    resume_as_far_as_hello();
    gateway_kit_forget(&kit);
    gateway_kit_receive(&kit, "{\"op\":9,\"d\":true}");
    expect("close 4900");
    lose(0);
    gateway_kit_line(&kit);
    expect("enter");
    expect("connect wss://gateway.test");
}

static void what_was_missed_is_told_before_resumed(void **state)
{
    (void)state;
    gateway_kit_ready(&kit);
    lose(0);
    gateway_kit_line(&kit);
    resume_as_far_as_hello();
    gateway_kit_forget(&kit);
    kit.settings.timers.ready = 5000;
    gateway_kit_receive(&kit, ACK);
    for (int i = 2; i < 9; i++) { /* slowly: 7 times 4 s */
        char text[128];

        snprintf(text, sizeof(text),
                 "{\"op\":0,\"t\":\"MESSAGE_CREATE\",\"s\":%d,"
                 "\"d\":{\"id\":\"%d\"}}",
                 i, i);
        gateway_kit_receive(&kit, text);
        expect("event MESSAGE_CREATE");
        gateway_kit_wait(&kit, 4000);
    }
    gateway_kit_receive(&kit, RESUMED);
    expect("resumed");
    expect_nothing();
}

static void does_not_take_the_token_out_of_tls(void **state)
{
    (void)state;
    gateway_kit_wait(&kit, 0);
    gateway_kit_opened(&kit);
    gateway_kit_receive(&kit, HELLO);
    gateway_kit_receive(&kit, "{\"op\":0,\"t\":\"READY\",\"s\":1,\"d\":{\"session_id\":\"s1\","
                              "\"resume_gateway_url\":\"ws://resume.test\"}}");
    gateway_kit_forget(&kit);
    lose(0);
    gateway_kit_line(&kit);
    expect("connect wss://gateway.test");
}

/* -- Pauses ---------------------------------------------------------------------------------- */

/* The pause after losing a connection that did not get as far as READY. */
static int64_t next_pause(void)
{
    int64_t lost_at;

    gateway_kit_opened(&kit);
    gateway_kit_closed(&kit, 0);
    lost_at = kit.now;
    gateway_kit_forget(&kit);
    while (strncmp(gateway_kit_line(&kit), "connect", 7) != 0)
        gateway_kit_wait(&kit, 1);
    return kit.now - lost_at;
}

static void pauses_double_and_begin_anew_with_ready(void **state)
{
    (void)state;
    kit.random = UINT32_MAX / 2;
    gateway_kit_wait(&kit, 0);
    assert_in_range(next_pause(), 999, 1001);
    assert_in_range(next_pause(), 1999, 2001);
    assert_in_range(next_pause(), 3999, 4001);
    for (int i = 0; i < 6; i++)
        next_pause();
    assert_in_range(next_pause(), 119999, 120001);
    kit.random = 0;
    assert_in_range(next_pause(), 95999, 96001); /* jitter */
    kit.random = UINT32_MAX / 2;
    gateway_kit_opened(&kit); /* is no reason to begin anew */
    gateway_kit_receive(&kit, HELLO);
    assert_in_range(next_pause(), 119999, 120001);
    gateway_kit_opened(&kit);
    gateway_kit_receive(&kit, HELLO);
    gateway_kit_receive(&kit, READY);
    gateway_kit_closed(&kit, 0); /* soon, but not all at once */
    gateway_kit_forget(&kit);
    gateway_kit_wait(&kit, 498);
    expect_nothing();
    gateway_kit_wait(&kit, 4);
    expect("connect wss://gateway.test");
    assert_in_range(next_pause(), 999, 1001);
}

static void wait_for_the_next_connection(void)
{
    gateway_kit_forget(&kit);
    while (strncmp(gateway_kit_line(&kit), "connect", 7) != 0)
        gateway_kit_wait(&kit, 10);
    gateway_kit_forget(&kit);
}

/* Each of them costs an Identify, of 1000 a day. */
static void sessions_that_do_not_last_cost_longer_and_longer_pauses(void **state)
{
    int64_t begun = kit.now;
    unsigned identifies = 0;

    (void)state;
    kit.random = UINT32_MAX / 2;
    while (kit.now - begun < 3600 * 1000) {
        gateway_kit_ready(&kit);
        identifies++;
        gateway_kit_closed(&kit, 4009);
        wait_for_the_next_connection();
    }
    assert_in_range(identifies, 5, 60);
}

static void so_do_sessions_that_can_not_be_resumed(void **state)
{
    int64_t begun = kit.now;
    unsigned identifies = 0;

    (void)state;
    kit.random = UINT32_MAX / 2;
    while (kit.now - begun < 3600 * 1000) {
        gateway_kit_ready(&kit);
        identifies++;
        gateway_kit_closed(&kit, 0);
        wait_for_the_next_connection();
        gateway_kit_opened(&kit);
        gateway_kit_receive(&kit, HELLO);
        gateway_kit_receive(&kit, "{\"op\":9,\"d\":false}");
        gateway_kit_closed(&kit, 0);
        wait_for_the_next_connection();
    }
    assert_in_range(identifies, 5, 60);
}

static void a_session_that_stood_is_followed_soon(void **state)
{
    int64_t lost_at;

    (void)state;
    kit.random = UINT32_MAX / 2;
    for (int i = 0; i < 5; i++) {
        gateway_kit_ready(&kit);
        for (int beats = 0; beats < 3; beats++) {
            gateway_kit_wait(&kit, 39000);
            gateway_kit_receive(&kit, ACK);
        }
        gateway_kit_closed(&kit, 4009);
        lost_at = kit.now;
        wait_for_the_next_connection();
        assert_in_range(kit.now - lost_at, 0, 1010);
    }
}

/* -- Frames ---------------------------------------------------------------------------------- */

static void events_in_pieces(void **state)
{
    static const char text[] = "{\"op\":0,\"t\":\"GUILD_CREATE\",\"s\":2,\"d\":{\"id\":\"1\"}}";

    (void)state;
    gateway_kit_ready(&kit);
    for (size_t i = 0; i < strlen(text); i++)
        gateway_kit_piece(&kit, text + i, 1, false, i + 1 == strlen(text));
    expect("event GUILD_CREATE");
    expect_nothing();
}

static void a_message_without_end(void **state)
{
    static char zeros[65536];

    (void)state;
    gateway_kit_ready(&kit);
    for (int i = 0; i < 255; i++)
        gateway_kit_piece(&kit, zeros, sizeof(zeros), false, false);
    expect_nothing();
    gateway_kit_piece(&kit, zeros, sizeof(zeros), false, false);
    expect("close 4900");
    gateway_kit_piece(&kit, zeros, sizeof(zeros), false, false);
    lose(0);
    expect("lost a message is too long");
    resume_as_far_as_hello();
}

static void a_damaged_stream(void **state)
{
    (void)state;
    gateway_kit_ready(&kit);
    gateway_kit_piece(&kit, "no deflate", 10, true, true);
    expect("close 4900");
    gateway_kit_closed(&kit, 0);
    expect("lost the compressed stream is damaged");
}

static void what_is_unknown_is_ignored(void **state)
{
    static const char *const texts[] = {"",
                                        "{",
                                        "[]",
                                        "7",
                                        "{}",
                                        "{\"op\":0}",
                                        "{\"op\":\"0\"}",
                                        "{\"op\":0,\"t\":7}",
                                        "{\"op\":99,\"d\":{}}",
                                        "{\"op\":-1}",
                                        "{\"op\":3}",
                                        "{\"op\":0,\"t\":\"READY\"}",
                                        "{\"op\":0,\"t\":\"RESUMED\"}",
                                        HELLO,
                                        "\xff\xfe"};

    (void)state;
    gateway_kit_ready(&kit);
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        gateway_kit_receive(&kit, texts[i]);
    expect_nothing();
    gateway_kit_receive(&kit,
                        "{\"op\":0,\"t\":\"NEWS\",\"s\":2,\"d\":{\"a\":\"\\u0000\"},\"x\":1}");
    expect("event NEWS");
    gateway_kit_wait(&kit, 20001);
    expect("send {\"op\":1,\"d\":2}");
}

static void interactions_and_messages_come_once(void **state)
{
    static const char press[] = "{\"op\":0,\"t\":\"INTERACTION_CREATE\",\"s\":2,"
                                "\"d\":{\"id\":\"123456789012345678\"}}";
    static const char server[] = "{\"op\":0,\"t\":\"GUILD_CREATE\",\"s\":3,\"d\":{\"id\":\"5\"}}";
    char text[128];

    (void)state;
    gateway_kit_ready(&kit);
    gateway_kit_receive(&kit, press);
    gateway_kit_receive(&kit, press);
    expect("event INTERACTION_CREATE");
    expect_nothing();
    gateway_kit_receive(&kit, server);
    gateway_kit_receive(&kit, server); /* after an outage; of a state, not of an act */
    expect("event GUILD_CREATE");
    expect("event GUILD_CREATE");
    for (int i = 0; i < 400; i++) {
        snprintf(text, sizeof(text),
                 "{\"op\":0,\"t\":\"MESSAGE_CREATE\",\"s\":4,\"d\":{\"id\":\"%d\"}}", i + 1);
        gateway_kit_receive(&kit, text);
        expect("event MESSAGE_CREATE");
    }
    gateway_kit_receive(&kit, press);
    expect_nothing();
}

/* -- What we send ---------------------------------------------------------------------------- */

static void payloads_that_are_too_long_are_refused(void **state)
{
    char text[4098];

    (void)state;
    memset(text, 'x', sizeof(text));
    text[4097] = '\0';
    assert_false(gateway_shard_send(kit.shard, "{}", kit.now)); /* not ready */
    gateway_kit_ready(&kit);
    assert_false(gateway_shard_send(kit.shard, text, kit.now));
    expect_nothing();
    text[4096] = '\0';
    assert_true(gateway_shard_send(kit.shard, text, kit.now));
    assert_memory_equal(gateway_kit_line(&kit), "send xxx", 8);
}

static void a_token_that_is_too_long_stops(void **state)
{
    static char token[5000];

    (void)state;
    memset(token, 't', sizeof(token) - 1);
    kit.settings.token = token;
    gateway_kit_wait(&kit, 0);
    gateway_kit_opened(&kit);
    gateway_kit_forget(&kit);
    gateway_kit_receive(&kit, HELLO);
    expect("identified");
    expect("close 1000");
    expect("failed the bot's token is no token: it is too long");
}

/* Lines that were sent since the last call. */
static unsigned count_sent(void)
{
    unsigned sent = 0;
    const char *line;

    while ((line = gateway_kit_line(&kit))[0] != '\0')
        sent += strncmp(line, "send", 4) == 0;
    gateway_kit_forget(&kit);
    return sent;
}

static void at_most_120_in_a_minute_and_heartbeats_first(void **state)
{
    unsigned accepted = 0;

    (void)state;
    gateway_kit_ready(&kit); /* one: Identify */
    while (gateway_shard_send(kit.shard, "{\"op\":3}", kit.now))
        accepted++;
    assert_int_equal(count_sent(), 109);
    assert_int_equal(accepted, 109 + GATEWAY_WAITING_MAX);
    for (int i = 0; i < 20; i++)
        gateway_kit_receive(&kit, "{\"op\":1}");
    assert_int_equal(count_sent(), 5);
    gateway_kit_wait(&kit, 20001); /* the beat by schedule */
    gateway_kit_receive(&kit, ACK);
    assert_int_equal(count_sent(), 1);
    gateway_kit_wait(&kit, 39998); /* the next one; the window is 60 s long */
    gateway_kit_receive(&kit, ACK);
    assert_int_equal(count_sent(), 1);
    gateway_kit_wait(&kit, 1);
    assert_int_equal(count_sent(), GATEWAY_WAITING_MAX);
}

/* -- Farewell -------------------------------------------------------------------------------- */

static void says_goodbye(void **state)
{
    (void)state;
    gateway_kit_ready(&kit);
    gateway_shard_finish(kit.shard, GATEWAY_CLOSE_NORMAL);
    expect("close 1000");
    gateway_kit_closed(&kit, 1000);
    gateway_kit_wait(&kit, 3600 * 1000);
    expect_nothing();
}

static void gives_its_place_at_the_gate_back(void **state)
{
    (void)state;
    gateway_kit_wait(&kit, 0);
    gateway_kit_forget(&kit);
    gateway_shard_finish(kit.shard, GATEWAY_CLOSE_KEEP);
    expect("leave");
    expect("close 4900");
    gateway_kit_closed(&kit, 0);
    gateway_kit_wait(&kit, 3600 * 1000);
    expect_nothing();
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(identifies_with_the_least_intents),
        TEST(waits_at_the_gate),
        TEST(no_hello_in_time),
        TEST(no_ready_in_time),
        TEST(a_hello_without_sense),
        TEST(the_first_beat_has_jitter),
        TEST(beats_before_ready_with_null),
        TEST(a_zombie_is_dropped_and_the_session_resumed),
        TEST(beats_when_asked_and_keeps_the_schedule),
        TEST(reconnects_when_asked),
        TEST(reconnects_when_asked_before_hello),
        TEST(an_invalid_session_that_can_be_resumed),
        TEST(an_invalid_session_is_forgotten),
        TEST(an_invalid_session_waits_five_seconds_at_most),
        TEST(codes_that_keep_the_session),
        TEST(codes_that_end_the_session),
        TEST(codes_that_stop),
        TEST(a_normal_close_is_resumed_once),
        TEST(three_failed_resumes_are_enough),
        TEST(what_was_missed_is_told_before_resumed),
        TEST(does_not_take_the_token_out_of_tls),
        TEST(pauses_double_and_begin_anew_with_ready),
        TEST(sessions_that_do_not_last_cost_longer_and_longer_pauses),
        TEST(so_do_sessions_that_can_not_be_resumed),
        TEST(a_session_that_stood_is_followed_soon),
        TEST(events_in_pieces),
        TEST(a_message_without_end),
        TEST(a_damaged_stream),
        TEST(what_is_unknown_is_ignored),
        TEST(interactions_and_messages_come_once),
        TEST(payloads_that_are_too_long_are_refused),
        TEST(a_token_that_is_too_long_stops),
        TEST(at_most_120_in_a_minute_and_heartbeats_first),
        TEST(says_goodbye),
        TEST(gives_its_place_at_the_gate_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
