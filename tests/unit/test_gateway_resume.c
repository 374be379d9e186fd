/* A shard whose connection ends: what it resumes, what it starts anew, and how long it waits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/gateway_shard_kit.h"

/* Loses the connection once and resumes as far as Hello. */
static void lose_and_resume(struct gateway_kit *kit, uint16_t code)
{
    lose(kit, code);
    resume_as_far_as_hello(kit);
    gateway_kit_forget(kit);
}

/* -- Asked to go ------------------------------------------------------------------------------- */

static void reconnects_when_asked(void **state)
{
    struct gateway_kit *kit = *state;
    gateway_kit_ready(kit);
    gateway_kit_receive(kit, RECONNECT);
    expect(kit, "close 4900");
    gateway_kit_receive(kit, "{\"op\":0,\"t\":\"TYPING_START\",\"s\":2,\"d\":{}}");
    gateway_kit_closed(kit, 1000); /* whatever the code: we closed it */
    expect_lost("asked to reconnect");
    gateway_kit_wait(kit, 1000);
    resume_as_far_as_hello(kit);
    gateway_kit_receive(kit, "{\"op\":0,\"t\":\"MESSAGE_CREATE\",\"s\":2,\"d\":{\"id\":\"7\"}}");
    gateway_kit_receive(kit, RESUMED);
    gateway_kit_forget(kit);
    assert_true(gateway_shard_is_ready(kit->shard));
    gateway_kit_receive(kit, RECONNECT);
    gateway_kit_closed(kit, 0);
    gateway_kit_wait(kit, 1000);
    gateway_kit_opened(kit);
    gateway_kit_receive(kit, HELLO);
    expect(kit, "close 4900");
    expect_lost("asked to reconnect");
    expect(kit, "connect wss://resume.test");
    expect_resume(kit, 9);
}

/* Goes to READY of a session whose id has so many letters, and loses the connection. */
static const char *begun_after_a_session_of(struct gateway_kit *kit, int letters)
{
    char payload[512];

    gateway_kit_free(kit);
    gateway_kit_init(kit);
    gateway_kit_wait(kit, 0);
    gateway_kit_opened(kit);
    gateway_kit_receive(kit, "{\"op\":10,\"d\":{\"heartbeat_interval\":40000}}");
    snprintf(payload, sizeof(payload),
             "{\"op\":0,\"t\":\"READY\",\"s\":1,\"d\":{\"session_id\":\"%0*d\","
             "\"resume_gateway_url\":\"wss://resume.test\"}}",
             letters, 7);
    gateway_kit_receive(kit, payload);
    gateway_kit_forget(kit);
    lose(kit, 0);
    gateway_kit_wait(kit, 200000);
    const char *line = gateway_kit_line(kit);
    while (strncmp(line, "connect ", 8) != 0 && *line)
        line = gateway_kit_line(kit);
    return line;
}

/* An id that is cut would resume nothing; the session is begun anew instead. */
static void an_id_that_does_not_fit_is_none(void **state)
{
    struct gateway_kit *kit = *state;

    assert_string_equal(begun_after_a_session_of(kit, 127), "connect wss://resume.test");
    assert_string_not_equal(begun_after_a_session_of(kit, 128), "connect wss://resume.test");
}

static void reconnects_when_asked_before_hello(void **state)
{
    struct gateway_kit *kit = *state;
    gateway_kit_ready(kit);
    lose(kit, 0);
    expect_lost("the connection broke");
    expect(kit, "connect wss://resume.test");
    gateway_kit_opened(kit);
    gateway_kit_receive(kit, RECONNECT);
    expect(kit, "close 4900");
    lose(kit, 0);
    expect_lost("asked to reconnect");
    resume_as_far_as_hello(kit);
}

static void an_invalid_session_that_can_be_resumed(void **state)
{
    struct gateway_kit *kit = *state;
    gateway_kit_ready(kit);
    gateway_kit_receive(kit, "{\"op\":9,\"d\":true}");
    expect(kit, "close 4900");
    lose(kit, 0);
    expect_lost("the session is invalid");
    resume_as_far_as_hello(kit);
}

