/* When a request may be sent.
 *
 * The linker replaces calloc and free with __wrap_calloc and __wrap_free wherever our own code
 * calls them, so that a test can count what is kept.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/net/requests/limits.h"
#include "tests/unit/request_kit.h"

enum { MINUTE = 60000, BLOCKED = 5 * MINUTE, INVALID_MOST = 20, START = 1000000 };

static int set_up(void **state)
{
    *state = request_limits_new(&kit_service, 5, INVALID_MOST, BLOCKED);
    return 0;
}

static int tear_down(void **state)
{
    request_limits_free(*state);
    return 0;
}

static struct request_facts answer(const char *bucket, int64_t remaining, int64_t reset_after)
{
    struct request_facts facts;
    request_facts_clear(&facts);
    facts.status = 200;
    snprintf(facts.bucket, sizeof facts.bucket, "%s", bucket);
    facts.remaining = remaining;
    facts.reset_after = reset_after;
    return facts;
}

static struct request_facts limited(enum request_scope scope, int64_t retry_after)
{
    struct request_facts facts = answer("", -1, -1);
    facts.status = 429;
    facts.meaning = REQUEST_MEANS_LIMITED;
    facts.invalid = scope != REQUEST_SCOPE_SHARED;
    facts.scope = scope;
    facts.retry_after = retry_after;
    return facts;
}

static void ask(struct request_limits *limits, unsigned route, const char *key,
                struct request_facts facts, int64_t now)
{
    request_limits_end(limits, request_limits_begin(limits, route, key, now), &facts, now);
}

/* Returns how many invalid answers count now; it adds more until everything has to wait. */
static int count_invalid(struct request_limits *limits, int64_t now)
{
    struct request_facts facts = answer("", -1, -1);
    int added = 0;
    facts.invalid = true;
    for (; request_limits_gate(limits, true, now) <= now; added++)
        ask(limits, KIT_REPLY_POST, "x", facts, now);
    return INVALID_MOST - added;
}

static void an_unknown_bucket_is_tried_with_one(void **state)
{
    struct request_limits *limits = *state;
    assert_int_equal(request_limits_ready(limits, KIT_THING_POST, "1", START), START);
    struct request_bucket *bucket = request_limits_begin(limits, KIT_THING_POST, "1", START);
    assert_int_equal(request_limits_ready(limits, KIT_THING_POST, "1", START), REQUEST_NOT_YET);
    assert_int_equal(request_limits_ready(limits, KIT_THING_POST, "2", START), START);
    assert_int_equal(request_limits_ready(limits, KIT_THING_PUT, "1", START), START);
    request_limits_end(limits, bucket, NULL, START);
    assert_int_equal(request_limits_ready(limits, KIT_THING_POST, "1", START), START);
}

static void an_exhausted_bucket_waits_for_its_reset(void **state)
{
    struct request_limits *limits = *state;
    ask(limits, KIT_THING_POST, "1", answer("abc", 1, 2500), START);
    assert_int_equal(request_limits_ready(limits, KIT_THING_POST, "1", START), START);
    ask(limits, KIT_THING_POST, "1", answer("abc", 0, 2500), START);
    assert_int_equal(request_limits_ready(limits, KIT_THING_POST, "1", START), START + 2500);
    assert_true(request_limits_ready(limits, KIT_THING_POST, "2", START) <= START);
    assert_true(request_limits_ready(limits, KIT_THING_POST, "1", START + 2500) <= START + 2500);
}

static void routes_with_the_same_id_share_a_bucket(void **state)
{
    struct request_limits *limits = *state;
    ask(limits, KIT_THING_POST, "1", answer("abc", 3, 1000), START);
    ask(limits, KIT_THING_PUT, "1", answer("abc", 0, 1000), START);
    assert_int_equal(request_limits_ready(limits, KIT_THING_POST, "1", START), START + 1000);
    assert_true(request_limits_ready(limits, KIT_THING_POST, "2", START) <= START);
    struct request_bucket *bucket = request_limits_begin(limits, KIT_THING_POST, "2", START);
    assert_int_equal(request_limits_ready(limits, KIT_THING_PUT, "2", START), REQUEST_NOT_YET);
    request_limits_end(limits, bucket, NULL, START);
}

