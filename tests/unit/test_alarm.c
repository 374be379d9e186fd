/* The alarm of the loop, and the messages that a turn collects. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "bot/base/duration.h"
#include "bot/core/outbox.h"
#include "bot/turn/alarm.h"
#include "games/shared/text.h"

enum { NOON = 1000000 };

struct ringing {
    uv_loop_t loop;
    struct alarm alarm;
    unsigned rings;
};

static void ring(void *context)
{
    ((struct ringing *)context)->rings++;
}

static int set_up(void **state)
{
    static struct ringing ringing;
    ringing = (struct ringing){0};
    uv_loop_init(&ringing.loop);
    alarm_open(&ringing.alarm, &ringing.loop, ring, &ringing);
    *state = &ringing;
    return 0;
}

static int tear_down(void **state)
{
    struct ringing *ringing = *state;
    alarm_close(&ringing->alarm);
    uv_run(&ringing->loop, UV_RUN_DEFAULT);
    return uv_loop_close(&ringing->loop);
}

static void assert_due_in(struct ringing *ringing, uint64_t milliseconds)
{
    assert_true(uv_is_active((uv_handle_t *)&ringing->alarm.timer));
    assert_int_equal(uv_timer_get_due_in(&ringing->alarm.timer), milliseconds);
}

static void it_rings_once_for_each_time_it_is_set(void **state)
{
    struct ringing *ringing = *state;
    for (unsigned times = 1; times <= 2; times++) {
        alarm_set(&ringing->alarm, NOON + 1, NOON);
        assert_due_in(ringing, 1);
        uv_run(&ringing->loop, UV_RUN_DEFAULT);
        assert_int_equal(ringing->rings, times);
        assert_false(uv_is_active((uv_handle_t *)&ringing->alarm.timer));
    }
}

static void it_looks_at_the_clock_once_a_minute(void **state)
{
    struct ringing *ringing = *state;
    alarm_set(&ringing->alarm, NOON + MINUTE, NOON);
    assert_due_in(ringing, MINUTE);
    alarm_set(&ringing->alarm, NOON + MINUTE + 1, NOON);
    assert_due_in(ringing, MINUTE);
    alarm_set(&ringing->alarm, NOON + MINUTE - 1, NOON);
    assert_due_in(ringing, MINUTE - 1);
    alarm_set(&ringing->alarm, NOON - 5, NOON);
    assert_due_in(ringing, 0);
    alarm_set(&ringing->alarm, ALARM_NEVER, NOON);
    assert_false(uv_is_active((uv_handle_t *)&ringing->alarm.timer));
    assert_int_equal(ringing->rings, 0);
}

static void the_same_time_changes_nothing(void **state)
{
    struct ringing *ringing = *state;
    alarm_set(&ringing->alarm, NOON + 1000, NOON);
    alarm_set(&ringing->alarm, NOON + 1000, NOON + 400);
    assert_due_in(ringing, 1000);
}

/* -- The outbox -------------------------------------------------------------------------------- */

static void put(struct outbox *outbox, const char *text, uint64_t table)
{
    outbox_put(outbox,
               &(struct outbound){.network = "one", .place = "#a", .text = text, .table = table});
}

static void hear(void *context, const struct outbound *message)
{
    text_add(context, message->text);
}

static void assert_says(struct outbox *outbox, const char *expected)
{
    char buffer[64];
    struct text said = TEXT_IN(buffer);
    outbox_flush(outbox, hear, &said);
    assert_string_equal(buffer, expected);
    assert_true(outbox_is_empty(outbox));
}

static void messages_leave_in_their_order(void **state)
{
    struct outbox outbox, other;
    (void)state;
    outbox_open(&outbox);
    outbox_open(&other);
    for (int times = 0; times < 2; times++) {
        assert_true(outbox_is_empty(&outbox));
        put(&outbox, "a", 1);
        put(&outbox, "b", 2);
        assert_false(outbox_is_empty(&outbox));
        assert_true(outbox_tells_of(&outbox, 2));
        assert_false(outbox_tells_of(&outbox, 3));
        assert_says(&outbox, "ab");
    }
    put(&other, "c", 1);
    put(&outbox, "d", 1);
    outbox_move(&outbox, &other);
    assert_true(outbox_is_empty(&outbox));
    outbox_move(&outbox, &other);
    put(&other, "e", 1);
    put(&outbox, "f", 1);
    assert_says(&other, "cde");
    assert_says(&outbox, "f");
    put(&outbox, "g", 1);
    outbox_drop(&outbox);
    put(&outbox, "h", 1);
    assert_says(&outbox, "h");
}

#define WITH_ALARM(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_ALARM(it_rings_once_for_each_time_it_is_set),
        WITH_ALARM(it_looks_at_the_clock_once_a_minute),
        WITH_ALARM(the_same_time_changes_nothing),
        cmocka_unit_test(messages_leave_in_their_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
