#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "adapters/irc/reconnect.h"

static void delay_is_about(unsigned failures, int64_t middle)
{
    assert_int_equal(irc_reconnect_delay(failures, IRC_RECONNECT_ORDINARY, 0), middle * 80 / 100);
    assert_int_equal(irc_reconnect_delay(failures, IRC_RECONNECT_ORDINARY, UINT32_MAX),
                     middle * 120 / 100);
    assert_in_range(irc_reconnect_delay(failures, IRC_RECONNECT_ORDINARY, UINT32_MAX / 2),
                    middle - 1, middle + 1);
}

static void doubles_up_to_five_minutes(void **state)
{
    (void)state;
    delay_is_about(1, 5000);
    delay_is_about(2, 10000);
    delay_is_about(3, 20000);
    delay_is_about(6, 160000);
    delay_is_about(7, 300000);
    delay_is_about(8, 300000);
    delay_is_about(4000000000u, 300000);
}

static void no_failure_counts_as_one(void **state)
{
    (void)state;
    delay_is_about(0, 5000);
}

static void a_throttled_one_waits_a_minute_at_least(void **state)
{
    (void)state;
    assert_int_equal(irc_reconnect_delay(1, IRC_RECONNECT_THROTTLED, 0), 60000);
    assert_int_equal(irc_reconnect_delay(1, IRC_RECONNECT_THROTTLED, UINT32_MAX), 72000);
    assert_int_equal(irc_reconnect_delay(6, IRC_RECONNECT_THROTTLED, 0), 160000);
    assert_int_equal(irc_reconnect_delay(7, IRC_RECONNECT_THROTTLED, UINT32_MAX), 360000);
}

static void a_banned_one_stops(void **state)
{
    (void)state;
    assert_int_equal(irc_reconnect_delay(1, IRC_RECONNECT_BANNED, 12345), -1);
}

static void a_ban_that_ends_is_waited_for_longer_and_longer(void **state)
{
    (void)state;
    assert_int_equal(irc_reconnect_delay(1, IRC_RECONNECT_BARRED, 0), 3600000);
    assert_int_equal(irc_reconnect_delay(1, IRC_RECONNECT_BARRED, UINT32_MAX), 4320000);
    assert_int_equal(irc_reconnect_delay(2, IRC_RECONNECT_BARRED, 0), 7200000);
    assert_int_equal(irc_reconnect_delay(100, IRC_RECONNECT_BARRED, 0), 86400000);
    assert_int_equal(irc_reconnect_read_ban("You are banned from this server- Temporary K-line"),
                     IRC_RECONNECT_BARRED);
    assert_int_equal(irc_reconnect_read_ban("You are not welcome"), IRC_RECONNECT_BANNED);
}

static void two_minutes_forgive(void **state)
{
    (void)state;
    assert_int_equal(irc_reconnect_failures(7, 119999), 7);
    assert_int_equal(irc_reconnect_failures(7, 120000), 0);
}

static void reads_what_servers_say(void **state)
{
    static const struct {
        const char *text;
        enum irc_reconnect_reason reason;
    } cases[] = {
        {"Closing Link: 192.0.2.1 (Throttled: Reconnecting too fast)", IRC_RECONNECT_THROTTLED},
        {"Trying to reconnect too fast.", IRC_RECONNECT_THROTTLED},
        {"Closing link: (a@192.0.2.1) [Z-lined: You connected too many times in a short time]",
         IRC_RECONNECT_THROTTLED},
        {"Too many connections from your host", IRC_RECONNECT_THROTTLED},
        {"Closing Link: bot (K-Lined)", IRC_RECONNECT_BANNED},
        {"Closing link: (a@host) [G-lined: too many clones]", IRC_RECONNECT_BANNED},
        {"You are banned from this server- bots", IRC_RECONNECT_BANNED},
        {"*** BANNED", IRC_RECONNECT_BANNED},
        {"Closing Link: bot[192.0.2.1] (Ping timeout: 120 seconds)", IRC_RECONNECT_ORDINARY},
        {"Closing Link: kline-friendly[192.0.2.1] (Excess Flood)", IRC_RECONNECT_ORDINARY},
        {"Closing link: (k-lined@banned.example) [Ping timeout]", IRC_RECONNECT_ORDINARY},
        {"Closing Link: bot (Killed (oper (you are banned for a minute)))", IRC_RECONNECT_ORDINARY},
        {"Closing Link: bot (Killed (oper (throttled)))", IRC_RECONNECT_ORDINARY},
        {"Closing Link: bot[x] (User has been banned from the network (no bots))",
         IRC_RECONNECT_BANNED},
        {"Closing Link: 192.0.2.1 (Temporary K-line 5 min. - no bots)", IRC_RECONNECT_BARRED},
        {"Closing Link: 192.0.2.1 (K-Lined: expires in 5 minutes)", IRC_RECONNECT_BANNED},
        {"Server shutdown", IRC_RECONNECT_ORDINARY},
        {"", IRC_RECONNECT_ORDINARY},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        if (irc_reconnect_read_error(cases[i].text) != cases[i].reason)
            fail_msg("misread: %s", cases[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(doubles_up_to_five_minutes),
        cmocka_unit_test(no_failure_counts_as_one),
        cmocka_unit_test(a_throttled_one_waits_a_minute_at_least),
        cmocka_unit_test(a_banned_one_stops),
        cmocka_unit_test(a_ban_that_ends_is_waited_for_longer_and_longer),
        cmocka_unit_test(two_minutes_forgive),
        cmocka_unit_test(reads_what_servers_say),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
