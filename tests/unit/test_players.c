/* The bot's players: levels, repeatability, budgets, bounds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/players/search.h"
#include "games/goats/goats.h"

/* Returns a question about a new game; its view is in `view`. */
static struct player_question question_of(const struct game *game, union game_state_block *state,
                                          union game_view_block *view)
{
    uint8_t options[GAME_OPTIONS_MAX], key[RNG_KEY_BYTES] = {7};
    struct rng rng = rng_from_key(key);
    game_options_default(game, options);
    game->rules->begin(GAME_STATE(state), game->players_max, options, &rng);
    game_settle_chance(game, GAME_STATE(state), NULL);
    uint8_t seat = (uint8_t)__builtin_ctz(game->rules->actors(GAME_STATE(state)));
    game->rules->view(GAME_STATE(state), seat, GAME_VIEW(view));
    return (struct player_question){.game = game,
                                    .view = GAME_VIEW(view),
                                    .players = game->players_max,
                                    .seat = seat,
                                    .level = PLAYER_HARD,
                                    .key = {1, 2, 3},
                                    .iterations = 50};
}

static void test_levels(void **state)
{
    (void)state;
    enum player_level level;
    assert_true(player_level_find("easy", 4, &level));
    assert_int_equal(level, PLAYER_EASY);
    assert_true(player_level_find("smart", 5, &level));
    assert_int_equal(level, PLAYER_HARD);
    assert_true(player_level_find("hard,easy", 4, &level));
    assert_int_equal(level, PLAYER_HARD);
    assert_false(player_level_find("har", 3, &level));
    assert_false(player_level_find("", 0, &level));
    assert_false(player_level_searches(PLAYER_EASY));
    assert_true(player_level_searches(PLAYER_NORMAL));
    assert_in_range(player_level_milliseconds(PLAYER_NORMAL), 1, 1000);
    assert_in_range(player_level_milliseconds(PLAYER_HARD), 1, 3000);
}

/* How far normal looks is a matter of the game; hard looks as far as its time allows. */
static void test_budgets(void **state)
{
    (void)state;
    for (const struct game *const *game = game_registry; *game != NULL; game++) {
        const struct game_advice *advice = (*game)->advice;
        uint32_t normal = player_level_budget(PLAYER_NORMAL, *game).iterations;
        uint32_t asked = advice != NULL ? advice->normal_iterations : 0;
        assert_int_equal(normal, asked > 0 ? asked : 200);
        assert_int_equal(player_level_budget(PLAYER_HARD, *game).iterations, UINT32_MAX);
        for (int level = 0; level < PLAYER_LEVELS; level++)
            assert_int_equal(player_level_budget((enum player_level)level, *game).milliseconds,
                             player_level_milliseconds((enum player_level)level));
    }
}

/* Does not depend on what the memory held before. */
static void test_the_same_answer_twice(void **state)
{
    (void)state;
    struct player *player = malloc(player_size());
    for (const struct game *const *game = game_registry; *game != NULL; game++) {
        union game_state_block position;
        union game_view_block view;
        struct player_question question = question_of(*game, &position, &view);
        for (int level = 0; level < PLAYER_LEVELS; level++) {
            question.level = (enum player_level)level;
            memset(player, 0x5A, player_size());
            game_move first = player_choose(player, &question);
            memset(player, 0xC3, player_size());
            assert_int_equal(player_choose(player, &question), first);
        }
    }
    free(player);
}

/* Among equally good moves the greedy player has no favourite. */
static void test_ties_are_broken_at_random(void **state)
{
    (void)state;
    enum { KEYS = 64 };
    union game_state_block position;
    union game_view_block view;
    struct determinization *world = malloc(sizeof *world);
    struct player_question question = question_of(game_find("goats"), &position, &view);
    const struct game_advice none = {.scale = 1};
    game_move chosen[KEYS];
    unsigned different = 0, last = 0;
    for (unsigned key = 0; key < KEYS; key++) {
        question.key[0] = (uint8_t)key;
        determinization_open(world, question.game, question.view, question.players, question.key);
        world->advice = &none; /* the first card of a trick changes no score */
        determinization_sample(world);
        chosen[key] = determinization_greedy(world, question.seat);
        last += chosen[key] == world->moves[world->count - 1];
        bool seen = false;
        for (unsigned before = 0; before < key; before++)
            seen = seen || chosen[before] == chosen[key];
        different += !seen;
    }
    assert_true(different >= 4);
    assert_in_range(last, 0, KEYS / 2);
    free(world);
}

