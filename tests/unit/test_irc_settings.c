#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/irc.h"
#include "adapters/irc/settings.h"
#include "adapters/net/tls.h"
#include "tests/unit/settings_kit.h"

static struct irc_settings settings;

static int defaults(void **state)
{
    (void)state;
    memset(&settings, 0, sizeof settings);
    memcpy(settings.host, "irc.example.org", sizeof "irc.example.org");
    return config_fill_defaults(&irc_settings_section, &settings) ? 0 : -1;
}

static const char *complaint(void)
{
    const char *key;
    return irc_settings_section.check(&settings, &key);
}

static void defaults_are_those_of_the_page(void **state)
{
    (void)state;
    assert_null(complaint());
    assert_int_equal(settings.port, 6697);
    assert_true(settings.tls);
    assert_int_equal(settings.verify, TLS_VERIFY_FULL);
    assert_string_equal(settings.prefix, ""); /* as at the top level of the file */
    assert_int_equal(settings.rejoin, IRC_REJOIN_INVITE);
    assert_int_equal(settings.pace, IRC_PACE_LIBERA);
    assert_int_equal(settings.flood_commands, 5);
    assert_int_equal(settings.flood_window, 10000);
    assert_int_equal(settings.flood_silence, 60000);
    assert_int_equal(settings.connect_timeout, 60000);
    assert_int_equal(settings.sasl_timeout, 15000);
    assert_int_equal(settings.identify_wait, 10000);
    assert_int_equal(settings.ping_after, 60000);
    assert_int_equal(settings.ping_timeout, 120000);
    assert_int_equal(settings.split_patience, 600000);
    assert_int_equal(settings.rejoin_after, 60000);
    assert_string_equal(settings.botlist, "");
}

static void every_key_is_documented_and_fits(void **state)
{
    (void)state;
    for (size_t i = 0; i < irc_settings_section.key_count; i++) {
        const struct config_key *key = &irc_settings_section.keys[i];
        assert_true(key->help && strlen(key->help) > 10);
        assert_in_range(key->offset + key->size, 1, sizeof settings);
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(key->name, irc_settings_section.keys[k].name);
    }
}

static void a_channel_may_have_options(void **state)
{
    struct irc_channel_setting channel;
    (void)state;
    settings.colours = true;
    memcpy(settings.prefix, "!", sizeof "!");
    assert_null(irc_channel_setting_read(
        &settings, "#c sesame prefix=? rejoin=once colours=off break-names=on", &channel));
    assert_string_equal(channel.name, "#c");
    assert_string_equal(channel.key, "sesame");
    assert_string_equal(channel.prefix, "?");
    assert_int_equal(channel.rejoin, IRC_REJOIN_ONCE);
    assert_false(channel.colours);
    assert_true(channel.break_names);
    assert_null(irc_channel_setting_read(&settings, "  &d  ", &channel));
    assert_string_equal(channel.name, "&d");
    assert_string_equal(channel.key, "");
    assert_string_equal(channel.prefix, "!");
    assert_true(channel.colours);
    assert_false(channel.break_names);
}

static void mistakes_in_a_channel_are_said(void **state)
{
    static const char *const entries[] = {"",
                                          " ",
                                          "games",
                                          "#a,#b",
                                          "#a key other",
                                          "#a rejoin=no",
                                          "#a colours=red",
                                          "#a break-names=red",
                                          "#a prefix=12345678"};
    struct irc_channel_setting channel;
    (void)state;
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
        assert_non_null(irc_channel_setting_read(&settings, entries[i], &channel));
}

static void what_can_not_work_is_refused(void **state)
{
    (void)state;
    settings.nick[0] = '7';
    assert_non_null(complaint());
    defaults(state);
    settings.verify = TLS_VERIFY_PIN;
    assert_non_null(complaint());
    memset(settings.pin, 'a', 64);
    assert_null(complaint());
    defaults(state);
    settings.key_file[0] = 'k';
    assert_non_null(complaint());
    defaults(state);
    settings.password[0] = 'p';
    assert_null(complaint());
    settings.tls = false;
    assert_non_null(complaint());
    settings.login_without_tls = true;
    assert_null(complaint());
    settings.password[1] = '\n';
    assert_non_null(complaint());
}

