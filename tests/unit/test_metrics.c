/* What the bot counts, how it reports that, and when it calls itself healthy. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "bot/configuration/monitor_address.h"
#include "bot/turn/metrics.h"
#include "tests/golden/golden_file.h"
#include "tests/unit/host_fixture.h"

enum { PAGE_BYTES = 64 * 1024 };

static char page_bytes[PAGE_BYTES];

static const char *page_of(struct fixture *fixture)
{
    struct text page = TEXT_IN(page_bytes);
    metrics_write(&fixture->host, &page);
    assert_false(page.truncated);
    return page.bytes;
}

/* Returns the value of a sample, named with its labels. */
static double value_of(struct fixture *fixture, const char *sample)
{
    char line[256];
    struct text begin = TEXT_IN(line);
    text_add_format(&begin, "\n%s ", sample);
    const char *found = strstr(page_of(fixture), line);
    if (found == NULL) {
        fail_msg("no sample %s", sample);
        return -1;
    }
    return strtod(found + begin.length, NULL);
}

static void assert_value(struct fixture *fixture, const char *sample, double expected)
{
    double value = value_of(fixture, sample);
    if (value < expected || value > expected)
        fail_msg("%s is %g, not %g", sample, value, expected);
}

static void counts_what_is_played(void **state)
{
    (void)state;
    struct fixture *fixture = fixture_open("");
    assert_value(fixture, "belfry_moves_total{game=\"en-garde\",by=\"person\"}", 0);
    assert_value(fixture, "belfry_said_seconds_count", 0);
    struct table *table = fixture_start(fixture, "#a", "");
    double commits = value_of(fixture, "belfry_store_commits_total");
    fixture_move(fixture, table);
    assert_value(fixture, "belfry_moves_total{game=\"en-garde\",by=\"person\"}", 1);
    assert_value(fixture, "belfry_moves_total{game=\"njet\",by=\"person\"}", 0);
    assert_value(fixture, "belfry_tables{status=\"playing\"}", 1);
    assert_value(fixture, "belfry_store_commits_total", commits + 1);
    assert_value(fixture, "belfry_committed_seconds_count", 4);
    assert_value(fixture, "belfry_said_seconds_count", 4);
    /* Looking at the table writes nothing. */
    fixture_type(fixture, "alice", "#a", "table");
    assert_value(fixture, "belfry_committed_seconds_count", 4);
    assert_value(fixture, "belfry_said_seconds_bucket{le=\"+Inf\"}", 5);
    assert_value(fixture, "belfry_received_total", 5);
    assert_true(value_of(fixture, "belfry_outbox_messages_total") >= (double)fixture->said_count);
    fixture_close(fixture);
}

/* Each saves and says something, in less than a minute. */
static void turns_take_their_time(void **state)
{
    (void)state;
    static const char *const histograms[] = {"belfry_store_commit_seconds",
                                             "belfry_committed_seconds", "belfry_said_seconds"};
    struct fixture *fixture = fixture_open("");
    fixture_start(fixture, "#a", "");
    double saved = value_of(fixture, "belfry_store_commits_total") +
                   value_of(fixture, "belfry_store_commits_failed_total");
    assert_value(fixture, "belfry_store_commit_seconds_count", saved);
    for (size_t i = 0; i < sizeof histograms / sizeof histograms[0]; i++) {
        double sum = value_of(fixture, line_of("%s_sum", histograms[i]));
        assert_true(sum > 0 && sum < 60);
    }
    double said = value_of(fixture, "belfry_said_seconds_sum");
    assert_true(said >= value_of(fixture, "belfry_committed_seconds_sum"));
    /* What nobody typed is saved, and is not counted as an answer. */
    fixture->host.listener.remember(&fixture->host, "one", 0, "note", "red");
    fixture_end_turn(fixture);
    assert_value(fixture, "belfry_store_commit_seconds_count", saved + 1);
    assert_value(fixture, "belfry_committed_seconds_count", 3);
    assert_value(fixture, "belfry_said_seconds_count", 3);
    fixture_close(fixture);
}

