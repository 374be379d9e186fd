/* Figures of the host: memory per live table, the time to recover many live tables from the store,
 * and then the time until each of their places was told how its table is, as by a process that
 * takes a network over.
 *
 *     bench_host [TABLES [MOVES]]      default: 10000 tables of 40 moves, in a folder
 *
 * Inside tests/unit/with_postgres.py they are on the server.
 */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bot/base/log.h"
#include "tests/bench/bench_room.h"

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Writes random moves; when a game ends early, begins a new one with other cards. */
static void play_moves(struct bench_room *room, struct table *table, unsigned moves)
{
    for (unsigned i = 0; i < moves && table->status == TABLE_PLAYING; i++) {
        game_move legal[GAME_LEGAL_MAX];
        struct game_events events = {0};
        uint8_t seat = table->game->rules->actors(table->state) & 1 ? 0 : 1;
        size_t count = table->game->rules->legal(table->state, seat, legal);
        session_move(&room->host.sessions, table, seat, legal[(size_t)rand() % count], &events);
    }
}

static unsigned long long fill(struct bench_room *room, unsigned tables, unsigned moves)
{
    const struct game *game = game_find("en-garde");
    struct table_choice choice = {.settings = {{0}}};
    unsigned long long lines = 0;
    game_options_default(game, choice.options);
    choice.options[1] = 8; /* nine touches: no table ends within its moves */
    for (unsigned i = 0; i < tables; i++) {
        char place[32], one[64], two[64];
        snprintf(place, sizeof place, "#table-%u", i);
        snprintf(one, sizeof one, "account:alice-%u", i);
        snprintf(two, sizeof two, "account:bruno-%u", i);
        const struct person alice = {one, "Alice", RANK_PLAYER},
                            bruno = {two, "Bruno", RANK_PLAYER};
        struct table *table;
        bench_must(session_open_table(&room->host.sessions, game, &choice, "net", place, &alice,
                                      &table) == NULL &&
                       session_join(&room->host.sessions, table, "net", &bruno) == NULL &&
                       session_start(&room->host.sessions, table) == NULL,
                   "a table could not be set up");
        play_moves(room, table, moves);
        lines += table->lines;
        if (i % 8 == 7) /* a server gives out few numbers of tables at once */
            bench_settle(room);
    }
    bench_settle(room);
    return lines;
}

static void take_over(struct bench_room *room, unsigned tables)
{
    for (unsigned i = 0; i < tables; i++) {
        char place[32];
        snprintf(place, sizeof place, "#table-%u", i);
        session_place_opened(&room->host.sessions, "net", place);
    }
    bench_settle(room);
}

int main(int argc, char **argv)
{
    unsigned tables = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 10000;
    unsigned moves = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 40;
    char folder[] = "/tmp/belfry-bench-XXXXXX", command[64], address[256];
    const char *server = getenv("BELFRY_TEST_POSTGRES"), *data = server != NULL ? address : folder;
    bench_must(mkdtemp(folder) != NULL, "no folder below /tmp");
    snprintf(address, sizeof address, "postgresql://belfry@/postgres?host=%s",
             server != NULL ? server : "");
    log_to(stderr, LOG_LEVEL_ERROR);
    struct bench_room room;
    bench_open(&room, data);
    bench_recover(&room); /* nothing; and a server gives out the first numbers of tables */
    unsigned long long lines = fill(&room, tables, moves);
    bench_close(&room);

    bench_open(&room, data);
    struct mallinfo2 before = mallinfo2();
    double start = seconds_now();
    bench_recover(&room);
    double took = seconds_now() - start;
    struct mallinfo2 after = mallinfo2();
    start = seconds_now();
    take_over(&room, tables);
    printf("live_tables=%u lines=%llu recovery_seconds=%.3f bytes_per_table=%.0f "
           "take_over_seconds=%.3f\n",
           HASH_COUNT(room.host.sessions.by_id), lines, took,
           (double)(after.uordblks - before.uordblks) / tables, seconds_now() - start);
    bench_close(&room);
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) == 0 ? 0 : 1;
}
