/* `belfry discord register` against another process: what it asks, what it says, what it changes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "adapters/discord/register.h"
#include "bot/base/log.h"
#include "bot/commands/command_table.h"
#include "tests/unit/discord_peer_kit.h"
#include "tests/unit/program_kit.h"
#include "tests/unit/settings_kit.h"
#include "tests/unit/store_fixture.h"

static struct discord_settings settings;
static char error[256];
static char *said; /* by the last run */

static int set_up(void **state)
{
    discord_peer_settings(*state, &settings);
    error[0] = '\0';
    return 0;
}

static int tear_down(void **state)
{
    discord_peer_forget(*state);
    free(said);
    said = NULL;
    return 0;
}

static void phrase(void *context, const char *locale, const char *key, struct text *out)
{
    (void)context;
    (void)locale;
    text_add_bytes(out, key, strlen(key) < 90 ? strlen(key) : 90);
}

static const struct discord_phrases phrases = {.phrase = phrase};

static bool register_with(const char *guild)
{
    size_t size;
    free(said);
    error[0] = '\0';
    FILE *out = open_memstream(&said, &size);
    bool done = discord_register(&settings, guild, &phrases, out, error, sizeof error);
    fclose(out);
    return done;
}

/* The commands that Discord has from now on: ours, of which the first is called otherwise if
 * `other`. */
static void has_commands(struct discord_peer *peer, const char *path, bool of_guild, bool other)
{
    static char answer[1 << 18];
    json_t *commands = discord_commands_build(&phrases, of_guild);
    if (other)
        json_object_set_new(json_array_get(commands, 0), "name", json_string("other"));
    char *text = json_dumps(commands, JSON_COMPACT);
    snprintf(answer, sizeof answer, "answer GET %s 200 %s", path, text);
    discord_peer_do(peer, "%s", answer);
    free(text);
    json_decref(commands);
}

static void new_commands_replace_all(void **state)
{
    char last[64];
    struct discord_peer *peer = *state;
    discord_peer_do(peer, "answer GET /applications/@me 200 {\"id\":\"77\"}");
    discord_peer_do(peer, "answer GET /applications/77/commands 200 [{\"name\":\"old\"}]");
    assert_true(register_with(NULL));
    assert_string_equal(error, "");
    assert_memory_equal(said, "added ", strlen("added "));
    snprintf(last, sizeof last, "removed old\nregistered %zu commands\n", command_count);
    assert_string_equal(strstr(said, "removed old\n"), last);
    discord_peer_await(peer, NULL, "request GET /applications/@me Bot SECRET | DiscordBot (");
    discord_peer_await(peer, NULL,
                       "request GET /applications/77/commands?with_localizations=true Bot SECRET");
    const char *put = discord_peer_await(peer, NULL, "request PUT /applications/77/commands Bot ");
    json_t *wanted = discord_commands_build(&phrases, false);
    json_t *sent = json_loads(strstr(put, "| [") + 2, 0, NULL);
    assert_true(json_equal(sent, wanted));
    json_decref(sent);
    json_decref(wanted);
}

static void what_is_the_same_is_left_alone(void **state)
{
    struct discord_peer *peer = *state;
    settings_kit_set(&discord_settings_section, &settings, "application-id", "42");
    has_commands(peer, "/applications/42/commands", false, false);
    assert_true(register_with(NULL));
    assert_string_equal(said, "nothing has changed\n");
    assert_string_equal(error, "");
    discord_peer_take(peer);
    assert_null(strstr(peer->seen, "@me")); /* the id is set */
    assert_null(strstr(peer->seen, "PUT"));
}

static void a_server_has_commands_of_its_own(void **state)
{
    struct discord_peer *peer = *state;
    settings_kit_set(&discord_settings_section, &settings, "application-id", "42");
    has_commands(peer, "/applications/42/guilds/5/commands", true, true);
    assert_true(register_with("5"));
    char expected[128];
    snprintf(expected, sizeof expected, "added %s\nremoved other\nregistered %zu commands\n",
             command_table[0].name, command_count);
    assert_string_equal(said, expected);
    discord_peer_await(peer, NULL,
                       "request GET /applications/42/guilds/5/commands?with_localizations=true ");
    const char *put =
        discord_peer_await(peer, NULL, "request PUT /applications/42/guilds/5/commands ");
    assert_null(strstr(put, "\"contexts\""));
}

