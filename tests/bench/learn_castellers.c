/* Learns the worths of the traits of moves at Castellers (games/castellers/traits.h) from choices
 * of the search, and writes games/castellers/worths.c:
 *
 *     learn_castellers FILE GAMES ITERATIONS KEY > worths.c && mv worths.c games/castellers/
 *
 * Seats at `hard` play whole games with two, three, two and four players in turn; what they choose
 * is added to FILE. Then the worths are fitted to all of FILE, so that the moves that were chosen
 * are as likely as possible if a move is chosen in proportion to 2^(worth / 16): logistic
 * regression by stochastic gradient descent. A tenth of the choices is kept back, and stderr shows
 * how well the worths fit these.
 *
 * The search itself draws by the worths, so one learns in rounds. The worths that stand come from
 * one FILE of 11,548 choices from 83 games, with 200 to 300 iterations: in the first half the
 * search drew by rules of thumb (tests/bench/reference/castellers.c), in the second by the worths
 * of the first. A third round of 20 games gained nothing: .49 (+- 5) of 400 games between seats at
 * `easy`. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/players/player.h"
#include "games/castellers/traits.h"

enum { ROUNDS = 15, KEPT_BACK = 10 };

static const double step = 0.3;
static const double decay = 1e-4;

struct choice {
    struct castellers_board board;
    game_move move;
};

struct learner {
    struct choice *choices;
    size_t count;
    struct rng_stream stream;
    double worths[CASTELLERS_TRAITS];  /* as natural logarithms */
    double squares[CASTELLERS_TRAITS]; /* of the gradients so far */
    int16_t rounded[CASTELLERS_TRAITS];
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
    union game_view_block view;
    question.seat = (uint8_t)__builtin_ctz(rules->actors(state));
    question.view = GAME_VIEW(&view);
    rules->view(state, question.seat, GAME_VIEW(&view));
    memcpy(question.key, rng_fork(keys).key, sizeof question.key);
    game_move move = player_choose(player, &question);
    struct choice choice = {.move = move};
    choice.board = OWN(castellers, state)->board;
    if (rules->legal(state, question.seat, moves) > 1)
        fwrite(&choice, sizeof choice, 1, file);
    rules->apply(state, question.seat, move, NULL);
}

static void play(FILE *file, struct player *player, struct rng deal, uint32_t iterations,
                 uint8_t players)
{
    union game_state_block block;
    struct game_state *state = GAME_STATE(&block);
    struct rng keys = rng_fork(&deal);
    struct player_question question = {.game = &castellers_game,
                                       .players = players,
                                       .level = PLAYER_HARD,
                                       .iterations = iterations};
    castellers_rules.begin(state, players, NULL, &deal);
    game_settle_chance(&castellers_game, state, NULL);
    while (castellers_rules.phase(state) != GAME_OVER)
        make_move(file, player, state, question, &keys);
}

/* -- Worths ------------------------------------------------------------------------------------ */

struct options {
    size_t count, chosen, best;
    struct castellers_traits traits[GAME_LEGAL_MAX];
    double chances[GAME_LEGAL_MAX];
};

static double worth_of(const struct learner *learner, const struct castellers_traits *traits)
{
    double worth = 0;
    for (unsigned i = 0; i < traits->count; i++)
        worth += learner->worths[traits->list[i]];
    return worth;
}

/* What the worths so far say about a choice. */
static void weigh(const struct learner *learner, const struct choice *choice,
                  struct options *options)
{
    struct castellers_plan plan;
    game_move moves[GAME_LEGAL_MAX];
    double sum = 0;
    castellers_plan(&choice->board, learner->rounded, &plan);
    options->count = castellers_legal(&choice->board, moves);
    options->best = 0;
    for (size_t i = 0; i < options->count; i++) {
        castellers_find_traits(&plan, moves[i], &options->traits[i]);
        options->chances[i] = exp(worth_of(learner, &options->traits[i]));
        sum += options->chances[i];
        if (moves[i] == choice->move)
            options->chosen = i;
        if (options->chances[i] > options->chances[options->best])
            options->best = i;
    }
    for (size_t i = 0; i < options->count; i++)
        options->chances[i] /= sum;
}

