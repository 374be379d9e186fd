/* `belfry store …`, run as people run it, on stores in which something is damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "bot/base/encrypted_file.h"
#include "bot/base/error.h"
#include "bot/turn/retention.h"
#include "tests/unit/host_fixture.h"
#include "tests/unit/program_kit.h"
#include "tests/unit/store_fixture.h"

/* Table 1 runs in #a with four moves, table 2 is in its lobby in #b, and table 3 is over. */
static void make_store(const char *folder)
{
    struct fixture *fixture = fixture_open(folder);
    struct table *table = fixture_start(fixture, "#a", "");
    for (int i = 0; i < 4; i++)
        fixture_move(fixture, table);
    fixture_type(fixture, "alice", "#b", "new en-garde");
    fixture_type(fixture, "alice", "#c", "new en-garde");
    fixture_type(fixture, "alice", "#c", "abort");
    fixture_close(fixture);
}

static struct outcome *run(const char *command, const char *folder)
{
    return program_run(line_of("%s --data %s", command, folder));
}

static void assert_says(const struct outcome *outcome, int status, const char *out,
                        const char *error)
{
    if (outcome->status != status || strstr(outcome->out, out) == NULL ||
        strstr(outcome->error, error) == NULL || lines_of(outcome->error) > 1)
        fail_msg("status %d\n%s\n%s", outcome->status, outcome->out, outcome->error);
}

static void a_sound_store_is_said_to_be_sound(void **state)
{
    make_store(*state);
    assert_says(run("store check", *state), 0,
                "3 tables (1 in their lobby, 1 playing, 0 finished, 1 aborted, 0 archived); 0 "
                "damaged\n",
                "");
}

/* Plays table 1 to its end, and goes so many rounds through what is over. */
static void make_packed(const char *folder, unsigned rounds)
{
    struct retention retention;
    struct fixture *fixture = fixture_open(folder);
    struct table *table = fixture_start(fixture, "#a", "touches=1");
    while (fixture_move(fixture, table))
        ;
    fixture->config.retention_transcripts = 24 * 3600 * 1000;
    retention_open(&retention, &fixture->host);
    while (retention.rounds < rounds) {
        fixture_wait(fixture, 2 * fixture->config.retention_transcripts);
        do
            retention_step(&retention);
        while (retention.goes_on);
        fixture_end_turn(fixture);
    }
    retention_close(&retention);
    fixture_close(fixture);
}

static void a_packed_record_is_checked_shown_and_exported(void **state)
{
    make_packed(*state, 1);
    assert_says(run("store check", *state), 0, "1 finished, 0 aborted, 0 archived); 0 damaged\n",
                "");
    assert_says(run("store dump 1", *state), 0, "packed ended=", "");
    assert_says(run("store export 1", *state), 0, "{\"n\":3,", "");
    tamper(*state, "UPDATE packed SET bytes = substr(bytes, 1, length(bytes) - 1)");
    assert_says(run("store check", *state), 1,
                "table 1, line 1: its packed lines are damaged (it is over)\n", "");
    assert_says(run("store dump 1", *state), 0, "bytes=x'77", "");
    assert_says(run("store export 1", *state), 1, "{\"belfry\":1,",
                "table 1, line 1: its packed lines are damaged; what is before it was written");
}

static void a_dropped_record_is_said_to_be_dropped(void **state)
{
    make_packed(*state, 2);
    assert_says(run("store check", *state), 0, "1 finished, 0 aborted, 0 archived); 0 damaged\n",
                "");
    assert_says(run("store dump 1", *state), 0, "bytes=NULL", "");
    assert_says(run("store export 1", *state), 1, "",
                "table 1: its record was dropped because of its age");
}

static void what_is_damaged_is_named(void **state)
{
    make_store(*state);
    tamper(*state, "UPDATE lines SET move = 'advance 9' WHERE table_id = 1 AND n = 3;"
                   "UPDATE tables SET opener_identity = 'eve' WHERE id = 3");
    const struct outcome *outcome = run("store check", *state);
    assert_says(outcome, 1, "table 1, line 3: its checksum differs; it can't be played on\n", "");
    assert_says(outcome, 1, "table 3: the header's checksum differs (it is over)\n", "");
    assert_says(outcome, 1, "; 2 damaged\n", "");
    tamper(*state, "UPDATE lines SET move = 'advance 9' WHERE table_id = 1 AND n = 1");
    assert_says(run("store check", *state), 1, "table 1, line 1: its checksum differs;", "");
}

