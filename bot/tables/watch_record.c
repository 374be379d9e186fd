/* Who watches a table and who may not, as a part of what the table waits for (waiting.c). */
#include <jansson.h>
#include <string.h>

#include "bot/record/json_record.h"
#include "bot/tables/session_private.h"

/* -- Writing ----------------------------------------------------------------------------------- */

static void add_string(struct text *out, const char *before, const char *string)
{
    text_add(out, before);
    json_record_add_string(out, string);
}

static void print_watchers(const struct watch *watch, struct text *out)
{
    text_add(out, ",\"people\":[");
    for (unsigned i = 0; i < watch->count; i++) {
        const struct watcher *watcher = &watch->watchers[i];
        char own[WATCH_DELAY_BYTES] = "";
        if (watcher->has_own)
            watch_delay_print(&watcher->own, own);
        add_string(out, i > 0 ? ",[" : "[", watcher->network);
        add_string(out, ",", watcher->identity);
        add_string(out, ",", watcher->name);
        add_string(out, ",", own);
        text_add(out, watcher->in_thread ? ",true]" : "]");
    }
    text_add_char(out, ']');
}

static void print_history(const struct watch *watch, struct text *out)
{
    text_add(out, ",\"watched\":[");
    for (unsigned i = 0; i < watch->watched_count; i++)
        add_string(out, i > 0 ? "," : "", watch->watched[i]);
    text_add(out, "],\"marks\":[");
    for (unsigned i = 0; i < watch->mark_count; i++)
        text_add_format(out, "%s[%lu,%lld]", i > 0 ? "," : "", (unsigned long)watch->marks[i].lines,
                        (long long)watch->marks[i].at);
    text_add_char(out, ']');
}

/* Without a place it is not made yet, or is gone. */
static void print_thread(const struct watch_thread *thread, struct text *out)
{
    bool open = thread->state == WATCH_THREAD_OPEN;
    add_string(out, ",\"thread\":[", thread->network);
    add_string(out, ",", open ? thread->reader.identity : "");
    text_add_char(out, ']');
}

static void print_unwatched(const struct table *table, struct text *out)
{
    text_add(out, ",\"unwatched\":[");
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        text_add_format(out, "%s%d", seat > 0 ? "," : "", table->seats[seat].unwatched);
    text_add_char(out, ']');
}

void session_watch_print(const struct table *table, struct text *out)
{
    const struct watch *watch = table->watch;
    char delay[WATCH_DELAY_BYTES];
    if (watch == NULL)
        return;
    watch_delay_print(&watch->at_start, delay);
    add_string(out, ",\"watch\":{\"delay\":", delay);
    text_add_format(out, ",\"changes\":%lu", (unsigned long)watch->changes);
    if (watch->count > 0)
        print_watchers(watch, out);
    if (watch->watched_count > 0)
        print_history(watch, out);
    if (watch->thread.network[0] != '\0')
        print_thread(&watch->thread, out);
    if (watch_is_forbidden(table))
        print_unwatched(table, out);
    text_add_char(out, '}');
}

/* -- Reading ----------------------------------------------------------------------------------- */

static const char *string_at(const json_t *list, size_t index)
{
    const char *string = json_string_value(json_array_get(list, index));
    return string != NULL ? string : "";
}

static void read_watchers(const json_t *list, struct table *table)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *read = json_array_get(list, i);
        struct watch_delay own;
        bool has_own = watch_delay_read(string_at(read, 3), &own);
        struct watcher *watcher =
            watch_add(table, string_at(read, 0), string_at(read, 1), string_at(read, 2));
        if (watcher == NULL)
            continue;
        watcher->has_own = has_own;
        watcher->own = own;
        watcher->in_thread = json_is_true(json_array_get(read, 4));
    }
}

static void read_history(const json_t *object, struct watch *watch)
{
    const json_t *watched = json_object_get(object, "watched");
    const json_t *marks = json_object_get(object, "marks");
    for (size_t i = 0; i < json_array_size(watched) && i < WATCHED_MAX; i++) {
        struct text hash = TEXT_IN(watch->watched[watch->watched_count]);
        text_add(&hash, string_at(watched, i));
        watch->watched_count++;
    }
    for (size_t i = 0; i < json_array_size(marks) && i < WATCH_MARKS_MAX; i++) {
        const json_t *mark = json_array_get(marks, i);
        watch->marks[watch->mark_count++] =
            (struct watch_mark){(uint32_t)json_integer_value(json_array_get(mark, 0)),
                                json_integer_value(json_array_get(mark, 1))};
    }
}

/* Who watches has been read. */
static void read_thread(const json_t *list, struct watch *watch)
{
    struct text network = TEXT_IN(watch->thread.network);
    const char *place = string_at(list, 1);
    text_add(&network, string_at(list, 0));
    if (place[0] != '\0')
        watch_open_thread(watch, place);
    else if (watch_has_readers(watch))
        watch->thread.state = WATCH_THREAD_WANTED;
}

void session_watch_take(struct table *table, const struct json_t *object)
{
    if (!json_is_object(object))
        return;
    struct watch *watch = watch_of(table);
    const char *delay = json_string_value(json_object_get(object, "delay"));
    const json_t *unwatched = json_object_get(object, "unwatched");
    if (delay != NULL)
        watch_delay_read(delay, &watch->at_start);
    read_watchers(json_object_get(object, "people"), table);
    read_history(object, watch);
    read_thread(json_object_get(object, "thread"), watch);
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        table->seats[seat].unwatched = json_integer_value(json_array_get(unwatched, seat)) != 0;
    watch->changes = (uint32_t)json_integer_value(json_object_get(object, "changes"));
}
