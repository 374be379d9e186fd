#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <dirent.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bot/store/sqlite/sqlite_private.h"
#include "tests/unit/store_fixture.h"

static const char *file_of(char path[PATH_MAX_OF_TEST], const char *folder)
{
    return path_of(path, folder, "/" STORE_FILE);
}

/* Checks that opening fails with one line that names the file and contains `part`. */
static void assert_refused(const char *folder, const char *part)
{
    char error[STORE_ERROR_MAX] = "";
    assert_null(store_open(folder, error, sizeof error));
    if (!strstr(error, part) || strncmp(error, folder, strlen(folder)) != 0 || strchr(error, '\n'))
        fail_msg("\"%s\" is not one line with \"%s\"", error, part);
}

static void write_file(const char *path, const char *bytes, size_t length)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

struct content {
    char *bytes;
    size_t length;
};

static struct content content_of(const char *path)
{
    struct stat facts;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(fstat(fileno(file), &facts), 0);
    struct content content = {malloc((size_t)facts.st_size + 1), (size_t)facts.st_size};
    assert_int_equal(fread(content.bytes, 1, content.length, file), content.length);
    fclose(file);
    return content;
}

static void assert_bytes(const char *path, const struct content *content)
{
    struct content now = content_of(path);
    assert_int_equal(now.length, content->length);
    assert_memory_equal(now.bytes, content->bytes, now.length);
    free(now.bytes);
}

static void assert_content(const char *path, struct content *content)
{
    assert_bytes(path, content);
    free(content->bytes);
}

/* -- The record of a table --------------------------------------------------------------------- */

static void assert_lines_end(const char *folder, const char *sql, const char *end)
{
    tamper(folder, sql);
    struct store *store = store_opened(folder);
    char *read = reading(store);
    size_t length = strlen(read), tail = strlen(end);
    if (length < tail || strcmp(read + length - tail, end) != 0)
        fail_msg("\"%s\" does not end in \"%s\"", read, end);
    store_close(store);
}

static void a_torn_last_line_is_left_out_and_replaced(void **state)
{
    store_close(store_with_lines(*state, 3));
    assert_lines_end(*state, "UPDATE lines SET move = '' WHERE n = 3",
                     "2 seat 0 advance 3\ndone 1\n");
    assert_lines_end(*state,
                     "UPDATE lines SET move = NULL, seat = NULL, checksum = NULL WHERE n = 3",
                     "2 seat 0 advance 3\ndone 1\n");
    struct store *store = store_opened(*state);
    add_line(store, 1, 3, "retreat 1");
    must_commit(store);
    store_close(store);
    assert_lines_end(*state, "", "3 seat 0 retreat 1\ndone 1\n");
}

static void a_torn_line_of_each_table_is_judged_alone(void **state)
{
    struct store *store = store_with_lines(*state, 2);
    struct stored_table table = example_table();
    add_line(store, store_table_add(store, &table), 1, "advance 4");
    must_commit(store);
    store_close(store);
    tamper(*state, "UPDATE lines SET move = NULL WHERE table_id = 1 AND n = 2");
    store = store_opened(*state);
    assert_non_null(strstr(reading(store), "1 seat 0 advance 3\ndone 1\ntable 2"));
    assert_non_null(strstr(reading(store), "1 seat 0 advance 4\ndone 2"));
    store_close(store);
}

