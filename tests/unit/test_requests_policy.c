/* What becomes of a request after a try, and which refusals are remembered. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "adapters/net/requests/policy.h"
#include "adapters/net/requests/refusals.h"
#include "tests/unit/request_kit.h"

/* -- What becomes of a request -- */

static struct request_verdict judge(bool harmless, int64_t tries, enum request_arrival arrival,
                                    struct request_facts facts)
{
    const struct request_settings settings = request_settings_default();
    const struct request_try try = {harmless, tries, arrival};
    return request_policy(&settings, &try, &facts, UINT32_MAX / 2);
}

static struct request_facts meaning(enum request_meaning meaning)
{
    struct request_facts facts;
    request_facts_clear(&facts);
    facts.meaning = meaning;
    return facts;
}

static void ends_as(enum request_meaning means, int64_t tries, enum request_outcome outcome)
{
    struct request_verdict verdict = judge(false, tries, REQUEST_ANSWERED, meaning(means));
    assert_false(verdict.repeat);
    assert_int_equal(verdict.outcome, outcome);
}

static void defaults_are_those_of_the_header(void **state)
{
    const struct request_settings settings = request_settings_default();
    (void)state;
    assert_string_equal(settings.base, "");
    assert_string_equal(settings.authority_file, "");
    assert_int_equal(settings.connect_timeout, 10000);
    assert_int_equal(settings.request_timeout, 20000);
    assert_int_equal(settings.patience, 600000);
    assert_int_equal(settings.retry_first, 500);
    assert_int_equal(settings.retry_most, 30000);
    assert_int_equal(settings.tries, 5);
    assert_int_equal(settings.blocked, 300000);
    assert_int_equal(settings.forbidden, 900000);
    assert_int_equal(settings.flush, 2000);
    assert_int_equal(settings.requests_per_second, 50);
    assert_int_equal(settings.invalid_most, 2000);
    assert_int_equal(settings.in_flight, 64);
    assert_int_equal(settings.queue, 4096);
    assert_int_equal(settings.queue_bytes, 33554432);
}

static void an_answer_decides(void **state)
{
    (void)state;
    ends_as(REQUEST_MEANS_DONE, 1, REQUEST_DONE);
    ends_as(REQUEST_MEANS_REFUSED, 1, REQUEST_REFUSED);
    ends_as(REQUEST_MEANS_FORBIDDEN, 1, REQUEST_REFUSED);
    ends_as(REQUEST_MEANS_DEAD, 1, REQUEST_REFUSED);
    ends_as(REQUEST_MEANS_UNAUTHORIZED, 1, REQUEST_STOPPED);
}

static void a_second_try_that_was_done_before_was_our_first(void **state)
{
    (void)state;
    ends_as(REQUEST_MEANS_DONE_BEFORE, 1, REQUEST_REFUSED);
    ends_as(REQUEST_MEANS_DONE_BEFORE, 2, REQUEST_DONE);
}

static void a_429_is_repeated_without_counting(void **state)
{
    struct request_facts facts = meaning(REQUEST_MEANS_LIMITED);
    (void)state;
    facts.retry_after = 1500;
    struct request_verdict verdict = judge(false, 99, REQUEST_ANSWERED, facts);
    assert_true(verdict.repeat);
    assert_false(verdict.counts);
    assert_int_equal(verdict.pause, 1500);
    facts.retry_after = 0; /* it may say so again and again */
    assert_int_equal(judge(false, 1, REQUEST_ANSWERED, facts).pause, 100);
    facts.retry_after = 101;
    assert_int_equal(judge(false, 1, REQUEST_ANSWERED, facts).pause, 101);
}

static void a_blocked_answer_is_waited_out(void **state)
{
    (void)state;
    struct request_verdict verdict =
        judge(false, 99, REQUEST_ANSWERED, meaning(REQUEST_MEANS_BLOCKED));
    assert_true(verdict.repeat);
    assert_false(verdict.counts);
    assert_int_equal(verdict.pause, 100);
}

static bool repeats(bool harmless, int64_t tries, enum request_arrival arrival)
{
    struct request_verdict verdict = judge(harmless, tries, arrival, meaning(REQUEST_MEANS_FAILED));
    if (verdict.repeat)
        assert_true(verdict.counts);
    else
        assert_int_equal(verdict.outcome, REQUEST_FAILED);
    return verdict.repeat;
}

