/* Records of tables: the shuffle committed to and checked, finished games step by step, records for
 * their players, reports for the person who runs the bot. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bot/base/duration.h"
#include "bot/commands/downloads.h"
#include "bot/record/shuffle.h"
#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

/* Plays the table of #a to its end. */
static void play_on(struct fixture *fixture, struct table *table)
{
    for (int moves = 0; moves < 3000; moves++)
        if (!fixture_move(fixture, table))
            return;
    fail_msg("the game does not end");
}

static void open_with_words(struct fixture *fixture)
{
    fixture_type(fixture, "alice", "#a", "new en-garde touches=1");
    fixture_type(fixture, "bruno", "#a", "join château");
    fixture_type(fixture, "alice", "#a", "join lucky");
}

static void a_seed_is_sealed_before_anybody_adds_a_word(void **state)
{
    struct fixture *fixture = *state;
    char commitment[SHUFFLE_COMMITMENT_TEXT], half[33] = "";
    fixture_type(fixture, "alice", "#a", "new en-garde");
    const struct table *table = session_at(&fixture->host.sessions, "one", "#a");
    shuffle_commit(table->seed, commitment);
    memcpy(half, commitment, sizeof half - 1);
    fixture_public(fixture, "#a", half);
    fixture_type(fixture, "bruno", "#a", "verify");
    fixture_public(fixture, "#a", commitment);
    fixture_clear(fixture);
    fixture_type(fixture, "bruno", "#a", "join lucky");
    fixture_public(fixture, "#a", "bruno mixes the word “lucky” into the shuffle.");
    fixture_type(fixture, "bruno", "#a", "verify");
    fixture_public(fixture, "#a", "2 lucky");
}

static void a_word_that_is_none_is_refused_and_the_seat_kept(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "new en-garde");
    fixture_type(fixture, "alice", "#a", "join two words");
    fixture_private(fixture, "alice", "one word of at most 32 bytes");
    assert_null(session_at(&fixture->host.sessions, "one", "#a")->seats[0].word);
    fixture_type(fixture, "bruno", "#a", "join");
    fixture_type(fixture, "alice", "#a", "start");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "join late");
    fixture_private(fixture, "alice", "has begun already");
}

static void the_end_reveals_the_seed_and_verify_deals_again(void **state)
{
    struct fixture *fixture = *state;
    open_with_words(fixture);
    fixture_type(fixture, "alice", "#a", "start");
    struct table *table = session_at(&fixture->host.sessions, "one", "#a");
    assert_int_equal(fixture_count_public(fixture, "#a", "Seed of table"), 0);
    play_on(fixture, table);
    fixture_public(fixture, "#a", "Seed of table 1: ");
    fixture_clear(fixture);
    fixture_type(fixture, "carol", "#a", "verify");
    fixture_public(fixture, "#a", "with the words of 2 players it deals just what was dealt");
}

static void an_aborted_table_says_whether_it_reveals(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "new en-garde");
    fixture_type(fixture, "alice", "#a", "abort");
    fixture_public(fixture, "#a", "Nothing was dealt, so the seed stays sealed.");
    fixture_start(fixture, "#b", "");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#b", "abort");
    fixture_public(fixture, "#b", "Seed of table 2: ");
}

static void at_a_terminal_an_aborted_table_leaves_its_seed_to_verify(void **state)
{
    struct fixture *fixture = *state;
    fixture_set_terminal(fixture, true);
    fixture_start(fixture, "#a", "");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "abort");
    const char *told = fixture_public(fixture, "#a", "closed before its end");
    assert_string_equal(told, "The table is closed before its end.");
    fixture_type(fixture, "alice", "#a", "verify");
    assert_true(fixture_count_public(fixture, "#a", "deals just what was dealt") +
                    fixture_count_private(fixture, "alice", "deals just what was dealt") >
                0);
}

static void a_finished_game_is_shown_step_by_step(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start(fixture, "#a", "touches=1");
    fixture_type(fixture, "alice", "#a", "replay 1");
    fixture_private(fixture, "alice", "Table 1 is not over yet.");
    fixture_type(fixture, "carol", "#c", "replay 1"); /* in a place that never showed it */
    fixture_private(fixture, "carol", "There is no finished table 1");
    play_on(fixture, table);
    fixture_clear(fixture);
    fixture_type(fixture, "carol", "#a", "replay");
    fixture_private(fixture, "carol", "Finished here: 1 En Garde");
    fixture_type(fixture, "carol", "#a", "replay 1");
    fixture_public(fixture, "#a", "Table 1, line 0 of ");
    fixture_clear(fixture);
    fixture_type(fixture, "carol", "#a", "replay");
    fixture_public(fixture, "#a", "Table 1, line 1 of ");
    assert_int_equal(fixture_count_public(fixture, "#a", "En Garde, first to "), 1);
    fixture_clear(fixture);
    fixture_type(fixture, "carol", "#a", "replay #1 3");
    fixture_public(fixture, "#a", "Table 1, line 3 of ");
    fixture_type(fixture, "carol", "#a", "replay 1 99999");
    fixture_private(fixture, "carol", "Table 1 has the lines 0 to ");
    fixture_type(fixture, "carol", "#a", "replay x");
    fixture_private(fixture, "carol", "Expected: replay TABLE");
}