static void a_damaged_table_is_dumped_whole(void **state)
{
    make_store(*state);
    tamper(*state, "UPDATE lines SET move = 'advance' || char(7) WHERE table_id = 1 AND n = 3");
    const struct outcome *outcome = run("store dump 1", *state);
    assert_says(outcome, 0, "table status=1 owner= game=en-garde options={", "");
    assert_says(outcome, 0, "\nseat seat=1 network=one identity=account:bruno name=bruno", "");
    assert_says(outcome, 0, "\nplace position=0 network=one place=#a\n", "");
    assert_says(outcome, 0, "\nline n=3 seat=0 move=x'616476616e636507' chance=NULL", "");
    assert_says(outcome, 0, "\nline n=4 seat=", "");
}

static void as_much_as_can_be_read_is_exported(void **state)
{
    make_store(*state);
    assert_says(run("store export 1", *state), 0, "{\"n\":4,\"seat\":", "");
    tamper(*state, "UPDATE lines SET move = 'advance 9' WHERE table_id = 1 AND n = 3");
    const struct outcome *outcome = run("store export 1", *state);
    assert_says(outcome, 1, "{\"n\":2,\"seat\":", "table 1, line 3: its checksum differs");
    assert_null(strstr(outcome->out, "{\"n\":3"));
    assert_says(run("store export 2", *state), 1, "", "table 2 has not begun");
}

static void a_retired_table_is_no_longer_played_on_and_still_there(void **state)
{
    make_store(*state);
    tamper(*state, "UPDATE tables SET checksum = checksum + 1 WHERE id = 1");
    assert_says(run("store retire 1", *state), 0, "table 1 is aborted", "");
    assert_says(run("store retire 2", *state), 0, "table 2 is aborted", "");
    assert_says(run("store check", *state), 0, "1 tables (0 in their lobby, 0 playing, ", "");
    assert_says(run("store dump 1", *state), 0, "\nline n=4 seat=", "");
    struct store *store = store_opened(*state);
    assert_string_equal(reading(store), "");
    assert_non_null(strstr(reading_of(store, 2), "table 2 aborted owner=retired"));
    store_close(store);
}

static void mistakes_are_told_in_one_line(void **state)
{
    char path[PATH_MAX_OF_TEST];
    static const char *const commands[] = {"store check", "store dump 1", "store export 1",
                                           "store retire 1"};
    static const char *const wrong[] = {"store",         "store dump",      "store export x",
                                        "store dump 0",  "store retire",    "store retire 1 2",
                                        "store check 1", "store frobnicate"};
    path_of(path, *state, "/nowhere");
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        assert_says(run(commands[i], path), 1, "", "/nowhere: there is no store");
        const struct outcome *help = program_run(line_of("%s --help", commands[i]));
        assert_int_equal(help->status, 0);
        assert_non_null(strstr(help->out, "Usage: belfry store"));
    }
    assert_int_not_equal(access(path, F_OK), 0);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(program_run(wrong[i])->status, 2);
    make_store(*state);
    assert_says(run("store dump 9", *state), 1, "", "there is no such table");
    assert_says(run("store export 9", *state), 1, "", "there is no such table");
    assert_says(run("store retire 9", *state), 1, "", "there is no such table");
    struct store *store = store_opened(*state);
    assert_says(run("store check", *state), 1, "", "is in use by another process");
    store_close(store);
}

