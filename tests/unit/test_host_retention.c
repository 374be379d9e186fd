/* Records of finished tables that are packed and, after a time, dropped: what people are told then,
 * in a folder and on a server, by one process and by two. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/duration.h"
#include "bot/store/rows.h"
#include "bot/turn/retention.h"
#include "tests/unit/host_pair.h"

struct keeper {
    struct fixture *fixture;
    struct retention retention;
};

static struct keeper *keeper_open(void *const *state)
{
    static char address[PATH_MAX_OF_TEST];
    struct keeper *keeper = calloc(1, sizeof *keeper);
    keeper->fixture = fixture_open(on_server() ? address_of(address, *state) : *state);
    retention_open(&keeper->retention, &keeper->fixture->host);
    return keeper;
}

static void keeper_close(struct keeper *keeper)
{
    retention_close(&keeper->retention);
    fixture_close(keeper->fixture);
    free(keeper);
}

/* Goes through everything once; returns the number of steps. */
static unsigned go_round(struct keeper *keeper)
{
    unsigned steps = 0, rounds = keeper->retention.rounds;
    for (; keeper->retention.rounds == rounds; steps++) {
        assert_in_range(steps, 0, 10000);
        retention_step(&keeper->retention);
        fixture_end_turn(keeper->fixture);
    }
    return steps;
}

static void play(struct fixture *fixture, const char *place)
{
    struct table *table = fixture_start(fixture, place, "touches=1");
    while (fixture_move(fixture, table))
        ;
    assert_int_equal(table->status, TABLE_FINISHED);
    fixture_clear(fixture);
}

static int64_t count_of(struct fixture *fixture, enum rows_kind kind)
{
    char buffer[STORE_ERROR_MAX];
    struct text error = TEXT_IN(buffer);
    struct rows *rows = rows_open(fixture->store, kind, 0, &error);
    assert_non_null(rows);
    int64_t count = rows_count(rows);
    rows_close(rows);
    return count;
}

/* All that is said in answer, a message a line. */
static char *answer_to(struct fixture *fixture, const char *command)
{
    char buffer[16 * 1024];
    struct text all = TEXT_IN(buffer);
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", command);
    for (size_t i = 0; i < fixture->said_count; i++)
        text_add_format(&all, "%s%s", i > 0 ? "\n" : "", fixture->said[i].text);
    assert_false(all.truncated);
    assert_true(all.length > 0);
    return strdup(buffer);
}

static void packed_records_answer_as_before(void **state)
{
    static const char *const commands[] = {"replay 1", "replay 1 5", "verify", "export", "stats"};
    enum { COUNT = sizeof commands / sizeof commands[0] };
    char *before[COUNT];
    struct keeper *keeper = keeper_open(state);
    struct fixture *fixture = keeper->fixture;
    play(fixture, "#a");
    fixture_start(fixture, "#b", "");
    fixture_type(fixture, "alice", "#b", "play 1");
    for (size_t i = 0; i < COUNT; i++)
        before[i] = answer_to(fixture, commands[i]);
    int64_t lines = count_of(fixture, ROWS_LINES);
    assert_in_range(go_round(keeper), 3, 10);
    assert_int_equal(fixture->host.counters.records_packed, 1);
    assert_int_equal(count_of(fixture, ROWS_PACKED), 1);
    assert_in_range(count_of(fixture, ROWS_LINES), 0, lines - 10); /* those of the live table */
    for (size_t i = 0; i < COUNT; i++) {
        char *after = answer_to(fixture, commands[i]);
        assert_string_equal(after, before[i]);
        free(after);
        free(before[i]);
    }
    /* The live table goes on, and the next round finds nothing to do. */
    go_round(keeper);
    assert_int_equal(fixture->host.counters.records_packed, 1);
    keeper_close(keeper);
}

static void nothing_is_dropped_by_default(void **state)
{
    struct keeper *keeper = keeper_open(state);
    play(keeper->fixture, "#a");
    go_round(keeper);
    fixture_wait(keeper->fixture, 4000 * DAY);
    go_round(keeper);
    go_round(keeper);
    assert_int_equal(keeper->fixture->host.counters.records_dropped, 0);
    free(answer_to(keeper->fixture, "replay 1 3"));
    assert_int_equal(fixture_count_private(keeper->fixture, "alice", "was dropped"), 0);
    keeper_close(keeper);
}

static void dropped_records_are_told_in_one_line(void **state)
{
    static const char *const commands[] = {"replay 1", "replay 1 5", "verify 1", "export 1"};
    struct keeper *keeper = keeper_open(state);
    struct fixture *fixture = keeper->fixture;
    fixture->config.retention_transcripts = 365 * DAY;
    play(fixture, "#a");
    char *stats = answer_to(fixture, "stats");
    go_round(keeper);
    fixture_wait(fixture, 364 * DAY);
    play(fixture, "#b");
    go_round(keeper);
    assert_int_equal(fixture->host.counters.records_dropped, 0);
    fixture_wait(fixture, 2 * DAY);
    go_round(keeper);
    assert_int_equal(fixture->host.counters.records_dropped, 1);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        char *told = answer_to(fixture, commands[i]);
        assert_string_equal(told, "The record of table 1 was dropped because of its age: the "
                                  "result and the ratings stay, the moves are gone.");
        free(told);
    }
    /* Others do not learn that there was a table. */
    fixture_type(fixture, "carol", "#c", "verify 1");
    fixture_private(fixture, "carol", "There is no finished table 1");
    /* Two games now, and the first one still counts. */
    assert_non_null(strstr(stats, "one game"));
    free(stats);
    fixture_type(fixture, "alice", "#a", "stats");
    fixture_private(fixture, "alice", "2 games");
    /* The younger one is whole. */
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#b", "verify 2");
    assert_int_equal(fixture_count_private(fixture, "alice", "was dropped"), 0);
    keeper_close(keeper);
}

