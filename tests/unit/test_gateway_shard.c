/* A shard of Discord's gateway from its beginning to its end, line by line: what comes in, what
 * must go out, and when. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/gateway_shard_kit.h"

/* -- Beginning --------------------------------------------------------------------------------- */

static void identifies_with_the_least_intents(void **state)
{
    struct gateway_kit *kit = *state;
    kit->random = UINT32_MAX;
    gateway_kit_wait(kit, 0);
    expect(kit, "enter");
    expect(kit, "connect wss://gateway.test");
    gateway_kit_opened(kit);
    expect_nothing(kit);
    gateway_kit_receive(kit, HELLO);
    expect(kit, "identified");
    expect(kit, IDENTIFY);
    gateway_kit_receive(kit, READY);
    expect(kit, "ready s1");
    expect_nothing(kit);
    assert_true(gateway_shard_is_ready(kit->shard));
}

static void waits_at_the_gate(void **state)
{
    struct gateway_kit *kit = *state;
    kit->gate_shut = true;
    kit->gate_wait = 700;
    gateway_kit_wait(kit, 699);
    expect(kit, "enter");
    expect_nothing(kit);
    gateway_kit_wait(kit, 1);
    expect(kit, "enter");
    kit->gate_shut = false;
    gateway_shard_wake(kit->shard, kit->now);
    gateway_kit_wait(kit, 0);
    expect(kit, "enter");
    expect(kit, "connect wss://gateway.test");
}

/* Somebody else may identify by now: the shard queues again. */
static void a_turn_that_has_passed_is_not_used(void **state)
{
    struct gateway_kit *kit = *state;
    gateway_kit_wait(kit, 0);
    gateway_kit_opened(kit);
    gateway_kit_forget(kit);
    kit->turn_passed = true;
    gateway_kit_receive(kit, HELLO);
    expect(kit, "close 4900");
    gateway_kit_closed(kit, 4900);
    expect(kit, "leave");
    kit->turn_passed = false;
    gateway_kit_wait(kit, 2000);
    expect(kit, "enter");
    expect(kit, "connect wss://gateway.test");
}

static void no_hello_in_time(void **state)
{
    struct gateway_kit *kit = *state;
    gateway_kit_wait(kit, 0);
    gateway_kit_opened(kit);
    gateway_kit_forget(kit);
    gateway_kit_wait(kit, 19999);
    expect_nothing(kit);
    gateway_kit_wait(kit, 1);
    expect(kit, "close 4900");
    gateway_kit_closed(kit, 4900);
    expect(kit, "leave");
    expect_lost("no Hello in time");
}

static void no_ready_in_time(void **state)
{
    struct gateway_kit *kit = *state;
    gateway_kit_wait(kit, 0);
    gateway_kit_opened(kit);
    gateway_kit_receive(kit, HELLO);
    for (int i = 0; i < 3; i++) {
        gateway_kit_wait(kit, 19999);
        gateway_kit_receive(kit, ACK);
    }
    gateway_kit_forget(kit);
    gateway_kit_wait(kit, 3);
    expect(kit, "close 4900");
    gateway_kit_closed(kit, 0);
    expect_lost("no READY in time");
}

static void a_hello_without_sense(void **state)
{
    struct gateway_kit *kit = *state;
    static const char *const hellos[] = {"{\"op\":10}",
                                         "{\"op\":10,\"d\":[]}",
                                         "{\"op\":10,\"d\":{\"heartbeat_interval\":0}}",
                                         "{\"op\":10,\"d\":{\"heartbeat_interval\":-5}}",
                                         "{\"op\":10,\"d\":{\"heartbeat_interval\":9}}",
                                         "{\"op\":10,\"d\":{\"heartbeat_interval\":600001}}",
                                         "{\"op\":10,\"d\":{\"heartbeat_interval\":\"9\"}}"};
    for (size_t i = 0; i < sizeof(hellos) / sizeof(hellos[0]); i++) {
        gateway_kit_wait(kit, 300000);
        gateway_kit_opened(kit);
        gateway_kit_forget(kit);
        gateway_kit_receive(kit, hellos[i]);
        expect(kit, "close 4900");
        gateway_kit_closed(kit, 0);
    }
}