static void an_id_learned_under_way_keeps_both_apart(void **state)
{
    struct request_limits *limits = *state;
    struct request_bucket *first = request_limits_begin(limits, KIT_THING_POST, "1", START);
    struct request_bucket *second = request_limits_begin(limits, KIT_THING_POST, "2", START);
    struct request_bucket *third = request_limits_begin(limits, KIT_THING_PUT, "1", START);
    struct request_facts facts = answer("abc", 0, 700);
    request_limits_end(limits, first, &facts, START);
    request_limits_end(limits, second, NULL, START);
    facts = answer("abc", 0, 900);
    request_limits_end(limits, third, &facts, START);
    assert_int_equal(request_limits_ready(limits, KIT_THING_POST, "1", START), START + 900);
    assert_true(request_limits_ready(limits, KIT_THING_PUT, "2", START) <= START);
}

static void a_route_may_get_another_id(void **state)
{
    struct request_limits *limits = *state;
    ask(limits, KIT_THING_POST, "1", answer("abc", 1, 100), START);
    ask(limits, KIT_THING_POST, "1", answer("abcd", 0, 100), START);
    assert_int_equal(request_limits_ready(limits, KIT_THING_POST, "1", START), START + 100);
    ask(limits, KIT_THING_POST, "1", answer("ab", 5, 100), START + 100);
    assert_true(request_limits_ready(limits, KIT_THING_POST, "1", START + 100) <= START + 100);
}

static void any_second_has_only_so_many_requests(void **state)
{
    struct request_limits *limits = *state;
    for (int i = 0; i < 5; i++) {
        assert_true(request_limits_gate(limits, false, START + i * 100) <= START + i * 100);
        ask(limits, KIT_THING_POST, "1", answer("abc", 9, 100), START + i * 100);
    }
    assert_int_equal(request_limits_gate(limits, false, START + 400), START + 1000);
    ask(limits, KIT_THING_POST, "1", answer("abc", 9, 100), START + 1000);
    assert_int_equal(request_limits_gate(limits, false, START + 1000), START + 1100);
}

static void what_carries_a_token_is_not_counted(void **state)
{
    struct request_limits *limits = *state;
    for (int i = 0; i < 50; i++)
        ask(limits, KIT_REPLY_PUT, "1/t", answer("", -1, -1), START);
    assert_true(request_limits_gate(limits, false, START) <= START);
    for (int i = 0; i < 5; i++)
        ask(limits, KIT_THING_POST, "1", answer("abc", 9, 100), START);
    assert_true(request_limits_gate(limits, true, START) <= START);
}

static void a_429_stops_its_bucket(void **state)
{
    struct request_limits *limits = *state;
    ask(limits, KIT_THING_POST, "1", limited(REQUEST_SCOPE_USER, 1337), START);
    assert_int_equal(request_limits_ready(limits, KIT_THING_POST, "1", START), START + 1337);
    assert_true(request_limits_ready(limits, KIT_THING_POST, "2", START) <= START);
    assert_true(request_limits_gate(limits, false, START) <= START);
    assert_int_equal(count_invalid(limits, START), 1);
}

static void a_shared_429_is_not_our_fault(void **state)
{
    struct request_limits *limits = *state;
    ask(limits, KIT_THING_POST, "1", limited(REQUEST_SCOPE_SHARED, 1337), START);
    assert_int_equal(request_limits_ready(limits, KIT_THING_POST, "1", START), START + 1337);
    assert_int_equal(count_invalid(limits, START), 0);
}