/* Makes a key pair in `folder` and an encrypted backup of the store there; returns its path. */
static const char *make_encrypted(const char *folder, const char *key_file)
{
    static char backup[PATH_MAX_OF_TEST];
    char store[PATH_MAX_OF_TEST], key[PATH_MAX_OF_TEST], text[ENCRYPTION_KEY_TEXT];
    unsigned char public_key[ENCRYPTION_KEY_BYTES];
    char error[ERROR_BYTES] = "";
    struct stat facts;
    const struct outcome *outcome =
        program_run(line_of("store key %s", path_of(key, folder, key_file)));
    assert_int_equal(outcome->status, 0);
    assert_int_equal(sscanf(outcome->out, "backup:\n public-key: %79s\n", text), 1);
    assert_true(encryption_key_read_public(text, public_key));
    assert_int_equal(stat(key, &facts), 0);
    assert_int_equal(facts.st_mode & 07777, 0600);
    path_of(store, folder, "/belfry.sqlite3");
    path_of(backup, folder, "/backup.encrypted");
    assert_true(encrypted_file_write(store, backup, public_key, error, sizeof error));
    return backup;
}

static void an_encrypted_backup_becomes_a_store_again(void **state)
{
    char restored[PATH_MAX_OF_TEST];
    const char *folder = *state;
    make_store(folder);
    const char *backup = make_encrypted(folder, "/key");
    assert_int_equal(mkdir(path_of(restored, folder, "/new"), 0700), 0);
    assert_says(program_run(line_of("store decrypt --key %s/key %s %s/belfry.sqlite3", folder,
                                    backup, restored)),
                0, "", "");
    assert_says(run("store check", restored), 0,
                "3 tables (1 in their lobby, 1 playing, 0 finished, 1 aborted, 0 archived); 0 "
                "damaged\n",
                "");
}

static void what_cannot_be_decrypted_is_told_in_one_line(void **state)
{
    char made[PATH_MAX_OF_TEST], other[PATH_MAX_OF_TEST];
    const char *folder = *state;
    struct stat facts;
    make_store(folder);
    make_encrypted(folder, "/other");
    const char *backup = make_encrypted(folder, "/key");
    path_of(made, folder, "/made");
    assert_says(program_run(line_of("store decrypt --key %s/other %s %s", folder, backup, made)), 1,
                "", "backup.encrypted: it is encrypted to another key\n");
    assert_says(program_run(line_of("store decrypt --key %s/nokey %s %s", folder, backup, made)), 1,
                "", "nokey: No such file or directory\n");
    assert_says(program_run(line_of("store decrypt --key %s %s %s", backup, backup, made)), 1, "",
                "this is no private key that belfry store key made\n");
    assert_says(program_run(line_of("store decrypt --key %s/key %s/belfry.sqlite3"
                                    " %s",
                                    folder, folder, made)),
                1, "",
                "belfry.sqlite3"
                ": this is no encrypted backup\n");
    assert_says(
        program_run(line_of("store decrypt --key %s/key %s %s/key", folder, backup, folder)), 1, "",
        "key: File exists\n");
    assert_says(program_run(line_of("store key %s/key", folder)), 1, "", "key: File exists\n");
    assert_int_equal(stat(backup, &facts), 0);
    assert_int_equal(truncate(backup, facts.st_size - 1), 0);
    assert_says(program_run(line_of("store decrypt --key %s/key %s %s", folder, backup, made)), 1,
                "", "the file is cut off, or damaged at its end\n");
    assert_int_not_equal(access(made, F_OK), 0);
    assert_int_not_equal(access(path_of(other, folder, "/made.partial"), F_OK), 0);
    static const char *const wrong[] = {"store key", "store key a b", "store decrypt a b",
                                        "store decrypt --key a b", "store decrypt --key a b c d"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(program_run(wrong[i])->status, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_sound_store_is_said_to_be_sound),
        IN_FOLDER(a_packed_record_is_checked_shown_and_exported),
        IN_FOLDER(a_dropped_record_is_said_to_be_dropped),
        IN_FOLDER(what_is_damaged_is_named),
        IN_FOLDER(a_damaged_table_is_dumped_whole),
        IN_FOLDER(as_much_as_can_be_read_is_exported),
        IN_FOLDER(a_retired_table_is_no_longer_played_on_and_still_there),
        IN_FOLDER(mistakes_are_told_in_one_line),
        IN_FOLDER(an_encrypted_backup_becomes_a_store_again),
        IN_FOLDER(what_cannot_be_decrypted_is_told_in_one_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