static void a_damaged_middle_is_told_with_its_line(void **state)
{
    static const struct {
        const char *sql, *end;
    } cases[] = {
        {"DELETE FROM lines WHERE n = 3", "damaged 1 line 3: it is missing\n"},
        {"DELETE FROM lines WHERE n = 1", "damaged 1 line 1: it is missing\n"},
        {"UPDATE lines SET n = 0 WHERE n = 1", "damaged 1 line 1: it is missing\n"},
        {"UPDATE lines SET move = NULL WHERE n = 3", "damaged 1 line 3: it is empty\n"},
        {"UPDATE lines SET move = 'advance 2' WHERE n = 3",
         "damaged 1 line 3: its checksum differs\n"},
        {"UPDATE lines SET move = 'advance 2' WHERE n = 5",
         "damaged 1 line 5: its checksum differs\n"},
        {"UPDATE lines SET further = '{}' WHERE n = 3", "damaged 1 line 3: its checksum differs\n"},
        {"UPDATE lines SET seat = 1 WHERE n = 3", "damaged 1 line 3: its checksum differs\n"},
        {"UPDATE lines SET seat = 6 WHERE n = 3", "damaged 1 line 3: its seat is none\n"},
        {"UPDATE lines SET seat = 255 WHERE n = 3", "damaged 1 line 3: its seat is none\n"},
        {"UPDATE lines SET chance = '{}' WHERE n = 3",
         "damaged 1 line 3: it is neither a move nor an outcome\n"},
        {"UPDATE lines SET move = x'ff00ff' WHERE n = 3",
         "damaged 1 line 3: it is neither a move nor an outcome\n"},
        {"UPDATE lines SET move = 'advance' || char(0) || '3' WHERE n = 3",
         "damaged 1 line 3: it is neither a move nor an outcome\n"},
        {"UPDATE lines SET move = hex(zeroblob(99)) WHERE n = 3",
         "damaged 1 line 3: it is neither a move nor an outcome\n"},
        {"UPDATE tables SET status = 77", "damaged 1 line 0: its status is none\n"},
        {"UPDATE tables SET status = 0", "damaged 1 line 0: the header's checksum differs\n"},
        {"UPDATE tables SET setup = '{}'", "damaged 1 line 0: the header's checksum differs\n"},
        {"UPDATE tables SET seed = zeroblob(32)",
         "damaged 1 line 0: the header's checksum differs\n"},
        {"UPDATE tables SET seed = zeroblob(31)", "damaged 1 line 0: the seed is none\n"},
        {"UPDATE tables SET seat_count = 7", "damaged 1 line 0: the number of seats is none\n"},
        {"UPDATE tables SET game = x'00'", "damaged 1 line 0: a field of the header is none\n"},
        {"DELETE FROM seats WHERE seat = 0",
         "damaged 1 line 0: its seats are not those that were written\n"},
        {"INSERT INTO seats VALUES (1, 2, '', '', '', '', NULL)",
         "damaged 1 line 0: its seats are not those that were written\n"},
        {"UPDATE seats SET claim = x'01'",
         "damaged 1 line 0: its seats are not those that were written\n"},
        {"UPDATE seats SET identity = 'eve' WHERE seat = 0",
         "damaged 1 line 0: the header's checksum differs\n"},
        {"DELETE FROM places", "damaged 1 line 0: the header's checksum differs\n"},
        {"UPDATE places SET place = hex(zeroblob(128))",
         "damaged 1 line 0: its places are not those that were written\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *folder = folder_made();
        store_close(store_with_lines(folder, 5));
        assert_lines_end(folder, cases[i].sql, cases[i].end);
        /* Reading it again finds the same: the data is kept. */
        assert_lines_end(folder, "", cases[i].end);
        folder_removed(folder);
    }
    (void)state;
}

static void one_damaged_table_leaves_the_others_alone(void **state)
{
    struct store *store = store_with_lines(*state, 3);
    for (int64_t id = 2; id <= 4; id++) {
        struct stored_table table = example_table();
        add_line(store, store_table_add(store, &table), 1, "advance 4");
        add_line(store, id, 2, "advance 5");
    }
    must_commit(store);
    store_close(store);
    tamper(*state, "DELETE FROM lines WHERE table_id = 2 AND n = 1;"
                   "DELETE FROM seats WHERE table_id = 3;"
                   "DELETE FROM lines WHERE table_id = 1 AND n = 2");
    store = store_opened(*state);
    char *read = reading(store);
    assert_non_null(strstr(read, "1 seat 0 advance 3\ndamaged 1 line 2: it is missing\ntable 2"));
    assert_non_null(strstr(read, "damaged 2 line 1: it is missing\ndamaged 3 line 0: its seats"));
    assert_non_null(strstr(read, "seat   bot easy no claim\nplace irc #belfry\nplace discord 42\n"
                                 "1 seat 0 advance 4\n2 seat 0 advance 5\ndone 4\n"));
    store_close(store);
}

/* -- The file ---------------------------------------------------------------------------------- */

static void a_file_that_is_no_database_is_refused(void **state)
{
    char path[PATH_MAX_OF_TEST], noise[9000];
    memset(noise, 'x', sizeof noise);
    static const size_t lengths[] = {2, 100, 512, sizeof noise};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        write_file(file_of(path, *state), noise, lengths[i]);
        struct content before = content_of(path);
        assert_refused(*state, "is not a database of this program");
        assert_content(path, &before);
    }
}

