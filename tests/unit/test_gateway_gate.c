/* Which shard may identify when. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/discord/gateway/gate.h"

enum { HOUR = 3600 * 1000 };
#define WALL INT64_C(1790000000000)

static struct gateway_gate gate;
static int64_t now, wait;

static void inform(unsigned total, unsigned remaining, int64_t reset_after, unsigned concurrency)
{
    const struct gateway_info info = {"wss://gateway.test", 1,          total, remaining,
                                      reset_after,          concurrency};

    gateway_gate_inform(&gate, &info, now, WALL + now);
}

static int begin(void **state)
{
    struct gateway_settings settings = gateway_settings_default();

    (void)state;
    now = 0;
    gateway_gate_init(&gate, &settings.timers);
    return 0;
}

static enum gateway_pass enter(unsigned shard)
{
    return gateway_gate_enter(&gate, shard, now, WALL + now, &wait);
}

/* A whole Identify of a single shard. */
static void identify(unsigned shard)
{
    if (enter(shard) == GATEWAY_PASS_ASK) {
        inform(gate.total, gate.remaining, HOUR, 1);
        assert_int_equal(enter(shard), GATEWAY_PASS_GO);
    }
    gateway_gate_identified(&gate, shard, now);
    now += 5000;
}

static void asks_discord_before_an_identify(void **state)
{
    (void)state;
    assert_int_equal(enter(0), GATEWAY_PASS_ASK);
    inform(1000, 1000, 0, 1);
    assert_int_equal(enter(0), GATEWAY_PASS_GO);
    gateway_gate_identified(&gate, 0, now);
    now += 60000;
    assert_int_equal(enter(1), GATEWAY_PASS_GO); /* a short time later it still holds */
    gateway_gate_identified(&gate, 1, now);
    now += 1;
    assert_int_equal(enter(2), GATEWAY_PASS_ASK);
}

static void one_of_a_bucket_in_five_seconds(void **state)
{
    (void)state;
    inform(1000, 1000, 0, 1);
    assert_int_equal(enter(0), GATEWAY_PASS_GO);
    assert_int_equal(enter(1), GATEWAY_PASS_QUEUE);
    now += 3000; /* it connects slowly */
    gateway_gate_identified(&gate, 0, now);
    now += 4999;
    assert_int_equal(enter(1), GATEWAY_PASS_QUEUE);
    assert_int_equal(wait, 1);
    now += 1;
    assert_int_equal(enter(1), GATEWAY_PASS_GO);
    assert_true(gateway_gate_leave(&gate, 1)); /* no connection: the next one need not wait */
    assert_false(gateway_gate_leave(&gate, 1));
    assert_int_equal(enter(2), GATEWAY_PASS_GO);
}

static void without_a_gap_nobody_asks_all_the_time(void **state)
{
    struct gateway_settings settings = gateway_settings_default();

    (void)state;
    settings.timers.identify_gap = 0;
    gateway_gate_init(&gate, &settings.timers);
    inform(1000, 2, 0, 1);
    assert_int_equal(enter(0), GATEWAY_PASS_GO);
    assert_int_equal(enter(1), GATEWAY_PASS_QUEUE);
    assert_int_equal(wait, 100);
    gateway_gate_identified(&gate, 0, now);
    assert_int_equal(enter(1), GATEWAY_PASS_GO);
    assert_int_equal(enter(2), GATEWAY_PASS_SPENT); /* until Discord is asked again */
    assert_int_equal(wait, 100);
}

static void buckets_by_max_concurrency(void **state)
{
    (void)state;
    inform(1000, 1000, 0, 16);
    for (unsigned shard = 0; shard < 16; shard++)
        assert_int_equal(enter(shard), GATEWAY_PASS_GO);
    assert_int_equal(enter(16), GATEWAY_PASS_QUEUE);
    gateway_gate_identified(&gate, 3, now);
    now += 5000;
    assert_int_equal(enter(16), GATEWAY_PASS_QUEUE);
    assert_int_equal(enter(19), GATEWAY_PASS_GO);
    inform(1000, 900, 0, 1); /* not while some are in progress */
    assert_true(gateway_gate_leave(&gate, 15));
    inform(1000, 900, 0, 0);
    inform(1000, 900, 0, 1000000);
}

