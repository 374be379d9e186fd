/* Learns from games what hopes are worth at Castellers (games/castellers/hopes.h), and writes
 * them as its table:
 *
 *     learn_hopes GAMES KEY > hope_worths.c && mv hope_worths.c games/castellers/
 *
 * It plays so many games with each number of players, all moves drawn by their weights
 * (games/castellers/traits.h), as in the playouts that the worths cut short. Of one turn in four it
 * notes how many more hopes of each kind a seat has than the others in the mean, and at the end by
 * how many points it is ahead of them. The worths are the linear regression of the one on the
 * other, of each stage alone. A tenth of the positions is kept back, and stderr shows how far the
 * worths are from these.
 *
 * The worths that stand: learn_hopes 50000 1. Games of searches teach the same, but worse: a few
 * hundred of them are too few for so many worths. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "games/advice.h"
#include "games/castellers/hopes.h"

enum { NOTED = 4, KEPT_BACK = 10 };

/* Added to the squares of every hope, so that a rare one has a small worth. */
static const double ridge = 20;

/* A seat in a position. */
struct note {
    uint8_t stage, seat;
    float more[CASTELLERS_HOPES]; /* than the others */
    float lead;                   /* at the end */
};

struct notes {
    struct note *list;
    size_t count, room;
};

/* -- Games ------------------------------------------------------------------------------------- */

static struct note *add_note(struct notes *notes)
{
    if (notes->count == notes->room) {
        notes->room = notes->room == 0 ? 4096 : 2 * notes->room;
        notes->list = memory_resize(notes->list, notes->room * sizeof *notes->list);
    }
    return &notes->list[notes->count++];
}

/* How much more the seat has than the others in the mean. */
static float lead_of(const int *amounts, unsigned players, unsigned seat)
{
    int sum = 0;
    for (unsigned i = 0; i < players; i++)
        sum += amounts[i];
    return (float)amounts[seat] - (float)(sum - amounts[seat]) / (float)(players - 1);
}

static void note_position(const struct castellers_board *board, struct notes *notes)
{
    struct castellers_score scores[CASTELLERS_SEATS];
    int hopes[CASTELLERS_SEATS][CASTELLERS_HOPES];
    castellers_scores(board, scores);
    for (uint8_t seat = 0; seat < board->players; seat++)
        castellers_find_hopes(board, seat, &scores[seat], hopes[seat]);
    for (uint8_t seat = 0; seat < board->players; seat++) {
        struct note *note = add_note(notes);
        note->stage = (uint8_t)castellers_stage(board, scores);
        note->seat = seat;
        for (unsigned hope = 0; hope < CASTELLERS_HOPES; hope++) {
            int amounts[CASTELLERS_SEATS];
            for (unsigned i = 0; i < board->players; i++)
                amounts[i] = hopes[i][hope];
            note->more[hope] = lead_of(amounts, board->players, seat);
        }
    }
}

/* Draws a move by its weight. */
static void make_move(struct game_state *state, struct rng_stream *stream)
{
    const struct game_rules *rules = castellers_game.rules;
    static game_move moves[GAME_LEGAL_MAX];
    static uint16_t weights[GAME_LEGAL_MAX];
    uint8_t seat = (uint8_t)__builtin_ctz(rules->actors(state));
    size_t count = rules->legal(state, seat, moves), drawn = 0;
    uint32_t sum = 0;
    castellers_advice.weigh(state, seat, moves, count, weights);
    for (size_t i = 0; i < count; i++)
        sum += weights[i];
    for (uint32_t place = rng_stream_below(stream, sum); place >= weights[drawn]; drawn++)
        place -= weights[drawn];
    rules->apply(state, seat, moves[drawn], NULL);
    game_settle_chance(&castellers_game, state, NULL);
}

static void play(uint8_t players, struct rng deal, struct notes *notes)
{
    const struct game_rules *rules = castellers_game.rules;
    union game_state_block block;
    struct game_state *state = GAME_STATE(&block);
    struct rng_stream stream = rng_stream_from(rng_fork(&deal));
    uint8_t options[GAME_OPTIONS_MAX];
    struct game_result result;
    size_t first = notes->count;
    game_options_default(&castellers_game, options);
    rules->begin(state, players, options, &deal);
    game_settle_chance(&castellers_game, state, NULL);
    while (rules->phase(state) != GAME_OVER) {
        const struct castellers_board *board = &OWN(castellers, state)->board;
        if (board->step == CASTELLERS_TURN && rng_stream_below(&stream, NOTED) == 0)
            note_position(board, notes);
        make_move(state, &stream);
    }
    rules->result(state, &result);
    for (size_t i = first; i < notes->count; i++)
        notes->list[i].lead = lead_of(result.scores, players, notes->list[i].seat);
}

/* -- Worths ------------------------------------------------------------------------------------ */

