/* Searches on worker threads: time budgets with a simulated clock, order, cancelling, closing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/turn/thinkers.h"

enum { ANSWERS_MAX = 64 };

/* A clock that moves on by `step` milliseconds each time it is read. */
static atomic_uint_fast64_t ticks, step;

static uint64_t simulated(void)
{
    return atomic_fetch_add(&ticks, atomic_load(&step));
}

struct room {
    uv_loop_t loop;
    struct thinkers thinkers;
    struct thought answers[ANSWERS_MAX];
    uint64_t answered_at[ANSWERS_MAX];
    unsigned count;
};

static void answered(void *context, const struct thought *thought)
{
    struct room *room = context;
    assert_true(room->count < ANSWERS_MAX);
    room->answered_at[room->count] = atomic_load(&ticks);
    room->answers[room->count++] = *thought;
}

static int open_room(void **state)
{
    struct room *room = calloc(1, sizeof *room);
    uv_loop_init(&room->loop);
    thinkers_open(&room->thinkers, &room->loop, answered, room);
    room->thinkers.clock = simulated;
    room->thinkers.pause = 0;
    atomic_store(&ticks, 1000);
    atomic_store(&step, 0);
    *state = room;
    return 0;
}

static int close_room(void **state)
{
    struct room *room = *state;
    thinkers_close(&room->thinkers);
    thinkers_close(&room->thinkers);
    uv_run(&room->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&room->loop), 0);
    free(room);
    return 0;
}

/* The first move of a game of three at goats. */
static struct thought opening(int64_t table, enum player_level level)
{
    union game_state_block state;
    struct thought thought = {
        .table = table, .game = game_find("goats"), .players = 3, .level = level};
    const struct game_rules *rules = thought.game->rules;
    uint8_t options[GAME_OPTIONS_MAX], key[RNG_KEY_BYTES] = {9};
    struct rng rng = rng_from_key(key);
    game_options_default(thought.game, options);
    rules->begin(GAME_STATE(&state), 3, options, &rng);
    game_settle_chance(thought.game, GAME_STATE(&state), NULL);
    thought.seat = (uint8_t)__builtin_ctz(rules->actors(GAME_STATE(&state)));
    rules->view(GAME_STATE(&state), thought.seat, GAME_VIEW(&thought.view));
    return thought;
}

static void ask(struct room *room, int64_t table, enum player_level level)
{
    struct thought thought = opening(table, level);
    thinkers_ask(&room->thinkers, &thought);
}

static void assert_is_legal(const struct thought *thought)
{
    union game_state_block state;
    uint8_t key[RNG_KEY_BYTES] = {1};
    struct rng rng = rng_from_key(key);
    thought->game->rules->redeal(GAME_VIEW(&thought->view), &rng, GAME_STATE(&state));
    assert_int_equal(
        thought->game->rules->apply(GAME_STATE(&state), thought->seat, thought->move, NULL), 0);
}

static void answers_as_an_event(void **state)
{
    struct room *room = *state;
    ask(room, 7, PLAYER_NORMAL);
    assert_int_equal(room->count, 0);
    assert_int_equal(thinkers_find(&room->thinkers, 7)->table, 7);
    assert_null(thinkers_find(&room->thinkers, 8));
    uv_run(&room->loop, UV_RUN_DEFAULT);
    assert_int_equal(room->count, 1);
    assert_int_equal(room->answers[0].table, 7);
    assert_is_legal(&room->answers[0]);
    assert_null(thinkers_find(&room->thinkers, 7));
}

/* One search takes the budget of its level, by the clock. */
static void keeps_to_its_time(void **state)
{
    struct room *room = *state;
    for (int level = PLAYER_NORMAL; level < PLAYER_LEVELS; level++) {
        struct player_budget budget = player_level_budget((enum player_level)level);
        room->count = 0;
        atomic_store(&step, 50);
        uint64_t asked = atomic_load(&ticks);
        ask(room, 1, (enum player_level)level);
        uv_run(&room->loop, UV_RUN_DEFAULT);
        assert_int_equal(room->count, 1);
        uint64_t took = room->answered_at[0] - asked;
        assert_in_range(took, budget.milliseconds / 2, budget.milliseconds + 500);
        assert_true(level == PLAYER_NORMAL ? took <= 1300 : took <= 3000);
    }
}

