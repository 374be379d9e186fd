/* Copies of a store in use. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "games/shared/text.h"
#include "tests/unit/store_fixture.h"

enum { LINES = 20, VALUES = 600, VALUE_BYTES = 4000 };

/* Writes so much that a copy takes several steps. */
static void fill(struct store *store)
{
    char value[VALUE_BYTES], key[16];
    memset(value, 'v', sizeof value - 1);
    value[sizeof value - 1] = '\0';
    for (int i = 0; i < VALUES; i++) {
        struct text text = TEXT_IN(key);
        text_add_number(&text, i);
        store_value_set(store, "filling", key, value);
    }
    must_commit(store);
}

/* Steps to the end; returns the number of steps. */
static int copy_all(struct store_copy *copy)
{
    char error[STORE_ERROR_MAX] = "";
    int steps = 1;
    enum store_copying copying;
    while ((copying = store_copy_step(copy, error, sizeof error)) == STORE_COPYING)
        steps++;
    assert_int_equal(copying, STORE_COPIED);
    return steps;
}

static void finish(struct store_copy *copy, const char *file)
{
    char error[STORE_ERROR_MAX] = "";
    if (!store_copy_finish(copy, file, error, sizeof error))
        fail_msg("%s", error);
}

static void what_is_committed_meanwhile_is_in_it(void **state)
{
    const char *folder = *state;
    char partial[PATH_MAX_OF_TEST], other[PATH_MAX_OF_TEST], file[PATH_MAX_OF_TEST];
    char error[STORE_ERROR_MAX] = "", value[16];
    struct store *store = store_with_lines(folder, LINES);
    fill(store);
    struct store_copy *copy =
        store_copy_begin(store, path_of(partial, folder, "/partial"), error, sizeof error);
    assert_non_null(copy);
    assert_int_equal(store_copy_step(copy, error, sizeof error), STORE_COPYING);
    store_value_set(store, "news", "one", "1");
    must_commit(store);
    add_line(store, 1, LINES + 1, "advance 3");
    /* The copy waits while a turn is not committed. */
    assert_int_equal(store_copy_step(copy, error, sizeof error), STORE_COPYING);
    must_commit(store);
    assert_true(copy_all(copy) > 2);
    store_value_set(store, "news", "two", "2");
    must_commit(store);
    mkdir(path_of(other, folder, "/other"), 0700);
    finish(copy, path_of(file, other, "/belfry.sqlite3"));
    store_close(store);
    assert_int_not_equal(access(partial, F_OK), 0);
    struct store *again = store_opened(other);
    assert_int_equal(last_line_of(again), LINES + 1);
    assert_true(value_of(again, "news", "one", value, sizeof value));
    assert_false(value_of(again, "news", "two", value, sizeof value));
    store_close(again);
}