static void follow(struct learner *learner, const struct options *options, double rate)
{
    double gradient[CASTELLERS_TRAITS] = {0};
    for (size_t i = 0; i < options->count; i++)
        for (unsigned j = 0; j < options->traits[i].count; j++)
            gradient[options->traits[i].list[j]] +=
                (i == options->chosen ? 1 : 0) - options->chances[i];
    for (unsigned i = 0; i < CASTELLERS_TRAITS; i++) {
        learner->squares[i] += gradient[i] * gradient[i];
        learner->worths[i] +=
            rate * (gradient[i] - decay * learner->worths[i]) / sqrt(1 + learner->squares[i]);
    }
}

static void round_worths(struct learner *learner)
{
    for (unsigned i = 0; i < CASTELLERS_TRAITS; i++)
        learner->rounded[i] =
            (int16_t)lround(CASTELLERS_WORTH_DOUBLES * learner->worths[i] / log(2));
}

static void learn(struct learner *learner)
{
    static struct options options;
    size_t taught = learner->count - learner->count / KEPT_BACK, right = 0;
    double surprise = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        round_worths(learner);
        for (size_t i = 0; i < taught; i++) {
            size_t drawn = rng_stream_below(&learner->stream, (uint32_t)taught);
            weigh(learner, &learner->choices[drawn], &options);
            follow(learner, &options, step / (1 + 0.3 * round));
        }
    }
    round_worths(learner);
    for (size_t i = taught; i < learner->count; i++) {
        weigh(learner, &learner->choices[i], &options);
        surprise -= log(options.chances[options.chosen]);
        right += options.best == options.chosen;
    }
    double kept_back = (double)(learner->count - taught);
    fprintf(stderr, "%zu choices; of those kept back %.3f are the likeliest move, surprise %.3f\n",
            learner->count, (double)right / kept_back, surprise / kept_back);
}

static void print_row(const struct learner *learner, const char *name, unsigned first,
                      unsigned count)
{
    printf("    [TRAIT_%s] = ", name);
    for (unsigned i = 0; i < count; i++)
        printf("%d%s", learner->rounded[first + i], i + 1 < count ? ", " : ",\n");
}

static void print(const struct learner *learner)
{
    puts("/* Written by tests/bench/learn_castellers: don't edit. */\n"
         "#include \"games/castellers/traits.h\"\n\n"
         "/* clang-format off */\n"
         "const int16_t castellers_worths[CASTELLERS_TRAITS] = {");
#define ROW(name, count) print_row(learner, #name, TRAIT_##name, count);
    CASTELLERS_TRAIT_ROWS(ROW)
#undef ROW
    puts("};");
}

int main(int count, char **arguments)
{
    static const uint8_t players[] = {2, 3, 2, 4};
    uint8_t key[RNG_KEY_BYTES] = {0};
    struct learner learner = {0};
    FILE *file = count == 5 ? fopen(arguments[1], "a+b") : NULL;
    if (file == NULL) {
        fputs("learn_castellers FILE GAMES ITERATIONS KEY\n", stderr);
        return EXIT_FAILURE;
    }
    unsigned long games = strtoul(arguments[2], NULL, 10);
    uint32_t iterations = (uint32_t)strtoul(arguments[3], NULL, 10);
    key[0] = (uint8_t)strtoul(arguments[4], NULL, 10);
    struct player *player = memory_new(player_size());
    for (unsigned long i = 0; i < games; i++)
        play(file, player, rng_for_index(key, i), iterations, players[i % sizeof players]);
    read_choices(&learner, file);
    learner.stream = rng_stream_from(rng_for_index(key, games));
    learn(&learner);
    print(&learner);
    fclose(file);
    free(player);
    free(learner.choices);
    return EXIT_SUCCESS;
}