static void the_uncertain_is_repeated_only_where_it_may_happen_twice(void **state)
{
    static const enum request_arrival uncertain[] = {REQUEST_ANSWERED, REQUEST_UNANSWERED};
    (void)state;
    for (int i = 0; i < 2; i++) {
        assert_false(repeats(false, 1, uncertain[i]));
        assert_true(repeats(true, 1, uncertain[i]));
        assert_true(repeats(true, 4, uncertain[i]));
        assert_false(repeats(true, 5, uncertain[i]));
    }
}

static void what_was_not_sent_is_repeated_with_growing_pauses(void **state)
{
    const int64_t pauses[] = {500, 1000, 2000, 4000, 8000, 16000, 30000, 30000};
    (void)state;
    for (int i = 0; i < 8; i++) {
        struct request_verdict verdict =
            judge(false, i + 1, REQUEST_UNSENT, meaning(REQUEST_MEANS_DONE));
        assert_true(verdict.repeat);
        assert_true(verdict.counts);
        assert_in_range(verdict.pause, pauses[i] - 1, pauses[i] + 1);
    }
    const struct request_settings settings = request_settings_default();
    const struct request_try try = {false, 1, REQUEST_UNSENT};
    assert_int_equal(request_policy(&settings, &try, NULL, 0).pause, 400);
    assert_int_equal(request_policy(&settings, &try, NULL, UINT32_MAX).pause, 600);
}

/* -- What is remembered -- */

enum { BELIEVED = 900000, START = 1000 };

static int set_up(void **state)
{
    *state = request_refusals_new(&kit_service, BELIEVED);
    return 0;
}

static int tear_down(void **state)
{
    request_refusals_free(*state);
    return 0;
}

static bool learn_at(struct request_refusals *refusals, unsigned route, const char *key,
                     enum request_meaning means, int64_t now)
{
    const struct request_facts facts = meaning(means);
    return request_refusals_learn(refusals, route, key, &facts, now);
}

static bool learn(struct request_refusals *refusals, unsigned route, const char *key,
                  enum request_meaning means)
{
    return learn_at(refusals, route, key, means, START);
}

static bool refuses(const struct request_refusals *refusals, unsigned route, const char *key)
{
    return request_refusals_has(refusals, route, key, START);
}

static void what_is_forbidden_is_one_route_of_one_key(void **state)
{
    struct request_refusals *refusals = *state;
    assert_true(learn(refusals, KIT_THING_POST, "1", REQUEST_MEANS_FORBIDDEN));
    assert_false(learn(refusals, KIT_THING_POST, "1", REQUEST_MEANS_FORBIDDEN));
    assert_true(refuses(refusals, KIT_THING_POST, "1"));
    assert_false(refuses(refusals, KIT_THING_POST, "11"));
    assert_false(refuses(refusals, KIT_THING_PUT, "1"));
}

static void it_is_taken_back_by_an_event_or_in_time(void **state)
{
    struct request_refusals *refusals = *state;
    learn(refusals, KIT_THING_POST, "1", REQUEST_MEANS_FORBIDDEN);
    learn(refusals, KIT_THING_PUT, "1", REQUEST_MEANS_FORBIDDEN);
    learn(refusals, KIT_THING_POST, "2", REQUEST_MEANS_FORBIDDEN);
    request_refusals_forget(refusals, "1");
    assert_false(refuses(refusals, KIT_THING_POST, "1"));
    assert_false(refuses(refusals, KIT_THING_PUT, "1"));
    assert_true(refuses(refusals, KIT_THING_POST, "2"));
    assert_true(request_refusals_has(refusals, KIT_THING_POST, "2", START + BELIEVED - 1));
    assert_false(request_refusals_has(refusals, KIT_THING_POST, "2", START + BELIEVED));
    request_refusals_forget(refusals, NULL);
    assert_false(refuses(refusals, KIT_THING_POST, "2"));
}