static void prefer(size_t move, size_t count, uint16_t *weights)
{
    for (size_t i = 0; i < count; i++)
        weights[i] = i == move ? ADVICE_WEIGHT_MAX : 1;
}

static void prefer_the_first(const struct game_state *state, uint8_t seat, const game_move *moves,
                             size_t count, uint16_t *weights)
{
    (void)state;
    (void)seat;
    (void)moves;
    prefer(0, count, weights);
}

static void prefer_the_last(const struct game_state *state, uint8_t seat, const game_move *moves,
                            size_t count, uint16_t *weights)
{
    (void)state;
    (void)seat;
    (void)moves;
    prefer(count - 1, count, weights);
}

/* The search's weights are only in the place of rules of thumb where there are none. */
static void test_the_greedy_player_goes_by_rules_of_thumb(void **state)
{
    (void)state;
    union game_state_block position;
    union game_view_block view;
    struct determinization *world = malloc(sizeof *world);
    struct player_question question = question_of(game_find("goats"), &position, &view);
    struct game_advice advice = {.weigh = prefer_the_last, .scale = 1};
    determinization_open(world, question.game, question.view, question.players, question.key);
    world->advice = &advice;
    determinization_sample(world);
    game_move chosen = determinization_greedy(world, question.seat);
    assert_int_equal(chosen, world->moves[world->count - 1]);
    advice.weigh_by_thumb = prefer_the_first;
    chosen = determinization_greedy(world, question.seat);
    assert_int_equal(chosen, world->moves[0]);
    free(world);
}

/* -- Beliefs ------------------------------------------------------------------------------------
 */

enum { CARD = 7 };

/* Whether the seat after the viewer's holds it. */
static bool holds_the_card(const struct game_state *state, uint8_t viewer)
{
    const struct goats_state *goats = OWN(goats, state);
    return (goats->hands[(viewer + 1) % goats->board.players] >> CARD & 1) != 0;
}

static uint16_t explain_by_the_card(const struct game_state *state, uint8_t viewer)
{
    return holds_the_card(state, viewer) ? ADVICE_WEIGHT_MAX : ADVICE_WEIGHT_MAX / 8;
}

static uint16_t explain_badly(const struct game_state *state, uint8_t viewer)
{
    (void)state;
    (void)viewer;
    return 1;
}

/* The share of worlds in which the seat after the viewer's holds the card. */
static double share_believed(struct determinization *world, const struct game_advice *advice,
                             uint8_t viewer)
{
    enum { DRAWN = 4000 };
    unsigned held = 0;
    world->advice = advice;
    for (unsigned i = 0; i < DRAWN; i++) {
        determinization_believe(world, viewer);
        held += holds_the_card(GAME_STATE(&world->state), viewer);
    }
    return (double)held / DRAWN;
}

/* Worlds are drawn in proportion to how well they explain; without a good one any will do. */
static void test_worlds_are_believed_as_far_as_they_explain(void **state)
{
    (void)state;
    union game_state_block position;
    union game_view_block view;
    struct determinization *world = malloc(sizeof *world);
    struct player_question question = question_of(game_find("goats"), &position, &view);
    const struct game_advice plain = {.scale = 1};
    const struct game_advice weighted = {.scale = 1, .explain = explain_by_the_card};
    const struct game_advice bad = {.scale = 1, .explain = explain_badly};
    determinization_open(world, question.game, question.view, question.players, question.key);
    double before = share_believed(world, &plain, question.seat);
    assert_in_range(100 * before, 5, 50);
    double expected = before / (before + (1 - before) / 8);
    assert_float_equal(share_believed(world, &weighted, question.seat), expected, 0.04);
    assert_float_equal(share_believed(world, &bad, question.seat), before, 0.04);
    free(world);
}

