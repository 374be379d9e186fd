#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "adapters/discord/rest/policy.h"
#include "adapters/discord/rest/refusals.h"

static struct rest_facts answer(int status, int64_t code)
{
    struct rest_facts facts;
    rest_facts_clear(&facts);
    facts.status = status;
    facts.code = code;
    return facts;
}

/* --- what becomes of a request --- */

static struct rest_verdict judge(enum rest_route route, bool guarded, int64_t tries,
                                 enum rest_arrival arrival, struct rest_facts facts)
{
    const struct rest_settings settings = rest_settings_standard();
    const struct rest_try try = {route, guarded, tries, arrival};
    return rest_policy(&settings, &try, &facts, UINT32_MAX / 2);
}

static void ends_as(enum rest_route route, int64_t tries, int status, int64_t code,
                    enum rest_outcome outcome)
{
    struct rest_verdict verdict = judge(route, false, tries, REST_ANSWERED, answer(status, code));
    assert_false(verdict.repeat);
    assert_int_equal(verdict.outcome, outcome);
}

static void an_answer_decides(void **state)
{
    (void)state;
    ends_as(REST_MESSAGE_CREATE, 1, 200, 0, REST_DONE);
    ends_as(REST_MESSAGE_EDIT, 1, 204, 0, REST_DONE);
    ends_as(REST_MESSAGE_EDIT, 1, 400, 50035, REST_REFUSED);
    ends_as(REST_MESSAGE_EDIT, 1, 403, 50013, REST_REFUSED);
    ends_as(REST_MESSAGE_EDIT, 1, 404, 10008, REST_REFUSED);
    ends_as(REST_MESSAGE_EDIT, 1, 301, 0, REST_REFUSED);
    ends_as(REST_MESSAGE_EDIT, 1, 0, 0, REST_REFUSED);
}

static void a_401_stops_unless_it_is_about_an_interaction(void **state)
{
    (void)state;
    ends_as(REST_MESSAGE_CREATE, 1, 401, 0, REST_STOPPED);
    ends_as(REST_FOLLOWUP_EDIT, 1, 401, 50027, REST_REFUSED);
}

static void a_second_answer_that_comes_too_late_was_the_first(void **state)
{
    (void)state;
    ends_as(REST_INTERACTION_ANSWER, 1, 400, 40060, REST_REFUSED);
    ends_as(REST_INTERACTION_ANSWER, 2, 400, 40060, REST_DONE);
    ends_as(REST_INTERACTION_ANSWER, 2, 404, 10062, REST_REFUSED);
}

static void a_429_is_repeated_without_counting(void **state)
{
    struct rest_facts facts = answer(429, 0);
    (void)state;
    facts.retry_after = 1500;
    struct rest_verdict verdict = judge(REST_MESSAGE_CREATE, false, 99, REST_ANSWERED, facts);
    assert_true(verdict.repeat);
    assert_false(verdict.counts);
    assert_int_equal(verdict.pause, 1500);
    facts.retry_after = 0;
    assert_true(judge(REST_MESSAGE_CREATE, false, 1, REST_ANSWERED, facts).pause > 0);
}

static void cloudflares_page_is_waited_out(void **state)
{
    struct rest_facts facts = answer(403, 0);
    (void)state;
    facts.foreign = true;
    assert_true(judge(REST_MESSAGE_CREATE, false, 1, REST_ANSWERED, facts).repeat);
}

static bool repeats(enum rest_route route, bool guarded, int64_t tries, enum rest_arrival arrival)
{
    struct rest_verdict verdict = judge(route, guarded, tries, arrival, answer(503, 0));
    if (!verdict.repeat)
        assert_int_equal(verdict.outcome, REST_FAILED);
    return verdict.repeat;
}

static void the_uncertain_is_repeated_only_where_it_cant_happen_twice(void **state)
{
    static const enum rest_arrival uncertain[] = {REST_ANSWERED, REST_UNANSWERED};
    (void)state;
    for (int i = 0; i < 2; i++) {
        assert_false(repeats(REST_MESSAGE_CREATE, false, 1, uncertain[i]));
        assert_true(repeats(REST_MESSAGE_CREATE, true, 1, uncertain[i]));
        assert_true(repeats(REST_MESSAGE_CREATE, true, 4, uncertain[i]));
        assert_false(repeats(REST_MESSAGE_CREATE, true, 5, uncertain[i]));
        assert_true(repeats(REST_MESSAGE_EDIT, false, 1, uncertain[i]));
        assert_true(repeats(REST_COMMANDS_PUT, false, 1, uncertain[i]));
        assert_true(repeats(REST_INTERACTION_ANSWER, false, 1, uncertain[i]));
        assert_false(repeats(REST_FOLLOWUP_CREATE, false, 1, uncertain[i]));
        assert_false(repeats(REST_THREAD_CREATE, false, 1, uncertain[i]));
    }
}

static void what_was_not_sent_is_repeated_with_growing_pauses(void **state)
{
    const int64_t pauses[] = {500, 1000, 2000, 4000, 8000, 16000, 30000, 30000};
    (void)state;
    for (int i = 0; i < 8; i++) {
        struct rest_verdict verdict =
            judge(REST_FOLLOWUP_CREATE, false, i + 1, REST_UNSENT, answer(0, 0));
        assert_true(verdict.repeat);
        assert_in_range(verdict.pause, pauses[i] - 1, pauses[i] + 1);
    }
    const struct rest_settings settings = rest_settings_standard();
    const struct rest_try try = {REST_MESSAGE_EDIT, false, 1, REST_UNSENT};
    assert_int_equal(rest_policy(&settings, &try, NULL, 0).pause, 400);
    assert_int_equal(rest_policy(&settings, &try, NULL, UINT32_MAX).pause, 600);
}

