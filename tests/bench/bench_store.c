/* What the store costs: starting with many live tables, and saving one move.
 *
 *     bench_store [TABLES [MOVES]]     default: 10000 tables of 40 moves each
 *
 * Prints one line per figure: the time to open the file (including SQLite's check of it), the time
 * to read every live table (goal: below 0.25 s for the default, since replaying the moves comes on
 * top), and the 50th and 99th percentile of a commit of one move. The last two depend on how fast
 * the disk syncs.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bot/store/store.h"

enum { COMMITS = 1000 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void end_if(bool failed, const char *error)
{
    if (failed) {
        fprintf(stderr, "bench_store: %s\n", error);
        exit(1);
    }
}

static struct store *opened(const char *folder)
{
    char error[STORE_ERROR_MAX];
    struct store *store = store_open(folder, error, sizeof error);
    end_if(!store, error);
    return store;
}

static void end_unless_saved(void *context, enum store_end end, const char *error)
{
    (void)context;
    end_if(end != STORE_SAVED, error);
}

static void committed(struct store *store)
{
    store_commit(store, end_unless_saved, NULL);
}

static void fill(struct store *store, unsigned tables, unsigned moves)
{
    struct stored_seat seats[4];
    for (size_t i = 0; i < 4; i++)
        seats[i] = (struct stored_seat){
            .network = "libera", .identity = "somebody", .name = "Somebody", .level = ""};
    struct stored_place place = {.network = "libera", .place = "#belfry"};
    char setup[400];
    memset(setup, ' ', sizeof setup - 1);
    setup[sizeof setup - 1] = '\0';
    struct stored_table table = {.status = TABLE_PLAYING,
                                 .owner = "",
                                 .game = "patrician",
                                 .options = "{\"scoring\":\"standard\"}",
                                 .setup = setup,
                                 .opened = 1,
                                 .opener_network = "libera",
                                 .opener_identity = "somebody",
                                 .seat_count = 4,
                                 .seats = seats,
                                 .place_count = 1,
                                 .places = &place};
    for (unsigned i = 0; i < tables; i++) {
        int64_t id = store_table_add(store, &table);
        for (uint32_t n = 1; n <= moves; n++)
            store_line_add(
                store, &(struct stored_line){
                           .table = id, .n = n, .seat = (uint8_t)(n % 4), .move = "red 5 on rome"});
        if (i % 500 == 499)
            committed(store);
    }
    committed(store);
}

static bool count_table(void *context, const struct stored_table *table)
{
    (void)context;
    return table->seat_count == 4;
}

static bool count_line(void *context, const struct stored_line *line)
{
    uint64_t *lines = context;
    *lines += line->move && *line->move;
    return true;
}

static void ignore_end(void *context, int64_t table)
{
    (void)context;
    (void)table;
}

static void stop_at_damage(void *context, int64_t table, uint32_t line, const char *reason)
{
    (void)context;
    (void)table;
    (void)line;
    end_if(true, reason);
}

static uint64_t read_all(struct store *store)
{
    uint64_t lines = 0;
    struct store_inquiry *inquiry = store_inquire(store);
    struct store_reader reader = {.context = &lines,
                                  .table = count_table,
                                  .line = count_line,
                                  .done = ignore_end,
                                  .damaged = stop_at_damage};
    end_if(!store_read_live(inquiry, &reader), store_inquiry_error(inquiry));
    store_inquiry_free(inquiry);
    return lines;
}

static int compare_times(const void *left, const void *right)
{
    const double *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

static void time_commits(struct store *store, unsigned moves)
{
    static double times[COMMITS];
    for (uint32_t i = 0; i < COMMITS; i++) {
        double start = now();
        store_line_add(
            store, &(struct stored_line){.table = 1, .n = moves + 1 + i, .move = "red 5 on rome"});
        committed(store);
        times[i] = now() - start;
    }
    qsort(times, COMMITS, sizeof *times, compare_times);
    printf("commit of one move: p50 %.3f ms, p99 %.3f ms, longest %.3f ms\n",
           times[COMMITS / 2] * 1e3, times[COMMITS * 99 / 100] * 1e3, times[COMMITS - 1] * 1e3);
}

static unsigned argument(int count, char **arguments, int index, unsigned default_value)
{
    return index < count ? (unsigned)strtoul(arguments[index], NULL, 10) : default_value;
}

int main(int count, char **arguments)
{
    unsigned tables = argument(count, arguments, 1, 10000);
    unsigned moves = argument(count, arguments, 2, 40);
    char folder[] = "/tmp/belfry-bench-XXXXXX", path[64];
    if (tables == 0 || !mkdtemp(folder)) {
        perror("bench_store");
        return 1;
    }
    struct store *store = opened(folder);
    fill(store, tables, moves);
    store_close(store);
    double start = now();
    store = opened(folder);
    double open = now();
    uint64_t lines = read_all(store);
    double end = now();
    printf("open and check the file: %.3f s\n", open - start);
    printf("read %u live tables, %" PRIu64 " lines: %.3f s (goal: below 0.25 s)\n", tables, lines,
           end - open);
    time_commits(store, moves);
    store_close(store);
    snprintf(path, sizeof path, "%s/belfry.sqlite3", folder);
    unlink(path);
    rmdir(folder);
    return 0;
}