static void a_review_goes_with_its_record(void **state)
{
    struct keeper *keeper = keeper_open(state);
    struct fixture *fixture = keeper->fixture;
    fixture->config.retention_transcripts = DAY;
    play(fixture, "#a");
    fixture_type(fixture, "alice", "#a", "review");
    fixture_coach(fixture);
    fixture_end_turn(fixture);
    go_round(keeper);
    char *before = answer_to(fixture, "export me");
    assert_non_null(strstr(before, "\"reviews 1\""));
    fixture_wait(fixture, 3 * DAY);
    go_round(keeper);
    assert_int_equal(fixture->host.counters.records_dropped, 1);
    char *after = answer_to(fixture, "export me");
    assert_null(strstr(after, "\"reviews 1\""));
    free(before);
    free(after);
    keeper_close(keeper);
}

/* A clock that is wrong when the machine starts is set soon after. */
static void the_first_round_drops_nothing(void **state)
{
    struct keeper *keeper = keeper_open(state);
    keeper->fixture->config.retention_transcripts = DAY;
    play(keeper->fixture, "#a");
    fixture_wait(keeper->fixture, 3 * DAY);
    go_round(keeper);
    assert_int_equal(keeper->fixture->host.counters.records_packed, 1);
    assert_int_equal(keeper->fixture->host.counters.records_dropped, 0);
    go_round(keeper);
    assert_int_equal(keeper->fixture->host.counters.records_dropped, 1);
    keeper_close(keeper);
}

/* What is dropped no longer says what people added to the shuffle, and who is forgotten is gone. */
static void who_is_forgotten_is_gone(void **state)
{
    struct keeper *keeper = keeper_open(state);
    struct fixture *fixture = keeper->fixture;
    play(fixture, "#a");
    go_round(keeper);
    fixture_type(fixture, "alice", "#a", "forget me");
    fixture_type(fixture, "alice", "#a", "forget me");
    fixture_clear(fixture);
    fixture_type(fixture, "bruno", "#a", "export 1");
    const char *record = fixture_private(fixture, "bruno", "Table 1, En Garde: ");
    assert_null(strstr(record, "alice"));
    keeper_close(keeper);
}

/* Backups that were made before go with time; who is forgotten is told when. */
static void who_is_forgotten_learns_of_backups(void **state)
{
    static const char words[] = "Backups made before still hold what was deleted";
    struct keeper *keeper = keeper_open(state);
    struct fixture *fixture = keeper->fixture;
    fixture_type(fixture, "alice", "", "forget me");
    fixture_type(fixture, "alice", "", "forget me");
    assert_int_equal(fixture_count_private(fixture, "alice", words), 0);
    strncpy(fixture->config.backup_folder, "/backups", sizeof fixture->config.backup_folder - 1);
    fixture->config.backup_every = 36 * HOUR;
    fixture->config.backup_keep = 5;
    fixture_type(fixture, "bruno", "", "forget me");
    assert_int_equal(fixture_count_private(fixture, "bruno", words), 0);
    fixture_type(fixture, "bruno", "", "forget me");
    if (on_server())
        assert_int_equal(fixture_count_private(fixture, "bruno", words), 0);
    else
        fixture_private(fixture, "bruno", "the last of them goes in about 8 days.");
    keeper_close(keeper);
}

/* Both processes believe that it is theirs to do. */
static void two_processes_do_it_once(void **state)
{
    if (!on_server())
        skip();
    struct pair *pair = pair_open(state);
    struct retention one, other;
    play(pair->one, "#a");
    pair_start_other(pair);
    retention_open(&one, &pair->one->host);
    retention_open(&other, &pair->other->host);
    for (unsigned i = 0; i < 20; i++) {
        retention_step(&one);
        retention_step(&other);
        pair_settle(pair);
    }
    assert_int_equal(count_of(pair->one, ROWS_PACKED), 1);
    assert_int_equal(count_of(pair->one, ROWS_LINES), 0);
    assert_int_equal(pair_count_said(pair, PAIR_NOT_SAVED), 0);
    assert_int_equal(pair->one->host.counters.commits_failed, 0);
    assert_int_equal(pair->other->host.counters.commits_failed, 0);
    fixture_clear(pair->other);
    fixture_type(pair->other, "alice", "#a", "verify 1");
    fixture_settle(pair->other);
    assert_int_equal(fixture_count_private(pair->other, "alice", "damaged"), 0);
    assert_true(pair->other->said_count > 0);
    retention_close(&one);
    retention_close(&other);
    pair_close(pair);
}

static void another_process_leaves_it_to_the_oldest(void **state)
{
    struct keeper *keeper = keeper_open(state);
    play(keeper->fixture, "#a");
    keeper->fixture->host.leases.position = 1;
    assert_false(retention_step(&keeper->retention));
    assert_false(keeper->retention.asks);
    keeper->fixture->host.leases.position = 0;
    go_round(keeper);
    assert_int_equal(keeper->fixture->host.counters.records_packed, 1);
    keeper_close(keeper);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(packed_records_answer_as_before),
        IN_FOLDER(nothing_is_dropped_by_default),
        IN_FOLDER(dropped_records_are_told_in_one_line),
        IN_FOLDER(a_review_goes_with_its_record),
        IN_FOLDER(the_first_round_drops_nothing),
        IN_FOLDER(who_is_forgotten_is_gone),
        IN_FOLDER(who_is_forgotten_learns_of_backups),
        IN_FOLDER(two_processes_do_it_once),
        IN_FOLDER(another_process_leaves_it_to_the_oldest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
