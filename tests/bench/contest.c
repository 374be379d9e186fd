#include "tests/bench/contest.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bot/base/memory.h"
#include "bot/record/seed.h"
#include "tests/bench/reference/reference.h"
#include "tests/bench/seeing.h"

/* -- Arguments --------------------------------------------------------------------------------- */

static _Noreturn void refuse(const char *what, const char *word)
{
    fprintf(stderr, "%s: %s\n", what, word);
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

static bool is_named(const char *word, size_t length, const char *name)
{
    return length == strlen(name) && strncmp(word, name, length) == 0;
}

static void read_name(const struct game *game, const char *word, size_t length,
                      struct contender *contender)
{
    contender->level = PLAYER_HARD;
    if (is_named(word, length, "reference"))
        contender->kind = CONTENDER_REFERENCE;
    else if (is_named(word, length, "seeing"))
        contender->kind = CONTENDER_SEEING;
    else if (!player_level_find(word, length, &contender->level))
        refuse("no such level", word);
    contender->budget = player_level_budget(contender->level, game);
    if (contender->kind == CONTENDER_REFERENCE)
        contender->budget = (struct player_budget){.iterations = REFERENCE_ITERATIONS};
}

static void read_contender(const struct game *game, const char *word, struct contender *contender)
{
    size_t length = strcspn(word, ":");
    read_name(game, word, length, contender);
    if (word[length] != ':')
        return;
    const char *budget = word + length + 1;
    uint32_t number = number_of(budget, 1, UINT32_MAX);
    bool timed = strstr(budget, "ms") != NULL;
    contender->budget =
        timed ? (struct player_budget){UINT32_MAX, number} : (struct player_budget){number, 0};
}

static void read_contenders(char *words, struct contest *contest)
{
    unsigned count = 0;
    for (char *rest = words, *word; (word = strsep(&rest, ",")) != NULL; count++) {
        if (count == contest->contender_count)
            refuse("one level too many", word);
        read_contender(contest->game, word, &contest->contenders[count]);
    }
    if (count != contest->contender_count)
        refuse("a level is missing after", contest->game->id);
}

void contest_open(struct contest *contest, int argc, char **argv, unsigned contenders)
{
    if (argc != 6)
        refuse("expected", "GAME PLAYERS COUNT SEED WHO,WHO,...");
    *contest = (struct contest){.game = game_find(argv[1])};
    if (contest->game == NULL)
        refuse("no such game", argv[1]);
    contest->watched = seeing_watch(contest->game);
    contest->players =
        (uint8_t)number_of(argv[2], contest->game->players_min, contest->game->players_max);
    contest->count = number_of(argv[3], 1, 1000000);
    if (!seed_parse(argv[4], contest->seed))
        refuse("not a seed", argv[4]);
    game_options_default(contest->game, contest->options);
    contest->contender_count = contenders > 0 ? contenders : contest->players;
    read_contenders(argv[5], contest);
    contest->player = memory_new(player_size());
    contest->reference = memory_new(reference_size());
}

void contest_close(struct contest *contest)
{
    free(contest->player);
    free(contest->reference);
}

/* -- Games ------------------------------------------------------------------------------------- */

void contest_begin(const struct contest *contest, const struct rng *rng, struct game_state *state,
                   struct rng *keys)
{
    *keys = rng_for_index(rng->key, 1);
    contest->game->rules->begin(state, contest->players, contest->options, rng);
    game_settle_chance(contest->game, state, NULL);
}

static double processor_time(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static bool is_late(void *context)
{
    return processor_time() >= ((const struct contest *)context)->end;
}

struct player_question contest_limit(struct contest *contest, struct player_budget budget,
                                     const struct player_question *asked)
{
    struct player_question question = *asked;
    question.game = contest->game;
    question.iterations = budget.iterations;
    question.expired = budget.iterations == UINT32_MAX ? is_late : NULL;
    question.context = contest;
    contest->end = processor_time() + budget.milliseconds / 1e3;
    return question;
}

game_move contest_choose(struct contest *contest, unsigned number,
                         const struct player_question *asked)
{
    struct contender *contender = &contest->contenders[number];
    double start = processor_time();
    struct player_question question = contest_limit(contest, contender->budget, asked);
    question.level = contender->level;
    game_move move =
        contender->kind == CONTENDER_REFERENCE ? reference_choose(contest->reference, &question)
        : contender->kind == CONTENDER_SEEING  ? seeing_choose(contest->player, &question)
                                               : player_choose(contest->player, &question);
    contender->seconds += processor_time() - start;
    contender->moves++;
    return move;
}

struct player_question contest_rekey(const struct player_question *question, struct rng *keys)
{
    struct player_question other = *question;
    const struct rng own = rng_fork(keys);
    memcpy(other.key, own.key, sizeof other.key);
    return other;
}

struct player_question contest_question(const struct contest *contest,
                                        const struct game_state *state, struct rng *keys,
                                        union game_view_block *view)
{
    const struct game_rules *rules = contest->watched->rules;
    struct player_question question = {.game = contest->game,
                                       .view = GAME_VIEW(view),
                                       .players = contest->players,
                                       .seat = (uint8_t)__builtin_ctz(rules->actors(state)),
                                       .level = PLAYER_HARD};
    struct rng own = rng_fork(keys);
    memcpy(question.key, own.key, sizeof question.key);
    rules->view(state, question.seat, GAME_VIEW(view));
    return question;
}

/* -- What is counted --------------------------------------------------------------------------- */

void tally_add(struct tally *tally, double hit, double amount)
{
    tally->trials++;
    tally->hits += hit;
    tally->sum += amount;
    tally->squares += amount * amount;
}

void tally_print(const struct tally *tally, const struct contest *contest)
{
    printf("{\"trials\":%" PRIu64 ",\"hits\":%.4f,\"sum\":%.6f,\"squares\":%.6f,"
           "\"seconds\":%.3f,\"moves\":%" PRIu64 "}\n",
           tally->trials, tally->hits, tally->sum, tally->squares, contest->contenders[0].seconds,
           contest->contenders[0].moves);
}
