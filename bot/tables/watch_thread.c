/* Watching in a private thread of the table's channel.
 *
 * The bot lets in those who ask for it, and they can let in nobody. But whoever moderates the
 * channel reads such a thread too. So there is none while somebody at the table does, or may for
 * all that the bot has heard; and nobody who may have read it ever sits down there.
 */
#include "bot/tables/session_private.h"

#include <string.h>

#include "bot/base/log.h"
#include "bot/core/home.h"
#include "bot/core/render.h"

/* -- Who may read it --------------------------------------------------------------------------- */

static const struct table_place *place_on(const struct table *table, const char *network)
{
    const struct table_place *place = table->places;
    while (place != NULL && strcmp(place->network, network) != 0)
        place = place->next;
    return place;
}

static bool may_read(const struct seat *seat, const char *network)
{
    return seat->identity != NULL && seat->sight != SIGHT_OWN &&
           strcmp(seat->network, network) == 0;
}

session_refusal session_refuses_watch_thread(const struct sessions *sessions,
                                             const struct table *table, const char *network)
{
    const struct table_place *place = place_on(table, network);
    const char *known = table->watch != NULL ? table->watch->thread.network : "";
    if (place == NULL || home_identity(place->place) != NULL ||
        !networks_makes_threads(sessions->networks, network) ||
        (known[0] != '\0' && strcmp(known, network) != 0))
        return "refusal.watch-no-thread";
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        if (may_read(&table->seats[seat], network))
            return "refusal.watch-thread-read";
    return NULL;
}

session_refusal session_refuses_reader(const struct table *table, const char *network,
                                       enum person_sight sight)
{
    const char *known = table->watch != NULL ? table->watch->thread.network : "";
    if (sight == SIGHT_OWN || known[0] == '\0' || strcmp(known, network) != 0)
        return NULL;
    return sight == SIGHT_ALL ? "refusal.watch-thread-seat" : "refusal.watch-thread-unknown";
}

/* -- In and out -------------------------------------------------------------------------------- */

static void put_member(const struct sessions *sessions, const struct watch_thread *thread,
                       enum outbound_kind kind, const struct watcher *watcher)
{
    outbox_put(sessions->outbox, &(struct outbound){.kind = kind,
                                                    .network = thread->network,
                                                    .place = thread->reader.identity,
                                                    .identity = watcher->identity,
                                                    .text = ""});
}

static void let_in(const struct sessions *sessions, struct watch *watch)
{
    for (unsigned i = 0; watch->thread.state == WATCH_THREAD_OPEN && i < watch->count; i++) {
        struct watcher *watcher = &watch->watchers[i];
        if (watcher->in_thread && !watcher->let_in)
            put_member(sessions, &watch->thread, OUTBOUND_LET_IN, watcher);
        watcher->let_in = watcher->in_thread;
    }
}

/* What the thread was shown they are not shown again. */
static void take_out(struct sessions *sessions, const struct table *table, struct watcher *watcher)
{
    char number[24];
    const struct watch_thread *thread = &table->watch->thread;
    watcher->in_thread = watcher->let_in = false;
    if (thread->state != WATCH_THREAD_OPEN)
        return;
    put_member(sessions, thread, OUTBOUND_SHUT_OUT, watcher);
    watcher->shown = later_of(watcher->shown, thread->reader.shown);
    if (watcher->shown >= 0)
        session_watch_shown(sessions, table, watcher, log_number(number, watcher->shown));
}

/* Those who read the thread now have been shown so much elsewhere: it goes on from there. */
static void catch_up(struct sessions *sessions, const struct table *table)
{
    char number[24];
    struct watch *watch = table->watch;
    int64_t shown = INT64_MAX;
    for (unsigned i = 0; i < watch->count; i++)
        if (watch->watchers[i].in_thread)
            shown = earlier_of(shown, watch->watchers[i].shown);
    if (shown <= watch->thread.reader.shown)
        return;
    watch->thread.reader.shown = shown;
    session_watch_shown(sessions, table, &watch->thread.reader, log_number(number, shown));
}

void session_watch_in_thread(struct sessions *sessions, struct table *table,
                             struct watcher *watcher, bool in_thread)
{
    struct watch_thread *thread = &table->watch->thread;
    if (!in_thread) {
        if (watcher->in_thread)
            take_out(sessions, table, watcher);
        return;
    }
    struct text network = TEXT_IN(thread->network);
    bool is_first = !watch_has_readers(table->watch);
    text_add(&network, watcher->network);
    watcher->in_thread = true;
    if (thread->state == WATCH_NO_THREAD)
        thread->state = WATCH_THREAD_WANTED;
    if (is_first && thread->state == WATCH_THREAD_OPEN)
        catch_up(sessions, table);
    let_in(sessions, table->watch);
}

