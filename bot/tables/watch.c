#include "bot/tables/watch.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/tables/table.h"

struct watch *watch_of(struct table *table)
{
    if (table->watch == NULL)
        table->watch = memory_new(sizeof *table->watch);
    return table->watch;
}

static void watcher_clear(struct watcher *watcher)
{
    free(watcher->network);
    free(watcher->identity);
    free(watcher->name);
}

void watch_free(struct watch *watch)
{
    for (unsigned i = 0; watch != NULL && i < watch->count; i++)
        watcher_clear(&watch->watchers[i]);
    if (watch != NULL)
        watcher_clear(&watch->thread.reader);
    free(watch);
}

static struct watcher watcher_new(const char *network, const char *identity, const char *name)
{
    return (struct watcher){.network = memory_copy(network),
                            .identity = memory_copy(identity),
                            .name = memory_copy(name),
                            .shown = -1,
                            .next = INT64_MAX};
}

/* -- Who watches ------------------------------------------------------------------------------- */

struct watcher *watch_find(const struct table *table, const char *network, const char *identity)
{
    struct watch *watch = table->watch;
    for (unsigned i = 0; watch != NULL && i < watch->count; i++)
        if (strcmp(watch->watchers[i].identity, identity) == 0 &&
            strcmp(watch->watchers[i].network, network) == 0)
            return &watch->watchers[i];
    return NULL;
}

struct watcher *watch_add(struct table *table, const char *network, const char *identity,
                          const char *name)
{
    struct watch *watch = watch_of(table);
    if (watch->count == WATCHERS_MAX)
        return NULL;
    struct watcher *added = &watch->watchers[watch->count++];
    *added = watcher_new(network, identity, name);
    watch->changes++;
    return added;
}

void watch_remove(struct table *table, const struct watcher *watcher)
{
    struct watch *watch = table->watch;
    size_t index = (size_t)(watcher - watch->watchers);
    watcher_clear(&watch->watchers[index]);
    memmove(&watch->watchers[index], &watch->watchers[index + 1],
            (watch->count - index - 1) * sizeof watch->watchers[0]);
    watch->count--;
    watch->changes++;
    if (watch->count == 0)
        watch->mark_count = 0;
}

/* -- The thread -------------------------------------------------------------------------------- */

void watch_open_thread(struct watch *watch, const char *place)
{
    watcher_clear(&watch->thread.reader);
    watch->thread.reader = watcher_new(watch->thread.network, place, "");
    watch->thread.state = WATCH_THREAD_OPEN;
}

void watch_close_thread(struct watch *watch)
{
    watcher_clear(&watch->thread.reader);
    watch->thread.reader = (struct watcher){.shown = -1};
    watch->thread.state = WATCH_NO_THREAD;
}

struct watcher *watch_each(struct watch *watch, unsigned index)
{
    if (watch != NULL && index < watch->count)
        return &watch->watchers[index];
    bool thread =
        watch != NULL && index == watch->count && watch->thread.state == WATCH_THREAD_OPEN;
    return thread ? &watch->thread.reader : NULL;
}

bool watch_is_thread(const struct watch *watch, const struct watcher *watcher)
{
    return watcher == &watch->thread.reader;
}

bool watch_has_readers(const struct watch *watch)
{
    for (unsigned i = 0; watch != NULL && i < watch->count; i++)
        if (watch->watchers[i].in_thread)
            return true;
    return false;
}

bool watch_is_forbidden(const struct table *table)
{
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        if (table->seats[seat].unwatched)
            return true;
    return false;
}

/* -- Who has watched --------------------------------------------------------------------------- */

static void hash_identity(const struct table *table, const char *identity,
                          char hash[WATCH_HASH_TEXT])
{
    enum { HASH_BYTES = (WATCH_HASH_TEXT - 1) / 2 };
    uint8_t bytes[HASH_BYTES];
    crypto_generichash(bytes, sizeof bytes, (const uint8_t *)identity, strlen(identity),
                       table->seed, sizeof table->seed);
    sodium_bin2hex(hash, WATCH_HASH_TEXT, bytes, sizeof bytes);
}

bool watch_has_watched(const struct table *table, const char *identity)
{
    const struct watch *watch = table->watch;
    char hash[WATCH_HASH_TEXT];
    if (watch == NULL || watch->watched_count == 0)
        return false;
    hash_identity(table, identity, hash);
    for (unsigned i = 0; i < watch->watched_count; i++)
        if (strcmp(watch->watched[i], hash) == 0)
            return true;
    return false;
}

bool watch_note_watched(struct table *table, const char *identity)
{
    struct watch *watch = watch_of(table);
    if (watch_has_watched(table, identity))
        return true;
    if (watch->watched_count == WATCHED_MAX)
        return false;
    hash_identity(table, identity, watch->watched[watch->watched_count++]);
    return true;
}

/* -- How old lines are ------------------------------------------------------------------------- */

void watch_rewind(struct table *table)
{
    struct watch *watch = table->watch;
    for (unsigned i = 0; watch != NULL && i < watch->mark_count; i++)
        if (watch->marks[i].lines > table->lines)
            watch->marks[i].lines = table->lines;
}

/* Without every second mark some lines count as younger than they are, and none as older. */
static void thin_out(struct watch *watch)
{
    unsigned kept = 0;
    for (unsigned i = 1; i < watch->mark_count; i += 2)
        watch->marks[kept++] = watch->marks[i];
    watch->mark_count = kept;
}

void watch_mark_time(struct table *table, int64_t now)
{
    struct watch *watch = table->watch;
    if (watch == NULL || watch->count == 0)
        return;
    unsigned count = watch->mark_count;
    if (count > 0 && watch->marks[count - 1].lines == table->lines)
        return;
    if (count == WATCH_MARKS_MAX)
        thin_out(watch);
    watch->marks[watch->mark_count++] = (struct watch_mark){table->lines, now};
}

int64_t watch_lines_aged(const struct watch *watch, int64_t delay, int64_t now)
{
    int64_t aged = -1;
    for (unsigned i = 0; i < watch->mark_count; i++)
        if (watch->marks[i].at + delay <= now)
            aged = watch->marks[i].lines;
    return aged;
}

int64_t watch_next_aged(const struct watch *watch, int64_t delay, int64_t now)
{
    for (unsigned i = 0; i < watch->mark_count; i++)
        if (watch->marks[i].at + delay > now)
            return watch->marks[i].at + delay;
    return INT64_MAX;
}
