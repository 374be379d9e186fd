#include "tests/unit/host_books.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/memory.h"
#include "bot/core/settings.h"
#include "bot/tables/seeking.h"

/* -- What names each other --------------------------------------------------------------------- */

static size_t times_listed(const struct sessions *sessions, const struct table *table,
                           const struct seat *seat)
{
    size_t count, times = 0;
    struct table *const *tables =
        session_tables_of(sessions, seat->network, seat->identity, &count);
    for (size_t i = 0; i < count; i++)
        times += tables[i] == table;
    return times;
}

static void check_people(const struct sessions *sessions, const struct table *table)
{
    for (unsigned number = 0; number < table->seat_count; number++) {
        const struct seat *seat = &table->seats[number];
        if (seat->identity != NULL)
            assert_int_equal(times_listed(sessions, table, seat), table_is_live(table));
    }
}

static void check_places(const struct sessions *sessions, const struct table *table)
{
    for (const struct table_place *place = table->places; place != NULL; place = place->next) {
        assert_ptr_equal(place->table, table);
        assert_ptr_equal(session_place(sessions, place->network, place->place), place);
        assert_false(place->untold && table_is_live(table));
    }
}

/* A table that is over stays for as long as a place shows it. */
static void check_table(const struct sessions *sessions, const struct table *table)
{
    assert_ptr_equal(session_by_id(sessions, table->id), table);
    assert_true(table_is_live(table) || table->places != NULL);
    assert_false(table->touched || table->unsaved || table->flight != NULL);
    check_people(sessions, table);
    check_places(sessions, table);
}

static void check_place(const struct table_place *place)
{
    const struct table_place *listed = place->table != NULL ? place->table->places : place;
    while (listed != NULL && listed != place)
        listed = listed->next;
    assert_ptr_equal(listed, place);
    for (const struct place_link *link = place->links; link != NULL; link = link->next) {
        assert_true(session_is_linked(link->other, place));
        for (const struct place_link *later = link->next; later != NULL; later = later->next)
            assert_ptr_not_equal(later->other, link->other);
    }
}

/* -- What is due ------------------------------------------------------------------------------- */

static void check_deadlines(const struct sessions *sessions)
{
    const struct deadlines *deadlines = &sessions->deadlines;
    size_t due = 0;
    for (const struct table *table = sessions->by_id; table != NULL; table = table->hh.next) {
        due += table->due_index != 0;
        if (table->due_index != 0)
            assert_ptr_equal(deadlines->heap[table->due_index - 1], table);
        assert_true(table->due_index == 0 || table_is_live(table));
    }
    assert_int_equal(deadlines->count, due);
    for (size_t i = 1; i < deadlines->count; i++)
        assert_true(deadlines->heap[(i - 1) / 2]->due <= deadlines->heap[i]->due);
}

static void check_bots(const struct sessions *sessions)
{
    size_t marked = 0, listed = 0;
    for (const struct table *table = sessions->by_id; table != NULL; table = table->hh.next)
        marked += table->bots_due;
    for (const struct table *table = sessions->bots_due; table != NULL; table = table->bots_next)
        listed++;
    assert_int_equal(marked, listed);
}

/* What letting the settings apply sets. */
struct applied {
    struct table_clock clock;
    int64_t due;
    bool listed, plays_forced, bots_due, bots_held, doubted[GAME_SEATS_MAX];
};

static struct applied applied_to(const struct table *table)
{
    struct applied applied = {.clock = table->clock,
                              .due = table->due,
                              .listed = table->due_index != 0,
                              .plays_forced = table->plays_forced,
                              .bots_due = table->bots_due,
                              .bots_held = table->bots_held};
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        applied.doubted[seat] = table->seats[seat].doubted;
    return applied;
}

static void compare_turns(const struct turn *one, const struct turn *other)
{
    assert_int_equal(one->asked, other->asked);
    assert_int_equal(one->since, other->since);
    assert_int_equal(one->reminded, other->reminded);
    assert_int_equal(one->reminders, other->reminders);
    assert_int_equal(one->over, other->over);
}

static void compare_clocks(const struct table_clock *one, const struct table_clock *other)
{
    assert_int_equal(one->turn_time, other->turn_time);
    assert_int_equal(one->paused, other->paused);
    assert_int_equal(one->show_by, other->show_by);
    for (unsigned seat = 0; seat < GAME_SEATS_MAX; seat++) {
        compare_turns(&one->turns[seat], &other->turns[seat]);
        assert_int_equal(one->turns[seat].deadline, other->turns[seat].deadline);
    }
}

/* A table may be looked at too early, as when somebody was heard since, and never too late. */
static void compare_applied(const struct applied *one, const struct applied *other, int64_t now)
{
    assert_true(one->due <= other->due || one->due <= now);
    assert_true(one->listed || !other->listed);
    assert_int_equal(one->plays_forced, other->plays_forced);
    assert_int_equal(one->bots_due, other->bots_due);
    assert_int_equal(one->bots_held, other->bots_held);
    assert_memory_equal(one->doubted, other->doubted, sizeof one->doubted);
    assert_int_equal(one->clock.touched, other->clock.touched);
    compare_clocks(&one->clock, &other->clock);
}