static void what_is_refused_again_later_is_news_again(void **state)
{
    struct request_refusals *refusals = *state;
    int64_t late = START + BELIEVED;
    assert_true(learn(refusals, KIT_THING_POST, "1", REQUEST_MEANS_FORBIDDEN));
    assert_true(learn_at(refusals, KIT_THING_POST, "1", REQUEST_MEANS_FORBIDDEN, late));
    assert_true(request_refusals_has(refusals, KIT_THING_POST, "1", late + BELIEVED - 1));
    late += BELIEVED - 1; /* the last moment; it is believed from then on */
    assert_false(learn_at(refusals, KIT_THING_POST, "1", REQUEST_MEANS_FORBIDDEN, late));
    assert_true(request_refusals_has(refusals, KIT_THING_POST, "1", late + BELIEVED - 1));
}

static void other_answers_are_not_remembered(void **state)
{
    struct request_refusals *refusals = *state;
    assert_false(learn(refusals, KIT_THING_POST, "1", REQUEST_MEANS_REFUSED));
    assert_false(learn(refusals, KIT_THING_POST, "1", REQUEST_MEANS_FAILED));
    assert_false(refuses(refusals, KIT_THING_POST, "1"));
}

static void a_dead_token_is_dead_for_all_routes_and_events(void **state)
{
    struct request_refusals *refusals = *state;
    assert_true(learn(refusals, KIT_REPLY_POST, "1/t", REQUEST_MEANS_DEAD));
    request_refusals_forget(refusals, NULL);
    assert_true(refuses(refusals, KIT_REPLY_PUT, "1/t"));
    assert_false(refuses(refusals, KIT_REPLY_PUT, "1/v"));
    request_refusals_forget(refusals, "1/t");
    int64_t end = START + kit_service.token_lifetime;
    assert_true(request_refusals_has(refusals, KIT_REPLY_PUT, "1/t", end - 1));
    assert_false(request_refusals_has(refusals, KIT_REPLY_PUT, "1/t", end));
}

static void at_most_this_many_are_remembered(void **state)
{
    struct request_refusals *refusals = *state;
    char key[16];
    for (int i = 0; i < REQUEST_REFUSALS_MAX; i++) {
        snprintf(key, sizeof key, "%d", i);
        learn(refusals, KIT_THING_POST, key, REQUEST_MEANS_FORBIDDEN);
    }
    assert_true(refuses(refusals, KIT_THING_POST, key));
    assert_true(refuses(refusals, KIT_THING_POST, "0"));
    learn(refusals, KIT_THING_POST, "more", REQUEST_MEANS_FORBIDDEN);
    assert_true(refuses(refusals, KIT_THING_POST, "more"));
    assert_false(refuses(refusals, KIT_THING_POST, "0"));
}

static void room_is_made_by_those_that_are_over(void **state)
{
    struct request_refusals *refusals = *state;
    char key[16];
    int64_t now = START + BELIEVED;
    for (int i = 0; i < REQUEST_REFUSALS_MAX; i++) {
        snprintf(key, sizeof key, "%d", i);
        learn_at(refusals, KIT_THING_POST, key, REQUEST_MEANS_FORBIDDEN, START + (i > 0));
    }
    learn_at(refusals, KIT_THING_POST, "more", REQUEST_MEANS_FORBIDDEN, now);
    assert_true(request_refusals_has(refusals, KIT_THING_POST, "more", now));
    assert_true(request_refusals_has(refusals, KIT_THING_POST, "1", now));
    assert_true(request_refusals_has(refusals, KIT_THING_POST, key, now));
}

#define CASE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_those_of_the_header),
        cmocka_unit_test(an_answer_decides),
        cmocka_unit_test(a_second_try_that_was_done_before_was_our_first),
        cmocka_unit_test(a_429_is_repeated_without_counting),
        cmocka_unit_test(a_blocked_answer_is_waited_out),
        cmocka_unit_test(the_uncertain_is_repeated_only_where_it_may_happen_twice),
        cmocka_unit_test(what_was_not_sent_is_repeated_with_growing_pauses),
        CASE(what_is_forbidden_is_one_route_of_one_key),
        CASE(it_is_taken_back_by_an_event_or_in_time),
        CASE(what_is_refused_again_later_is_news_again),
        CASE(other_answers_are_not_remembered),
        CASE(a_dead_token_is_dead_for_all_routes_and_events),
        CASE(at_most_this_many_are_remembered),
        CASE(room_is_made_by_those_that_are_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
