#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/discord/rest/limits.h"

enum { MINUTE = 60000, BLOCKED = 5 * MINUTE, INVALID_MOST = 20, START = 1000000 };

static int set_up(void **state)
{
    *state = rest_limits_new(5, INVALID_MOST, BLOCKED);
    return 0;
}

static int tear_down(void **state)
{
    rest_limits_free(*state);
    return 0;
}

static struct rest_facts answer(const char *bucket, int64_t remaining, int64_t reset_after)
{
    struct rest_facts facts;
    rest_facts_clear(&facts);
    facts.status = 200;
    snprintf(facts.bucket, sizeof facts.bucket, "%s", bucket);
    facts.remaining = remaining;
    facts.reset_after = reset_after;
    return facts;
}

static struct rest_facts limited(enum rest_scope scope, int64_t retry_after)
{
    struct rest_facts facts = answer("", -1, -1);
    facts.status = 429;
    facts.scope = scope;
    facts.retry_after = retry_after;
    return facts;
}

static void ask(struct rest_limits *limits, enum rest_route route, const char *major,
                struct rest_facts facts, int64_t now)
{
    rest_limits_end(limits, rest_limits_begin(limits, route, major, now), &facts, now);
}

static void an_unknown_bucket_is_tried_with_one(void **state)
{
    struct rest_limits *limits = *state;
    assert_int_equal(rest_limits_ready(limits, REST_MESSAGE_CREATE, "1", START), START);
    struct rest_bucket *bucket = rest_limits_begin(limits, REST_MESSAGE_CREATE, "1", START);
    assert_int_equal(rest_limits_ready(limits, REST_MESSAGE_CREATE, "1", START), REST_NOT_YET);
    assert_int_equal(rest_limits_ready(limits, REST_MESSAGE_CREATE, "2", START), START);
    assert_int_equal(rest_limits_ready(limits, REST_MESSAGE_EDIT, "1", START), START);
    rest_limits_end(limits, bucket, NULL, START);
    assert_int_equal(rest_limits_ready(limits, REST_MESSAGE_CREATE, "1", START), START);
}

static void an_exhausted_bucket_waits_for_its_reset(void **state)
{
    struct rest_limits *limits = *state;
    ask(limits, REST_MESSAGE_CREATE, "1", answer("abc", 1, 2500), START);
    assert_int_equal(rest_limits_ready(limits, REST_MESSAGE_CREATE, "1", START), START);
    ask(limits, REST_MESSAGE_CREATE, "1", answer("abc", 0, 2500), START);
    assert_int_equal(rest_limits_ready(limits, REST_MESSAGE_CREATE, "1", START), START + 2500);
    assert_true(rest_limits_ready(limits, REST_MESSAGE_CREATE, "2", START) <= START);
    assert_true(rest_limits_ready(limits, REST_MESSAGE_CREATE, "1", START + 2500) <= START + 2500);
}

static void routes_with_the_same_id_share_a_bucket(void **state)
{
    struct rest_limits *limits = *state;
    ask(limits, REST_MESSAGE_CREATE, "1", answer("abc", 3, 1000), START);
    ask(limits, REST_MESSAGE_EDIT, "1", answer("abc", 0, 1000), START);
    assert_int_equal(rest_limits_ready(limits, REST_MESSAGE_CREATE, "1", START), START + 1000);
    assert_true(rest_limits_ready(limits, REST_MESSAGE_CREATE, "2", START) <= START);
    struct rest_bucket *bucket = rest_limits_begin(limits, REST_MESSAGE_CREATE, "2", START);
    assert_int_equal(rest_limits_ready(limits, REST_MESSAGE_EDIT, "2", START), REST_NOT_YET);
    rest_limits_end(limits, bucket, NULL, START);
}

static void an_id_learned_under_way_keeps_both_apart(void **state)
{
    struct rest_limits *limits = *state;
    struct rest_bucket *first = rest_limits_begin(limits, REST_MESSAGE_CREATE, "1", START);
    struct rest_bucket *second = rest_limits_begin(limits, REST_MESSAGE_CREATE, "2", START);
    struct rest_bucket *third = rest_limits_begin(limits, REST_MESSAGE_EDIT, "1", START);
    struct rest_facts facts = answer("abc", 0, 700);
    rest_limits_end(limits, first, &facts, START);
    rest_limits_end(limits, second, NULL, START);
    facts = answer("abc", 0, 900);
    rest_limits_end(limits, third, &facts, START);
    assert_int_equal(rest_limits_ready(limits, REST_MESSAGE_CREATE, "1", START), START + 900);
    assert_true(rest_limits_ready(limits, REST_MESSAGE_EDIT, "2", START) <= START);
}

