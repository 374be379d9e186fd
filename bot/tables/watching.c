/* Beginning and ending to watch a table: who may, and what its places are told about it. */
#include "bot/tables/session_private.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/core/render.h"
#include "bot/tables/leagues.h"
#include "bot/tables/time_left.h"

static bool is_watched(const struct table *table)
{
    return table->watch != NULL && table->watch->count > 0;
}

/* -- Delays ------------------------------------------------------------------------------------ */

static struct watch_delay delay_set(struct sessions *sessions, const struct table *table)
{
    const struct setting_scope scope = table_setting_scope(table);
    struct watch_delay delay;
    watch_delay_read(setting_text(sessions->settings, SETTING_WATCH_DELAY, &scope), &delay);
    return delay;
}

static void add_delay(struct watch_delays *delays, const struct watch_delay *delay)
{
    int64_t *most = &delays->most[delay->unit];
    delays->holds[delay->unit] = true;
    *most = later_of(*most, delay->amount);
}

struct watch_delays session_watch_delays(struct sessions *sessions, const struct table *table,
                                         const struct watcher *watcher)
{
    struct watch_delays delays = {.holds = {false}};
    const struct watch_delay now = delay_set(sessions, table);
    const struct watch_delay at_start =
        table->watch != NULL ? table->watch->at_start : (struct watch_delay){.unit = WATCH_ROUND};
    add_delay(&delays, &at_start);
    add_delay(&delays, &now);
    if (watcher != NULL && watcher->has_own)
        add_delay(&delays, &watcher->own);
    return delays;
}

static void say_delay(const struct words *words, enum watch_unit unit, int64_t amount,
                      struct text *out)
{
    char buffer[64];
    struct text time = TEXT_IN(buffer);
    switch (unit) {
    case WATCH_MOVES:
        words_say(words, out, "watch.delay-moves", SAY_NUMBER(amount));
        break;
    case WATCH_TIME:
        time_left_say(words, amount, &time);
        text_add(out, time.bytes);
        break;
    default:
        words_say_plain(words, out, unit == WATCH_DEAL ? "watch.delay-deal" : "watch.delay-round");
    }
}

static void say_delays(const struct words *words, const struct watch_delays *delays,
                       struct text *out)
{
    for (enum watch_unit unit = 0; unit < WATCH_UNITS; unit++) {
        if (!delays->holds[unit])
            continue;
        text_separate(out, " + ");
        say_delay(words, unit, delays->most[unit], out);
    }
}

void session_say_watch_delay(struct sessions *sessions, const struct table *table,
                             const char *network, const char *identity, const struct words *words,
                             struct text *out)
{
    const struct watch_delays delays =
        session_watch_delays(sessions, table, watch_find(table, network, identity));
    say_delays(words, &delays, out);
}

void session_watch_begins(struct sessions *sessions, struct table *table)
{
    const struct watch_delay delay = delay_set(sessions, table);
    if (delay.unit != WATCH_ROUND || table->watch != NULL)
        watch_of(table)->at_start = delay;
}

/* -- Who watches ------------------------------------------------------------------------------- */

static void list_watchers(const struct table *table, struct text *out)
{
    for (unsigned i = 0; is_watched(table) && i < table->watch->count; i++) {
        text_separate(out, ", ");
        text_add(out, table->watch->watchers[i].name);
    }
}

void session_say_watchers(const struct table *table, const struct words *words, struct text *out)
{
    char buffer[WATCHERS_MAX * NAME_MAX_BYTES * 2];
    struct text names = TEXT_IN(buffer);
    if (!is_watched(table))
        return;
    list_watchers(table, &names);
    text_separate(out, "\n");
    words_say(words, out, "answer.watchers", SAY_TEXT(names.bytes));
}

void session_tell_watchers(struct sessions *sessions, const struct table *table)
{
    char buffer[WATCHERS_MAX * NAME_MAX_BYTES * 2];
    struct text names = TEXT_IN(buffer);
    list_watchers(table, &names);
    session_event(sessions, table, "event.watchers",
                  SAY_NUMBER(table->watch != NULL ? table->watch->count : 0),
                  SAY_TEXT(names.bytes));
}

