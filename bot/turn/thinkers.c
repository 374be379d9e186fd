#include "bot/turn/thinkers.h"

#include <sodium.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

#include "bot/base/memory.h"

enum stage { WAITING, SEARCHING, SEARCHED };

/* One open question. A fixed one is searched to its end. While it is `running`, a worker thread
 * reads `thought`, `key`, `end` and `over`, and writes `move` before `found`; everything else
 * belongs to the loop. */
struct thinking {
    struct thinkers *thinkers;
    struct thought thought;
    uint8_t key[RNG_KEY_BYTES];
    enum stage stage;
    uint64_t began;    /* the search, by the loop's time */
    uint64_t end, due; /* the latest moment for the search to end; the moment of the answer */
    game_move move;
    atomic_bool over, found;
    bool running, dropped;
    struct player *player;
    uv_work_t work;
    uv_timer_t timer; /* of the end of its search, otherwise of its answer */
    struct thinking *prev, *next;
};

uint64_t thinkers_moment(enum player_level level)
{
    uint32_t budget = player_level_milliseconds(level);
    uint32_t most = budget + budget / 7;
    return most - randombytes_uniform(most / 4 + 1);
}

void thinkers_open(struct thinkers *thinkers, uv_loop_t *loop, thinkers_answered *answered,
                   void *context)
{
    *thinkers = (struct thinkers){
        .loop = loop, .answered = answered, .context = context, .moment = thinkers_moment};
}

/* -- The end of a question --------------------------------------------------------------------- */

static void closed(uv_handle_t *handle)
{
    free(handle->data);
}

/* The search makes room for the next one. Its thread ends it soon. */
static void leave_stage(struct thinking *thinking)
{
    thinking->thinkers->waiting -= thinking->stage == WAITING;
    thinking->thinkers->at_work -= thinking->stage == SEARCHING;
    thinking->stage = SEARCHED;
    atomic_store(&thinking->over, true);
}

/* Removes the question from the list; it is freed once no thread uses it and the loop has released
 * it. */
static void drop(struct thinking *thinking)
{
    leave_stage(thinking);
    DL_DELETE(thinking->thinkers->list, thinking);
    thinking->dropped = true;
    if (!thinking->running)
        uv_close((uv_handle_t *)&thinking->timer, closed);
    else
        uv_timer_stop(&thinking->timer);
}

static void plan(struct thinkers *thinkers);

static void answer(uv_timer_t *timer)
{
    struct thinking *thinking = timer->data;
    struct thinkers *thinkers = thinking->thinkers;
    struct thought thought = thinking->thought;
    thought.found = atomic_load(&thinking->found);
    if (thought.found)
        thought.move = thinking->move;
    drop(thinking);
    plan(thinkers);
    thinkers->answers++;
    thinkers->answered(thinkers->context, &thought);
}

/* -- Thinking ---------------------------------------------------------------------------------- */

static bool is_enough(void *context)
{
    const struct thinking *thinking = context;
    return atomic_load_explicit(&thinking->over, memory_order_relaxed) ||
           (!thinking->thought.fixed && uv_hrtime() / 1000000 >= thinking->end);
}

static uint32_t iterations_of(const struct thought *thought)
{
    return thought->fixed ? thought->iterations
                          : player_level_budget(thought->level, thought->game).iterations;
}

static void think(uv_work_t *work)
{
    struct thinking *thinking = work->data;
    const struct thought *thought = &thinking->thought;
    struct player_question question = {.game = thought->game,
                                       .view = GAME_VIEW(&thought->view),
                                       .players = thought->players,
                                       .seat = thought->seat,
                                       .level = thought->level,
                                       .iterations = iterations_of(thought),
                                       .expired = is_enough,
                                       .context = thinking};
    memcpy(question.key, thinking->key, sizeof question.key);
    thinking->move = player_choose(thinking->player, &question);
    atomic_store(&thinking->found, true);
}

static void search_over(uv_timer_t *timer);

static void thread_over(uv_work_t *work, int status)
{
    struct thinking *thinking = work->data;
    (void)status;
    free(thinking->player);
    thinking->player = NULL;
    thinking->running = false;
    if (thinking->dropped)
        uv_close((uv_handle_t *)&thinking->timer, closed);
    else if (thinking->thought.fixed)
        search_over(&thinking->timer);
}

