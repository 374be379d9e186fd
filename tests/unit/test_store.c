#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bot/base/fault.h"
#include "tests/unit/store_fixture.h"

static unsigned syncs; /* of files, by SQLite in this process */

/* Replaces libc's function, which SQLite calls through the dynamic linker: counts, then does its
 * work. */
int counting_sync(int descriptor) __asm__("fdatasync");

int counting_sync(int descriptor)
{
    syncs++;
    return (int)syscall(SYS_fdatasync, descriptor);
}

static void a_table_comes_back_as_it_was_written(void **state)
{
    struct store *store = store_opened(*state);
    uint8_t claim[STORE_CLAIM_BYTES];
    memset(claim, 0xAB, sizeof claim);
    struct stored_table table = example_table();
    struct stored_seat seats[2] = {table.seats[0], table.seats[1]};
    seats[1].claim = claim;
    table.seats = seats;
    table.further = "{\"words\":[\"schön\"]}";
    int64_t id = store_table_add(store, &table);
    assert_int_equal(id, 1);
    add_line(store, id, 1, "advance 3");
    store_line_add(store, &(struct stored_line){.table = id,
                                                .n = 2,
                                                .seat = GAME_SPECTATOR,
                                                .chance = "{\"deal\":[1,2]}",
                                                .further = "{\"by\":\"timeout\"}"});
    must_commit(store);
    store_close(store);
    assert_reading(
        *state,
        "table 1 playing owner= game=en-garde options={\"rules\":\"full\"} setup={\"first\":1}"
        " further={\"words\":[\"schön\"]} seed=0102..1f20 opened=1700000000 by=irc/ann\n"
        "seat irc ann Ann \"\" no claim\n"
        "seat   bot easy claim abab\n"
        "place irc #belfry\n"
        "place discord 42\n"
        "1 seat 0 advance 3\n"
        "2 seat 255 {\"deal\":[1,2]} {\"by\":\"timeout\"}\n"
        "done 1\n");
}

static void live_tables_come_in_the_order_of_their_ids(void **state)
{
    struct store *store = store_opened(*state);
    struct stored_table table = example_table();
    table.seat_count = table.place_count = 0;
    for (int64_t id = 1; id <= 5; id++) {
        table.status = (enum table_status)((id - 1) % 4);
        assert_int_equal(store_table_add(store, &table), id);
        for (uint32_t n = 1; n <= id; n++)
            add_line(store, id, n, "pass");
    }
    must_commit(store);
    char *read = reading(store);
    assert_non_null(strstr(read, "table 1 lobby"));
    assert_null(strstr(read, "table 3"));
    assert_null(strstr(read, "table 4"));
    assert_true(strstr(read, "done 1") < strstr(read, "table 2 playing"));
    assert_true(strstr(read, "done 2") < strstr(read, "table 5 lobby"));
    assert_non_null(strstr(read, "5 seat 0 pass\ndone 5"));
    store_close(store);
}

static void an_update_replaces_all_but_the_lines(void **state)
{
    struct store *store = store_opened(*state);
    struct stored_table table = example_table();
    table.id = store_table_add(store, &table);
    add_line(store, table.id, 1, "advance 3");
    must_commit(store);
    table.status = TABLE_LOBBY;
    table.setup = "";
    table.seat_count = 1;
    table.place_count = 1;
    table.owner = "host";
    store_table_update(store, &table);
    must_commit(store);
    assert_string_equal(
        reading(store),
        "table 1 lobby owner=host game=en-garde options={\"rules\":\"full\"} setup= further=none"
        " seed=0102..1f20 opened=1700000000 by=irc/ann\n"
        "seat irc ann Ann \"\" no claim\n"
        "place irc #belfry\n"
        "1 seat 0 advance 3\n"
        "done 1\n");
    store_close(store);
}

static void a_finished_table_is_read_alone_only(void **state)
{
    struct store *store = store_opened(*state);
    struct stored_table table = example_table();
    table.status = TABLE_FINISHED;
    add_line(store, store_table_add(store, &table), 1, "advance 3");
    must_commit(store);
    assert_string_equal(reading(store), "");
    assert_non_null(strstr(reading_of(store, 1), "table 1 finished"));
    assert_non_null(strstr(reading_of(store, 1), "1 seat 0 advance 3\ndone 1"));
    assert_string_equal(reading_of(store, 2), "cannot read: there is no such table");
    store_close(store);
}