static void counts_the_moves_of_bots_apart(void **state)
{
    (void)state;
    struct fixture *fixture = fixture_open("");
    fixture_type(fixture, "alice", "#a", "new en-garde");
    assert_value(fixture, "belfry_tables{status=\"lobby\"}", 1);
    fixture_type(fixture, "alice", "#a", "bots add hard");
    fixture_type(fixture, "alice", "#a", "start");
    struct table *table = session_at(&fixture->host.sessions, "one", "#a");
    while (table->status == TABLE_PLAYING &&
           value_of(fixture, "belfry_searches_answered_total") < 1) {
        fixture_move(fixture, table);
        fixture_think(fixture);
    }
    assert_true(value_of(fixture, "belfry_moves_total{game=\"en-garde\",by=\"bot\"}") >= 1);
    assert_value(fixture, "belfry_searches_running", 0);
    fixture_close(fixture);
}

/* Each family has a sample of every network. */
static void every_network_is_counted(void **state)
{
    (void)state;
    static const char *const families[] = {
        "belfry_messages_sent_total",    "belfry_messages_superseded_total",
        "belfry_messages_dropped_total", "belfry_messages_waiting",
        "belfry_requests_total",         "belfry_requests_repeated_total",
        "belfry_requests_failed_total"};
    static const char *const networks[] = {"one", "two", "boards"};
    static const char *const scopes[] = {"user", "shared", "global", "blocked"};
    struct fixture *fixture = fixture_open("");
    for (size_t i = 0; i < 3; i++) {
        assert_value(fixture,
                     line_of("belfry_network_connected{network=\"%s\",type=\"%s\"}", networks[i],
                             i < 2 ? "fake" : "boards"),
                     1);
        for (size_t k = 0; k < sizeof families / sizeof families[0]; k++)
            value_of(fixture, line_of("%s{network=\"%s\"}", families[k], networks[i]));
        for (size_t k = 0; k < 4; k++)
            value_of(fixture, line_of("belfry_requests_limited_total{network=\"%s\",scope=\"%s\"}",
                                      networks[i], scopes[k]));
    }
    fixture_close(fixture);
}

static void tables_are_counted_by_what_they_do(void **state)
{
    (void)state;
    struct fixture *fixture = fixture_open("");
    fixture_type(fixture, "carol", "#c", "new goats");
    fixture_start(fixture, "#a", "");
    fixture_start(fixture, "#b", "");
    fixture_start(fixture, "#d", "");
    fixture->host.listener.place_closed(&fixture->host, "one", "#b");
    fixture_type(fixture, "alice", "#d", "abort");
    assert_value(fixture, "belfry_tables{status=\"lobby\"}", 1);
    assert_value(fixture, "belfry_tables{status=\"playing\"}", 1);
    assert_value(fixture, "belfry_tables{status=\"resting\"}", 1);
    fixture_close(fixture);
}

static void corrections_of_the_clock_are_counted(void **state)
{
    struct fixture *fixture = *state;
    double started = value_of(fixture, "process_start_time_seconds");
    assert_value(fixture, "belfry_clock_corrections_total", 0);
    fixture_set_clock(fixture, -3600000);
    assert_value(fixture, "belfry_clock_corrections_total", 1);
    assert_value(fixture, "process_start_time_seconds", started - 3600);
}

static void the_process_tells_of_itself(void **state)
{
    (void)state;
    struct fixture *fixture = fixture_open("");
    double now = (double)time(NULL);
    assert_true(value_of(fixture, "process_start_time_seconds") > now - 600);
    assert_true(value_of(fixture, "process_start_time_seconds") <= now);
    assert_true(value_of(fixture, "process_cpu_seconds_total") > 0);
    assert_true(value_of(fixture, "process_cpu_seconds_total") < 3600);
    assert_true(value_of(fixture, "process_resident_memory_bytes") > 1000000);
    assert_value(fixture, "belfry_build_info{version=\"" BELFRY_VERSION "\"}", 1);
    assert_value(fixture, "belfry_searches_started_total", 0);
    assert_value(fixture, "belfry_searches_waiting", 0);
    assert_value(fixture, "belfry_backups_total", 0);
    assert_value(fixture, "belfry_backups_failed_total", 0);
    assert_value(fixture, "belfry_backup_last_success_time_seconds", 0);
    double open = value_of(fixture, "process_open_fds");
    assert_true(open > 2 && open < value_of(fixture, "process_max_fds"));
    assert_value(fixture, "belfry_tables_damaged", 0);
    struct refused_table refused = {.id = 7};
    fixture->host.sessions.refused = &refused;
    assert_value(fixture, "belfry_tables_damaged", 1);
    fixture->host.sessions.refused = NULL;
    fixture->host.counters.reloads_failed = 2;
    fixture->host.counters.config_read = 1700000000;
    assert_value(fixture, "belfry_config_reloads_failed_total", 2);
    assert_value(fixture, "belfry_config_read_time_seconds", 1700000000);
    fixture_close(fixture);
}