static void an_invalid_session_is_forgotten(void **state)
{
    struct gateway_kit *kit = *state;
    gateway_kit_ready(kit);
    gateway_kit_receive(kit, "{\"op\":9,\"d\":false}");
    expect(kit, "close 4900");
    gateway_kit_closed(kit, 0);
    expect_lost("the session is invalid");
    gateway_kit_wait(kit, 999); /* from 1 to 5 s */
    expect_nothing(kit);
    gateway_kit_wait(kit, 1);
    expect(kit, "enter");
    expect(kit, "connect wss://gateway.test");
    gateway_kit_opened(kit);
    gateway_kit_receive(kit, HELLO);
    expect(kit, "identified");
    expect(kit, IDENTIFY);
    expect(kit, "send {\"op\":1,\"d\":null}");
}

static void an_invalid_session_waits_five_seconds_at_most(void **state)
{
    struct gateway_kit *kit = *state;
    gateway_kit_ready(kit);
    gateway_kit_receive(kit, "{\"op\":9,\"d\":false}");
    kit->random = UINT32_MAX;
    gateway_kit_closed(kit, 0);
    gateway_kit_forget(kit);
    gateway_kit_wait(kit, 4999);
    expect_nothing(kit);
    gateway_kit_wait(kit, 1);
    expect(kit, "enter");
}

/* -- Close codes ------------------------------------------------------------------------------- */

static void codes_that_keep_the_session(void **state)
{
    struct gateway_kit *kit = *state;
    static const uint16_t codes[] = {0, 1006, 1011, 4000, 4001, 4002, 4003, 4005, 4008, 4321};
    for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
        begin_anew(kit);
        gateway_kit_ready(kit);
        lose(kit, codes[i]);
        resume_as_far_as_hello(kit);
    }
}

static void codes_that_end_the_session(void **state)
{
    struct gateway_kit *kit = *state;
    static const uint16_t codes[] = {4007, 4009};
    for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
        begin_anew(kit);
        gateway_kit_ready(kit);
        lose(kit, codes[i]);
        expect(kit, "enter");
        expect(kit, "connect wss://gateway.test");
    }
}

static void codes_that_stop(void **state)
{
    struct gateway_kit *kit = *state;
    static const uint16_t codes[] = {4004, 4010, 4012, 4013, 4014};
    for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
        const char *line;
        begin_anew(kit);
        gateway_kit_ready(kit);
        lose(kit, codes[i]);
        line = gateway_kit_line(kit);
        assert_true(strncmp(line, "failed ", 7) == 0 && !strchr(line, '\n'));
        assert_null(strstr(line, "TOKEN"));
        gateway_kit_wait(kit, 24 * 3600 * 1000);
        expect_nothing(kit);
    }
}

static void more_shards_are_asked_for_once(void **state)
{
    struct gateway_kit *kit = *state;
    gateway_kit_ready(kit);
    lose(kit, 4011);
    expect(kit, "crowded the bot is in so many servers that Discord wants more shards");
    gateway_kit_wait(kit, 24 * 3600 * 1000);
    expect_nothing(kit);
}

/* After a connection that we closed ourselves the next one is Discord's to close. */
static void a_code_counts_again_on_the_next_connection(void **state)
{
    struct gateway_kit *kit = *state;
    gateway_kit_ready(kit);
    gateway_kit_receive(kit, RECONNECT);
    expect(kit, "close 4900");
    lose(kit, 0);
    resume_as_far_as_hello(kit);
    gateway_kit_forget(kit);
    lose(kit, 4004);
    expect(kit, "failed Discord refuses the token: check the bot's token");
}

static void a_normal_close_is_resumed_once(void **state)
{
    struct gateway_kit *kit = *state;
    static const uint16_t codes[] = {1000, 1001};
    for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
        begin_anew(kit);
        gateway_kit_ready(kit);
        lose_and_resume(kit, codes[i]);
        lose(kit, codes[i]);
        expect(kit, "enter");
    }
}

/* -- Resuming ---------------------------------------------------------------------------------- */

static void three_failed_resumes_are_enough(void **state)
{
    struct gateway_kit *kit = *state;
    gateway_kit_ready(kit);
    lose_and_resume(kit, 0);
    lose(kit, 4000);
    expect(kit, "connect wss://resume.test");
    lose(kit, 0); /* not even connected */
    resume_as_far_as_hello(kit);
    gateway_kit_forget(kit);
    gateway_kit_receive(kit, "{\"op\":9,\"d\":true}");
    expect(kit, "close 4900");
    lose(kit, 0);
    expect(kit, "enter");
    expect(kit, "connect wss://gateway.test");
}

