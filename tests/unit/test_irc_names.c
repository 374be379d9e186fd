#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/protocol/capability.h"
#include "adapters/irc/protocol/casemap.h"
#include "adapters/irc/session/flood.h"
#include "adapters/irc/session/netsplit.h"
#include "adapters/irc/session/people.h"

static void folds_as_the_network_does(void **state)
{
    char folded[16];
    (void)state;
    assert_true(irc_casemap_fold(IRC_CASEMAP_RFC1459, "Az[]\\^", folded, sizeof folded));
    assert_string_equal(folded, "az{}|~");
    assert_true(irc_casemap_fold(IRC_CASEMAP_STRICT, "Az[]\\^", folded, sizeof folded));
    assert_string_equal(folded, "az{}|^");
    assert_true(irc_casemap_fold(IRC_CASEMAP_ASCII, "Az[]\\^", folded, sizeof folded));
    assert_string_equal(folded, "az[]\\^");
    assert_false(irc_casemap_fold(IRC_CASEMAP_ASCII, "0123456789abcdef", folded, sizeof folded));
    assert_string_equal(folded, "");
    assert_true(irc_casemap_fold(IRC_CASEMAP_ASCII, "0123456789abcde", folded, sizeof folded));
    assert_string_equal(folded, "0123456789abcde");
    assert_true(irc_casemap_same(IRC_CASEMAP_RFC1459, "a[", "A{"));
    assert_false(irc_casemap_same(IRC_CASEMAP_ASCII, "a[", "A{"));
    assert_false(irc_casemap_same(IRC_CASEMAP_ASCII, "a", "ab"));
    assert_int_equal(irc_casemap_parse("strict-rfc1459"), IRC_CASEMAP_STRICT);
    assert_int_equal(irc_casemap_parse("rfc7613"), IRC_CASEMAP_RFC1459);
}

/* Each mapping folds from A to its last letter. */
static void each_mapping_has_its_letters(void **state)
{
    static const struct {
        enum irc_casemap map;
        const char *folded;
    } maps[] = {{IRC_CASEMAP_ASCII, "@az[\\]^_`{"},
                {IRC_CASEMAP_STRICT, "@az{|}^_`{"},
                {IRC_CASEMAP_RFC1459, "@az{|}~_`{"}};
    char folded[16];
    (void)state;
    for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) {
        assert_true(irc_casemap_fold(maps[i].map, "@AZ[\\]^_`{", folded, 11));
        assert_string_equal(folded, maps[i].folded);
        assert_false(irc_casemap_fold(maps[i].map, "@AZ[\\]^_`{", folded, 10));
        assert_string_equal(folded, "");
    }
    assert_int_equal(irc_casemap_parse("ASCII"), IRC_CASEMAP_ASCII);
    assert_int_equal(irc_casemap_parse("rfc1459-strict"), IRC_CASEMAP_STRICT);
    assert_int_equal(irc_casemap_parse("strict-rfc1459"), IRC_CASEMAP_STRICT);
    assert_int_equal(irc_casemap_parse("rfc7613"), IRC_CASEMAP_RFC1459);
    assert_true(irc_casemap_same(IRC_CASEMAP_ASCII, "aB", "Ab"));
    assert_false(irc_casemap_same(IRC_CASEMAP_ASCII, "ab", "abc"));
    assert_false(irc_casemap_same(IRC_CASEMAP_ASCII, "abc", "ab"));
    assert_true(irc_casemap_same(IRC_CASEMAP_ASCII, "", ""));
}