/* Dashboards rely on names, types and labels. */
static void every_family_is_there(void **state)
{
    (void)state;
    static const char path[] = "tests/golden/metrics.txt";
    char families_bytes[PAGE_BYTES];
    struct text families = TEXT_IN(families_bytes);
    struct fixture *fixture = fixture_open("");
    fixture_start(fixture, "#a", "");
    for (const char *line = page_of(fixture); *line != '\0'; line += strcspn(line, "\n") + 1) {
        size_t length = line[0] == '#' ? strcspn(line, "\n") : strcspn(line, "} \n");
        text_add_bytes(&families, line, length);
        text_add_char(&families, '\n');
    }
    fixture_close(fixture);
    golden_file_compare(path, &families);
}

static void names_nobody(void **state)
{
    (void)state;
    struct fixture *fixture = fixture_open("");
    fixture_start(fixture, "#z", "");
    const char *page = page_of(fixture);
    assert_null(strstr(page, "alice"));
    assert_null(strstr(page, "bruno"));
    assert_null(strstr(page, "#z"));
    fixture_close(fixture);
}

static void assert_health(struct fixture *fixture, bool healthy, const char *line)
{
    char buffer[256];
    struct text text = TEXT_IN(buffer);
    assert_int_equal(metrics_health(&fixture->host, &text), healthy);
    assert_string_equal(text.bytes, line);
}

static void health_needs_a_network(void **state)
{
    (void)state;
    struct fixture *fixture = fixture_open("");
    assert_health(fixture, true, "ok: 3 of 3 networks connected");
    fixture->host.networks.failed[1] = true;
    assert_health(fixture, true, "ok: 2 of 3 networks connected");
    assert_value(fixture, "belfry_network_connected{network=\"two\",type=\"fake\"}", 0);
    fixture->host.networks.failed[0] = fixture->host.networks.failed[2] = true;
    assert_health(fixture, false, "no network is connected");
    host_stop(&fixture->host);
    assert_health(fixture, false, "the bot is stopping");
    fixture_close(fixture);
}

static void health_and_metrics_tell_what_is_served(void **state)
{
    (void)state;
    struct lease held[] = {{.name = "one", .network = "one", .state = LEASE_HELD},
                           {.name = "two", .network = "two", .state = LEASE_HELD},
                           {.name = "boards", .network = "boards", .state = LEASE_AWAY}};
    struct fixture *fixture = fixture_open("");
    struct leases *leases = &fixture->host.leases;
    assert_null(strstr(page_of(fixture), "belfry_lease_held"));
    leases->leases = held;
    leases->count = 3;
    leases->living = 2;
    leases->held_until = INT64_MAX;
    fixture->host.networks.failed[2] = true; /* as if it were not there */
    assert_health(fixture, true,
                  "ok: 2 of 2 networks connected, 1 left to other processes; serves one, two");
    assert_value(fixture, "belfry_processes", 2);
    assert_value(fixture, "belfry_lease_held{network=\"one\"}", 1);
    assert_value(fixture, "belfry_lease_held{network=\"boards\"}", 0);
    leases->held_until = 0; /* the store has not answered for long */
    assert_value(fixture, "belfry_lease_held{network=\"one\"}", 0);
    assert_health(fixture, true, "ok: 2 of 2 networks connected, 1 left to other processes");
    leases->leases = NULL;
    leases->count = 0;
    fixture_close(fixture);
}

