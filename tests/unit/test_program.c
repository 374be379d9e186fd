/* What the program's commands do: the figures of `simulate`, what `replay` proves, lists, tables in
 * a terminal, and the bot that runs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <arpa/inet.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "games/shared/text.h"
#include "tests/unit/program_kit.h"
#include "tests/unit/store_fixture.h"

#define PIPE_TO_REPLAY " | '" BELFRY_PROGRAM "' replay "
#define ONE_GAME       "simulate goats --players 3 --seed 1 --transcript - 2>/dev/null"
#define FULL           "tests/golden/en-garde/full.jsonl"

static void assert_said(const char *arguments, int status, const char *out, const char *error)
{
    const struct outcome *outcome = program_run(arguments);
    assert_string_equal(outcome->error, error);
    assert_string_equal(outcome->out, out);
    assert_int_equal(outcome->status, status);
}

static unsigned count_of(const char *bytes, const char *part)
{
    unsigned count = 0;
    for (; (bytes = strstr(bytes, part)) != NULL; bytes++)
        count++;
    return count;
}

/* -- Lists ------------------------------------------------------------------------------------- */

static void the_help_lists_every_command(void **state)
{
    (void)state;
    static const char *const commands[] = {"run [",
                                           "play [",
                                           "simulate GAME",
                                           "replay FILE",
                                           "games [--json]",
                                           "health ADDR",
                                           "config check F",
                                           "config example",
                                           "config reference",
                                           "discord register --config"};
    char *help = strdup(program_run("--help")->out);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        char buffer[64];
        struct text line = TEXT_IN(buffer);
        text_add_format(&line, "\n  belfry %s", commands[i]);
        assert_non_null(strstr(help, buffer));
    }
    assert_non_null(strstr(help, "\n                list the games, their players and options\n"));
    assert_said("", 2, help, "");
    free(help);
}

static void questions_have_short_forms(void **state)
{
    (void)state;
    static const char *const same[][2] = {
        {"--help", "-h"}, {"--help", "'-?'"}, {"config --help", "config -h"}, {"--version", "-V"}};
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        char *answer = strdup(program_run(same[i][0])->out);
        assert_said(same[i][1], 0, answer, "");
        free(answer);
    }
}

static void an_unknown_command_is_named(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"chess", "belfry: unknown command: chess (belfry --help lists them)\n"},
        {"chess now", "belfry: unknown command: chess (belfry --help lists them)\n"},
        {"confi check", "belfry: unknown command: confi (belfry --help lists them)\n"},
        {"configs check", "belfry: unknown command: configs (belfry --help lists them)\n"},
        {"run-not --help", "belfry: unknown command: run-not (belfry --help lists them)\n"},
        {"config", "belfry config: expected one of check, example, reference\n"},
        {"config chek", "belfry config: expected one of check, example, reference: chek\n"},
        {"config che", "belfry config: expected one of check, example, reference: che\n"},
        {"discord", "belfry discord: expected one of register\n"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_said(cases[i][0], 2, "", cases[i][1]);
}

static void games_are_listed_with_their_options(void **state)
{
    (void)state;
    const struct outcome *outcome = program_run("games");
    assert_int_equal(outcome->status, 0);
    assert_ptr_equal(strstr(outcome->out, "en-garde               2    players  En Garde\n"
                                          "    rules=basic|standard|full (default: full)\n"
                                          "    touches=1|2|3|4|5|6|7|8|9 (default: 5)\n"
                                          "campanile              2-5  players  Campanile\n"),
                     outcome->out);
    assert_non_null(strstr(outcome->out, "goats                  3-6  players  Ziegen Kriegen\n"
                                         "    rounds=single|series (default: single)\n"));
}

static void a_reader_that_is_gone_is_told(void **state)
{
    (void)state;
    assert_said("-V >/dev/null; { '" BELFRY_PROGRAM "' games >/dev/full; echo $?; }", 0, "1\n",
                "belfry: standard output: No space left on device\n");
}

/* -- simulate ---------------------------------------------------------------------------------- */

