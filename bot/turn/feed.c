#include "bot/turn/feed.h"

#include <stdlib.h>

#include "bot/base/memory.h"

/* Each poll looks back further than to the one before, because what was changed is seen only when
 * it is committed; now and then one looks back over the longest transaction there can be. */
enum { POLL_MS = 250, BACK_SECONDS = 2, FAR_BACK_SECONDS = 30, FAR_BACK_EVERY = 20 };

static bool keep(void *context, const struct stored_version *changed)
{
    struct feed *feed = context;
    if (feed->count == feed->room) {
        feed->room = 2 * feed->room + 16;
        feed->changed = memory_resize(feed->changed, feed->room * sizeof *feed->changed);
    }
    feed->changed[feed->count++] = *changed;
    return true;
}

static void read_changed(void *context, struct store_inquiry *inquiry)
{
    struct feed *feed = context;
    bool far_back = feed->polls % FAR_BACK_EVERY == 0;
    feed->count = 0;
    if (!store_read_changed(inquiry, far_back ? FAR_BACK_SECONDS : BACK_SECONDS, feed, keep))
        return;
    for (size_t i = 0; i < feed->count; i++)
        session_follow(feed->sessions, &feed->changed[i]);
}

static void answered(void *context)
{
    struct feed *feed = context;
    feed->asks = false;
}

static void poll_store(uv_timer_t *timer)
{
    struct feed *feed = timer->data;
    if (feed->asks)
        return;
    feed->asks = true;
    feed->polls++;
    store_ask(feed->sessions->store, read_changed, answered, feed);
}

void feed_open(struct feed *feed, uv_loop_t *loop, struct sessions *sessions)
{
    *feed = (struct feed){.sessions = sessions};
    uv_timer_init(loop, &feed->timer);
    feed->timer.data = feed;
}

void feed_start(struct feed *feed)
{
    if (store_is_shared(feed->sessions->store))
        uv_timer_start(&feed->timer, poll_store, POLL_MS, POLL_MS);
}

void feed_close(struct feed *feed)
{
    uv_close((uv_handle_t *)&feed->timer, NULL);
}

void feed_clear(struct feed *feed)
{
    free(feed->changed);
    feed->changed = NULL;
    feed->room = 0;
}