static void a_route_may_get_another_id(void **state)
{
    struct rest_limits *limits = *state;
    ask(limits, REST_MESSAGE_CREATE, "1", answer("abc", 1, 100), START);
    ask(limits, REST_MESSAGE_CREATE, "1", answer("abcd", 0, 100), START);
    assert_int_equal(rest_limits_ready(limits, REST_MESSAGE_CREATE, "1", START), START + 100);
    ask(limits, REST_MESSAGE_CREATE, "1", answer("ab", 5, 100), START + 100);
    assert_true(rest_limits_ready(limits, REST_MESSAGE_CREATE, "1", START + 100) <= START + 100);
}

static void any_second_has_only_so_many_requests(void **state)
{
    struct rest_limits *limits = *state;
    for (int i = 0; i < 5; i++) {
        assert_true(rest_limits_gate(limits, false, START + i * 100) <= START + i * 100);
        ask(limits, REST_MESSAGE_CREATE, "1", answer("abc", 9, 100), START + i * 100);
    }
    assert_int_equal(rest_limits_gate(limits, false, START + 400), START + 1000);
    ask(limits, REST_MESSAGE_CREATE, "1", answer("abc", 9, 100), START + 1000);
    assert_int_equal(rest_limits_gate(limits, false, START + 1000), START + 1100);
}

static void interactions_are_not_counted_in_it(void **state)
{
    struct rest_limits *limits = *state;
    for (int i = 0; i < 50; i++)
        ask(limits, REST_INTERACTION_ANSWER, "1/t", answer("", -1, -1), START);
    assert_true(rest_limits_gate(limits, false, START) <= START);
    for (int i = 0; i < 5; i++)
        ask(limits, REST_MESSAGE_CREATE, "1", answer("abc", 9, 100), START);
    assert_true(rest_limits_gate(limits, true, START) <= START);
}

static void a_429_of_a_user_stops_its_bucket(void **state)
{
    struct rest_limits *limits = *state;
    ask(limits, REST_MESSAGE_CREATE, "1", limited(REST_SCOPE_USER, 1337), START);
    assert_int_equal(rest_limits_ready(limits, REST_MESSAGE_CREATE, "1", START), START + 1337);
    assert_true(rest_limits_ready(limits, REST_MESSAGE_CREATE, "2", START) <= START);
    assert_true(rest_limits_gate(limits, false, START) <= START);
    assert_int_equal(rest_limits_invalid(limits, START), 1);
}

static void a_shared_429_is_not_our_fault(void **state)
{
    struct rest_limits *limits = *state;
    ask(limits, REST_MESSAGE_CREATE, "1", limited(REST_SCOPE_SHARED, 1337), START);
    assert_int_equal(rest_limits_ready(limits, REST_MESSAGE_CREATE, "1", START), START + 1337);
    assert_int_equal(rest_limits_invalid(limits, START), 0);
}

static void a_global_429_stops_all_but_interactions(void **state)
{
    struct rest_limits *limits = *state;
    ask(limits, REST_MESSAGE_CREATE, "1", limited(REST_SCOPE_GLOBAL, 4000), START);
    assert_int_equal(rest_limits_gate(limits, false, START), START + 4000);
    assert_true(rest_limits_gate(limits, true, START) <= START);
    assert_true(rest_limits_ready(limits, REST_MESSAGE_CREATE, "1", START) <= START);
    ask(limits, REST_MESSAGE_CREATE, "1", limited(REST_SCOPE_GLOBAL, 1000), START);
    assert_int_equal(rest_limits_gate(limits, false, START), START + 4000);
}

static void a_429_that_says_nothing_waits_all_the_same(void **state)
{
    struct rest_limits *limits = *state;
    ask(limits, REST_MESSAGE_CREATE, "1", limited(REST_SCOPE_NONE, -1), START);
    assert_int_equal(rest_limits_ready(limits, REST_MESSAGE_CREATE, "1", START), START + 1000);
}

