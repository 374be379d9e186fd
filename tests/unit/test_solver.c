/* The solver against plain minimax: positions near the end of games of two, in which nothing is
 * hidden any more. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/players/search.h"
#include "games/patrician/patrician.h"

enum { GAMES = 12, LINES_MAX = 1000, STEPS = 1 << 18, ENOUGH_STEPS = 1 << 12, TOO_FEW_STEPS = 8 };

struct asking {
    const struct game *game;
    uint8_t players;
    union game_state_block position;
    union game_view_block view;
    struct player_question question; /* about the position */
    struct rng_stream stream;        /* of random moves */
    struct determinization world;
    struct worlds worlds;
    struct solver solver;
    unsigned lines; /* that plain minimax has walked through */
};

static int open_asking(void **state)
{
    struct asking *asking = calloc(1, sizeof *asking);
    const uint8_t key[RNG_KEY_BYTES] = {5};
    asking->stream = rng_stream_from(rng_from_key(key));
    *state = asking;
    return 0;
}

static int close_asking(void **state)
{
    free(*state);
    return 0;
}

static void begin(struct asking *asking, const char *game, uint8_t players, uint8_t number)
{
    const uint8_t key[RNG_KEY_BYTES] = {number, players};
    const struct rng rng = rng_from_key(key);
    uint8_t options[GAME_OPTIONS_MAX];
    asking->game = game_find(game);
    asking->players = players;
    game_options_default(asking->game, options);
    asking->game->rules->begin(GAME_STATE(&asking->position), players, options, &rng);
    game_settle_chance(asking->game, GAME_STATE(&asking->position), NULL);
}

static uint8_t mover_in(const struct asking *asking, const union game_state_block *block)
{
    const struct game_state *state = (const struct game_state *)(const void *)block->bytes;
    return (uint8_t)__builtin_ctz(asking->game->rules->actors(state));
}

static void make_random_move(struct asking *asking)
{
    struct game_state *state = GAME_STATE(&asking->position);
    game_move legal[GAME_LEGAL_MAX];
    uint8_t seat = mover_in(asking, &asking->position);
    size_t count = asking->game->rules->legal(state, seat, legal);
    asking->game->rules->apply(state, seat,
                               legal[rng_stream_below(&asking->stream, (uint32_t)count)], NULL);
    game_settle_chance(asking->game, state, NULL);
}

static void open_solver(struct asking *asking)
{
    uint8_t seat = mover_in(asking, &asking->position);
    asking->game->rules->view(GAME_STATE(&asking->position), seat, GAME_VIEW(&asking->view));
    asking->question = (struct player_question){.game = asking->game,
                                                .view = GAME_VIEW(&asking->view),
                                                .players = asking->players,
                                                .seat = seat};
    determinization_open(&asking->world, asking->game, asking->question.view, asking->players,
                         asking->question.key);
    worlds_open(&asking->worlds, &asking->world, asking->question.key);
    solver_open(&asking->solver, &asking->worlds, &asking->question);
}

/* -- Plain minimax ----------------------------------------------------------------------------- */

static double minimax(struct asking *asking);

static double minimax_after(struct asking *asking, game_move move)
{
    const union game_state_block before = asking->world.state;
    determinization_apply(&asking->world, mover_in(asking, &before), move);
    double value = minimax(asking);
    asking->world.state = before;
    return value;
}

static double minimax(struct asking *asking)
{
    struct determinization *world = &asking->world;
    uint8_t seat = asking->question.seat;
    double values[GAME_SEATS_MAX];
    game_move moves[GAME_LEGAL_MAX];
    if (!determinization_in_play(world) || asking->lines > LINES_MAX) {
        asking->lines++;
        determinization_evaluate(world, values);
        return values[seat] + determinization_is_won(world, seat);
    }
    uint8_t mover = determinization_mover(world);
    determinization_list(world, mover);
    size_t count = world->count;
    memcpy(moves, world->moves, count * sizeof *moves);
    double best = minimax_after(asking, moves[0]);
    for (size_t i = 1; i < count; i++) {
        double value = minimax_after(asking, moves[i]);
        best = (mover == seat ? value > best : value < best) ? value : best;
    }
    return best;
}

static bool is_same(double one, double other)
{
    return !(one < other) && !(one > other);
}

static double value_played_on(struct asking *asking)
{
    uint8_t seat = asking->question.seat;
    double values[GAME_SEATS_MAX];
    worlds_enter(&asking->worlds, 0);
    determinization_apply(&asking->world, seat, asking->solver.best);
    assert_true(solver_play_on(&asking->solver));
    determinization_evaluate(&asking->world, values);
    return values[seat] + determinization_is_won(&asking->world, seat);
}

