#include "tests/bench/learn.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/players/player.h"

enum { ROUNDS = 15, KEPT_BACK = 10 };

static const double step = 0.3;
static const double decay = 1e-4;

struct choice {
    union game_view_block view;
    uint8_t players, seat;
    game_move move;
};

struct learner {
    const struct learn_lesson *lesson;
    struct choice *choices;
    size_t count;
    struct rng rng;
    struct rng_stream stream;
    double worths[LEARN_TRAITS_MAX];  /* as natural logarithms */
    double squares[LEARN_TRAITS_MAX]; /* of the gradients so far */
    int16_t rounded[LEARN_TRAITS_MAX];
};

/* -- Games ------------------------------------------------------------------------------------- */

static void read_choices(struct learner *learner, FILE *file)
{
    struct choice choice;
    size_t room = 0;
    if (fseek(file, 0, SEEK_SET) != 0)
        return;
    for (; fread(&choice, sizeof choice, 1, file) == 1; learner->count++) {
        if (learner->count == room) {
            room = room == 0 ? 1024 : 2 * room;
            learner->choices = memory_resize(learner->choices, room * sizeof *learner->choices);
        }
        learner->choices[learner->count] = choice;
    }
}

static void make_move(FILE *file, struct player *player, struct game_state *state,
                      struct player_question question, struct rng *keys)
{
    const struct game_rules *rules = question.game->rules;
    game_move moves[GAME_LEGAL_MAX];
    struct choice choice = {.players = question.players};
    choice.seat = question.seat = (uint8_t)__builtin_ctz(rules->actors(state));
    question.view = GAME_VIEW(&choice.view);
    rules->view(state, question.seat, GAME_VIEW(&choice.view));
    memcpy(question.key, rng_fork(keys).key, sizeof question.key);
    choice.move = player_choose(player, &question);
    if (rules->legal(state, question.seat, moves) > 1)
        fwrite(&choice, sizeof choice, 1, file);
    rules->apply(state, question.seat, choice.move, NULL);
}

static void play(FILE *file, struct player *player, struct rng deal,
                 struct player_question question)
{
    union game_state_block block;
    struct game_state *state = GAME_STATE(&block);
    struct rng keys = rng_fork(&deal);
    uint8_t options[GAME_OPTIONS_MAX];
    game_options_default(question.game, options);
    question.game->rules->begin(state, question.players, options, &deal);
    game_settle_chance(question.game, state, NULL);
    while (question.game->rules->phase(state) != GAME_OVER) {
        make_move(file, player, state, question, &keys);
        game_settle_chance(question.game, state, NULL);
    }
}

/* -- Worths ------------------------------------------------------------------------------------ */

struct options {
    size_t count, chosen, best;
    struct traits traits[GAME_LEGAL_MAX];
    double chances[GAME_LEGAL_MAX];
};

static double worth_of(const struct learner *learner, const struct traits *traits)
{
    double worth = 0;
    for (unsigned i = 0; i < traits->count; i++)
        worth += learner->worths[traits->list[i]];
    return worth;
}

static void list_options(struct learner *learner, const struct choice *choice,
                         struct options *options)
{
    const struct learn_lesson *lesson = learner->lesson;
    union game_state_block block;
    struct game_state *state = GAME_STATE(&block);
    game_move moves[GAME_LEGAL_MAX];
    lesson->game->rules->redeal(GAME_VIEW(&choice->view), &learner->rng, state);
    options->count = lesson->game->rules->legal(state, choice->seat, moves);
    lesson->find(state, choice->seat, learner->rounded, moves, options->count, options->traits);
    for (size_t i = 0; i < options->count; i++)
        if (moves[i] == choice->move)
            options->chosen = i;
}

/* What the worths so far say about a choice. */
static void weigh(struct learner *learner, const struct choice *choice, struct options *options)
{
    double sum = 0;
    list_options(learner, choice, options);
    options->best = 0;
    for (size_t i = 0; i < options->count; i++) {
        options->chances[i] = exp(worth_of(learner, &options->traits[i]));
        sum += options->chances[i];
        if (options->chances[i] > options->chances[options->best])
            options->best = i;
    }
    for (size_t i = 0; i < options->count; i++)
        options->chances[i] /= sum;
}

