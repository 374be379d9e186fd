/* Moves a second, and the time from a move to its reply, of one process whose tables have one move
 * outstanding each: in a folder and, inside tests/unit/with_postgres.py, on a server.
 *
 *     bench_moves [SECONDS]     for each number of tables; default: 3
 *     bench_moves SECONDS ADDRESS TABLES NAME
 *                               on the server there, beside other processes with other names
 *                               (cluster_moves.py): begins when it gets a line
 *
 * The CPU is this process's, without the server's. The figures depend on how fast the disk syncs;
 * compare only those of one run.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "tests/bench/bench_room.h"

enum {
    TABLES_MAX = 1000,
    TIMES_MAX = 1 << 20,
    NINE_TOUCHES = 8,
    OPENED_AT_ONCE = 8,
    WARM_UP_TABLES = 50 /* no other measurement has so many: their places are its own */
};

/* A place where one table after the other is played. */
struct seat_pair {
    struct table *table;
    uint64_t moved; /* uv_hrtime(); 0: nothing is outstanding */
};

struct bench {
    struct bench_room room;
    struct seat_pair pairs[TABLES_MAX];
    unsigned tables;
    const char *name; /* of this process; NULL: it is the only one, and begins at once */
    uint64_t *times;  /* nanoseconds */
    size_t moves;
};

static struct table *open_table(struct bench *bench, size_t i)
{
    static const struct person alice = {"account:alice", "Alice", RANK_PLAYER},
                               bruno = {"account:bruno", "Bruno", RANK_PLAYER};
    const struct game *game = game_find("en-garde");
    struct sessions *sessions = &bench->room.host.sessions;
    struct table_choice choice = {.settings = {{0}}};
    struct table *table;
    char buffer[64];
    struct text place = TEXT_IN(buffer);
    game_options_default(game, choice.options);
    choice.options[1] = NINE_TOUCHES; /* the longest games */
    /* A server keeps all. */
    text_add_format(&place, "#%zu-of-%u%s", i, bench->tables,
                    bench->name != NULL ? bench->name : "");
    bench_must(session_open_table(sessions, game, &choice, "net", buffer, &alice, &table) == NULL &&
                   session_join(sessions, table, "net", &bruno) == NULL &&
                   session_start(sessions, table) == NULL,
               "a table could not be set up");
    return table;
}

static void move_at(struct bench *bench, struct seat_pair *pair)
{
    game_move legal[GAME_LEGAL_MAX];
    struct game_events events = {0};
    struct table *table = pair->table;
    uint8_t seat = table->game->rules->actors(table->state) & 1 ? 0 : 1;
    size_t count = table->game->rules->legal(table->state, seat, legal);
    pair->moved = uv_hrtime();
    session_move(&bench->room.host.sessions, table, seat, legal[(size_t)rand() % count], &events);
    session_tell(&bench->room.host.sessions, table, &events);
}

/* Moves wherever nothing is outstanding. */
static void move_all(struct bench *bench)
{
    for (size_t i = 0; i < bench->tables; i++) {
        struct seat_pair *pair = &bench->pairs[i];
        if (pair->moved != 0)
            continue;
        if (pair->table->status == TABLE_PLAYING)
            move_at(bench, pair);
        else
            pair->table = open_table(bench, i);
    }
}

static void take_replies(struct bench *bench)
{
    uint64_t now = uv_hrtime();
    for (size_t i = 0; i < bench->tables; i++) {
        struct seat_pair *pair = &bench->pairs[i];
        if (pair->moved == 0 || pair->table->touched || session_is_in_flight(pair->table))
            continue;
        if (bench->moves < TIMES_MAX)
            bench->times[bench->moves++] = now - pair->moved;
        pair->moved = 0;
    }
}

static void play_for(struct bench *bench, uint64_t nanoseconds)
{
    uint64_t end = uv_hrtime() + nanoseconds;
    while (uv_hrtime() < end) {
        move_all(bench);
        host_end_turn(&bench->room.host);
        take_replies(bench);
        uv_run(&bench->room.loop, bench->room.host.turns == NULL ? UV_RUN_NOWAIT : UV_RUN_ONCE);
        take_replies(bench);
    }
}