/* Only failures in a row count. */
static void a_resume_that_succeeds_clears_the_count(void **state)
{
    struct gateway_kit *kit = *state;
    gateway_kit_ready(kit);
    for (int round = 0; round < 3; round++) {
        for (int attempt = 0; attempt < 3; attempt++) /* two fail */
            lose_and_resume(kit, 0);
        gateway_kit_receive(kit, "{\"op\":0,\"t\":\"RESUMED\",\"s\":1,\"d\":{}}");
        gateway_kit_forget(kit);
    }
    assert_true(gateway_shard_is_ready(kit->shard));
}

static void what_was_missed_is_told_before_resumed(void **state)
{
    struct gateway_kit *kit = *state;
    gateway_kit_ready(kit);
    lose_and_resume(kit, 0);
    kit->settings.timers.ready = 5000;
    gateway_kit_receive(kit, ACK);
    for (int i = 2; i < 9; i++) { /* slowly: 7 times 4 s */
        char text[128];
        snprintf(text, sizeof(text),
                 "{\"op\":0,\"t\":\"MESSAGE_CREATE\",\"s\":%d,"
                 "\"d\":{\"id\":\"%d\"}}",
                 i, i);
        gateway_kit_receive(kit, text);
        expect(kit, "event MESSAGE_CREATE");
        gateway_kit_wait(kit, 4000);
    }
    gateway_kit_receive(kit, RESUMED);
    expect(kit, "resumed");
    expect_nothing(kit);
}

static void does_not_take_the_token_out_of_tls(void **state)
{
    struct gateway_kit *kit = *state;
    gateway_kit_wait(kit, 0);
    gateway_kit_opened(kit);
    gateway_kit_receive(kit, HELLO);
    gateway_kit_receive(kit, "{\"op\":0,\"t\":\"READY\",\"s\":1,\"d\":{\"session_id\":\"s1\","
                             "\"resume_gateway_url\":\"ws://resume.test\"}}");
    gateway_kit_forget(kit);
    lose(kit, 0);
    expect(kit, "connect wss://gateway.test");
}

/* -- Pauses ------------------------------------------------------------------------------------ */

/* Returns the pause after losing a connection that did not get as far as READY. */
static int64_t next_pause(struct gateway_kit *kit)
{
    int64_t lost_at;
    gateway_kit_opened(kit);
    gateway_kit_closed(kit, 0);
    lost_at = kit->now;
    gateway_kit_forget(kit);
    while (strncmp(gateway_kit_line(kit), "connect", 7) != 0)
        gateway_kit_wait(kit, 1);
    return kit->now - lost_at;
}

static void pauses_double_and_begin_anew_with_ready(void **state)
{
    struct gateway_kit *kit = *state;
    kit->random = UINT32_MAX / 2;
    gateway_kit_wait(kit, 0);
    assert_in_range(next_pause(kit), 999, 1001);
    assert_in_range(next_pause(kit), 1999, 2001);
    assert_in_range(next_pause(kit), 3999, 4001);
    for (int i = 0; i < 6; i++)
        next_pause(kit);
    assert_in_range(next_pause(kit), 119999, 120001);
    kit->random = 0;
    assert_in_range(next_pause(kit), 95999, 96001); /* jitter */
    kit->random = UINT32_MAX / 2;
    gateway_kit_opened(kit); /* no reason to start anew */
    gateway_kit_receive(kit, HELLO);
    assert_in_range(next_pause(kit), 119999, 120001);
    gateway_kit_opened(kit);
    gateway_kit_receive(kit, HELLO);
    gateway_kit_receive(kit, READY);
    gateway_kit_closed(kit, 0); /* soon, but not all at once */
    gateway_kit_forget(kit);
    gateway_kit_wait(kit, 498);
    expect_nothing(kit);
    gateway_kit_wait(kit, 4);
    expect(kit, "connect wss://gateway.test");
    assert_in_range(next_pause(kit), 999, 1001);
}

/* By chance there is no pause at all. */
static void the_shortest_pause_is_none(void **state)
{
    struct gateway_kit *kit = *state;
    gateway_kit_ready(kit);
    gateway_kit_closed(kit, 0);
    gateway_kit_wait(kit, 0);
    expect(kit, "connect wss://resume.test");
}

static void wait_for_the_next_connection(struct gateway_kit *kit)
{
    gateway_kit_forget(kit);
    while (strncmp(gateway_kit_line(kit), "connect", 7) != 0)
        gateway_kit_wait(kit, 10);
    gateway_kit_forget(kit);
}