/* The normal equations of the regression: the last column is the right side, and once they are
 * solved the worths. */
struct equations {
    double rows[CASTELLERS_HOPES][CASTELLERS_HOPES + 1];
};

static bool is_kept_back(size_t index)
{
    return index % KEPT_BACK == 0;
}

static void add_up(const struct notes *notes, unsigned stage, struct equations *equations)
{
    for (size_t i = 0; i < notes->count; i++) {
        const struct note *note = &notes->list[i];
        if (note->stage != stage || is_kept_back(i))
            continue;
        for (unsigned row = 0; row < CASTELLERS_HOPES; row++) {
            for (unsigned column = 0; column < CASTELLERS_HOPES; column++)
                equations->rows[row][column] += (double)(note->more[row] * note->more[column]);
            equations->rows[row][CASTELLERS_HOPES] += (double)(note->more[row] * note->lead);
        }
    }
    for (unsigned row = 0; row < CASTELLERS_HOPES; row++)
        equations->rows[row][row] += ridge;
}

/* Gauss and Jordan; the ridge keeps every pivot above 0. */
static void solve(struct equations *equations)
{
    for (unsigned pivot = 0; pivot < CASTELLERS_HOPES; pivot++) {
        double divisor = equations->rows[pivot][pivot];
        for (unsigned column = 0; column <= CASTELLERS_HOPES; column++)
            equations->rows[pivot][column] /= divisor;
        for (unsigned row = 0; row < CASTELLERS_HOPES; row++) {
            double factor = equations->rows[row][pivot];
            for (unsigned column = 0; row != pivot && column <= CASTELLERS_HOPES; column++)
                equations->rows[row][column] -= factor * equations->rows[pivot][column];
        }
    }
}

static void report(const struct notes *notes, unsigned stage, const struct equations *equations)
{
    double all = 0, left = 0;
    size_t count = 0;
    for (size_t i = 0; i < notes->count; i++) {
        const struct note *note = &notes->list[i];
        double expected = 0;
        if (note->stage != stage || !is_kept_back(i))
            continue;
        for (unsigned hope = 0; hope < CASTELLERS_HOPES; hope++)
            expected += equations->rows[hope][CASTELLERS_HOPES] * (double)note->more[hope];
        double off = (double)note->lead - expected;
        all += (double)(note->lead * note->lead);
        left += off * off;
        count++;
    }
    if (count > 0)
        fprintf(stderr, "  stage %u: of %zu kept back the lead is %.1f points, %.1f off\n", stage,
                count, sqrt(all / (double)count), sqrt(left / (double)count));
}

static void print(const struct equations *equations)
{
    static const struct {
        const char *name;
        unsigned first, count;
    } rows[] = {
#define ROW(name, count) {#name, HOPE_##name, count},
        CASTELLERS_HOPE_ROWS(ROW)
#undef ROW
    };
    puts("        {");
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
        printf("            [HOPE_%s] = ", rows[row].name);
        for (unsigned i = 0; i < rows[row].count; i++)
            printf("%ld%s",
                   lround(CASTELLERS_HOPE_UNIT *
                          equations->rows[rows[row].first + i][CASTELLERS_HOPES]),
                   i + 1 < rows[row].count ? ", " : ",\n");
    }
    puts("        },");
}

static void learn(const struct notes *notes)
{
    puts("    {");
    for (unsigned stage = 0; stage < CASTELLERS_STAGES; stage++) {
        static struct equations equations;
        memset(&equations, 0, sizeof equations);
        add_up(notes, stage, &equations);
        solve(&equations);
        report(notes, stage, &equations);
        print(&equations);
    }
    puts("    },");
}

/* -- The program ------------------------------------------------------------------------------- */

int main(int count, char **arguments)
{
    uint8_t key[RNG_KEY_BYTES] = {0};
    if (count != 3) {
        fputs("learn_hopes GAMES KEY\n", stderr);
        return EXIT_FAILURE;
    }
    unsigned long games = strtoul(arguments[1], NULL, 10);
    puts("/* Written by tests/bench/learn_hopes: don't edit. */\n"
         "#include \"games/castellers/hopes.h\"\n\n"
         "/* clang-format off */\n\n"
         "const int16_t castellers_hope_worths[CASTELLERS_SEATS - 1][CASTELLERS_STAGES]\n"
         "                                    [CASTELLERS_HOPES] = {");
    for (uint8_t players = 2; players <= CASTELLERS_SEATS; players++) {
        struct notes notes = {.count = 0};
        key[0] = (uint8_t)strtoul(arguments[2], NULL, 10);
        key[1] = players;
        for (unsigned long i = 0; i < games; i++)
            play(players, rng_for_index(key, i), &notes);
        fprintf(stderr, "%u players: %zu positions\n", players, notes.count);
        learn(&notes);
        free(notes.list);
    }
    puts("};");
    return EXIT_SUCCESS;
}