static void discords_count_is_kept(void **state)
{
    (void)state;
    inform(1000, 2, HOUR, 1);
    identify(0);
    identify(1);
    assert_int_equal(enter(2), GATEWAY_PASS_SPENT);
    assert_int_equal(wait, HOUR - 10000);
    now += wait;
    assert_int_equal(enter(2), GATEWAY_PASS_ASK);
    inform(1000, 1000, 24 * HOUR, 1);
    assert_int_equal(enter(2), GATEWAY_PASS_GO);
}

static void our_own_count_is_kept_over_restarts(void **state)
{
    char text[GATEWAY_BUDGET_BYTES];

    (void)state;
    for (unsigned i = 0; i < GATEWAY_BUDGET_TOTAL; i++) {
        if (i % 10 == 0) { /* the process dies now and then */
            gateway_gate_print(&gate, text);
            int64_t then = now;
            begin(NULL);
            now = then;
            gateway_gate_read(&gate, text, WALL + now);
            inform(1000, 1000, 0, 1); /* and Discord's answer is out of date */
        }
        identify(0);
    }
    gateway_gate_print(&gate, text);
    begin(NULL);
    now = 3 * HOUR;
    gateway_gate_read(&gate, text, WALL + now);
    inform(1000, 1000, 0, 1);
    assert_int_equal(enter(0), GATEWAY_PASS_SPENT);
    assert_int_equal(now + wait, 24 * HOUR);
    now += wait;
    inform(1000, 1000, 0, 1);
    assert_int_equal(enter(0), GATEWAY_PASS_GO);
}

static void what_was_not_spent_is_given_back(void **state)
{
    (void)state;
    inform(1000, 1, HOUR, 1);
    for (int i = 0; i < 100; i++) {
        assert_int_equal(enter(0), GATEWAY_PASS_GO);
        assert_true(gateway_gate_leave(&gate, 0));
    }
    identify(0);
    assert_int_equal(enter(0), GATEWAY_PASS_SPENT);
}

/* It is not asked again and again at once, whatever Discord answers. */
static void an_answer_without_a_budget_is_no_reason_to_hurry(void **state)
{
    (void)state;
    inform(1000, 0, 0, 1);
    assert_int_equal(enter(0), GATEWAY_PASS_SPENT);
    assert_in_range(wait, 5000, HOUR);
    inform(0, 0, 0, 1);
    assert_int_equal(enter(0), GATEWAY_PASS_SPENT);
    assert_in_range(wait, 5000, HOUR);
}

static void a_damaged_count_counts_as_none(void **state)
{
    static const char *const texts[] = {
        "", "x", "1000", "1000 x", "1000 99", " ", "1000 9223372036854775807", "-1 5"};

    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        begin(NULL);
        gateway_gate_read(&gate, texts[i], WALL);
        inform(1000, 1000, 0, 1);
        assert_int_equal(enter(0), GATEWAY_PASS_GO);
    }
}

static void what_is_used_is_told_to_others(void **state)
{
    enum { HOUR_MS = 3600 * 1000 };
    (void)state;
    inform(1000, 1000, HOUR_MS, 1);
    assert_int_equal(gateway_gate_used(&gate), 0);
    inform(1000, 990, HOUR_MS, 1);
    assert_int_equal(gateway_gate_used(&gate), 10);
    assert_int_equal(enter(0), GATEWAY_PASS_GO); /* its own is not among them */
    assert_int_equal(gateway_gate_used(&gate), 10);
    gateway_gate_identified(&gate, 0, now);
    assert_int_equal(gateway_gate_used(&gate), 11);
    inform(1000, 995, HOUR_MS, 1); /* the larger one counts */
    assert_int_equal(gateway_gate_used(&gate), 11);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup(name, begin)
    const struct CMUnitTest tests[] = {
        TEST(asks_discord_before_an_identify),
        TEST(one_of_a_bucket_in_five_seconds),
        TEST(without_a_gap_nobody_asks_all_the_time),
        TEST(buckets_by_max_concurrency),
        TEST(discords_count_is_kept),
        TEST(our_own_count_is_kept_over_restarts),
        TEST(what_was_not_spent_is_given_back),
        TEST(what_is_used_is_told_to_others),
        TEST(a_damaged_count_counts_as_none),
        TEST(an_answer_without_a_budget_is_no_reason_to_hurry),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