/* -- Whose turn it is to search ---------------------------------------------------------------- */

static void set_timer(struct thinking *thinking, uint64_t time, uv_timer_cb called)
{
    uint64_t now = uv_now(thinking->thinkers->loop);
    uv_timer_start(&thinking->timer, called, time > now ? time - now : 0, 0);
}

static void search_over(uv_timer_t *timer)
{
    struct thinking *thinking = timer->data;
    leave_stage(thinking);
    set_timer(thinking, thinking->due, answer);
    plan(thinking->thinkers);
}

/* When the search has used its share of the time; the waiting questions get as much. */
static uint64_t share_end(const struct thinking *thinking)
{
    unsigned rounds = 1 + (thinking->thinkers->waiting + THINKERS_AT_ONCE - 1) / THINKERS_AT_ONCE;
    uint64_t left = thinking->end > thinking->began ? thinking->end - thinking->began : 0;
    return thinking->began + left / rounds;
}

static void start(struct thinking *thinking)
{
    struct thinkers *thinkers = thinking->thinkers;
    thinking->stage = SEARCHING;
    thinking->began = uv_now(thinkers->loop);
    thinking->player = memory_new(player_size());
    thinking->running = true;
    thinkers->waiting--;
    thinkers->at_work++;
    thinkers->started++;
    uv_queue_work(thinkers->loop, &thinking->work, think, thread_over);
}

static void plan(struct thinkers *thinkers)
{
    struct thinking *thinking = NULL;
    DL_FOREACH (thinkers->list, thinking) {
        if (thinking->stage == WAITING && thinkers->at_work < THINKERS_AT_ONCE)
            start(thinking);
    }
    DL_FOREACH (thinkers->list, thinking) {
        if (thinking->stage == SEARCHING && !thinking->thought.fixed)
            set_timer(thinking, share_end(thinking), search_over);
    }
}

/* -- Asking ------------------------------------------------------------------------------------ */

static struct thinking *find(const struct thinkers *thinkers, int64_t table)
{
    struct thinking *thinking = NULL;
    DL_FOREACH (thinkers->list, thinking) {
        if (thinking->thought.table == table)
            return thinking;
    }
    return NULL;
}

static int by_due(const struct thinking *one, const struct thinking *other)
{
    return one->due < other->due ? -1 : one->due > other->due;
}

void thinkers_ask(struct thinkers *thinkers, const struct thought *thought)
{
    thinkers_cancel(thinkers, thought->table);
    struct thinking *thinking = memory_new(sizeof *thinking);
    uint64_t now = uv_now(thinkers->loop), moment = thinkers->moment(thought->level);
    thinking->thinkers = thinkers;
    thinking->thought = *thought;
    thinking->due = now + moment;
    thinking->end = now + moment - moment / 8;
    if (thought->fixed)
        memcpy(thinking->key, thought->key, sizeof thinking->key);
    else
        randombytes_buf(thinking->key, sizeof thinking->key);
    thinking->work.data = thinking;
    uv_timer_init(thinkers->loop, &thinking->timer);
    thinking->timer.data = thinking;
    DL_INSERT_INORDER(thinkers->list, thinking, by_due);
    thinkers->waiting++;
    if (!thought->fixed)
        set_timer(thinking, thinking->due, answer);
    plan(thinkers);
}

const struct thought *thinkers_find(const struct thinkers *thinkers, int64_t table)
{
    const struct thinking *thinking = find(thinkers, table);
    return thinking != NULL ? &thinking->thought : NULL;
}

void thinkers_cancel(struct thinkers *thinkers, int64_t table)
{
    struct thinking *thinking = find(thinkers, table);
    if (thinking == NULL)
        return;
    drop(thinking);
    plan(thinkers);
}

bool thinkers_are_full(const struct thinkers *thinkers)
{
    return atomic_load_explicit(&thinkers->at_work, memory_order_relaxed) >= THINKERS_AT_ONCE;
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

static uint64_t draw_moment(void *context, enum player_level level)
{
    const struct thinkers *thinkers = context;
    return thinkers->moment(level);
}

struct thinker thinkers_as_thinker(struct thinkers *thinkers)
{
    return (struct thinker){.context = thinkers,
                            .ask = ask,
                            .find = find_asked,
                            .cancel = cancel,
                            .moment = draw_moment};
}