struct sums {
    unsigned long long games, moves;
    double seconds, pace, mean, wins[2];
};

static struct sums sums_of(const struct outcome *outcome)
{
    struct sums sums;
    const char *last = strstr(outcome->error, "games=");
    assert_int_equal(outcome->status, 0);
    assert_non_null(last);
    assert_int_equal(sscanf(last,
                            "games=%llu moves=%llu seconds=%lf moves_per_second=%lf "
                            "mean_moves=%lf wins=%lf,%lf",
                            &sums.games, &sums.moves, &sums.seconds, &sums.pace, &sums.mean,
                            &sums.wins[0], &sums.wins[1]),
                     7);
    return sums;
}

static bool is_near(double a, double b, double most)
{
    return a - b <= most && b - a <= most;
}

static void figures_are_those_of_the_transcripts(void **state)
{
    (void)state;
    const struct outcome *outcome =
        program_run("simulate en-garde --seed 1 --games 5 --transcript - --iterations 1");
    struct sums sums = sums_of(outcome);
    assert_int_equal(sums.games, 5);
    assert_int_equal(count_of(outcome->out, "\"belfry\":1"), 5);
    assert_int_equal(sums.moves, count_of(outcome->out, "\"move\":"));
    assert_true(is_near(sums.mean, (double)sums.moves / 5, 0.01));
    assert_true(is_near(sums.wins[0], count_of(outcome->out, "\"winners\":[1]}") / 5.0, 0.0001));
    assert_true(is_near(sums.wins[1], count_of(outcome->out, "\"winners\":[2]}") / 5.0, 0.0001));
    assert_null(strchr(outcome->error, '\r'));
}

static void the_pace_is_moves_by_seconds(void **state)
{
    (void)state;
    struct sums sums = sums_of(program_run("simulate en-garde --seed 1 --games 2000"));
    assert_true(sums.seconds > 0 && sums.seconds < 60);
    assert_true(is_near(sums.pace * sums.seconds / (double)sums.moves, 1, 0.1));
}

static void a_list_of_bots_moves_on(void **state)
{
    (void)state;
#define SERIES "simulate en-garde --seed 1 --games 20 --option touches=1 --iterations 20 "
    struct sums first = sums_of(program_run(SERIES "--bots hard,random"));
    struct sums second = sums_of(program_run(SERIES "--bots random,hard"));
    struct sums both = sums_of(program_run(SERIES "--bots hard,random --rotate"));
    struct sums all = sums_of(program_run(SERIES "--bots random"));
    assert_true(first.wins[0] > 0.7);
    assert_true(second.wins[1] > 0.7);
    assert_true(both.wins[0] > 0.7);
    assert_true(all.wins[0] < 0.7 && all.wins[1] < 0.7);
}

/* A searching bot does what the iterations allow, in every seat of the list. */
static void one_bot_is_for_all_seats(void **state)
{
    (void)state;
#define SEARCH "simulate en-garde --seed 1 --option touches=1 --transcript - --iterations 9 --bots "
    char *one = strdup(program_run(SEARCH "hard")->out);
    assert_string_equal(program_run(SEARCH "hard,hard")->out, one);
    assert_string_not_equal(program_run(SEARCH "hard,random")->out, one);
    assert_string_not_equal(program_run(SEARCH "random,hard")->out, one);
    free(one);
}

static void progress_is_shown_in_a_terminal(void **state)
{
    struct program program;
    program_start_at_terminal(&program, *state, "simulate en-garde --seed 1 --games 150");
    program_await(&program, "\r2 of 150 games");
    program_await(&program, "\r4 of 150 games");
    program_await(&program, "\r150 of 150 games\r\033[K"
                            "games=150 moves=");
    assert_int_equal(program_hang_up(&program), 0);
    assert_null(strstr(program.said, "\r3 of"));
    assert_null(strstr(program.said, "\r1 of"));
}