static void health_needs_a_store_that_saves(void **state)
{
    (void)state;
    struct fixture *fixture = fixture_open("");
    /* No such table: the turn can't be saved. */
    store_lines_cut(fixture->store, 1, 0);
    store_line_add(fixture->store, &(struct stored_line){.table = 1, .n = 1, .move = "x"});
    fixture_end_turn(fixture);
    assert_value(fixture, "belfry_store_commits_failed_total", 1);
    assert_health(fixture, false, "the store does not save");
    /* That query made the store try again. */
    fixture_end_turn(fixture);
    assert_health(fixture, true, "ok: 3 of 3 networks connected");
    fixture_close(fixture);
}

static void a_page_without_room_says_so(void **state)
{
    (void)state;
    struct fixture *fixture = fixture_open("");
    char small[200];
    struct text page = TEXT_IN(small);
    metrics_write(&fixture->host, &page);
    assert_true(page.truncated);
    fixture_close(fixture);
}

static void buckets_hold_the_ones_before(void **state)
{
    (void)state;
    struct histogram histogram = {.sum = 0};
    struct text page = TEXT_IN(page_bytes);
    histogram_observe(&histogram, 100000);
    histogram_observe(&histogram, 100001);
    histogram_observe(&histogram, UINT64_C(6000000000));
    exposition_histogram(&page, "x_seconds", "Help.", &histogram);
    assert_non_null(strstr(page.bytes, "# TYPE x_seconds histogram\n"
                                       "x_seconds_bucket{le=\"0.0001\"} 1\n"
                                       "x_seconds_bucket{le=\"0.00025\"} 2\n"));
    assert_non_null(strstr(page.bytes, "x_seconds_bucket{le=\"5\"} 2\n"
                                       "x_seconds_bucket{le=\"+Inf\"} 3\n"
                                       "x_seconds_sum 6.000200001\n"
                                       "x_seconds_count 3\n"));
}

static void labels_are_escaped(void **state)
{
    (void)state;
    struct text page = TEXT_IN(page_bytes);
    exposition_sample(&page, "x", 1, {"a", "q\"b\\n\nü"}, {"b", ""});
    assert_string_equal(page.bytes, "x{a=\"q\\\"b\\\\n\\nü\",b=\"\"} 1\n");
}

static void addresses(void **state)
{
    (void)state;
    static const struct {
        const char *written;
        bool valid, loopback;
    } cases[] = {{"127.0.0.1:8642", true, true},
                 {"127.8.8.8:1", true, true},
                 {"[::1]:65535", true, true},
                 {"0.0.0.0:80", true, false},
                 {"[::]:80", true, false},
                 {"[::ffff:127.0.0.1]:80", true, false},
                 {"192.0.2.1:80", true, false},
                 {"", false, false},
                 {"127.0.0.1", false, false},
                 {"127.0.0.1:", false, false},
                 {"127.0.0.1:0", false, false},
                 {"127.0.0.1:65536", false, false},
                 {"127.0.0.1:99999999999", false, false},
                 {"127.0.0.1:80x", false, false},
                 {"127.0.0.1:-1", false, false},
                 {"127.1:80", false, false},
                 {"localhost:80", false, false},
                 {"::1:80", false, false},
                 {"[::1:80", false, false},
                 {"[::1]80", false, false},
                 {"[127.0.0.1]:80", false, false},
                 {":80", false, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct monitor_address address;
        if (monitor_address_parse(cases[i].written, &address) != cases[i].valid ||
            (cases[i].valid && address.loopback != cases[i].loopback))
            fail_msg("%s", cases[i].written);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_what_is_played),
        cmocka_unit_test(turns_take_their_time),
        cmocka_unit_test(counts_the_moves_of_bots_apart),
        cmocka_unit_test(every_network_is_counted),
        cmocka_unit_test(tables_are_counted_by_what_they_do),
        WITH_HOST(corrections_of_the_clock_are_counted),
        cmocka_unit_test(the_process_tells_of_itself),
        cmocka_unit_test(every_family_is_there),
        cmocka_unit_test(names_nobody),
        cmocka_unit_test(health_and_metrics_tell_what_is_served),
        cmocka_unit_test(health_needs_a_network),
        cmocka_unit_test(health_needs_a_store_that_saves),
        cmocka_unit_test(a_page_without_room_says_so),
        cmocka_unit_test(buckets_hold_the_ones_before),
        cmocka_unit_test(labels_are_escaped),
        cmocka_unit_test(addresses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
