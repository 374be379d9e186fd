/* What the networks ask of the host and tell it: failures, phrases, prefixes, notes that they keep.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "bot/base/log.h"
#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

static const struct adapter_listener *listener(const struct fixture *fixture)
{
    return &fixture->host.listener;
}

static void the_bot_stops_when_no_network_is_left(void **state)
{
    struct fixture *fixture = *state;
    static const char *const networks[] = {"two", "one", "boards"};
    for (size_t i = 0; i < 3; i++) {
        assert_null(fixture->host.failure);
        assert_false(fixture->host.stopping);
        listener(fixture)->failed(&fixture->host, networks[i], "no more");
        assert_true(fixture->host.networks.failed[i == 0 ? 1 : i == 1 ? 0 : 2]);
    }
    assert_string_equal(fixture->host.failure, "no network is left");
    assert_true(fixture->host.stopping);
}

static void adapters_speak_every_language(void **state)
{
    struct fixture *fixture = *state;
    static const char *const cases[][2] = {
        {"en", "Join"}, {"fr", "Rejoindre"}, {"it-CH", "Siediti"}, {"xx", "Join"}};
    char buffer[128];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct text out = TEXT_IN(buffer);
        listener(fixture)->phrase(&fixture->host, cases[i][0], "press.join", &out);
        assert_string_equal(buffer, cases[i][1]);
    }
}

static void the_language_of_the_configuration_is_spoken_otherwise(void **state)
{
    struct fixture *fixture = *state;
    char buffer[128];
    struct text out = TEXT_IN(buffer);
    struct text language = TEXT_IN(fixture->config.language);
    text_clear(&language);
    text_add(&language, "it");
    listener(fixture)->phrase(&fixture->host, "xx", "press.join", &out);
    assert_string_equal(buffer, "Siediti");
}

/* Only what answers an input carries its request. */
static void answers_carry_the_request(void **state)
{
    struct fixture *fixture = *state;
    const struct inbound inbound = {.network = "boards",
                                    .person = {"account:alice", "alice", RANK_PLAYER},
                                    .place = "#a",
                                    .text = "games",
                                    .request = 5};
    listener(fixture)->flooding(&fixture->host, &inbound);
    fixture_end_turn(fixture);
    assert_int_equal(fixture->said_count, 1);
    assert_int_equal(fixture->said[0].request, 5);
    assert_null(fixture->host.outbox.asked);
    fixture_clear(fixture);
    fixture_receive(fixture, &inbound);
    assert_int_equal(fixture->said_count, 1);
    assert_int_equal(fixture->said[0].request, 5);
    assert_null(fixture->host.outbox.asked);
    assert_null(fixture->host.unsaved.asked);
}

static void who_prefers_notices_is_told_quietly(void **state)
{
    struct fixture *fixture = *state;
    fixture_start(fixture, "#a", "");
    fixture_type(fixture, "alice", "#a", "style notice=on");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "hand");
    fixture_type(fixture, "bruno", "#a", "hand");
    fixture_type(fixture, "alice", "#a", "table");
    assert_int_equal(fixture->said_count, 3);
    assert_true(fixture->said[0].quiet);
    assert_false(fixture->said[1].quiet);
    assert_string_equal(fixture->said[2].identity, "");
    assert_false(fixture->said[2].quiet);
}

static void what_is_typed_is_counted(void **state)
{
    struct fixture *fixture = *state;
    uint64_t received = fixture->host.counters.received;
    fixture_type(fixture, "alice", "#a", "games");
    fixture_type(fixture, "alice", "#a", "nothing that the bot knows");
    assert_int_equal(fixture->host.counters.received, received + 2);
    assert_int_equal(fixture->host.counters.turn_began, 0);
    host_stop(&fixture->host);
    fixture_type(fixture, "alice", "#a", "games");
    assert_int_equal(fixture->host.counters.received, received + 2);
}

static void a_prefix_that_was_set_is_told(void **state)
{
    struct fixture *fixture = *state;
    assert_null(listener(fixture)->prefix(&fixture->host, "one", "#a"));
    fixture_command(fixture, "config set prefix ?");
    assert_string_equal(listener(fixture)->prefix(&fixture->host, "one", "#a"), "?");
    assert_null(listener(fixture)->prefix(&fixture->host, "one", "#b"));
    assert_null(listener(fixture)->prefix(&fixture->host, "two", "#a"));
    fixture_command(fixture, "config set prefix a!");
    assert_string_equal(listener(fixture)->prefix(&fixture->host, "one", "#a"), "a!");
    static const char *const wrong[] = {"!a", "!9", "a"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        fixture_command(fixture, line_of("config set prefix %s", wrong[i]));
        assert_string_equal(listener(fixture)->prefix(&fixture->host, "one", "#a"), "a!");
    }
}

struct recalled {
    char value[32];
    int count;
};

static void take_recalled(void *context, const char *value)
{
    struct recalled *recalled = context;
    struct text text = TEXT_IN(recalled->value);
    text_add(&text, value != NULL ? value : "none");
    recalled->count++;
}

static const char *recall(struct fixture *fixture, const char *network, const char *key,
                          struct recalled *recalled)
{
    *recalled = (struct recalled){.count = 0};
    listener(fixture)->recall(&fixture->host, network, key, take_recalled, recalled);
    fixture_end_turn(fixture);
    assert_int_equal(recalled->count, 1);
    return recalled->value;
}

static void notes_of_an_adapter_are_its_own(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    struct recalled recalled;
    listener(fixture)->remember(&fixture->host, "one", 0, "note", "red");
    listener(fixture)->remember(&fixture->host, "two", 0, "note", "blue");
    listener(fixture)->remember(&fixture->host, "two", 0, "other", "green");
    fixture_end_turn(fixture);
    listener(fixture)->remember(&fixture->host, "two", 0, "other", NULL);
    fixture_end_turn(fixture);
    fixture = fixture_restart(fixture, 0);
    assert_string_equal(recall(fixture, "one", "note", &recalled), "red");
    assert_string_equal(recall(fixture, "two", "note", &recalled), "blue");
    assert_string_equal(recall(fixture, "one", "other", &recalled),
                        recall(fixture, "two", "other", &recalled));
    assert_string_not_equal(recalled.value, "green");
    fixture_close(fixture);
}

int main(void)
{
    log_to(NULL, LOG_LEVEL_INFO);
    const struct CMUnitTest tests[] = {
        WITH_HOST(the_bot_stops_when_no_network_is_left),
        WITH_HOST(adapters_speak_every_language),
        WITH_HOST(the_language_of_the_configuration_is_spoken_otherwise),
        WITH_HOST(answers_carry_the_request),
        WITH_HOST(who_prefers_notices_is_told_quietly),
        WITH_HOST(what_is_typed_is_counted),
        WITH_HOST(a_prefix_that_was_set_is_told),
        IN_FOLDER(notes_of_an_adapter_are_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