static void moves_are_taken_back(void **state)
{
    struct store *store = store_with_lines(*state, 5);
    store_lines_cut(store, 1, 3);
    add_line(store, 1, 4, "retreat 1");
    must_commit(store);
    assert_non_null(strstr(reading(store), "3 seat 0 advance 3\n4 seat 0 retreat 1\ndone 1"));
    store_lines_cut(store, 1, 0);
    must_commit(store);
    assert_null(strstr(reading(store), "seat 0"));
    store_close(store);
}

static void a_line_follows_the_last_one(void **state)
{
    struct store *store = store_with_lines(*state, 2);
    static const uint32_t wrong[] = {0, 1, 2, 4, UINT32_MAX};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        add_line(store, 1, wrong[i], "advance 1");
        assert_commit_fails(store, "table 1");
    }
    add_line(store, 7, 1, "advance 1");
    assert_commit_fails(store, on_server() ? "cannot save: table 7, line 1: it does not follow"
                                           : "cannot save: table 7, line 1: FOREIGN KEY");
    add_line(store, 1, 3, "advance 1");
    must_commit(store);
    store_close(store);
}

static void one_bad_write_undoes_the_whole_turn(void **state)
{
    struct store *store = store_with_lines(*state, 1);
    store_value_set(store, "irc", "colour", "red");
    add_line(store, 1, 2, "advance 1");
    add_line(store, 1, 9, "advance 1");
    add_line(store, 1, 3, "advance 1");
    struct stored_table table = example_table();
    int64_t added = store_table_add(store, &table);
    assert_true(on_server() || added == 0); /* a server says only later what failed */
    assert_true(store_is_dirty(store));
    assert_commit_fails(store, "cannot save: table 1, line 9: it does not follow the last one");
    assert_false(store_is_dirty(store));
    must_commit(store);
    char value[8];
    assert_false(value_of(store, "irc", "colour", value, sizeof value));
    assert_non_null(strstr(reading(store), "1 seat 0 advance 3\ndone 1"));
    add_line(store, 1, 2, "advance 2");
    must_commit(store);
    assert_non_null(strstr(reading(store), "2 seat 0 advance 2\ndone 1"));
    store_close(store);
}

/* Each word of a seat is judged by itself, and so is each of a result. */
static void each_word_has_its_limit(void **state)
{
    struct store *store = store_with_lines(*state, 1);
    static char word[STORE_WORD_MAX + 1];
    memset(word, 'a', sizeof word - 1);
    const struct stored_seat seats[] = {{word, "i", "n", "", NULL},
                                        {"n", word, "n", "", NULL},
                                        {"n", "i", word, "", NULL},
                                        {"n", "i", "n", word, NULL}};
    for (size_t i = 0; i < sizeof seats / sizeof *seats; i++) {
        struct stored_table table = example_table();
        table.seats = &seats[i];
        table.seat_count = 1;
        store_table_add(store, &table);
        assert_commit_fails(store, ": a word of a seat is missing or too long");
    }
    const struct stored_result_seat results[] = {{word, "i", "n", 0, 0, false, 0},
                                                 {"n", word, "n", 0, 0, false, 0},
                                                 {"n", "i", word, 0, 0, false, 0}};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        struct stored_result result = {
            .table = 1, .game = "en-garde", .server = "s", .seat_count = 1};
        result.seats[0] = results[i];
        store_result_add(store, &result, NULL);
        assert_commit_fails(store, "table 1: a name of a result is missing or too long");
    }
    store_close(store);
}