static void others_places_and_people_see_nothing_of_it(void **state)
{
    struct fixture *fixture = *state;
    play_on(fixture, fixture_start(fixture, "#a", "touches=1"));
    fixture_clear(fixture);
    static const char *const commands[] = {"verify 1", "replay 1", "export 1"};
    for (size_t i = 0; i < 3; i++) {
        fixture_type(fixture, "carol", "#b", commands[i]);
        fixture_type(fixture, "carol", "", commands[i]);
    }
    assert_int_equal(fixture_count_private(fixture, "carol", "There is no finished table 1"), 6);
    fixture_clear(fixture);
    fixture_type(fixture, "carol", "#a", "export");
    fixture_private(fixture, "carol", "Only who played at table 1 gets its record.");
    fixture_type(fixture, "alice", "", "export 1");
    fixture_private(fixture, "alice", "Table 1, En Garde: ");
}

/* -- With a directory -------------------------------------------------------------------------- */

static char *read_whole(const char *path)
{
    static char bytes[256 * 1024];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t length = fread(bytes, 1, sizeof bytes - 1, file);
    bytes[length] = '\0';
    fclose(file);
    return bytes;
}

static void run_script(const char *command, const char *path, const char *expected)
{
    char line[1024], answer[256];
    struct text text = TEXT_IN(line);
    text_add_format(&text, "%s %s", command, path);
    FILE *stream = popen(line, "r");
    assert_non_null(stream);
    assert_non_null(fgets(answer, sizeof answer, stream));
    assert_int_equal(pclose(stream), 0);
    assert_non_null(strstr(answer, expected));
}

/* Checks the file that the URL of an export leads to: another program deals the same cards. */
static void a_download_stands_up_to_another_program(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    struct text folder = TEXT_IN(fixture->config.export_folder);
    struct text url = TEXT_IN(fixture->config.export_url);
    text_add(&folder, *state);
    text_add(&url, "https://games.example.org");
    open_with_words(fixture);
    fixture_type(fixture, "alice", "#a", "start");
    play_on(fixture, session_at(&fixture->host.sessions, "one", "#a"));
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "export");
    const char *told = fixture_private(fixture, "alice", "The record of table 1: https://");
    char path[PATH_MAX_OF_TEST];
    path_of(path, *state, strrchr(told, '/'));
    run_script("python3 tests/kit/check_shuffle.py verify", path, "1 games, ");
    assert_non_null(strstr(read_whole(path), "\"words\":[\"lucky\",\"château\"]"));
    assert_non_null(strstr(read_whole(path), "\"seats\":[\"alice\",\"bruno\"]"));
    fixture_close(fixture);
}