/* Each of them costs an Identify, of which there are 1000 a day. */
static void sessions_that_do_not_last_cost_longer_and_longer_pauses(void **state)
{
    struct gateway_kit *kit = *state;
    int64_t begun = kit->now;
    unsigned identifies = 0;
    kit->random = UINT32_MAX / 2;
    while (kit->now - begun < 3600 * 1000) {
        gateway_kit_ready(kit);
        identifies++;
        gateway_kit_closed(kit, 4009);
        wait_for_the_next_connection(kit);
    }
    assert_in_range(identifies, 5, 60);
}

static void so_do_sessions_that_can_not_be_resumed(void **state)
{
    struct gateway_kit *kit = *state;
    int64_t begun = kit->now;
    unsigned identifies = 0;
    kit->random = UINT32_MAX / 2;
    while (kit->now - begun < 3600 * 1000) {
        gateway_kit_ready(kit);
        identifies++;
        gateway_kit_closed(kit, 0);
        wait_for_the_next_connection(kit);
        gateway_kit_opened(kit);
        gateway_kit_receive(kit, HELLO);
        gateway_kit_receive(kit, "{\"op\":9,\"d\":false}");
        gateway_kit_closed(kit, 0);
        wait_for_the_next_connection(kit);
    }
    assert_in_range(identifies, 5, 60);
}

/* However many connections fail after it. */
static void a_short_session_counts_once(void **state)
{
    struct gateway_kit *kit = *state;
    kit->random = UINT32_MAX / 2;
    gateway_kit_ready(kit);
    gateway_kit_closed(kit, 4009);
    wait_for_the_next_connection(kit);
    assert_in_range(next_pause(kit), 999, 1001);
    assert_in_range(next_pause(kit), 1999, 2001);
}

static void a_session_that_stood_is_followed_soon(void **state)
{
    struct gateway_kit *kit = *state;
    int64_t lost_at;
    kit->random = UINT32_MAX / 2;
    for (int i = 0; i < 5; i++) {
        gateway_kit_ready(kit);
        for (int beats = 0; beats < 3; beats++) {
            gateway_kit_wait(kit, 39000);
            gateway_kit_receive(kit, ACK);
        }
        gateway_kit_closed(kit, 4009);
        lost_at = kit->now;
        wait_for_the_next_connection(kit);
        assert_in_range(kit->now - lost_at, 0, 1010);
    }
}

/* -- After a restart --------------------------------------------------------------------------- */

#define SESSION "1 1 s1 7 wss://resume.test"

/* A new shard that is told of a session. */
static void restore(struct gateway_kit *kit, const char *session)
{
    begin_anew(kit);
    gateway_shard_restore(kit->shard, session, "wss://gateway.test");
    gateway_kit_wait(kit, 0);
}

static void a_session_outlives_its_shard(void **state)
{
    struct gateway_kit *kit = *state;
    char session[GATEWAY_SESSION_BYTES];
    gateway_shard_print_session(kit->shard, session);
    assert_string_equal(session, "");
    gateway_kit_ready(kit);
    gateway_kit_receive(kit, "{\"op\":0,\"t\":\"TYPING_START\",\"s\":7,\"d\":{}}");
    gateway_shard_print_session(kit->shard, session);
    assert_string_equal(session, SESSION);
    restore(kit, session);
    expect(kit, "connect wss://resume.test");
    gateway_kit_opened(kit);
    gateway_kit_receive(kit, HELLO);
    expect_resume(kit, 7);
    expect(kit, "send {\"op\":1,\"d\":7}");
    gateway_kit_receive(kit, "{\"op\":0,\"t\":\"TYPING_START\",\"s\":8,\"d\":{}}");
    expect(kit, "event TYPING_START");
    gateway_kit_receive(kit, RESUMED);
    expect(kit, "resumed");
    assert_true(gateway_shard_is_ready(kit->shard));
}

/* An id or an address that would be cut is none. An address too long to be asked for is replaced.
 */
static void sessions_with_long_words(void **state)
{
    struct gateway_kit *kit = *state;
    static const struct {
        int id, path;
        const char *first;
    } cases[] = {{127, 9, "connect wss://resume.test/000000001"},
                 {128, 9, "enter"},
                 {20, 511 - 18, "connect wss://gateway.test"},
                 {20, 512 - 18, "enter"}};
    char session[700];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        snprintf(session, sizeof session, "1 1 %0*d 7 wss://resume.test/%0*d", cases[i].id, 1,
                 cases[i].path, 1);
        restore(kit, session);
        expect(kit, cases[i].first);
    }
}

