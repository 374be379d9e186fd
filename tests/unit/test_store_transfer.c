/* Copies of a store in another one: from a folder to a server and back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/store/transfer.h"
#include "games/shared/text.h"
#include "tests/unit/host_fixture.h"
#include "tests/unit/program_kit.h"
#include "tests/unit/store_fixture.h"

enum { LINES = 2500 }; /* more than one step of the progress */

/* What a watch saw; when the comparison begins it does `harm` to the copy in `folder`. */
struct seen {
    int64_t last[2], total;
    unsigned calls;
    const char *folder, *harm;
};

static void watch_progress(void *context, enum transfer_stage stage, int64_t done, int64_t total)
{
    struct seen *seen = context;
    assert_true(done >= seen->last[stage] || done == 0);
    seen->last[stage] = done;
    seen->total = total;
    seen->calls++;
    if (stage == TRANSFER_COMPARING && done == 0 && seen->harm != NULL)
        tamper(seen->folder, seen->harm);
}

static struct store *must_open(const char *data)
{
    char error[STORE_ERROR_MAX] = "";
    struct store *store = store_open(data, error, sizeof error);
    assert_string_equal(error, "");
    return store;
}

/* Copies and closes both. Returns the rows; -1: `error` has the reason. */
static int64_t transfer(const char *from, const char *to, struct seen *seen,
                        char error[STORE_ERROR_MAX])
{
    const struct transfer_watch watch = {.context = seen, .progress = watch_progress};
    struct store *source = must_open(from), *target = must_open(to);
    error[0] = '\0';
    int64_t rows = store_transfer(source, target, &watch, error, STORE_ERROR_MAX);
    store_close(source);
    store_close(target);
    return rows;
}

static void must_transfer(const char *from, const char *to, int64_t expected)
{
    char error[STORE_ERROR_MAX];
    struct seen seen = {.calls = 0};
    int64_t rows = transfer(from, to, &seen, error);
    assert_string_equal(error, "");
    assert_int_equal(rows, expected);
    assert_int_equal(seen.total, expected);
    assert_int_equal(seen.last[TRANSFER_COPYING], expected);
    assert_int_equal(seen.last[TRANSFER_COMPARING], expected);
    assert_int_equal(seen.calls, 2 * (1 + LINES / 1024 + 1)); /* the first, each step, the last */
}

static void rate(const struct stored_result *result, struct stored_standing *standings)
{
    for (size_t i = 0; i < result->seat_count; i++) {
        struct stored_rating *rating = &standings[i].rating;
        rating->now =
            (struct stored_belief){0, 25.1 + (double)i / 3, 8.123456789012345, 1700000000};
        rating->before = (struct stored_belief){7, -0.1, 1.0 / 3, 1699999999};
        rating->week = 2811;
    }
}

/* One row of every kind at least, with what is hard to carry. */
static void fill(struct store *store)
{
    const struct stored_result result = {
        .table = 1,
        .ended = 1700000000,
        .game = "en-garde",
        .server = "one",
        .season = "2026-Q3",
        .seat_count = 2,
        .seats = {
            {.network = "one", .identity = "a", .name = "Ann", .compared = true, .share = 1},
            {.network = "one", .identity = "b", .name = "Bé \n", .score = -3, .compared = true}}};
    const struct stored_change change = {.at = 1,
                                         .scope = "network one",
                                         .setting = "language",
                                         .after = "fr",
                                         .network = "one",
                                         .identity = "a",
                                         .name = "Ann"};
    store_value_set(store, "person", "empty", "");
    store_value_set(store, "person", "Ä key", "two\nlines\tand 🏰");
    store_value_set(store, "Person", "upper", "before 'person' in every order of bytes");
    store_result_add(store, &result, rate);
    store_change_add(store, &change);
    must_commit(store);
}

/* tables 1, seats 2, places 2, values 3, a result of 2 seats, 4 ratings, a change */
enum { OTHER_ROWS = 1 + 2 + 2 + 3 + 1 + 2 + 4 + 1 };

static void make_source(const char *folder)
{
    struct store *store = must_open(folder);
    struct stored_table table = example_table();
    store_table_add(store, &table);
    for (uint32_t n = 1; n <= LINES; n++)
        add_line(store, 1, n, "advance 3");
    must_commit(store);
    fill(store);
    store_close(store);
}

static char *reading_at(const char *data)
{
    struct store *store = must_open(data);
    char *text = strdup(reading(store));
    store_close(store);
    return text;
}

static void a_store_goes_to_a_server_and_back(void **state)
{
    char server[PATH_MAX_OF_TEST], back[PATH_MAX_OF_TEST];
    make_source(*state);
    address_of(server, *state);
    path_of(back, *state, "/back");
    must_transfer(*state, server, LINES + OTHER_ROWS);
    must_transfer(server, back, LINES + OTHER_ROWS);
    char *before = reading_at(*state), *there = reading_at(server), *after = reading_at(back);
    assert_string_equal(before, there);
    assert_string_equal(before, after);
    free(before);
    free(there);
    free(after);
}

