#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "adapters/irc/protocol/capability.h"
#include "adapters/irc/protocol/sts.h"

static void a_host_has_one_key(void **state)
{
    char buffer[IRC_STS_KEY_MAX];
    struct text key = TEXT_IN(buffer);
    (void)state;
    irc_sts_key("Irc.Example.ORG", &key);
    assert_string_equal(buffer, "sts irc.example.org");
}

static void what_is_written_is_read(void **state)
{
    const struct irc_sts policy = {
        .port = 6697, .lasting = 2592000000, .until = INT64_C(1769817600000)};
    char buffer[IRC_STS_TEXT_MAX];
    struct text text = TEXT_IN(buffer);
    struct irc_sts read;
    (void)state;
    irc_sts_print(&policy, &text);
    assert_true(irc_sts_parse(buffer, &read));
    assert_int_equal(read.port, policy.port);
    assert_int_equal(read.lasting, policy.lasting);
    assert_int_equal(read.until, policy.until);
}

static void what_is_no_policy_is_not_read(void **state)
{
    static const char *const others[] = {"",          "6697",      "6697 300",  "0 300 900",
                                         "6697 0 9",  "6697 -1 9", "6697 1 9x", "x 1 9",
                                         "65536 1 9", "6697 1 9 9"};
    struct irc_sts read = {0};
    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(irc_sts_parse(others[i], &read));
    assert_int_equal(read.port, 0);
}

static void it_ends_by_the_time_of_day(void **state)
{
    const struct irc_sts policy = {.port = 6697, .lasting = 300, .until = 1000};
    (void)state;
    assert_int_equal(irc_sts_port(&policy, 0), 6697);
    assert_int_equal(irc_sts_port(&policy, 999), 6697);
    assert_int_equal(irc_sts_port(&policy, 1000), 0);
    assert_int_equal(irc_sts_port(&(struct irc_sts){0}, 0), 0);
}

static void it_is_stored_when_it_is_news(void **state)
{
    const struct irc_sts kept = {.port = 6697, .lasting = 300, .until = 1000};
    struct irc_sts heard = {.port = 6697, .lasting = 300, .until = 1150};
    (void)state;
    assert_false(irc_sts_is_news(&kept, &heard));
    heard.until++;
    assert_true(irc_sts_is_news(&kept, &heard));
    heard.until = 1000;
    heard.lasting = 301;
    assert_true(irc_sts_is_news(&kept, &heard));
    heard.lasting = 300;
    heard.port = 7000;
    assert_true(irc_sts_is_news(&kept, &heard));
}

/* How long the announcement says, in ms; -1: it does not say. */
static int64_t lasting_of(const char *list)
{
    struct irc_capabilities known = {0};
    irc_capabilities_offer(&known, list);
    return known.sts_lasts ? known.sts_lasting : -1;
}

static void announcements(void **state)
{
    (void)state;
    assert_int_equal(lasting_of("sts=duration=300"), 300000);
    assert_int_equal(lasting_of("batch sts=port=6697,duration=2592000,preload sasl"), 2592000000);
    assert_int_equal(lasting_of("sts=duration=0"), 0);
    assert_int_equal(lasting_of("sts=port=6697"), -1);
    assert_int_equal(lasting_of("sts=duration="), -1);
    assert_int_equal(lasting_of("sts=duration=-5"), -1);
    assert_int_equal(lasting_of("sts=duration=5x"), -1);
    assert_int_equal(lasting_of("sts=durations=5"), -1);
    assert_int_equal(lasting_of("sts"), -1);
    assert_int_equal(lasting_of("sasl"), -1);
    /* More than a century is a century. */
    assert_int_equal(lasting_of("sts=duration=99999999999999999999999"),
                     lasting_of("sts=duration=9999999999"));
    assert_true(lasting_of("sts=duration=9999999999") > INT64_C(3000000000000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_host_has_one_key),
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(what_is_no_policy_is_not_read),
        cmocka_unit_test(it_ends_by_the_time_of_day),
        cmocka_unit_test(it_is_stored_when_it_is_news),
        cmocka_unit_test(announcements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