/* -- Budgets ----------------------------------------------------------------------------------- */

/* A clock that moves on by one each time it is read. */
struct clock {
    uint32_t now, end;
};

static bool is_over(void *context)
{
    struct clock *clock = context;
    return ++clock->now > clock->end;
}

static void test_a_search_ends_when_time_is_up(void **state)
{
    (void)state;
    union game_state_block position;
    union game_view_block view;
    struct search *search = malloc(sizeof *search);
    struct player_question question = question_of(game_find("goats"), &position, &view);
    struct clock clock = {.end = 2000};
    question.iterations = UINT32_MAX;
    question.expired = is_over;
    question.context = &clock;
    determinization_open(&search->world, question.game, question.view, question.players,
                         question.key);
    search_choose(search, &question);
    assert_int_equal(clock.now, 2001);
    uint32_t looks = search->nodes[0].visits / SEARCH_BETWEEN_LOOKS;
    assert_in_range(looks, 1000, 2000); /* a proof looks too */
    clock = (struct clock){.end = 0};
    game_move move = search_choose(search, &question);
    assert_int_equal(search->nodes[0].visits, 0);
    assert_int_equal(question.game->rules->apply(GAME_STATE(&position), question.seat, move, NULL),
                     0);
    free(search);
}

/* How many of the visits to nodes with children went no further, as a part of them. */
static double part_stopped(const struct search *search)
{
    uint32_t visits = 0, went_on = 0;
    for (uint32_t i = 1; i < search->used; i++) {
        uint32_t child = search->nodes[i].child;
        visits += child != 0 ? search->nodes[i].visits : 0;
        for (; child != 0; child = search->nodes[child].sibling)
            went_on += search->nodes[child].visits;
    }
    return 1 - (double)went_on / visits;
}

/* Moves for which there is no room any more take hardly any visits from those that have it. */
static void test_a_full_tree_goes_on(void **state)
{
    (void)state;
    union game_state_block position;
    union game_view_block view;
    struct search *search = malloc(sizeof *search);
    struct player_question question = question_of(game_find("goats"), &position, &view);
    question.nodes = 1000;
    question.iterations = 10000;
    determinization_open(&search->world, question.game, question.view, question.players,
                         question.key);
    game_move move = search_choose(search, &question);
    assert_in_range(search->used, question.nodes / 2, question.nodes);
    assert_int_equal(search->nodes[0].visits, question.iterations);
    assert_true(part_stopped(search) < 0.2);
    assert_int_equal(question.game->rules->apply(GAME_STATE(&position), question.seat, move, NULL),
                     0);
    free(search);
}

/* Every node is a legal path: visits add up, and no child is visited more often than it was
 * available or than its parent. */
static void test_the_tree_adds_up(void **state)
{
    (void)state;
    struct search *search = malloc(sizeof *search);
    for (const struct game *const *game = game_registry; *game != NULL; game++) {
        union game_state_block position;
        union game_view_block view;
        struct player_question question = question_of(*game, &position, &view);
        question.iterations = 300;
        determinization_open(&search->world, question.game, question.view, question.players,
                             question.key);
        search_choose(search, &question);
        assert_int_equal(search->nodes[0].visits, 300);
        assert_in_range(search->used, 2, 301);
        for (uint32_t i = 0; i < search->used; i++) {
            const struct search_node *node = &search->nodes[i];
            uint32_t below = 0;
            for (uint32_t child = node->child; child != 0; child = search->nodes[child].sibling) {
                assert_true(search->nodes[child].visits <= search->nodes[child].available);
                assert_true(search->nodes[child].value_sum <= search->nodes[child].visits + 1e-9);
                below += search->nodes[child].visits;
            }
            assert_true(below <= node->visits);
        }
    }
    free(search);
}