/* Lists the files of a directory, one per line. */
static const char *files_in(const char *folder)
{
    static char list[4096];
    struct dirent **entries = NULL;
    struct text text = TEXT_IN(list);
    text_clear(&text);
    int count = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        if (entries[i]->d_name[0] != '.')
            text_add_format(&text, "%s\n", entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    return list;
}

static unsigned count_files(const char *folder)
{
    unsigned count = 0;
    for (const char *name = files_in(folder); *name != '\0'; name++)
        count += *name == '\n';
    return count;
}

static struct fixture *with_downloads(const char *data, char folder[PATH_MAX_OF_TEST])
{
    struct fixture *fixture = fixture_open(data);
    struct text path = TEXT_IN(fixture->config.export_folder);
    struct text url = TEXT_IN(fixture->config.export_url);
    text_add(&path, path_of(folder, data, "/public"));
    text_add(&url, "https://games.example.org");
    assert_int_equal(mkdir(folder, 0755), 0);
    return fixture;
}

static void a_download_is_not_for_everybody_and_goes_with_its_person(void **state)
{
    char folder[PATH_MAX_OF_TEST], path[2 * PATH_MAX_OF_TEST];
    struct stat facts;
    struct fixture *fixture = with_downloads(*state, folder);
    fixture_type(fixture, "alice", "#a", "export me");
    fixture_type(fixture, "bruno", "#a", "export me");
    fixture_type(fixture, "alice", "#a", "export me");
    assert_int_equal(count_files(folder), 3);
    const char *name = files_in(folder);
    snprintf(path, sizeof path, "%s/%.*s", folder, (int)strcspn(name, "\n"), name);
    assert_int_equal(stat(path, &facts), 0);
    assert_int_equal(facts.st_mode & 07777, 0640);
    fixture_type(fixture, "alice", "#a", "forget me");
    assert_int_equal(count_files(folder), 3);
    fixture_type(fixture, "alice", "#a", "forget me");
    assert_int_equal(count_files(folder), 1);
    snprintf(path, sizeof path, "%s/%.*s", folder, (int)strcspn(files_in(folder), "\n"),
             files_in(folder));
    assert_non_null(strstr(read_whole(path), "account:bruno"));
    fixture_close(fixture);
}

static void old_downloads_are_removed_and_nothing_else(void **state)
{
    char folder[PATH_MAX_OF_TEST], path[2 * PATH_MAX_OF_TEST];
    static const char *const others[] = {"index.html", "0123-belfry-me.json", "belfry-me.json"};
    const struct timespec long_ago[2] = {{.tv_sec = 1}, {.tv_sec = 1}};
    struct fixture *fixture = with_downloads(*state, folder);
    fixture_type(fixture, "alice", "#a", "export me");
    const char *name = files_in(folder);
    snprintf(path, sizeof path, "%s/%.*s", folder, (int)strcspn(name, "\n"), name);
    downloads_expire(folder);
    assert_int_equal(count_files(folder), 1);
    const struct timespec almost = {.tv_sec = time(NULL) - DOWNLOAD_DAYS * 24 * 3600 + 60};
    assert_int_equal(utimensat(AT_FDCWD, path, (const struct timespec[2]){almost, almost}, 0), 0);
    downloads_expire(folder);
    assert_int_equal(count_files(folder), 1);
    assert_int_equal(utimensat(AT_FDCWD, path, long_ago, 0), 0);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, others[i]);
        assert_true(file_write(path, 0644, "x", 1));
        assert_int_equal(utimensat(AT_FDCWD, path, long_ago, 0), 0);
    }
    downloads_expire(folder);
    assert_string_equal(files_in(folder), "0123-belfry-me.json\nbelfry-me.json\nindex.html\n");
    fixture_close(fixture);
}

/* Files are as old afterwards as they were before. */
static void downloads_follow_a_clock_that_is_set(void **state)
{
    static const int sets[] = {-400, 400};
    char folder[PATH_MAX_OF_TEST], path[2 * PATH_MAX_OF_TEST];
    struct fixture *fixture = with_downloads(*state, folder);
    struct stat before, after;
    fixture_type(fixture, "alice", "#a", "export me");
    const char *name = files_in(folder);
    snprintf(path, sizeof path, "%s/%.*s", folder, (int)strcspn(name, "\n"), name);
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        assert_int_equal(stat(path, &before), 0);
        fixture_set_clock(fixture, sets[i] * DAY);
        assert_int_equal(stat(path, &after), 0);
        assert_int_equal(after.st_mtime - before.st_mtime, sets[i] * (DAY / SECOND));
    }
    downloads_expire(folder);
    assert_int_equal(count_files(folder), 1);
    fixture_close(fixture);
}

static bool count_value(void *context, const char *scope, const char *key, const char *value)
{
    unsigned *count = context;
    (void)scope;
    (void)key;
    (void)value;
    ++*count;
    return true;
}

static void who_asks_to_be_forgotten_leaves_nothing_behind(void **state)
{
    unsigned count = 0;
    struct fixture *fixture = fixture_open(*state);
    fixture_type(fixture, "alice", "#a", "forget me");
    fixture_private(fixture, "alice", "Type forget me once more");
    struct store_inquiry *inquiry = store_inquire(fixture->disk);
    assert_true(store_read_all_values(inquiry, "", &count, count_value));
    store_inquiry_free(inquiry);
    assert_int_equal(count, 0);
    fixture_close(fixture);
}

static void reports_have_a_limit_for_each_and_in_all(void **state)
{
    enum { OF_ONE = 10, IN_ALL = 200 };
    struct fixture *fixture = fixture_open(*state);
    char path[PATH_MAX_OF_TEST];
    for (int i = 0; i < OF_ONE; i++)
        fixture_type(fixture, "alice", "#a", "report odd");
    fixture_private(fixture, "alice", "Report 10 is kept");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "report odd");
    fixture_private(fixture, "alice", "10 of your reports lie there unread");
    fixture_type(fixture, "bruno", "#a", "report odd");
    fixture_private(fixture, "bruno", "Report 11 is kept");
    for (int i = OF_ONE + 1; i < IN_ALL; i++) {
        path_of(path, *state, line_of("/reports/report-by-hand-%d", i));
        assert_true(file_write(path, 0600, "{}", 2));
    }
    fixture_clear(fixture);
    fixture_type(fixture, "bruno", "#a", "report odd");
    fixture_private(fixture, "bruno", "no more are kept");
    assert_int_equal(remove(path), 0);
    fixture_type(fixture, "bruno", "#a", "report odd");
    fixture_private(fixture, "bruno", "Report 12 is kept");
    fixture_close(fixture);
}

