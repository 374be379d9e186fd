/* The program's command line: exit statuses, and what is written where. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "games/game.h"
#include "tests/unit/program_kit.h"

static void assert_wrong_usage(const char *arguments)
{
    struct outcome *outcome = program_run(arguments);
    if (outcome->status != 2 || outcome->error[0] == '\0' || outcome->out[0] != '\0')
        fail_msg("belfry %s: status %d, %s", arguments, outcome->status, outcome->error);
}

static void assert_fails(const char *arguments)
{
    struct outcome *outcome = program_run(arguments);
    if (outcome->status != 1 || lines_of(outcome->error) != 1)
        fail_msg("belfry %s: status %d, %s", arguments, outcome->status, outcome->error);
}

static void test_help(void **state)
{
    (void)state;
    assert_int_equal(program_run("")->status, 2);
    struct outcome *outcome = program_run("--help");
    assert_int_equal(outcome->status, 0);
    assert_non_null(strstr(outcome->out, "belfry simulate GAME"));
    assert_non_null(strstr(outcome->out, "in Discord and IRC channels and in the terminal"));
    outcome = program_run("--version");
    assert_int_equal(outcome->status, 0);
    assert_memory_equal(outcome->out, "belfry " BELFRY_VERSION " (",
                        7 + strlen(BELFRY_VERSION) + 2);
    assert_true(strstr(outcome->out, "(commit ") || strstr(outcome->out, "(built without git)\n"));
    static const char *const commands[] = {"simulate --help",     "replay --help", "games --help",
                                           "config check --help", "health --help", "run --help",
                                           "play --help"};
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        outcome = program_run(commands[i]);
        assert_int_equal(outcome->status, 0);
        assert_memory_equal(outcome->out, "Usage: belfry ", 14);
    }
}

static void test_wrong_usage(void **state)
{
    (void)state;
    assert_wrong_usage("nothing");
    assert_wrong_usage("config");
    assert_wrong_usage("config chek x");
    assert_wrong_usage("health");
    assert_wrong_usage("health localhost:80");
    assert_wrong_usage("health --config x 127.0.0.1:80");
    assert_wrong_usage("simulate");
    assert_wrong_usage("simulate chess");
    assert_wrong_usage("simulate en-garde en-garde");
    assert_wrong_usage("simulate en-garde --players 3");
    assert_non_null(
        strstr(program_run("simulate en-garde --players 3")->error, "en-garde is for 2 players"));
    assert_wrong_usage("simulate en-garde --players x");
    assert_wrong_usage("simulate en-garde --games 0");
    assert_wrong_usage("simulate en-garde --games -1");
    assert_wrong_usage("simulate en-garde --seed g");
    assert_wrong_usage("simulate en-garde --seed ''");
    assert_wrong_usage("simulate en-garde --bots clever");
    assert_wrong_usage("simulate en-garde --bots random,random,random");
    assert_wrong_usage("simulate en-garde --bots random,");
    assert_wrong_usage("simulate en-garde --bots easy,hards");
    assert_wrong_usage("simulate en-garde --bots easy,easy,easy,easy,easy,easy,easy");
    assert_wrong_usage("simulate en-garde --iterations 0");
    assert_wrong_usage("simulate en-garde --option rules");
    assert_wrong_usage("simulate en-garde --option rules=none");
    assert_wrong_usage("simulate en-garde --option colour=red");
    assert_wrong_usage("simulate en-garde --frobnicate");
    assert_wrong_usage("replay");
    assert_wrong_usage("replay a b");
    assert_wrong_usage("replay a --at x");
    assert_wrong_usage("replay a --html b --verify");
    assert_wrong_usage("replay a --html b --at 1");
    assert_wrong_usage("replay a --html b --lang xx");
    assert_wrong_usage("games en-garde");
    assert_wrong_usage("config check");
}

/* Both commands give the same answer to the same mistake about a game. */
static void test_play_and_simulate_complain_alike(void **state)
{
    (void)state;
    static const struct {
        const char *arguments, *complaint;
    } cases[] = {
        {"chess", "no such game: chess (belfry games lists them)"},
        {"goats njet", "one game is enough: njet"},
        {"campanile --players 6", "--players: campanile is for 2–5 players"},
        {"goats --players x", "--players: expected a number from 1 to 6, found: x"},
        {"goats --seed g", "--seed: expected 1 to 64 hex digits, found: g"},
        {"--option touches=1", "--option: expected a game (belfry games lists them)"},
        {"--option touches en-garde", "--option: expected KEY=VALUE, found: touches"},
        {"en-garde --option colour=red", "--option: en-garde has no option colour"},
        {"en-garde --option rules=none",
         "--option rules: expected one of basic, standard, full, found: none"},
    };
    static const char *const commands[] = {"play", "simulate"};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (size_t j = 0; j < 2; j++) {
            char command_buffer[128], complaint_buffer[256];
            struct text command = TEXT_IN(command_buffer), complaint = TEXT_IN(complaint_buffer);
            text_add_format(&command, "%s %s", commands[j], cases[i].arguments);
            text_add_format(&complaint, "belfry %s: %s\n", commands[j], cases[i].complaint);
            struct outcome *outcome = program_run(command_buffer);
            assert_int_equal(outcome->status, 2);
            if (strstr(outcome->error, complaint_buffer) != outcome->error)
                fail_msg("belfry %s: %s", command_buffer, outcome->error);
        }
    assert_non_null(strstr(program_run("play goats --players 3 --seat 4")->error,
                           "--seat: expected a number from 1 to 3, found: 4"));
    assert_non_null(strstr(program_run("play goats --level clever")->error,
                           "--level: expected random, easy, normal or hard, found: clever"));
    assert_non_null(strstr(program_run("simulate goats --bots clever")->error,
                           "--bots: expected random, easy, normal or hard, found: clever"));
    assert_non_null(strstr(program_run("play --lang zz")->error,
                           "--lang: expected en, fr, it, de or es, found: zz"));
}

