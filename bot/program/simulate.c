#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bot/program/command_line.h"
#include "bot/program/game_arguments.h"
#include "bot/program/simulation.h"
#include "bot/record/seed.h"

enum { GAMES_MAX = 1000000000, ITERATIONS_MAX = 1000000000 };

/* What was given; checked when the whole command line is known. */
struct given {
    struct game_arguments game;
    struct simulation simulation;
    const char *bots;
    const char *transcript; /* file, "-" or NULL */
};

enum key { GAMES = 256, BOTS, ROTATE, ITERATIONS, TRANSCRIPT, LEGAL };

static const struct argp_option options[] = {
    {"games", GAMES, "N", 0, "games to play; default: 1", 0},
    {"bots", BOTS, "WHO[,WHO...]", 0,
     "random, easy, normal, hard (smart means hard); one for all seats or one per seat; "
     "default: random",
     0},
    {"rotate", ROTATE, NULL, 0,
     "rotate the list of --bots by k seats in game k; wins then counts by entry of the list", 0},
    {"iterations", ITERATIONS, "N", 0,
     "limit of a searching bot (normal, hard) for each move, instead of time", 0},
    {"transcript", TRANSCRIPT, "FILE|-", 0,
     "write the transcripts, replacing FILE; - is standard output; default: none", 0},
    {"legal", LEGAL, NULL, 0,
     "all legal moves in every move line; without --transcript it implies --transcript -", 0},
    {0}};

static const char documentation[] =
    "Plays whole games as fast as possible.\v"
    "A single game uses the given seed. With --games N above 1, game k (from 0) has a seed of its "
    "own: BLAKE2b of \"belfry game \" and k (8 bytes, least significant first), keyed with the "
    "given "
    "seed. The game's transcript contains that seed; simulate --seed with it plays the game "
    "again.\n\n"
    "The last line on standard error: games=N moves=N seconds=S moves_per_second=R "
    "mean_moves=M wins=SHARE,SHARE,...";

/* -- Checks ------------------------------------------------------------------------------------ */

static void read_bots(struct argp_state *state, const char *bots, struct simulation *simulation)
{
    unsigned count = 0;
    for (const char *name = bots;; name++) {
        size_t length = strcspn(name, ",");
        enum player_level level = level_argument(state, "--bots", name, length);
        if (count < GAME_SEATS_MAX)
            simulation->levels[count] = level;
        count++;
        name += length;
        if (*name == '\0')
            break;
    }
    if (count != 1 && count != simulation->players)
        argp_error(state, "--bots: expected one, or one for each of %u seats, found %u",
                   simulation->players, count);
    for (; count < simulation->players; count++)
        simulation->levels[count] = simulation->levels[0];
}

static void check_together(struct argp_state *state, struct given *given)
{
    struct simulation *simulation = &given->simulation;
    if (given->game.game == NULL) {
        argp_error(state, "expected a game (belfry games lists them)");
        return;
    }
    simulation->game = given->game.game;
    simulation->players = (uint8_t)given->game.players;
    memcpy(simulation->options, given->game.options, sizeof simulation->options);
    memcpy(simulation->seed, given->game.seed, sizeof simulation->seed);
    if (!given->game.has_seed)
        seed_draw(simulation->seed);
    read_bots(state, given->bots, simulation);
    if (simulation->legal && given->transcript == NULL)
        given->transcript = "-";
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    struct given *given = state->input;
    struct simulation *simulation = &given->simulation;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &given->game;
        break;
    case GAMES:
        simulation->games = number_argument(state, "--games", argument, 1, GAMES_MAX);
        break;
    case BOTS:
        given->bots = argument;
        break;
    case ROTATE:
        simulation->rotate = true;
        break;
    case ITERATIONS:
        simulation->iterations =
            (uint32_t)number_argument(state, "--iterations", argument, 1, ITERATIONS_MAX);
        break;
    case TRANSCRIPT:
        given->transcript = argument;
        break;
    case LEGAL:
        simulation->legal = true;
        break;
    case ARGP_KEY_END:
        check_together(state, given);
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* -- Progress and end -------------------------------------------------------------------------- */

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void show_progress(const struct simulation *simulation, uint64_t games_done)
{
    uint64_t step = simulation->games / 100 + 1;
    if (games_done % step == 0)
        fprintf(stderr, "\r%llu of %llu games", (unsigned long long)games_done,
                (unsigned long long)simulation->games);
    if (games_done == simulation->games)
        fputs("\r\033[K", stderr);
}

static void print_sums(const struct simulation *simulation, const struct simulation_sums *sums,
                       double seconds)
{
    double games = (double)simulation->games, moves = (double)sums->moves;
    fprintf(stderr,
            "games=%llu moves=%llu seconds=%.3f moves_per_second=%.0f mean_moves=%.2f wins=",
            (unsigned long long)simulation->games, (unsigned long long)sums->moves, seconds,
            seconds > 0 ? moves / seconds : 0, moves / games);
    for (uint8_t seat = 0; seat < simulation->players; seat++)
        fprintf(stderr, "%s%.4f", seat > 0 ? "," : "", sums->wins[seat] / games);
    fputc('\n', stderr);
}

static bool is_standard_output(const char *file)
{
    return strcmp(file, "-") == 0;
}

static int run(const struct given *given)
{
    const struct simulation *simulation = &given->simulation;
    struct simulation_sums sums;
    double start = now();
    if (!simulation_run(simulation, &sums)) {
        fprintf(stderr, "belfry simulate: %s: %s\n", given->transcript, strerror(errno));
        return EXIT_WORK_FAILED;
    }
    print_sums(simulation, &sums, now() - start);
    return EXIT_DONE;
}

static int run_with_transcript(struct given *given)
{
    if (is_standard_output(given->transcript)) {
        given->simulation.transcript = stdout;
        return run(given);
    }
    FILE *file = fopen(given->transcript, "we");
    if (file == NULL) {
        fprintf(stderr, "belfry simulate: %s: %s\n", given->transcript, strerror(errno));
        return EXIT_WORK_FAILED;
    }
    given->simulation.transcript = file;
    int status = run(given);
    if (fclose(file) != 0 && status == EXIT_DONE) {
        fprintf(stderr, "belfry simulate: %s: %s\n", given->transcript, strerror(errno));
        return EXIT_WORK_FAILED;
    }
    return status;
}

int simulate_main(int argc, char **argv)
{
    static const struct argp arguments = {
        options, parse_option, "GAME", documentation, game_arguments_children, NULL, NULL};
    struct given given = {.simulation = {.games = 1}, .bots = "random"};
    command_line_parse(&arguments, argc, argv, &given);
    if (isatty(STDERR_FILENO))
        given.simulation.progress = show_progress;
    return given.transcript == NULL ? run(&given) : run_with_transcript(&given);
}