static void another_programs_database_is_refused(void **state)
{
    char path[PATH_MAX_OF_TEST];
    tamper(*state, "CREATE TABLE friends (name TEXT)");
    struct content before = content_of(file_of(path, *state));
    assert_refused(*state, "is the database of another program");
    assert_content(path, &before);
}

static void a_newer_version_is_refused(void **state)
{
    char path[PATH_MAX_OF_TEST];
    store_close(store_with_lines(*state, 1));
    tamper(*state, "PRAGMA user_version = 1000");
    struct content before = content_of(file_of(path, *state));
    assert_refused(*state,
                   "was written by a newer version of this program (schema 1000, known up to ");
    assert_content(path, &before);
}

static void a_missing_table_is_refused(void **state)
{
    store_close(store_with_lines(*state, 1));
    tamper(*state, "DROP TABLE settings");
    assert_refused(*state, "does not hold what this program expects: no such table");
}

static void a_truncated_database_is_refused(void **state)
{
    char path[PATH_MAX_OF_TEST];
    store_close(store_with_lines(*state, 2000));
    struct content whole = content_of(file_of(path, *state));
    for (size_t length = 700; length < whole.length; length += whole.length / 8 + 1) {
        write_file(path, whole.bytes, length);
        struct content before = content_of(path);
        assert_refused(*state, "is damaged and was left as it is");
        assert_content(path, &before);
    }
    write_file(path, whole.bytes, whole.length);
    store_close(store_opened(*state));
    free(whole.bytes);
}

/* No written data may come back changed: a flipped byte is refused, reported or without effect. */
static void flipped_bytes_are_noticed(void **state)
{
    char path[PATH_MAX_OF_TEST], error[STORE_ERROR_MAX];
    store_close(store_with_lines(*state, 600));
    struct store *store = store_opened(*state);
    char *expected = strdup(reading(store));
    store_close(store);
    struct content whole = content_of(file_of(path, *state));
    unsigned refused = 0, told = 0;
    /* Beyond the first page, which holds the schema and SQLite's own counters. */
    for (size_t at = 4096; at < whole.length; at += 97) {
        whole.bytes[at] ^= 0x15;
        write_file(path, whole.bytes, whole.length);
        whole.bytes[at] ^= 0x15;
        store = store_open(*state, error, sizeof error);
        refused += !store;
        if (!store)
            continue;
        char *read = reading(store);
        if (strstr(read, "damaged"))
            told++;
        else
            assert_string_equal(read, expected);
        store_close(store);
    }
    assert_true(refused > 0);
    assert_true(told > 0);
    free(whole.bytes);
    free(expected);
}

static void a_lost_file_beside_its_log_is_refused(void **state)
{
    char path[PATH_MAX_OF_TEST], log_path[PATH_MAX_OF_TEST];
    file_of(path, *state);
    path_of(log_path, *state, "/" STORE_FILE "-wal");
    write_file(log_path, "committed moves", 15);
    assert_refused(*state, "holds data");
    assert_int_not_equal(access(path, F_OK), 0);
    write_file(path, "", 0);
    struct content before = content_of(log_path);
    assert_refused(*state, "holds data");
    assert_content(log_path, &before);
}

