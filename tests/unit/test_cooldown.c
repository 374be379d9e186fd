/* Long answers are not repeated to the same people while they would be the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "tests/unit/host_fixture.h"

/* -- The memory of answers --------------------------------------------------------------------- */

static void an_answer_holds_for_its_span_and_its_version(void **state)
{
    (void)state;
    struct cooldowns cooldowns = {NULL};
    assert_false(cooldown_holds(&cooldowns, "one", 1, 100, 0));
    cooldown_begin(&cooldowns, "one", 1, 1000);
    assert_true(cooldown_holds(&cooldowns, "one", 1, 100, 1000));
    assert_true(cooldown_holds(&cooldowns, "one", 1, 100, 1099));
    assert_false(cooldown_holds(&cooldowns, "one", 1, 100, 1100));
    assert_false(cooldown_holds(&cooldowns, "one", 2, 100, 1001));
    assert_false(cooldown_holds(&cooldowns, "two", 1, 100, 1001));
    cooldown_begin(&cooldowns, "one", 2, 1050);
    assert_false(cooldown_holds(&cooldowns, "one", 1, 100, 1051));
    assert_true(cooldown_holds(&cooldowns, "one", 2, 100, 1149));
    cooldowns_clear(&cooldowns);
    assert_false(cooldown_holds(&cooldowns, "one", 2, 100, 1051));
}

static void the_oldest_answers_are_forgotten(void **state)
{
    (void)state;
    struct cooldowns cooldowns = {NULL};
    char key[16];
    for (int i = 0; i < COOLDOWNS_MAX + 2; i++) {
        snprintf(key, sizeof key, "%d", i);
        cooldown_begin(&cooldowns, key, 0, i);
        cooldown_begin(&cooldowns, "0", 0, i);
    }
    assert_true(cooldown_holds(&cooldowns, "0", 0, 1000000, COOLDOWNS_MAX));
    assert_false(cooldown_holds(&cooldowns, "1", 0, 1000000, COOLDOWNS_MAX));
    assert_false(cooldown_holds(&cooldowns, "2", 0, 1000000, COOLDOWNS_MAX));
    assert_true(cooldown_holds(&cooldowns, "3", 0, 1000000, COOLDOWNS_MAX));
    cooldowns_clear(&cooldowns);
}

/* -- Commands ---------------------------------------------------------------------------------- */

static int host_with_cooldown(void **state)
{
    host_opened(state);
    ((struct fixture *)*state)->config.cooldown = 30000;
    return 0;
}

static size_t pictures(const struct fixture *fixture)
{
    size_t count = 0;
    for (size_t i = 0; i < fixture->said_count; i++)
        count += fixture->said[i].kind == OUTBOUND_PICTURE;
    return count;
}

static void the_table_is_drawn_once_in_a_channel_until_somebody_moves(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start(fixture, "#a", "");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "table");
    assert_int_equal(pictures(fixture), 1);
    fixture_type(fixture, "bruno", "#a", "table wide ascii");
    assert_int_equal(pictures(fixture), 1);
    fixture_private(fixture, "bruno", "The table was shown here a moment ago");
    fixture_move(fixture, table);
    fixture_clear(fixture);
    fixture_type(fixture, "bruno", "#a", "table");
    assert_int_equal(pictures(fixture), 1);
}

static void a_mistyped_table_does_not_count(void **state)
{
    struct fixture *fixture = *state;
    fixture_start(fixture, "#a", "");
    fixture_type(fixture, "alice", "#a", "table square");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "table");
    assert_int_equal(pictures(fixture), 1);
}

static void in_private_each_view_of_the_table_is_an_answer_of_its_own(void **state)
{
    struct fixture *fixture = *state;
    fixture_start(fixture, "#a", "");
    fixture_type(fixture, "alice", "#a", "table");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "", "table");
    fixture_type(fixture, "alice", "", "table sentences");
    fixture_type(fixture, "bruno", "", "table");
    assert_int_equal(fixture_count_private(fixture, "alice", "further up"), 0);
    assert_int_equal(fixture_count_private(fixture, "bruno", "further up"), 0);
    fixture_type(fixture, "alice", "", "table");
    fixture_private(fixture, "alice", "You have that answer already");
}

static void help_and_rules_are_counted_for_each_person_and_topic(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "help");
    fixture_type(fixture, "alice", "#a", "help play");
    fixture_type(fixture, "alice", "#a", "help play");
    fixture_type(fixture, "alice", "#a", "rules en-garde");
    fixture_type(fixture, "alice", "#a", "rules en-garde scoring");
    fixture_type(fixture, "bruno", "#a", "help");
    assert_int_equal(fixture_count_private(fixture, "alice", "further up"), 0);
    assert_int_equal(fixture_count_private(fixture, "bruno", "further up"), 0);
    fixture_type(fixture, "alice", "#a", "help");
    fixture_private(fixture, "alice", "You have that answer already");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "", "rules en-garde");
    fixture_private(fixture, "alice", "You have that answer already");
}

static void nothing_is_counted_without_a_span_or_with_one_person_alone(void **state)
{
    struct fixture *fixture = *state;
    fixture_start(fixture, "#a", "");
    fixture_set_terminal(fixture, true);
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "table");
    fixture_type(fixture, "alice", "#a", "table");
    assert_int_equal(pictures(fixture), 2);
    fixture_set_terminal(fixture, false);
    fixture->config.cooldown = 0;
    fixture_type(fixture, "alice", "#a", "table");
    assert_int_equal(pictures(fixture), 3);
}

int main(void)
{
#define WITH_COOLDOWN(test) cmocka_unit_test_setup_teardown(test, host_with_cooldown, host_closed)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_holds_for_its_span_and_its_version),
        cmocka_unit_test(the_oldest_answers_are_forgotten),
        WITH_COOLDOWN(the_table_is_drawn_once_in_a_channel_until_somebody_moves),
        WITH_COOLDOWN(a_mistyped_table_does_not_count),
        WITH_COOLDOWN(in_private_each_view_of_the_table_is_an_answer_of_its_own),
        WITH_COOLDOWN(help_and_rules_are_counted_for_each_person_and_topic),
        WITH_COOLDOWN(nothing_is_counted_without_a_span_or_with_one_person_alone),
    };
    return cmocka_run_group_tests_name("cooldown", tests, NULL, NULL);
}