static void what_was_copied_is_played_on(void **state)
{
    char server[PATH_MAX_OF_TEST], error[STORE_ERROR_MAX];
    make_source(*state);
    must_transfer(*state, address_of(server, *state), LINES + OTHER_ROWS);
    struct store *store = must_open(server);
    struct stored_table table = example_table();
    assert_int_equal(store_table_add(store, &table), 2);
    add_line(store, 1, LINES + 1, "advance 3");
    must_commit(store);
    add_line(store, 1, LINES + 1, "advance 3");
    assert_false(commit_now(store, error));
    store_close(store);
}

static void only_an_empty_store_is_filled(void **state)
{
    char server[PATH_MAX_OF_TEST], error[STORE_ERROR_MAX], value[8];
    struct seen seen = {.calls = 0};
    make_source(*state);
    struct store *store = must_open(address_of(server, *state));
    store_value_set(store, "person", "note", "mine");
    must_commit(store);
    store_close(store);
    assert_int_equal(transfer(*state, server, &seen, error), -1);
    assert_string_equal(error, "holds something already (1 rows of settings); only an empty store"
                               " can be filled");
    store = must_open(server);
    assert_true(value_of(store, "person", "note", value, sizeof value));
    assert_string_equal(reading(store), "");
    store_close(store);
}

/* What is damaged, and still a row that the other store can hold, stays so. */
static void damage_is_carried_along(void **state)
{
    char server[PATH_MAX_OF_TEST];
    make_source(*state);
    tamper_file(*state, "UPDATE lines SET move = 'advance 9' WHERE n = 7;"
                        "UPDATE lines SET seat = NULL, checksum = NULL WHERE n = 9");
    must_transfer(*state, address_of(server, *state), LINES + OTHER_ROWS);
    char *before = reading_at(*state), *there = reading_at(server);
    assert_non_null(strstr(there, "line 7"));
    assert_string_equal(before, there);
    free(before);
    free(there);
}

static const char *keep_all(const char *further, struct text *slim)
{
    (void)slim;
    return further;
}

/* Packs table 1, which is over, and damages it if `harm` says so. */
static void make_packed(const char *folder, const char *harm)
{
    bool packed = false;
    struct store *store = must_open(folder);
    struct stored_table table = example_table();
    table.status = TABLE_FINISHED;
    store_table_add(store, &table);
    for (uint32_t n = 1; n <= LINES; n++)
        add_line(store, 1, n, "advance 3");
    must_commit(store);
    struct store_inquiry *inquiry = store_inquire(store);
    const struct stored_loose loose = {.table = 1, .is_over = true};
    assert_true(store_record_pack(inquiry, &loose, 1800000000, keep_all, &packed));
    assert_true(packed);
    store_inquiry_free(inquiry);
    must_commit(store);
    store_close(store);
    tamper_file(folder, harm);
}

static char *reading_of_first(const char *data)
{
    struct store *store = must_open(data);
    char *text = strdup(reading_of(store, 1));
    store_close(store);
    return text;
}

/* So are records that are packed, damaged ones too. */
static void packed_records_are_carried_along(void **state)
{
    static const char *const harms[] = {"", "UPDATE packed SET count = 7"};
    static const char *const ends[] = {"2500 seat 0 advance 3\ndone 1\n",
                                       "damaged 1 line 1: its packed lines are damaged\n"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        char server[PATH_MAX_OF_TEST], back[PATH_MAX_OF_TEST], error[STORE_ERROR_MAX];
        char *folder = NULL;
        struct seen seen = {.calls = 0};
        in_folder((void **)&folder);
        make_packed(folder, harms[i]);
        char *before = reading_of_first(folder);
        assert_int_equal(transfer(folder, address_of(server, folder), &seen, error), 1 + 2 + 2 + 1);
        assert_int_equal(transfer(server, path_of(back, folder, "/back"), &seen, error), 6);
        char *there = reading_of_first(server), *after = reading_of_first(back);
        assert_string_equal(before, there);
        assert_string_equal(before, after);
        assert_non_null(strstr(before, ends[i]));
        free(before);
        free(there);
        free(after);
        out_of_folder((void **)&folder);
    }
}

