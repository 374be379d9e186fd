/* The sender: replacement, limits, refusals. */
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/sender_kit.h"

/* --- replacement --- */

static void a_newer_picture_takes_the_place(void **state)
{
    struct sender *sender = sender_with(&unlimited);

    (void)state;
    assert_int_equal(put_keyed(sender, SENDER_PICTURE, "#a", 7, "old1 old2 old3"), SENDER_QUEUED);
    put(sender, SENDER_PICTURE, "#a", "help");
    put(sender, SENDER_PICTURE, "#b", "b");
    assert_int_equal(put_keyed(sender, SENDER_PICTURE, "#a", 7, "new1 new2"), SENDER_REPLACED);
    expect_counts(sender, 0, 3, 0, 4);
    expect_at(sender, 1000, "new1 new2 b help");
    expect_counts(sender, 4, 3, 0, 0);
    sender_free(sender);
}

static void only_the_same_key_and_target_are_replaced(void **state)
{
    struct sender *sender = sender_with(&unlimited);

    (void)state;
    put_keyed(sender, SENDER_PICTURE, "#a", 7, "a7");
    put_keyed(sender, SENDER_PICTURE, "#a", 8, "a8");
    put_keyed(sender, SENDER_PICTURE, "#b", 7, "b7");
    put_keyed(sender, SENDER_PICTURE, "#a", 0, "a0");
    assert_int_equal(put_keyed(sender, SENDER_PICTURE, "#a", 0, "a00"), SENDER_QUEUED);
    assert_int_equal(put_keyed(sender, SENDER_PICTURE, "#A", 7, "A7"), SENDER_QUEUED);
    assert_int_equal(put_keyed(sender, SENDER_PICTURE, "#a", 8, "new"), SENDER_REPLACED);
    expect_at(sender, 1000, "a7 b7 A7 new a0 a00");
    sender_free(sender);
}

static void a_begun_picture_is_finished_and_not_replaced(void **state)
{
    struct sender *sender = sender_with(&unlimited);

    (void)state;
    put_keyed(sender, SENDER_PICTURE, "#a", 7, "old1 old2");
    assert_string_equal(sender_next(sender, 1000, NULL), "old1");
    assert_int_equal(put_keyed(sender, SENDER_PICTURE, "#a", 7, "mid1 mid2"), SENDER_QUEUED);
    assert_int_equal(put_keyed(sender, SENDER_PICTURE, "#a", 7, "new1"), SENDER_REPLACED);
    expect_at(sender, 1000, "old2 new1");
    expect_counts(sender, 3, 2, 0, 0);
    sender_free(sender);
}

static void another_priority_replaces_too(void **state)
{
    struct sender *sender = sender_with(&unlimited);

    (void)state;
    put_keyed(sender, SENDER_PICTURE, "#a", 7, "picture");
    put(sender, SENDER_EVENT, "#a", "event");
    assert_int_equal(put_keyed(sender, SENDER_EVENT, "#a", 7, "state"), SENDER_REPLACED);
    expect_at(sender, 1000, "event state");
    sender_free(sender);
}

static void an_event_is_told_in_its_order(void **state)
{
    struct sender *sender = sender_with(&unlimited);

    (void)state;
    put_keyed(sender, SENDER_EVENT, "#a", 7, "alice-sits");
    put(sender, SENDER_EVENT, "#a", "sealed");
    assert_int_equal(put_keyed(sender, SENDER_EVENT, "#a", 7, "bruno-sits"), SENDER_REPLACED);
    put(sender, SENDER_EVENT, "#a", "word");
    assert_int_equal(put_keyed(sender, SENDER_EVENT, "#a", 7, "begins"), SENDER_REPLACED);
    expect_at(sender, 1000, "sealed word begins");
    sender_free(sender);
}

/* --- limits --- */

static void pictures_give_way_to_events(void **state)
{
    struct sender *sender = sender_with(&unlimited);

    (void)state;
    put(sender, SENDER_PICTURE, "#a", "p1 p2 p3 p4 p5 p6 p7 p8");
    put(sender, SENDER_PICTURE, "#a", "q1 q2 q3 q4 q5 q6 q7 q8");
    put(sender, SENDER_EVENT, "#a", "e1 e2 e3");
    put(sender, SENDER_EVENT, "#a", "f1");
    assert_int_equal(sender_waiting(sender, "#a"), 20);
    put(sender, SENDER_EVENT, "#a", "g1");
    expect_counts(sender, 0, 0, 8, 13);
    expect_at(sender, 1000, "e1 e2 e3 f1 g1 q1 q2 q3 q4 q5 q6 q7 q8");
    sender_free(sender);
}