static double cpu_seconds(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static int compare_times(const void *left, const void *right)
{
    const uint64_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

static void wait_for_a_line(void)
{
    puts("ready");
    fflush(stdout);
    while (getchar() != '\n' && !feof(stdin))
        continue;
}

static void print_line(const char *what, struct bench *bench, double seconds, double cpu)
{
    qsort(bench->times, bench->moves, sizeof *bench->times, compare_times);
    printf("%-10s %4u tables: %7.0f moves/s, p50 %7.2f ms, p99 %7.2f ms, CPU per move %4.0f us\n",
           what, bench->tables, (double)bench->moves / seconds,
           (double)bench->times[bench->moves / 2] / 1e6,
           (double)bench->times[bench->moves * 99 / 100] / 1e6, cpu * 1e6 / (double)bench->moves);
    fflush(stdout);
}

/* `what` is the first word of the line; NULL prints none. */
static void measure_as(const char *what, const char *name, const char *data, unsigned tables,
                       double seconds)
{
    struct bench *bench = memory_new(sizeof *bench);
    bench->times = memory_new(TIMES_MAX * sizeof *bench->times);
    bench->tables = tables;
    bench->name = name;
    bench_open(&bench->room, data);
    bench_recover(&bench->room);
    for (size_t i = 0; i < tables; i++) {
        bench->pairs[i].table = open_table(bench, i);
        if (i % OPENED_AT_ONCE == 0)
            bench_settle(&bench->room);
    }
    bench_settle(&bench->room);
    if (name != NULL)
        wait_for_a_line();
    double cpu = cpu_seconds();
    play_for(bench, (uint64_t)(seconds * 1e9));
    cpu = cpu_seconds() - cpu;
    bench_must(bench->moves > 0, "no move was answered");
    if (what != NULL)
        print_line(what, bench, seconds, cpu);
    bench_settle(&bench->room);
    bench_close(&bench->room);
    free(bench->times);
    free(bench);
}

static void measure(const char *what, const char *data, unsigned tables, double seconds)
{
    measure_as(what, NULL, data, tables, seconds);
}

static void measure_folder(unsigned tables, double seconds)
{
    char folder[] = "/tmp/belfry-bench-XXXXXX", buffer[64];
    struct text command = TEXT_IN(buffer);
    bench_must(mkdtemp(folder) != NULL, "no folder below /tmp");
    measure("SQLite", folder, tables, seconds);
    text_add_format(&command, "rm -r %s", folder);
    bench_must(system(buffer) == 0, "the folder could not be removed");
}

/* `socket`: the folder of the server's socket. */
static void measure_server(const char *what, const char *socket, unsigned tables, double seconds)
{
    char buffer[256];
    struct text address = TEXT_IN(buffer);
    text_add_format(&address, "postgresql://belfry@/postgres?host=%s", socket);
    measure(what, buffer, tables, seconds);
}

int main(int count, char **arguments)
{
    static const unsigned tables[] = {1, 16, 64, TABLES_MAX};
    double seconds = count > 1 ? strtod(arguments[1], NULL) : 3;
    const char *socket = getenv("BELFRY_TEST_POSTGRES");
    bench_must(seconds > 0, "the number of seconds is none");
    log_to(stderr, LOG_LEVEL_ERROR);
    if (count == 5) {
        long number = strtol(arguments[3], NULL, 10);
        bench_must(number > 0 && number <= TABLES_MAX, "the number of tables");
        measure_as("PostgreSQL", arguments[4], arguments[2], (unsigned)number, seconds);
        return 0;
    }
    if (socket != NULL) /* the first files of a server's log are slow */
        measure_server(NULL, socket, WARM_UP_TABLES, seconds);
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        measure_folder(tables[i], seconds);
        if (socket != NULL)
            measure_server("PostgreSQL", socket, tables[i], seconds);
    }
    return 0;
}
