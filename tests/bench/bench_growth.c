/* How much each game that is over adds to the store: whole games through the host, of people who
 * move at random, on 20 channels among 100 people of a Discord server.
 *
 *     bench_growth [GAMES]             default: 200 of each game
 *
 * Prints for each game the players, the mean number of lines, and the bytes of the store's file per
 * game: line by line as they were played, and after retention (bot/turn/retention.h) has packed
 * them. Before that the file of as many games was filled once, so that what the people themselves
 * take, their ratings, does not count.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot/base/log.h"
#include "bot/turn/retention.h"
#include "tests/bench/bench_room.h"

struct figures {
    unsigned games;
    unsigned players;
    unsigned long long lines;
    double loose, packed; /* bytes of a game */
};

static void play(struct bench_room *room, struct table *table)
{
    while (table->status == TABLE_PLAYING) {
        game_move legal[GAME_LEGAL_MAX];
        struct game_events events = {0};
        seat_set actors = table->game->rules->actors(table->state);
        uint8_t seat = (uint8_t)__builtin_ctz(actors);
        size_t count = table->game->rules->legal(table->state, seat, legal);
        session_move(&room->host.sessions, table, seat, legal[(size_t)rand() % count], &events);
    }
}

/* The same people come again and again. */
static void play_game(struct bench_room *room, const struct game *game, unsigned number,
                      struct figures *figures)
{
    enum { CHANNELS = 20, PEOPLE = 100 };
    char place[32];
    struct sessions *sessions = &room->host.sessions;
    struct table_choice choice = {.settings = {{0}}};
    struct table *table = NULL;
    game_options_default(game, choice.options);
    snprintf(place, sizeof place, "80351110224678%03u", number % CHANNELS);
    for (unsigned seat = 0; seat < figures->players; seat++) {
        unsigned who = (number * figures->players + seat) % PEOPLE;
        char identity[48], name[24];
        snprintf(identity, sizeof identity, "user:80351110224%06u", who);
        snprintf(name, sizeof name, "Somebody-%u", who);
        const struct person person = {identity, name, RANK_PLAYER};
        bench_must((seat == 0 ? session_open_table(sessions, game, &choice, "discord", place,
                                                   &person, &table)
                              : session_join(sessions, table, "discord", &person)) == NULL,
                   "a table could not be set up");
    }
    bench_must(session_start(sessions, table) == NULL, "a table could not begin");
    play(room, table);
    host_end_turn(&room->host);
    figures->lines += table->lines;
    figures->games++;
}

static void play_games(struct bench_room *room, const struct game *game, unsigned games,
                       struct figures *figures)
{
    for (unsigned i = 0; i < games; i++)
        play_game(room, game, i, figures);
}

static void pack(struct bench_room *room)
{
    struct retention retention;
    retention_open(&retention, &room->host);
    while (retention.rounds == 0) {
        retention_step(&retention);
        host_end_turn(&room->host);
    }
    retention_close(&retention);
}

static uint32_t number_at(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* The file's pages in use, by its header; the rest is room for the next games. */
static double size_of(const char *folder)
{
    enum { PAGE_BYTES = 4096, PAGES = 28, FREE_PAGES = 36, HEADER_BYTES = 40 };
    unsigned char header[HEADER_BYTES];
    char name[64];
    snprintf(name, sizeof name, "%s/belfry.sqlite3", folder);
    FILE *file = fopen(name, "re");
    bench_must(file != NULL && fread(header, 1, sizeof header, file) == sizeof header, name);
    fclose(file);
    return (double)(number_at(header + PAGES) - number_at(header + FREE_PAGES)) * PAGE_BYTES;
}

/* Plays as many games twice, and returns what the second time has added. */
static double growth(const struct game *game, unsigned games, bool packs, struct figures *figures)
{
    char folder[] = "/tmp/belfry-bench-XXXXXX", command[64];
    double sizes[2];
    bench_must(mkdtemp(folder) != NULL, "no folder below /tmp");
    for (int i = 0; i < 2; i++) {
        struct bench_room room;
        bench_open(&room, folder);
        play_games(&room, game, games, figures);
        if (packs)
            pack(&room);
        bench_close(&room);
        sizes[i] = size_of(folder);
    }
    snprintf(command, sizeof command, "rm -r %s", folder);
    bench_must(system(command) == 0, "the folder stays");
    return (sizes[1] - sizes[0]) / games;
}

static struct figures measure(const struct game *game, unsigned games)
{
    struct figures figures = {.players = (unsigned)(game->players_min + game->players_max) / 2};
    figures.loose = growth(game, games, false, &figures);
    figures.packed = growth(game, games, true, &figures);
    return figures;
}

static void print(const char *name, const struct figures *figures)
{
    printf("game=%s players=%u lines=%.1f bytes_per_game=%.0f packed=%.0f\n", name,
           figures->players, (double)figures->lines / figures->games, figures->loose,
           figures->packed);
}

int main(int argc, char **argv)
{
    unsigned games = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 200;
    double loose = 0, packed = 0;
    size_t count = 0;
    log_to(stderr, LOG_LEVEL_ERROR);
    for (; game_registry[count] != NULL; count++) {
        struct figures figures = measure(game_registry[count], games);
        print(game_registry[count]->id, &figures);
        loose += figures.loose;
        packed += figures.packed;
    }
    printf("mean bytes_per_game=%.0f packed=%.0f\n", loose / (double)count, packed / (double)count);
    return 0;
}
