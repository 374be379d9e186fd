/* What is wrong in a Discord network's settings, and which key is named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/discord/discord.h"
#include "adapters/discord/settings.h"
#include "tests/unit/settings_kit.h"

static struct discord_settings settings;

static int defaults(void **state)
{
    (void)state;
    memset(&settings, 0, sizeof settings);
    memcpy(settings.token, "token", sizeof "token");
    return config_fill_defaults(&discord_settings_section, &settings) ? 0 : -1;
}

static void assert_faulty(const char *key)
{
    const char *named = NULL, *complaint = discord_settings_section.check(&settings, &named);
    if (key == NULL) {
        assert_null(complaint);
        assert_null(named);
        return;
    }
    assert_non_null(complaint);
    assert_string_equal(named, key);
}

#define CASE(field, text) memcpy(settings.field, text, sizeof(text))

static void defaults_are_right(void **state)
{
    (void)state;
    assert_faulty(NULL);
    assert_string_equal(settings.api, "https://discord.com/api/v10");
    assert_string_equal(settings.gateway, "");
    assert_int_equal(settings.board_distance, 12);
    assert_int_equal(settings.call_after, 60000);
    assert_int_equal(settings.answer_within, 2000);
    assert_int_equal(settings.requests_per_second, 50);
    assert_int_equal(settings.connect_timeout, 10000);
    assert_int_equal(settings.request_timeout, 20000);
    assert_int_equal(settings.retry_after, 500);
    assert_int_equal(settings.hello_timeout, 20000);
    assert_int_equal(settings.ready_timeout, 60000);
    assert_int_equal(settings.reconnect_after, 1000);
    assert_int_equal(settings.reconnect_most, 120000);
    assert_int_equal(settings.identify_gap, 5000);
    assert_int_equal(settings.invalid_session_wait, 5000);
    assert_true(settings.typed && settings.compress && settings.register_commands);
    assert_false(settings.colours || settings.channel_messages);
}

static void a_token_stands_alone(void **state)
{
    (void)state;
    CASE(token, "Bot abc");
    assert_faulty("token");
    CASE(token, "abc\n");
    assert_faulty("token");
}

static void an_id_is_made_of_digits(void **state)
{
    (void)state;
    CASE(application, "123x");
    assert_faulty("application-id");
    CASE(application, "1234567890");
    assert_faulty(NULL);
}

static void addresses_name_their_protocol(void **state)
{
    (void)state;
    CASE(api, "discord.example/api/v10");
    assert_faulty("api");
    CASE(api, "https://discord.example/api/v10/");
    assert_faulty("api");
    CASE(api, "http://discord.example/api/v10");
    assert_faulty(NULL);
    CASE(gateway, "https://discord.example");
    assert_faulty("gateway");
    CASE(gateway, "ws://discord.example");
    assert_faulty(NULL);
    CASE(gateway, "wss://discord.example");
    assert_faulty(NULL);
}

static void the_address_in_the_user_agent_is_one(void **state)
{
    (void)state;
    CASE(agent_url, "example.org");
    assert_faulty("agent-url");
    CASE(agent_url, "https://example.org/a, 9)");
    assert_faulty("agent-url");
    CASE(agent_url, "https://example.org/a");
    assert_faulty(NULL);
}

static void shards_are_a_number_or_as_discord_says(void **state)
{
    (void)state;
    assert_int_equal(discord_shards(&settings), 0);
    CASE(shards, "4");
    assert_faulty(NULL);
    assert_int_equal(discord_shards(&settings), 4);
    CASE(shards, "1024");
    assert_faulty(NULL);
    static const char *const wrong[] = {"0", "1025", "4x", "-1", " 4", "many"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        snprintf(settings.shards, sizeof settings.shards, "%s", wrong[i]);
        assert_faulty("shards");
    }
}

#define AFRESH(test) cmocka_unit_test_setup(test, defaults)

int main(void)
{
    const struct CMUnitTest tests[] = {
        AFRESH(defaults_are_right),
        AFRESH(a_token_stands_alone),
        AFRESH(an_id_is_made_of_digits),
        AFRESH(addresses_name_their_protocol),
        AFRESH(the_address_in_the_user_agent_is_one),
        AFRESH(shards_are_a_number_or_as_discord_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