static void check_settings(struct host *host)
{
    struct sessions *sessions = &host->sessions;
    size_t count = HASH_COUNT(sessions->by_id), i = 0;
    struct applied *before = memory_new((count + 1) * sizeof *before);
    for (const struct table *table = sessions->by_id; table != NULL; table = table->hh.next)
        before[i++] = applied_to(table);
    session_settings_changed(sessions);
    i = 0;
    for (const struct table *table = sessions->by_id; table != NULL; table = table->hh.next) {
        const struct applied after = applied_to(table);
        compare_applied(&before[i++], &after, clock_now(&host->clock));
    }
    free(before);
}

/* The loop wakes for the first deadline, and goes on while seats of the bot may act. */
static void check_loop(const struct host *host)
{
    const struct table *first = deadlines_first(&host->sessions.deadlines);
    int64_t due = session_seekers_due(&host->sessions), leagues = host->sessions.leagues_due;
    due = first != NULL && first->due < due ? first->due : due;
    assert_int_equal(host->alarm.due, leagues != 0 && leagues < due ? leagues : due);
    assert_int_equal(uv_is_active((const uv_handle_t *)&host->working),
                     host->sessions.bots_due != NULL);
}

static bool is_quiet(const struct host *host)
{
    for (const struct table *table = host->sessions.by_id; table != NULL; table = table->hh.next)
        if (table->restoring != RESTORING_NOT)
            return false;
    return host->turns == NULL && !host->stopping && !store_is_dirty(host->store) &&
           host->sessions.touched == NULL;
}

void host_books_balance(struct host *host)
{
    const struct sessions *sessions = &host->sessions;
    if (!is_quiet(host))
        return;
    for (const struct table *table = sessions->by_id; table != NULL; table = table->hh.next)
        check_table(sessions, table);
    for (const struct table_place *place = sessions->by_place; place != NULL;
         place = place->hh.next)
        check_place(place);
    check_deadlines(sessions);
    check_loop(host);
    check_bots(sessions);
    check_settings(host);
}

/* -- What a restart would find ----------------------------------------------------------------- */

static void compare_strings(const char *one, const char *other)
{
    assert_int_equal(one == NULL, other == NULL);
    if (one != NULL)
        assert_string_equal(one, other);
}

static void compare_formers(const struct former *one, const struct former *other)
{
    assert_int_equal(one == NULL, other == NULL);
    if (one == NULL)
        return;
    compare_strings(one->network, other->network);
    compare_strings(one->identity, other->identity);
    compare_strings(one->name, other->name);
}

static void compare_seats(const struct seat *one, const struct seat *other)
{
    assert_string_equal(one->network, other->network);
    compare_strings(one->identity, other->identity);
    compare_strings(one->name, other->name);
    compare_strings(one->word, other->word);
    assert_string_equal(one->seal, other->seal);
    assert_int_equal(one->has_claim, other->has_claim);
    if (one->has_claim)
        assert_memory_equal(one->claim, other->claim, sizeof one->claim);
    assert_int_equal(one->stood_in, other->stood_in);
    if (one->identity == NULL || one->stood_in)
        assert_int_equal(one->level, other->level);
    compare_formers(one->former, other->former);
}

static void compare_games(const struct table *one, const struct table *other)
{
    compare_strings(one->setup, other->setup);
    assert_int_equal(one->state == NULL, other->state == NULL);
    if (one->state == NULL)
        return;
    assert_memory_equal(one->state, other->state, one->game->state_size);
    assert_int_equal(one->lines, other->lines);
    assert_int_equal(one->taken_back, other->taken_back);
    assert_int_equal(one->rewound, other->rewound);
    assert_memory_equal(one->asked_since, other->asked_since, sizeof one->asked_since);
    assert_string_equal(one->checks.layout, other->checks.layout);
    assert_string_equal(one->checks.setup, other->checks.setup);
    assert_int_equal(one->checks.version, other->checks.version);
    assert_int_equal(one->checks.compared, other->checks.compared);
    assert_memory_equal(&one->checks.key, &other->checks.key, sizeof one->checks.key);
}

/* Undoing forgets moves, of which the record keeps those before. */
static void compare_recent(const struct table *memory, const struct table *disk)
{
    if (memory->taken_back != 0 || memory->state == NULL)
        return;
    assert_int_equal(memory->recent_count, disk->recent_count);
    for (unsigned i = 0; i < memory->recent_count; i++) {
        assert_int_equal(memory->recent[i].n, disk->recent[i].n);
        assert_int_equal(memory->recent[i].seat, disk->recent[i].seat);
        assert_int_equal(memory->recent[i].move, disk->recent[i].move);
    }
}

