#include "bot/turn/thinkers.h"

#include <sodium.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

#include "bot/base/memory.h"

/* One open question. While it is `at_work`, a worker thread reads `thought`, `key`, `started`,
 * `time` and `cancelled`, and writes `thought.move`; everything else belongs to the loop. */
struct thinking {
    struct thinkers *thinkers;
    struct thought thought;
    uint8_t key[RNG_KEY_BYTES];
    uint64_t asked, started; /* times of the clock */
    uint64_t time;           /* milliseconds that were left when the search started */
    atomic_bool cancelled;
    bool at_work, done;
    struct player *player;
    uv_work_t work;
    uv_timer_t pause;
    struct thinking *prev, *next;
};

static uint64_t milliseconds_now(void)
{
    return uv_hrtime() / 1000000;
}

void thinkers_open(struct thinkers *thinkers, uv_loop_t *loop, thinkers_answered *answered,
                   void *context)
{
    *thinkers = (struct thinkers){.loop = loop,
                                  .answered = answered,
                                  .context = context,
                                  .clock = milliseconds_now,
                                  .pause = THINKERS_PAUSE};
}

/* -- The end of a question --------------------------------------------------------------------- */

static void closed(uv_handle_t *handle)
{
    free(handle->data);
}

/* Removes the question from the list; it is freed once no thread uses it and the loop has released
 * it. */
static void drop(struct thinking *thinking)
{
    DL_DELETE(thinking->thinkers->list, thinking);
    atomic_store(&thinking->cancelled, true);
    if (!thinking->at_work)
        uv_close((uv_handle_t *)&thinking->pause, closed);
}

static void answer(uv_timer_t *timer)
{
    struct thinking *thinking = timer->data;
    struct thinkers *thinkers = thinking->thinkers;
    struct thought thought = thinking->thought;
    drop(thinking);
    thinkers->answers++;
    thinkers->answered(thinkers->context, &thought);
}

/* -- Thinking ---------------------------------------------------------------------------------- */

/* Whether the search has used its share of the time that is left; the waiting questions get as
 * much. */
static bool is_enough(void *context)
{
    struct thinking *thinking = context;
    unsigned waiting = atomic_load_explicit(&thinking->thinkers->waiting, memory_order_relaxed);
    uint64_t share = thinking->time / (1 + (waiting + THINKERS_AT_ONCE - 1) / THINKERS_AT_ONCE);
    return atomic_load_explicit(&thinking->cancelled, memory_order_relaxed) ||
           thinking->thinkers->clock() - thinking->started >= share;
}

static void think(uv_work_t *work)
{
    struct thinking *thinking = work->data;
    struct thought *thought = &thinking->thought;
    struct player_question question = {.game = thought->game,
                                       .view = GAME_VIEW(&thought->view),
                                       .players = thought->players,
                                       .seat = thought->seat,
                                       .level = thought->level,
                                       .iterations = player_level_budget(thought->level).iterations,
                                       .expired = is_enough,
                                       .context = thinking};
    memcpy(question.key, thinking->key, sizeof question.key);
    thought->move = player_choose(thinking->player, &question);
}

static void start_waiting(struct thinkers *thinkers);

static void thought_over(uv_work_t *work, int status)
{
    struct thinking *thinking = work->data;
    struct thinkers *thinkers = thinking->thinkers;
    (void)status;
    free(thinking->player);
    thinking->player = NULL;
    thinking->at_work = false;
    thinking->done = true;
    thinkers->at_work--;
    if (atomic_load(&thinking->cancelled)) {
        uv_close((uv_handle_t *)&thinking->pause, closed);
    } else {
        uint64_t now = thinkers->clock(), due = thinking->asked + thinkers->pause;
        uv_timer_start(&thinking->pause, answer, due > now ? due - now : 0, 0);
    }
    start_waiting(thinkers);
}

static bool is_waiting(const struct thinking *thinking)
{
    return !thinking->at_work && !thinking->done;
}

static void start(struct thinking *thinking)
{
    struct thinkers *thinkers = thinking->thinkers;
    uint64_t end = thinking->asked + player_level_budget(thinking->thought.level).milliseconds;
    thinking->started = thinkers->clock();
    thinking->time = end > thinking->started ? end - thinking->started : 0;
    thinking->player = memory_new(player_size());
    thinking->at_work = true;
    thinkers->at_work++;
    thinkers->started++;
    uv_queue_work(thinkers->loop, &thinking->work, think, thought_over);
}

static void start_waiting(struct thinkers *thinkers)
{
    struct thinking *thinking = NULL;
    unsigned waiting = 0;
    DL_FOREACH(thinkers->list, thinking)
    {
        if (is_waiting(thinking) && thinkers->at_work < THINKERS_AT_ONCE)
            start(thinking);
        waiting += is_waiting(thinking);
    }
    atomic_store(&thinkers->waiting, waiting);
}

/* -- Asking ------------------------------------------------------------------------------------ */

static struct thinking *find(const struct thinkers *thinkers, int64_t table)
{
    struct thinking *thinking = NULL;
    DL_FOREACH(thinkers->list, thinking)
    {
        if (thinking->thought.table == table)
            return thinking;
    }
    return NULL;
}

void thinkers_ask(struct thinkers *thinkers, const struct thought *thought)
{
    thinkers_cancel(thinkers, thought->table);
    struct thinking *thinking = memory_new(sizeof *thinking);
    thinking->thinkers = thinkers;
    thinking->thought = *thought;
    thinking->asked = thinkers->clock();
    randombytes_buf(thinking->key, sizeof thinking->key);
    thinking->work.data = thinking;
    uv_timer_init(thinkers->loop, &thinking->pause);
    thinking->pause.data = thinking;
    DL_APPEND(thinkers->list, thinking);
    start_waiting(thinkers);
}

const struct thought *thinkers_find(const struct thinkers *thinkers, int64_t table)
{
    const struct thinking *thinking = find(thinkers, table);
    return thinking != NULL ? &thinking->thought : NULL;
}

void thinkers_cancel(struct thinkers *thinkers, int64_t table)
{
    struct thinking *thinking = find(thinkers, table);
    if (thinking != NULL)
        drop(thinking);
}

void thinkers_close(struct thinkers *thinkers)
{
    while (thinkers->list != NULL)
        drop(thinkers->list);
}

/* -- As the session manager's thinker ---------------------------------------------------------- */

static void ask(void *context, const struct thought *thought)
{
    thinkers_ask(context, thought);
}

static const struct thought *find_asked(void *context, int64_t table)
{
    return thinkers_find(context, table);
}

static void cancel(void *context, int64_t table)
{
    thinkers_cancel(context, table);
}

struct thinker thinkers_as_thinker(struct thinkers *thinkers)
{
    return (struct thinker){.context = thinkers, .ask = ask, .find = find_asked, .cancel = cancel};
}