static void the_shortest_and_the_longest_interval(void **state)
{
    struct gateway_kit *kit = *state;
    static const struct {
        const char *hello;
        int64_t interval;
    } cases[] = {{"{\"op\":10,\"d\":{\"heartbeat_interval\":10}}", 10},
                 {"{\"op\":10,\"d\":{\"heartbeat_interval\":600000}}", 600000}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin_anew(kit);
        gateway_kit_wait(kit, 0);
        gateway_kit_opened(kit);
        kit->random = UINT32_MAX; /* the first beat comes after a whole interval */
        gateway_kit_receive(kit, cases[i].hello);
        gateway_kit_receive(kit, READY);
        gateway_kit_forget(kit);
        gateway_kit_wait(kit, cases[i].interval - 1);
        expect_nothing(kit);
        gateway_kit_wait(kit, 1);
        expect(kit, "send {\"op\":1,\"d\":1}");
    }
}

/* Without a time the gate wakes the shard; it does not ask again by itself. */
static void waits_for_a_gate_that_tells_no_time(void **state)
{
    struct gateway_kit *kit = *state;
    kit->gate_shut = true;
    kit->gate_wait = GATEWAY_NEVER;
    gateway_kit_wait(kit, 0);
    expect(kit, "enter");
    gateway_kit_wait(kit, 24 * 3600 * 1000);
    expect_nothing(kit);
    kit->gate_shut = false;
    gateway_shard_wake(kit->shard, kit->now);
    gateway_kit_wait(kit, 0);
    expect(kit, "enter");
    expect(kit, "connect wss://gateway.test");
}

/* -- Heartbeats -------------------------------------------------------------------------------- */

static void the_first_beat_has_jitter(void **state)
{
    struct gateway_kit *kit = *state;
    gateway_kit_ready(kit); /* half of the interval */
    gateway_kit_wait(kit, 19997);
    expect_nothing(kit);
    gateway_kit_wait(kit, 4);
    expect(kit, "send {\"op\":1,\"d\":1}");
    gateway_kit_receive(kit, ACK);
    gateway_kit_wait(kit, 39990);
    expect_nothing(kit);
    gateway_kit_wait(kit, 10);
    expect(kit, "send {\"op\":1,\"d\":1}");
}

static void beats_before_ready_with_null(void **state)
{
    struct gateway_kit *kit = *state;
    gateway_kit_wait(kit, 0);
    gateway_kit_opened(kit);
    gateway_kit_receive(kit, HELLO); /* random is 0: at once */
    expect(kit, "enter");
    expect(kit, "connect wss://gateway.test");
    expect(kit, "identified");
    expect(kit, IDENTIFY);
    expect(kit, "send {\"op\":1,\"d\":null}");
}

static void a_zombie_is_dropped_and_the_session_resumed(void **state)
{
    struct gateway_kit *kit = *state;
    gateway_kit_ready(kit);
    gateway_kit_wait(kit, 20001);
    expect(kit, "send {\"op\":1,\"d\":1}");
    gateway_kit_wait(kit, 39990);
    expect_nothing(kit);
    gateway_kit_wait(kit, 10);
    expect(kit, "close 4900"); /* neither 1000 nor 1001: the session stays alive */
    gateway_kit_closed(kit, 0);
    expect_lost("no answer to a heartbeat");
    gateway_kit_wait(kit, 1000);
    resume_as_far_as_hello(kit);
}

/* Only an answer to it saves the connection: neither another Hello nor an event does. */
static void a_second_hello_answers_no_beat(void **state)
{
    struct gateway_kit *kit = *state;
    gateway_kit_ready(kit);
    gateway_kit_wait(kit, 20001);
    expect(kit, "send {\"op\":1,\"d\":1}");
    gateway_kit_receive(kit, HELLO);
    gateway_kit_receive(kit, "{\"op\":0,\"t\":\"NEWS\",\"s\":1,\"d\":{}}");
    expect(kit, "event NEWS");
    expect_nothing(kit);
    gateway_kit_wait(kit, 40000);
    expect(kit, "close 4900");
}

/* A loop that was late beats once, and goes on with the schedule if that is not yet due again. */
static void a_late_beat_is_not_made_up_for(void **state)
{
    static const struct {
        int late, next;
    } cases[] = {{0, 40000}, {1, 39999}, {39999, 1}, {40000, 40000}, {95000, 40000}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct gateway_kit *kit = *state;
        if (i > 0)
            begin_anew(kit);
        gateway_kit_ready(kit);
        kit->now += 19999 + cases[i].late; /* when the first is due */
        gateway_kit_wait(kit, 0);
        expect(kit, "send {\"op\":1,\"d\":1}");
        expect_nothing(kit);
        gateway_kit_receive(kit, ACK);
        gateway_kit_wait(kit, cases[i].next - 1);
        expect_nothing(kit);
        gateway_kit_wait(kit, 1);
        expect(kit, "send {\"op\":1,\"d\":1}");
    }
}