/* One account has one name on every network: rather one too many is refused. */
static bool sits(const struct table *table, const char *identity)
{
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        if (table->seats[seat].identity != NULL &&
            strcmp(table->seats[seat].identity, identity) == 0)
            return true;
    return false;
}

/* Whether a seat that the bot plays now is theirs again as soon as they ask. */
static bool has_seat_kept(const struct table *table, const char *identity)
{
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        if (table->seats[seat].former != NULL &&
            strcmp(table->seats[seat].former->identity, identity) == 0)
            return true;
    return false;
}

static bool is_unwelcome(struct sessions *sessions, const struct table *table, const char *network,
                         const struct person *person)
{
    const struct suspect suspect = {.network = network, .identity = person->identity};
    struct ban ban;
    return session_refuses_company(sessions, table, network, person->identity) != NULL ||
           session_is_barred(sessions, table, &suspect, &ban);
}

static bool is_on(struct sessions *sessions, const struct table *table)
{
    const struct setting_scope scope = table_setting_scope(table);
    return setting_is_on(sessions->settings, SETTING_WATCH, &scope);
}

static session_refusal refuses(struct sessions *sessions, const struct table *table,
                               const char *network, const struct person *person)
{
    if (table->status != TABLE_PLAYING)
        return "refusal.not-started";
    if (table->daily != NULL) /* somebody else may still have to play it */
        return "refusal.watch-daily";
    if (leagues_hide(sessions, table->id))
        return "refusal.watch-league";
    if (sits(table, person->identity))
        return "refusal.watch-seated";
    if (has_seat_kept(table, person->identity))
        return "refusal.watch-seat-kept";
    if (!is_on(sessions, table))
        return "refusal.watch-off";
    if (watch_is_forbidden(table))
        return "refusal.watch-forbidden";
    if (is_unwelcome(sessions, table, network, person))
        return "refusal.watch-not-you";
    return session_refuses_stranger(sessions, network, table_setting_scope(table).place, person);
}

session_refusal session_refuses_watcher(const struct table *table, const char *identity)
{
    return watch_has_watched(table, identity) ? "refusal.watched" : NULL;
}

static void tell_begins(struct sessions *sessions, const struct table *table,
                        const struct watcher *watcher)
{
    const struct watch_delays delays = session_watch_delays(sessions, table, watcher);
    for (const struct table_place *place = table->places; place != NULL; place = place->next) {
        char buffer[256];
        struct text delay = TEXT_IN(buffer);
        struct words words = style_place_words(sessions->styles, place->network, place->place);
        say_delays(&words, &delays, &delay);
        const struct word_argument arguments[] = {SAY_TEXT(watcher->name), SAY_TEXT(delay.bytes),
                                                  SAY_NUMBER(watcher->in_thread)};
        session_announce_at(sessions, table, place, "event.watch-begins", arguments, 3);
    }
}

static void take_own(struct watcher *watcher, const struct watch_delay *own)
{
    watcher->has_own = own != NULL;
    if (own != NULL)
        watcher->own = *own;
}

session_refusal session_watch(struct sessions *sessions, struct table *table, const char *network,
                              const struct person *person, const struct watch_delay *own,
                              bool in_thread)
{
    session_refusal refusal = refuses(sessions, table, network, person);
    if (refusal == NULL && in_thread)
        refusal = session_refuses_watch_thread(sessions, table, network);
    if (refusal != NULL)
        return refusal;
    struct watcher *watcher = watch_find(table, network, person->identity);
    bool begins = watcher == NULL;
    if (begins &&
        (watch_of(table)->count == WATCHERS_MAX || !watch_note_watched(table, person->identity)))
        return "refusal.watch-full";
    if (begins)
        watcher = watch_add(table, network, person->identity, person->name);
    take_own(watcher, own);
    session_watch_in_thread(sessions, table, watcher, in_thread);
    session_touch(sessions, table); /* what is old enough is shown when this is saved */
    if (begins) {
        watcher->is_read = true;
        tell_begins(sessions, table, watcher);
        log_info("watch.begins", "table", LOG_NUMBER(table->id), "network", network);
    }
    return NULL;
}