static void a_global_429_stops_all_but_what_carries_a_token(void **state)
{
    struct request_limits *limits = *state;
    ask(limits, KIT_THING_POST, "1", limited(REQUEST_SCOPE_GLOBAL, 4000), START);
    assert_int_equal(request_limits_gate(limits, false, START), START + 4000);
    assert_true(request_limits_gate(limits, true, START) <= START);
    assert_true(request_limits_ready(limits, KIT_THING_POST, "1", START) <= START);
    ask(limits, KIT_THING_POST, "1", limited(REQUEST_SCOPE_GLOBAL, 1000), START);
    assert_int_equal(request_limits_gate(limits, false, START), START + 4000);
}

static void a_429_that_does_not_say_how_long_waits_a_second(void **state)
{
    struct request_limits *limits = *state;
    ask(limits, KIT_THING_POST, "1", limited(REQUEST_SCOPE_NONE, -1), START);
    assert_int_equal(request_limits_ready(limits, KIT_THING_POST, "1", START), START + 1000);
}

static void a_429_without_a_wait_lasts_until_the_reset(void **state)
{
    struct request_limits *limits = *state;
    struct request_facts facts = limited(REQUEST_SCOPE_USER, -1);
    facts.reset_after = 300;
    ask(limits, KIT_THING_POST, "1", facts, START);
    assert_int_equal(request_limits_ready(limits, KIT_THING_POST, "1", START), START + 300);
    facts.retry_after = 200; /* it counts first */
    ask(limits, KIT_THING_POST, "2", facts, START);
    assert_int_equal(request_limits_ready(limits, KIT_THING_POST, "2", START), START + 200);
    facts.retry_after = 0;
    ask(limits, KIT_THING_POST, "3", facts, START);
    assert_int_equal(request_limits_ready(limits, KIT_THING_POST, "3", START), START);
    facts.retry_after = -1;
    facts.reset_after = 0;
    ask(limits, KIT_THING_POST, "4", facts, START);
    assert_int_equal(request_limits_ready(limits, KIT_THING_POST, "4", START), START);
}

/* The global limit does not count what carries a token. */
static void a_global_429_of_what_carries_a_token_stops_its_bucket(void **state)
{
    struct request_limits *limits = *state;
    ask(limits, KIT_REPLY_POST, "1/t", limited(REQUEST_SCOPE_GLOBAL, 4000), START);
    assert_int_equal(request_limits_ready(limits, KIT_REPLY_POST, "1/t", START), START + 4000);
    assert_true(request_limits_gate(limits, false, START) <= START);
}

static void a_wait_outlives_the_name_of_its_bucket(void **state)
{
    struct request_limits *limits = *state;
    ask(limits, KIT_THING_POST, "1", limited(REQUEST_SCOPE_USER, 1300), START);
    ask(limits, KIT_THING_POST, "1", answer("abc", 5, 1000), START + 100);
    assert_int_equal(request_limits_ready(limits, KIT_THING_POST, "1", START), START + 1300);
    ask(limits, KIT_THING_PUT, "1", answer("abc", 5, 1000), START + 100);
    assert_int_equal(request_limits_ready(limits, KIT_THING_PUT, "1", START), START + 1300);
    /* Neither is it cut short by a later answer. */
    ask(limits, KIT_THING_PUT, "1", answer("abc", 0, 500), START + 200);
    ask(limits, KIT_THING_PUT, "1", limited(REQUEST_SCOPE_USER, 600), START + 200);
    assert_int_equal(request_limits_ready(limits, KIT_THING_PUT, "1", START), START + 1300);
}

