/* Searches on worker threads: the moment of the answer, shares of the time, cancelling, closing. */
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

static uint64_t next_moment;

static uint64_t set_moment(enum player_level level)
{
    (void)level;
    return next_moment;
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
    room->answered_at[room->count] = uv_now(&room->loop);
    room->answers[room->count++] = *thought;
}

static int open_room(void **state)
{
    struct room *room = calloc(1, sizeof *room);
    uv_loop_init(&room->loop);
    thinkers_open(&room->thinkers, &room->loop, answered, room);
    room->thinkers.moment = set_moment;
    next_moment = 40;
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

static atomic_bool wake_up;

static void nap(uv_work_t *work)
{
    (void)work;
    while (!atomic_load(&wake_up))
        uv_sleep(1);
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
    next_moment = 2000; /* by then a move is found on a busy machine, too */
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

static void draws_the_moment_from_the_level_alone(void **state)
{
    (void)state;
    for (int level = PLAYER_NORMAL; level < PLAYER_LEVELS; level++) {
        uint64_t budget = player_level_milliseconds((enum player_level)level);
        uint64_t longest = budget * 8 / 7;
        uint64_t least = UINT64_MAX, most = 0;
        for (int i = 0; i < 1000; i++) {
            uint64_t moment = thinkers_moment((enum player_level)level);
            least = moment < least ? moment : least;
            most = moment > most ? moment : most;
        }
        assert_in_range(least, longest * 3 / 4, longest * 4 / 5);
        assert_in_range(most, longest - longest / 20, longest);
        assert_in_range(most, 1, 3000);
    }
}

/* A search that has nothing to choose is over at once, or soon on a busy machine; the answer waits,
 * and so does the question behind it. */
static void answers_at_the_moment(void **state)
{
    enum { FIRST = 2000, LAST = 2400 };
    struct room *room = *state;
    uint64_t asked = uv_now(&room->loop);
    next_moment = LAST;
    for (int64_t table = 1; table <= 2; table++)
        ask(room, table, PLAYER_RANDOM);
    next_moment = FIRST;
    ask(room, 3, PLAYER_RANDOM);
    assert_int_equal(room->thinkers.at_work, THINKERS_AT_ONCE);
    while (room->thinkers.waiting > 0)
        uv_run(&room->loop, UV_RUN_ONCE);
    assert_true(uv_now(&room->loop) - asked >= LAST * 7 / 8 / 2);
    uv_run(&room->loop, UV_RUN_DEFAULT);
    assert_int_equal(room->count, 3);
    assert_int_equal(room->answers[0].table, 3);
    assert_true(room->answered_at[0] - asked >= FIRST && room->answered_at[1] - asked >= LAST);
    for (int i = 0; i < 3; i++)
        assert_true(room->answers[i].found);
}

/* All threads are taken: the answer comes at its moment, without a move. */
static void answers_at_the_moment_without_a_thread(void **state)
{
    enum { THREADS = 4 };
    struct room *room = *state;
    uv_work_t naps[THREADS];
    for (int i = 0; i < THREADS; i++)
        uv_queue_work(&room->loop, &naps[i], nap, NULL);
    ask(room, 1, PLAYER_HARD);
    /* Without waiting: on a busy machine a turn of the loop begins with the answer, and nothing
     * comes after it. */
    while (room->count == 0) {
        uv_run(&room->loop, UV_RUN_NOWAIT);
        uv_sleep(1);
    }
    assert_false(room->answers[0].found);
    atomic_store(&wake_up, true);
    uv_run(&room->loop, UV_RUN_DEFAULT);
}

/* Many questions at once: two are searched at a time, each gets its share, none is forgotten. On a
 * busy machine the share may be too short for a move. */
static void shares_the_time(void **state)
{
    struct room *room = *state;
    enum { TABLES = 40 };
    next_moment = 1600;
    for (int64_t table = 1; table <= TABLES; table++)
        ask(room, table, PLAYER_HARD);
    assert_int_equal(room->thinkers.at_work, THINKERS_AT_ONCE);
    uv_run(&room->loop, UV_RUN_DEFAULT);
    assert_int_equal(room->count, TABLES);
    assert_int_equal(room->thinkers.started, TABLES);
    bool seen[TABLES + 1] = {false};
    unsigned found = 0;
    for (unsigned i = 0; i < room->count; i++) {
        found += room->answers[i].found;
        if (room->answers[i].found)
            assert_is_legal(&room->answers[i]);
        assert_false(seen[room->answers[i].table]);
        seen[room->answers[i].table] = true;
    }
    assert_true(found > 0);
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

static void assert_counts(const struct room *room, unsigned at_work, unsigned waiting)
{
    assert_int_equal(room->thinkers.at_work, at_work);
    assert_int_equal(room->thinkers.waiting, waiting);
}

/* Cancels while the question waits, during the search, and before its moment. */
static void can_be_cancelled_at_any_time(void **state)
{
    struct room *room = *state;
    for (int64_t table = 1; table <= 6; table++)
        ask(room, table, PLAYER_HARD);
    assert_counts(room, 2, 4);
    thinkers_cancel(&room->thinkers, 1);
    assert_counts(room, 2, 3);
    thinkers_cancel(&room->thinkers, 5);
    assert_counts(room, 2, 2);
    thinkers_cancel(&room->thinkers, 77);
    assert_counts(room, 2, 2);
    uv_run(&room->loop, UV_RUN_DEFAULT);
    assert_counts(room, 0, 0);
    assert_int_equal(room->count, 4);
    assert_int_equal(room->thinkers.answers, 4);
    next_moment = 400;
    ask(room, 9, PLAYER_RANDOM);
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
        cmocka_unit_test(draws_the_moment_from_the_level_alone),
        cmocka_unit_test_setup_teardown(answers_at_the_moment, open_room, close_room),
        cmocka_unit_test_setup_teardown(answers_at_the_moment_without_a_thread, open_room,
                                        close_room),
        cmocka_unit_test_setup_teardown(shares_the_time, open_room, close_room),
        cmocka_unit_test_setup_teardown(another_question_replaces_the_first, open_room, close_room),
        cmocka_unit_test_setup_teardown(can_be_cancelled_at_any_time, open_room, close_room),
        cmocka_unit_test_setup_teardown(can_be_closed_at_any_time, open_room, close_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