static void follow(struct learner *learner, const struct options *options, double rate)
{
    double gradient[LEARN_TRAITS_MAX] = {0};
    for (size_t i = 0; i < options->count; i++)
        for (unsigned j = 0; j < options->traits[i].count; j++)
            gradient[options->traits[i].list[j]] +=
                (i == options->chosen ? 1 : 0) - options->chances[i];
    for (unsigned i = 0; i < learner->lesson->traits; i++) {
        learner->squares[i] += gradient[i] * gradient[i];
        learner->worths[i] +=
            rate * (gradient[i] - decay * learner->worths[i]) / sqrt(1 + learner->squares[i]);
    }
}

static void round_worths(struct learner *learner)
{
    for (unsigned i = 0; i < learner->lesson->traits; i++)
        learner->rounded[i] = (int16_t)lround(TRAITS_WORTH_DOUBLES * learner->worths[i] / log(2));
}

static void report(struct learner *learner, size_t taught, struct options *options)
{
    size_t right = 0;
    double surprise = 0, kept_back = (double)(learner->count - taught);
    for (size_t i = taught; i < learner->count; i++) {
        weigh(learner, &learner->choices[i], options);
        surprise -= log(options->chances[options->chosen]);
        right += options->best == options->chosen;
    }
    fprintf(stderr, "%zu choices; of those kept back %.3f are the likeliest move, surprise %.3f\n",
            learner->count, (double)right / kept_back, surprise / kept_back);
}

static void learn(struct learner *learner)
{
    static struct options options;
    size_t taught = learner->count - learner->count / KEPT_BACK;
    for (unsigned round = 0; round < ROUNDS; round++) {
        round_worths(learner);
        for (size_t i = 0; i < taught; i++) {
            size_t drawn = rng_stream_below(&learner->stream, (uint32_t)taught);
            weigh(learner, &learner->choices[drawn], &options);
            follow(learner, &options, step / (1 + 0.3 * round));
        }
    }
    round_worths(learner);
    report(learner, taught, &options);
}

static void print(const struct learn_lesson *lesson, const int16_t *worths)
{
    printf("/* Written by tests/bench/learn: don't edit. */\n#include \"%s\"\n\n"
           "/* clang-format off */\nconst int16_t %s = {\n",
           lesson->header, lesson->table);
    for (unsigned row = 0; row < lesson->row_count; row++) {
        const struct learn_row *traits = &lesson->rows[row];
        printf("    [TRAIT_%s] = ", traits->name);
        for (unsigned i = 0; i < traits->count; i++)
            printf("%d%s", worths[traits->first + i], i + 1 < traits->count ? ", " : ",\n");
    }
    puts("};");
}

/* -- The program ------------------------------------------------------------------------------- */

static const struct learn_lesson *find_lesson(const char *id)
{
    static const struct learn_lesson *const lessons[] = {&learn_castellers, &learn_intermezzo,
                                                         &learn_njet, &learn_pillars};
    for (size_t i = 0; i < sizeof lessons / sizeof *lessons; i++)
        if (strcmp(lessons[i]->game->id, id) == 0)
            return lessons[i];
    return NULL;
}

int main(int count, char **arguments)
{
    static struct learner learner;
    uint8_t key[RNG_KEY_BYTES] = {0};
    learner.lesson = count == 6 ? find_lesson(arguments[1]) : NULL;
    FILE *file = learner.lesson != NULL ? fopen(arguments[2], "a+b") : NULL;
    if (file == NULL) {
        fputs("learn GAME FILE GAMES ITERATIONS KEY; a game with a lesson\n", stderr);
        return EXIT_FAILURE;
    }
    unsigned long games = strtoul(arguments[3], NULL, 10);
    struct player_question question = {.game = learner.lesson->game,
                                       .level = PLAYER_HARD,
                                       .iterations = (uint32_t)strtoul(arguments[4], NULL, 10)};
    key[0] = (uint8_t)strtoul(arguments[5], NULL, 10);
    struct player *player = memory_new(player_size());
    for (unsigned long i = 0; i < games; i++) {
        question.players = learner.lesson->players[i % LEARN_PLAYERS];
        play(file, player, rng_for_index(key, i), question);
    }
    read_choices(&learner, file);
    learner.rng = rng_for_index(key, games);
    learner.stream = rng_stream_from(rng_for_index(key, games + 1));
    learn(&learner);
    print(learner.lesson, learner.rounded);
    fclose(file);
    free(player);
    free(learner.choices);
    return EXIT_SUCCESS;
}
