/* Backups of the store: when they are made, what they hold and which are kept. */
#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "bot/base/error.h"
#include "bot/base/log.h"
#include "bot/store/sqlite/sqlite_private.h"
#include "bot/turn/backup.h"
#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

enum { PATIENCE_MS = 10000, DAY_MS = 24 * 3600 * 1000 };

static struct fixture *fixture;
static struct backup backup;
static char folder[PATH_MAX_OF_TEST];

static void begin(const char *data)
{
    fixture = fixture_open(data);
    path_of(folder, data, "/backups");
    struct text configured = TEXT_IN(fixture->config.backup_folder);
    text_add(&configured, folder);
    fixture->config.backup_every = DAY_MS;
    fixture->config.backup_keep = 3;
    fixture_type(fixture, "alice", "#a", "new en-garde");
}

static void end(void)
{
    backup_close(&backup);
    backup_close(&backup);
    fixture_close(fixture);
}

static const char *file_in(char path[PATH_MAX_OF_TEST], const char *name)
{
    struct text text = text_in(path, PATH_MAX_OF_TEST);
    text_add_format(&text, "%s/%s", folder, name);
    assert_false(text.truncated);
    return path;
}

static int is_whole(const struct dirent *entry)
{
    return strstr(entry->d_name, ".sqlite3") != NULL;
}

