/* Interactions that arrive late, and how the session tells lateness from a wrong clock. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/discord_kit.h"

/* Receives a command of alice in private that Discord made this long ago by its clock. */
static void command_on_its_way_for(struct discord_kit *kit, int64_t milliseconds)
{
    char json[512];
    const int64_t epoch = INT64_C(1420070400000);
    snprintf(json, sizeof json,
             "{\"id\":\"%lld\",\"token\":\"t\",\"application_id\":\"77\",\"type\":2,"
             "\"user\":{\"id\":\"8\",\"username\":\"a\"},\"data\":{\"name\":\"why\"}}",
             (long long)(kit->now - milliseconds - epoch) << 22);
    discord_kit_event(kit, "INTERACTION_CREATE", json);
}

/* An interaction that arrives late has less than its 3 seconds left. */
static void thinking_is_in_time_for_what_came_late(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_interact(kit, COMMAND("why")); /* tells how far apart the clocks are */
    say_private(kit, OUTBOUND_ANSWER, "Because.");
    discord_kit_done(kit, discord_kit_sent(kit, REST_INTERACTION_ANSWER), NULL);
    kit->awake = false;
    command_on_its_way_for(kit, 1500);
    assert_true(kit->awake); /* the host has not sent anything */
    discord_kit_wait(kit, 499);
    discord_kit_assert_silent(kit);
    discord_kit_wait(kit, 1);
    assert_field(discord_kit_sent(kit, REST_INTERACTION_ANSWER), "type", "5");
}

/* When time is over, the request still goes out, and ends by itself. */
static void what_comes_too_late_is_still_tried(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_interact(kit, COMMAND("start"));
    kit->now += 2500;
    struct kit_sent *sent = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
    assert_int_equal(sent->deadline, DISCORD_ANSWER_MS - 2500);
    discord_kit_done(kit, sent, NULL);
    say_private(kit, OUTBOUND_ANSWER, "It begins.");
    sent = discord_kit_sent(kit, REST_FOLLOWUP_EDIT);
    assert_int_equal(sent->deadline, DISCORD_TOKEN_MS - 2500);
    discord_kit_done(kit, sent, NULL);
    discord_kit_interact(kit, COMMAND("start"));
    kit->now += DISCORD_ANSWER_MS;
    assert_int_equal(discord_kit_sent(kit, REST_INTERACTION_ANSWER)->deadline, 1);
    discord_kit_interact(kit, COMMAND("start"));
    say_private(kit, OUTBOUND_ANSWER, "It begins.");
    kit->now += DISCORD_ANSWER_MS;
    sent = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
    assert_field(sent, "type", "4");
    assert_int_equal(sent->deadline, 1);
}

static void an_interaction_of_long_ago_is_not_acted_on(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_interact(kit, COMMAND("why")); /* tells how far apart the clocks are */
    discord_kit_forget(kit);
    command_on_its_way_for(kit, 4000);
    assert_int_equal(kit->heard_next, kit->heard_count);
    discord_kit_assert_silent(kit);
}

/* Nothing was heard yet that would tell how far the clocks are apart: ours is believed to a minute.
 */
static void the_first_interaction_is_judged_too(void **state)
{
    struct discord_kit *kit = *state;
    command_on_its_way_for(kit, 300 * 1000);
    assert_int_equal(kit->heard_next, kit->heard_count);
    command_on_its_way_for(kit, 50 * 1000);
    discord_kit_assert_heard(kit, "received - user:8 a player: why");
    say_private(kit, OUTBOUND_ANSWER, "Because.");
    assert_field(discord_kit_sent(kit, REST_INTERACTION_ANSWER), "data.content", "Because.");
    discord_kit_forget(kit);
    command_on_its_way_for(kit, 50 * 1000 + 2999);
    discord_kit_assert_heard(kit, "received - user:8 a player: why");
    discord_kit_forget(kit);
    command_on_its_way_for(kit, 50 * 1000 + 3000);
    assert_int_equal(kit->heard_next, kit->heard_count);
}

/* Returns how many of the fresh commands, one every `apart` ms, are not heard while our clock is
 * being corrected by six seconds, a twelfth of the time. */
static unsigned unheard_while_corrected(struct discord_kit *kit, int64_t apart)
{
    enum { CORRECTION = 6000, PART = 12 };
    unsigned unheard = 0;
    int64_t ahead = 0;
    for (int64_t passed = 0; passed < (int64_t)2 * PART * CORRECTION; passed += apart) {
        ahead = passed / PART < CORRECTION ? passed / PART : CORRECTION;
        kit->now += apart;
        command_on_its_way_for(kit, ahead);
        unheard += kit->heard_next == kit->heard_count;
        discord_kit_forget(kit);
    }
    command_on_its_way_for(kit, ahead + 4000);
    assert_int_equal(kit->heard_next, kit->heard_count);
    return unheard;
}