static void test_failed_work(void **state)
{
    (void)state;
    assert_fails("replay /nowhere");
    assert_fails("replay /dev/null");
    assert_fails("replay tests");
    assert_fails("replay tests/golden/en-garde/full.jsonl --at 9999");
    assert_fails("simulate en-garde --transcript /nowhere/file");
    assert_fails("simulate en-garde --transcript /dev/full");
    assert_fails("config check /nowhere");
}

/* Every command that reads a configuration reports its mistakes in the same way. */
static void test_wrong_configurations(void **state)
{
    (void)state;
    static const char *const commands[] = {"config check", "health --config",
                                           "discord register --config", "run --config"};
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        char buffer[64];
        struct text command = TEXT_IN(buffer);
        text_add_format(&command, "%s none.yaml", commands[i]);
        struct outcome *outcome = program_run(buffer);
        assert_int_equal(outcome->status, 1);
        assert_string_equal(outcome->error,
                            "none.yaml: can't be read: No such file or directory\n");
        text_clear(&command);
        text_add_format(&command, "%s /dev/null", commands[i]);
        assert_string_equal(program_run(buffer)->error,
                            "/dev/null:1: the file is empty: `networks` is missing\n");
    }
}

static void test_config_example(void **state)
{
    (void)state;
    struct outcome *outcome = program_run("config example");
    assert_int_equal(outcome->status, 0);
    assert_non_null(strstr(outcome->out, "\n    host: \"irc.libera.chat\"\n"));
    assert_string_equal(
        program_run("config example | '" BELFRY_PROGRAM "' config check /dev/stdin")->out,
        "/dev/stdin: correct\n");
}

