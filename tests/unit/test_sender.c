/* The sender: pace and order. */
#include <stdio.h>

#include "tests/unit/sender_kit.h"

/* --- pace --- */

static void burst_then_one_every_refill(void **state)
{
    struct sender *sender = sender_with(&usual);

    (void)state;
    put(sender, SENDER_EVENT, "#a", "1 2 3 4 5 6 7 8");
    expect_at(sender, 1000, "1 2 3 4 5");
    expect_wait(sender, 1000, 2000);
    expect_wait(sender, 2999, 1);
    expect_at(sender, 3000, "6");
    expect_wait(sender, 3500, 1500);
    expect_at(sender, 7000, "7 8");
    expect_wait(sender, 7000, -1);
    sender_free(sender);
}

static void idle_time_fills_no_more_than_the_burst(void **state)
{
    struct sender *sender = sender_with(&usual);

    (void)state;
    put(sender, SENDER_EVENT, "#a", "1 2 3 4 5 6 7");
    expect_at(sender, 10000000, "1 2 3 4 5");
    expect_at(sender, INT64_MAX, "6 7");
    sender_free(sender);
}

static void a_clock_that_steps_back_gives_nothing(void **state)
{
    struct sender *sender = sender_with(&usual);

    (void)state;
    put(sender, SENDER_EVENT, "#a", "1 2 3 4 5 6 7");
    expect_at(sender, 1000, "1 2 3 4 5");
    expect_wait(sender, -500, 2000);
    expect_wait(sender, 499, 1001);
    expect_at(sender, 1500, "6");
    sender_free(sender);
}

static void long_lines_leave_a_debt(void **state)
{
    struct sender *sender = sender_with(&usual);
    char line[SENDER_LINE_MAX + 1];
    const char *lines[] = {line, line, line};

    (void)state;
    memset(line, 'x', sizeof(line) - 1);
    line[358] = 0; /* 360 bytes on the wire: two tokens */
    assert_int_equal(sender_put(sender, SENDER_EVENT, "#a", 0, lines, 3), SENDER_QUEUED);
    put(sender, SENDER_EVENT, "#b", "short");
    assert_string_equal(sender_next(sender, 1000, NULL), line);
    assert_string_equal(sender_next(sender, 1000, NULL), line);
    assert_string_equal(sender_next(sender, 1000, NULL), line);
    /* One token was left and two were spent: one to repay, one to earn. */
    expect_wait(sender, 1000, 4000);
    expect_at(sender, 5000, "short");
    sender_free(sender);
}

static void the_delay_of_more_lines_is_told_before_they_are_put(void **state)
{
    struct sender *sender = sender_with(&usual);
    const char *lines[] = {"1", "2", "3", "4", "5", "6", "7"};

    (void)state;
    assert_int_equal(sender_delay(sender, 1000, lines, 5), 0);
    assert_int_equal(sender_delay(sender, 1000, lines, 7), 4000);
    put(sender, SENDER_EVENT, "#a", "a b c");
    assert_int_equal(sender_delay(sender, 1000, lines, 3), 2000);
    expect_at(sender, 1000, "a b c");
    assert_int_equal(sender_delay(sender, 1000, lines, 3), 2000);
    assert_int_equal(sender_delay(sender, 2500, lines, 3), 500);
    assert_int_equal(sender_delay(sender, 60000, lines, 5), 0);
    sender_set_pace(sender, &(struct sender_pace){.burst = 1, .refill_ms = 1, .unlimited = true},
                    60000);
    assert_int_equal(sender_delay(sender, 60000, lines, 7), 0);
    sender_free(sender);
}

static void a_line_dearer_than_the_burst_still_goes(void **state)
{
    static const struct sender_pace slow = {.burst = 1, .refill_ms = 1000, .bytes_per_token = 10};
    struct sender *sender = sender_with(&slow);
    char line[99];
    const char *lines[] = {line, "next"};

    (void)state;
    memset(line, 'x', sizeof(line));
    line[98] = 0;
    assert_int_equal(sender_put(sender, SENDER_EVENT, "#a", 0, lines, 2), SENDER_QUEUED);
    assert_string_equal(sender_next(sender, 1000, NULL), line);
    expect_wait(sender, 1000, 10000);
    sender_free(sender);
}