void session_watch_shown(struct sessions *sessions, const struct table *table,
                         const struct watcher *watcher, const char *value)
{
    char scope[STORE_WORD_MAX], key[STORE_WORD_MAX];
    struct text text = TEXT_IN(key);
    text_add_format(&text, "%s %s", watcher->network, watcher->identity);
    store_value_set(sessions->store, session_watch_scope(table, scope), key, value);
}

const char *session_watch_scope(const struct table *table, char scope[STORE_WORD_MAX])
{
    struct text text = text_in(scope, STORE_WORD_MAX);
    text_add_format(&text, "watch shown %lld", (long long)table->id);
    return scope;
}

static void drop(struct sessions *sessions, struct table *table, struct watcher *watcher)
{
    session_watch_in_thread(sessions, table, watcher, false);
    session_watch_shown(sessions, table, watcher, NULL);
    watch_remove(table, watcher);
    session_touch(sessions, table);
}

void session_drop_watchers(struct sessions *sessions, struct table *table)
{
    while (is_watched(table))
        drop(sessions, table, &table->watch->watchers[table->watch->count - 1]);
}

bool session_unwatch(struct sessions *sessions, struct table *table, const char *network,
                     const char *identity)
{
    struct watcher *watcher = watch_find(table, network, identity);
    if (watcher == NULL || !table_is_live(table) || table->restoring != RESTORING_NOT)
        return false;
    session_event(sessions, table, "event.watch-ends", SAY_TEXT(watcher->name));
    drop(sessions, table, watcher);
    return true;
}

unsigned session_unwatch_all(struct sessions *sessions, const char *network, const char *identity)
{
    unsigned ended = 0;
    for (struct table *table = sessions->by_id; table != NULL; table = table->hh.next)
        ended += session_unwatch(sessions, table, network, identity);
    return ended;
}

void session_unwatch_at(struct sessions *sessions, const char *network, const char *place,
                        const char *identity)
{
    for (struct table *table = sessions->by_id; table != NULL; table = table->hh.next)
        if (place[0] == '\0' || table_is_at(table, network, place))
            session_unwatch(sessions, table, network, identity);
}

static void rename_watcher(struct sessions *sessions, const struct table *table,
                           struct watcher *watcher, const struct person *now)
{
    char number[24];
    session_watch_shown(sessions, table, watcher, NULL);
    free(watcher->identity);
    free(watcher->name);
    watcher->identity = memory_copy(now->identity);
    watcher->name = memory_copy(now->name);
    if (watcher->shown >= 0)
        session_watch_shown(sessions, table, watcher, log_number(number, watcher->shown));
}

static void watcher_renamed(struct sessions *sessions, struct table *table, const char *network,
                            const char *old_identity, const struct person *now)
{
    bool another = strcmp(old_identity, now->identity) != 0;
    bool known = !another || watch_note_watched(table, now->identity);
    struct watcher *watcher = watch_find(table, network, old_identity);
    bool known_twice = another && watch_find(table, network, now->identity) != NULL;
    session_touch(sessions, table);
    if (watcher != NULL && (!known || known_twice || sits(table, now->identity)))
        session_unwatch(sessions, table, network, old_identity);
    else if (watcher != NULL)
        rename_watcher(sessions, table, watcher, now);
}

void session_watcher_renamed(struct sessions *sessions, const char *network,
                             const char *old_identity, const struct person *now)
{
    for (struct table *table = sessions->by_id; table != NULL; table = table->hh.next)
        if (table_is_live(table) && table->restoring == RESTORING_NOT &&
            watch_has_watched(table, old_identity))
            watcher_renamed(sessions, table, network, old_identity, now);
}

/* -- What players decide ----------------------------------------------------------------------- */

struct setting_scope session_watcher_reader(const struct table *table,
                                            const struct watcher *watcher)
{
    const struct table_place *place = table_place_of(table, watcher->network, watcher->identity);
    bool here = place != NULL && strcmp(place->network, watcher->network) == 0;
    if (here && watch_is_thread(table->watch, watcher))
        return setting_in_place(watcher->network, place->place);
    return setting_for_person(watcher->network, here ? place->place : "", watcher->identity);
}

