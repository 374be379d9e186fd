/* How fast the rules are: random games without transcripts, on one core.
 *
 *     bench_games [GAME]
 *
 * Prints one line for each game and number of players, with the default options: games and moves
 * per second, the size of a state in bytes, and views of a seat per second.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "bot/program/simulation.h"

enum { VIEWS = 2000000, FIRST_GAMES = 64 };

/* A measurement lasts at least this long. */
static const double long_enough = 0.5;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double time_games(struct simulation *simulation, struct simulation_sums *sums)
{
    for (simulation->games = FIRST_GAMES;; simulation->games *= 2) {
        double start = now();
        simulation_run(simulation, sums);
        double seconds = now() - start;
        if (seconds >= long_enough)
            return seconds;
    }
}

/* Measures views of the first position. */
static double time_views(const struct simulation *simulation)
{
    const struct game_rules *rules = simulation->game->rules;
    union game_state_block state;
    union game_view_block view;
    struct rng rng = simulation_rng(simulation, 0);
    rules->begin(GAME_STATE(&state), simulation->players, simulation->options, &rng);
    game_settle_chance(simulation->game, GAME_STATE(&state), NULL);
    double start = now();
    for (int i = 0; i < VIEWS; i++)
        rules->view(GAME_STATE(&state), (uint8_t)(i % simulation->players), GAME_VIEW(&view));
    return now() - start;
}

static void measure(const struct game *game, uint8_t players)
{
    struct simulation simulation = {.game = game, .players = players, .seed = {1}};
    struct simulation_sums sums;
    game_options_default(game, simulation.options);
    double seconds = time_games(&simulation, &sums);
    printf("%-22s %u %12.0f %12.0f %8.1f %6u %14.0f\n", game->id, players,
           (double)simulation.games / seconds, (double)sums.moves / seconds,
           (double)sums.moves / (double)simulation.games, game->state_size,
           VIEWS / time_views(&simulation));
    fflush(stdout);
}

int main(int argc, char **argv)
{
    printf("%-22s %s %12s %12s %8s %6s %14s\n", "game", "n", "games/s", "moves/s", "mean", "bytes",
           "views/s");
    for (const struct game *const *game = game_registry; *game != NULL; game++)
        for (uint8_t players = (*game)->players_min; players <= (*game)->players_max; players++)
            if (argc < 2 || strcmp(argv[1], (*game)->id) == 0)
                measure(*game, players);
    return 0;
}