static void bytes_can_be_free(void **state)
{
    struct sender *sender = sender_with(&lines_only);
    char line[SENDER_LINE_MAX + 1];
    const char *lines[] = {line, line, line, line, line, line};

    (void)state;
    memset(line, 'x', sizeof(line) - 1);
    line[SENDER_LINE_MAX] = 0;
    assert_int_equal(sender_put(sender, SENDER_EVENT, "#a", 0, lines, 6), SENDER_QUEUED);
    for (int i = 0; i < 5; i++)
        assert_string_equal(sender_next(sender, 1000, NULL), line);
    expect_wait(sender, 1000, 2000);
    sender_free(sender);
}

static void unlimited_never_waits(void **state)
{
    struct sender *sender = sender_with(&unlimited);

    (void)state;
    for (int i = 0; i < 40; i++) {
        char name[16];

        snprintf(name, sizeof(name), "#%d", i);
        put(sender, SENDER_EVENT, name, "x x x x x x x x x x");
    }
    for (int i = 0; i < 400; i++)
        assert_non_null(sender_next(sender, 1000, NULL));
    expect_wait(sender, 1000, -1);
    sender_free(sender);
}

static void a_new_pace_keeps_tokens_and_debt(void **state)
{
    static const struct sender_pace fast = {.burst = 8, .refill_ms = 1000};
    static const struct sender_pace narrow = {.burst = 1, .refill_ms = 1000};
    struct sender *sender = sender_with(&lines_only);

    (void)state;
    put(sender, SENDER_EVENT, "#a", "1 2 3 4 5 6 7 8 9 10 11 12 13 14");
    assert_string_equal(sender_next(sender, 1000, NULL), "1");
    assert_string_equal(sender_next(sender, 1000, NULL), "2");
    sender_set_pace(sender, &fast, 1000);
    expect_at(sender, 1000, "3 4 5");
    expect_wait(sender, 1000, 1000);
    sender_set_pace(sender, &narrow, 9000);
    expect_at(sender, 9000, "6");
    sender_set_pace(sender, &unlimited, 9000);
    expect_at(sender, 9000, "7 8 9 10 11 12 13 14");
    sender_free(sender);
}

static void a_senseless_pace_is_bounded(void **state)
{
    static const struct sender_pace senseless = {
        .burst = -3, .refill_ms = 0, .bytes_per_token = -9};
    static const struct sender_pace huge = {
        .burst = INT64_MAX, .refill_ms = INT64_MAX, .bytes_per_token = INT64_MAX};
    struct sender *sender = sender_with(&senseless);

    (void)state;
    put(sender, SENDER_EVENT, "#a", "1 2");
    expect_at(sender, 1000, "1");
    expect_wait(sender, 1000, 1);
    sender_set_pace(sender, &huge, 1000);
    expect_wait(sender, 1000, 3600000);
    sender_free(sender);
}

/* --- order --- */

static void priorities_go_first(void **state)
{
    struct sender *sender = sender_with(&unlimited);

    (void)state;
    put(sender, SENDER_PICTURE, "#a", "p1 p2");
    put(sender, SENDER_EVENT, "#a", "e");
    put(sender, SENDER_ANSWER, "bob", "a1 a2");
    put(sender, SENDER_URGENT, "", "u1 u2");
    put(sender, SENDER_URGENT, "", "u3");
    expect_at(sender, 1000, "u1 u2 u3 a1 e p1 a2 p2");
    sender_free(sender);
}

static void priorities_share_what_is_there(void **state)
{
    struct sender *sender = sender_with(&unlimited);
    unsigned sent[SENDER_PRIORITIES] = {0};

    (void)state;
    for (unsigned i = 0; i < 120; i++) {
        put(sender, SENDER_ANSWER, i % 2 ? "alice" : "bruno", "1");
        put(sender, SENDER_EVENT, "#a", "2");
        put(sender, SENDER_PICTURE, "#b", "3");
        put(sender, SENDER_GUEST, "carla", "4");
        const char *line = sender_next(sender, 1000, NULL);
        sent[line[0] - '0']++;
        /* Everybody always has something waiting, and never too much. */
        sender_drop_target(sender, i % 2 ? "bruno" : "alice");
        if (i % 10 == 9) {
            sender_drop_target(sender, "#a");
            sender_drop_target(sender, "#b");
            sender_drop_target(sender, "carla");
        }
    }
    assert_int_equal(sent[SENDER_ANSWER], 30);
    assert_int_equal(sent[SENDER_EVENT], 60);
    assert_int_equal(sent[SENDER_PICTURE], 20);
    assert_int_equal(sent[SENDER_GUEST], 10);
    sender_free(sender);
}