static void what_breaks_a_limit_is_refused(void **state)
{
    struct store *store = store_with_lines(*state, 1);
    static char long_text[STORE_RECORD_MAX + 1];
    memset(long_text, 'a', sizeof long_text - 1);
    const struct stored_line lines[] = {
        {.table = 1, .n = 2, .seat = 0},
        {.table = 1, .n = 2, .seat = 0, .move = ""},
        {.table = 1, .n = 2, .seat = 0, .move = "a", .chance = "{}"},
        {.table = 1, .n = 2, .seat = GAME_SEATS_MAX, .move = "a"},
        {.table = 1, .n = 2, .seat = 0, .chance = "{}"},
        {.table = 1, .n = 2, .seat = 0, .move = long_text},
        {.table = 1, .n = 2, .seat = GAME_SPECTATOR, .chance = long_text},
        {.table = 1, .n = 2, .seat = 0, .move = "a", .further = long_text},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        store_line_add(store, &lines[i]);
        assert_commit_fails(store, "table 1, line 2: ");
    }
    struct stored_table table = example_table();
    table.game = NULL;
    store_table_add(store, &table);
    assert_commit_fails(store, "missing or too long");
    table = example_table();
    table.setup = long_text;
    store_table_add(store, &table);
    assert_commit_fails(store, "missing or too long");
    table = example_table();
    table.seat_count = GAME_SEATS_MAX + 1;
    store_table_add(store, &table);
    assert_commit_fails(store, "too many seats");
    table = example_table();
    table.id = 99;
    store_table_update(store, &table);
    assert_commit_fails(store, "table 99: there is no such table");
    store_value_set(store, "irc", long_text, "");
    assert_commit_fails(store, "missing or too long");
    store_close(store);
}

static bool add_value(void *context, const char *key, const char *value)
{
    struct text *out = context;
    text_add_format(out, "%s=%s;", key, value);
    return strcmp(key, "c") < 0;
}

static void values_are_set_read_listed_and_removed(void **state)
{
    struct store *store = store_opened(*state);
    char value[8], buffer[128];
    struct store_inquiry *inquiry = store_inquire(store);
    store_value_set(store, "irc/#a", "b", "2");
    store_value_set(store, "irc/#a", "a", "1");
    store_value_set(store, "irc/#a", "c", "3");
    store_value_set(store, "irc/#a", "d", "4");
    store_value_set(store, "irc/#b", "a", "other");
    store_value_set(store, "irc/#a", "b", "seven b");
    store_value_set(store, "irc/#a", "a", NULL);
    store_value_set(store, "nobody", "a", NULL);
    must_commit(store);
    assert_true(value_of(store, "irc/#a", "b", value, sizeof value));
    assert_string_equal(value, "seven b");
    assert_false(value_of(store, "irc/#a", "b", value, 7));
    assert_string_equal(value, "");
    assert_false(value_of(store, "irc/#a", "a", value, sizeof value));
    struct text out = TEXT_IN(buffer);
    assert_true(store_read_values(inquiry, "irc/#a", &out, add_value));
    assert_string_equal(buffer, "b=seven b;c=3;");
    store_inquiry_free(inquiry);
    store_close(store);
}

static bool add_ended(void *context, const struct stored_ended *table)
{
    text_add_format(context, "%lld %s %d;", (long long)table->id, table->game, (int)table->status);
    return true;
}

static void ended_tables_of_a_place_are_listed_last_first(void **state)
{
    struct store *store = store_opened(*state);
    char buffer[256];
    struct store_inquiry *inquiry = store_inquire(store);
    const enum table_status statuses[] = {TABLE_FINISHED, TABLE_PLAYING, TABLE_ABORTED};
    struct stored_table table = example_table();
    for (size_t i = 0; i < 3; i++) {
        table.status = statuses[i];
        store_table_add(store, &table);
    }
    must_commit(store);
    struct text out = TEXT_IN(buffer);
    assert_true(
        store_read_ended(inquiry, table.places[1].network, table.places[1].place, &out, add_ended));
    assert_string_equal(buffer, "3 en-garde 3;1 en-garde 2;");
    text_clear(&out);
    assert_true(store_read_ended(inquiry, table.places[0].network, "#elsewhere", &out, add_ended));
    assert_string_equal(buffer, "");
    store_inquiry_free(inquiry);
    store_close(store);
}