/* Where turns have no end, the store keeps nothing about them. Another time for turns is not
 * written before something happens at the table, nor is what quiet hours make of a deadline that
 * has passed: after a restart, both follow from the settings again. */
static void compare_stored_turns(const struct table *memory, const struct table *disk, int64_t now)
{
    if (memory->clock.turn_time == 0 || memory->clock.turn_time != disk->clock.turn_time)
        return;
    for (unsigned seat = 0; seat < memory->seat_count; seat++) {
        const struct turn *turn = &memory->clock.turns[seat], *stored = &disk->clock.turns[seat];
        compare_turns(turn, stored);
        assert_true(stored->deadline == turn->deadline || stored->deadline <= now);
    }
}

static void compare_waiting(const struct table *memory, const struct table *disk, int64_t now)
{
    for (unsigned matter = 0; matter < MATTER_COUNT; matter++) {
        assert_int_equal(memory->votes[matter].agreed, disk->votes[matter].agreed);
        if (memory->votes[matter].agreed != 0)
            assert_int_equal(memory->votes[matter].seat, disk->votes[matter].seat);
    }
    compare_stored_turns(memory, disk, now);
    assert_int_equal(memory->clock.paused, disk->clock.paused);
    assert_int_equal(memory->clock.show_by, disk->clock.show_by);
    compare_strings(memory->stored_waiting, disk->stored_waiting);
}

static void compare_places(const struct table *one, const struct table *other)
{
    const struct table_place *place = other->places;
    for (const struct table_place *shown = one->places; shown != NULL; shown = shown->next) {
        assert_non_null(place);
        assert_string_equal(shown->key, place->key);
        place = place->next;
    }
    assert_null(place);
}

static void compare_tables(const struct table *memory, const struct table *disk, int64_t now)
{
    assert_int_equal(memory->status, disk->status);
    assert_ptr_equal(memory->game, disk->game);
    assert_memory_equal(memory->options, disk->options, sizeof memory->options);
    assert_memory_equal(memory->seed, disk->seed, sizeof memory->seed);
    assert_int_equal(memory->opened, disk->opened);
    compare_strings(memory->opener_network, disk->opener_network);
    compare_strings(memory->opener_identity, disk->opener_identity);
    assert_int_equal(memory->seat_count, disk->seat_count);
    for (unsigned seat = 0; seat < memory->seat_count; seat++)
        compare_seats(&memory->seats[seat], &disk->seats[seat]);
    assert_int_equal(memory->beacon.round, disk->beacon.round);
    assert_string_equal(memory->beacon.value, disk->beacon.value);
    assert_string_equal(memory->beacon.chain, disk->beacon.chain);
    compare_places(memory, disk);
    compare_games(memory, disk);
    compare_recent(memory, disk);
    compare_waiting(memory, disk, now);
}

static void compare_links(const struct sessions *memory, const struct sessions *disk)
{
    for (const struct table_place *place = memory->by_place; place != NULL;
         place = place->hh.next) {
        const struct table_place *stored = session_place(disk, place->network, place->place);
        const struct place_link *other = stored != NULL ? stored->links : NULL;
        for (const struct place_link *link = place->links; link != NULL; link = link->next) {
            assert_non_null(other);
            assert_string_equal(link->other->key, other->other->key);
            other = other->next;
        }
        assert_null(other);
    }
}

static void compare_sessions(const struct sessions *memory, const struct sessions *disk)
{
    int64_t now = clock_now(memory->clock);
    for (const struct table *table = memory->by_id; table != NULL; table = table->hh.next) {
        const struct table *stored = session_by_id(disk, table->id);
        assert_int_equal(table_is_live(table), stored != NULL && table_is_live(stored));
        if (table_is_live(table))
            compare_tables(table, stored, now);
    }
    for (const struct table *table = disk->by_id; table != NULL; table = table->hh.next)
        assert_true(!table_is_live(table) || session_by_id(memory, table->id) != NULL);
    compare_links(memory, disk);
}

void host_books_match_disk(struct host *host, struct store *disk)
{
    if (!is_quiet(host))
        return;
    struct outbox outbox;
    struct cooldowns cooldowns = {0};
    struct counters counters = {0};
    struct sessions found = {.store = disk,
                             .outbox = &outbox,
                             .settings = &host->settings,
                             .styles = &host->styles,
                             .networks = &host->networks,
                             .clock = &host->clock,
                             .cooldowns = &cooldowns,
                             .counters = &counters};
    struct store_inquiry *inquiry = store_inquire(disk);
    outbox_open(&outbox);
    assert_true(session_recover(&found, inquiry));
    store_inquiry_free(inquiry);
    if (found.refused == NULL) /* else the test has damaged the disk */
        compare_sessions(&host->sessions, &found);
    assert_true(outbox_is_empty(&outbox));
    sessions_free(&found);
    cooldowns_clear(&cooldowns);
}