static void a_report_keeps_the_record_for_the_owner_alone(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    char path[PATH_MAX_OF_TEST];
    fixture_start(fixture, "#a", "");
    fixture_type(fixture, "alice", "#a", "play advance 1");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "report");
    fixture_private(fixture, "alice", "Expected: report");
    fixture_type(fixture, "alice", "#a", "report the piste is odd");
    fixture_private(fixture, "alice", "Report 1 is kept");
    fixture_type(fixture, "bruno", "#a", "report still odd");
    fixture_private(fixture, "bruno", "Report 2 is kept");
    const char *report = read_whole(path_of(path, *state, "/reports/report-1.jsonl"));
    assert_non_null(strstr(report, "\"report\":\"the piste is odd\""));
    assert_non_null(strstr(report, "{\"n\":1,\"seat\":1,\"move\":\"advance 1\",\"check\":\""));
    fixture_close(fixture);
}

/* A report that is read and removed does not give its number to another one. */
static void a_number_of_a_report_is_given_once(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    char path[PATH_MAX_OF_TEST];
    fixture_type(fixture, "alice", "#a", "report odd");
    fixture_type(fixture, "alice", "#a", "report odd");
    assert_int_equal(remove(path_of(path, *state, "/reports/report-1.jsonl")), 0);
    assert_int_equal(remove(path_of(path, *state, "/reports/report-2.jsonl")), 0);
    fixture_type(fixture, "alice", "#a", "report odd");
    fixture_private(fixture, "alice", "Report 3 is kept");
    fixture_close(fixture);
}

static void without_a_folder_no_report_is_kept(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "report odd");
    fixture_private(fixture, "alice", "The report could not be kept");
    assert_int_equal(fixture->said_count, 1);
}

/* A line with another state than when it was written takes the table out of play. */
static void a_table_that_parted_is_noticed_at_its_line(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    fixture_start(fixture, "#a", "");
    fixture_type(fixture, "alice", "#a", "play advance 1");
    fixture_close(fixture);
    struct store *store = store_opened(*state);
    char *before = reading(store);
    assert_non_null(strstr(before, "\"check\""));
    store_lines_cut(store, 1, 0);
    store_line_add(store, &(struct stored_line){.table = 1,
                                                .n = 1,
                                                .seat = 0,
                                                .move = "advance 1",
                                                .further = "{\"check\":\"0000000000000000\"}"});
    must_commit(store);
    store_close(store);
    fixture = fixture_open(*state);
    assert_null(session_at(&fixture->host.sessions, "one", "#a"));
    fixture_close(fixture);
}

/* So does a line whose move nobody could have made. */
static void a_move_that_is_none_is_noticed_at_its_line(void **state)
{
    static const char *const moves[] = {"advance 9", "retreat 3", "gibberish"};
    struct fixture *fixture = fixture_open(*state);
    fixture_start(fixture, "#a", "");
    fixture_close(fixture);
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        struct store *store = store_opened(*state);
        store_lines_cut(store, 1, 0);
        add_line(store, 1, 1, moves[i]);
        must_commit(store);
        store_close(store);
        fixture = fixture_open(*state);
        assert_null(session_at(&fixture->host.sessions, "one", "#a"));
        fixture_close(fixture);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(a_seed_is_sealed_before_anybody_adds_a_word),
        WITH_HOST(a_word_that_is_none_is_refused_and_the_seat_kept),
        WITH_HOST(the_end_reveals_the_seed_and_verify_deals_again),
        WITH_HOST(an_aborted_table_says_whether_it_reveals),
        WITH_HOST(at_a_terminal_an_aborted_table_leaves_its_seed_to_verify),
        WITH_HOST(a_finished_game_is_shown_step_by_step),
        WITH_HOST(others_places_and_people_see_nothing_of_it),
        IN_FOLDER(a_download_stands_up_to_another_program),
        IN_FOLDER(a_download_is_not_for_everybody_and_goes_with_its_person),
        IN_FOLDER(old_downloads_are_removed_and_nothing_else),
        IN_FOLDER(downloads_follow_a_clock_that_is_set),
        IN_FOLDER(who_asks_to_be_forgotten_leaves_nothing_behind),
        IN_FOLDER(reports_have_a_limit_for_each_and_in_all),
        IN_FOLDER(a_report_keeps_the_record_for_the_owner_alone),
        IN_FOLDER(a_number_of_a_report_is_given_once),
        WITH_HOST(without_a_folder_no_report_is_kept),
        IN_FOLDER(a_table_that_parted_is_noticed_at_its_line),
        IN_FOLDER(a_move_that_is_none_is_noticed_at_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