static bool write_inside(void *context, const struct stored_table *table)
{
    char value[8];
    struct store *store = context;
    struct store_inquiry *inquiry = store_inquire(store);
    (void)table;
    assert_false(value_of(store, "a", "b", value, sizeof value));
    store_value_set(store, "a", "b", "2");
    struct store_reader reader = {0};
    assert_false(store_read_live(inquiry, &reader));
    assert_string_equal(store_inquiry_error(inquiry), "cannot read: the store is being read");
    assert_false(store_read_values(inquiry, "a", NULL, NULL));
    store_inquiry_free(inquiry);
    return false;
}

static void an_inquiry_tells_of_its_last_read_alone(void **state)
{
    struct store *store = store_with_lines(*state, 1);
    struct store_inquiry *inquiry = store_inquire(store);
    char buffer[128];
    struct text out = TEXT_IN(buffer);
    const struct store_reader reader = {0};
    assert_false(store_read_table(inquiry, 2, &reader));
    assert_string_equal(store_inquiry_error(inquiry), "cannot read: there is no such table");
    assert_true(store_read_values(inquiry, "nothing", &out, add_value));
    assert_string_equal(store_inquiry_error(inquiry), "");
    assert_false(store_read_table(inquiry, 2, &reader));
    assert_string_equal(store_inquiry_error(inquiry), "cannot read: there is no such table");
    assert_false(store_inquiry_waits(inquiry));
    store_inquiry_free(inquiry);
    store_close(store);
}

static void a_reader_does_not_write(void **state)
{
    struct store *store = store_with_lines(*state, 1);
    char value[8];
    store_value_set(store, "a", "b", "1");
    must_commit(store);
    read_one(store, 1, &(struct store_reader){.context = store, .table = write_inside});
    assert_commit_fails(store, "written while it is read");
    assert_true(value_of(store, "a", "b", value, sizeof value));
    assert_string_equal(value, "1");
    store_close(store);
}

static void memory_needs_no_file(void **state)
{
    NEEDS_FILE();
    (void)state;
    struct store *store = store_opened(":memory:");
    struct stored_table table = example_table();
    add_line(store, store_table_add(store, &table), 1, "advance 3");
    must_commit(store);
    assert_non_null(strstr(reading(store), "1 seat 0 advance 3\ndone 1"));
    store_close(store);
    assert_int_not_equal(access(":memory:", F_OK), 0);
    store_close(NULL);
}

static void a_commit_reaches_the_disk(void **state)
{
    NEEDS_FILE();
    struct store *store = store_with_lines(*state, 1);
    unsigned before = syncs;
    must_commit(store);
    assert_int_equal(syncs, before);
    add_line(store, 1, 2, "advance 1");
    assert_int_equal(syncs, before);
    must_commit(store);
    assert_true(syncs > before);
    store_close(store);
}

static void what_is_not_committed_is_gone(void **state)
{
    struct store *store = store_with_lines(*state, 1);
    add_line(store, 1, 2, "advance 1");
    store_close(store);
    store = store_opened(*state);
    assert_non_null(strstr(reading(store), "1 seat 0 advance 3\ndone 1"));
    store_close(store);
}

static void nobody_else_reads_the_file(void **state)
{
    NEEDS_FILE();
    char path[PATH_MAX_OF_TEST], deep[PATH_MAX_OF_TEST];
    struct stat facts;
    mode_t mask = umask(0);
    path_of(deep, *state, "/a/b");
    struct store *store = store_opened(deep);
    store_value_set(store, "a", "b", "c");
    must_commit(store);
    static const char *const names[] = {"", "/belfry.sqlite3", "/belfry.sqlite3-wal"};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(stat(path_of(path, deep, names[i]), &facts), 0);
        assert_int_equal(facts.st_mode & 0777, i == 0 ? 0700 : 0600);
    }
    store_close(store);
    assert_int_not_equal(access(path, F_OK), 0);
    path_of(path, deep, "/belfry.sqlite3");
    assert_int_equal(chmod(path, 0644), 0);
    store_close(store_opened(deep));
    assert_int_equal(stat(path, &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0600);
    umask(mask);
}

/* -- Killed at any moment ---------------------------------------------------------------------- */

enum { ROUNDS = 60 };