static void prefer_even_moves(const struct game_state *state, uint8_t seat, const game_move *moves,
                              size_t count, uint16_t *weights)
{
    (void)state;
    (void)seat;
    for (size_t i = 0; i < count; i++)
        weights[i] = moves[i] % 2 == 0 ? ADVICE_WEIGHT_MAX : 1;
}

/* The share of odd moves among the visits to other seats' nodes, in a search by this advice. */
static double odd_share_of_others(struct search *search, const struct game_advice *advice)
{
    union game_state_block position;
    union game_view_block view;
    struct player_question question = question_of(game_find("goats"), &position, &view);
    double visits = 0, odd = 0;
    question.iterations = 2000;
    determinization_open(&search->world, question.game, question.view, question.players,
                         question.key);
    search->world.advice = advice;
    search_choose(search, &question);
    for (uint32_t i = 1; i < search->used; i++) {
        const struct search_node *node = &search->nodes[i];
        if (node->seat == question.seat)
            continue;
        visits += node->visits;
        odd += node->move % 2 == 1 ? node->visits : 0;
    }
    return odd / visits;
}

/* Without a model of them, others try what might be better than their weights say. */
static void test_others_move_by_the_model_of_them(void **state)
{
    (void)state;
    struct search *search = malloc(sizeof *search);
    struct game_advice advice = {.weigh = prefer_even_moves, .scale = 1};
    assert_true(odd_share_of_others(search, &advice) > 0.05);
    advice.models_others = true;
    assert_true(odd_share_of_others(search, &advice) < 0.01);
    free(search);
}

static void estimate_by_seat(const struct game_state *state, int32_t points[GAME_SEATS_MAX])
{
    (void)state;
    for (int32_t seat = 0; seat < GAME_SEATS_MAX; seat++)
        points[seat] = seat;
}

/* Of a game that goes on, all parts of the win are one win together, and an even position is a fair
 * share for everybody; where playouts may stop in it, the values say the same. */
static void test_an_even_position_is_a_fair_share(void **state)
{
    (void)state;
    union game_state_block position;
    union game_view_block view;
    struct determinization *world = malloc(sizeof *world);
    struct player_question question = question_of(game_find("goats"), &position, &view);
    struct game_advice advice = {.scale = 1};
    double shares[GAME_SEATS_MAX], values[GAME_SEATS_MAX], sum = 0;
    determinization_open(world, question.game, question.view, question.players, question.key);
    determinization_sample(world);
    world->advice = &advice;
    determinization_share_win(world, shares);
    determinization_evaluate(world, values);
    for (uint8_t seat = 0; seat < question.players; seat++) {
        assert_float_equal(shares[seat], 1.0 / question.players, 1e-9);
        assert_float_equal(values[seat], 0.5, 1e-9);
    }
    advice.horizon = 1;
    determinization_evaluate(world, values);
    assert_float_equal(values[0], 0.25 * 0.5 + 0.75 / question.players, 1e-9);
    advice.estimate = estimate_by_seat;
    determinization_share_win(world, shares);
    for (uint8_t seat = 0; seat < question.players; seat++) {
        sum += shares[seat];
        assert_true(seat == 0 || shares[seat] > shares[seat - 1]);
    }
    assert_float_equal(sum, 1, 1e-9);
    free(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_budgets),
        cmocka_unit_test(test_the_same_answer_twice),
        cmocka_unit_test(test_ties_are_broken_at_random),
        cmocka_unit_test(test_the_greedy_player_goes_by_rules_of_thumb),
        cmocka_unit_test(test_worlds_are_believed_as_far_as_they_explain),
        cmocka_unit_test(test_a_search_ends_when_time_is_up),
        cmocka_unit_test(test_a_full_tree_goes_on),
        cmocka_unit_test(test_the_tree_adds_up),
        cmocka_unit_test(test_others_move_by_the_model_of_them),
        cmocka_unit_test(test_an_even_position_is_a_fair_share),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