static void matches_masks(void **state)
{
    static const struct {
        const char *mask, *string;
        bool matches;
    } cases[] = {
        {"*!*@bad.example", "x!y@bad.example", true},
        {"*!*@bad.example", "x!y@good.example", false},
        {"A?c*", "abcdef", true},
        {"a?c", "ac", false},
        {"*", "", true},
        {"", "x", false},
        {"*a*b*c", "xxaxxbxxbxc", true},
        {"**x", "y", false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(irc_casemap_matches(IRC_CASEMAP_ASCII, cases[i].mask, cases[i].string),
                         cases[i].matches);
}

static void knows_a_netsplit(void **state)
{
    static const char *const people[] = {"hub.example. leaf.example",
                                         "hub.example leaf.example.",
                                         ".hub leaf.example",
                                         "hub..example leaf.example",
                                         "hub leaf.example",
                                         "hub.example leaf",
                                         "a.b c.d e",
                                         "a.b",
                                         "a`.b c.d",
                                         "a{.b c.d",
                                         "a@.b c.d",
                                         "a[.b c.d",
                                         "a/.b c.d",
                                         "a:.b c.d",
                                         "a.b  c.d",
                                         ""};
    (void)state;
    assert_true(irc_netsplit_reason("a.b c.d"));
    assert_true(irc_netsplit_reason("aA-z_Z.09 *.b.c"));
    for (size_t i = 0; i < sizeof people / sizeof *people; i++)
        assert_false(irc_netsplit_reason(people[i]));
    assert_true(irc_netsplit_reason("hub.example.net leaf.example.net"));
    assert_true(irc_netsplit_reason("*.net *.split"));
    assert_false(irc_netsplit_reason("Quit: hub.example.net leaf.example.net"));
    assert_false(irc_netsplit_reason("good night"));
    assert_false(irc_netsplit_reason("bye.. see you"));
    assert_false(irc_netsplit_reason("a.b c.d e.f"));
    assert_false(irc_netsplit_reason("a.b  c.d"));
    assert_false(irc_netsplit_reason(".a b."));
    assert_false(irc_netsplit_reason(""));
}

static void misses_people_for_a_while(void **state)
{
    static struct irc_missing missing;
    (void)state;
    irc_missing_add(&missing, "account:a", 100);
    assert_true(irc_missing_has(&missing, "account:a", 99));
    assert_false(irc_missing_has(&missing, "account:a", 100));
    assert_false(irc_missing_has(&missing, "account:b", 0));
    for (int i = 0; i < 2 * IRC_MISSING_MAX; i++) {
        char identity[] = "account:000";
        identity[8] = (char)('0' + i / 100);
        identity[9] = (char)('0' + i / 10 % 10);
        identity[10] = (char)('0' + i % 10);
        irc_missing_add(&missing, identity, 100);
    }
    assert_true(irc_missing_has(&missing, "account:511", 0));
    assert_false(irc_missing_has(&missing, "account:a", 0));
}

static void counts_commands(void **state)
{
    struct irc_flood flood = {0};
    const struct irc_flood_limits limits = {.commands = 2, .window = 10, .silence = 60};
    (void)state;
    assert_int_equal(irc_flood_count(&flood, "account:a", &limits, 0), IRC_FLOOD_PASS);
    assert_int_equal(irc_flood_count(&flood, "account:a", &limits, 5), IRC_FLOOD_PASS);
    assert_int_equal(irc_flood_count(&flood, "account:b", &limits, 5), IRC_FLOOD_PASS);
    assert_int_equal(irc_flood_count(&flood, "account:a", &limits, 10), IRC_FLOOD_PASS);
    irc_flood_forgive(&flood, "account:a");
    assert_int_equal(irc_flood_count(&flood, "account:a", &limits, 11), IRC_FLOOD_PASS);
    assert_int_equal(irc_flood_count(&flood, "account:a", &limits, 12), IRC_FLOOD_WARN);
    assert_int_equal(irc_flood_count(&flood, "account:a", &limits, 71), IRC_FLOOD_SILENT);
    assert_int_equal(irc_flood_count(&flood, "account:a", &limits, 72), IRC_FLOOD_PASS);
    irc_flood_forgive(&flood, "account:nobody");
    /* Nothing is given back to somebody who has nothing left. */
    irc_flood_forgive(&flood, "account:b");
    irc_flood_forgive(&flood, "account:b");
    assert_int_equal(irc_flood_count(&flood, "account:b", &limits, 6), IRC_FLOOD_PASS);
    assert_int_equal(irc_flood_count(&flood, "account:b", &limits, 6), IRC_FLOOD_PASS);
    assert_int_equal(irc_flood_count(&flood, "account:b", &limits, 6), IRC_FLOOD_WARN);
    irc_flood_clear(&flood);
}

static void counts_a_host_under_any_nick(void **state)
{
    struct irc_flood flood = {0};
    const struct irc_flood_limits limits = {.commands = 1, .window = 10, .silence = 60};
    const struct irc_flood_limits none = {0};
    (void)state;
    assert_int_equal(irc_flood_count(&flood, "mask:a!u@h", &limits, 0), IRC_FLOOD_PASS);
    assert_int_equal(irc_flood_count(&flood, "mask:b!u@h", &limits, 1), IRC_FLOOD_WARN);
    assert_int_equal(irc_flood_count(&flood, "mask:c!u@h", &none, 1), IRC_FLOOD_PASS);
    irc_flood_clear(&flood);
}

/* Counts as many strangers as make room for themselves. */
static void crowd(struct irc_flood *flood, const struct irc_flood_limits *limits, int64_t now)
{
    char identity[] = "mask:x!other@h0000";
    for (int i = 0; i < 5000; i++) {
        for (int digit = 0, rest = i; digit < 4; digit++, rest /= 10)
            identity[14 + digit] = (char)('0' + rest % 10);
        irc_flood_count(flood, identity, limits, now);
    }
}

/* Whoever is silent, or acted within the window, is not forgotten for want of room. */
static void the_silent_stay_silent_in_a_crowd(void **state)
{
    struct irc_flood flood = {0};
    const struct irc_flood_limits limits = {.commands = 1, .window = 10, .silence = 60};
    (void)state;
    irc_flood_count(&flood, "account:a", &limits, 0);
    assert_int_equal(irc_flood_count(&flood, "account:a", &limits, 0), IRC_FLOOD_WARN);
    irc_flood_count(&flood, "account:b", &limits, 45);
    crowd(&flood, &limits, 50);
    irc_flood_count(&flood, "account:c", &limits, 50);
    assert_int_equal(irc_flood_count(&flood, "account:b", &limits, 51), IRC_FLOOD_WARN);
    assert_int_equal(irc_flood_count(&flood, "account:a", &limits, 59), IRC_FLOOD_SILENT);
    assert_int_equal(irc_flood_count(&flood, "account:a", &limits, 60), IRC_FLOOD_PASS);
    irc_flood_clear(&flood);
}

/* After the silence somebody begins anew, even if the window is longer; and a crowd of long ago
 * makes room for those who flood now. */
static void whoever_was_silent_begins_anew(void **state)
{
    struct irc_flood flood = {0};
    const struct irc_flood_limits limits = {.commands = 2, .window = 100, .silence = 10};
    (void)state;
    crowd(&flood, &limits, 0);
    for (int64_t now = 1000; now < 1040; now += 13) {
        assert_int_equal(irc_flood_count(&flood, "account:a", &limits, now), IRC_FLOOD_PASS);
        assert_int_equal(irc_flood_count(&flood, "account:a", &limits, now), IRC_FLOOD_PASS);
        assert_int_equal(irc_flood_count(&flood, "account:a", &limits, now), IRC_FLOOD_WARN);
        assert_int_equal(irc_flood_count(&flood, "account:a", &limits, now), IRC_FLOOD_SILENT);
    }
    irc_flood_clear(&flood);
}

static void the_list_of_flooders_is_bounded(void **state)
{
    struct irc_flood flood = {0};
    const struct irc_flood_limits limits = {.commands = 1, .window = 1000000, .silence = 60};
    char identity[] = "mask:x!u@h0000";
    (void)state;
    for (int i = 0; i < 5000; i++) {
        for (int digit = 0, rest = i; digit < 4; digit++, rest /= 10)
            identity[10 + digit] = (char)('0' + rest % 10);
        assert_int_equal(irc_flood_count(&flood, identity, &limits, i), IRC_FLOOD_PASS);
    }
    assert_int_equal(irc_flood_count(&flood, identity, &limits, 5000), IRC_FLOOD_PASS);
    irc_flood_clear(&flood);
}

static void identities(void **state)
{
    struct irc_people people = {.casemap = IRC_CASEMAP_RFC1459};
    struct irc_source source = {.nick = "Al[ice]", .user = "U", .host = "Host"};
    (void)state;
    struct irc_person *person = irc_people_take(&people, &source);
    assert_string_equal(person->identity, "mask:al{ice}!u@host");
    irc_people_log_in(&people, person, "Alice", 1);
    assert_string_equal(person->identity, "account:alice");
    assert_ptr_equal(irc_people_holder(&people, "account:alice"), person);
    char account[sizeof person->account + 1];
    memset(account, 'a', sizeof account);
    account[sizeof account - 1] = '\0';
    irc_people_log_in(&people, person, account, 1); /* too long to tell apart */
    assert_int_equal(person->account_state, IRC_ACCOUNT_NONE);
    assert_string_equal(person->identity, "mask:al{ice}!u@host");
    account[sizeof account - 2] = '\0';
    irc_people_log_in(&people, person, account, 1);
    assert_int_equal(person->account_state, IRC_ACCOUNT_KNOWN);
    assert_string_equal(person->account, account);
    irc_people_log_in(&people, person, "", 1);
    assert_int_equal(person->account_state, IRC_ACCOUNT_NONE);
    irc_people_log_in(&people, person, "Alice", 1);
    assert_string_equal(person->identity, "account:alice");
    struct irc_source phone = {.nick = "phone", .user = "u", .host = "h"};
    struct irc_person *other = irc_people_take(&people, &phone);
    irc_people_log_in(&people, other, "ALICE", 1);
    irc_people_acted(&people, other);
    assert_ptr_equal(irc_people_holder(&people, "account:alice"), other);
    irc_people_acted(&people, person);
    assert_ptr_equal(irc_people_holder(&people, "account:alice"), person);
    assert_null(irc_people_holder(&people, "account:bob"));
    struct irc_source unseen = {.nick = "unseen"};
    assert_string_equal(irc_people_take(&people, &unseen)->identity, "");
    irc_people_clear(&people);
}

static void capabilities(void **state)
{
    struct irc_capabilities known = {0};
    char buffer[256];
    struct text list = TEXT_IN(buffer);
    (void)state;
    irc_capabilities_offer(&known,
                           "sasl=PLAIN,EXTERNAL echo-message batch sts=duration=1,port=6697 ");
    assert_int_equal(known.tls_port, 6697);
    assert_true(irc_capabilities_mechanism(&known, "EXTERNAL"));
    assert_false(irc_capabilities_mechanism(&known, "PLAI"));
    assert_true(irc_capabilities_request(&known, &list));
    assert_string_equal(buffer, "sasl batch");
    assert_false(irc_capabilities_request(&known, &list));
    irc_capabilities_acknowledge(&known, "sasl multi-prefix batch ");
    assert_true(irc_capability_on(&known, IRC_CAP_SASL));
    assert_false(irc_capability_on(&known, IRC_CAP_MULTI_PREFIX));
    irc_capabilities_acknowledge(&known, "-batch");
    assert_false(irc_capability_on(&known, IRC_CAP_BATCH));
    irc_capabilities_withdraw(&known, "sasl");
    assert_false(irc_capability_on(&known, IRC_CAP_SASL));
}

static void ports_of_tls_are_ports(void **state)
{
    static const struct {
        const char *list;
        uint16_t port;
    } offers[] = {
        {"sts=port=7", 7}, {"sts=port=65535", 65535},     {"sts=port=65536", 0}, {"sts=port=0", 0},
        {"sts=port=", 0},  {"sts=port=1,port=2", 2},      {"sts=duration=9", 0}, {"st=port=7", 0},
        {"sts", 0},        {"sts=duration=9,port=8 x", 8}};
    (void)state;
    for (size_t i = 0; i < sizeof offers / sizeof *offers; i++) {
        struct irc_capabilities known = {0};
        irc_capabilities_offer(&known, offers[i].list);
        assert_int_equal(known.tls_port, offers[i].port);
    }
}

static void mechanisms_may_be_left_open(void **state)
{
    struct irc_capabilities known = {0};
    (void)state;
    irc_capabilities_offer(&known, "sasl");
    assert_true(irc_capabilities_mechanism(&known, "PLAIN"));
    irc_capabilities_offer(&known, "sasl=EXTERNAL,PLAIN");
    assert_true(irc_capabilities_mechanism(&known, "PLAIN"));
    assert_false(irc_capabilities_mechanism(&known, "PLAINER"));
}

static void sasl_plain_is_base64_with_zeros(void **state)
{
    char encoded[64];
    (void)state;
    assert_true(irc_sasl_plain("jilles", "sesame", encoded, sizeof encoded));
    assert_string_equal(encoded, "AGppbGxlcwBzZXNhbWU=");
    assert_false(irc_sasl_plain("jilles", "sesame", encoded, 20));
    assert_true(irc_sasl_plain("jilles", "sesame", encoded, 21));
    assert_string_equal(encoded, "AGppbGxlcwBzZXNhbWU=");
    /* The account and the password with two zeros. */
    char most[IRC_SASL_MAX], room[2 * IRC_SASL_MAX];
    memset(most, 'x', sizeof most);
    most[IRC_SASL_MAX - 3] = '\0';
    assert_true(irc_sasl_plain("a", most, room, sizeof room));
    assert_false(irc_sasl_plain("ab", most, room, sizeof room));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_mapping_has_its_letters),
        cmocka_unit_test(folds_as_the_network_does),
        cmocka_unit_test(matches_masks),
        cmocka_unit_test(knows_a_netsplit),
        cmocka_unit_test(misses_people_for_a_while),
        cmocka_unit_test(counts_commands),
        cmocka_unit_test(counts_a_host_under_any_nick),
        cmocka_unit_test(the_silent_stay_silent_in_a_crowd),
        cmocka_unit_test(whoever_was_silent_begins_anew),
        cmocka_unit_test(the_list_of_flooders_is_bounded),
        cmocka_unit_test(identities),
        cmocka_unit_test(capabilities),
        cmocka_unit_test(ports_of_tls_are_ports),
        cmocka_unit_test(mechanisms_may_be_left_open),
        cmocka_unit_test(sasl_plain_is_base64_with_zeros),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