static void it_is_one_file_for_the_owner_alone(void **state)
{
    const char *folder = *state;
    char partial[PATH_MAX_OF_TEST], file[PATH_MAX_OF_TEST], log[PATH_MAX_OF_TEST];
    char error[STORE_ERROR_MAX] = "";
    struct stat facts;
    struct store *store = store_with_lines(folder, LINES);
    struct store_copy *copy =
        store_copy_begin(store, path_of(partial, folder, "/partial"), error, sizeof error);
    copy_all(copy);
    finish(copy, path_of(file, folder, "/whole"));
    assert_int_equal(stat(file, &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0600);
    assert_int_not_equal(access(path_of(log, folder, "/whole-wal"), F_OK), 0);
    assert_int_not_equal(access(path_of(log, folder, "/partial-wal"), F_OK), 0);
    store_close(store);
}

static void what_is_given_up_leaves_nothing(void **state)
{
    const char *folder = *state;
    char partial[PATH_MAX_OF_TEST], journal[PATH_MAX_OF_TEST], error[STORE_ERROR_MAX] = "";
    struct store *store = store_with_lines(folder, LINES);
    fill(store);
    struct store_copy *copy =
        store_copy_begin(store, path_of(partial, folder, "/partial"), error, sizeof error);
    store_copy_step(copy, error, sizeof error);
    /* It keeps no journal: what is not finished is worth nothing. */
    assert_int_not_equal(access(path_of(journal, folder, "/partial-journal"), F_OK), 0);
    store_copy_drop(copy);
    assert_int_not_equal(access(partial, F_OK), 0);
    store_copy_drop(NULL);
    store_close(store);
}

static void what_cannot_be_made_is_said(void **state)
{
    const char *folder = *state;
    char path[PATH_MAX_OF_TEST], error[STORE_ERROR_MAX] = "";
    struct store *store = store_with_lines(folder, LINES);
    assert_null(
        store_copy_begin(store, path_of(path, folder, "/none/partial"), error, sizeof error));
    assert_string_equal(error, "No such file or directory");
    struct store_copy *copy =
        store_copy_begin(store, path_of(path, folder, "/partial"), error, sizeof error);
    copy_all(copy);
    char target[PATH_MAX_OF_TEST];
    assert_false(
        store_copy_finish(copy, path_of(target, folder, "/none/whole"), error, sizeof error));
    assert_string_equal(error, "No such file or directory");
    assert_int_not_equal(access(path, F_OK), 0);
    store_close(store);
}

/* SQLite takes shorter paths than the system. */
static void what_the_library_can_not_open_leaves_no_file(void **state)
{
    char name[200], path[1024], error[STORE_ERROR_MAX] = "";
    struct store *store = store_with_lines(*state, LINES);
    struct text text = TEXT_IN(path);
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    text_add(&text, *state);
    for (int depth = 0; depth < 3; depth++) {
        text_add_format(&text, "/%s", name);
        assert_int_equal(mkdir(path, 0700), 0);
    }
    text_add(&text, "/partial");
    assert_null(store_copy_begin(store, path, error, sizeof error));
    assert_string_not_equal(error, "");
    assert_int_not_equal(access(path, F_OK), 0);
    store_close(store);
}

/* Pages are spoiled on the way to the disk. */
static void assert_not_kept(const char *folder, struct store *store, long from)
{
    char partial[PATH_MAX_OF_TEST], whole[PATH_MAX_OF_TEST], error[STORE_ERROR_MAX] = "";
    struct store_copy *copy =
        store_copy_begin(store, path_of(partial, folder, "/partial"), error, sizeof error);
    copy_all(copy);
    FILE *file = fopen(partial, "r+be");
    assert_non_null(file);
    for (long page = from; page < from + 40; page++) {
        assert_int_equal(fseek(file, page * 4096, SEEK_SET), 0);
        assert_int_equal(fwrite("spoiled", 1, 7, file), 7);
    }
    assert_int_equal(fclose(file), 0);
    assert_false(store_copy_finish(copy, path_of(whole, folder, "/whole"), error, sizeof error));
    assert_string_equal(error, "the copy is not sound");
    assert_int_not_equal(access(whole, F_OK), 0);
    assert_int_not_equal(access(partial, F_OK), 0);
}

/* The first pages are needed to complete the copy, the later ones are only checked. */
static void what_is_not_sound_gets_no_name(void **state)
{
    struct store *store = store_with_lines(*state, LINES);
    fill(store);
    assert_not_kept(*state, store, 2);
    assert_not_kept(*state, store, 200);
    store_close(store);
}

static void note_generation(const char *folder, uint8_t generation[STORE_GENERATION_BYTES])
{
    struct store *store = store_opened(folder);
    memcpy(generation, store_generation(store), STORE_GENERATION_BYTES);
    store_close(store);
}

static void copy_to(struct store *store, const char *folder, const char *file)
{
    char partial[PATH_MAX_OF_TEST], error[STORE_ERROR_MAX] = "";
    struct store_copy *copy =
        store_copy_begin(store, path_of(partial, folder, "/partial"), error, sizeof error);
    assert_non_null(copy);
    copy_all(copy);
    finish(copy, file);
}

/* The number of the file tells a copy that was made by hand; a backup holds no generation, since it
 * may get the number of the file that it replaces. */
static void what_is_put_back_has_another_generation(void **state)
{
    enum { SIZE = STORE_GENERATION_BYTES };
    const char *folder = *state;
    char file[PATH_MAX_OF_TEST], backup[PATH_MAX_OF_TEST];
    uint8_t first[SIZE], now[SIZE], in_memory[SIZE];
    path_of(file, folder, "/belfry.sqlite3");
    path_of(backup, folder, "/backup");
    note_generation(folder, first);
    note_generation(folder, now);
    assert_memory_equal(now, first, SIZE);
    struct store *store = store_opened(folder);
    copy_to(store, folder, backup);
    store_close(store);
    for (int restored = 0; restored < 2; restored++) {
        uint8_t before[SIZE];
        char command[3 * PATH_MAX_OF_TEST];
        note_generation(folder, before);
        snprintf(command, sizeof command, "cat %s >%s", backup, file);
        assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c) */
        note_generation(folder, now);
        assert_memory_not_equal(now, before, SIZE);
        assert_memory_not_equal(now, first, SIZE);
    }
    note_generation(folder, first);
    assert_memory_equal(now, first, SIZE);
    assert_int_equal(rename(file, backup), 0);
    char command[3 * PATH_MAX_OF_TEST];
    snprintf(command, sizeof command, "cp %s %s", backup, file);
    assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c) */
    note_generation(folder, now);
    assert_memory_not_equal(now, first, SIZE);
    note_generation(":memory:", in_memory);
    note_generation(":memory:", now);
    assert_memory_not_equal(now, in_memory, SIZE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(what_is_committed_meanwhile_is_in_it),
        IN_FOLDER(it_is_one_file_for_the_owner_alone),
        IN_FOLDER(what_is_given_up_leaves_nothing),
        IN_FOLDER(what_cannot_be_made_is_said),
        IN_FOLDER(what_the_library_can_not_open_leaves_no_file),
        IN_FOLDER(what_is_not_sound_gets_no_name),
        IN_FOLDER(what_is_put_back_has_another_generation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