static void what_the_other_store_cannot_hold_is_named(void **state)
{
    static const struct {
        const char *damage, *complaint;
    } cases[] = {
        {"UPDATE lines SET seat = 'x' WHERE n = 7", "lines table_id=1 n=7: its seat is damaged"},
        {"UPDATE lines SET seat = 0; UPDATE settings SET value = CAST(x'80' AS TEXT)"
         " WHERE name = 'empty'",
         "invalid byte sequence"},
    };
    char server[PATH_MAX_OF_TEST], error[STORE_ERROR_MAX];
    struct seen seen = {.calls = 0};
    make_source(*state);
    address_of(server, *state);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tamper_file(*state, cases[i].damage);
        assert_int_equal(transfer(*state, server, &seen, error), -1);
        if (strstr(error, cases[i].complaint) == NULL || strchr(error, '\n') != NULL)
            fail_msg("%s", error);
        char *there = reading_at(server);
        assert_string_equal(there, "");
        free(there);
    }
}

static void a_copy_that_differs_is_noticed(void **state)
{
    static const struct {
        const char *harm, *complaint;
    } cases[] = {
        {"UPDATE lines SET move = 'advance 4' WHERE n = 7",
         "lines table_id=1 n=7: its move differs in the copy"},
        {"UPDATE lines SET move = 'advance 33' WHERE n = 7",
         "lines table_id=1 n=7: its move differs in the copy"},
        {"UPDATE lines SET further = '' WHERE n = 7",
         "lines table_id=1 n=7: its further differs in the copy"},
        {"UPDATE tables SET opened = opened + 1", "tables id=1: its opened differs in the copy"},
        {"UPDATE seats SET name = 'Eve' WHERE seat = 1",
         "seats table_id=1 seat=1: its name differs in the copy"},
        {"UPDATE settings SET value = 'x' WHERE name = 'empty'",
         "settings scope=person name=empty: its value differs in the copy"},
        {"UPDATE changes SET after = 'it'",
         "changes at=1 scope=network one setting=language: its after differs in the copy"},
        {"UPDATE result_seats SET share = share / 2 WHERE seat = 0",
         "result_seats table_id=1 seat=0: its share differs in the copy"},
        {"UPDATE ratings SET mean = 1 WHERE game = 'en-garde' AND identity = 'b'",
         "ratings server=one game=en-garde network=one identity=b season=2026-Q3: its mean differs "
         "in the copy"},
        {"DELETE FROM lines WHERE n = 2500", "the copy has another number of lines"},
        {"DELETE FROM changes", "the copy has another number of changes"},
    };
    enum { CASES = sizeof cases / sizeof cases[0] };
    make_source(*state);
    for (size_t i = 0; i < CASES; i++) {
        char server[PATH_MAX_OF_TEST], error[STORE_ERROR_MAX];
        void *folder;
        in_folder(&folder);
        struct seen seen = {.folder = folder, .harm = cases[i].harm};
        assert_int_equal(transfer(*state, address_of(server, folder), &seen, error), -1);
        assert_string_equal(error, cases[i].complaint);
        out_of_folder(&folder);
    }
}

/* -- As people run it -------------------------------------------------------------------------- */

static void assert_says(const struct outcome *outcome, int status, const char *out,
                        const char *error)
{
    if (outcome->status != status || strstr(outcome->out, out) == NULL ||
        strstr(outcome->error, error) == NULL || lines_of(outcome->error) > 1)
        fail_msg("status %d\n%s\n%s", outcome->status, outcome->out, outcome->error);
}

static void the_command_copies_and_the_tools_look_at_the_copy(void **state)
{
    char server[PATH_MAX_OF_TEST];
    const char *folder = *state;
    make_source(folder);
    address_of(server, folder);
    assert_says(program_run(line_of("store copy %s/nowhere %s", folder, server)), 1, "",
                "/nowhere: there is no store");
    assert_int_equal(program_run(line_of("store copy %s", folder))->status, 2);
    assert_says(program_run(line_of("store copy %s %s", folder, server)), 0,
                "2516 rows copied and compared", "");
    assert_says(program_run(line_of("store copy %s %s", folder, server)), 1, "",
                "the server: holds something already");
    assert_says(program_run(line_of("store dump 1 --data %s", server)), 0,
                "\nplace position=0 network=", "");
    assert_says(program_run(line_of("store dump 2 --data %s", server)), 1, "",
                "there is no such table");
    assert_says(program_run(line_of("store check --data %s", server)), 1, "the server: 1 tables",
                "");
    assert_says(program_run(line_of("store retire 1 --data %s", server)), 0, "table 1 is aborted",
                "");
    assert_says(program_run(line_of("store check --data %s", server)), 0, "the server: 0 tables",
                "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_store_goes_to_a_server_and_back),
        IN_FOLDER(what_was_copied_is_played_on),
        IN_FOLDER(only_an_empty_store_is_filled),
        IN_FOLDER(damage_is_carried_along),
        cmocka_unit_test(packed_records_are_carried_along),
        IN_FOLDER(what_the_other_store_cannot_hold_is_named),
        IN_FOLDER(a_copy_that_differs_is_noticed),
        IN_FOLDER(the_command_copies_and_the_tools_look_at_the_copy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
