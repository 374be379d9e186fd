/* Plays whole games among levels, for tests/bench/strength: who wins, and what it costs.
 *
 *     bench_strength GAME PLAYERS GAMES SEED WHO,WHO,…      one entry per seat; they rotate
 *
 * WHO is a level (random, easy, normal, hard, or reference: tests/bench/reference/) with what it
 * may spend on a move: `hard:5000` iterations, `hard:250ms` of processor time, so that a busy
 * machine takes nothing away. Without it a level has its own budget. Prints one line of JSON. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bot/base/memory.h"
#include "bot/program/simulation.h"
#include "bot/record/seed.h"
#include "tests/bench/reference/reference.h"

struct entry {
    enum player_level level;
    bool reference;
    struct player_budget budget;
    double seconds; /* spent so far */
    uint64_t moves;
};

struct match {
    struct entry entries[GAME_SEATS_MAX];
    struct player *player;
    struct reference *reference;
    double end; /* of the move that is searched */
};

static double processor_time(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static bool is_late(void *context)
{
    return processor_time() >= ((const struct match *)context)->end;
}

static game_move choose(void *context, unsigned number, const struct player_question *asked)
{
    struct match *match = context;
    struct entry *entry = &match->entries[number];
    struct player_question question = *asked;
    double start = processor_time();
    question.iterations = entry->budget.iterations;
    question.expired = entry->budget.milliseconds > 0 ? is_late : NULL;
    question.context = match;
    match->end = start + entry->budget.milliseconds / 1e3;
    game_move move = entry->reference ? reference_choose(match->reference, &question)
                                      : player_choose(match->player, &question);
    entry->seconds += processor_time() - start;
    entry->moves++;
    return move;
}

/* -- Arguments --------------------------------------------------------------------------------- */

static _Noreturn void refuse(const char *what, const char *word)
{
    fprintf(stderr, "bench_strength: %s: %s\n", what, word);
    exit(2);
}

static uint32_t number_of(const char *word, uint32_t least, uint32_t most)
{
    char *end;
    unsigned long number = strtoul(word, &end, 10);
    if (end == word || (*end != '\0' && strcmp(end, "ms") != 0) || number < least || number > most)
        refuse("not a number in range", word);
    return (uint32_t)number;
}

static void read_entry(const char *word, struct entry *entry)
{
    size_t length = strcspn(word, ":");
    const char *budget = word[length] == ':' ? word + length + 1 : NULL;
    entry->reference = length == strlen("reference") && strncmp(word, "reference", length) == 0;
    entry->level = PLAYER_HARD;
    if (!entry->reference && !player_level_find(word, length, &entry->level))
        refuse("no such level", word);
    entry->budget = player_level_budget(entry->level);
    if (entry->reference)
        entry->budget = (struct player_budget){.iterations = REFERENCE_ITERATIONS};
    if (budget == NULL)
        return;
    uint32_t number = number_of(budget, 1, UINT32_MAX);
    bool timed = strstr(budget, "ms") != NULL;
    entry->budget =
        timed ? (struct player_budget){UINT32_MAX, number} : (struct player_budget){number, 0};
}

static void read_entries(char *words, struct simulation *simulation, struct match *match)
{
    unsigned count = 0;
    for (char *rest = words, *word; (word = strsep(&rest, ",")) != NULL; count++) {
        if (count == simulation->players)
            refuse("more levels than seats", word);
        read_entry(word, &match->entries[count]);
        simulation->levels[count] = match->entries[count].level;
    }
    if (count != simulation->players)
        refuse("expected one level per seat", "levels");
}

static void read_arguments(char **argv, struct simulation *simulation, struct match *match)
{
    simulation->game = game_find(argv[1]);
    if (simulation->game == NULL)
        refuse("no such game", argv[1]);
    simulation->players =
        (uint8_t)number_of(argv[2], simulation->game->players_min, simulation->game->players_max);
    simulation->games = number_of(argv[3], 1, 1000000);
    if (!seed_parse(argv[4], simulation->seed))
        refuse("not a seed", argv[4]);
    game_options_default(simulation->game, simulation->options);
    simulation->rotate = true;
    read_entries(argv[5], simulation, match);
}

/* -- The line ---------------------------------------------------------------------------------- */

static void print_wins(const struct simulation *simulation, const struct simulation_sums *sums)
{
    printf("\"wins\":[");
    for (unsigned i = 0; i < simulation->players; i++)
        printf("%s%.4f", i > 0 ? "," : "", sums->wins[i]);
}

static void print_costs(const struct simulation *simulation, const struct match *match)
{
    printf("],\"seconds\":[");
    for (unsigned i = 0; i < simulation->players; i++)
        printf("%s%.3f", i > 0 ? "," : "", match->entries[i].seconds);
    printf("],\"moves\":[");
    for (unsigned i = 0; i < simulation->players; i++)
        printf("%s%" PRIu64, i > 0 ? "," : "", match->entries[i].moves);
}

int main(int argc, char **argv)
{
    if (argc != 6)
        refuse("expected", "GAME PLAYERS GAMES SEED WHO,WHO,...");
    struct match match = {.player = memory_new(player_size()),
                          .reference = memory_new(reference_size())};
    struct simulation simulation = {.choose = choose, .context = &match};
    struct simulation_sums sums;
    read_arguments(argv, &simulation, &match);
    simulation_run(&simulation, &sums);
    putchar('{');
    print_wins(&simulation, &sums);
    print_costs(&simulation, &match);
    puts("]}");
    free(match.player);
    free(match.reference);
    return 0;
}