static void of_too_many_events_the_newest_remain(void **state)
{
    struct sender *sender = sender_with(&unlimited);
    const char *line;
    char text[16];
    int expected = 5;

    (void)state;
    for (int i = 0; i < 25; i++) {
        snprintf(text, sizeof(text), "%d", i);
        put(sender, SENDER_EVENT, "#a", text);
    }
    expect_counts(sender, 0, 0, 5, 20);
    while ((line = sender_next(sender, 1000, NULL)))
        assert_int_equal(strtol(line, NULL, 10), expected++);
    assert_int_equal(expected, 25);
    sender_free(sender);
}

static void an_unimportant_one_drops_nothing_important(void **state)
{
    struct sender *sender = sender_with(&unlimited);

    (void)state;
    put(sender, SENDER_ANSWER, "#a", "1 2 3 4 5 6 7 8 9 10");
    put(sender, SENDER_EVENT, "#a", "1 2 3 4 5 6 7 8");
    put(sender, SENDER_PICTURE, "#a", "p");
    assert_int_equal(put_keyed(sender, SENDER_PICTURE, "#a", 0, "q1 q2 q3"), SENDER_DROPPED);
    /* The new one could not have fitted, so the older picture stays. */
    expect_counts(sender, 0, 0, 3, 19);
    sender_free(sender);
}