static void arguments_come_in_any_order(void **state)
{
    (void)state;
#define SIMULATE(arguments) "simulate " arguments " 2>/dev/null"
    char *one = strdup(program_run(SIMULATE("en-garde --seed 1 --games 2 --legal --rotate "
                                            "--bots random,easy --option touches=1"))
                           ->out);
    assert_non_null(strstr(one, "\"legal\":["));
    assert_string_equal(program_run(SIMULATE("--legal --rotate --bots random,easy --games 2 "
                                             "--option touches=1 --seed 1 en-garde"))
                            ->out,
                        one);
    assert_string_equal(program_run(SIMULATE("--bots random,easy --option touches=1 --games 2 "
                                             "--rotate --iterations 3 --legal --transcript - "
                                             "en-garde --seed 1"))
                            ->out,
                        one);
    free(one);
}

static void a_key_of_an_option_has_an_end(void **state)
{
    (void)state;
#define KEY_62 "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgg"
    assert_non_null(strstr(program_run("simulate en-garde --option " KEY_62 "h=1")->error,
                           "--option: en-garde has no option " KEY_62 "h\n"));
    assert_non_null(strstr(program_run("simulate en-garde --option " KEY_62 "hi=1")->error,
                           "--option: expected KEY=VALUE, found: " KEY_62 "hi=1\n"));
}

static void limits_are_named(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"en-garde --games 1000000001", "--games: expected a number from 1 to 1000000000"},
        {"en-garde --iterations 1000000001",
         "--iterations: expected a number from 1 to 1000000000"},
        {"en-garde --bots easy,easy,easy", "expected one, or one for each of 2 seats, found 3"},
        {"goats --bots easy,easy", "expected one, or one for each of 3 seats, found 2"},
        {"goats --players 6 --bots easy,easy,easy,easy,easy,easy,easy",
         "one for each of 6 seats, found 7"},
        {"goats --players 7", "--players: expected a number from 1 to 6, found: 7"},
        {"goats --players 0", "--players: expected a number from 1 to 6, found: 0"},
        {"goats --players -1", "--players: expected a number from 1 to 6, found: -1"},
        {"goats --players 3x", "--players: expected a number from 1 to 6, found: 3x"},
        {"goats --games 99999999999999999999", "found: 99999999999999999999"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char buffer[128];
        struct text command = TEXT_IN(buffer);
        text_add_format(&command, "simulate %s", cases[i][0]);
        const struct outcome *outcome = program_run(buffer);
        assert_int_equal(outcome->status, 2);
        if (strstr(outcome->error, cases[i][1]) == NULL)
            fail_msg("%s: %s", buffer, outcome->error);
    }
    assert_int_equal(
        program_run("simulate goats --players 6 --bots easy,easy,easy,easy,easy,easy")->status, 0);
}

/* -- replay ------------------------------------------------------------------------------------ */

static void a_table_is_shown_in_every_game_that_has_the_line(void **state)
{
    (void)state;
    const struct outcome *outcome = program_run("replay " FULL " --at 0");
    assert_int_equal(outcome->status, 0);
    assert_int_equal(count_of(outcome->out, "15 cards in the pile"), 2);
    assert_null(strstr(outcome->out, "all correct"));
    assert_int_equal(count_of(program_run("replay " FULL " --at 30")->out, "En Garde"), 2);
    assert_int_equal(count_of(program_run("replay " FULL " --at 43")->out, "En Garde"), 1);
    assert_said("replay " FULL " --at 999", 1, "",
                "belfry replay: " FULL ": no line with n = 999\n");
    assert_said("replay " FULL " --at 4294967296", 2, "",
                "belfry replay: --at: expected a number from 0 to 4294967295, found: 4294967296\n"
                "Try `belfry replay --help' or `belfry replay --usage' for more information.\n");
}