static void tell_in_private(struct sessions *sessions, const struct table *table,
                            const struct watcher *watcher, bool is_read)
{
    char buffer[RENDER_LINE_BYTES], game_buffer[64], place_name[PLACE_MAX] = "";
    struct text text = TEXT_IN(buffer), game = TEXT_IN(game_buffer);
    const struct setting_scope reader = session_watcher_reader(table, watcher);
    const struct table_place *place = place_on(table, watcher->network);
    struct words words = style_words(sessions->styles, &reader);
    text_add_format(&game, "%s.name", table->game->id);
    if (place != NULL)
        networks_place_name(sessions->networks, place->network, place->place, watcher->network,
                            place_name);
    words_say(&words, &text, "watch.in-private", SAY_MESSAGE(game.bytes), SAY_TEXT(place_name),
              SAY_NUMBER(is_read));
    outbox_put(sessions->outbox, &(struct outbound){.kind = OUTBOUND_ANSWER,
                                                    .network = watcher->network,
                                                    .place = "",
                                                    .identity = watcher->identity,
                                                    .text = text.bytes});
}

/* There is no thread any more: those who watched there go on in private. `is_read`: somebody at the
 * table may read it. */
static void close_thread(struct sessions *sessions, struct table *table, bool is_read)
{
    struct watch *watch = table->watch;
    for (unsigned i = 0; i < watch->count; i++) {
        struct watcher *watcher = &watch->watchers[i];
        if (!watcher->in_thread)
            continue;
        take_out(sessions, table, watcher);
        tell_in_private(sessions, table, watcher, is_read);
    }
    if (watch->thread.state == WATCH_THREAD_OPEN)
        session_watch_shown(sessions, table, &watch->thread.reader, NULL);
    watch_close_thread(watch);
    session_touch(sessions, table);
}

void session_note_sight(struct sessions *sessions, struct table *table, unsigned seat,
                        enum person_sight sight)
{
    struct seat *owner = &table->seats[seat];
    if (sight == SIGHT_UNKNOWN)
        return;
    owner->sight = sight;
    if (table->watch != NULL && table->watch->thread.state != WATCH_NO_THREAD &&
        may_read(owner, table->watch->thread.network))
        close_thread(sessions, table, true);
}

/* -- The thread -------------------------------------------------------------------------------- */

void session_follow_watch_thread(struct sessions *sessions, struct table *table)
{
    struct watch_thread *thread = table->watch != NULL ? &table->watch->thread : NULL;
    const struct table_place *place = thread != NULL ? place_on(table, thread->network) : NULL;
    if (place == NULL || !place->open || !table_is_live(table))
        return;
    let_in(sessions, table->watch);
    if (thread->state != WATCH_THREAD_WANTED)
        return;
    char name_buffer[64], title_buffer[128], channel[PLACE_MAX];
    struct text name = TEXT_IN(name_buffer), title = TEXT_IN(title_buffer);
    struct words words = style_place_words(sessions->styles, place->network, place->place);
    text_add_format(&name, "%s.name", table->game->id);
    words_say(&words, &title, "thread.watchers", SAY_MESSAGE(name.bytes), SAY_NUMBER(table->id));
    thread->state = WATCH_THREAD_ASKED;
    networks_open_thread(
        sessions->networks, place->network,
        networks_channel(sessions->networks, place->network, place->place, channel), table->id,
        true, title.bytes);
}

void session_watch_thread_opened(struct sessions *sessions, const char *network, int64_t id,
                                 const char *thread)
{
    struct table *table = session_by_id(sessions, id);
    if (table == NULL || table->watch == NULL || table->restoring != RESTORING_NOT ||
        table->watch->thread.state != WATCH_THREAD_ASKED)
        return;
    if (thread == NULL || !table_is_live(table)) {
        close_thread(sessions, table, false);
        return;
    }
    log_info("watch.thread", "table", LOG_NUMBER(id), "network", network);
    watch_open_thread(table->watch, thread);
    table->watch->thread.reader.is_read = true;
    catch_up(sessions, table);
    let_in(sessions, table->watch);
    session_touch(sessions, table);
}

void session_watch_thread_lost(struct sessions *sessions, const char *network, const char *place)
{
    for (struct table *table = sessions->by_id; table != NULL; table = table->hh.next) {
        const struct watch_thread *thread = table->watch != NULL ? &table->watch->thread : NULL;
        if (thread != NULL && thread->state == WATCH_THREAD_OPEN && table_is_live(table) &&
            table->restoring == RESTORING_NOT && strcmp(thread->network, network) == 0 &&
            strcmp(thread->reader.identity, place) == 0)
            close_thread(sessions, table, false);
    }
}