/* Writes turns of a few lines until it is killed; writes each committed number to the pipe. */
static _Noreturn void write_until_killed(const char *folder, int pipe_end)
{
    char error[STORE_ERROR_MAX] = "";
    struct store *store = store_opened(folder);
    uint32_t n = last_line_of(store);
    for (;;) {
        for (unsigned i = 0; i < 1 + n % 3; i++)
            add_line(store, 1, ++n, "advance 3");
        if (!commit_now(store, error) || write(pipe_end, &n, sizeof n) != sizeof n)
            _exit(2);
    }
}

static uint32_t last_word_of(int pipe_end)
{
    uint32_t n, last = 0;
    while (read(pipe_end, &n, sizeof n) == sizeof n)
        last = n;
    return last;
}

static void no_told_move_is_lost(void **state)
{
    store_close(store_with_lines(*state, 1));
    uint32_t told = 0;
    unsigned progress = 0, seed = 20260131;
    for (int round = 0; round < ROUNDS; round++) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        if (child == 0)
            write_until_killed(*state, ends[1]);
        close(ends[1]);
        if (round % 10 == 0) { /* however busy the machine is, some get as far as a commit */
            struct pollfd first_word = {.fd = ends[0], .events = POLLIN};
            assert_int_equal(poll(&first_word, 1, 60000), 1);
        }
        usleep((unsigned)rand_r(&seed) % 30000);
        kill(child, SIGKILL);
        uint32_t last = last_word_of(ends[0]);
        close(ends[0]);
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        if (last > told) {
            told = last;
            progress++;
        }
        struct store *store = store_opened(*state);
        assert_true(last_line_of(store) >= told);
        store_close(store);
    }
    assert_true(progress > 0);
}

#ifdef BELFRY_FAULTS
/* Makes one turn of two lines with a kill at the point; returns how many lines the next start
 * finds. */
static uint32_t lines_after_kill(const char *folder, const char *point)
{
    store_close(store_with_lines(folder, 1));
    pid_t child = fork();
    if (child == 0) {
        setenv("BELFRY_KILL_AT", point, 1);
        struct store *store = store_opened(folder);
        add_line(store, 1, 2, "advance 1");
        add_line(store, 1, 3, "advance 1");
        must_commit(store);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    struct store *store = store_opened(folder);
    uint32_t last = last_line_of(store);
    store_lines_cut(store, 1, 0);
    must_commit(store);
    store_close(store);
    return last;
}

static void a_turn_is_kept_whole_or_not_at_all(void **state)
{
    assert_int_equal(lines_after_kill(*state, "store.line-added:1"), 1);
    static const struct {
        const char *point;
        uint32_t lines;
    } kills[] = {
        {"store.line-added:2", 1}, {"store.before-commit:1", 1}, {"store.after-commit:1", 3}};
    for (size_t i = 0; i < sizeof kills / sizeof *kills; i++) {
        void *folder;
        in_folder(&folder);
        assert_int_equal(lines_after_kill(folder, kills[i].point), kills[i].lines);
        out_of_folder(&folder);
    }
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_table_comes_back_as_it_was_written),
        IN_FOLDER(live_tables_come_in_the_order_of_their_ids),
        IN_FOLDER(an_update_replaces_all_but_the_lines),
        IN_FOLDER(a_finished_table_is_read_alone_only),
        IN_FOLDER(moves_are_taken_back),
        IN_FOLDER(a_line_follows_the_last_one),
        IN_FOLDER(one_bad_write_undoes_the_whole_turn),
        IN_FOLDER(what_breaks_a_limit_is_refused),
        IN_FOLDER(each_word_has_its_limit),
        IN_FOLDER(values_are_set_read_listed_and_removed),
        IN_FOLDER(ended_tables_of_a_place_are_listed_last_first),
        IN_FOLDER(a_reader_does_not_write),
        cmocka_unit_test(memory_needs_no_file),
        IN_FOLDER(an_inquiry_tells_of_its_last_read_alone),
        IN_FOLDER(a_commit_reaches_the_disk),
        IN_FOLDER(what_is_not_committed_is_gone),
        IN_FOLDER(nobody_else_reads_the_file),
        IN_FOLDER(no_told_move_is_lost),
#ifdef BELFRY_FAULTS
        IN_FOLDER(a_turn_is_kept_whole_or_not_at_all),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