static void test_simulate_and_replay(void **state)
{
    (void)state;
    struct outcome *outcome = program_run("simulate en-garde --seed 1 --legal");
    assert_int_equal(outcome->status, 0);
    assert_memory_equal(outcome->out, "{\"belfry\":1,\"game\":\"en-garde\",", 30);
    assert_non_null(strstr(outcome->out, "\"legal\":["));
    assert_int_equal(lines_of(outcome->error), 1);
    assert_memory_equal(outcome->error, "games=1 moves=", 14);
    char *first = strdup(outcome->out);
    outcome =
        program_run("simulate en-garde --transcript - --legal "
                    "--seed 0000000000000000000000000000000000000000000000000000000000000001");
    assert_string_equal(outcome->out, first);
    free(first);
    outcome =
        program_run("simulate en-garde --games 3 --bots random,random --rotate --iterations 5 "
                    "--option touches=1 --option rules=basic");
    assert_int_equal(outcome->status, 0);
    assert_string_equal(outcome->out, "");
    assert_memory_equal(outcome->error, "games=3 moves=", 14);
    char *same = strdup(program_run("simulate en-garde --seed 1 --option touches=1 --transcript - "
                                    "--bots easy,smart --iterations 5")
                            ->out);
    assert_string_equal(program_run("simulate en-garde --seed 1 --option touches=1 --transcript - "
                                    "--bots easy,hard --iterations 5")
                            ->out,
                        same);
    free(same);
}

static void test_replay_shows_the_table(void **state)
{
    (void)state;
    struct outcome *outcome =
        program_run("replay tests/golden/en-garde/rules-8-and-9-parry-or-retreat.jsonl --at 1");
    assert_int_equal(outcome->status, 0);
    assert_non_null(strstr(outcome->out, "22 → 19 apart"));
    assert_non_null(strstr(outcome->out, "advanced 3"));
    outcome = program_run("replay - <tests/golden/en-garde/full.jsonl");
    assert_int_equal(outcome->status, 0);
    assert_non_null(strstr(outcome->out, ": 2 games, 74 lines, all correct"));
    outcome = program_run("simulate en-garde --seed 1 --transcript - 2>/dev/null | head -n 3 | "
                          "'" BELFRY_PROGRAM "' replay -");
    assert_non_null(strstr(outcome->out, ": 1 game (1 unfinished), 2 lines, all correct"));
}

static void test_games_as_json(void **state)
{
    (void)state;
    json_error_t error;
    struct outcome *outcome = program_run("games --json");
    json_t *games = json_loads(outcome->out, 0, &error);
    assert_int_equal(outcome->status, 0);
    assert_true(json_is_array(games));
    size_t count = 0;
    for (; game_registry[count] != NULL; count++)
        assert_string_equal(json_string_value(json_object_get(json_array_get(games, count), "id")),
                            game_registry[count]->id);
    assert_int_equal(json_array_size(games), count);
    const json_t *game = json_array_get(games, 0);
    const json_t *touches = json_array_get(json_object_get(game, "options"), 1);
    assert_string_equal(json_string_value(json_object_get(game, "id")), "en-garde");
    assert_string_equal(json_string_value(json_object_get(game, "name")), "En Garde");
    assert_int_equal(json_integer_value(json_object_get(json_object_get(game, "players"), "max")),
                     2);
    assert_string_equal(json_string_value(json_object_get(touches, "name")), "touches");
    assert_string_equal(json_string_value(json_object_get(touches, "default")), "5");
    assert_int_equal(json_array_size(json_object_get(touches, "values")), 9);
    json_decref(games);
    assert_int_equal(program_run("games")->status, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_help),
        cmocka_unit_test(test_wrong_usage),
        cmocka_unit_test(test_play_and_simulate_complain_alike),
        cmocka_unit_test(test_failed_work),
        cmocka_unit_test(test_wrong_configurations),
        cmocka_unit_test(test_config_example),
        cmocka_unit_test(test_simulate_and_replay),
        cmocka_unit_test(test_replay_shows_the_table),
        cmocka_unit_test(test_games_as_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