static void every_step_may_fail(void **state)
{
    struct discord_peer *peer = *state;
    discord_peer_do(peer, "answer GET /applications/@me 200 {}");
    assert_false(register_with(NULL));
    assert_memory_equal(
        error, "the application can't be read: ", strlen("the application can't be read: "));
    assert_string_equal(said, "");
    discord_peer_do(peer, "answer GET /applications/@me 404 {\"id\":\"77\",\"message\":\"No\"}");
    assert_false(register_with(NULL));
    assert_string_equal(error, "the application can't be read: HTTP 404 No");
    discord_peer_do(peer, "answer GET /applications/@me 200 {\"id\":\"77\"}");
    discord_peer_do(peer, "answer GET /applications/77/commands 404 []");
    assert_false(register_with(NULL));
    assert_string_equal(error, "the commands can't be read: HTTP 404");
    discord_peer_do(peer, "answer GET /applications/77/commands 200 {}");
    assert_false(register_with(NULL));
    assert_string_equal(error, "the commands can't be read: the answer is not what was asked for");
    discord_peer_do(peer, "answer GET /applications/77/commands 200 []");
    discord_peer_do(peer, "answer PUT /applications/77/commands 400 {\"message\":\"No\"}");
    assert_false(register_with(NULL));
    assert_string_equal(error, "Discord did not take the commands: HTTP 400 No");
    assert_null(strstr(said, "registered"));
    discord_peer_do(peer, "answer GET /applications/@me 401 {}");
    assert_false(register_with(NULL));
    assert_non_null(strstr(error, "401"));
}

/* Each request has its time; what happened last is told. */
static void an_address_that_does_not_answer_is_told(void **state)
{
    struct discord_peer *peer = *state;
    settings.connect_timeout = settings.request_timeout = 500;
    discord_peer_do(peer, "answer GET /applications/@me 0 {}");
    assert_false(register_with(NULL));
    assert_non_null(
        strstr(error, "the application can't be read: no answer from http://127.0.0.1"));
    assert_non_null(strstr(error, "within 1 s"));
    snprintf(settings.api, sizeof settings.api, "http://127.0.0.1:1"); /* nobody listens there */
    assert_false(register_with(NULL));
    assert_non_null(strstr(error, "no answer from http://127.0.0.1:1 within 1 s: "));
}

/* Writes a configuration of the one network that is the peer. */
static void write_configuration(const char *folder, const char *name)
{
    char path[PATH_MAX_OF_TEST];
    path_of(path, folder, name);
    const int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    assert_true(descriptor >= 0);
    assert_true(dprintf(descriptor,
                        "networks:\n  - {name: one, type: discord, token: SECRET, "
                        "application-id: 42, api: '%s'}\n",
                        settings.api) > 0);
    assert_int_equal(close(descriptor), 0);
}

static void the_program_registers_for_one_server(void **state)
{
    static const char command[] = "discord register --config belfry.yaml --guild 5";
    struct discord_peer *peer = *state;
    char *folder = folder_made(), last[64];
    write_configuration(folder, "/belfry.yaml");
    discord_peer_do(peer, "answer GET /applications/42/guilds/5/commands 200 []");
    const struct outcome *outcome = program_run_in(folder, command);
    snprintf(last, sizeof last, "registered %zu commands\n", command_count);
    assert_non_null(strstr(outcome->out, last));
    assert_int_equal(outcome->status, 0);
    discord_peer_await(peer, NULL, "request PUT /applications/42/guilds/5/commands ");
    discord_peer_do(peer, "answer PUT /applications/42/guilds/5/commands 400 {\"message\":\"No\"}");
    outcome = program_run_in(folder, command);
    assert_non_null(strstr(outcome->error, "Discord did not take the commands: HTTP 400 No"));
    assert_int_equal(outcome->status, 1);
    folder_removed(folder);
}

/* It is no mistake. */
static void advice_is_given_by_config_check(void **state)
{
    (void)state;
    char *folder = folder_made();
    write_configuration(folder, "/belfry.yaml");
    const struct outcome *outcome = program_run_in(folder, "config check belfry.yaml");
    assert_int_equal(outcome->status, 0);
    assert_string_equal(outcome->out, "belfry.yaml: correct\n");
    assert_string_equal(outcome->error, "belfry.yaml:2: warning: one: agent-url: Discord wants the "
                                        "address of a page about the bot: set agent-url\n");
    folder_removed(folder);
}

static void settings_that_can_not_work_are_told(void **state)
{
    (void)state;
    settings_kit_set(&discord_settings_section, &settings, "agent", "Mozilla");
    assert_false(register_with(NULL));
    assert_non_null(strstr(error, "DiscordBot"));
}

#define WITH_PEER(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    log_to(NULL, LOG_LEVEL_INFO);
    const struct CMUnitTest tests[] = {
        WITH_PEER(new_commands_replace_all),
        WITH_PEER(what_is_the_same_is_left_alone),
        WITH_PEER(a_server_has_commands_of_its_own),
        WITH_PEER(every_step_may_fail),
        WITH_PEER(an_address_that_does_not_answer_is_told),
        WITH_PEER(advice_is_given_by_config_check),
        WITH_PEER(the_program_registers_for_one_server),
        WITH_PEER(settings_that_can_not_work_are_told),
    };
    return cmocka_run_group_tests(tests, discord_peer_start, discord_peer_stop);
}
