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
        feed->strange = memory_resize(feed->strange, feed->room * sizeof *feed->strange);
        feed->concerning = memory_resize(feed->concerning, feed->room * sizeof *feed->concerning);
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

static unsigned seconds_since(uint64_t moment)
{
    const uint64_t second = 1000 * 1000 * 1000;
    return (unsigned)((uv_hrtime() - moment) / second);
}

/* A process that was stopped or cut off looks back to when the store last answered. */
static unsigned seconds_back(struct feed *feed)
{
    feed->looks_since = feed->since != 0;
    return seconds_since(feed->looks_since && feed->since < feed->heard ? feed->since
                                                                        : feed->heard);
}

/* -- Tables that nobody knows here ------------------------------------------------------------- */

static bool is_live(const struct stored_version *changed)
{
    return changed->status == TABLE_LOBBY || changed->status == TABLE_PLAYING;
}

/* Whether it was found not to concern this process, and has not changed since. */
static bool is_stranger(struct feed *feed, const struct stored_version *changed)
{
    struct feed_stranger *known;
    HASH_FIND(hh, feed->strangers, &changed->table, sizeof changed->table, known);
    if (known == NULL || known->version != changed->version)
        return false;
    known->poll = feed->polls;
    return true;
}

/* In the order of their ids, as they were read. */
static void list_strange(struct feed *feed)
{
    feed->strange_count = 0;
    for (size_t i = 0; i < feed->count; i++) {
        const struct stored_version *changed = &feed->changed[i];
        if (!is_live(changed) || session_by_id(feed->sessions, changed->table) != NULL ||
            (feed->sessions->shares && is_stranger(feed, changed)))
            continue;
        feed->concerning[feed->strange_count] = !feed->sessions->shares;
        feed->strange[feed->strange_count++] = changed->table;
    }
}

static int compare_tables(const void *one, const void *other)
{
    int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;
    return (a > b) - (a < b);
}

static bool note_site(void *context, const struct stored_site *site)
{
    struct feed *feed = context;
    const int64_t *strange = bsearch(&site->table, feed->strange, feed->strange_count,
                                     sizeof *feed->strange, compare_tables);
    if (strange != NULL && session_concerns(feed->sessions, site->network, site->place))
        feed->concerning[strange - feed->strange] = true;
    return true;
}

static void note_stranger(struct feed *feed, const struct stored_version *changed)
{
    struct feed_stranger *known;
    HASH_FIND(hh, feed->strangers, &changed->table, sizeof changed->table, known);
    if (known == NULL) {
        known = memory_new(sizeof *known);
        known->table = changed->table;
        HASH_ADD(hh, feed->strangers, table, sizeof known->table, known);
    }
    known->version = changed->version;
    known->poll = feed->polls;
}

/* Those that no poll has seen for a while do not come again unless they change. */
static void drop_strangers(struct feed *feed, unsigned unseen_for)
{
    struct feed_stranger *known, *next;
    HASH_ITER (hh, feed->strangers, known, next) {
        if (feed->polls - known->poll < unseen_for)
            continue;
        /* It leaves the hash before it is freed, which the analyzer does not see. */
        HASH_DEL(feed->strangers, known); /* NOLINT(clang-analyzer-unix.Malloc) */
        free(known);
    }
}

/* Takes up those that concern this process. */
static bool follow_strange(struct feed *feed, struct store_inquiry *inquiry)
{
    size_t next = 0;
    list_strange(feed);
    if (feed->strange_count == 0)
        return true;
    if (feed->sessions->shares &&
        !store_read_sites_of(inquiry, feed->strange, feed->strange_count, feed, note_site))
        return false;
    for (size_t i = 0; i < feed->count && next < feed->strange_count; i++) {
        if (feed->changed[i].table != feed->strange[next])
            continue;
        if (feed->concerning[next++]) {
            session_take_up(feed->sessions, feed->changed[i].table);
            feed->behind++;
        } else {
            note_stranger(feed, &feed->changed[i]);
        }
    }
    return true;
}

/* -- Polling ----------------------------------------------------------------------------------- */

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
    if (feed->settings_moved && feed->sessions->shares)
        session_remove_barred(feed->sessions);
    for (size_t i = 0; i < feed->count; i++)
        feed->behind += session_follow(feed->sessions, &feed->changed[i]);
    return follow_strange(feed, inquiry);
}

static void read_changed(void *context, struct store_inquiry *inquiry)
{
    struct feed *feed = context;
    if (!follow_changed(feed, inquiry, feed->back))
        return;
    feed->heard = feed->asked;
    if (feed->looks_since)
        feed->since = 0;
}

static void answered(void *context)
{
    struct feed *feed = context;
    feed->asks = false;
}

static void poll_store(uv_timer_t *timer)
{
    struct feed *feed = timer->data;
    session_dismiss_guests(feed->sessions);
    if (feed->asks)
        return;
    feed->asks = true;
    feed->asked = uv_hrtime();
    bool far_back = ++feed->polls % FAR_BACK_EVERY == 0;
    feed->back = seconds_back(feed) + (far_back ? FAR_BACK_SECONDS : BACK_SECONDS);
    if (far_back)
        drop_strangers(feed, 2 * FAR_BACK_EVERY);
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
                                        .back = seconds_since(feed->heard) + FAR_BACK_SECONDS,
                                        .done = done,
                                        .context = context};
    store_ask(feed->sessions->store, look, looked, catching_up);
}

void feed_look_again(struct feed *feed, uint64_t since)
{
    drop_strangers(feed, 0);
    feed->since = since;
    feed->looks_since = false;
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
    drop_strangers(feed, 0);
    free(feed->changed);
    free(feed->strange);
    free(feed->concerning);
    feed->changed = NULL;
    feed->strange = NULL;
    feed->concerning = NULL;
    feed->room = 0;
}
