/* `belfry store status`, of a folder and of a database that processes share. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/error.h"
#include "tests/unit/host_fixture.h"
#include "tests/unit/program_kit.h"
#include "tests/unit/store_fixture.h"

enum { LONG_MS = 60 * 1000 };

static const struct outcome *status_of(const char *data)
{
    return program_run(line_of("store status --data '%s'", data));
}

static void assert_shows(const char *data, const char *expected)
{
    const struct outcome *outcome = status_of(data);
    assert_string_equal(outcome->error, "");
    assert_int_equal(outcome->status, 0);
    if (strstr(outcome->out, expected) == NULL)
        fail_msg("%s\nwhere this was expected:\n%s", outcome->out, expected);
}

/* Adds tables with each status from the lobby on: one, two, … */
static void add_tables(struct store *store)
{
    for (int status = TABLE_LOBBY; status <= TABLE_ARCHIVED; status++)
        for (int count = 0; count <= status; count++) {
            struct stored_table table = example_table();
            table.id = 0;
            table.status = (enum table_status)status;
            store_table_add(store, &table);
        }
    must_commit(store);
}

static bool take_nothing(void *context, const struct stored_lease *lease)
{
    (void)context;
    (void)lease;
    return true;
}

static void beat(struct store *store, const char *name, unsigned milliseconds)
{
    const struct store_lease_reader reader = {.lease = take_nothing};
    struct store_inquiry *inquiry = store_inquire(store);
    assert_true(store_lease_beat(inquiry, name, milliseconds, &reader));
    store_inquiry_free(inquiry);
}

static void take(struct store *store, const char *lease)
{
    struct store_inquiry *inquiry = store_inquire(store);
    assert_true(store_lease_take(inquiry, lease, LONG_MS));
    store_inquiry_free(inquiry);
}

static const char counts[] =
    "tables\n  1 in their lobby, 2 playing, 3 finished, 4 aborted, 5 archived\n";

static void tables_of_a_folder_are_counted(void **state)
{
    char error[STORE_ERROR_MAX] = "";
    struct store *store = store_open(*state, error, sizeof error);
    assert_string_equal(error, "");
    add_tables(store);
    store_close(store);
    assert_shows(*state, counts);
    assert_shows(*state, "processes\n  none: only one process at a time uses a folder\ntables\n");
}

static void a_folder_in_use_is_named(void **state)
{
    char error[STORE_ERROR_MAX] = "";
    struct store *store = store_open(*state, error, sizeof error);
    const struct outcome *outcome = status_of(*state);
    assert_int_equal(outcome->status, 1);
    assert_int_equal(lines_of(outcome->error), 1);
    assert_non_null(strstr(outcome->error, "is the bot running already?"));
    assert_string_equal(outcome->out, "");
    store_close(store);
}

static void processes_and_what_they_serve_are_shown(void **state)
{
    char address[PATH_MAX_OF_TEST];
    struct store *one = store_opened(*state), *other = store_opened(*state);
    assert_shows(address_of(address, *state),
                 "processes\n  none\nnetworks\n  none\nstandbys\n  none\ntables\n  0 in ");
    add_tables(one);
    beat(one, "machine 7", LONG_MS);
    beat(other, "machine 8", 1);
    take(one, "libera");
    take(one, "oftc");
    store_lease_release(one, "oftc");
    must_commit(one);
    assert_shows(address, "processes\n"
                          "  machine 7                lives, began 0 min ago\n"
                          "  machine 8                does not answer, began 0 min ago\n"
                          "networks\n"
                          "  libera                   machine 7, epoch 1\n"
                          "  oftc                     free, epoch 1\n");
    assert_shows(address, counts);
    store_close(one);
    store_close(other);
}

static void a_server_that_is_away_is_told_in_one_line(void **state)
{
    (void)state;
    const struct outcome *outcome = status_of("postgresql://belfry:secret@127.0.0.1:1/belfry");
    assert_int_equal(outcome->status, 1);
    assert_int_equal(lines_of(outcome->error), 1);
    assert_null(strstr(outcome->error, "secret"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(tables_of_a_folder_are_counted),
        IN_FOLDER(a_folder_in_use_is_named),
        IN_FOLDER(processes_and_what_they_serve_are_shown),
        cmocka_unit_test(a_server_that_is_away_is_told_in_one_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