/* Many questions at once: two are searched, none is forgotten, and waiting time counts. */
static void keeps_to_its_time_under_load(void **state)
{
    struct room *room = *state;
    enum { TABLES = 40 };
    atomic_store(&step, 5);
    uint64_t asked[TABLES + 1];
    for (int64_t table = 1; table <= TABLES; table++) {
        asked[table] = atomic_load(&ticks);
        ask(room, table, PLAYER_HARD);
    }
    assert_int_equal(room->thinkers.at_work, THINKERS_AT_ONCE);
    uv_run(&room->loop, UV_RUN_DEFAULT);
    assert_int_equal(room->count, TABLES);
    bool seen[TABLES + 1] = {false};
    for (unsigned i = 0; i < room->count; i++) {
        assert_is_legal(&room->answers[i]);
        assert_false(seen[room->answers[i].table]);
        seen[room->answers[i].table] = true;
        assert_true(room->answered_at[i] - asked[room->answers[i].table] <=
                    player_level_budget(PLAYER_HARD).milliseconds + TABLES * 50);
        seen[room->answers[i].table] = true;
    }
}

/* However fast the search was, the answer does not come before the pause is over. The timer itself
 * is the system's. */
static void does_not_answer_at_once(void **state)
{
    struct room *room = *state;
    room->thinkers.pause = 30;
    ask(room, 1, PLAYER_NORMAL);
    uint64_t start = uv_hrtime();
    uv_run(&room->loop, UV_RUN_DEFAULT);
    assert_int_equal(room->count, 1);
    assert_true(uv_hrtime() - start >= UINT64_C(29000000));
}

static void another_question_replaces_the_first(void **state)
{
    struct room *room = *state;
    struct thought later = opening(1, PLAYER_NORMAL);
    later.moment = 5;
    ask(room, 1, PLAYER_HARD);
    thinkers_ask(&room->thinkers, &later);
    uv_run(&room->loop, UV_RUN_DEFAULT);
    assert_int_equal(room->count, 1);
    assert_int_equal(room->answers[0].moment, 5);
}

/* Cancels while the question waits, during the search, and during the pause. */
static void can_be_cancelled_at_any_time(void **state)
{
    struct room *room = *state;
    for (int64_t table = 1; table <= 6; table++)
        ask(room, table, PLAYER_HARD);
    thinkers_cancel(&room->thinkers, 1);
    thinkers_cancel(&room->thinkers, 5);
    thinkers_cancel(&room->thinkers, 77);
    uv_run(&room->loop, UV_RUN_DEFAULT);
    assert_int_equal(room->count, 4);
    room->thinkers.pause = 1000000;
    ask(room, 9, PLAYER_NORMAL);
    while (room->thinkers.at_work > 0)
        uv_run(&room->loop, UV_RUN_ONCE);
    thinkers_cancel(&room->thinkers, 9);
    uv_run(&room->loop, UV_RUN_DEFAULT);
    assert_int_equal(room->count, 4);
}

/* Closes with questions in every stage; see close_room. */
static void can_be_closed_at_any_time(void **state)
{
    struct room *room = *state;
    for (int64_t table = 1; table <= 8; table++)
        ask(room, table, PLAYER_HARD);
    uv_run(&room->loop, UV_RUN_ONCE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(answers_as_an_event, open_room, close_room),
        cmocka_unit_test_setup_teardown(keeps_to_its_time, open_room, close_room),
        cmocka_unit_test_setup_teardown(keeps_to_its_time_under_load, open_room, close_room),
        cmocka_unit_test_setup_teardown(does_not_answer_at_once, open_room, close_room),
        cmocka_unit_test_setup_teardown(another_question_replaces_the_first, open_room, close_room),
        cmocka_unit_test_setup_teardown(can_be_cancelled_at_any_time, open_room, close_room),
        cmocka_unit_test_setup_teardown(can_be_closed_at_any_time, open_room, close_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
