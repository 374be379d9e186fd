#include "bot/turn/coaching.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>

#include "bot/base/memory.h"

enum { SLEEP = 5 }; /* ms */

struct coaching_task {
    struct coach_task task; /* the first member: commands know this part */
    uint64_t news_due;
    struct coaching_task *prev, *next;
};

/* -- On the thread ----------------------------------------------------------------------------- */

/* Sleeps while the bot's seats need all the places. */
static bool is_over(void *context)
{
    struct coaching *coaching = context;
    while (!atomic_load_explicit(&coaching->over, memory_order_relaxed) &&
           thinkers_are_full(coaching->thinkers))
        uv_sleep(SLEEP);
    return atomic_load_explicit(&coaching->over, memory_order_relaxed);
}

static void judge(uv_work_t *work)
{
    struct coaching *coaching = work->data;
    coach_judge(coaching->player, &coaching->look, is_over, coaching, &coaching->verdict);
}

/* -- On the loop ------------------------------------------------------------------------------- */

static bool is_done(const struct coaching_task *task)
{
    return task->task.judged == task->task.count;
}

static size_t left(const struct coaching_task *task)
{
    return task->task.count - task->task.judged;
}

/* Returns the task with the fewest looks left, of equal ones the oldest; NULL: all are done. */
static struct coaching_task *next_task(const struct coaching *coaching)
{
    struct coaching_task *task = NULL, *chosen = NULL;
    DL_FOREACH (coaching->list, task) {
        if (!is_done(task) && (chosen == NULL || left(task) < left(chosen)))
            chosen = task;
    }
    return chosen;
}

static void set_timer(struct coaching *coaching);

/* Long work tells how far it is. */
static void tell_news(uv_timer_t *timer)
{
    struct coaching *coaching = timer->data;
    struct coaching_task *task = NULL;
    uint64_t now = uv_now(coaching->loop);
    DL_FOREACH (coaching->list, task) {
        if (is_done(task) || task->news_due > now)
            continue;
        task->task.has_news = true;
        task->news_due = now + COACHING_NEWS;
    }
    set_timer(coaching);
}

static void set_timer(struct coaching *coaching)
{
    uint64_t now = uv_now(coaching->loop), due = UINT64_MAX;
    struct coaching_task *task = NULL;
    DL_FOREACH (coaching->list, task) {
        if (!is_done(task) && task->news_due < due)
            due = task->news_due;
    }
    if (coaching->closed)
        return;
    if (due == UINT64_MAX)
        uv_timer_stop(&coaching->timer);
    else
        uv_timer_start(&coaching->timer, tell_news, due > now ? due - now : 0, 0);
}

static void judged(uv_work_t *work, int status);

static void go_on(struct coaching *coaching)
{
    struct coaching_task *task = coaching->closed ? NULL : next_task(coaching);
    if (coaching->working)
        return;
    if (task == NULL) {
        free(coaching->player);
        coaching->player = NULL;
        return;
    }
    if (coaching->player == NULL)
        coaching->player = memory_new(player_size());
    coaching->current = task;
    coaching->look = task->task.looks[task->task.judged];
    coaching->working = true;
    atomic_store(&coaching->over, false);
    uv_queue_work(coaching->loop, &coaching->work, judge, judged);
}

static void judged(uv_work_t *work, int status)
{
    struct coaching *coaching = work->data;
    struct coaching_task *task = coaching->current;
    (void)status;
    coaching->working = false;
    coaching->current = NULL;
    if (task != NULL && coaching->verdict.count > 0) {
        task->task.verdicts[task->task.judged++] = coaching->verdict;
        task->task.has_news = task->task.has_news || is_done(task);
    }
    set_timer(coaching);
    go_on(coaching);
}

/* -- For commands ------------------------------------------------------------------------------ */

static struct coach_task *ask(const struct coach *coach, const struct coach_look *looks,
                              size_t count)
{
    struct coaching *coaching = coach->context;
    if (coaching->tasks == COACHING_TASKS_MAX)
        return NULL;
    struct coaching_task *task = memory_new(sizeof *task);
    task->task = (struct coach_task){.coach = coach,
                                     .count = count,
                                     .looks = memory_new(count * sizeof *looks),
                                     .verdicts = memory_new(count * sizeof *task->task.verdicts)};
    memcpy(task->task.looks, looks, count * sizeof *looks);
    task->news_due = uv_now(coaching->loop) + COACHING_FIRST_NEWS;
    DL_APPEND(coaching->list, task);
    coaching->tasks++;
    set_timer(coaching);
    go_on(coaching);
    return &task->task;
}

static void drop(struct coach_task *dropped)
{
    struct coaching *coaching = dropped->coach->context;
    struct coaching_task *task = (struct coaching_task *)dropped;
    DL_DELETE(coaching->list, task);
    coaching->tasks--;
    if (coaching->current == task) {
        coaching->current = NULL;
        atomic_store(&coaching->over, true);
    }
    free(task->task.looks);
    free(task->task.verdicts);
    free(task);
    set_timer(coaching);
}

void coaching_open(struct coaching *coaching, uv_loop_t *loop, const struct thinkers *thinkers)
{
    *coaching =
        (struct coaching){.loop = loop, .thinkers = thinkers, .coach = {.ask = ask, .drop = drop}};
    coaching->coach.context = coaching;
    coaching->work.data = coaching;
    uv_timer_init(loop, &coaching->timer);
    coaching->timer.data = coaching;
}

void coaching_close(struct coaching *coaching)
{
    if (coaching->closed)
        return;
    coaching->closed = true;
    atomic_store(&coaching->over, true);
    uv_close((uv_handle_t *)&coaching->timer, NULL);
    go_on(coaching);
}