/* --- what is remembered --- */

enum { BELIEVED = 900000, START = 1000 };

static int set_up(void **state)
{
    *state = rest_refusals_new(BELIEVED);
    return 0;
}

static int tear_down(void **state)
{
    rest_refusals_free(*state);
    return 0;
}

static bool learn(struct rest_refusals *refusals, enum rest_route route, const char *major,
                  int status, int64_t code)
{
    struct rest_facts facts = answer(status, code);
    return rest_refusals_learn(refusals, route, major, &facts, START);
}

static void a_missing_permission_is_about_one_action_in_one_channel(void **state)
{
    struct rest_refusals *refusals = *state;
    assert_true(learn(refusals, REST_MESSAGE_CREATE, "1", 403, 50013));
    assert_false(learn(refusals, REST_MESSAGE_CREATE, "1", 403, 50001));
    assert_int_equal(rest_refusals_code(refusals, REST_MESSAGE_CREATE, "1", START), 50001);
    assert_int_equal(rest_refusals_code(refusals, REST_MESSAGE_CREATE, "11", START), 0);
    assert_int_equal(rest_refusals_code(refusals, REST_MESSAGE_EDIT, "1", START), 0);
}

static void it_is_taken_back_by_an_event_or_in_time(void **state)
{
    struct rest_refusals *refusals = *state;
    learn(refusals, REST_MESSAGE_CREATE, "1", 403, 50013);
    learn(refusals, REST_MESSAGE_EDIT, "1", 403, 50013);
    learn(refusals, REST_MESSAGE_CREATE, "2", 403, 50013);
    rest_refusals_forget(refusals, "1");
    assert_int_equal(rest_refusals_code(refusals, REST_MESSAGE_CREATE, "1", START), 0);
    assert_int_equal(rest_refusals_code(refusals, REST_MESSAGE_EDIT, "1", START), 0);
    assert_int_equal(rest_refusals_code(refusals, REST_MESSAGE_CREATE, "2", START), 50013);
    assert_int_equal(rest_refusals_code(refusals, REST_MESSAGE_CREATE, "2", START + BELIEVED), 0);
    rest_refusals_forget(refusals, NULL);
    assert_int_equal(rest_refusals_code(refusals, REST_MESSAGE_CREATE, "2", START), 0);
}

static void refusals_about_a_person_or_a_message_are_not_remembered(void **state)
{
    struct rest_refusals *refusals = *state;
    assert_false(learn(refusals, REST_MESSAGE_CREATE, "1", 403, 50007));
    assert_false(learn(refusals, REST_MESSAGE_CREATE, "1", 403, 50278));
    assert_false(learn(refusals, REST_MESSAGE_EDIT, "1", 403, 50005));
    assert_false(learn(refusals, REST_MESSAGE_EDIT, "1", 404, 10008));
    assert_false(learn(refusals, REST_GUILD_COMMANDS_PUT, "", 403, 50001));
    assert_false(learn(refusals, REST_FOLLOWUP_EDIT, "1/t", 404, 10008));
}

static void a_dead_webhook_is_dead_for_all_routes_and_events(void **state)
{
    struct rest_refusals *refusals = *state;
    assert_true(learn(refusals, REST_FOLLOWUP_CREATE, "1/t", 404, 10015));
    assert_true(learn(refusals, REST_FOLLOWUP_CREATE, "1/u", 401, 50027));
    rest_refusals_forget(refusals, NULL);
    assert_int_equal(rest_refusals_code(refusals, REST_FOLLOWUP_EDIT, "1/t", START), 10015);
    assert_int_equal(rest_refusals_code(refusals, REST_FOLLOWUP_EDIT, "1/u", START), 50027);
    assert_int_equal(rest_refusals_code(refusals, REST_FOLLOWUP_EDIT, "1/v", START), 0);
}

static void so_many_are_remembered(void **state)
{
    struct rest_refusals *refusals = *state;
    char major[16];
    for (int i = 0; i <= REST_REFUSALS_MAX; i++) {
        snprintf(major, sizeof major, "%d", i);
        learn(refusals, REST_MESSAGE_CREATE, major, 403, 50013);
    }
    assert_int_equal(rest_refusals_code(refusals, REST_MESSAGE_CREATE, major, START), 50013);
    assert_int_equal(rest_refusals_code(refusals, REST_MESSAGE_CREATE, "0", START), 0);
}

#define CASE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_decides),
        cmocka_unit_test(a_401_stops_unless_it_is_about_an_interaction),
        cmocka_unit_test(a_second_answer_that_comes_too_late_was_the_first),
        cmocka_unit_test(a_429_is_repeated_without_counting),
        cmocka_unit_test(cloudflares_page_is_waited_out),
        cmocka_unit_test(the_uncertain_is_repeated_only_where_it_cant_happen_twice),
        cmocka_unit_test(what_was_not_sent_is_repeated_with_growing_pauses),
        CASE(a_missing_permission_is_about_one_action_in_one_channel),
        CASE(it_is_taken_back_by_an_event_or_in_time),
        CASE(refusals_about_a_person_or_a_message_are_not_remembered),
        CASE(a_dead_webhook_is_dead_for_all_routes_and_events),
        CASE(so_many_are_remembered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