static void a_clock_that_is_corrected_makes_nothing_late(void **state)
{
    static const int64_t apart[] = {1000, 5000, 14000, 16000, 40000};
    struct discord_kit *kit = *state;
    for (size_t i = 0; i < sizeof apart / sizeof apart[0]; i++) {
        discord_kit_restart(kit);
        discord_kit_forget(kit);
        assert_int_equal(unheard_while_corrected(kit, apart[i]), 0);
    }
}

/* A clock that is wrong by more is noticed when several come equally late. */
static void a_clock_that_jumps_is_noticed(void **state)
{
    struct discord_kit *kit = *state;
    unsigned unheard = 0;
    for (int i = 0; i < 10; i++) {
        kit->now += 1000;
        command_on_its_way_for(kit, 3600 * 1000);
        unheard += kit->heard_next == kit->heard_count;
        discord_kit_forget(kit);
    }
    assert_int_equal(unheard, 2);
    /* Ages are counted from the corrected clock: of the 3 seconds 1.5 are gone. */
    kit->now += 1000;
    command_on_its_way_for(kit, 3600 * 1000 + 1500);
    say_private(kit, OUTBOUND_ANSWER, "Here.");
    int64_t left = 0;
    while (left == 0 || kit->sent_next < kit->sent_count)
        left = discord_kit_sent(kit, REST_INTERACTION_ANSWER)->deadline;
    assert_in_range(left, 1500, 1700);
    discord_kit_forget(kit);
    /* What comes all at once after an outage is old. */
    for (int i = 0; i < 10; i++)
        command_on_its_way_for(kit, 3600 * 1000 + 30000);
    assert_int_equal(kit->heard_next, kit->heard_count);
}

/* Whether it is said again that ids are late by so much, this long after the last. */
static bool is_heard_after(struct discord_kit *kit, int64_t pause, int64_t delay)
{
    kit->now += pause;
    command_on_its_way_for(kit, delay);
    bool heard = kit->heard_next < kit->heard_count;
    discord_kit_forget(kit);
    return heard;
}

/* Ids that are late by different times tell nothing about the clock: only those that agree count.
 */
static void only_ids_that_are_late_alike_correct_the_clock(void **state)
{
    enum { HOUR = 3600 * 1000, HALF = HOUR / 2 };
    struct discord_kit *kit = *state;
    assert_false(is_heard_after(kit, 1000, HOUR));
    assert_false(is_heard_after(kit, 1000, HALF));
    assert_false(is_heard_after(kit, 2000, HALF));
    assert_true(is_heard_after(kit, 1000, HALF));
    /* An id in time begins the count anew. */
    assert_false(is_heard_after(kit, 1000, HOUR));
    assert_false(is_heard_after(kit, 1000, HOUR));
    assert_true(is_heard_after(kit, 1000, HALF));
    assert_false(is_heard_after(kit, 1000, HOUR));
    assert_false(is_heard_after(kit, 1000, HOUR));
    assert_true(is_heard_after(kit, 1000, HOUR));
}

/* A computer's clock that nothing corrects: 100 ms an hour. */
static void a_clock_that_runs_fast_makes_nothing_late(void **state)
{
    struct discord_kit *kit = *state;
    for (int hour = 0; hour < 100; hour++) {
        kit->now += 3600 * 1000;
        command_on_its_way_for(kit, hour * 100);
        discord_kit_assert_heard(kit, "received - user:8 a player: why");
        discord_kit_forget(kit);
    }
    command_on_its_way_for(kit, 99 * 100 + 4000);
    assert_int_equal(kit->heard_next, kit->heard_count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_DISCORD(thinking_is_in_time_for_what_came_late),
        WITH_DISCORD(what_comes_too_late_is_still_tried),
        WITH_DISCORD(an_interaction_of_long_ago_is_not_acted_on),
        WITH_DISCORD(the_first_interaction_is_judged_too),
        WITH_DISCORD(a_clock_that_is_corrected_makes_nothing_late),
        WITH_DISCORD(a_clock_that_jumps_is_noticed),
        WITH_DISCORD(only_ids_that_are_late_alike_correct_the_clock),
        WITH_DISCORD(a_clock_that_runs_fast_makes_nothing_late),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
