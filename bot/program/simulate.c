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

enum { GAMES_MAX = 1000000000, ITERATIONS_MAX = 1000000000, OPTIONS_GIVEN_MAX = 32 };

/* What was given, checked together once all of it is known. */
struct given {
    struct simulation simulation;
    const char *bots;
    const char *transcript; /* file, "-" or NULL */
    unsigned long players;  /* 0: the fewest */
    bool has_seed;
    const char *options[OPTIONS_GIVEN_MAX];
    unsigned option_count;
};

enum key { PLAYERS = 256, GAMES, SEED, BOTS, ROTATE, ITERATIONS, OPTION, TRANSCRIPT, LEGAL };

static const struct argp_option options[] = {
    {"players", PLAYERS, "N", 0, "Players; default: the fewest that the game allows", 0},
    {"games", GAMES, "N", 0, "Games to play; default: 1", 0},
    {"seed", SEED, "HEX", 0,
     "1 to 64 hex digits, padded with zeros on the left; default: a fresh one", 0},
    {"bots", BOTS, "WHO[,WHO...]", 0,
     "random, easy, normal, hard (smart means hard); one for all seats or one per seat; "
     "default: random",
     0},
    {"rotate", ROTATE, NULL, 0,
     "Game k moves the list of --bots on by k seats; wins then counts by entry of that list", 0},
    {"iterations", ITERATIONS, "N", 0,
     "What a searching bot (normal, hard) spends on a move, instead of time", 0},
    {"option", OPTION, "KEY=VALUE", 0, "An option of the game; may be repeated", 0},
    {"transcript", TRANSCRIPT, "FILE|-", 0,
     "Write the transcripts, replacing FILE; - is standard output; default: none", 0},
    {"legal", LEGAL, NULL, 0,
     "All legal moves in every move line; without --transcript it implies --transcript -", 0},
    {0}};

static const char documentation[] =
    "Plays whole games as fast as possible.\v"
    "A single game is played with the given seed itself. With --games N, N above 1, game k (from "
    "0) "
    "has a seed of its own: BLAKE2b of \"belfry game \" and k (8 bytes, least significant first), "
    "keyed with the given seed; it stands in the game's transcript, and simulate --seed with it "
    "plays that game again.\n\n"
    "At the end one line on standard error: games=N moves=N seconds=S moves_per_second=R "
    "mean_moves=M wins=SHARE,SHARE,...";

/* -- Checks ---------------------------------------------------------------------------------- */

static enum player_level read_level(struct argp_state *state, const char *name, size_t length)
{
    enum player_level level;
    if (!player_level_find(name, length, &level))
        argp_error(state, "--bots: expected random, easy, normal or hard, found: %.*s", (int)length,
                   name);
    return level;
}

static void read_bots(struct argp_state *state, const char *bots, struct simulation *simulation)
{
    unsigned count = 0;
    for (const char *name = bots;; name++) {
        size_t length = strcspn(name, ",");
        enum player_level level = read_level(state, name, length);
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
    const struct game *game = simulation->game;
    if (game == NULL) {
        argp_error(state, "expected a game (belfry games lists them)");
        return;
    }
    if (given->players == 0)
        given->players = game->players_min;
    char buffer[128];
    struct text problem = TEXT_IN(buffer);
    if (!players_possible(game, given->players, &problem))
        argp_error(state, "--players: %s", problem.bytes);
    simulation->players = (uint8_t)given->players;
    game_options_standard(game, simulation->options);
    for (unsigned i = 0; i < given->option_count; i++)
        option_argument(state, game, given->options[i], simulation->options);
    read_bots(state, given->bots, simulation);
    if (!given->has_seed)
        seed_draw(simulation->seed);
    if (simulation->legal && given->transcript == NULL)
        given->transcript = "-";
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    struct given *given = state->input;
    struct simulation *simulation = &given->simulation;
    switch (key) {
    case PLAYERS:
        given->players = number_argument(state, "--players", argument, 1, GAME_SEATS_MAX);
        break;
    case GAMES:
        simulation->games = number_argument(state, "--games", argument, 1, GAMES_MAX);
        break;
    case SEED:
        if (!seed_parse(argument, simulation->seed))
            argp_error(state, "--seed: expected 1 to 64 hex digits, found: %s", argument);
        given->has_seed = true;
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
    case OPTION:
        if (given->option_count == OPTIONS_GIVEN_MAX)
            argp_error(state, "--option: at most %d", OPTIONS_GIVEN_MAX);
        given->options[given->option_count++] = argument;
        break;
    case TRANSCRIPT:
        given->transcript = argument;
        break;
    case LEGAL:
        simulation->legal = true;
        break;
    case ARGP_KEY_ARG:
        if (simulation->game != NULL)
            argp_error(state, "one game is enough: %s", argument);
        simulation->game = game_argument(state, argument);
        break;
    case ARGP_KEY_END:
        check_together(state, given);
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* -- Progress and end ------------------------------------------------------------------------ */

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
    static const struct argp arguments = {options, parse_option, "GAME", documentation,
                                          NULL,    NULL,         NULL};
    struct given given = {.simulation = {.games = 1}, .bots = "random"};
    argp_parse(&arguments, argc, argv, 0, NULL, &given);
    if (isatty(STDERR_FILENO))
        given.simulation.progress = show_progress;
    return given.transcript == NULL ? run(&given) : run_with_transcript(&given);
}
