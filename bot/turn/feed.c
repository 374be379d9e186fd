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

static bool follow_value(void *context, const char *scope, const char *key, const char *value)
{
    struct feed *feed = context;
    feed->settings_moved |= settings_follow(feed->settings, scope, key, value);
    session_follow_links(feed->sessions, scope, key, value);
    return true;
}

/* The seconds since the store last answered: a process that was stopped or cut off looks back over
 * all that time. */
static unsigned seconds_deaf(const struct feed *feed)
{
    const uint64_t second = 1000 * 1000 * 1000;
    return (unsigned)((uv_hrtime() - feed->heard) / second);
}

/* Follows what was changed in the last seconds, so many. False while it waits, and when the store
 * can't be read. */
static bool follow_changed(struct feed *feed, struct store_inquiry *inquiry, unsigned back)
{
    feed->count = feed->behind = 0;
    feed->settings_moved = false;
    bool read = store_read_changed(inquiry, back, feed, keep);
    if (!store_read_published(inquiry, back, feed, follow_value) || !read)
        return false;
    if (feed->settings_moved)
        session_settings_changed(feed->sessions);
    for (size_t i = 0; i < feed->count; i++)
        feed->behind += session_follow(feed->sessions, &feed->changed[i]);
    return true;
}

static void read_changed(void *context, struct store_inquiry *inquiry)
{
    struct feed *feed = context;
    if (follow_changed(feed, inquiry, feed->back))
        feed->heard = feed->asked;
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
    feed->asked = uv_hrtime();
    bool far_back = ++feed->polls % FAR_BACK_EVERY == 0;
    feed->back = seconds_deaf(feed) + (far_back ? FAR_BACK_SECONDS : BACK_SECONDS);
    store_ask(feed->sessions->store, read_changed, answered, feed);
}

/* -- Catching up ------------------------------------------------------------------------------- */

/* A look finds what has to be read, and one of the next ones that it was read. What can't be read
 * is told elsewhere, and not waited for. */
enum { LOOKS_MAX = 6 };

struct catching_up {
    struct feed *feed;
    unsigned back, looks;
    bool read;
    void (*done)(void *context, bool caught_up);
    void *context;
};

static void look(void *context, struct store_inquiry *inquiry)
{
    struct catching_up *catching_up = context;
    catching_up->read = follow_changed(catching_up->feed, inquiry, catching_up->back);
}

static void looked(void *context)
{
    struct catching_up *catching_up = context;
    struct feed *feed = catching_up->feed;
    if (catching_up->read && feed->behind > 0 && ++catching_up->looks < LOOKS_MAX) {
        catching_up->read = false;
        store_ask(feed->sessions->store, look, looked, catching_up);
        return;
    }
    catching_up->done(catching_up->context, catching_up->read);
    free(catching_up);
}

void feed_catch_up(struct feed *feed, void (*done)(void *context, bool caught_up), void *context)
{
    struct catching_up *catching_up = memory_new(sizeof *catching_up);
    *catching_up = (struct catching_up){.feed = feed,
                                        .back = seconds_deaf(feed) + FAR_BACK_SECONDS,
                                        .done = done,
                                        .context = context};
    store_ask(feed->sessions->store, look, looked, catching_up);
}

/* -- Life -------------------------------------------------------------------------------------- */

void feed_open(struct feed *feed, uv_loop_t *loop, struct sessions *sessions,
               struct settings *settings)
{
    *feed = (struct feed){.sessions = sessions, .settings = settings};
    uv_timer_init(loop, &feed->timer);
    feed->timer.data = feed;
}

void feed_start(struct feed *feed)
{
    feed->heard = uv_hrtime();
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
