/* The coach's thread: what goes first, what it waits for, and that tasks can end at any time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/turn/coaching.h"

enum { LOOKS = 3 };

struct room {
    uv_loop_t loop;
    struct thinkers thinkers; /* only as far as they take places */
    struct coaching coaching;
    struct coach_look look;
};

/* The first move of a game of three at goats. */
static struct coach_look opening(void)
{
    union game_state_block state;
    struct coach_look look = {.game = game_find("goats"), .players = 3};
    const struct game_rules *rules = look.game->rules;
    uint8_t options[GAME_OPTIONS_MAX], key[RNG_KEY_BYTES] = {9};
    struct rng rng = rng_from_key(key);
    game_options_default(look.game, options);
    rules->begin(GAME_STATE(&state), 3, options, &rng);
    game_settle_chance(look.game, GAME_STATE(&state), NULL);
    look.seat = (uint8_t)__builtin_ctz(rules->actors(GAME_STATE(&state)));
    rules->view(GAME_STATE(&state), look.seat, GAME_VIEW(&look.view));
    return look;
}

static int open_room(void **state)
{
    struct room *room = calloc(1, sizeof *room);
    uv_loop_init(&room->loop);
    coaching_open(&room->coaching, &room->loop, &room->thinkers);
    room->look = opening();
    *state = room;
    return 0;
}

static int close_room(void **state)
{
    struct room *room = *state;
    coaching_close(&room->coaching);
    coaching_close(&room->coaching);
    uv_run(&room->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&room->loop), 0);
    assert_null(room->coaching.player);
    free(room);
    return 0;
}

static struct coach_task *ask(struct room *room, size_t count)
{
    struct coach_look looks[LOOKS];
    for (size_t i = 0; i < count; i++)
        looks[i] = room->look;
    return room->coaching.coach.ask(&room->coaching.coach, looks, count);
}

static void drop(struct coach_task *task)
{
    task->coach->drop(task);
}

static void run_until(struct room *room, const struct coach_task *task, size_t judged)
{
    while (task->judged < judged)
        uv_run(&room->loop, UV_RUN_ONCE);
}

static void verdicts_are_those_of_the_coach(void **state)
{
    struct room *room = *state;
    struct player *player = malloc(player_size());
    struct coach_verdict verdict;
    struct coach_task *task = ask(room, 2);
    coach_judge(player, &room->look, NULL, NULL, &verdict);
    assert_false(task->has_news);
    run_until(room, task, 2);
    assert_true(task->has_news);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(task->verdicts[i].count, verdict.count);
        assert_int_equal(task->verdicts[i].lines[0].move, verdict.lines[0].move);
        assert_memory_equal(&task->verdicts[i].lines[0].share, &verdict.lines[0].share,
                            sizeof verdict.lines[0].share);
    }
    drop(task);
    free(player);
}

static void a_hint_does_not_wait_for_a_review(void **state)
{
    struct room *room = *state;
    struct coach_task *review = ask(room, LOOKS), *hint = ask(room, 1);
    run_until(room, hint, 1);
    assert_true(review->judged <= 1);
    run_until(room, review, LOOKS);
    drop(hint);
    drop(review);
}

static void wake_up(uv_timer_t *timer)
{
    struct room *room = timer->data;
    atomic_store(&room->thinkers.at_work, THINKERS_AT_ONCE - 1);
}

/* However long that is; and what it says is the same. */
static void searches_of_the_bot_go_first(void **state)
{
    enum { BUSY = 400 };
    struct room *room = *state;
    uv_timer_t timer;
    uv_timer_init(&room->loop, &timer);
    timer.data = room;
    atomic_store(&room->thinkers.at_work, THINKERS_AT_ONCE);
    uv_timer_start(&timer, wake_up, BUSY, 0);
    uint64_t began = uv_now(&room->loop);
    struct coach_task *task = ask(room, 1);
    run_until(room, task, 1);
    assert_true(uv_now(&room->loop) - began >= BUSY);
    assert_int_equal(task->verdicts[0].count, 2);
    uv_close((uv_handle_t *)&timer, NULL);
    uv_run(&room->loop, UV_RUN_NOWAIT); /* the timer stays until it is closed */
    drop(task);
}

/* Who waits long is told so, and again later. */
static void long_work_has_news(void **state)
{
    struct room *room = *state;
    atomic_store(&room->thinkers.at_work, THINKERS_AT_ONCE);
    struct coach_task *task = ask(room, 1);
    uint64_t began = uv_now(&room->loop);
    while (!task->has_news)
        uv_run(&room->loop, UV_RUN_ONCE);
    assert_in_range(uv_now(&room->loop) - began, COACHING_FIRST_NEWS, COACHING_NEWS);
    assert_int_equal(task->judged, 0);
    drop(task);
}

static void tasks_can_be_dropped_at_any_time(void **state)
{
    struct room *room = *state;
    struct coach_task *first = ask(room, LOOKS), *second = ask(room, LOOKS), *third = ask(room, 1);
    drop(first); /* it is being worked at */
    drop(second);
    run_until(room, third, 1);
    drop(third);
    drop(ask(room, 1));
}

static void too_many_are_refused(void **state)
{
    struct room *room = *state;
    struct coach_task *tasks[COACHING_TASKS_MAX];
    for (unsigned i = 0; i < COACHING_TASKS_MAX; i++)
        assert_non_null(tasks[i] = ask(room, 1));
    assert_null(ask(room, 1));
    drop(tasks[5]);
    assert_non_null(tasks[5] = ask(room, 1));
    for (unsigned i = 0; i < COACHING_TASKS_MAX; i++)
        drop(tasks[i]);
}

/* The process ends while the coach works, and while it sleeps; the tasks are dropped afterwards. */
static void it_ends_at_any_time(void **state)
{
    struct room *room = *state;
    struct coach_task *task = ask(room, LOOKS);
    atomic_store(&room->thinkers.at_work, THINKERS_AT_ONCE);
    coaching_close(&room->coaching);
    uv_run(&room->loop, UV_RUN_DEFAULT);
    assert_true(task->judged < LOOKS);
    drop(task);
}

#define WITH_ROOM(test) cmocka_unit_test_setup_teardown(test, open_room, close_room)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_ROOM(verdicts_are_those_of_the_coach),
        WITH_ROOM(a_hint_does_not_wait_for_a_review),
        WITH_ROOM(searches_of_the_bot_go_first),
        WITH_ROOM(long_work_has_news),
        WITH_ROOM(tasks_can_be_dropped_at_any_time),
        WITH_ROOM(too_many_are_refused),
        WITH_ROOM(it_ends_at_any_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