static void an_outdated_picture_goes_even_if_the_newer_does_not_fit(void **state)
{
    struct sender *sender = sender_with(&unlimited);

    (void)state;
    put(sender, SENDER_EVENT, "#a", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18");
    put_keyed(sender, SENDER_PICTURE, "#a", 7, "p");
    assert_int_equal(put_keyed(sender, SENDER_PICTURE, "#a", 7, "q1 q2 q3"), SENDER_DROPPED);
    expect_counts(sender, 0, 1, 3, 18);
    sender_free(sender);
}

static void a_begun_group_is_not_dropped(void **state)
{
    struct sender *sender = sender_with(&unlimited);

    (void)state;
    put(sender, SENDER_PICTURE, "#a", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20");
    assert_string_equal(sender_next(sender, 1000, NULL), "1");
    put(sender, SENDER_EVENT, "#a", "e");
    put(sender, SENDER_EVENT, "#a", "f");
    expect_counts(sender, 1, 0, 1, 20);
    expect_at(sender, 1000, "2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 f");
    sender_free(sender);
}

static void a_group_larger_than_the_limit_is_dropped(void **state)
{
    struct sender *sender = sender_with(&unlimited);

    (void)state;
    assert_int_equal(put_keyed(sender, SENDER_ANSWER, "#a", 0,
                               "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21"),
                     SENDER_DROPPED);
    expect_counts(sender, 0, 0, 21, 0);
    expect_wait(sender, 1000, -1);
    sender_free(sender);
}

static void the_whole_is_bounded(void **state)
{
    struct sender *sender = sender_with(&unlimited);
    char name[16];

    (void)state;
    for (int i = 0; i < 50; i++) {
        snprintf(name, sizeof(name), "#%d", i);
        put(sender, SENDER_EVENT, name, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20");
    }
    assert_int_equal(put_keyed(sender, SENDER_ANSWER, "bob", 0, "hand"), SENDER_DROPPED);
    put(sender, SENDER_URGENT, "", "PONG");
    assert_string_equal(sender_next(sender, 1000, NULL), "PONG");
    assert_non_null(sender_next(sender, 1000, NULL));
    put(sender, SENDER_ANSWER, "bob", "hand");
    assert_string_equal(sender_next(sender, 1000, NULL), "hand");
    sender_free(sender);
}

static void urgent_lines_are_bounded(void **state)
{
    struct sender *sender = sender_with(&unlimited);

    (void)state;
    for (int i = 0; i < SENDER_URGENT_LINES; i++)
        put(sender, SENDER_URGENT, "", "PONG");
    assert_int_equal(put_keyed(sender, SENDER_URGENT, "", 0, "PONG"), SENDER_DROPPED);
    expect_counts(sender, 0, 0, 1, SENDER_URGENT_LINES);
    sender_free(sender);
}

/* --- refusals, forgetting --- */

static void bad_lines_are_refused(void **state)
{
    struct sender *sender = sender_with(&unlimited);
    char line[SENDER_LINE_MAX + 2];
    char name[SENDER_TARGET_MAX + 1];
    const char *lines[] = {"good", line};

    (void)state;
    memset(line, 'x', sizeof(line) - 1);
    line[SENDER_LINE_MAX + 1] = 0;
    assert_int_equal(sender_put(sender, SENDER_EVENT, "#a", 0, lines, 2), SENDER_INVALID);
    line[SENDER_LINE_MAX] = 0;
    assert_int_equal(sender_put(sender, SENDER_EVENT, "#a", 0, lines, 2), SENDER_QUEUED);
    line[3] = '\r';
    assert_int_equal(sender_put(sender, SENDER_EVENT, "#a", 0, lines, 2), SENDER_INVALID);
    line[3] = '\n';
    assert_int_equal(sender_put(sender, SENDER_URGENT, "#a", 0, lines, 2), SENDER_INVALID);
    line[0] = 0;
    assert_int_equal(sender_put(sender, SENDER_EVENT, "#a", 0, lines, 2), SENDER_INVALID);
    assert_int_equal(sender_put(sender, SENDER_EVENT, "#a", 0, lines, 0), SENDER_INVALID);
    memset(name, 'n', sizeof(name));
    name[SENDER_TARGET_MAX] = 0;
    assert_int_equal(sender_put(sender, SENDER_EVENT, name, 0, lines, 1), SENDER_INVALID);
    name[SENDER_TARGET_MAX - 1] = 0;
    assert_int_equal(sender_put(sender, SENDER_EVENT, name, 0, lines, 1), SENDER_QUEUED);
    expect_counts(sender, 0, 0, 0, 3);
    sender_free(sender);
}

static void a_target_can_be_forgotten(void **state)
{
    struct sender *sender = sender_with(&unlimited);

    (void)state;
    put(sender, SENDER_PICTURE, "#a", "p1 p2 p3");
    assert_string_equal(sender_next(sender, 1000, NULL), "p1");
    put(sender, SENDER_EVENT, "#a", "e");
    put(sender, SENDER_EVENT, "#b", "b");
    put(sender, SENDER_URGENT, "#a", "PART");
    sender_drop_target(sender, "#a");
    sender_drop_target(sender, "#unknown");
    assert_int_equal(sender_waiting(sender, "#a"), 0);
    expect_counts(sender, 1, 0, 3, 2);
    expect_at(sender, 1000, "PART b");
    sender_free(sender);
}

static void everything_can_be_forgotten(void **state)
{
    struct sender *sender = sender_with(&unlimited);

    (void)state;
    put(sender, SENDER_PICTURE, "#a", "p1 p2 p3");
    put(sender, SENDER_EVENT, "#b", "b1 b2");
    assert_string_equal(sender_next(sender, 1000, NULL), "b1");
    put(sender, SENDER_URGENT, "", "u1 u2");
    assert_string_equal(sender_next(sender, 1000, NULL), "u1");
    sender_clear(sender);
    expect_counts(sender, 2, 0, 5, 0);
    expect_wait(sender, 1000, -1);
    put(sender, SENDER_URGENT, "", "again");
    expect_at(sender, 1000, "again");
    sender_free(sender);
}

/* The lines are "TARGET NUMBER.INDEX"; the lines of a group must reach their target without a gap.
 */
static void expect_whole_groups(const char *line, unsigned last[26][2])
{
    char *dot;
    unsigned number = (unsigned)strtoul(line + 2, &dot, 10);
    unsigned index = (unsigned)strtoul(dot + 1, NULL, 10);
    unsigned *before = last[line[0] - 'a'];

    if (index > 0) {
        assert_int_equal(number, before[0]);
        assert_int_equal(index, before[1] + 1);
    }
    before[0] = number;
    before[1] = index;
}

/* Whatever is queued: every line is counted, no target exceeds its limit, groups stay whole. */
static void random_use_keeps_the_books(void **state)
{
    struct sender *sender = sender_with(&usual);
    unsigned random = 12345, last[26][2] = {0};
    char next[SENDER_LINE_MAX + 1];
    uint64_t put_lines = 0;
    int64_t now = 0;

    (void)state;
    for (unsigned i = 0; i < 20000; i++) {
        char texts[6][32], target[2] = "a";
        const char *lines[6], *line;
        size_t count;
        struct sender_counts counts;

        random = random * 1103515245u + 12345u;
        count = 1 + (random >> 16) % 6;
        target[0] = (char)('a' + (random >> 24) % 5);
        for (size_t k = 0; k < count; k++) {
            snprintf(texts[k], sizeof(texts[k]), "%s %u.%zu", target, i, k);
            lines[k] = texts[k];
        }
        sender_put(sender, (enum sender_priority)(1 + (random >> 20) % 3), target,
                   (random >> 27) % 3, lines, count);
        put_lines += count;
        assert_true(sender_waiting(sender, target) <= SENDER_TARGET_LINES);
        now += (random >> 8) % 12000;
        for (unsigned k = 0; k < (random >> 12) % 6; k++) {
            const char *shown = sender_peek(sender);
            if (shown) {
                struct text kept = TEXT_IN(next);
                text_add(&kept, shown);
            }
            line = sender_next(sender, now, NULL);
            if (line)
                assert_string_equal(line, shown ? next : "nothing");
            else
                assert_true(shown != NULL || sender_counts(sender).waiting == 0);
            if (line)
                expect_whole_groups(line, last);
        }
        counts = sender_counts(sender);
        assert_int_equal(counts.sent + counts.replaced + counts.dropped + counts.waiting,
                         put_lines);
    }
    /* The test covered everything: all of these happened. */
    assert_true(sender_counts(sender).sent > 10000);
    assert_true(sender_counts(sender).replaced > 1000);
    assert_true(sender_counts(sender).dropped > 1000);
    sender_free(sender);
}

/* --- a line for several --- */

static void what_a_target_gets_next_can_go_along(void **state)
{
    struct sender *sender = sender_with(&lines_only);

    (void)state;
    put(sender, SENDER_ANSWER, "alice", "vote over");
    put(sender, SENDER_ANSWER, "bruno", "vote over");
    put(sender, SENDER_ANSWER, "carla", "hand");
    put(sender, SENDER_ANSWER, "carla", "vote");
    assert_string_equal(sender_next(sender, 1000, NULL), "vote");
    assert_false(sender_take_same(sender, "bruno", "over"));
    assert_true(sender_take_same(sender, "bruno", "vote"));
    assert_false(sender_take_same(sender, "carla", "vote"));
    assert_false(sender_take_same(sender, "dora", "vote"));
    expect_counts(sender, 2, 0, 0, 4);
    assert_string_equal(sender_next(sender, 1000, NULL), "over");
    assert_true(sender_take_same(sender, "bruno", "over"));
    assert_false(sender_take_same(sender, "bruno", "over"));
    /* Three of the five tokens are left. */
    put(sender, SENDER_EVENT, "#a", "1 2 3");
    expect_at(sender, 1000, "1 2 hand");
    sender_free(sender);
}

static void a_begun_group_comes_before_what_is_more_important(void **state)
{
    struct sender *sender = sender_with(&unlimited);

    (void)state;
    put(sender, SENDER_PICTURE, "alice", "help more");
    assert_string_equal(sender_next(sender, 1000, NULL), "help");
    put(sender, SENDER_ANSWER, "alice", "vote");
    assert_false(sender_take_same(sender, "alice", "vote"));
    assert_true(sender_take_same(sender, "alice", "more"));
    assert_true(sender_take_same(sender, "alice", "vote"));
    expect_counts(sender, 3, 0, 0, 0);
    sender_free(sender);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_newer_picture_takes_the_place),
        cmocka_unit_test(only_the_same_key_and_target_are_replaced),
        cmocka_unit_test(a_begun_picture_is_finished_and_not_replaced),
        cmocka_unit_test(another_priority_replaces_too),
        cmocka_unit_test(an_event_is_told_in_its_order),
        cmocka_unit_test(pictures_give_way_to_events),
        cmocka_unit_test(of_too_many_events_the_newest_remain),
        cmocka_unit_test(an_unimportant_one_drops_nothing_important),
        cmocka_unit_test(an_outdated_picture_goes_even_if_the_newer_does_not_fit),
        cmocka_unit_test(a_begun_group_is_not_dropped),
        cmocka_unit_test(a_group_larger_than_the_limit_is_dropped),
        cmocka_unit_test(the_whole_is_bounded),
        cmocka_unit_test(urgent_lines_are_bounded),
        cmocka_unit_test(bad_lines_are_refused),
        cmocka_unit_test(a_target_can_be_forgotten),
        cmocka_unit_test(everything_can_be_forgotten),
        cmocka_unit_test(random_use_keeps_the_books),
        cmocka_unit_test(what_a_target_gets_next_can_go_along),
        cmocka_unit_test(a_begun_group_comes_before_what_is_more_important),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