/* Whoever writes the configuration is told which line is wrong. */
static void assert_complaint(const char *about)
{
    const char *key = NULL;
    assert_non_null(irc_settings_section.check(&settings, &key));
    assert_string_equal(key, about);
}

static void a_complaint_names_its_key(void **state)
{
    static const struct {
        const char *key, *value;
    } wrong[] = {{"nick", "bel fry"},  {"nick", "-belfry"}, {"user", "bel@fry"},
                 {"prefix", "! "},     {"verify", "pin"},   {"key-file", "client.key"},
                 {"channels", "games"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        defaults(state);
        if (!settings_kit_set(&irc_settings_section, &settings, wrong[i].key, wrong[i].value))
            fail_msg("%s can't be set", wrong[i].key);
        assert_complaint(strcmp(wrong[i].key, "verify") == 0 ? "pin" : wrong[i].key);
    }
}

static void a_complaint_about_what_is_sent_as_it_is_names_its_key(void **state)
{
    static const char lines[] = "one\ntwo";
    struct config_list *lists[] = {&settings.perform, &settings.on_join};
    static const char *const keys[] = {"perform", "on-join"};
    for (size_t i = 0; i < 2; i++) {
        defaults(state);
        lists[i]->count = 2;
        memcpy(lists[i]->items[0], "one", sizeof "one");
        assert_null(complaint());
        memcpy(lists[i]->items[1], lines, sizeof lines);
        assert_complaint(keys[i]);
    }
    defaults(state);
    assert_true(settings_kit_set(&irc_settings_section, &settings, "channels", "#a"));
    assert_null(complaint());
    assert_true(settings_kit_set(&irc_settings_section, &settings, "channels", "games"));
    assert_complaint("channels");
    defaults(state);
    memcpy(settings.server_password, lines, sizeof lines);
    assert_complaint("server-password");
    defaults(state);
    memcpy(settings.password, lines, sizeof lines);
    assert_complaint("password");
    settings.password[3] = ' ';
    settings.tls = false;
    assert_complaint("login-without-tls");
}

static void no_complaint(void *context, const char *file, int line, const char *key,
                         const char *complaint_text)
{
    (void)context;
    fail_msg("%s:%d: %s: %s", file, line, key, complaint_text);
}

static void the_prefix_is_the_one_of_the_whole_file_unless_a_network_has_its_own(void **state)
{
    static const char text[] = "prefix: '.'\n"
                               "networks:\n"
                               "  - {name: a, type: irc, host: h, operator: o}\n"
                               "  - {name: b, type: irc, host: h, operator: o, prefix: '?'}\n";
    static const struct adapter_class *const classes[] = {&irc_adapter_class, NULL};
    struct config config;
    (void)state;
    assert_true(config_read_text("f", text, sizeof text - 1, classes, &config, no_complaint, NULL));
    assert_string_equal(((const struct irc_settings *)config.networks[0].settings)->prefix, ".");
    assert_string_equal(((const struct irc_settings *)config.networks[1].settings)->prefix, "?");
    config_free(&config);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(defaults_are_those_of_the_page, defaults),
        cmocka_unit_test_setup(every_key_is_documented_and_fits, defaults),
        cmocka_unit_test_setup(a_channel_may_have_options, defaults),
        cmocka_unit_test_setup(mistakes_in_a_channel_are_said, defaults),
        cmocka_unit_test_setup(what_can_not_work_is_refused, defaults),
        cmocka_unit_test_setup(a_complaint_names_its_key, defaults),
        cmocka_unit_test_setup(a_complaint_about_what_is_sent_as_it_is_names_its_key, defaults),
        cmocka_unit_test(the_prefix_is_the_one_of_the_whole_file_unless_a_network_has_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