/* One page of a proxy is no reason to be silent for minutes; several in a row are. */
static void blocked_answers_stop_requests_for_longer_and_longer(void **state)
{
    struct request_limits *limits = *state;
    struct request_facts facts = limited(REQUEST_SCOPE_NONE, 1000);
    int64_t now = START;
    facts.meaning = REQUEST_MEANS_BLOCKED;
    facts.invalid = false;
    for (int i = 0; i < 12; i++) {
        ask(limits, KIT_THING_POST, "1", facts, now);
        int64_t until = request_limits_gate(limits, false, now);
        assert_int_equal(request_limits_gate(limits, true, now), now);
        assert_int_equal(until - now, BLOCKED >> (i < 6 ? 6 - i : 0));
        now = until;
    }
    /* One request tries; when it gets through, all do. */
    struct request_bucket *probe = request_limits_begin(limits, KIT_THING_POST, "1", now);
    assert_int_equal(request_limits_gate(limits, false, now), now + BLOCKED);
    facts = answer("", -1, -1);
    request_limits_end(limits, probe, &facts, now + 100);
    assert_int_equal(request_limits_gate(limits, false, now + 100), now + 100);
    facts = limited(REQUEST_SCOPE_NONE, 1000);
    facts.meaning = REQUEST_MEANS_BLOCKED;
    ask(limits, KIT_REPLY_POST, "1/t", facts, now + 100);
    assert_true(request_limits_gate(limits, false, now + 100) <= now + 5100);
    assert_int_equal(request_limits_ready(limits, KIT_REPLY_POST, "1/t", now + 100), now + 1100);
}

/* What a proxy says about waiting and about quotas is not the service's word. */
static void a_blocked_answer_teaches_nothing_else(void **state)
{
    struct request_limits *limits = *state;
    struct request_facts facts = limited(REQUEST_SCOPE_GLOBAL, 50000);
    facts.meaning = REQUEST_MEANS_BLOCKED;
    facts.remaining = 0;
    facts.reset_after = 60000;
    ask(limits, KIT_THING_POST, "1", facts, START);
    assert_int_equal(request_limits_ready(limits, KIT_THING_POST, "1", START), START + 1000);
    assert_int_equal(request_limits_gate(limits, false, START), START + (BLOCKED >> 6));
}

/* The others wait until the time that was given first, not until an earlier one. */
static void blocked_answers_to_what_carries_a_token_count_too(void **state)
{
    struct request_limits *limits = *state;
    struct request_facts facts = limited(REQUEST_SCOPE_NONE, 1000);
    facts.meaning = REQUEST_MEANS_BLOCKED;
    ask(limits, KIT_REPLY_POST, "1/t", facts, START);
    ask(limits, KIT_REPLY_POST, "1/t", facts, START);
    assert_int_equal(request_limits_gate(limits, false, START), START + (BLOCKED >> 5));
    /* One of them under way does not tell the others to wait any longer. */
    struct request_bucket *under_way =
        request_limits_begin(limits, KIT_REPLY_PUT, "1/t", START + 1000);
    assert_int_equal(request_limits_gate(limits, false, START + 1000), START + (BLOCKED >> 5));
    request_limits_end(limits, under_way, NULL, START + 1000);
}

static void near_the_invalid_limit_everything_waits(void **state)
{
    struct request_limits *limits = *state;
    struct request_facts facts = answer("", -1, -1);
    int64_t start = 100 * MINUTE, now = start;
    facts.status = 403;
    facts.invalid = true;
    for (int i = 0; i < INVALID_MOST; i++) {
        assert_true(request_limits_gate(limits, true, now) <= now);
        ask(limits, KIT_THING_POST, "1", facts, now);
        now = start + (i >= INVALID_MOST / 2 ? 2 * MINUTE : 0);
    }
    /* Never less than ten minutes after the first half. */
    assert_int_equal(request_limits_gate(limits, true, now), start + 11 * MINUTE);
    now = start + 11 * MINUTE;
    assert_true(request_limits_gate(limits, true, now) <= now);
    assert_int_equal(count_invalid(limits, now), INVALID_MOST / 2 - 1); /* eleven are forgotten */
}