static void a_transcript_becomes_a_page(void **state)
{
    (void)state;
    assert_said("replay " FULL " --html -", 1, "",
                "belfry replay: " FULL ":47: expected one game: a page shows a single one\n");
    assert_said("replay tests --html -", 1, "", "belfry replay: tests: Is a directory\n");
    assert_said("replay - --html - </dev/null", 1, "",
                "belfry replay: -:1: expected a transcript, found nothing\n");
    assert_said(ONE_GAME PIPE_TO_REPLAY "- --html /nowhere/page", 1, "",
                "belfry replay: /nowhere/page: No such file or directory\n");
    const struct outcome *outcome = program_run(ONE_GAME PIPE_TO_REPLAY "- --lang fr --html -");
    assert_int_equal(outcome->status, 0);
    assert_int_equal(count_of(outcome->out, "<html lang=\"fr\">"), 1);
}

static void what_is_replayed_is_counted(void **state)
{
    (void)state;
    assert_said("replay " FULL, 0, FULL ": 2 games, 74 lines, all correct\n", "");
    assert_said("replay - <" FULL, 0, "-: 2 games, 74 lines, all correct\n", "");
    assert_said("games >/dev/null; head -n 50 " FULL PIPE_TO_REPLAY "-", 0,
                "-: 2 games (1 unfinished), 47 lines, all correct\n", "");
    assert_said("games >/dev/null; head -n 46 " FULL PIPE_TO_REPLAY "-", 0,
                "-: 1 game, 44 lines, all correct\n", "");
    assert_said("replay /nowhere", 1, "", "belfry replay: /nowhere: No such file or directory\n");
}

/* Each of the two games of the file is changed by itself. */
static void a_shuffle_is_verified(void **state)
{
    (void)state;
#define CHANGED(change) "games >/dev/null; sed '" change "' " FULL PIPE_TO_REPLAY "--verify -"
    assert_said("replay --verify " FULL, 0,
                FULL ": 2 games, 74 lines, all correct; every deal follows from its seed,"
                     " 0 committed to\n",
                "");
    assert_said(CHANGED("s/\"seed\":\"fa/\"seed\":\"fb/"), 1, "",
                "belfry replay: -: game 1: seed and words deal another setup\n");
    assert_said(CHANGED("s/\"seed\":\"6c/\"seed\":\"6d/"), 1, "",
                "belfry replay: -: game 2: seed and words deal another setup\n");
    assert_said(CHANGED("2,46d; s/\"hands\":\\[\\[3,3,4,4,4\\]/\"hands\":[[3,4,3,4,4]/"), 1, "",
                "belfry replay: -: game 1: seed and words deal another setup\n");
    assert_said(CHANGED("16,$d; 15s/2,2,4\\]}/2,4,2]}/"), 1, "",
                "belfry replay: -: game 1: seed and words deal something else in line 14\n");
    /* The SHA-256 of the first game's seed. */
    assert_said(CHANGED("s/\"players\":2,/&\"commitment\":"
                        "\"6d58ad9c6b6f8ec9b2b1a45e9dd6b11c3c9bd9b6d0a9e0d9b4b7ac4ce3eb2b34\",/"),
                1, "", "belfry replay: -: game 1: the seed is not the one that was committed to\n");
    assert_said(CHANGED("1s/\"players\":2,/"
                        "&\"commitment\":"
                        "\"e98b4d64513ded695b77fdf2afab67f7831758f646f6ea1fe77aa56faee414d1\",/"),
                0,
                "-: 2 games, 74 lines, all correct; every deal follows from its seed,"
                " 1 committed to\n",
                "");
}

/* -- Tables in a terminal ---------------------------------------------------------------------- */

static void a_table_in_a_terminal(void **state)
{
    struct program program;
    program_start(&program, *state, "play en-garde --seed 1 --seat 2 --no-color --level random");
    program_await(&program, "Round 1 begins.");
    program_await(&program, "> Anna to play ");
    program_await(&program, "Your cards: 1 1 2 2 5");
    program_type(&program, "status");
    program_await(&program, "Anna to play · En Garde 0 to 0, 22 apart");
    program_type(&program, "advance 5");
    program_await(&program, "Bot 1 ");
    program_type(&program, "quit");
    program_await(&program, "Good-bye.");
    assert_int_equal(program_hang_up(&program), 0);
}