/* Tells each watcher why it is over: `who` does not want it, or, with "", the settings. */
static void tell_stopped(struct sessions *sessions, const struct table *table, const char *who)
{
    char game_buffer[64], place_name[PLACE_MAX] = "";
    struct text game = TEXT_IN(game_buffer);
    text_add_format(&game, "%s.name", table->game->id);
    for (unsigned i = 0; is_watched(table) && i < table->watch->count; i++) {
        const struct watcher *watcher = &table->watch->watchers[i];
        char buffer[RENDER_LINE_BYTES];
        struct text text = TEXT_IN(buffer);
        const struct setting_scope reader = session_watcher_reader(table, watcher);
        struct words words = style_words(sessions->styles, &reader);
        const struct table_place *place =
            table_place_of(table, watcher->network, watcher->identity);
        if (place == NULL)
            continue;
        networks_place_name(sessions->networks, place->network, place->place, watcher->network,
                            place_name);
        words_say(&words, &text, "watch.stopped", SAY_MESSAGE(game.bytes), SAY_TEXT(place_name),
                  SAY_NUMBER(who[0] != '\0'), SAY_TEXT(who));
        outbox_put(sessions->outbox, &(struct outbound){.kind = OUTBOUND_ANSWER,
                                                        .network = watcher->network,
                                                        .place = "",
                                                        .identity = watcher->identity,
                                                        .text = text.bytes});
    }
}

void session_forbid_watching(struct sessions *sessions, struct table *table, unsigned seat)
{
    char buffer[WATCHERS_MAX * NAME_MAX_BYTES * 2];
    struct text names = TEXT_IN(buffer);
    struct seat *forbids = &table->seats[seat];
    if (!forbids->unwatched)
        watch_of(table)->changes++;
    forbids->unwatched = true;
    list_watchers(table, &names);
    session_event(sessions, table, "event.watch-forbidden", SAY_TEXT(forbids->name),
                  SAY_NUMBER(names.length > 0), SAY_TEXT(names.bytes));
    tell_stopped(sessions, table, forbids->name);
    session_drop_watchers(sessions, table);
    session_touch(sessions, table);
}

bool session_allow_watching(struct sessions *sessions, struct table *table, unsigned seat)
{
    char buffer[GAME_SEATS_MAX * NAME_MAX_BYTES * 2];
    struct text others = TEXT_IN(buffer);
    seat_set forbidding = 0;
    if (!table->seats[seat].unwatched)
        return false;
    table->seats[seat].unwatched = false;
    watch_of(table)->changes++;
    for (unsigned other = 0; other < table->seat_count; other++)
        if (table->seats[other].unwatched)
            forbidding |= SEAT_BIT(other);
    table_list_seats(table, forbidding, &others);
    session_event(sessions, table, "event.watch-allowed", SAY_TEXT(table->seats[seat].name),
                  SAY_NUMBER(forbidding != 0), SAY_TEXT(others.bytes));
    session_touch(sessions, table);
    return true;
}

void session_apply_watching(struct sessions *sessions, struct table *table)
{
    char buffer[WATCHERS_MAX * NAME_MAX_BYTES * 2];
    struct text names = TEXT_IN(buffer);
    if (!is_watched(table) || !table_is_live(table) || table->restoring != RESTORING_NOT ||
        is_on(sessions, table))
        return;
    list_watchers(table, &names);
    session_event(sessions, table, "event.watch-ends", SAY_TEXT(names.bytes));
    tell_stopped(sessions, table, "");
    session_drop_watchers(sessions, table);
}

/* -- On disk ----------------------------------------------------------------------------------- */

void session_watch_save(struct sessions *sessions, struct table *table)
{
    if (table->restoring != RESTORING_NOT)
        return;
    if (table_is_live(table)) {
        watch_mark_time(table, clock_now(sessions->clock));
        return;
    }
    struct watcher *watcher;
    for (unsigned i = 0; (watcher = watch_each(table->watch, i)) != NULL; i++)
        session_watch_shown(sessions, table, watcher, NULL);
}