/* How many backups there are; `newest` is the last by name. */
static int count_backups(char newest[PATH_MAX_OF_TEST])
{
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, is_whole, alphasort);
    for (int i = 0; i < count; i++) {
        if (i == count - 1)
            file_in(newest, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    return count;
}

static const struct counters *counters(void)
{
    return &fixture->host.counters;
}

static void turn_for(int milliseconds)
{
    for (int waited = 0; waited < milliseconds; waited++) {
        uv_run(&fixture->loop, UV_RUN_NOWAIT);
        usleep(1000);
    }
}

static void run_until(uint64_t made, uint64_t failed)
{
    for (int waited = 0; waited < PATIENCE_MS; waited++) {
        turn_for(1);
        if (counters()->backups == made && counters()->backups_failed == failed)
            return;
    }
    fail_msg("%d backups, %d failed", (int)counters()->backups, (int)counters()->backups_failed);
}

/* Makes a file of that name which was changed this many seconds ago. */
static void leave_file(const char *name, time_t ago, const char *content)
{
    char path[PATH_MAX_OF_TEST];
    mkdir(folder, 0700);
    FILE *stream = fopen(file_in(path, name), "we");
    assert_non_null(stream);
    fputs(content, stream);
    fclose(stream);
    const struct timespec times[2] = {{.tv_sec = time(NULL) - ago}, {.tv_sec = time(NULL) - ago}};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

/* Leaves what begins as a store does. */
static void leave(const char *name, time_t ago)
{
    leave_file(name, ago, "SQLite format 3");
}

static bool is_there(const char *name)
{
    char path[PATH_MAX_OF_TEST];
    return access(file_in(path, name), F_OK) == 0;
}

/* The timer of the next backup, give or take how long this took. */
static void assert_due_in(uint64_t milliseconds)
{
    enum { SLACK_MS = 60000 };
    assert_true(uv_is_active((uv_handle_t *)&backup.timer));
    assert_in_range(uv_timer_get_due_in(&backup.timer), milliseconds - SLACK_MS,
                    milliseconds + SLACK_MS);
}

static void the_first_is_made_at_once_and_is_a_store(void **state)
{
    char newest[PATH_MAX_OF_TEST], data[PATH_MAX_OF_TEST], restored[PATH_MAX_OF_TEST], day[16];
    time_t before = time(NULL);
    begin(*state);
    backup_open(&backup, &fixture->host);
    run_until(1, 0);
    assert_in_range(counters_last_backup(counters()), before - 1, time(NULL));
    assert_int_equal(count_backups(newest), 1);
    assert_false(is_there("belfry.partial"));
    assert_int_equal(sscanf(strrchr(newest, '/'), "/belfry-%8[0-9]T%*6[0-9]Z.sqlite3", day), 1);
    turn_for(50);
    assert_due_in(DAY_MS);
    assert_int_equal(counters()->backups, 1);
    end();
    assert_int_equal(mkdir(file_in(data, "again"), 0700), 0);
    assert_int_equal(rename(newest, file_in(restored, "again/" STORE_FILE)), 0);
    fixture = fixture_open(data);
    assert_non_null(session_at(&fixture->host.sessions, "one", "#a"));
    fixture_close(fixture);
}

static void one_that_is_new_enough_is_waited_for(void **state)
{
    begin(*state);
    leave("belfry-20260131T120000Z.sqlite3", DAY_MS / 1000 - 60);
    backup_open(&backup, &fixture->host);
    turn_for(100);
    assert_int_equal(counters()->backups, 0);
    leave("belfry-20260131T120000Z.sqlite3", DAY_MS / 1000 + 1);
    backup_reload(&backup);
    run_until(1, 0);
    end();
}

static void one_is_made_whenever_it_is_asked_for(void **state)
{
    begin(*state);
    leave("belfry-20260131T120000Z.sqlite3", 60);
    backup_open(&backup, &fixture->host);
    backup_now(&backup);
    run_until(1, 0);
    backup_now(&backup);
    uv_run(&fixture->loop, UV_RUN_NOWAIT); /* it has begun: another one follows */
    backup_now(&backup);
    run_until(3, 0);
    turn_for(50);
    assert_int_equal(counters()->backups, 3);
    end();
}

static void the_oldest_go_and_other_files_stay(void **state)
{
    char newest[PATH_MAX_OF_TEST];
    begin(*state);
    leave("belfry-20260128T120000Z.sqlite3", 5 * DAY_MS / 1000);
    leave("belfry-20260129T120000Z.sqlite3", 4 * DAY_MS / 1000);
    leave("belfry-20260130T120000Z.sqlite3", 3 * DAY_MS / 1000);
    leave("belfry-20260131T120000Z.sqlite3", 2 * DAY_MS / 1000);
    leave("belfry-by-hand.sqlite3", 9 * DAY_MS / 1000);
    leave("zelfry-20260128T120000Z.sqlite3", 9 * DAY_MS / 1000);
    leave("belfry-20260128T120000Z.sqlite9", 9 * DAY_MS / 1000);
    backup_open(&backup, &fixture->host);
    run_until(1, 0);
    assert_false(is_there("belfry-20260128T120000Z.sqlite3"));
    assert_false(is_there("belfry-20260129T120000Z.sqlite3"));
    assert_true(is_there("belfry-20260130T120000Z.sqlite3"));
    assert_true(is_there("belfry-20260131T120000Z.sqlite3"));
    assert_true(is_there("belfry-by-hand.sqlite3"));
    assert_true(is_there("zelfry-20260128T120000Z.sqlite3"));
    assert_true(is_there("belfry-20260128T120000Z.sqlite9"));
    assert_int_equal(count_backups(newest), 3 + 2); /* and the two that are none */
    end();
}

/* The clock of one start was years ahead: what it left is neither the newest nor too old. */
static void dates_in_the_future_count_for_nothing(void **state)
{
    char newest[PATH_MAX_OF_TEST];
    begin(*state);
    fixture->config.backup_keep = 1;
    leave("belfry-20990101T120000Z.sqlite3", -40 * 365 * (DAY_MS / 1000));
    leave("belfry-20990102T120000Z.sqlite3", 60); /* copied since */
    leave_file("belfry-20990103T120000Z.sqlite3", -60, "");
    leave("belfry-20260131T120000Z.sqlite3", 2 * DAY_MS / 1000);
    backup_open(&backup, &fixture->host);
    assert_in_range(counters_last_backup(counters()), time(NULL) - 2 * DAY_MS / 1000 - 2,
                    time(NULL) - 2 * DAY_MS / 1000 + 1);
    run_until(1, 0);
    assert_false(is_there("belfry-20260131T120000Z.sqlite3"));
    assert_int_equal(count_backups(newest), 4); /* the one just made, and three of the future */
    assert_true(is_there("belfry-20990101T120000Z.sqlite3"));
    backup_now(&backup);
    run_until(2, 0);
    assert_int_equal(count_backups(newest), 4);
    end();
}

/* A backup of this very second is none of the future: it puts the next one off. */
static void one_of_this_second_is_new_enough(void **state)
{
    enum { TRIES = 5 };
    char name[64];
    struct tm parts;
    bool in_time = false;
    begin(*state);
    for (int i = 0; i < TRIES && !in_time; i++) {
        time_t now = time(NULL);
        gmtime_r(&now, &parts);
        strftime(name, sizeof name, "belfry-%Y%m%dT%H%M%SZ.sqlite3", &parts);
        leave(name, 3600);
        backup_open(&backup, &fixture->host);
        in_time = time(NULL) == now;
        if (!in_time)
            backup_close(&backup);
    }
    assert_true(in_time);
    assert_in_range(counters_last_backup(counters()), time(NULL) - 3602, time(NULL) - 3598);
    end();
}

/* Empty files of the past are no backups: they do not put one off, and take no backup's place. */
static void an_empty_file_is_no_backup(void **state)
{
    begin(*state);
    fixture->config.backup_keep = 2;
    leave("belfry-20260101T120000Z.sqlite3", 9 * DAY_MS / 1000);
    leave_file("belfry-20260102T120000Z.sqlite3", 60, "");
    leave_file("belfry-20260103T120000Z.sqlite3", 60, "");
    backup_open(&backup, &fixture->host);
    run_until(1, 0);
    assert_true(is_there("belfry-20260101T120000Z.sqlite3"));
    end();
}

static void the_newest_decides_when_the_next_is_due(void **state)
{
    enum { HOUR_MS = 3600 * 1000 };
    begin(*state);
    leave("belfry-20260128T120000Z.sqlite3", 3600);
    leave("belfry-20260129T120000Z.sqlite3", 2 * 3600);
    leave("belfry-20260130T120000Z.sqlite3", -3600); /* touched while the clock was wrong */
    backup_open(&backup, &fixture->host);
    assert_due_in(DAY_MS - HOUR_MS);
    assert_in_range(counters_last_backup(counters()), time(NULL) - 3602, time(NULL) - 3598);
    fixture->config.backup_every = 12 * HOUR_MS;
    backup_reload(&backup);
    assert_due_in(11 * HOUR_MS);
    fixture->config.backup_folder[0] = '\0';
    backup_reload(&backup);
    assert_false(uv_is_active((uv_handle_t *)&backup.timer));
    end();
}

/* One that fails is tried again soon, and as often as backups are made at least. */
static void a_failure_is_not_waited_for_longer_than_a_backup(void **state)
{
    begin(*state);
    fixture->config.backup_every = 3 * 60 * 1000;
    struct text nowhere = TEXT_IN(fixture->config.backup_folder);
    text_clear(&nowhere);
    text_add(&nowhere, "/dev/null/backups");
    backup_open(&backup, &fixture->host);
    run_until(0, 1);
    assert_due_in(3 * 60 * 1000);
    end();
}

static void what_was_never_opened_may_be_closed(void **state)
{
    struct backup none = {.host = NULL};
    (void)state;
    backup_close(&none);
    assert_false(none.closing);
}

static void without_a_folder_there_is_none(void **state)
{
    begin(*state);
    fixture->config.backup_folder[0] = '\0';
    backup_open(&backup, &fixture->host);
    backup_now(&backup);
    turn_for(50);
    assert_int_equal(counters()->backups + counters()->backups_failed, 0);
    assert_false(is_there(""));
    end();
}

static void one_that_fails_is_counted(void **state)
{
    begin(*state);
    struct text nowhere = TEXT_IN(fixture->config.backup_folder);
    text_clear(&nowhere);
    text_add(&nowhere, "/dev/null/backups");
    backup_open(&backup, &fixture->host);
    run_until(0, 1);
    turn_for(50);
    assert_due_in(10 * 60 * 1000);
    assert_int_equal(counters()->backups_failed, 1);
    assert_int_equal(counters_last_backup(counters()), 0);
    end();
}

/* -- Encrypted --------------------------------------------------------------------------------- */

static void begin_encrypted(const char *data, unsigned char key[ENCRYPTION_KEY_BYTES])
{
    begin(data);
    encryption_key_make(key);
    encryption_key_write_public(key, fixture->config.backup_key);
}

/* Whether any file in the directory begins as a store does. */
static bool holds_plain(const char *directory, const char *except)
{
    struct dirent **entries = NULL;
    char path[PATH_MAX_OF_TEST], beginning[16] = "";
    bool holds = false;
    int count = scandir(directory, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        struct text text = TEXT_IN(path);
        text_add_format(&text, "%s/%s", directory, entries[i]->d_name);
        FILE *file = fopen(path, "re");
        if (file != NULL && fread(beginning, 1, 15, file) == 15 &&
            strcmp(beginning, "SQLite format 3") == 0 && strcmp(entries[i]->d_name, except) != 0)
            holds = true;
        if (file != NULL)
            fclose(file);
        free(entries[i]);
    }
    free(entries);
    return holds;
}

static void an_encrypted_one_is_a_store_for_who_has_the_key(void **state)
{
    char newest[PATH_MAX_OF_TEST], data[PATH_MAX_OF_TEST], restored[PATH_MAX_OF_TEST];
    unsigned char key[ENCRYPTION_KEY_BYTES];
    char error[ERROR_BYTES] = "";
    time_t before = time(NULL);
    begin_encrypted(*state, key);
    backup_open(&backup, &fixture->host);
    run_until(1, 0);
    assert_in_range(counters_last_backup(counters()), before - 1, time(NULL));
    assert_int_equal(count_backups(newest), 1);
    assert_non_null(strstr(newest, "Z.sqlite3.encrypted"));
    assert_false(holds_plain(folder, ""));
    assert_false(holds_plain(*state, STORE_FILE));
    assert_false(is_there("belfry.partial"));
    end();
    assert_int_equal(mkdir(file_in(data, "again"), 0700), 0);
    assert_true(encrypted_file_read(newest, file_in(restored, "again/" STORE_FILE), key, error,
                                    sizeof error));
    fixture = fixture_open(data);
    assert_non_null(session_at(&fixture->host.sessions, "one", "#a"));
    fixture_close(fixture);
}

static void encrypted_and_plain_ones_are_kept_by_age(void **state)
{
    char newest[PATH_MAX_OF_TEST];
    unsigned char key[ENCRYPTION_KEY_BYTES];
    begin_encrypted(*state, key);
    leave("belfry-20260129T120000Z.sqlite3", 4 * DAY_MS / 1000);
    leave_file("belfry-20260130T120000Z.sqlite3.encrypted", 3 * DAY_MS / 1000, "belfry backup 1\n");
    leave("belfry-20260131T120000Z.sqlite3", 2 * DAY_MS / 1000);
    leave_file("belfry-20260201T120000Z.sqlite3.encrypted", 60, ""); /* none */
    leave_file("belfry-20990101T120000Z.sqlite3.encrypted", 60, "belfry backup 1\n");
    backup_open(&backup, &fixture->host);
    run_until(1, 0);
    assert_false(is_there("belfry-20260129T120000Z.sqlite3"));
    assert_true(is_there("belfry-20260130T120000Z.sqlite3.encrypted"));
    assert_true(is_there("belfry-20260131T120000Z.sqlite3"));
    assert_int_equal(count_backups(newest), 5);
    end();
}

static void an_encrypted_one_that_is_new_enough_is_waited_for(void **state)
{
    unsigned char key[ENCRYPTION_KEY_BYTES];
    begin_encrypted(*state, key);
    leave_file("belfry-20260131T120000Z.sqlite3.encrypted", DAY_MS / 1000 - 60,
               "belfry backup 1\n");
    backup_open(&backup, &fixture->host);
    turn_for(100);
    assert_int_equal(counters()->backups, 0);
    end();
}

/* A key that the reader of the configuration would have refused. */
static void without_a_usable_key_none_is_made(void **state)
{
    char newest[PATH_MAX_OF_TEST];
    begin(*state);
    struct text key = TEXT_IN(fixture->config.backup_key);
    text_add(&key, "belfry-public-");
    backup_open(&backup, &fixture->host);
    run_until(0, 1);
    assert_int_equal(count_backups(newest), 0);
    assert_false(holds_plain(folder, ""));
    assert_false(holds_plain(*state, STORE_FILE));
    assert_int_equal(counters_last_backup(counters()), 0);
    end();
}

static void what_a_kill_left_goes_at_the_start(void **state)
{
    static const char *const names[] = {"/backup.partial", "/backup.partial-journal",
                                        "/backup.checked"};
    char path[PATH_MAX_OF_TEST];
    begin(*state);
    leave("belfry.partial", 60);
    leave("belfry.partial-journal", 60);
    leave("belfry-20260131T120000Z.sqlite3", 60);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(close(open(path_of(path, *state, names[i]), O_CREAT | O_WRONLY, 0600)), 0);
    backup_open(&backup, &fixture->host);
    for (size_t i = 0; i < 3; i++)
        assert_int_not_equal(access(path_of(path, *state, names[i]), F_OK), 0);
    assert_false(is_there("belfry.partial") || is_there("belfry.partial-journal"));
    assert_true(is_there("belfry-20260131T120000Z.sqlite3"));
    end();
}

static void the_end_leaves_no_half_of_one(void **state)
{
    char newest[PATH_MAX_OF_TEST];
    begin(*state);
    backup_open(&backup, &fixture->host);
    uv_run(&fixture->loop, UV_RUN_NOWAIT);
    end();
    assert_true(count_backups(newest) <= 1);
    assert_false(is_there("belfry.partial"));
}

int main(void)
{
    log_to(stderr, LOG_LEVEL_ERROR);
    const struct CMUnitTest tests[] = {
        IN_FOLDER(the_first_is_made_at_once_and_is_a_store),
        IN_FOLDER(one_that_is_new_enough_is_waited_for),
        IN_FOLDER(one_is_made_whenever_it_is_asked_for),
        IN_FOLDER(the_oldest_go_and_other_files_stay),
        IN_FOLDER(dates_in_the_future_count_for_nothing),
        IN_FOLDER(one_of_this_second_is_new_enough),
        IN_FOLDER(an_empty_file_is_no_backup),
        IN_FOLDER(the_newest_decides_when_the_next_is_due),
        IN_FOLDER(a_failure_is_not_waited_for_longer_than_a_backup),
        cmocka_unit_test(what_was_never_opened_may_be_closed),
        IN_FOLDER(without_a_folder_there_is_none),
        IN_FOLDER(one_that_fails_is_counted),
        IN_FOLDER(an_encrypted_one_is_a_store_for_who_has_the_key),
        IN_FOLDER(encrypted_and_plain_ones_are_kept_by_age),
        IN_FOLDER(an_encrypted_one_that_is_new_enough_is_waited_for),
        IN_FOLDER(without_a_usable_key_none_is_made),
        IN_FOLDER(what_a_kill_left_goes_at_the_start),
        IN_FOLDER(the_end_leaves_no_half_of_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