static void a_table_has_what_the_arguments_say(void **state)
{
    struct program program;
    program_start(&program, *state,
                  "play goats --seed 1 --players 4 --option rounds=series --lang fr --name Zoé");
    program_await(&program, "Bot 3 s’assied (4 sur 3–6).");
    program_await(&program, "> à Zoé de jouer ");
    program_await(&program, "Tes cartes  2     3     5     6     14    16    22    42");
    program_type(&program, "options");
    program_await(&program, "manches=série");
    assert_int_equal(program_hang_up(&program), 0);
    assert_non_null(strstr(program.said, "Au revoir."));
    assert_non_null(strstr(program_run("play goats --players 4 --seat 5")->error,
                           "--seat: expected a number from 1 to 4, found: 5"));
}

/* -- The bot that runs ------------------------------------------------------------------------- */

static unsigned free_port(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int socket_number = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(socket_number, (struct sockaddr *)&address, size), 0);
    assert_int_equal(getsockname(socket_number, (struct sockaddr *)&address, &size), 0);
    close(socket_number);
    return ntohs(address.sin_port);
}

static void write_whole_config(const char *folder, const char *content)
{
    char path[PATH_MAX_OF_TEST];
    FILE *file = fopen(path_of(path, folder, "/belfry.yaml"), "we");
    assert_non_null(file);
    assert_int_equal(fchmod(fileno(file), 0600), 0);
    assert_true(fputs(content, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* Writes a configuration whose network is the terminal. */
static void write_config(const char *folder, const char *content)
{
    char buffer[512];
    struct text whole = TEXT_IN(buffer);
    text_add_format(&whole, "%snetworks: [{name: console, type: console, colour: off}]\n", content);
    write_whole_config(folder, buffer);
}

/* Counts the files whose names begin with `beginning`. */
static unsigned files_in(const char *folder, const char *below, const char *beginning)
{
    char path[PATH_MAX_OF_TEST];
    unsigned count = 0;
    DIR *directory = opendir(path_of(path, folder, below));
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
        count += strncmp(entry->d_name, beginning, strlen(beginning)) == 0;
    closedir(directory);
    return count;
}

static void a_running_bot_obeys_its_signals(void **state)
{
    struct program program;
    write_config(*state, "data: here\nlanguage: fr\nbackup: {folder: copies, every: 365d}\n");
    program_start(&program, *state, "run --config belfry.yaml");
    program_await(&program, "bot.started version=");
    program_await(&program, "data=");
    program_await(&program, "backup.made");
    assert_int_equal(files_in(*state, "/copies", "belfry-"), 1);
    kill(program.process, SIGUSR1);
    program_await(&program, "backup.made");
    program_type(&program, "new en-garde");
    program_await(&program, "Une table est ouverte");

    write_config(*state, "data: there\nlanguage: it\nmonitor: {address: 127.0.0.1:1}\n"
                         "backup: {folder: others, every: 365d}\n");
    kill(program.process, SIGHUP);
    program_await(&program, "config.needs-restart keys=data");
    program_await(&program, "config.needs-restart keys=monitor");
    /* A sandbox has no room for further folders. */
    program_await(&program, "config.needs-restart keys=backup.folder");
    kill(program.process, SIGUSR1);
    program_await(&program, "backup.made file=copies/");
    assert_int_equal(files_in(*state, "", "others"), 0);

    write_config(*state, "langage: it\n");
    kill(program.process, SIGHUP);
    program_await(&program, "config.mistake file=belfry.yaml line=1 key=langage reason=");
    program_await(&program, "config.not-reloaded reason=\"it has mistakes; the old one stays");
    assert_int_equal(program_end(&program, SIGINT), 0);
    assert_non_null(strstr(program.said, "bot.stopping signal=SIGINT"));
    assert_non_null(strstr(program.said, "bot.stopped"));
}

static void the_log_can_be_read_by_programs(void **state)
{
    struct program program;
    write_config(*state, "log: {format: json}\n");
    program_start(&program, *state, "run --config belfry.yaml");
    program_await(&program, "\n{\"time\":\"");
    program_await(&program, "\",\"level\":\"info\",\"event\":\"bot.started\",\"version\":\"");
    assert_int_equal(program_end(&program, SIGTERM), 0);
    assert_non_null(strstr(program.said, "\"event\":\"bot.stopped\"}\n"));
}

/* -- What is wrong before the bot runs -------------------------------------------------------- */

static void a_check_looks_at_folders_and_files(void **state)
{
    const char *folder = *state;
    char path[PATH_MAX_OF_TEST];
    static const char wrong[] = "config check belfry.yaml";
    write_config(folder, "data: new/deep\nbackup: {folder: copies}\n");
    assert_string_equal(program_run_in(folder, wrong)->out, "belfry.yaml: correct\n");
    assert_int_equal(rmdir(path_of(path, folder, "/new")), -1); /* nothing was made */
    write_config(folder, "data: belfry.yaml\nbackup: {folder: none/copies}\n"
                         "export-folder: records\nexport-url: https://example.org\n");
    const struct outcome *outcome = program_run_in(folder, wrong);
    assert_string_equal(outcome->error,
                        "belfry.yaml: data: the folder `belfry.yaml` is not a folder\n"
                        "belfry.yaml: backup.folder: the folder `none/copies` does not exist and "
                        "can't be made\n"
                        "belfry.yaml: export-folder: the folder `records` does not exist\n");
    assert_string_equal(outcome->out, "");
    assert_int_equal(outcome->status, 1);
    write_whole_config(folder, "networks:\n  - {name: libera, type: irc, host: h, operator: o, "
                               "authority-file: ca.pem}\n");
    outcome = program_run_in(folder, wrong);
    assert_string_equal(outcome->error, "belfry.yaml:2: libera: authority-file: the file `ca.pem` "
                                        "can't be read: No such file or directory\n");
    assert_int_equal(outcome->status, 1);
}

static void the_doctor_tells_everything_on_a_page(void **state)
{
    static const char *const lines[] = {
        "ok   configuration  belfry.yaml\n",
        "ok   bot            unknown: monitor.address is not",
        "ok   store          data: there is none yet\n",
        "ok   backup         none: backup.folder is not set\n",
        "ok   clock          20",
        "ok   limits         ",
        "ok   sandbox        configured: on; in force: unknown, no bot "};
    const char *folder = *state;
    write_config(folder, "data: data\n");
    const struct outcome *outcome = program_run_in(folder, "doctor --config belfry.yaml");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        assert_non_null(strstr(outcome->out, lines[i]));
    assert_string_equal(outcome->error, "");
    assert_int_equal(outcome->status, 0);
    write_config(folder, "data: data\nmonitor: {address: 127.0.0.1:1}\nexport-folder: records\n"
                         "export-url: https://example.org\n");
    outcome = program_run_in(folder, "doctor --config belfry.yaml");
    assert_non_null(strstr(outcome->out, "BAD  configuration  belfry.yaml: see above\n"));
    assert_non_null(strstr(outcome->out, "BAD  bot            127.0.0.1:1: "));
    assert_int_equal(outcome->status, 1);
    write_config(folder, "nonsense: on\n");
    outcome = program_run_in(folder, "doctor --config belfry.yaml");
    assert_string_equal(outcome->out, "BAD  configuration  belfry.yaml: see above\n");
    assert_int_equal(outcome->status, 1);
}

/* The reason is in libcurl's words, which differ by release. */
static void assert_no_answer(const struct outcome *outcome, const char *address)
{
    size_t length = strlen(address);
    assert_memory_equal(outcome->error, address, length);
    assert_true(outcome->error[length] != '\n');
    assert_int_equal(lines_of(outcome->error), 1);
    assert_string_equal(outcome->out, "");
    assert_int_equal(outcome->status, 1);
}

static void what_runs_says_how_it_is(void **state)
{
    char content_buffer[256], health_buffer[256], answer_buffer[256];
    struct text content = TEXT_IN(content_buffer), health = TEXT_IN(health_buffer);
    struct text answer = TEXT_IN(answer_buffer);
    struct program program;
    unsigned port = free_port();
    text_add_format(&content, "monitor: {address: '127.0.0.1:%u'}\n", port);
    text_add_format(&health, "health 127.0.0.1:%u", port);
    text_add_format(&answer, "127.0.0.1:%u: ", port);
    assert_no_answer(program_run(health_buffer), answer_buffer);
    write_config(*state, content_buffer);
    program_start(&program, *state, "run --config belfry.yaml --data elsewhere");
    program_await(&program, "monitor.listening address=127.0.0.1:");
    assert_said(health_buffer, 0, "ok: 1 of 1 networks connected\n", "");
    text_clear(&health);
    text_add_format(&health, "health --config %s/belfry.yaml", (const char *)*state);
    assert_said(health_buffer, 0, "ok: 1 of 1 networks connected\n", "");

    struct program second;
    program_start(&second, *state, "run --config belfry.yaml --data another");
    program_await(&second, "monitor.failed");
    assert_int_equal(program_hang_up(&second), 1);
    program_start(&second, *state, "run --config belfry.yaml --data elsewhere");
    program_await(&second, "store.not-opened folder=elsewhere reason=");
    assert_int_equal(program_hang_up(&second), 1);

    assert_int_equal(program_end(&program, SIGTERM), 0);
    assert_non_null(strstr(program.said, "bot.stopping signal=SIGTERM"));
    assert_int_equal(files_in(*state, "/elsewhere", "belfry.sqlite3"), 1);
    write_config(*state, "");
    text_clear(&answer);
    text_add_format(&answer,
                    "%s/belfry.yaml: monitor.address is not set, so the bot does not answer\n",
                    (const char *)*state);
    assert_said(health_buffer, 1, "", answer_buffer);
}

static void commands_are_registered_for_one_network(void **state)
{
    static const char *const cases[][2] = {
        {"", "several networks of type discord: name one with --network\n"},
        {" --network three", "belfry.yaml: no such network of type discord\n"},
        {" --network libera", "belfry.yaml: no such network of type discord\n"}};
    write_whole_config(*state, "networks:\n"
                               "  - {name: one, type: discord, token: a}\n"
                               "  - {name: libera, type: irc, host: h, operator: o}\n"
                               "  - {name: two, type: discord, token: b}\n");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char buffer[128];
        struct text command = TEXT_IN(buffer);
        text_add_format(&command, "discord register --config belfry.yaml%s", cases[i][0]);
        const struct outcome *outcome = program_run_in(*state, buffer);
        assert_string_equal(outcome->error, cases[i][1]);
        assert_int_equal(outcome->status, 1);
    }
    static const char *const wrong[][2] = {{"--guild ''", "--guild: expected digits, found: "},
                                           {"--guild 12a", "--guild: expected digits, found: 12a"},
                                           {"belfry.yaml", "no argument expected: belfry.yaml"},
                                           {"", "expected --config FILE"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char buffer[128];
        struct text command = TEXT_IN(buffer);
        text_add_format(&command, "discord register %s", wrong[i][0]);
        const struct outcome *outcome = program_run(buffer);
        assert_non_null(strstr(outcome->error, wrong[i][1]));
        assert_int_equal(outcome->status, 2);
    }
}

static void without_a_configuration_the_terminal_is_the_network(void **state)
{
    struct program program;
    program_start(&program, *state, "run --data kept");
    program_type(&program, "new en-garde");
    program_await(&program, "A table of En Garde is open");
    kill(program.process, SIGHUP);
    program_await(&program, "config.not-reloaded reason=\"there is no configuration file\"");
    assert_int_equal(program_end(&program, SIGTERM), 0);
    assert_null(strstr(program.said, "bot.started"));
    program_start(&program, *state, "run --data kept");
    program_await(&program, "I am back");
    assert_int_equal(program_hang_up(&program), 0);
    assert_int_equal(files_in(*state, "/kept", "belfry.sqlite3"), 1);
}

static void the_folder_of_the_tables_is_found(void **state)
{
    static const char *const cases[][2] = {
        {"XDG_DATA_HOME=\"$PWD/shared\" HOME=\"$PWD\"", "/shared/belfry"},
        {"XDG_DATA_HOME=relative HOME=\"$PWD/home\"", "/home/.local/share/belfry"},
        {"-u XDG_DATA_HOME HOME=\"$PWD/own\"", "/own/.local/share/belfry"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char buffer[512];
        struct text command = TEXT_IN(buffer);
        text_add_format(&command,
                        "games >/dev/null; cd %s && env %s '" BELFRY_PROGRAM "' run </dev/null",
                        (const char *)*state, cases[i][0]);
        assert_int_equal(program_run(buffer)->status, 0);
        assert_int_equal(files_in(*state, cases[i][1], "belfry.sqlite3"), 1);
    }
}

/* -- What it asks of the system ---------------------------------------------------------------- */

static void too_few_files_are_told_in_one_line(void **state)
{
    static const rlim_t limits[] = {16, 63}; /* the shell needs some itself */
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        pid_t child = fork();
        if (child == 0) {
            const struct rlimit few = {limits[i], limits[i]};
            setrlimit(RLIMIT_NOFILE, &few);
            const struct outcome *outcome = program_run_in(*state, "run --data data </dev/null");
            _exit(outcome->status != 1 || lines_of(outcome->error) != 1 ||
                  strstr(outcome->error, "64 are needed") == NULL);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
    }
}

/* A core dump would hold hands and passwords. */
static void it_leaves_no_core_dump(void **state)
{
    struct rlimit limit;
    struct program program;
    program_start(&program, *state, "run");
    program_type(&program, "games");
    program_await(&program, "En Garde");
    assert_int_equal(prlimit(program.process, RLIMIT_CORE, NULL, &limit), 0);
    assert_int_equal(limit.rlim_cur, 0);
    assert_int_equal(limit.rlim_max, 0);
    assert_int_equal(program_end(&program, SIGTERM), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_help_lists_every_command),
        cmocka_unit_test(questions_have_short_forms),
        cmocka_unit_test(an_unknown_command_is_named),
        cmocka_unit_test(games_are_listed_with_their_options),
        cmocka_unit_test(a_reader_that_is_gone_is_told),
        cmocka_unit_test(figures_are_those_of_the_transcripts),
        cmocka_unit_test(the_pace_is_moves_by_seconds),
        cmocka_unit_test(a_list_of_bots_moves_on),
        cmocka_unit_test(one_bot_is_for_all_seats),
        IN_FOLDER(progress_is_shown_in_a_terminal),
        cmocka_unit_test(arguments_come_in_any_order),
        cmocka_unit_test(a_key_of_an_option_has_an_end),
        cmocka_unit_test(limits_are_named),
        cmocka_unit_test(a_table_is_shown_in_every_game_that_has_the_line),
        cmocka_unit_test(a_transcript_becomes_a_page),
        cmocka_unit_test(what_is_replayed_is_counted),
        cmocka_unit_test(a_shuffle_is_verified),
        IN_FOLDER(a_table_in_a_terminal),
        IN_FOLDER(a_table_has_what_the_arguments_say),
        IN_FOLDER(a_running_bot_obeys_its_signals),
        IN_FOLDER(the_log_can_be_read_by_programs),
        IN_FOLDER(a_check_looks_at_folders_and_files),
        IN_FOLDER(the_doctor_tells_everything_on_a_page),
        IN_FOLDER(what_runs_says_how_it_is),
        IN_FOLDER(commands_are_registered_for_one_network),
        IN_FOLDER(without_a_configuration_the_terminal_is_the_network),
        IN_FOLDER(the_folder_of_the_tables_is_found),
        IN_FOLDER(too_few_files_are_told_in_one_line),
        IN_FOLDER(it_leaves_no_core_dump),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