static void who_is_silent_saves_nothing_up(void **state)
{
    struct sender *sender = sender_with(&unlimited);

    (void)state;
    put(sender, SENDER_EVENT, "#a", "1 2 3 4 5 6 7 8");
    expect_at(sender, 1000, "1 2 3 4 5 6 7 8");
    put(sender, SENDER_EVENT, "#a", "e1 e2 e3 e4");
    put(sender, SENDER_ANSWER, "alice", "a1 a2 a3 a4");
    expect_at(sender, 1000, "a1 e1 a2 e2 e3 a3 e4 a4");
    sender_free(sender);
}

/* What happens at the other tables goes at once although somebody asks without end. */
static void a_part_of_the_burst_is_kept_for_events(void **state)
{
    struct sender *sender = sender_with(&lines_only);

    (void)state;
    put(sender, SENDER_ANSWER, "alice", "a1 a2 a3 a4 a5 a6");
    put(sender, SENDER_GUEST, "bruno", "g1 g2");
    expect_at(sender, 1000, "a1 g1 a2 a3");
    expect_wait(sender, 1000, 2000);
    put(sender, SENDER_EVENT, "#a", "e1 e2");
    expect_at(sender, 1000, "e1");
    expect_at(sender, 3000, "e2");
    expect_wait(sender, 3000, 4000);
    expect_at(sender, 7000, "a4");
    sender_free(sender);
}

/* The first goes at once; those that wait share a line as long as there is room. */
static void what_waits_shares_a_line(void **state)
{
    static const struct sender_pace slow = {.burst = 1, .refill_ms = 2000};
    const struct sender_joint one = {.key = 1, .lead = 3, .most = 12}, other = {2, 3, 12};
    struct sender *sender = sender_with(&slow);
    (void)state;
    sender_put_joined(sender, SENDER_EVENT, "#a", &one, "#a:one.");
    expect_at(sender, 1000, "#a:one.");
    sender_put_joined(sender, SENDER_EVENT, "#a", &one, "#a:two.");
    sender_put_joined(sender, SENDER_EVENT, "#a", &one, "#a:six.");
    sender_put_joined(sender, SENDER_EVENT, "#a", &one, "#a:ten.");
    sender_put_joined(sender, SENDER_EVENT, "#a", &other, "#a:two.");
    assert_int_equal(sender_counts(sender).waiting, 3);
    expect_at(sender, 3000, "#a:two. six.");
    expect_at(sender, 5000, "#a:ten.");
    expect_at(sender, 7000, "#a:two.");
    sender_free(sender);
}

static void a_picture_waits_for_the_events_of_its_channel(void **state)
{
    struct sender *sender = sender_with(&unlimited);

    (void)state;
    put(sender, SENDER_PICTURE, "#a", "p1 p2");
    put(sender, SENDER_EVENT, "#a", "e1 e2 e3 e4");
    put(sender, SENDER_PICTURE, "#b", "q1 q2");
    expect_at(sender, 1000, "e1 q1 e2 e3 e4 p1 p2 q2");
    sender_free(sender);
}

static void urgent_never_waits(void **state)
{
    struct sender *sender = sender_with(&usual);

    (void)state;
    put(sender, SENDER_EVENT, "#a", "1 2 3 4 5 6");
    expect_at(sender, 1000, "1 2 3 4 5");
    put(sender, SENDER_URGENT, "", "PONG QUIT");
    expect_at(sender, 1000, "PONG QUIT");
    /* It causes no debt. */
    expect_wait(sender, 1000, 2000);
    expect_at(sender, 3000, "6");
    sender_free(sender);
}

static void urgent_lines_empty_the_bucket(void **state)
{
    struct sender *sender = sender_with(&usual);

    (void)state;
    put(sender, SENDER_URGENT, "", "CAP NICK USER REQ AUTHENTICATE END");
    put(sender, SENDER_EVENT, "#a", "JOIN");
    expect_at(sender, 1000, "CAP NICK USER REQ AUTHENTICATE END");
    expect_at(sender, 3000, "JOIN");
    sender_free(sender);
}

static void targets_take_turns(void **state)
{
    struct sender *sender = sender_with(&unlimited);

    (void)state;
    put(sender, SENDER_EVENT, "#busy", "b1");
    put(sender, SENDER_EVENT, "#busy", "b2a b2b");
    put(sender, SENDER_EVENT, "#busy", "b3");
    put(sender, SENDER_EVENT, "#c", "c1");
    put(sender, SENDER_EVENT, "#c", "c2");
    put(sender, SENDER_EVENT, "#d", "d1");
    expect_at(sender, 1000, "b1 c1 d1 b2a b2b c2 b3");
    sender_free(sender);
}