static void cloudflares_page_stops_everything_for_minutes(void **state)
{
    struct rest_limits *limits = *state;
    struct rest_facts facts = limited(REST_SCOPE_NONE, 1000);
    facts.foreign = true;
    ask(limits, REST_FOLLOWUP_CREATE, "1/t", facts, START);
    assert_int_equal(rest_limits_gate(limits, false, START), START + BLOCKED);
    assert_int_equal(rest_limits_gate(limits, true, START), START + BLOCKED);
    assert_int_equal(rest_limits_invalid(limits, START), 1);
}

static void near_the_invalid_limit_all_wait_until_minutes_pass(void **state)
{
    struct rest_limits *limits = *state;
    struct rest_facts facts = answer("", -1, -1);
    int64_t start = 100 * MINUTE, now = start;
    facts.status = 403;
    for (int i = 0; i < INVALID_MOST; i++) {
        assert_true(rest_limits_gate(limits, true, now) <= now);
        ask(limits, REST_MESSAGE_CREATE, "1", facts, now);
        now = start + (i >= INVALID_MOST / 2 ? 2 * MINUTE : 0);
    }
    assert_int_equal(rest_limits_invalid(limits, now), INVALID_MOST);
    /* Never less than ten minutes after the first half. */
    assert_int_equal(rest_limits_gate(limits, true, now), start + 11 * MINUTE);
    now = start + 11 * MINUTE;
    assert_true(rest_limits_gate(limits, true, now) <= now);
    assert_in_range(rest_limits_invalid(limits, now), 1, INVALID_MOST / 2);
    assert_int_equal(rest_limits_invalid(limits, now + 2 * MINUTE), 0);
}

static void a_pause_is_for_all_but_interactions(void **state)
{
    struct rest_limits *limits = *state;
    rest_limits_pause(limits, START + 500);
    rest_limits_pause(limits, START + 200);
    assert_int_equal(rest_limits_gate(limits, false, START), START + 500);
    assert_true(rest_limits_gate(limits, true, START) <= START);
}

static void only_what_matters_is_kept(void **state)
{
    struct rest_limits *limits = *state;
    char major[32];
    for (int i = 0; i < 10000; i++) {
        snprintf(major, sizeof major, "%d/token", i);
        ask(limits, REST_INTERACTION_ANSWER, major, answer("abc", 4, 1000), START);
    }
    assert_int_equal(rest_limits_buckets(limits), 0);
    for (int i = 0; i < 10000; i++) {
        snprintf(major, sizeof major, "%d/token", i);
        ask(limits, REST_INTERACTION_ANSWER, major, answer("abc", 0, 1000), START + i * 10);
    }
    assert_in_range(rest_limits_buckets(limits), 100, 600);
}

/* Making room comes at the very moment when an answer gives a bucket another name. */
static void a_bucket_that_is_renamed_is_not_swept_away(void **state)
{
    struct rest_limits *limits = *state;
    char major[32];
    for (int i = 0; i < 300; i++) {
        snprintf(major, sizeof major, "%d", i);
        ask(limits, REST_MESSAGE_CREATE, major, answer("abc", 0, 5000), START);
        struct rest_bucket *unnamed = rest_limits_begin(limits, REST_MESSAGE_EDIT, major, START);
        char id[32];
        snprintf(id, sizeof id, "id%d", i);
        const struct rest_facts facts = answer(id, 0, 5000);
        rest_limits_end(limits, unnamed, &facts, START);
        assert_int_equal(rest_limits_ready(limits, REST_MESSAGE_EDIT, major, START), START + 5000);
    }
}

#define CASE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(an_unknown_bucket_is_tried_with_one),
        CASE(an_exhausted_bucket_waits_for_its_reset),
        CASE(routes_with_the_same_id_share_a_bucket),
        CASE(an_id_learned_under_way_keeps_both_apart),
        CASE(a_route_may_get_another_id),
        CASE(any_second_has_only_so_many_requests),
        CASE(interactions_are_not_counted_in_it),
        CASE(a_429_of_a_user_stops_its_bucket),
        CASE(a_shared_429_is_not_our_fault),
        CASE(a_global_429_stops_all_but_interactions),
        CASE(a_429_that_says_nothing_waits_all_the_same),
        CASE(cloudflares_page_stops_everything_for_minutes),
        CASE(near_the_invalid_limit_all_wait_until_minutes_pass),
        CASE(a_pause_is_for_all_but_interactions),
        CASE(only_what_matters_is_kept),
        CASE(a_bucket_that_is_renamed_is_not_swept_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