static void a_second_process_is_refused_at_once(void **state)
{
    struct store *store = store_with_lines(*state, 1);
    pid_t child = fork();
    if (child == 0) {
        char error[STORE_ERROR_MAX] = "";
        bool opened = store_open(*state, error, sizeof error);
        _exit(!opened && strstr(error, "is in use by another process") ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    add_line(store, 1, 2, "advance 1");
    must_commit(store);
    store_close(store);
    store_close(store_opened(*state));
}

/* Runs as user nobody, because permissions mean nothing to root. */
static void a_folder_without_rights_is_refused(void **state)
{
    store_close(store_with_lines(*state, 1));
    char path[PATH_MAX_OF_TEST], below[PATH_MAX_OF_TEST];
    path_of(below, *state, "/below");
    assert_int_equal(chmod(file_of(path, *state), 0666), 0);
    assert_int_equal(chmod(*state, 0555), 0);
    pid_t child = fork();
    if (child == 0) {
        char error[STORE_ERROR_MAX] = "", error_below[STORE_ERROR_MAX] = "";
        if (geteuid() == 0 && setuid(65534) != 0)
            _exit(2);
        bool opened = store_open(*state, error, sizeof error);
        bool opened_below = store_open(below, error_below, sizeof error_below);
        _exit(opened || opened_below || !strstr(error, "cannot be written: Permission denied") ||
              !strstr(error_below, "cannot be made: Permission denied"));
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(chmod(*state, 0700), 0);
    assert_non_null(strstr(reading_after_reopening(*state), "1 seat 0 advance 3\ndone 1"));
}

static void a_folder_that_is_none_is_refused(void **state)
{
    char path[PATH_MAX_OF_TEST], long_path[PATH_MAX_OF_TEST * 20];
    write_file(path_of(path, *state, "/file"), "", 0);
    assert_refused(path, "Not a directory");
    assert_refused(path_of(path, *state, "/file/below"), "Not a directory");
    path_of(path, *state, "/dir");
    assert_int_equal(mkdir(path, 0700), 0);
    assert_int_equal(mkdir(path_of(path, *state, "/dir/" STORE_FILE), 0700), 0);
    assert_refused(path_of(path, *state, "/dir"), "is not a file");
    memset(long_path, 'a', sizeof long_path - 1);
    long_path[sizeof long_path - 1] = '\0';
    char error[STORE_ERROR_MAX];
    assert_null(store_open(long_path, error, sizeof error));
}

/* -- The write-ahead log ----------------------------------------------------------------------- */

enum { LOG_COMMITS = 12 };

/* Leaves a store whose last commits stand in its log alone, as a killed process does. */
static void leave_log(const char *folder)
{
    store_close(store_with_lines(folder, 3));
    pid_t child = fork();
    if (child == 0) {
        struct store *store = store_opened(folder);
        struct stored_table table = example_table();
        for (uint32_t n = 4; n < 4 + LOG_COMMITS; n++) {
            add_line(store, 1, n, "advance 3");
            if (n % 4 == 0)
                store_table_add(store, &table);
            must_commit(store);
        }
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

struct left_store {
    char path[PATH_MAX_OF_TEST], log_path[PATH_MAX_OF_TEST];
    struct content file, log;
};

static struct left_store left_store_of(const char *folder)
{
    struct left_store left;
    leave_log(folder);
    file_of(left.path, folder);
    path_of(left.log_path, folder, "/" STORE_FILE "-wal");
    left.file = content_of(left.path);
    left.log = content_of(left.log_path);
    return left;
}

static void put_back(const struct left_store *left, size_t log_length)
{
    write_file(left->path, left->file.bytes, left->file.length);
    write_file(left->log_path, left->log.bytes, log_length);
}

static void drop_left(struct left_store *left)
{
    free(left->file.bytes);
    free(left->log.bytes);
}

/* Nothing that was saved disappears: a changed bit is refused or has no effect. */
static void a_changed_bit_of_the_log_is_noticed(void **state)
{
    char error[STORE_ERROR_MAX];
    struct left_store left = left_store_of(*state);
    char *expected = strdup(reading_after_reopening(*state));
    unsigned refused = 0, tried = 0;
    for (size_t at = 0; at < left.log.length; at += at < 64 ? 3 : 733, tried++) {
        left.log.bytes[at] ^= (char)(1 << at % 8);
        put_back(&left, left.log.length);
        struct store *store = store_open(*state, error, sizeof error);
        if (store) {
            assert_string_equal(reading(store), expected);
        } else {
            refused++;
            assert_non_null(strstr(error, "its write-ahead log is damaged at frame "));
            assert_bytes(left.log_path, &left.log);
        }
        store_close(store);
        left.log.bytes[at] ^= (char)(1 << at % 8);
    }
    assert_int_equal(refused, tried);
    drop_left(&left);
    free(expected);
}

/* Behind the last frame nothing tells that it was whole: its own salts and sums are off by a bit.
 */
static void a_changed_bit_in_the_last_frames_header_is_noticed(void **state)
{
    enum { FRAME = 4096 + 24, SALTS = 8, PAGE = 24 };
    char error[STORE_ERROR_MAX];
    struct left_store left = left_store_of(*state);
    for (size_t at = left.log.length - FRAME + SALTS; at < left.log.length - FRAME + PAGE; at++) {
        left.log.bytes[at] ^= (char)(1 << at % 8);
        put_back(&left, left.log.length);
        assert_null(store_open(*state, error, sizeof error));
        assert_non_null(strstr(error, "its write-ahead log is damaged at frame "));
        left.log.bytes[at] ^= (char)(1 << at % 8);
    }
    drop_left(&left);
}

static unsigned open_descriptors(void)
{
    unsigned count = 0;
    DIR *folder = opendir("/proc/self/fd");
    assert_non_null(folder);
    while (readdir(folder) != NULL)
        count++;
    closedir(folder);
    return count;
}

static void what_a_damaged_log_holds_is_told_and_kept(void **state)
{
    enum { FRAME = 4096 + 24, IN_THIRD_FRAME = 32 + 2 * FRAME + 4000 };
    char error[STORE_ERROR_MAX], folder[PATH_MAX_OF_TEST], path[PATH_MAX_OF_TEST];
    unsigned long mark;
    struct left_store left = left_store_of(*state);
    left.log.bytes[IN_THIRD_FRAME] ^= 4;
    put_back(&left, left.log.length);
    struct text text = text_in(folder, sizeof folder);
    unsigned open_before = open_descriptors();
    for (int round = 0; round < 2; round++) {
        assert_null(store_open(*state, error, sizeof error));
        assert_non_null(strstr(error, "damaged at frame 3 of "));
        assert_non_null(
            strstr(error, "saved turns behind that: 9, of tables 1, 3, 4. A copy is in damaged-"));
        assert_null(strchr(error, '\n'));
        mark = strtoul(strstr(error, "damaged-") + strlen("damaged-"), NULL, 16);
        text_clear(&text);
        text_add_format(&text, "%s/damaged-%08lx", (const char *)*state, mark);
        assert_int_equal(access(folder, F_OK), 0);
    }
    assert_int_equal(open_descriptors(), open_before);
    struct content file = content_of(path_of(path, folder, "/" STORE_FILE));
    assert_memory_equal(file.bytes, left.file.bytes, left.file.length);
    free(file.bytes);
    assert_refused(folder, "damaged at frame 3 of ");
    text_add(&text, "/rescued");
    const char *read = reading_after_reopening(folder);
    assert_non_null(strstr(read, "done 4\n"));
    drop_left(&left);
}

/* A commit that was being written when the machine stopped was told to nobody. */
static void a_torn_end_of_the_log_is_dropped(void **state)
{
    struct left_store left = left_store_of(*state);
    for (size_t cut = 1; cut < 4096 + 24; cut += 407) {
        put_back(&left, left.log.length - cut);
        struct store *store = store_opened(*state);
        assert_int_equal(last_line_of(store), 3 + LOG_COMMITS - 1);
        store_close(store);
    }
    memset(left.log.bytes + left.log.length - 3000, 0, 3000);
    put_back(&left, left.log.length);
    struct store *store = store_opened(*state);
    assert_int_equal(last_line_of(store), 3 + LOG_COMMITS - 1);
    store_close(store);
    drop_left(&left);
}

/* -- Values ------------------------------------------------------------------------------------ */

static bool count_value(void *context, const char *name, const char *value)
{
    unsigned *count = context;
    (void)name;
    (void)value;
    ++*count;
    return true;
}

static void a_damaged_value_is_left_out_and_counted(void **state)
{
    char value[STORE_WORD_MAX];
    unsigned count = 0;
    struct store *store = store_opened(*state);
    store_value_set(store, "person one anna", "lang", "fr");
    store_value_set(store, "person one anna", "style", "short");
    store_value_set(store, "person one bea", "lang", "it");
    must_commit(store);
    store_close(store);
    tamper(*state, "UPDATE settings SET value = 'en' WHERE scope = 'person one anna' AND"
                   " name = 'lang'");
    store = store_opened(*state);
    assert_false(value_of(store, "person one anna", "lang", value, sizeof value));
    assert_true(value_of(store, "person one bea", "lang", value, sizeof value));
    struct store_inquiry *inquiry = store_inquire(store);
    assert_true(store_read_values(inquiry, "person one anna", &count, count_value));
    assert_int_equal(count, 1);
    assert_int_equal(store_inquiry_damaged_values(inquiry), 1);
    assert_true(store_read_scopes(inquiry, "person one ", "lang", &count, count_value));
    assert_int_equal(count, 2);
    assert_int_equal(store_inquiry_damaged_values(inquiry), 2);
    store_inquiry_free(inquiry);
    store_value_set(store, "person one anna", "lang", "it");
    must_commit(store);
    assert_true(value_of(store, "person one anna", "lang", value, sizeof value));
    assert_string_equal(value, "it");
    store_close(store);
}

/* -- Migrations -------------------------------------------------------------------------------- */

static void a_failed_migration_leaves_the_version_before(void **state)
{
    (void)state;
    char buffer[256];
    struct text error = TEXT_IN(buffer);
    sqlite3 *database;
    int64_t number;
    assert_int_equal(sqlite3_open(":memory:", &database), SQLITE_OK);
    const char *const bad[] = {"CREATE TABLE a (x);", "CREATE TABLE b (x); CREATE TABLE a (x);"};
    assert_false(sqlite_schema_migrate(database, bad, 2, &error));
    assert_string_equal(buffer, "cannot be brought to schema 2: table a already exists");
    assert_true(sqlite_ask_number(database, "PRAGMA user_version", &number));
    assert_int_equal(number, 1);
    assert_true(sqlite_ask_number(database, "SELECT count(*) FROM sqlite_schema", &number));
    assert_int_equal(number, 1);
    const char *const good[] = {"fails when run again", "CREATE TABLE b (x);"};
    text_clear(&error);
    assert_true(sqlite_schema_migrate(database, good, 2, &error));
    assert_true(sqlite_schema_migrate(database, good, 2, &error));
    assert_true(sqlite_ask_number(database, "PRAGMA user_version", &number));
    assert_int_equal(number, 2);
    assert_true(sqlite_ask_number(database, "PRAGMA application_id", &number));
    assert_int_equal(number, STORE_APPLICATION_ID);
    assert_false(sqlite_schema_migrate(database, good, 1, &error));
    sqlite3_close(database);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_torn_last_line_is_left_out_and_replaced),
        IN_FOLDER(a_torn_line_of_each_table_is_judged_alone),
        cmocka_unit_test(a_damaged_middle_is_told_with_its_line),
        IN_FOLDER(one_damaged_table_leaves_the_others_alone),
        IN_FOLDER(a_file_that_is_no_database_is_refused),
        IN_FOLDER(another_programs_database_is_refused),
        IN_FOLDER(a_newer_version_is_refused),
        IN_FOLDER(a_missing_table_is_refused),
        IN_FOLDER(a_truncated_database_is_refused),
        IN_FOLDER(flipped_bytes_are_noticed),
        IN_FOLDER(a_lost_file_beside_its_log_is_refused),
        IN_FOLDER(a_second_process_is_refused_at_once),
        IN_FOLDER(a_folder_without_rights_is_refused),
        IN_FOLDER(a_folder_that_is_none_is_refused),
        IN_FOLDER(a_changed_bit_of_the_log_is_noticed),
        IN_FOLDER(a_changed_bit_in_the_last_frames_header_is_noticed),
        IN_FOLDER(what_a_damaged_log_holds_is_told_and_kept),
        IN_FOLDER(a_torn_end_of_the_log_is_dropped),
        IN_FOLDER(a_damaged_value_is_left_out_and_counted),
        cmocka_unit_test(a_failed_migration_leaves_the_version_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