static void a_newcomer_does_not_starve(void **state)
{
    struct sender *sender = sender_with(&unlimited);

    (void)state;
    put(sender, SENDER_EVENT, "#busy", "b1");
    put(sender, SENDER_EVENT, "#busy", "b2");
    put(sender, SENDER_EVENT, "#busy", "b3");
    assert_string_equal(sender_next(sender, 1000, NULL), "b1");
    put(sender, SENDER_EVENT, "#new", "n1");
    put(sender, SENDER_EVENT, "#new", "n2");
    /* Both waited before the newcomer: the busy one is served once more, then they take turns. */
    assert_int_equal(sender_waiting(sender, "#new"), 2);
    expect_at(sender, 1000, "b2 n1 b3 n2");
    sender_free(sender);
}

static void somebody_who_comes_back_gets_no_advantage(void **state)
{
    struct sender *sender = sender_with(&unlimited);

    (void)state;
    put(sender, SENDER_EVENT, "#a", "a1");
    put(sender, SENDER_EVENT, "#a", "a2");
    put(sender, SENDER_EVENT, "#b", "b1");
    assert_string_equal(sender_next(sender, 1000, NULL), "a1");
    assert_string_equal(sender_next(sender, 1000, NULL), "b1");
    put(sender, SENDER_EVENT, "#b", "b2");
    expect_at(sender, 1000, "a2 b2");
    sender_free(sender);
}

static void a_group_stays_together_in_its_target(void **state)
{
    struct sender *sender = sender_with(&unlimited);

    (void)state;
    put(sender, SENDER_PICTURE, "#a", "p1 p2 p3");
    assert_string_equal(sender_next(sender, 1000, NULL), "p1");
    put(sender, SENDER_EVENT, "#a", "event");
    put(sender, SENDER_ANSWER, "#a", "answer");
    expect_at(sender, 1000, "p2 p3 answer event");
    sender_free(sender);
}

static void other_targets_pass_a_begun_picture(void **state)
{
    struct sender *sender = sender_with(&unlimited);

    (void)state;
    put(sender, SENDER_PICTURE, "#a", "p1 p2 p3");
    assert_string_equal(sender_next(sender, 1000, NULL), "p1");
    put(sender, SENDER_EVENT, "#b", "b");
    put(sender, SENDER_ANSWER, "bob", "hand");
    expect_at(sender, 1000, "hand b p2 p3");
    sender_free(sender);
}

static void a_picture_in_the_way_of_an_event_takes_turns(void **state)
{
    struct sender *sender = sender_with(&unlimited);

    (void)state;
    put(sender, SENDER_PICTURE, "#a", "p1 p2 p3 p4");
    assert_string_equal(sender_next(sender, 1000, NULL), "p1");
    put(sender, SENDER_EVENT, "#a", "a");
    put(sender, SENDER_EVENT, "#b", "b1");
    put(sender, SENDER_EVENT, "#b", "b2");
    expect_at(sender, 1000, "p2 b1 p3 b2 p4 a");
    sender_free(sender);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(burst_then_one_every_refill),
        cmocka_unit_test(idle_time_fills_no_more_than_the_burst),
        cmocka_unit_test(a_clock_that_steps_back_gives_nothing),
        cmocka_unit_test(long_lines_leave_a_debt),
        cmocka_unit_test(the_delay_of_more_lines_is_told_before_they_are_put),
        cmocka_unit_test(a_line_dearer_than_the_burst_still_goes),
        cmocka_unit_test(bytes_can_be_free),
        cmocka_unit_test(unlimited_never_waits),
        cmocka_unit_test(a_new_pace_keeps_tokens_and_debt),
        cmocka_unit_test(a_senseless_pace_is_bounded),
        cmocka_unit_test(priorities_go_first),
        cmocka_unit_test(priorities_share_what_is_there),
        cmocka_unit_test(who_is_silent_saves_nothing_up),
        cmocka_unit_test(a_part_of_the_burst_is_kept_for_events),
        cmocka_unit_test(what_waits_shares_a_line),
        cmocka_unit_test(a_picture_waits_for_the_events_of_its_channel),
        cmocka_unit_test(urgent_never_waits),
        cmocka_unit_test(urgent_lines_empty_the_bucket),
        cmocka_unit_test(targets_take_turns),
        cmocka_unit_test(a_newcomer_does_not_starve),
        cmocka_unit_test(somebody_who_comes_back_gets_no_advantage),
        cmocka_unit_test(a_group_stays_together_in_its_target),
        cmocka_unit_test(other_targets_pass_a_begun_picture),
        cmocka_unit_test(a_picture_in_the_way_of_an_event_takes_turns),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