/* Whether the position was small enough to look at. */
static bool check_position(struct asking *asking)
{
    open_solver(asking);
    if (!asking->solver.is_open)
        return false;
    worlds_enter(&asking->worlds, 0);
    asking->lines = 0;
    double value = minimax(asking);
    if (asking->lines > LINES_MAX)
        return false;
    assert_true(solver_solve(&asking->solver, STEPS));
    worlds_enter(&asking->worlds, 0);
    determinization_list(&asking->world, asking->question.seat);
    if (asking->world.count == 1)
        return false;
    worlds_enter(&asking->worlds, 0);
    asking->lines = 0;
    double chosen = minimax_after(asking, asking->solver.best);
    assert_true(is_same(value_played_on(asking), chosen));
    if (value > 1)
        assert_true(chosen > 1 && asking->solver.value > 1);
    else
        assert_true(is_same(chosen, value) && is_same(asking->solver.value, value));
    return true;
}

static unsigned check_games(struct asking *asking, const char *game)
{
    unsigned checked = 0;
    for (uint8_t number = 0; number < GAMES; number++) {
        begin(asking, game, 2, number);
        for (; asking->game->rules->phase(GAME_STATE(&asking->position)) == GAME_MOVES;
             make_random_move(asking))
            checked += check_position(asking);
    }
    return checked;
}

static void test_solver_finds_what_minimax_finds(void **state)
{
    assert_true(check_games(*state, "patrician") > GAMES);
    assert_true(check_games(*state, "en-garde") > GAMES / 2);
}

/* -- Where it may not ---------------------------------------------------------------------------
 */

static struct patrician_state *towers_of(struct asking *asking)
{
    return OWN(patrician, GAME_STATE(&asking->position));
}

/* Until the deck is empty. */
static void play_to_the_last_cards(struct asking *asking, uint8_t players)
{
    begin(asking, "patrician", players, 1);
    while (towers_of(asking)->board.deck_left > 0)
        make_random_move(asking);
}

/* On to a position that a few thousand steps solve, but not a few. */
static void play_to_an_ending(struct asking *asking)
{
    play_to_the_last_cards(asking, 2);
    while (open_solver(asking), !solver_solve(&asking->solver, ENOUGH_STEPS))
        make_random_move(asking);
    open_solver(asking);
}

static void test_hidden_cards_are_not_solved(void **state)
{
    struct asking *asking = *state;
    begin(asking, "patrician", 2, 1);
    open_solver(asking);
    assert_false(solver_solve(&asking->solver, STEPS));
}

static void test_more_than_two_are_not_solved(void **state)
{
    struct asking *asking = *state;
    play_to_the_last_cards(asking, 3);
    open_solver(asking);
    assert_false(solver_solve(&asking->solver, STEPS));
}

static bool is_late(void *context)
{
    (void)context;
    return true;
}

/* What was found in vain helps to go on, and neither few steps nor no time leave a wrong answer. */
static void test_solver_stops_and_goes_on(void **state)
{
    struct asking *asking = *state;
    play_to_an_ending(asking);
    assert_false(solver_solve(&asking->solver, TOO_FEW_STEPS));
    asking->question.expired = is_late;
    assert_false(solver_solve(&asking->solver, ENOUGH_STEPS));
    asking->question.expired = NULL;
    assert_true(solver_solve(&asking->solver, ENOUGH_STEPS));
    assert_true(solver_solve(&asking->solver, 1));
}

/* Lines are asked for after the search, when its time is over. */
static void test_solver_plays_on_whatever_the_time(void **state)
{
    struct asking *asking = *state;
    play_to_an_ending(asking);
    assert_true(solver_solve(&asking->solver, ENOUGH_STEPS));
    asking->question.expired = is_late;
    double value = value_played_on(asking);
    if (asking->solver.value > 1)
        assert_true(value > 1);
    else
        assert_true(is_same(value, asking->solver.value));
}

/* The search makes the solver's move, and a rating has it first. */
static void test_search_takes_the_solution(void **state)
{
    struct asking *asking = *state;
    struct player *player = malloc(player_size());
    struct player_prospect prospects[GAME_LEGAL_MAX];
    play_to_an_ending(asking);
    assert_true(solver_solve(&asking->solver, ENOUGH_STEPS));
    asking->question.level = PLAYER_HARD;
    asking->question.iterations = ENOUGH_STEPS;
    game_move chosen = player_choose(player, &asking->question);
    assert_int_equal(chosen, asking->solver.best);
    player_rate(player, &asking->question, prospects);
    assert_int_equal(prospects[0].move, asking->solver.best);
    assert_true(is_same(prospects[0].bound, asking->solver.value));
    free(player);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_solver_finds_what_minimax_finds, open_asking,
                                        close_asking),
        cmocka_unit_test_setup_teardown(test_hidden_cards_are_not_solved, open_asking,
                                        close_asking),
        cmocka_unit_test_setup_teardown(test_more_than_two_are_not_solved, open_asking,
                                        close_asking),
        cmocka_unit_test_setup_teardown(test_solver_stops_and_goes_on, open_asking, close_asking),
        cmocka_unit_test_setup_teardown(test_solver_plays_on_whatever_the_time, open_asking,
                                        close_asking),
        cmocka_unit_test_setup_teardown(test_search_takes_the_solution, open_asking, close_asking),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