static void everything_waits_for_the_oldest_invalid_answer(void **state)
{
    struct request_limits *limits = *state;
    struct request_facts facts = answer("", -1, -1);
    int64_t start = 100 * MINUTE, now = start;
    facts.invalid = true;
    for (int i = 0; i < INVALID_MOST; i++) {
        ask(limits, KIT_THING_POST, "1", facts, now);
        now = start + (i >= 4 ? 3 * MINUTE : 0) + (i >= 10 ? 2 * MINUTE : 0);
    }
    assert_int_equal(request_limits_silence(limits, now), start + 11 * MINUTE);
    assert_int_equal(request_limits_gate(limits, false, now), start + 11 * MINUTE);
    assert_int_equal(request_limits_silence(limits, start + 11 * MINUTE), start + 11 * MINUTE);
    assert_int_equal(count_invalid(limits, start + 11 * MINUTE - 1), INVALID_MOST);
    assert_int_equal(count_invalid(limits, start + 13 * MINUTE), INVALID_MOST - 5);
}

static void a_pause_is_for_all_but_what_carries_a_token(void **state)
{
    struct request_limits *limits = *state;
    request_limits_pause(limits, START + 500);
    request_limits_pause(limits, START + 200);
    assert_int_equal(request_limits_gate(limits, false, START), START + 500);
    assert_true(request_limits_gate(limits, true, START) <= START);
}

static int kept; /* allocations minus frees */

void *__real_calloc(size_t count, size_t size);
void __real_free(void *memory);
void *__wrap_calloc(size_t count, size_t size);
void __wrap_free(void *memory);

void *__wrap_calloc(size_t count, size_t size)
{
    kept++;
    return __real_calloc(count, size);
}

void __wrap_free(void *memory)
{
    kept -= memory != NULL;
    __real_free(memory);
}

static void only_what_matters_is_kept(void **state)
{
    struct request_limits *limits = *state;
    char key[32];
    kept = 0;
    for (int i = 0; i < 10000; i++) {
        snprintf(key, sizeof key, "%d/token", i);
        ask(limits, KIT_REPLY_PUT, key, answer("abc", 4, 1000), START);
    }
    assert_int_equal(kept, 0);
    ask(limits, KIT_REPLY_PUT, key, limited(REQUEST_SCOPE_USER, 0), START);
    assert_int_equal(kept, 0); /* the wait is over already */
    for (int i = 0; i < 10000; i++) {
        snprintf(key, sizeof key, "%d/token", i);
        ask(limits, KIT_REPLY_PUT, key, answer("abc", 0, 1000), START + i * 10);
    }
    assert_in_range(kept, 100, 600);
}

/* Room is made at the very moment when an answer gives a bucket another name. */
static void a_bucket_that_is_renamed_is_not_swept_away(void **state)
{
    struct request_limits *limits = *state;
    char key[32];
    for (int i = 0; i < 300; i++) {
        snprintf(key, sizeof key, "%d", i);
        ask(limits, KIT_THING_POST, key, answer("abc", 0, 5000), START);
        struct request_bucket *unnamed = request_limits_begin(limits, KIT_THING_PUT, key, START);
        char id[32];
        snprintf(id, sizeof id, "id%d", i);
        const struct request_facts facts = answer(id, 0, 5000);
        request_limits_end(limits, unnamed, &facts, START);
        assert_int_equal(request_limits_ready(limits, KIT_THING_PUT, key, START), START + 5000);
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
        CASE(what_carries_a_token_is_not_counted),
        CASE(a_429_stops_its_bucket),
        CASE(a_shared_429_is_not_our_fault),
        CASE(a_global_429_stops_all_but_what_carries_a_token),
        CASE(a_429_that_does_not_say_how_long_waits_a_second),
        CASE(a_429_without_a_wait_lasts_until_the_reset),
        CASE(a_global_429_of_what_carries_a_token_stops_its_bucket),
        CASE(a_wait_outlives_the_name_of_its_bucket),
        CASE(blocked_answers_stop_requests_for_longer_and_longer),
        CASE(a_blocked_answer_teaches_nothing_else),
        CASE(blocked_answers_to_what_carries_a_token_count_too),
        CASE(near_the_invalid_limit_everything_waits),
        CASE(everything_waits_for_the_oldest_invalid_answer),
        CASE(a_pause_is_for_all_but_what_carries_a_token),
        CASE(only_what_matters_is_kept),
        CASE(a_bucket_that_is_renamed_is_not_swept_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