static void a_session_without_an_address_is_resumed_at_the_usual_one(void **state)
{
    struct gateway_kit *kit = *state;
    restore(kit, "1 1 s1 0 ");
    expect(kit, "connect wss://gateway.test");
    gateway_kit_opened(kit);
    gateway_kit_receive(kit, HELLO);
    expect_resume(kit, 0);
}

/* What came when nobody heard it any more comes again. */
static void a_deaf_shard_hears_nothing(void **state)
{
    struct gateway_kit *kit = *state;
    char session[GATEWAY_SESSION_BYTES];
    gateway_kit_ready(kit);
    gateway_kit_receive(kit, "{\"op\":0,\"t\":\"TYPING_START\",\"s\":7,\"d\":{}}");
    gateway_kit_forget(kit);
    gateway_shard_deafen(kit->shard);
    gateway_kit_receive(kit, "{\"op\":0,\"t\":\"TYPING_START\",\"s\":8,\"d\":{}}");
    expect_nothing(kit);
    gateway_shard_print_session(kit->shard, session);
    assert_string_equal(session, SESSION);
}

static void a_session_that_is_over_is_begun_anew(void **state)
{
    struct gateway_kit *kit = *state;
    char session[GATEWAY_SESSION_BYTES];
    restore(kit, SESSION);
    gateway_kit_opened(kit);
    gateway_kit_receive(kit, HELLO);
    gateway_kit_receive(kit, "{\"op\":9,\"d\":false}");
    gateway_shard_print_session(kit->shard, session);
    assert_string_equal(session, "");
    gateway_kit_forget(kit);
    lose(kit, 0);
    expect(kit, "enter");
    expect(kit, "connect wss://gateway.test");
}

/* Other shards or other intents need a session of their own; what is damaged is none. */
static void what_can_not_be_resumed_is_not_tried(void **state)
{
    struct gateway_kit *kit = *state;
    static const char *const sessions[] = {"2 1 s1 7 wss://resume.test",
                                           "1 2 s1 7 wss://resume.test",
                                           "1 1 s1 -1 wss://resume.test",
                                           "1 1 s1 7x wss://resume.test",
                                           "1 1  7 wss://resume.test",
                                           "1 1 s1 x wss://resume.test",
                                           "1 1 s1",
                                           "1 1",
                                           "x",
                                           ""};
    for (size_t i = 0; i < sizeof sessions / sizeof sessions[0]; i++) {
        restore(kit, sessions[i]);
        expect(kit, "enter");
        expect(kit, "connect wss://gateway.test");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_SHARD(reconnects_when_asked),
        WITH_SHARD(an_id_that_does_not_fit_is_none),
        WITH_SHARD(reconnects_when_asked_before_hello),
        WITH_SHARD(an_invalid_session_that_can_be_resumed),
        WITH_SHARD(an_invalid_session_is_forgotten),
        WITH_SHARD(an_invalid_session_waits_five_seconds_at_most),
        WITH_SHARD(codes_that_keep_the_session),
        WITH_SHARD(codes_that_end_the_session),
        WITH_SHARD(codes_that_stop),
        WITH_SHARD(more_shards_are_asked_for_once),
        WITH_SHARD(a_normal_close_is_resumed_once),
        WITH_SHARD(three_failed_resumes_are_enough),
        WITH_SHARD(a_resume_that_succeeds_clears_the_count),
        WITH_SHARD(a_code_counts_again_on_the_next_connection),
        WITH_SHARD(what_was_missed_is_told_before_resumed),
        WITH_SHARD(does_not_take_the_token_out_of_tls),
        WITH_SHARD(pauses_double_and_begin_anew_with_ready),
        WITH_SHARD(the_shortest_pause_is_none),
        WITH_SHARD(sessions_that_do_not_last_cost_longer_and_longer_pauses),
        WITH_SHARD(so_do_sessions_that_can_not_be_resumed),
        WITH_SHARD(a_short_session_counts_once),
        WITH_SHARD(a_session_that_stood_is_followed_soon),
        WITH_SHARD(a_session_outlives_its_shard),
        WITH_SHARD(a_deaf_shard_hears_nothing),
        WITH_SHARD(sessions_with_long_words),
        WITH_SHARD(a_session_without_an_address_is_resumed_at_the_usual_one),
        WITH_SHARD(a_session_that_is_over_is_begun_anew),
        WITH_SHARD(what_can_not_be_resumed_is_not_tried),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