/* Only an event with a number counts as seen. */
static void an_event_without_a_number_is_not_counted(void **state)
{
    struct gateway_kit *kit = *state;
    kit->random = UINT32_MAX;
    gateway_kit_wait(kit, 0);
    gateway_kit_opened(kit);
    gateway_kit_receive(kit, HELLO);
    gateway_kit_forget(kit);
    gateway_kit_receive(kit, "{\"op\":0,\"t\":\"NEWS\",\"s\":null,\"d\":{}}");
    expect_nothing(kit); /* before READY no event is told */
    gateway_kit_receive(kit, "{\"op\":1}");
    expect(kit, "send {\"op\":1,\"d\":null}");
}

static void beats_when_asked_and_keeps_the_schedule(void **state)
{
    struct gateway_kit *kit = *state;
    gateway_kit_ready(kit);
    gateway_kit_wait(kit, 19990);
    gateway_kit_receive(kit, "{\"op\":1,\"d\":null}");
    expect(kit, "send {\"op\":1,\"d\":1}");
    /* It is not acknowledged yet when the next is due by schedule: that is not a zombie. */
    gateway_kit_wait(kit, 11);
    expect(kit, "send {\"op\":1,\"d\":1}");
    expect_nothing(kit);
}

static void tells_how_late_the_answer_to_a_heartbeat_comes(void **state)
{
    struct gateway_kit *kit = *state;
    gateway_kit_ready(kit);
    assert_int_equal(gateway_shard_delay(kit->shard), 0);
    gateway_kit_wait(kit, 20001);
    expect(kit, "send {\"op\":1,\"d\":1}");
    gateway_kit_wait(kit, 70);
    gateway_kit_receive(kit, "{\"op\":11}");
    int64_t delay = gateway_shard_delay(kit->shard);
    assert_true(delay >= 70 && delay < 100);
    gateway_kit_receive(kit, "{\"op\":11}");
    assert_int_equal(gateway_shard_delay(kit->shard), delay);
}

/* -- Farewell ---------------------------------------------------------------------------------- */

static void says_goodbye(void **state)
{
    struct gateway_kit *kit = *state;
    gateway_kit_ready(kit);
    gateway_shard_finish(kit->shard, GATEWAY_CLOSE_KEEP);
    expect(kit, "close 4900");
    gateway_kit_closed(kit, 4900);
    gateway_kit_wait(kit, 3600 * 1000);
    expect_nothing(kit);
}

static void gives_its_place_at_the_gate_back(void **state)
{
    struct gateway_kit *kit = *state;
    gateway_kit_wait(kit, 0);
    gateway_kit_forget(kit);
    gateway_shard_finish(kit->shard, GATEWAY_CLOSE_NORMAL);
    expect(kit, "leave");
    expect(kit, "close 1000");
    gateway_kit_closed(kit, 0);
    gateway_kit_wait(kit, 3600 * 1000);
    expect_nothing(kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_SHARD(identifies_with_the_least_intents),
        WITH_SHARD(waits_at_the_gate),
        WITH_SHARD(a_turn_that_has_passed_is_not_used),
        WITH_SHARD(no_hello_in_time),
        WITH_SHARD(no_ready_in_time),
        WITH_SHARD(a_hello_without_sense),
        WITH_SHARD(the_shortest_and_the_longest_interval),
        WITH_SHARD(waits_for_a_gate_that_tells_no_time),
        WITH_SHARD(the_first_beat_has_jitter),
        WITH_SHARD(beats_before_ready_with_null),
        WITH_SHARD(a_zombie_is_dropped_and_the_session_resumed),
        WITH_SHARD(a_second_hello_answers_no_beat),
        WITH_SHARD(a_late_beat_is_not_made_up_for),
        WITH_SHARD(an_event_without_a_number_is_not_counted),
        WITH_SHARD(beats_when_asked_and_keeps_the_schedule),
        WITH_SHARD(tells_how_late_the_answer_to_a_heartbeat_comes),
        WITH_SHARD(says_goodbye),
        WITH_SHARD(gives_its_place_at_the_gate_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
